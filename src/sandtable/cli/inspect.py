"""``show``, ``legal``, ``why``, ``replay``, ``verify``, ``moves``: looking at records and positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sandtable.cli.errors import BadInput
from sandtable.cli.files import record_file, revealed_file, state_file
from sandtable.cli.prepare import AsJson
from sandtable.kernel import seeds
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import State
from sandtable.kernel.words import FIRST, LANGUAGES, catalogue


def spoken(text: str) -> str:
    """A language there are words in."""
    if text not in LANGUAGES:
        raise typer.BadParameter(f"{text!r} is not one of: {', '.join(LANGUAGES)}.")
    return text


File = Annotated[Path, typer.Argument(help="A record, or a position as JSON.")]
Lang = Annotated[str, typer.Option("--lang", parser=spoken, metavar="|".join(LANGUAGES), help="Language of the words.")]
Seat = Annotated[str, typer.Option(help="Whose view: a seat number, `spectator`, or `all` for the whole truth.")]


def seat_given(text: str, state: State) -> int | None:
    if text == "spectator":
        return None
    if text.isdecimal() and int(text) < state.players:
        return int(text)
    raise BadInput(f"--seat is 0 to {state.players - 1}, `spectator` or `all`, not {text!r}.")


def show(file: File, seat: Seat = "all", as_json: AsJson = False, lang: Lang = FIRST) -> None:
    """Draw the table, as one seat sees it or as it is; with --json print the view or the position."""
    state = state_file(file)
    view = state.position() if seat == "all" else state.view(seat_given(seat, state))
    if as_json:
        print(json.dumps(view))
    else:
        Console().print(state.game.draw(view, lang), highlight=False)


def legal(file: File, as_json: AsJson = False) -> None:
    """List the legal decisions."""
    state = state_file(file)
    if as_json:
        listed = [{"id": a.id, "kind": a.kind, "args": dict(a.args), "text": a.text, "reveals": state.reveals(a)} for a in state.legal]
        print(json.dumps({"seat": state.seat, "legal": listed}))
        return
    for action in state.legal:
        print(f"{action.id:5d}  {action.text}")


def why(
    file: File,
    decision: Annotated[str, typer.Argument(help='A decision or gesture, e.g. "load_hand camel1 water".')],
    seat: Annotated[int | None, typer.Option(help="Who asks (default: the seat to decide).")] = None,
    as_json: AsJson = False,
    lang: Lang = FIRST,
) -> None:
    """Say why a decision is refused: code, rule and words; or that it is legal."""
    state = state_file(file)
    if seat is not None and not 0 <= seat < state.players:
        raise BadInput(f"--seat is 0 to {state.players - 1}.")
    refusal = state.why(decision, -1 if seat is None else seat)
    if as_json:
        print(json.dumps({"legal": refusal is None, **(refusal.to_json() if refusal else {})}))
    elif refusal is None:
        print(catalogue(lang, "terminal")["legal"])
    else:
        print(f"{refusal.words[lang]} [{refusal.code}, {refusal.rule}]")


def replay(
    file: File,
    to: Annotated[int | None, typer.Option(help="Stop after this many decisions.")] = None,
    seat: Seat = "all",
    as_json: AsJson = False,
    lang: Lang = FIRST,
) -> None:
    """Tell a recorded game in sentences and draw its table."""
    record = revealed_file(file)
    last = len(record.decisions) if to is None else to
    if not 0 <= last <= len(record.decisions):
        raise BadInput(f"--to is 0 to {len(record.decisions)}.")
    state = record.at(last)
    viewer = None if seat == "all" else seat_given(seat, state)
    told = state.events(0, viewer, everything=seat == "all")
    if as_json:
        view = state.position() if seat == "all" else state.view(viewer)
        print(json.dumps({"decisions": last, "events": told, "view": view, "scores": state.scores, "winners": state.winners}))
        return
    console = Console()
    names = [escape(name) for name in record.seats]
    for event in told:
        console.print(f"[dim]{event['decision']:4d}[/]  {state.say(event, lang, names)}", highlight=False)
    console.print(state.game.draw(state.position() if seat == "all" else state.view(viewer), lang), highlight=False)


PREPARED = {
    "dealt_anew": "  A prepared position; all that was hidden in it was dealt anew.",
    "known": "  A prepared position: its maker may know every card.",
}


def verify(
    file: File,
    commitment: Annotated[str | None, typer.Option(help="The hash published before the game.")] = None,
    part: Annotated[list[str] | None, typer.Option(help="A fingerprint of a seat's part, shown before the deal; once for each.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a record: every line, every decision by replay, the result, the seed and the seats' parts against their commitments."""
    record = record_file(file)
    if commitment is not None and commitment.strip().lower() != record.commitment:
        raise BadInput(f"{file}: the record was made with another seed than the published hash {commitment} stands for.")
    added = [None if given is None else seeds.part_commitment(given) for given in record.parts or ()]
    for shown in part or ():
        if shown.strip().lower() not in added:
            raise BadInput(f"{file}: no seat of the record added the part that the fingerprint {shown} stands for.")
    state = record.final() if record.seed else None
    if as_json:
        facts = {"sound": True, "decisions": len(record.decisions), "commitment": record.commitment, "seed_revealed": state is not None}
        facts.update(parts=added or None, prepared=record.prepared)
        print(json.dumps({**facts, "over": bool(state and state.over), "result": record.result}))
        return
    what = "replays to the same end" if state and state.over else "replays so far" if state else "is undamaged; its seed is still hidden"
    print(f"{file}: sound. {len(record.decisions)} decisions; the game {what}. Commitment {record.commitment}.")
    for name, fingerprint in zip(record.seats, added, strict=False):
        print(f"  {name} added " + ("nothing to the deal." if fingerprint is None else f"the part with the fingerprint {fingerprint}."))
    if record.prepared:
        print(PREPARED[record.prepared])


def moves(
    position: Annotated[Path, typer.Option(help="A position or record, at the start of a turn.")],
    top: Annotated[int, typer.Option(min=1, help="How many, the best first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List whole moves by outcome, with the gain of each at once, in games that can list them."""
    state = state_file(position)
    if not state.game.coaching.finds_turns:
        able = [name for name in games() if load(name).coaching.finds_turns]
        raise BadInput(f"{position}: moves are listed for {', '.join(able)} only; this is {state.game.id}.")
    found = state.game.moves(state, top)
    if not found:
        raise BadInput(f"{position}: no turn begins here; moves are listed where one does.")
    if as_json:
        print(json.dumps(found))
        return
    names = [name for name in found[0] if name not in ("ids", "parts", "decisions", "gain")]
    table = Table("gain", *names, "brings", "decisions")
    for move in found:
        parts = ", ".join(f"{name} {points:+d}" for name, points in move["parts"].items())
        table.add_row(f"{move['gain']:+d}", *(str(move[name]) for name in names), parts, " · ".join(move["decisions"]))
    Console().print(table)


COMMANDS = (show, legal, why, replay, verify, moves)
