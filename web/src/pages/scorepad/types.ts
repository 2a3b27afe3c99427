/** The engine's answer to an entered end of a game. */
export interface Scored {
  lines: { key: string; rule?: string; values: (number | string)[] }[];
  scores: number[];
  winners: number[];
}
