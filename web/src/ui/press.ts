// What is pressed stays where it is: whatever would change the page by itself waits until finger or mouse have let go.

/** A press that never ends (its end went to another window) holds nothing up for longer than this, in ms. */
const LONGEST = 1500;

let begun = -Infinity;
let waiting: (() => void)[] = [];

function release(): void {
  begun = -Infinity;
  const late = waiting;
  waiting = [];
  for (const work of late) work();
}
addEventListener('pointerdown', () => (begun = performance.now()), { capture: true });
// The click comes after the press's end: what it does, it does to what was seen.
for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, () => setTimeout(release), { capture: true });

/** Does something now, or once nothing is pressed any more. */
export function whenReleased(work: () => void): void {
  const left = begun + LONGEST - performance.now();
  if (left <= 0) return work();
  if (!waiting.length) setTimeout(() => begun + LONGEST <= performance.now() && release(), left);
  waiting.push(work);
}
