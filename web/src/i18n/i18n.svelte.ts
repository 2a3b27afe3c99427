// Words in the language of this device. The app's own are bundled (src/sandtable/locales/<language>); those of a game come from the server.
import en from '@locales/en/web.json';
import { api, type Tree } from '@/net/api';

export type Language = 'en' | 'de';
export const LANGUAGES: Language[] = ['en', 'de'];

const catalogues: Record<Language, Record<string, Tree>> = { en: { web: en as Tree }, de: {} };
const files = import.meta.glob<Tree>(['@locales/*/{web,deals,notices}.json', '!@locales/en/web.json'], { import: 'default' });

function stored(): Language {
  try {
    const kept = localStorage.getItem('sandtable.language');
    if (kept === 'en' || kept === 'de') return kept;
  } catch {
    /* no storage: go by the browser */
  }
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

export const i18n = $state({ language: 'en' as Language, version: 0 });

async function load(language: Language, name: string): Promise<void> {
  if (catalogues[language][name]) return;
  const file = Object.entries(files).find(([path]) => path.endsWith(`/${language}/${name}.json`));
  const found = file ? await file[1]() : await api.words(name, language);
  catalogues[language][name] = found;
  i18n.version++;
}

const needed = new Set<string>();

/** Makes the words of a game ready, in the language spoken now and after every change. */
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

function find(tree: Tree | undefined, key: string): string | undefined {
  let at: Tree | string | undefined = tree;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

export type Fill = Record<string, string | number>;

/** Fills {name}, then picks {n|one card|# cards} by number. */
export function fill(text: string, values: Fill = {}): string {
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) => {
      const n = Number(values[name]);
      return (n === 1 ? one : many).replaceAll('#', String(values[name]));
    });
}

/** `t('home.now')` from web.json; `t.game('<game>', 'board.pile')` from the game's own words. */
export interface Translate {
  (key: string, values?: Fill): string;
  game(game: string, key: string, values?: Fill): string;
  has(game: string, key: string): boolean;
  /** The right one of {en: …, de: …}, as the server sends sentences. */
  words(words: Record<string, string> | undefined | null): string;
  language: Language;
}

function look(name: string, key: string): string | undefined {
  void i18n.version;
  return find(catalogues[i18n.language][name], key) ?? find(catalogues.en[name], key);
}

function translate(key: string, values?: Fill): string {
  return fill(look('web', key) ?? key, values);
}
translate.game = (game: string, key: string, values?: Fill): string => fill(look(game, key) ?? key, values);
translate.has = (game: string, key: string): boolean => look(game, key) !== undefined;
translate.words = (words: Record<string, string> | undefined | null): string => words?.[i18n.language] ?? words?.en ?? '';
Object.defineProperty(translate, 'language', { get: () => i18n.language });

export const t = translate as unknown as Translate;
