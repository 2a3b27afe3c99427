/** What a picture board keeps: its game, and which decisions can be touched in the picture (the dock offers the others). */
export class Memory {
  texts = $state.raw<string[]>([]);
  constructor(readonly game: string) {}
}
