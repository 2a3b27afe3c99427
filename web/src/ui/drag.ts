// Dragging as an extra beside tapping: a copy of the drawing follows the pointer; where it is let go, the thing below is named by its
// `data-key`.
export interface Drag {
  key: string;
  /** False: nothing can be carried now. */
  on: boolean;
  lift(key: string): void;
  drop(from: string, to: string): void;
}

const FAR = 8;

export function drag(node: HTMLElement, given: Drag): { update(next: Drag): void; destroy(): void } {
  let options = given;
  let start: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let quiet = false;

  function down(event: PointerEvent) {
    if (!options.on || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // On the window: a quick hand leaves the card before its first move is seen.
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }
  function move(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
      const box = node.getBoundingClientRect();
      ghost = node.cloneNode(true) as HTMLElement;
      ghost.removeAttribute('data-key');
      ghost.setAttribute('aria-hidden', 'true');
      ghost.style.cssText =
        `position:fixed;left:0;top:0;width:${box.width}px;height:${box.height}px;margin:0;` +
        'pointer-events:none;z-index:50;opacity:.92;transition:none;box-shadow:var(--e-3)';
      document.body.append(ghost);
      options.lift(options.key);
    }
    const box = ghost.getBoundingClientRect();
    ghost.style.transform = `translate(${event.clientX - box.width / 2}px,${event.clientY - box.height / 2}px) rotate(-3deg)`;
  }
  function up(event: PointerEvent) {
    if (start && event.pointerId !== start.id) return;
    const carried = ghost;
    release();
    start = null;
    ghost?.remove();
    ghost = null;
    if (!carried) return;
    quiet = true;
    setTimeout(() => (quiet = false));
    if (event.type === 'pointercancel') return;
    const below = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((e) => e.closest<HTMLElement>('[data-key]'))
      .find((e) => e && e !== node);
    if (below?.dataset.key) options.drop(options.key, below.dataset.key);
  }
  function release() {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
  }
  // The click that ends a drag is not a tap.
  function click(event: MouseEvent) {
    if (!quiet) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  node.addEventListener('pointerdown', down);
  node.addEventListener('click', click, true);
  node.style.touchAction = 'manipulation';
  return {
    update(next) {
      options = next;
      node.style.touchAction = next.on ? 'none' : 'manipulation';
    },
    destroy() {
      ghost?.remove();
      node.removeEventListener('pointerdown', down);
      release();
      node.removeEventListener('click', click, true);
    },
  };
}
