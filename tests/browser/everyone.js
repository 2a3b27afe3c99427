// What axe does not look at, for test_everyone.py: `everyone.small()` and `everyone.focused()`.
window.everyone = (() => {
  const called = (e) => `${e.tagName} ${e.className?.baseVal ?? e.className} ${e.textContent.trim().slice(0, 20)}`;
  const TARGETS = 'a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [role=button]';

  /** Targets under 24 by 24 pixels that have not that much room around them either (2.5.8); links in running text are exempt. */
  function small() {
    const seen = (e) => {
      const b = e.getBoundingClientRect();
      return b.width > 1 && b.height > 1 && getComputedStyle(e).visibility === 'visible' && !e.closest('[inert], .vh');
    };
    const inText = (e) =>
      e.tagName === 'A' && getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim() !== e.textContent.trim();
    const boxes = [...document.querySelectorAll(TARGETS)]
      .filter((e) => seen(e) && !inText(e))
      .map((e) => ({ e, b: ((e.matches('[type=checkbox], [type=radio]') && e.closest('label')) || e).getBoundingClientRect() }));
    const near = (a, o) => {
      const x = a.x + a.width / 2;
      const y = a.y + a.height / 2;
      return Math.hypot(Math.max(o.x - x, 0, x - o.right), Math.max(o.y - y, 0, y - o.bottom)) < 12;
    };
    const crowded = ({ e, b }) => boxes.some(({ e: f, b: o }) => f !== e && !e.contains(f) && !f.contains(e) && near(b, o));
    return boxes
      .filter((one) => (one.b.width < 23.9 || one.b.height < 23.9) && crowded(one))
      .map(({ e, b }) => `${called(e)} ${Math.round(b.width)}x${Math.round(b.height)}`);
  }

  /** Where the focus is: its place in the document, whether something covers it, whether it can be seen. */
  function focused() {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const b = e.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
    const at = points.map(([x, y]) => document.elementFromPoint(b.x + b.width * x, b.y + b.height * y));
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--focus)';
    const paint = getComputedStyle(probe).color;
    probe.remove();
    const ring = (x) => {
      const s = getComputedStyle(x);
      return s.stroke === paint || (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== 'none';
    };
    return {
      index: [...document.querySelectorAll('*')].indexOf(e),
      key: e.dataset.key ?? called(e),
      tabindex: e.tabIndex,
      hidden: b.width > 0 && !at.some((x) => x && (e.contains(x) || x.contains(e))),
      ring: ring(e) || [...e.querySelectorAll('*')].some(ring),
    };
  }
  return { small, focused };
})();
