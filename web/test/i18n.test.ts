import { named } from '@/i18n/named';
import { expect, test } from 'vitest';
import { LANGUAGES, t } from '@/i18n/i18n.svelte';
import { fill } from '@/i18n/messages';

test('names are filled in, unknown ones stay', () => {
  expect(fill('{who} takes {n} of {rest}', 'en', { who: 'Ann', n: 2 })).toBe('Ann takes 2 of {rest}');
});
test('a number picks the form, by the rules of the language', () => {
  const text = '{n, plural, one {# card} other {# cards}} of {who}';
  expect(fill(text, 'en', { n: 1, who: 'Ann' })).toBe('1 card of Ann');
  expect(fill(text, 'en', { n: 0, who: 'Ann' })).toBe('0 cards of Ann');
  expect(fill(text, 'fr', { n: 0, who: 'Ann' })).toBe('0 card of Ann');
  expect(fill(text, 'en', { n: 12, who: '{Ann}' })).toBe('12 cards of {Ann}');
});
test('a name picks the form', () => {
  expect(fill('{what, select, camel {la} other {le}} {what}', 'fr', { what: 'camel' })).toBe('la camel');
});
test('a form may hold a name', () => {
  expect(fill('{n, plural, one {{who} waits} other {# wait}}', 'en', { n: 1, who: 'Ann' })).toBe('Ann waits');
});
test('the languages are those there are folders of, English first', () => {
  expect(LANGUAGES.slice(0, 2)).toEqual(['en', 'de']);
});
test('a word that is missing shows its key', () => {
  expect(t('nowhere.at.all')).toBe('nowhere.at.all');
  expect(t.game('chess', 'board.x')).toBe('board.x');
  expect(t.has('chess', 'board.x')).toBe(false);
});
test('sentences of the server are said in the language spoken, or in English', () => {
  expect(t.words({ en: 'yes', de: 'ja' })).toBe('yes');
  expect(t.words({ de: 'ja' })).toBe('');
  expect(t.words(null)).toBe('');
});

test('names are put into sentences; Spanish has another “and” before some', () => {
  expect(named('{0} wins, {1} and {3} lose', ['Ann', 'Ben'])).toBe('Ann wins, Ben and {3} lose');
  expect(named('ganan {0} y {1}', ['Ana', 'Inés'])).toBe('ganan Ana e Inés');
  expect(named('ganan {0} y {1}', ['Ana', 'Ian'])).toBe('ganan Ana y Ian');
});
