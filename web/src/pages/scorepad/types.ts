/** What is entered for every seat, and the engine's answer (kernel/scorepad.py). */
export interface PadField {
  key: string;
  most: number;
  group: string;
  /** With names: a set of things of which each exists once. */
  values: string[];
}
export interface Pad {
  players: number[];
  fields: PadField[];
}
export interface Scored {
  lines: { key: string; rule: string; values: number[]; /** How each value comes about; empty if as entered. */ sums: string[] }[];
  scores: number[];
  winners: number[];
}
