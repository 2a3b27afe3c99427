// What this device has solved, and for how many days in a row.
export type Mark = 'first' | 'later' | 'shown';

interface Kept {
  marks: Record<string, Mark>;
  /** Days (UTC, as the server counts them) on which the puzzle of the day was solved. */
  days: string[];
}
const KEY = 'sandtable.puzzles';
const DAY = 86_400_000;
const MOST_DAYS = 1000;

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { marks: kept.marks ?? {}, days: kept.days ?? [] };
  } catch {
    return { marks: {}, days: [] };
  }
}
export const today = (): string => new Date().toISOString().slice(0, 10);
const before = (day: string): string => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

class Progress {
  private kept = $state.raw<Kept>(read());

  mark(id: string): Mark | null {
    return this.kept.marks[id] ?? null;
  }
  get solved(): number {
    return Object.values(this.kept.marks).filter((mark) => mark !== 'shown').length;
  }
  get solvedToday(): boolean {
    return this.kept.days.includes(today());
  }
  /** Days in a row up to today; a day that is still open does not break it. */
  get streak(): number {
    let n = 0;
    for (let day = this.solvedToday ? today() : before(today()); this.kept.days.includes(day); day = before(day)) n++;
    return n;
  }
  get longest(): number {
    let best = 0;
    let run = 0;
    let last = '';
    for (const day of [...this.kept.days].sort()) {
      run = before(day) === last ? run + 1 : 1;
      last = day;
      best = Math.max(best, run);
    }
    return best;
  }

  /** The first result of a puzzle stays; only a puzzle that was shown can still be solved later. */
  keep(id: string, mark: Mark, ofToday: boolean): void {
    const old = this.kept.marks[id];
    const marks =
      old && old !== 'shown' ? this.kept.marks : { ...this.kept.marks, [id]: old === 'shown' && mark === 'first' ? 'later' : mark };
    const days = ofToday && mark !== 'shown' && !this.solvedToday ? [...this.kept.days, today()].slice(-MOST_DAYS) : this.kept.days;
    this.kept = { marks, days };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      /* private mode: for this page only */
    }
  }
}
export const progress = new Progress();
