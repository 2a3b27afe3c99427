import { beforeEach, expect, test } from 'vitest';
import { go, route } from '@/ui/router.svelte';

beforeEach(() => {
  document.body.innerHTML = '';
  go('/');
});
function click(html: string, options: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...options });
  document.body.querySelector('a')!.dispatchEvent(event);
  return event.defaultPrevented;
}

test('going somewhere changes the address', () => {
  go('/rules/x?y=1#z');
  expect([route.path, route.query, route.hash]).toEqual(['/rules/x', '?y=1', '#z']);
  expect(location.pathname).toBe('/rules/x');
});
test('a link of the app is followed without loading the page', () => {
  expect(click('<a href="/puzzles?game=1"><b>now</b></a>')).toBe(true);
  expect([route.path, route.query]).toEqual(['/puzzles', '?game=1']);
});
test('other links are left to the browser', () => {
  for (const link of ['href="/api/x"', 'href="/x" target="rules"', 'href="/x" download', 'href="https://example.org/"']) {
    // jsdom cannot leave the page: the click is stopped after the app has looked at it.
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    click(`<a ${link}>x</a>`);
    expect(route.path).toBe('/');
  }
});
test("a click with a key pressed is the browser's", () => {
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  click('<a href="/puzzles">x</a>', { ctrlKey: true });
  expect(route.path).toBe('/');
});
test('a place on the same page is jumped to by the browser', () => {
  expect(click('<a href="/#here">x</a>')).toBe(false);
});
test('back returns', async () => {
  go('/a');
  go('/b');
  const back = new Promise((done) => addEventListener('popstate', done, { once: true }));
  history.back();
  await back;
  expect(route.path).toBe('/a');
});
