// Words in the language of this device. The app's own are bundled (src/sandtable/locales/<language>), each loaded when it is chosen; those
// of a game come from the server. Which languages there are is what folders there are.
import en from '@locales/en/web.json';
import { api, type Tree } from '@/net/api';
import { fill, type Fill } from './messages';

export type { Fill };

export type Language = string;
const FIRST = 'en';

/** By language and part of the house. */
const files: Record<string, Record<string, () => Promise<Tree>>> = {};
const found = import.meta.glob<Tree>(['@locales/*/{web,people,deals,notices}.json', '!@locales/en/web.json'], { import: 'default' });
for (const [path, file] of Object.entries(found)) {
  const [language = '', name = ''] = path.split('/').slice(-2);
  (files[language] ??= {})[name.replace('.json', '')] = file;
}
export const LANGUAGES: Language[] = [
  FIRST,
  ...Object.keys(files)
    .filter((language) => language !== FIRST)
    .sort(),
];

const catalogues: Record<Language, Record<string, Tree>> = { [FIRST]: { web: en as Tree } };

function stored(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('sandtable.language');
  } catch {
    /* no storage: go by the browser */
  }
  const wished = [kept ?? '', ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '')];
  return wished.find((language) => LANGUAGES.includes(language)) ?? FIRST;
}

export const i18n = $state({ language: FIRST, version: 0 });

async function load(language: Language, name: string): Promise<void> {
  const known = (catalogues[language] ??= {});
  if (known[name]) return;
  const own = files[language]?.[name];
  known[name] = own ? await own() : await api.words(name, language);
  i18n.version++;
}

const needed = new Set<string>();

/** Makes the words of a game, or of another part of the house, ready, in the language spoken now and after every change. */
export async function needWords(name: string): Promise<void> {
  needed.add(name);
  await load(i18n.language, name);
}

export async function speak(language: Language): Promise<void> {
  // A game whose words cannot be had stays in the language it has; the app changes all the same.
  await Promise.all([load(language, 'web'), ...[...needed].map((name) => load(language, name).catch(() => {}))]);
  i18n.language = language;
  document.documentElement.lang = language;
  try {
    localStorage.setItem('sandtable.language', language);
  } catch {
    /* private mode: the choice lasts for this page */
  }
}

export const ready = speak(stored());

/** What was found in a catalogue: a board asks for the same hundreds of words with every move. */
const places = new WeakMap<Tree, Map<string, Tree | string | undefined>>();

function find(tree: Tree | undefined, key: string): Tree | string | undefined {
  if (!tree) return undefined;
  let known = places.get(tree);
  if (!known) places.set(tree, (known = new Map()));
  if (known.has(key)) return known.get(key);
  let at: Tree | string | undefined = tree;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  known.set(key, at);
  return at;
}

/** `t('home.now')` from web.json; `t.game('<game>', 'board.pile')` from the game's own words. */
export interface Translate {
  (key: string, values?: Fill): string;
  game(game: string, key: string, values?: Fill): string;
  has(game: string, key: string): boolean;
  /** The words under a key, as they are: in the language spoken, or in English. */
  section(game: string, key: string): Record<string, string>;
  /** The right one of {en: …, de: …}, as the server sends sentences. */
  words(words: Record<string, string> | undefined | null): string;
  language: Language;
}

function place(name: string, key: string): Tree | string | undefined {
  void i18n.version;
  return find(catalogues[i18n.language]?.[name], key) ?? find(catalogues[FIRST]?.[name], key);
}

function look(name: string, key: string): string | undefined {
  const found = place(name, key);
  return typeof found === 'string' ? found : undefined;
}

const say = (name: string, key: string, values?: Fill): string => fill(look(name, key) ?? key, i18n.language, values);

function translate(key: string, values?: Fill): string {
  return say('web', key, values);
}
translate.game = say;
translate.has = (game: string, key: string): boolean => look(game, key) !== undefined;
translate.section = (game: string, key: string): Record<string, string> => {
  const found = place(game, key);
  return typeof found === 'object' ? (found as Record<string, string>) : {};
};
translate.words = (words: Record<string, string> | undefined | null): string => words?.[i18n.language] ?? words?.[FIRST] ?? '';
Object.defineProperty(translate, 'language', { get: () => i18n.language });

export const t = translate as unknown as Translate;
