// Arrow keys move the focus to the nearest touchable thing in that direction, on any board.
const DIRECTIONS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function arrows(holder: HTMLElement): { destroy(): void } {
  function press(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key];
    const from = document.activeElement;
    if (!direction || !from || !holder.contains(from) || from.matches('input, select, textarea, [role="slider"]')) return;
    const here = from.getBoundingClientRect();
    const [dx, dy] = direction;
    let best: HTMLElement | null = null;
    let least = Infinity;
    for (const other of holder.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], [role="button"], select, input')) {
      const there = other.getBoundingClientRect();
      if (other === from || !there.width) continue;
      const x = there.x + there.width / 2 - here.x - here.width / 2;
      const y = there.y + there.height / 2 - here.y - here.height / 2;
      const along = x * dx + y * dy;
      if (along < 4) continue;
      const across = Math.abs(x * dy) + Math.abs(y * dx);
      const distance = along + across * 2.2;
      if (distance < least) {
        least = distance;
        best = other;
      }
    }
    if (best) {
      event.preventDefault();
      best.focus();
    }
  }
  holder.addEventListener('keydown', press);
  return { destroy: () => holder.removeEventListener('keydown', press) };
}
