"""The leaderboard: all bots against each other in every game and number of players, as one Markdown page made from arena runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sandtable.arena.executors import Workers
from sandtable.arena.pairing import Pairing
from sandtable.arena.run import Config, Tournament
from sandtable.arena.store import Store
from sandtable.kernel.registry import load

BOTS = ("random", "greedy", "level1", "level2", "level3", "level4", "level5@3000")
"""Level 5 thinks by the clock; here it has a number of simulations instead, so that the page does not depend on the machine."""
HEAD = """# Leaderboard

Made by `sandtable leaderboard`: the bots of the house{trained} against each other in the arena. On every deal every bot sits once in
every seat, so luck of the deal and of the seat is shared by all; the company changes from deal to deal, so that every two bots meet equally
often. Every record was replayed. Ratings are Bradley–Terry on the Elo scale: a game counts as one comparison of every two seats; the range
holds 95 % of resampled deals. The score rate is the share of wins; among equals it would be 1 over the number of players.{learned} The same
command goes on from its database: `--games` with a larger number makes the ranges smaller.
"""
LEARNED = " A trained\npolicy sits at tables of every size, also where it has not learned."


@dataclass(frozen=True)
class Table:
    """What is played: a game, a number of players, bots."""

    game: str
    players: int
    bots: tuple[str, ...]


def tables(games: Iterable[str], players: Sequence[int], trained: Sequence[tuple[str, str]]) -> Iterator[Table]:
    """All tables of the board. ``trained``: further bots, each with the game it was trained for."""
    for game in games:
        own = tuple(bot for bot, of in trained if of == game)
        for count in load(game).players:
            if not players or count in players:
                yield Table(game, count, (*BOTS, *own))


def play(table: Table, games: int, store: Store, workers: Workers, seed: int = 1) -> Tournament:
    """Plays until there are ``games`` games, in whole deals."""
    tournament = Tournament(Config(table.game, table.bots, table.players, {}, seed, Pairing.circle), store)
    for _ in tournament.play(games, workers, early=False):
        pass
    return tournament


def markdown(played: Sequence[Tournament], trained: Sequence[tuple[str, str]]) -> str:
    """The page: one table for every game and number of players, the best bot first."""
    lines = [HEAD.format(trained=" and trained policies", learned=LEARNED) if trained else HEAD.format(trained="", learned="")]
    before = ""
    for tournament in played:
        config, found = tournament.config, tournament.summary()
        if config.game != before:
            lines += [f"## {load(config.game).name}", "", *_networks(config)]
            before = config.game
        lines += [
            f"### {config.players} players, {found['games']} games",
            "",
            "| bot | rating | 95 % | score rate | mean score | ms a decision |",
        ]
        lines += ["|---|---|---|---|---|---|"]
        standing = {row["bot"]: row for row in found["standings"]}
        for rating in sorted(found["ratings"], key=lambda one: -one["elo"]):
            row = standing[rating["bot"]]
            span = f"{rating['low']:+.0f} to {rating['high']:+.0f}" if rating["low"] is not None and rating["high"] is not None else "open"
            rate = f"{100 * row['score_rate']:.0f} % ± {100 * row['error']:.0f}"
            lines.append(
                f"| `{row['bot']}` | {rating['elo']:+.0f} | {span} | {rate} | {row['mean_score']} | {row['ms_per_decision'] or ''} |"
            )
        lines.append("")
    return "\n".join(lines)


def _networks(config: Config) -> list[str]:
    """Which bots bring a network, and which one."""
    found = [f"`{bot}` (`{version}`)" for bot, version in config.versions().items()]
    return [f"With a network, at tables where it was measured better: {', '.join(found)}.", ""] if found else []
