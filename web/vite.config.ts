import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offline } from './offline.plugin';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` serves the app with live reload and hands everything under /api to a table server on this machine.
const server = process.env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), offline(here('./src/offline/worker.js'))],
  resolve: { alias: { '@': here('./src'), '@locales': here('../src/sandtable/locales') } },
  server: { fs: { allow: [here('.'), here('../src/sandtable/locales')] }, proxy: { '/api': { target: server, ws: true } } },
  build: {
    outDir: here('../src/sandtable/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
});
