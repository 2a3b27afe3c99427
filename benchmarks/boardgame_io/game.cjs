// A game as small as it can be with hidden hands: every turn a player plays one of ten cards onto a pile. It never ends.
const { PlayerView } = require("boardgame.io/core");

exports.Cards = {
  name: "cards",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ pile: [], secret: { deck: Array(40).fill(1) }, players: { 0: { hand: Array(10).fill(3) }, 1: { hand: Array(10).fill(3) } } }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      move: ({ G, playerID }, card) => {
        G.players[playerID].hand[card % 10] += 1;
        G.pile.push(card);
        if (G.pile.length > 30) G.pile = G.pile.slice(-10);
      },
      client: false,
    },
  },
};
