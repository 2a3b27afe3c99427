// Pieces that travel: a copy of a drawing flies from one place on the page to another.
import { calm, tempo } from '@/ui/settings.svelte';

const LAYER = 'flights';
const POINTS = 'points';
function layer(id = LAYER): HTMLElement {
  let holder = document.getElementById(id);
  if (!holder) {
    holder = document.createElement('div');
    holder.id = id;
    holder.setAttribute('aria-hidden', 'true');
    holder.style.cssText = 'position:fixed;inset:0;pointer-events:none;z-index:40;overflow:hidden';
    document.body.append(holder);
  }
  return holder;
}

/** The thing with this `data-key`; where several have it, the one in sight. */
export function place(key: string): Element | null {
  const found = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  return found.find((element) => element.getBoundingClientRect().width > 0) ?? null;
}

/** Is anything to be seen flying? Not with reduced motion or pace "off": then nobody need look where. */
export const flying = (): boolean => tempo() !== 0 && !calm();

export interface Flight {
  from: Element | DOMRect | null;
  to: Element | DOMRect | null;
  /** Sprite id of the piece, its width and height in pixels. */
  sprite: string;
  width: number;
  height: number;
  delay?: number;
  style?: string;
}

const middle = (at: Element | DOMRect): [number, number] => {
  const box = at instanceof Element ? at.getBoundingClientRect() : at;
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Lets a piece fly in an arc; ends at once where nothing flies. */
export async function fly({ from, to, sprite, width, height, delay = 0, style = '' }: Flight): Promise<void> {
  const pace = tempo();
  if (!from || !to || !flying()) return;
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const piece = document.createElement('div');
  const at = `left:${-width / 2}px;top:${-height / 2}px;width:${width}px;height:${height}px`;
  piece.style.cssText = `position:absolute;${at};opacity:0;${style}`;
  piece.innerHTML = `<svg width="${width}" height="${height}"><use href="#${CSS.escape(sprite)}"/></svg>`;
  layer().append(piece);
  const lift = Math.min(60, 14 + Math.hypot(x2 - x1, y2 - y1) / 12);
  const flight = piece.animate(
    [
      { transform: `translate(${x1}px,${y1}px) scale(.9)`, opacity: 1 },
      { transform: `translate(${(x1 + x2) / 2}px,${(y1 + y2) / 2 - lift}px) scale(1.08)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x2}px,${y2}px) scale(1)`, opacity: 1 },
    ],
    { duration: 420 * pace, delay: delay * pace, easing: 'cubic-bezier(.45,.05,.3,1)' },
  );
  try {
    await flight.finished;
  } catch {
    /* cut short */
  }
  piece.remove();
}

/** Lets points fly on a dotted arc; ends at once where nothing flies. */
export async function flyPoints(from: Element | null, to: Element | null, points: number, delay = 0): Promise<void> {
  const pace = tempo();
  if (!from || !to || !flying()) return;
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const lift = Math.min(70, 20 + Math.hypot(x2 - x1, y2 - y1) / 8);
  const arc = `M${x1} ${y1}Q${(x1 + x2) / 2} ${Math.min(y1, y2) - lift} ${x2} ${y2}`;
  const flight = document.createElement('div');
  flight.style.opacity = '0';
  flight.innerHTML = `<svg width="100%" height="100%"><path d="${arc}"/></svg><b>+${points}</b>`;
  flight.querySelector('b')!.style.offsetPath = `path('${arc}')`;
  layer(POINTS).append(flight);
  const timing = { duration: 620 * pace, delay: delay * pace };
  flight.querySelector('b')!.animate([{ offsetDistance: '0%' }, { offsetDistance: '100%' }], {
    ...timing,
    easing: 'cubic-bezier(.45,.05,.3,1)',
    fill: 'backwards',
  });
  const seen = flight.animate([{ opacity: 1 }, { opacity: 1 }], timing);
  try {
    await seen.finished;
  } catch {
    /* cut short */
  }
  flight.remove();
}

/** Everything in the air lands now. */
export function land(): void {
  for (const id of [LAYER, POINTS]) document.getElementById(id)?.replaceChildren();
}
