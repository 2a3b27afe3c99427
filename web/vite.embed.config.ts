import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Styles become part of the script: it puts them into the page itself. */
const stylesInside: Plugin = {
  name: 'styles-inside',
  enforce: 'post',
  generateBundle(_, bundle) {
    let css = '';
    for (const [name, part] of Object.entries(bundle)) {
      if (part.type !== 'asset' || !name.endsWith('.css')) continue;
      css += typeof part.source === 'string' ? part.source : new TextDecoder().decode(part.source);
      delete bundle[name];
    }
    const put =
      `if(document.getElementById('sandtable-data')){const s=document.createElement('style');` +
      `s.textContent=${JSON.stringify(css)};document.head.append(s)}`;
    for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) part.code = `${put}\n${part.code}`;
  },
};

// The board without a server, as one script: `src/sandtable/web/embed.js`.
export default defineConfig({
  plugins: [svelte(), stylesInside],
  publicDir: false,
  resolve: { alias: { '@': here('./src'), '@locales': here('../src/sandtable/locales') } },
  build: {
    outDir: here('../src/sandtable/web'),
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 1e7,
    cssCodeSplit: false,
    lib: { entry: here('./src/embed/main.ts'), formats: ['iife'], name: 'sandtable', fileName: () => 'embed.js' },
  },
});
