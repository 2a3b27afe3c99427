import { expect, test } from 'vitest';
import { fill, t } from '@/i18n/i18n.svelte';

test('names are filled in, unknown ones stay', () => {
  expect(fill('{who} takes {n} of {rest}', { who: 'Ann', n: 2 })).toBe('Ann takes 2 of {rest}');
});
test('a number picks the form', () => {
  const text = '{n|one card|# cards} of {who}';
  expect(fill(text, { n: 1, who: 'Ann' })).toBe('one card of Ann');
  expect(fill(text, { n: 0, who: 'Ann' })).toBe('0 cards of Ann');
  expect(fill(text, { n: 12, who: 'Ann' })).toBe('12 cards of Ann');
});
test('a form may hold a name', () => {
  expect(fill('{n|{who} waits|# wait}', { n: 1, who: 'Ann' })).toBe('Ann waits');
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
