// A panel that lies fixed at the bottom of narrow screens: the page leaves room for it. On a phone on its side it stands beside the board.
export function dock(panel: HTMLElement): { destroy(): void } {
  const root = document.documentElement;
  const narrow = matchMedia('(max-width: 600px), (max-width: 1023px) and (min-height: 481px)');
  const set = () => root.style.setProperty('--dock', narrow.matches ? `${panel.clientHeight}px` : '0px');
  const watch = new ResizeObserver(set);
  watch.observe(panel);
  narrow.addEventListener('change', set);
  return {
    destroy() {
      watch.disconnect();
      narrow.removeEventListener('change', set);
      root.style.removeProperty('--dock');
    },
  };
}
