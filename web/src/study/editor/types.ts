// What an editor of one game gives to the page.
import type { Component } from 'svelte';
import type { Translate } from '@/i18n/i18n.svelte';
import type { Position } from '../api';

export type Change = (edit: (position: any) => void) => void;

/** Something to put down with a tap. */
export interface Brush {
  id: string;
  icon: string;
  label: string;
}

export interface PartProps<P = any> {
  position: P;
  names: string[];
  /** The thing that was tapped last. */
  selected: string | null;
  /** The seat that is being edited. */
  seat: number;
  change: Change;
}

export interface EditorModule {
  /** A fresh deal made ready for editing. */
  ready?(position: Position): void;
  /** What the board draws: the position with everything open. */
  view(position: Position): any;
  /** Keeps the box complete: what was put down was taken from the stock, and the other way round. */
  settle(before: Position, after: Position): void;
  deciding(position: Position): number | null;
  /** How many play in it. */
  players(position: Position): number;
  brushes(position: Position, t: Translate): Brush[];
  /** Puts a brush's piece onto the thing, or takes one away; false: it does not go there. */
  paint(position: any, key: string, brush: string, less: boolean, seat: number): boolean;
  /** Remarks about what is possible but does not fit the box. */
  remarks?(position: Position, t: Translate): string[];
  /** Is this thing edited by its own form? */
  handles(key: string): boolean;
  /** The form of the tapped thing. */
  Thing: Component<PartProps>;
  /** Everything of one seat. */
  Seat: Component<PartProps>;
  /** Tracks, piles, whose turn. */
  Round: Component<PartProps>;
}
