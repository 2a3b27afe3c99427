// What a game may bring for the browser. Everything but the first lines is fetched when it is needed; a game lacks what it leaves out.
import type { Component } from 'svelte';
import type { Translate } from '@/i18n/i18n.svelte';
import type { Lesson } from '@/learn/types';
import type { Position } from '@/study/api';
import type { EditorModule } from '@/study/editor/types';
import type { BoardModule } from '@/table/board';

/** Small drawings beside rules: what stands where, by the section they belong to, and how they are drawn. */
export interface Figures<F = any> {
  figures: Record<string, F[]>;
  Figure: Component<{ figure: F; id: string }>;
  /** The pieces one looks up most, beside every section. */
  side?(t: Translate): { title: string; rows: { icon: string; title: string; text: string }[] };
}

/** `web/src/games/<game>/index.ts` exports one of these as `game`. */
export interface GameModule {
  /** The piece that stands for the game in lists, by its sprite id. */
  icon: string;
  /** Address of the game's drawings. */
  sprite: string;
  /** The drawing of something worth remembering (`Game.keepsakes`), by its sprite id. */
  keepsake?(key: string): string;
  /** The same where a drawing is more than a sprite. */
  keepsakes?(): Promise<{ default: Component<{ name: string }> }>;
  /** Is this a position of the game, although it does not say so? */
  recognises(position: Position): boolean;
  /** The picture on its card. */
  art(): Promise<{ default: Component }>;
  board(): Promise<{ board: BoardModule }>;
  editor?(): Promise<{ editor: EditorModule }>;
  lesson?(): Promise<{ lesson: Lesson }>;
  figures?(): Promise<Figures>;
  /** A random start to lay out with the box at home. */
  setup?(): Promise<{ default: Component<{ view: any }> }>;
}
