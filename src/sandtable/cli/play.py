"""``play``: a game in the terminal, hot seat or against bots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.prompt import Prompt

from sandtable.bots import LEVELS, BadBot, Bot, Forfeit, Knowledge, seat_named
from sandtable.cli.errors import BadInput
from sandtable.cli.files import game_named, new_game, revealed_file
from sandtable.cli.inspect import Lang
from sandtable.cli.menu import Menu
from sandtable.cli.prepare import Options, Players, SeedText
from sandtable.kernel.record import Record
from sandtable.kernel.refusals import Refused
from sandtable.kernel.registry import games
from sandtable.kernel.state import State
from sandtable.kernel.words import FIRST, catalogue
from sandtable.search import SearchResult
from sandtable.search import warm as compiling

HUMAN = "human"
OPPONENT = "level3"
HINTS = "level4"


def play(
    game: Annotated[str | None, typer.Argument(help="Which game (default: you are asked).")] = None,
    players: Players = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where, separated by commas: human, level1 to level5, greedy, random, or another bot.")
    ] = None,
    seed: SeedText = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
    record: Annotated[Path | None, typer.Option(help="Keep the game in this file; go on from it if it exists.")] = None,
    lang: Lang = FIRST,
) -> None:
    """Play in the terminal. Type a decision, its number, or an abbreviation; ? for help."""
    console = Console()
    if record is not None and record.exists():
        kept = revealed_file(record)
        if game not in (None, kept.game.id):
            raise BadInput(f"{record} holds a game of {kept.game.id}, not of {game}.")
        state, names = kept.final(), kept.seats
    else:
        if game is None:
            game = Prompt.ask(catalogue(lang, "terminal")["which"], choices=games(), default=games()[0], console=console)
        chosen = game_named(game)
        if players is not None:
            chosen.check_options(players, {})
        names = seats.split(",") if seats else [HUMAN] + [OPPONENT] * ((players or chosen.players[0]) - 1)
        if players is not None and len(names) != players:
            raise BadInput(f"--seats names {len(names)} seats, but --players is {players}.")
        state = new_game(chosen, len(names), seed, option)
        for name in names:
            if name != HUMAN:
                seat_named(name).make(chosen.id)
    bots = {seat: bot for seat, name in enumerate(names) if (bot := _bot(name, state.game.id)) is not None}
    if bots:
        compiling.ensure([state.game.id])
    Table(console, state, names, lang, record, bots).run()


def _bot(name: str, game: str) -> Bot | None:
    """The bot of this name; None: a person (records may name them as they like)."""
    try:
        return seat_named(name).make(game)
    except BadBot:
        return None


@dataclass
class Table:
    """A terminal with a game on it."""

    console: Console
    state: State
    kinds: list[str]
    language: str
    record: Path | None = None
    bots: dict[int, Bot] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    last_human: int | None = None

    @property
    def words(self) -> dict[str, str]:
        found: dict[str, str] = catalogue(self.language, "terminal")
        return found

    @property
    def names(self) -> list[str]:
        """With markup escaped: records may name people as they like."""
        return [f"{self.words['seat']} {seat} ({escape(self.called(kind))})" for seat, kind in enumerate(self.kinds)]

    def called(self, kind: str) -> str:
        """What a kind of seat is called in this language."""
        levels = {level.id: level.names[self.language] for level in LEVELS}
        return levels.get(kind.partition("@")[0]) or self.words.get(kind, kind)

    @property
    def humans(self) -> list[int]:
        return [seat for seat in range(len(self.kinds)) if seat not in self.bots]

    def run(self) -> None:
        """Plays until the game is over or somebody leaves; what was decided is kept."""
        try:
            for place, bot in self.bots.items():
                bot.start(self.state.game, self.state.players, place, secrets.randbelow(1 << 32))
            while not self.state.over:
                seat = self.state.seat
                assert seat is not None
                if seat in self.humans:
                    self.ask(seat)
                else:
                    self.state.play(self.think(self.bots[seat], seat))
                self.save()
        except (EOFError, KeyboardInterrupt):
            self.leave()
            return
        except Forfeit as forfeit:
            raise BadInput(f"{self.names[self.state.seat or 0]}: {forfeit}") from None
        finally:
            for bot in self.bots.values():
                bot.close()
        self.finish()

    def think(self, bot: Bot, seat: int) -> object:
        """Asks a bot, with a bar that shows how far it has thought."""
        knowledge = Knowledge.of(self.state, seat)
        if len(knowledge.ids) == 1:
            return int(knowledge.ids[0])
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=24))
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as progress:
            task = progress.add_task(self.words["thinking"].format(name=self.names[seat]), total=1.0)
            return bot.decide(knowledge, lambda part: progress.update(task, completed=min(1.0, part)))

    def hint(self, seat: int) -> None:
        """What a strong bot would do with what this seat knows."""
        if len(self.state.legal) == 1:
            self.console.print(f"  [bold]{self.state.legal[0].text}[/]", highlight=False)
            return
        adviser = seat_named(HINTS).make(self.state.game.id)
        compiling.ensure([self.state.game.id])
        adviser.start(self.state.game, self.state.players, seat, secrets.randbelow(1 << 32))
        self.think(adviser, seat)
        if adviser.searched is not None:
            self.advise(adviser.searched, seat)

    def advise(self, found: SearchResult, seat: int) -> None:
        chance = f" ({self.words['chance'].format(percent=round(100 * found.chances[seat].mean))})" if found.chances else ""
        for option in found.options[:3]:
            self.console.print(f"  [bold]{option.action.text}[/]  {100 * option.share:.0f} %{chance}", highlight=False)
            chance = ""

    def save(self) -> None:
        if self.record is not None:
            Record.of(self.state, self.kinds).save(self.record)

    def leave(self) -> None:
        self.console.print()
        if self.record is None:
            self.console.print(self.words["left"])
        else:
            self.console.print(self.words["kept"].format(file=escape(str(self.record))))

    def ask(self, seat: int) -> None:
        """Shows the seat its table and takes its decisions until it has played one."""
        if self.last_human not in (None, seat):
            self.console.clear()
            self.console.input(self.words["hand_over"].format(name=self.names[seat]))
        self.last_human = seat
        self.tell(seat)
        self.console.print(self.state.game.draw(self.state.view(seat), self.language), highlight=False)
        menu = Menu(self.state)
        while True:
            self.console.print(menu.lines(), highlight=False)
            typed = self.console.input(f"[bold]{self.names[seat]}[/] › ").strip()
            if self.obey(typed, seat):
                return
            chosen = menu.find(typed) if typed != "hint" else None
            if chosen is not None:
                self.state.play(chosen)
                return
            self.explain(typed, menu)

    def obey(self, typed: str, seat: int) -> bool:
        """Carries out a word that is not a decision; True if the table has changed."""
        if typed in ("quit", "q"):
            raise EOFError
        if typed == "undo":
            try:
                self.state.undo(seat)
            except Refused as refused:
                self.console.print(f"[yellow]{refused.refusal.words[self.language]}[/] [dim]{refused.refusal.rule}[/]")
                return False
            self.told = {who: min(n, self.state.event_count) for who, n in self.told.items()}
            return True
        if typed == "hint":
            self.hint(seat)
        return False

    def explain(self, typed: str, menu: Menu) -> None:
        if typed == "hint":
            return
        if typed in ("?", "help", ""):
            self.console.print(self.words["help"])
            return
        if typed == "log":
            self.tell(self.last_human, everything=True)
            return
        several = menu.matches(typed)
        if several:
            self.console.print(self.words["several"].format(choices=", ".join(a.text for a in several[:8])))
            return
        refusal = self.state.why(typed)
        if refusal:
            self.console.print(f"[yellow]{refusal.words[self.language]}[/] [dim]{refusal.code}, {refusal.rule}[/]")

    def tell(self, seat: int | None, everything: bool = False) -> None:
        """Says what happened since this seat last looked."""
        if seat is None:
            return
        since = 0 if everything else self.told.get(seat, 0)
        for event in self.state.events(since, seat):
            self.console.print(f"  {self.state.say(event, self.language, self.names)}", highlight=False)
        self.told[seat] = self.state.event_count

    def finish(self) -> None:
        for seat in self.humans[:1]:
            self.tell(seat)
        self.console.print(self.state.game.draw(self.state.view(None), self.language), highlight=False)
        for seat, (score, rank) in enumerate(zip(self.state.scores, self.state.ranks, strict=True)):
            self.console.print(f"  {rank}. {self.names[seat]}: {score}")
        winners = ", ".join(self.names[seat] for seat in self.state.winners)
        self.console.print(f"[bold]{self.words['won'].format(names=winners)}[/]")
        if self.record is not None:
            self.console.print(self.words["kept"].format(file=escape(str(self.record))))


COMMANDS = (play,)
