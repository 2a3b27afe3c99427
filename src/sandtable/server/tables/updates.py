"""What leaves the server about a table: built here and nowhere else, from ``view(seat)``, events told to that seat, and public facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Literal

import orjson

from sandtable.coach.turns import turn_key
from sandtable.kernel.actions import Action
from sandtable.kernel.coaching import Key, Words
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.server.models.answers import PUBLIC
from sandtable.server.tables.facts import Entry, New
from sandtable.server.tables.hearing import Heard, Told, hear_on, in_words, joined, seat_marks, tell
from sandtable.server.tables.irrevocable import REASONS, reasons
from sandtable.server.tables.messages import encode, kept
from sandtable.server.tables.status import stamp
from sandtable.server.tables.table import Table
from sandtable.server.tables.undoing import undo_now

REMEMBERED = 8
"""Entries that are kept for the next who has seen as much: of one act, or some."""
NOTHING = orjson.Fragment(b"[]")
NO_UNDO: JSON = {"free": None, "ask": None, "locked": None}


# ---- entries ----------------------------------------------------------------------------------------------------------------------


def entries(table: Table, seat: int | None, seen: int) -> orjson.Fragment:
    """What happened after number ``seen``, as ``seat`` may know it; nothing of what was taken back."""
    if seen >= table.number:
        return NOTHING
    new = _news(table, seen)
    events = _events(table, seat, new)
    return orjson.Fragment(b"[%b]" % b",".join([_told(table, entry, seat, decisions, said, events) for entry, decisions, said in new]))


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


def _public(entry: Entry) -> bytes:
    """What everybody is told of an entry, as text without its last brace."""
    kind, facts = entry.kind, entry.facts
    said = {"number": entry.number, "kind": kind, "at": stamp(entry.at), **{name: facts[name] for name in PUBLIC[kind] if name in facts}}
    return encode(said)[:-1]


def _places(table: Table, seen: int) -> dict[int, int]:
    """The entries after number ``seen`` that are decisions which stand: the how manieth each is."""
    found: dict[int, int] = {}
    for decision in range(len(table.standing), 0, -1):
        number = table.log[table.standing[decision - 1]].number
        if number <= seen:
            break
        found[number] = decision
    return found


def _events(table: Table, seat: int | None, new: list[New]) -> dict[int, bytes]:
    """The events of the entries' decisions (0: the deal), told to ``seat``."""
    told: dict[int, bytes] = {}
    state = table.state
    first = min([decisions for entry, decisions, _ in new if entry.kind in ("played", "dealt")], default=None)
    if state is None or first is None:
        return told
    for heard in _heard(table, state, seat, state.moves[first - 1].events if first else 0):
        before = told.get(heard.decision)
        told[heard.decision] = heard.message if before is None else b"%b,%b" % (before, heard.message)
    return told


def _heard(table: Table, state: State, seat: int | None, since: int) -> Sequence[Told]:
    """The events from number ``since`` on, as told to ``seat``."""
    return _ear(table, state, seat, since).since(since)


def _ear(table: Table, state: State, seat: int | None, since: int) -> Heard:
    """What ``seat`` was told from number ``since`` on, or from earlier."""
    heard = table.heard.get(seat)
    if heard is None or heard.first > since or heard.until < state.event_count:
        turn = state.moves[table.turns[-1]].events if table.turns else since
        heard = table.heard[seat] = hear_on(heard, state, seat, since, turn)
    return heard


def _told(table: Table, entry: Entry, seat: int | None, decisions: int, public: bytes, events: Mapping[int, bytes]) -> bytes:
    """An entry as text."""
    if entry.kind == "dealt":
        return b'%b,"events":[%b]}' % (public, events.get(decisions, b""))
    if entry.kind != "played":
        return public + b"}"
    said = b'%b,"events":[%b],"decisions":%d' % (public, events.get(decisions, b""), decisions)
    if entry.facts["seat"] != seat:
        return said + b"}"
    assert table.state is not None
    return b'%b,"decision":%b}' % (said, _decision_text(table.setup.game, table.state.moves[decisions - 1].action.id))


# ---- turns in one sentence --------------------------------------------------------------------------------------------------------


def turns(table: Table, seat: int | None, seen: int) -> orjson.Fragment:
    """The turns that number ``seen`` did not know as they are now, each in one sentence."""
    state = table.state
    if state is None or seen >= table.number or not table.turns:
        return NOTHING
    new = _news(table, seen)
    touched = [decisions for entry, decisions, _ in new if entry.kind == "played"]
    touched += [int(entry.facts["decisions"]) for entry, _, _ in new if entry.kind == "undone"]
    if not touched:
        return NOTHING
    first = table.turns[min(max(min(touched), 1), len(table.turns)) - 1]
    done = table.turn != table.last_turn
    ear = _ear(table, state, seat, state.moves[first].events)
    heard, view = ear.since(state.moves[first].events), seen_by(table, "all" if state.over else seat)
    if first != table.turns[-1]:
        return orjson.Fragment(encode(told_turns(state, table.turns, seat, state.over, first, done, view, heard)))
    matters = state.game.coaching.retold_from(view)
    if matters is None:
        return orjson.Fragment(b"[%b]" % _turn(state, first, state.number, done, heard, view))
    key = (first, kept(matters), ear.alike if heard is ear.told else joined(heard))
    if key not in table.retold:
        table.retold[key] = orjson.Fragment(b"[%b]" % _turn(state, first, state.number, done, heard, view))
    return table.retold[key]


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
        told.append(orjson.loads(_turn(state, begin, last, last < len(starts) or state_done, mine, views[last])))
    return told


def _turn(state: State, first: int, last: int, done: bool, events: Sequence[Told], view: JSON) -> bytes:
    """One turn as text: its decisions from the one after ``first`` on up to ``last``, and the sentence."""
    player = state.moves[first].seat
    head = b'{"seat":%d,"first":%d,"last":%d,"done":%b,' % (player, first, last, b"true" if done else b"false")
    return head + _retold(state, player, events, view)[1:]


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


def _retold(state: State, player: int, events: Sequence[Told], view: JSON) -> bytes:
    """The sentence in every language, as text: ``{0}`` stands for the name of seat 0."""
    seen = state.game.coaching.retold_from(view)
    if seen is None:
        told = [{"place": event.place, "decision": event.decision, **event.event} for event in events]
        return _in_a_sentence(state.game, state.players, player, told, view)
    return _retold_alike(state.game.id, state.players, b"[%d,[%b],%b]" % (player, joined(events), orjson.dumps(seen)))


@lru_cache(500)
def _retold_alike(game: str, players: int, told: bytes) -> bytes:
    """Whoever was told the same of a turn hears the same of it."""
    return _in_a_sentence(load(game), players, *orjson.loads(told))


def _in_a_sentence(game: Game, players: int, player: int, events: list[JSON], view: JSON) -> bytes:
    several = spoken(game.id, players)
    said = game.coaching.retell_in(player, events, view, several)
    one = said[0]
    marks = [
        {
            "seat": mark.seat,
            "keys": list(mark.keys),
            "gain": mark.gain,
            "words": {language: told.marks[i].text for language, told in zip(LANGUAGES, said, strict=True)},
        }
        for i, mark in enumerate(one.marks)
    ]
    words = {language: told.text for language, told in zip(LANGUAGES, said, strict=True)}
    return kept({"words": words, "gain": one.gain, "marks": marks})


@cache
def spoken(game: str, players: int) -> tuple[Words, ...]:
    """The words in which turns are told, in every language."""
    return tuple(Words(language, load(game), seat_marks(players)) for language in LANGUAGES)


# ---- position ---------------------------------------------------------------------------------------------------------------------


def decision(action: Action) -> JSON:
    """A decision in full."""
    return {"id": action.id, "kind": action.kind, "args": dict(action.args), "text": action.text}


@cache
def _decision_text(game: str, action: int) -> bytes:
    return kept(decision(load(game).actions[action]))


@cache
def _fragment(game: str, action: int, reveals: bool, why: int) -> orjson.Fragment:
    """A legal decision as JSON."""
    facts = {**decision(load(game).actions[action]), "reveals": reveals, "stands": REASONS[why]}
    return orjson.Fragment(kept(facts))


def legal(state: State) -> list[orjson.Fragment]:
    """The legal decisions of the seat to decide."""
    ids = state.legal.ids.tolist()
    return [_fragment(state.game.id, action, *reason) for action, reason in zip(ids, reasons(state, ids), strict=True)]


def position(table: Table, seat: int | None) -> JSON | None:
    """The table as ``seat`` sees it, with what it may do."""
    state = table.state
    if state is None:
        return None
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
        "undo": NO_UNDO if seat is None else undo_now(table, seat),
    }


def helps(state: State, seat: int | None, view: JSON | None = None) -> JSON:
    """The game's aids for a seat or a spectator. The game is given the seat's view, or where it needs more a world that looks the same to
    the seat: so no aid can tell a secret."""
    found = state.game.helps_from(view or state.view(seat), seat, state.legal if seat is not None and state.seat == seat else ())
    return state.game.helps(state.redeal(seat, 0), seat, view) if found is None else found


def update(table: Table, seat: int | None, seen: int, public: JSON | orjson.Fragment, invite: str | None = None) -> JSON:
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
