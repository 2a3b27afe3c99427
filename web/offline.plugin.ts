// Puts the service worker beside the app: with the names of all files of this build, and a version that is another for every build.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PUBLIC = ['first.js', 'icon.svg', 'icon-192.png', 'app.webmanifest'];

export function offline(worker: string): Plugin {
  return {
    name: 'sandtable-offline',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.map'));
      const files = [...built.sort(), ...PUBLIC].map((name) => `/${name}`);
      const text = readFileSync(worker, 'utf8');
      const version = createHash('sha256').update(files.join('\n')).update(text).digest('hex').slice(0, 12);
      const source = text.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
