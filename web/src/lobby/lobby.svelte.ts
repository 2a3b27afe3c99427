// The lobby as the server tells it, for whatever shows it.
import { untrack } from 'svelte';
import { live } from '@/net/live.svelte';
import type { Schemas } from '@/net/types';

export type Offer = Schemas['Offer'];

class Lobby {
  tables = $state.raw<Offer[]>([]);
  here = $state(0);
  looking = $state.raw<Record<string, number>>({});
  /** Has the server told anything yet? */
  known = $state(false);

  /** Follows it; the answer ends that. */
  follow(): () => void {
    // How the connection is must not begin it anew.
    return untrack(() =>
      live.lobby((state) => {
        this.tables = state.tables;
        this.here = state.here;
        this.looking = state.looking;
        this.known = true;
      }),
    );
  }
}

export const lobby = new Lobby();

export type ClockName = 'brisk' | 'calm' | 'slow';
export const CLOCKS: Record<ClockName, NonNullable<Schemas['NewTable']['clock']>> = {
  brisk: { mode: 'live', bank: 600, increment: 5 },
  calm: { mode: 'live', bank: 1500, increment: 10 },
  slow: { mode: 'days', turn: 86_400 },
};

/** Which of the usual clocks it is. */
export function clockName(clock: Offer['clock']): ClockName | null {
  const same = (name: ClockName) => {
    const usual = CLOCKS[name];
    return clock?.mode === usual.mode && (usual.mode === 'live' ? clock.bank === usual.bank : clock.turn === usual.turn);
  };
  return (Object.keys(CLOCKS) as ClockName[]).find(same) ?? null;
}
