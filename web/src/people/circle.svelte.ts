// One's own people, as the server tells: who of those one follows is here, and challenges that wait. And whom one blocks.
import { untrack } from 'svelte';
import { bearer, request } from '@/net/api';
import { live } from '@/net/live.svelte';
import type { Schemas } from '@/net/types';

class Circle {
  people = $state.raw<Schemas['Friend'][]>([]);
  challenges = $state.raw<Schemas['Challenged'][]>([]);
  blocked = $state.raw<ReadonlySet<string>>(new Set());

  /** Follows it for whoever has this token; the answer ends that. */
  follow(token: string): () => void {
    // How the connection is must not begin it anew.
    return untrack(() => {
      void this.look(token);
      const end = live.person(token, (told) => {
        this.people = told.people;
        this.challenges = told.challenges;
      });
      return () => {
        end();
        this.people = [];
        this.challenges = [];
        this.blocked = new Set();
      };
    });
  }

  /** Whom one blocks, looked up again. */
  async look(token: string): Promise<Schemas['Bond'][]> {
    try {
      const bonds = await request<Schemas['Bond'][]>('/people/me/people', { headers: bearer(token) });
      this.blocked = new Set(bonds.filter((bond) => bond.blocks).map((bond) => bond.handle));
      return bonds;
    } catch {
      return [];
    }
  }
}

export const circle = new Circle();
