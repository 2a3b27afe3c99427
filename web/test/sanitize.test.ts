import { expect, test } from 'vitest';
import { sanitize } from '@/table/picture/sanitize';

const shown = (inner: string, root = ''): string =>
  sanitize(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`)?.outerHTML ?? 'nothing';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

test('shapes, text, paint and names are shown', () => {
  const html = shown(
    '<defs><linearGradient id="sand"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g transform="translate(3 4) rotate(5)" data-decision="sow 3" data-key="pit:3" aria-label="Pit &lt;3&gt;">' +
      '<circle r="4" fill="url(#sand)" stroke="rgb(1, 2, 3)"/><text font-size="9">4 &amp; 5</text></g>',
    'viewBox="0 0 10 10" role="group" aria-label="Board"',
  );
  expect(html).toContain('viewBox="0 0 10 10"');
  expect(html).toContain('role="group"');
  expect(html).toContain('transform="translate(3 4) rotate(5)"');
  expect(html).toContain('data-decision="sow 3"');
  expect(html).toContain('<text font-size="9">4 &amp; 5</text>');
  expect(html).toContain('id="picture-sand"');
  expect(html).toContain('fill="url(#picture-sand)"');
});

const HOSTILE: [string, string][] = [
  ['scripts', '<script>alert(1)</script>'],
  ['scripts of SVG by address', '<script href="https://evil.example/x.js"/>'],
  ['styles', '<style>* { background: url(https://evil.example) }</style>'],
  ['foreign objects', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>'],
  ['HTML inside', '<g><div xmlns="http://www.w3.org/1999/xhtml"><b>x</b></div></g>'],
  ['images', '<image href="https://evil.example/pixel.png"/>'],
  ['links', '<a href="javascript:alert(1)"><text>x</text></a>'],
  ['references', '<use href="https://evil.example/#x"/>'],
  ['references to the page', '<use href="#logo"/>'],
  [
    'animations',
    '<circle r="1"><animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onclick" to="alert(1)"/></circle>',
  ],
  ['filters', '<filter><feImage href="https://evil.example/x"/></filter>'],
  ['other frames', '<iframe src="https://evil.example"/>'],
];
test.each(HOSTILE)('%s are left out', (_, inner) => {
  const html = shown(`${inner}<rect width="1"/>`);
  expect(html).not.toMatch(/script|style|foreign|image|href|<a |use|animate|<set|filter|iframe|div|img|evil|alert/i);
  expect(html).toContain('<rect width="1"');
});

const ATTRIBUTES: [string, string][] = [
  ['handlers', 'onclick="alert(1)"'],
  ['handlers in capitals', 'ONLOAD="alert(1)"'],
  ['styles', 'style="background:url(https://evil.example)"'],
  ['classes of the page', 'class="btn primary"'],
  ['addresses', 'href="https://evil.example"'],
  ['old addresses', `${XLINK} xlink:href="https://evil.example"`],
  ['focus', 'tabindex="0"'],
  ['roles that lie', 'role="button"'],
  ['paint from elsewhere', 'fill="url(https://evil.example/#x)"'],
  ['paint from elsewhere in quotes', 'fill="url(&quot;https://evil.example/#x&quot;)"'],
  ['paint by an escaped name', 'fill="\\75 rl(https://evil.example/#x)"'],
  ['paint with a comment', 'fill="u/**/rl(https://evil.example/#x)"'],
  ['paint in capitals', 'fill="URL(https://evil.example/#x)"'],
  ['sets of images', 'mask="image-set(https://evil.example 1x)"'],
  ['clips from elsewhere', 'clip-path="url(//evil.example/#x)"'],
];
test.each(ATTRIBUTES)('%s are left out', (_, attribute) => {
  expect(shown(`<rect width="1" ${attribute}/>`)).toMatch(/<rect width="1"( xmlns:xlink="[^"]*")?(\/>|><\/rect>)/);
});

test('ids cannot take the place of those of the page', () => {
  expect(shown('<g id="coin"/><g id="a b"/>')).toContain('id="picture-coin"');
  expect(shown('<g id="a b"/>')).not.toContain('id=');
});
test('what is no drawing is not shown', () => {
  expect(sanitize('')).toBeNull();
  expect(sanitize('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')).toBeNull();
  expect(sanitize('<html><body>hello</body></html>')).toBeNull();
  expect(sanitize('<svg><rect/></svg>')).toBeNull();
  expect(sanitize('<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&z;</svg>')).toBeNull();
});
test('a drawing without end is not shown', () => {
  expect(sanitize(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(20_001)}</svg>`)).toBeNull();
});
