import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf-8' })
    .filter((name) => /\.(ts|svelte|css)$/.test(name) && name !== 'api.d.ts')
    .map((name) => join(folder, name));

test('no line is longer than a screen', () => {
  const long = ['src', 'test'].flatMap(files).flatMap((path) =>
    readFileSync(path, 'utf-8')
      .split('\n')
      .flatMap((line, i) => (line.length > 140 ? [`${path}:${i + 1} (${line.length})`] : [])),
  );
  expect(long).toEqual([]);
});

test('no file outside the games names a game', () => {
  const games = readdirSync('src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = new RegExp(games.map((entry) => entry.name.replace('-', '.?')).join('|'), 'i');
  const naming = files('src').filter((path) => !path.startsWith(join('src', 'games')) && names.test(readFileSync(path, 'utf-8')));
  expect(naming).toEqual([]);
});
