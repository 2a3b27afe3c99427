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

export function fill(text: string, language: string, values: Fill = {}): string {
  if (FORMS.test(text)) return String(message(text, language).format(values));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
