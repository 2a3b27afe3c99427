// Sentences with their values. Most only have {name} fields; those with forms by number or by name are ICU messages, parsed once.
import { IntlMessageFormat } from 'intl-messageformat';

export type Fill = Record<string, string | number>;

const FORMS = /\{\w+, (plural|select|selectordinal),/;
const parsed = new Map<string, IntlMessageFormat>();

function message(text: string, language: string): IntlMessageFormat {
  const key = `${language} ${text}`;
  let found = parsed.get(key);
  if (!found) parsed.set(key, (found = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })));
  return found;
}

const MOST = 5000;
const told = new Map<string, string>();

/** A message with forms, filled; a board says the same of each of its places with every move. */
function formed(text: string, language: string, values: Fill): string {
  const key = `${language} ${text} ${JSON.stringify(values)}`;
  let found = told.get(key);
  if (found === undefined) {
    if (told.size >= MOST) told.clear();
    told.set(key, (found = String(message(text, language).format(values))));
  }
  return found;
}

/** Words and names of fields by turns; null: a message with forms. */
const split = new Map<string, string[] | null>();

function pieces(text: string): string[] | null {
  let found = split.get(text);
  if (found === undefined) split.set(text, (found = FORMS.test(text) ? null : text.split(/\{(\w+)\}/)));
  return found;
}

export function fill(text: string, language: string, values: Fill = {}): string {
  if (!text.includes('{')) return text;
  const found = pieces(text);
  if (!found) return formed(text, language, values);
  return found.map((piece, i) => (i % 2 === 0 ? piece : piece in values ? String(values[piece]) : `{${piece}}`)).join('');
}
