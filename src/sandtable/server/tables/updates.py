"""What leaves the server about a table: built here and nowhere else, from ``view(seat)``, events told to that seat, and public facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Literal

import orjson

from sandtable.coach.turns import turn_key
from sandtable.kernel import seeds
from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Key, Words
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.server import bots
from sandtable.server.models.answers import PUBLIC
from sandtable.server.tables.hearing import Told, hear_on, in_words, seat_marks, tell
from sandtable.server.tables.irrevocable import REASONS, reason
from sandtable.server.tables.table import Entry, New, Seat, Table
from sandtable.server.tables.undoing import asked_undo, free_undo, undo_locked

REMEMBERED = 8
"""Entries that are kept for the next who has seen as much: of one act, or some."""


@lru_cache(1_000)
def stamp(seconds: float) -> str:
    """A time as text."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def encode(message: Any) -> bytes:
    return orjson.dumps(message, option=orjson.OPT_SERIALIZE_NUMPY)


# ---- status -----------------------------------------------------------------------------------------------------------------------


def status(table: Table, now: float, here: Iterable[int] = ()) -> JSON:
    """The public facts: the same for everybody."""
    setup, present = table.setup, set(here)
    clock = None
    if table.constant is None:
        table.constant = constant(table)
    if setup.clock is not None:
        left = [
            round(x, 3) if seat.kind in ("person", "program") else None for seat, x in zip(table.seats, table.timing.left, strict=False)
        ]
        clock = {**setup.clock.to_json(), "left": left, "since": stamp(table.timing.since), "now": stamp(now)}
    return {
        **table.constant,
        "phase": table.phase,
        "coach": table.coach,
        "talk": table.talk,
        "draw": draw(table),
        "changed": stamp(table.changed),
        "seats": seats(table.seats, present),
        "to_decide": table.to_decide,
        "decisions": table.decisions,
        "clock": clock,
        "asks": [
            {
                "ask": ask.number,
                "kind": ask.kind,
                "seat": ask.seat,
                "to": ask.to,
                "level": ask.level,
                "coach": ask.coach,
                "agreed": list(ask.agreed),
                "waiting": list(ask.waiting),
            }
            for ask in table.asks
        ],
        "result": _result(table),
        "rematch": table.rematch,
    }


def constant(table: Table) -> JSON:
    """What never changes about a table."""
    setup = table.setup
    return {
        "table": setup.id,
        "game": setup.game,
        "options": setup.options,
        "players": setup.players,
        "casual": setup.casual,
        "listed": setup.listed,
        "rated": setup.rated,
        "deal": setup.deal,
        "spectators": setup.spectators,
        "prepared": table.prepared,
        "commitment": seeds.commitment(setup.seed),
        "created": stamp(setup.created),
    }


def draw(table: Table) -> JSON | None:
    """How the deal is drawn: the fingerprints, and once it is drawn the parts; None if only the server draws."""
    stage = table.draw_stage
    if stage is None:
        return None
    parts = [
        None if seat.part is None else {"commitment": seat.part.commitment, "part": seat.part.value if stage == "drawn" else None}
        for seat in table.seats
    ]
    return {"stage": stage, "round": table.draw_round, "waiting": table.draw_waits_for, "parts": parts}


def _result(table: Table) -> JSON | None:
    """How the game ended; of one that was played out, what decided it, in every language: ``{0}`` stands for the name of seat 0."""
    result, state = table.result, table.state
    if result is None or state is None or result["reason"] != "end":
        return result
    return {**result, "words": {language: state.game.verdict(state, language, seat_marks(state.players)) for language in LANGUAGES}}


def seats(places: Sequence[Seat], present: set[int]) -> list[JSON]:
    """Who sits where. Bots have names of their own in every language; those of one level are counted."""
    bot_levels = [place.level for place in places if place.kind == "bot"]
    met: Counter[str | None] = Counter()
    told = []
    for number, place in enumerate(places):
        names = None
        if place.kind == "bot" and place.level is not None:
            met[place.level] += 1
            count = f" {met[place.level]}" if bot_levels.count(place.level) > 1 else ""
            names = {language: f"{words['name']}{count}" for language, words in bots.words(place.level).items()}
        here = place.kind == "bot" or number in present
        facts = {"seat": number, "kind": place.kind, "name": place.name, "handle": place.handle, "names": names, "level": place.level}
        told.append({**facts, "away": place.away, "here": here})
    return told


# ---- entries ----------------------------------------------------------------------------------------------------------------------


def entries(table: Table, seat: int | None, seen: int) -> list[JSON]:
    """What happened after number ``seen``, as ``seat`` may know it; nothing of what was taken back."""
    if seen >= table.number:
        return []
    new = _news(table, seen)
    events = _events(table, seat, new)
    return [_told(table, entry, seat, decisions, said, events) for entry, decisions, said in new]


def _news(table: Table, seen: int) -> list[New]:
    """The entries after number ``seen`` that were not taken back: found once for all who have seen as much."""
    if seen in table.news:
        return table.news[seen]
    place = _places(table, seen)
    new = [entry for entry in table.log[max(seen, 0) :] if entry.number not in table.gone]
    found = [(entry, place.get(entry.number, 0), _public(entry)) for entry in new]
    if len(found) <= REMEMBERED:
        table.news[seen] = found
    return found


def _public(entry: Entry) -> JSON:
    """What everybody is told of an entry."""
    kind, facts = entry.kind, entry.facts
    return {"number": entry.number, "kind": kind, "at": stamp(entry.at), **{name: facts[name] for name in PUBLIC[kind] if name in facts}}


def _places(table: Table, seen: int) -> dict[int, int]:
    """The entries after number ``seen`` that are decisions which stand: the how manieth each is."""
    found: dict[int, int] = {}
    for decision in range(len(table.standing), 0, -1):
        number = table.log[table.standing[decision - 1]].number
        if number <= seen:
            break
        found[number] = decision
    return found


def _events(table: Table, seat: int | None, new: list[New]) -> dict[int, list[JSON]]:
    """The events of the entries' decisions (0: the deal), told to ``seat``."""
    told: dict[int, list[JSON]] = defaultdict(list)
    state = table.state
    first = min((decisions for entry, decisions, _ in new if entry.kind in ("played", "dealt")), default=None)
    if state is None or first is None:
        return told
    for heard in _heard(table, state, seat, state.moves[first - 1].events if first else 0):
        told[heard.decision].append(heard.event)
    return told


def _heard(table: Table, state: State, seat: int | None, since: int) -> Sequence[Told]:
    """The events from number ``since`` on, as told to ``seat``."""
    heard = table.heard.get(seat)
    if heard is None or heard.first > since or heard.until < state.event_count:
        turn = state.moves[table.turns[-1]].events if table.turns else since
        heard = table.heard[seat] = hear_on(heard, state, seat, since, turn)
    return heard.since(since)


def _told(table: Table, entry: Entry, seat: int | None, decisions: int, public: JSON, events: dict[int, list[JSON]]) -> JSON:
    if entry.kind == "dealt":
        return {**public, "events": events[decisions]}
    if entry.kind != "played":
        return public
    said = {**public, "events": events[decisions], "decisions": decisions}
    if entry.facts["seat"] == seat:
        assert table.state is not None
        said["decision"] = decision(table.state.moves[decisions - 1].action)
    return said


# ---- turns in one sentence --------------------------------------------------------------------------------------------------------


def turns(table: Table, seat: int | None, seen: int) -> list[JSON]:
    """The turns that number ``seen`` did not know as they are now, each in one sentence."""
    if table.state is None or seen >= table.number:
        return []
    new = _news(table, seen)
    touched = [decisions for entry, decisions, _ in new if entry.kind == "played"]
    touched += [int(entry.facts["decisions"]) for entry, _, _ in new if entry.kind == "undone"]
    if not touched or not table.turns:
        return []
    first = table.turns[min(max(min(touched), 1), len(table.turns)) - 1]
    over, done = table.state.over, table.turn != table.last_turn
    heard, view = _heard(table, table.state, seat, table.state.moves[first].events), seen_by(table, "all" if over else seat)
    alike = _alike(table.state, heard, view)
    if alike is None or (first, alike) not in table.retold:
        told = told_turns(table.state, table.turns, seat, over, first, done, view, heard)
        if alike is None or table.turns[-1] != first:
            return told
        table.retold[first, alike] = told
    return table.retold[first, alike]


def _alike(state: State, heard: Sequence[Told], view: JSON) -> bytes | None:
    """The same for all who hear the same of the last turn; None if their views matter."""
    seen = state.game.coaching.retold_from(view)
    return None if seen is None else b",".join((orjson.dumps(seen), *(told.alike for told in heard)))


def told_turns(
    state: State,
    starts: Sequence[int],
    seat: int | None,
    everything: bool,
    first: int,
    state_done: bool,
    view: JSON | None = None,
    heard: Sequence[Told] | None = None,
) -> list[JSON]:
    """The turns from the decision after ``first`` on. ``starts``: for every decision, how many there were before its turn; ``view``: what
    is seen now, and ``heard``: the events since ``first``, if they are at hand."""
    spans: list[tuple[int, int]] = []
    for decision in range(first, len(starts)):
        if spans and spans[-1][0] == starts[decision]:
            spans[-1] = (starts[decision], decision + 1)
        else:
            spans.append((starts[decision], decision + 1))
    views = views_after(state, {last for _, last in spans}, "all" if everything else seat, view)
    if heard is None:
        heard = tell(state, state.moves[first].events if first < len(state.moves) else state.event_count, seat, everything)
    events: dict[int, list[Told]] = defaultdict(list)
    for event in heard:
        events[event.decision].append(event)
    told = []
    for begin, last in spans:
        mine = [event for decision in range(begin + 1, last + 1) for event in events[decision]]
        player = state.moves[begin].seat
        done = last < len(starts) or state_done
        told.append({"seat": player, "first": begin, "last": last, "done": done, **_retold(state, player, mine, views[last])})
    return told


def seen_by(table: Table, eyes: int | Literal["all"] | None) -> JSON:
    """What these eyes see of the table now: made once for every position."""
    assert table.state is not None
    if eyes not in table.views:
        table.views[eyes] = table.state.glance(eyes)
    return table.views[eyes]


def views_after(state: State, places: set[int], eyes: int | Literal["all"] | None, view: JSON | None = None) -> dict[int, JSON]:
    """What these eyes saw after so many decisions: a turn is told as it was, whatever happened since. ``view``: what they see now."""
    views = {state.number: view or state.view(eyes)}
    past = places - {state.number}
    if past:
        walking = state.copy().rewind(0)
        for number, move in enumerate(state.moves[: max(past)], 1):
            walking.replay(move.action, move.chance)
            if number in past:
                views[number] = walking.view(eyes)
    return views


def _retold(state: State, player: int, events: list[Told], view: JSON) -> JSON:
    """The sentence in every language: ``{0}`` stands for the name of seat 0."""
    seen = state.game.coaching.retold_from(view)
    if seen is None:
        return _in_a_sentence(state.game, state.players, player, [told.event for told in events], view)
    alike = b",".join([told.alike for told in events])
    return _retold_alike(state.game.id, state.players, b"[%d,[%b],%b]" % (player, alike, orjson.dumps(seen)))


@lru_cache(500)
def _retold_alike(game: str, players: int, told: bytes) -> JSON:
    """Whoever was told the same of a turn hears the same of it. Nobody changes it."""
    return _in_a_sentence(load(game), players, *orjson.loads(told))


def _in_a_sentence(game: Game, players: int, player: int, events: list[JSON], view: JSON) -> JSON:
    said = {language: game.coaching.retell(player, events, view, spoken(game.id, players, language)) for language in LANGUAGES}
    one = said[LANGUAGES[0]]
    marks = [
        {"seat": mark.seat, "keys": list(mark.keys), "gain": mark.gain, "words": {lang: told.marks[i].text for lang, told in said.items()}}
        for i, mark in enumerate(one.marks)
    ]
    return {"words": {language: told.text for language, told in said.items()}, "gain": one.gain, "marks": marks}


@cache
def spoken(game: str, players: int, language: str) -> Words:
    """The words in which turns are told."""
    return Words(language, load(game), seat_marks(players))


# ---- position ---------------------------------------------------------------------------------------------------------------------


def decision(action: Action) -> JSON:
    """A decision in full."""
    return {"id": action.id, "kind": action.kind, "args": dict(action.args), "text": action.text}


@cache
def _fragment(game: str, action: int, reveals: bool, why: int) -> orjson.Fragment:
    """A legal decision as JSON."""
    facts = {**decision(load(game).actions[action]), "reveals": reveals, "stands": REASONS[why]}
    return orjson.Fragment(orjson.dumps(facts))


def legal(state: State) -> list[orjson.Fragment]:
    """The legal decisions of the seat to decide."""
    return [_fragment(state.game.id, action, *reason(state, action)) for action in state.legal.ids.tolist()]


def position(table: Table, seat: int | None) -> JSON | None:
    """The table as ``seat`` sees it, with what it may do."""
    state = table.state
    if state is None:
        return None
    undo: JSON = {"free": None, "ask": None, "locked": None}
    if seat is not None:
        free = free_undo(table, seat)
        undo = {"free": free, "ask": asked_undo(table, seat), "locked": undo_locked(table, seat, free)}
    decides = seat is not None and table.to_decide == seat
    if decides and table.legal is None:
        table.legal = legal(state)
    view = seen_by(table, seat)
    return {
        "decisions": state.number,
        "to_decide": table.to_decide,
        "view": view,
        "picture": state.game.picture(view, state.legal if decides else ()),
        "legal": table.legal if decides else [],
        "helps": helps(state, seat, view),
        "undo": undo,
    }


def helps(state: State, seat: int | None, view: JSON | None = None) -> JSON:
    """The game's aids for a seat or a spectator. The game is given the seat's view, or where it needs more a world that looks the same to
    the seat: so no aid can tell a secret."""
    found = state.game.helps_from(view or state.view(seat), seat, state.legal if seat is not None and state.seat == seat else ())
    return state.game.helps(state.redeal(seat, 0), seat, view) if found is None else found


def update(table: Table, seat: int | None, seen: int, public: JSON, invite: str | None = None) -> JSON:
    """All that ``seat`` needs to go on from number ``seen``; ``public``: the table's status; ``invite``: the seat's own invitation."""
    return {
        "type": "update",
        "table": table.id,
        "seat": seat,
        "number": table.number,
        "entries": entries(table, seat, seen),
        "invite": invite if seat is not None and table.phase == "waiting" else None,
        "status": public,
        "position": position(table, seat),
        "turns": turns(table, seat, seen),
    }


# ---- replay -----------------------------------------------------------------------------------------------------------------------


def frames(table: Table, seat: int | None, everything: bool, first: int, count: int) -> list[JSON]:
    """The game as it stands, decision by decision, as ``seat`` saw it (``everything``: with all cards open)."""
    return record_frames(table.record(), seat, everything, first, count)


def record_frames(record: Record, seat: int | None, everything: bool, first: int, count: int) -> list[JSON]:
    """The same of a recorded game."""
    shown: list[JSON] = []
    starts: list[int] = []
    key: Key | None = None
    before: Key | None = None
    for at, state in enumerate(islice(record.states(), first + count)):
        if at:
            starts.append(starts[-1] if starts and key == before else at - 1)
        before, key = key, turn_key(state)
        if at < first:
            continue
        last = state.moves[-1] if state.moves else None
        view = state.view("all" if everything else seat)
        shown.append(
            {
                "decisions": state.number,
                "to_decide": state.seat,
                "played": last.seat if last else None,
                "events": [in_words(state, event) for event in state.events(last.events if last else 0, seat, everything)],
                "view": view,
                "picture": state.game.picture(view, ()),
                "helps": helps(state, None, view),
                "turn": told_turns(state, starts, seat, everything, starts[-1], key != before)[0] if starts else None,
            }
        )
    return shown
