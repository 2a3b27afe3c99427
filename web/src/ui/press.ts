// What is pressed stays where it is: whatever would change the page by itself waits until finger or mouse have let go.

/** A press that never ends (its end went to another window) holds nothing up for longer than this, in ms. */
const LONGEST = 1500;
/** The click of a mouse comes with the end of its press, that of a finger in a task of its own; scrolling and long presses bring none. */
const CLICK_WITHIN = 50;

type Timer = ReturnType<typeof setTimeout>;
let begun = -Infinity;
let ending: Timer | undefined;
let limit: Timer | undefined;
const waiting: (() => void)[] = [];

function begin(): void {
  clearTimeout(ending);
  ending = undefined;
  begun = performance.now();
}
/** What the click does, it does to what was seen: the page changes after it. */
function end(clickWithin = 0): void {
  clearTimeout(ending);
  ending = setTimeout(release, clickWithin);
}
function release(): void {
  ending = undefined;
  begun = -Infinity;
  while (waiting.length) waiting.shift()?.();
}
/** Releases what waits, or looks again when the press lasts too long. Timers know no fractions: one may come a little early. */
function releaseInTime(): void {
  clearTimeout(limit);
  const left = begun + LONGEST - performance.now();
  if (left > 0) limit = setTimeout(releaseInTime, Math.ceil(left));
  else release();
}

addEventListener('pointerdown', begin, { capture: true });
addEventListener('pointerup', (event) => end(event.pointerType === 'mouse' ? 0 : CLICK_WITHIN), { capture: true });
addEventListener('pointercancel', () => end(), { capture: true });
// A click of the keyboard ends no press. Only the window's own blur is heard here: a press takes the focus from whatever had it.
addEventListener('click', () => ending !== undefined && end(), { capture: true });
addEventListener('blur', () => end());

/** Does something now, or once nothing is pressed any more. */
export function whenReleased(work: () => void): void {
  waiting.push(work);
  releaseInTime();
}
