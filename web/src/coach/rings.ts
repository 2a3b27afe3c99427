// Rings the things the coach points at: whatever carries one of the keys is marked, also when it is drawn anew.
import type { Drawn } from '@/table/board';

export function rings(root: HTMLElement, given: Drawn[] | undefined): { update(next: Drawn[] | undefined): void; destroy(): void } {
  let drawn = given ?? [];
  let marked = new Set<HTMLElement>();
  let due = false;

  function mark(): void {
    due = false;
    const found = new Map<HTMLElement, Set<string>>();
    for (const one of drawn)
      for (const key of one.keys)
        for (const thing of root.querySelectorAll(`[data-key="${CSS.escape(key)}"], [data-also="${CSS.escape(key)}"]`)) {
          // What lies inside a drawing is ringed by the board itself.
          if (!(thing instanceof HTMLElement)) continue;
          found.set(thing, (found.get(thing) ?? new Set()).add(one.style));
          // Of several equal cards one is meant.
          if (key.startsWith('hand:') || thing.dataset.also === key) break;
        }
    for (const thing of marked) if (!found.has(thing)) delete thing.dataset.coach;
    for (const [thing, styles] of found) {
      const words = [...styles].join(' ');
      if (thing.dataset.coach !== words) thing.dataset.coach = words;
    }
    marked = new Set(found.keys());
  }
  function soon(): void {
    if (due) return;
    due = true;
    queueMicrotask(mark);
  }
  const watch = new MutationObserver(soon);
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-key', 'data-also'] });
  soon();
  return {
    update(next) {
      drawn = next ?? [];
      soon();
    },
    destroy() {
      watch.disconnect();
      drawn = [];
      mark();
    },
  };
}
