"""Which games this process can play already: on a first start they are compiled behind the server, each ready by itself.

Until then nothing of a game is run here (it would be compiled in this process, and everybody would wait): whoever asks for it is told
``PREPARING`` with the game as its detail, and asks again; ``GET /api/preparing`` says how long that takes.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sandtable.kernel.game import JSON
from sandtable.kernel.preparing import Preparing
from sandtable.kernel.registry import games
from sandtable.server.errors import Denied

_preparing: Preparing | None = None


def follow(preparing: Preparing | None) -> None:
    """From now on games are ready when this says so."""
    global _preparing
    _preparing = preparing


def ready(game: str) -> bool:
    return _preparing is None or _preparing.ready(game)


def check(game: str) -> None:
    """``Denied`` while the game is being compiled."""
    if not ready(game):
        raise Denied("PREPARING", game)


async def until_ready(game: str) -> None:
    if _preparing is not None and not _preparing.ready(game):
        await asyncio.to_thread(_preparing.wait, game)


def told() -> list[JSON]:
    """All games, and how far those are that are being compiled."""
    under_way = {told.game: told for told in _preparing.told()} if _preparing is not None else {}
    found: list[JSON] = []
    for game in games():
        told = under_way.get(game)
        ready, part, seconds = (told.ready, told.part, told.seconds) if told is not None else (True, 1.0, 0.0)
        found.append({"game": game, "ready": ready, "part": round(part, 3), "seconds": round(seconds, 1)})
    return found


@contextmanager
def following(preparing: Preparing | None) -> Iterator[None]:
    """Games are compiled beside the work; what is not done when it ends is given up."""
    follow(preparing)
    try:
        yield
    finally:
        if preparing is not None:
            preparing.stop()


OBJECTS = 50_000
"""So many new objects before garbage is looked for."""


def begin_loading() -> None:
    """Said first of all: what is loaded stays, and looking for garbage in it again and again would take a fifth of the start."""
    gc.disable()


def load_fastapi() -> None:
    """It asks of every model whether it is one of pydantic's first version, and would load all of that: here there is none. The models by
    which it describes a server are not made ready before somebody asks for that."""
    sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]
    from pydantic import BaseModel

    BaseModel.model_config["defer_build"] = True
    try:
        import fastapi  # noqa: F401
    finally:
        del BaseModel.model_config["defer_build"]


def loaded() -> None:
    """Said when the process is ready: garbage is looked for from now on, in what is new, and less often than usual: there is little."""
    if sys.modules.get("pydantic.v1", sys) is None:
        del sys.modules["pydantic.v1"]  # a game of others may want it
    gc.freeze()
    gc.set_threshold(OBJECTS)
    gc.enable()
