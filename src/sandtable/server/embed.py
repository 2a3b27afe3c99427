"""A game or a position as one page that needs nothing else: for notebooks, blogs and mails.

The page is the web app's own board (``web/src/embed``) with the answers a server would give packed beside it. ``packed`` is also what
the custom element ``<sandtable-board>`` takes, where ``embed.js`` is loaded."""

from __future__ import annotations

import base64
import gzip
import html
from datetime import UTC, datetime

import orjson

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES
from sandtable.server.games import info
from sandtable.server.tables import hearing, updates
from sandtable.server.web import FOLDER

SCRIPT = FOLDER / "embed.js"
TABLE = "offline"
HEIGHT = 640


class NotBuilt(RuntimeError):
    """The web app is not there, so there is no board to show."""


def of_record(record: Record, language: str | None = None) -> str:
    """A recorded game, packed: every decision with all hands open."""
    final = record.final()
    shown = updates.record_frames(record, None, True, 0, final.number + 1)
    events = [hearing.in_words(final, event) for event in final.events(everything=True)]
    turns = [frame["turn"] for frame in shown if frame["turn"]]
    last = {turn["first"]: turn for turn in turns}
    result = {"reason": "end", "by": None, "scores": final.scores, "ranks": final.ranks, "winners": final.winners, "words": None}
    status = _status(final, record.seats or [], result if final.over else None)
    entry = {"number": 1, "kind": "dealt", "at": _now(), "events": events}
    return _pack(record.game, _update(status, [entry], list(last.values())), shown, language)


def of_state(state: State, eyes: int | str | None = "all", language: str | None = None) -> str:
    """One position, packed, as a seat sees it (``"all"``: with all hands open)."""
    view = state.view("all" if eyes == "all" else int(eyes) if eyes is not None else None)
    frame: JSON = {
        "decisions": 0,
        "to_decide": state.seat,
        "played": None,
        "events": [],
        "view": view,
        "picture": state.game.picture(view, ()),
        "helps": updates.helps(state, None, view),
        "turn": None,
    }
    return _pack(state.game, _update({**_status(state, [], None), "decisions": 0}, [], []), [frame], language)


def _status(state: State, names: list[str], result: JSON | None) -> JSON:
    seats = [
        {"seat": seat, "kind": "person", "name": names[seat] if seat < len(names) else None, "names": None, "level": None, "away": None}
        for seat in range(state.players)
    ]
    return {
        "table": TABLE,
        "game": state.game.id,
        "options": state.options,
        "players": state.players,
        "phase": "finished" if result else "playing",
        "seats": [{**seat, "here": True} for seat in seats],
        "to_decide": state.seat,
        "decisions": state.number,
        "result": result,
    }


def _update(status: JSON, entries: list[JSON], turns: list[JSON]) -> JSON:
    return {"type": "update", "table": TABLE, "seat": None, "number": 1, "entries": entries, "status": status, "turns": turns}


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _pack(game: Game, update: JSON, frames: list[JSON], language: str | None) -> str:
    """All answers as text: compressed JSON in base64."""
    answers: JSON = {f"/tables/{TABLE}": update, "/bots": [], "/games": [info(game)], f"/games/{game.id}/components": game.components()}
    answers |= {f"/games/{game.id}/words/{spoken}": game.words(spoken) for spoken in LANGUAGES}
    content = orjson.dumps(
        {"answers": answers, "frames": frames, "language": language}, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS
    )
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


def page(packed: str, title: str) -> str:
    """A whole HTML page with a packed game in it."""
    if not SCRIPT.is_file():
        raise NotBuilt("The web app is not built, so there is no board to show: `make web`, or install the wheel.")
    script = SCRIPT.read_text("utf-8").replace("</script", "<\\/script")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
    data = f'<script type="text/plain" id="sandtable-data">{packed}</script>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{data}<script>{script}</script></body></html>\n'


def framed(packed: str, title: str, height: int = HEIGHT) -> str:
    """The same in a frame, for pages of others such as notebooks."""
    content = html.escape(page(packed, title))
    return f'<iframe srcdoc="{content}" title="{html.escape(title)}" style="width: 100%; height: {height}px; border: 0"></iframe>'
