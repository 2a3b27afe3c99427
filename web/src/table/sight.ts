// What can be chosen comes into sight: nobody is asked for something that lies below the fold.
import { calm } from '@/ui/settings.svelte';

const THINGS = 'main .legal, main .way, main .place, main .march, main .attack';

/** Scrolls to what can be chosen, if less than half of it is in sight above what lies at the bottom. */
export function bringIntoSight(): void {
  const free = innerHeight - (parseFloat(document.documentElement.style.getPropertyValue('--dock')) || 0);
  const boxes = [...document.querySelectorAll(THINGS)]
    .filter((thing) => !thing.closest('.dock'))
    .map((thing) => thing.getBoundingClientRect())
    .filter((box) => box.width && box.height);
  const seen = boxes.filter((box) => box.top >= 0 && (box.top + box.bottom) / 2 < free);
  if (!boxes.length || seen.length * 2 >= boxes.length) return;
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const above = Math.max(12, (free - (bottom - top)) / 2);
  scrollBy({ top: top - above, behavior: calm() ? 'auto' : 'smooth' });
}

/** A panel at the bottom of a narrow screen leaves the whole board in sight, as far as it fits above it. Returns how to call it off. */
export function boardInSight(): () => void {
  const timer = setTimeout(() => {
    const dock = parseFloat(document.documentElement.style.getPropertyValue('--dock')) || 0;
    const board = document.querySelector('main .play .tray')?.getBoundingClientRect();
    if (!dock || !board) return;
    const under = Math.min(board.bottom + 6 - (innerHeight - dock), board.top);
    if (under > 0) scrollBy({ top: under, behavior: calm() ? 'auto' : 'smooth' });
  }, 60);
  return () => clearTimeout(timer);
}
