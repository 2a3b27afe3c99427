// What the table page and a board say to each other. A board knows no rules: it draws a view and offers the decisions it was sent.
import type { Component } from 'svelte';
import type { Translate } from '@/i18n/i18n.svelte';
import type { WholeTurn } from '@/coach/types';
import type { Decision, Refusal, Result, ToldTurn } from '@/net/types';

export type { Decision, Refusal } from '@/net/types';

/** Something that happened, as this seat may know it. The other keys are the facts of the game's event. */
export interface GameEvent {
  event: string;
  seat?: number | null;
  words?: Record<string, string>;
  [fact: string]: unknown;
}

export interface SeatInfo {
  seat: number;
  name: string;
  /** The second line: "bot", "friend", "away". */
  note: string;
  bot: boolean;
  mine: boolean;
  online: boolean;
  thinking: boolean;
}

/** Marks that are no advice: what a scoring counts, what others did against me or for me. */
export type Marking = 'counted' | 'against' | 'favour';
/** Is there anything of the coach's among what is drawn? */
export const advised = (drawn: Drawn[] | undefined): boolean =>
  !!drawn?.some((one) => one.style === 'best' || one.style === 'played' || one.style === 'hint');

/** Something the coach draws on the board: a turn, or things to look at. */
export interface Drawn {
  style: 'best' | 'played' | 'hint' | Marking;
  /** Places in order, as the board names them; empty where there is no way. */
  path: string[];
  /** Things to ring, by their `data-key`. */
  keys: string[];
  /** What was done to me: what it brought or cost, and which seat did it. */
  gain?: number;
  by?: number;
}

/** Places and what can be had there; a touch on one picks it. */
export interface Heat {
  /** What is had for good, what is a lead that may not last, and what both are worth together. */
  places: Record<string, { worth: number; banked: number; lead: number }>;
  picked: string | null;
  pick(place: string): void;
}

/** All a board is given. `View` and `Helps` are the game's own shapes; `helps` may lack any part, and then nothing is shown for it. */
export interface BoardState<View = any, Helps = any, Memory = any> {
  view: View;
  /** The table drawn by the game itself (SVG), for boards that show it. */
  picture?: string | null;
  /** What the board keeps between views: made by its `remember`, one for every table on the screen. */
  memory: Memory;
  /** The seat this screen plays, or null for a spectator and in a replay of someone else's game. */
  me: number | null;
  /** The seat that has to decide, or null when the game is over. */
  deciding: number | null;
  /** What `me` may do now; empty if it is not `me`'s decision, or the screen shows the past. */
  legal: Decision[];
  helps: Partial<Helps>;
  /** What led from the view before to this one, in order: for animation. Empty after a jump. */
  events: GameEvent[];
  seats: SeatInfo[];
  over: boolean;
  /** The decision that is being previewed: one of `legal`, or null. The main button plays it. */
  chosen: Decision | null;
  /** What was touched first while a second touch is still needed (a card, a tile); a key of the board's own choosing. */
  held: string | null;
  /** The last refusal, until it fades; boards ring and shake the thing whose key it carries. */
  refused: { key: string; refusal: Refusal } | null;
  /** What the coach draws. Ways are drawn by the board; the page rings every thing that has a `data-key` of its own in the document. */
  drawn?: Drawn[];
  /** How good each place is, while somebody looks for one. */
  heat?: Heat | null;
  /** What taking a thing is likely to leave in points, by its `data-key`, while somebody plans. */
  leaves?: Record<string, number> | null;
  /** The turns since `me`'s last decision, each in one sentence: at most one of every seat. */
  since?: ToldTurn[];
  /** A scoring stands beside the board. */
  counted?: Counted | null;
}

/** What a board may do. */
export interface BoardActions {
  /** First tap: preview this decision (null: nothing). Tapping the chosen decision again plays it, unless it `stands`.
   *  `held`: the thing it began with stays held, so that another second touch can still replace the choice. */
  choose(decision: Decision | null, held?: string): void;
  /** Shows what a decision would do, whatever this device wants to confirm (an amount that is being set). */
  preview(decision: Decision | null): void;
  /** Plays at once. For steps that need no preview (the next meeple of a path, a payment card). */
  play(decision: Decision): void;
  /** Remembers a first touch. */
  hold(key: string | null): void;
  /** Something that is not offered was touched: the server says why, and `key` is ringed and shaken.
   *  `text` is a decision or a gesture in notation. */
  attempt(text: string, key: string): void;
  /** Opens the player aid at the thing with this key. */
  explain?(key: string): void;
}

export interface BoardProps<View = any, Helps = any, Memory = any> {
  table: BoardState<View, Helps, Memory>;
  actions: BoardActions;
}

/** One button of the dock besides undo and the main button. */
export interface DockButton {
  label: string;
  decision: Decision;
}

/** What the dock (phone: bottom; else: under or beside the board) shows now. The page adds undo, and plays `main` with the main button. */
export interface Dock {
  /** What is asked, one sentence. */
  ask: string;
  /** What the chosen decision does: a heading and a line of plain words. */
  preview?: { title: string; text?: string };
  /** The main button; null: nothing can be confirmed yet. */
  main: DockButton | null;
  others?: DockButton[];
}

/** A line of a scoring; `values` and the other lists have one entry per seat. */
export interface ScoreLine {
  label: string;
  values: (number | string)[];
  rule?: string;
  /** Sprite beside the label, and a second line under it: "6 points". */
  icon?: string;
  sub?: string;
  /** The line is a part of the total, drawn in this colour. */
  part?: string;
  /** How a value comes about: "3 × 5". */
  notes?: string[];
  /** Points that a line gives where its values are something else (cards, fields). */
  gains?: number[];
  /** Who gains here, and why. */
  why?: string;
  /** The things on the board that make a seat's value, to be ringed. */
  keys?: string[][];
  /** How many of a seat's things counted here were turned up for it: "2 + 1". */
  turned?: number[];
  /** How much of a seat's part is a bonus for being ahead: hatched. */
  bonus?: number[];
  /** The smallest value is the best one: places. */
  least?: boolean;
  /** What the parts before it come to; by default the last line is. */
  sum?: boolean;
  /** No value is better than another: rounds. */
  plain?: boolean;
}

/** What a scoring has come to while it is counted beside the board. */
export interface Counted {
  /** What happened up to it. */
  events: GameEvent[];
  /** What every seat has been given so far; null: the lines are no sums. */
  gained: number[] | null;
  /** Is it the end of the game? Then what was gained is the whole score. */
  final: boolean;
}

/** What is counted between two parts of a game (a stage, a round): line by line; the last line is the total. */
export interface Counting {
  title: string;
  note?: string;
  rule?: string;
  lines: ScoreLine[];
  /** What follows, as on a button. */
  next: string;
}

/** `web/src/games/<game>/board/index.ts` exports one of these as `board`. */
export interface BoardModule<View = any, Helps = any> {
  /** Names of the sprites the board needs (see look/Sprite.svelte). */
  sprites: string[];
  /** Nothing on this table is anybody's secret: people at one device need no cover between their turns. */
  open?: boolean;
  /** Where the seat cards stand on a wide screen. */
  seats: 'top' | 'left';
  /** How much wider than high the board is; left out: as high as wide. */
  aspect?: number;
  /** The board itself. It also contains the own hand and anything else that is touched. */
  Board: Component<BoardProps<View, Helps>>;
  /** The body of one seat's card: what is public about it. */
  Seat: Component<BoardProps<View, Helps> & { seat: number }>;
  /** Further panels of the right column (majorities, odds, forecasts). */
  Side?: Component<BoardProps<View, Helps>>;
  /** Panels under the seat cards (with `seats: 'left'`; on narrow screens below the board). */
  Under?: Component<BoardProps<View, Helps>>;
  /** Inside the dock, above its buttons: whatever belongs to the question itself (an amount, a fight). */
  Ask?: Component<BoardProps<View, Helps>>;
  /** What the board keeps between views: the track of a move, a plan that is half played. */
  remember?(): unknown;
  /** The short second line of the title: "Stage 1 of 2". */
  status(view: View, t: Translate): string;
  dock(table: BoardState<View, Helps>, t: Translate): Dock;
  /** A decision in a few words, as on a button: "Load gold onto camel 2". Used for undo, the list of all choices, and by screen readers. */
  phrase(decision: Decision, table: BoardState<View, Helps>, t: Translate): string;
  /** Events that need no line in the log: they are seen on the table. */
  quiet?: string[];
  /** The seat an event belongs to, where its facts name players otherwise (by colours). */
  actor?(event: GameEvent, view: View): number | null;
  /** Does this event concern the seat? For the log's filter "what changed for me". */
  concerns(event: GameEvent, seat: number, view: View): boolean;
  /** The final scoring, line by line; the last line is the total. `log`: all that happened. `names`: of the seats. */
  scoring(view: View, t: Translate, helps: Partial<Helps>, result: Result | null, log: GameEvent[], names: string[]): ScoreLine[];
  /** What these events counted, if a part of the game ended with them and the game goes on. `names`: of the seats. */
  counting?(events: GameEvent[], view: View, t: Translate, helps: Partial<Helps>, names: string[]): Counting | null;
  /** How long (ms, at normal pace) the animation of this event takes; 0 if it shows none. The page waits so long before the next view. */
  duration(event: GameEvent): number;
  /** The seat colours are the game's own: sprite id of a seat's badge. */
  badge?(seat: number, view: View): string;
  /** Name of a seat's colour tokens where they are the game's own: `tg-blue` for `--tg-blue` and `--tg-blue-ink`. */
  paint?(seat: number, view: View): string;
  /** Does this decision throw dice? What it uncovers is then said so. */
  rolls?(decision: Decision): boolean;
  /** Did dice roll in this event? Then it sounds so. */
  dice?(event: GameEvent): boolean;
  /** May the thing with this key mean another one once a move is made (a card of a row that moves up)? Then the coach does not ring it. */
  shifts?(key: string): boolean;
  /** In which order the marks of turns are offered to the search for one. */
  marks?: string[];
  /** A whole turn as a line of little pictures; left out: its words say it. */
  Turn?: Component<{ path: string[]; texts: string[] }>;
  /** How a thing of this seat is called while another seat's things are the large ones; null: it cannot be seen. Left out: the same key. */
  elsewhere?(key: string, seat: number): string | null;
  /** What a whole turn does and what its points consist of, in a few words. */
  consists?(turn: WholeTurn, table: BoardState<View, Helps>, t: Translate): string;
  /** The order of play is still open, so that it can be planned what one would do (`GET /api/tables/{table}/plan`). */
  plannable?(view: View): boolean;
  /** The player aid: what things on the table are and do. `about` is the key of the thing that was touched, or ''. */
  Aid?: Component<BoardProps<View, Helps> & { about: string }>;
  /** What the aid is called for the thing with this key. */
  aidTitle?(about: string, table: BoardState<View, Helps>, t: Translate): string;
  /** The beginning of a turn that can be looked for as a whole (`GET /api/tables/{table}/turns`). */
  searchable?(view: View): boolean;
}
