"""Studies: lines of moves from a position or a finished game, with notes; saved and shared by their link."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated

import orjson
from fastapi import Path, Request, Response
from sqlalchemy import Connection, func, insert, select, update

from sandtable.kernel.game import JSON
from sandtable.server import keys, names, routing
from sandtable.server.coach import free_boards, models
from sandtable.server.errors import Denied
from sandtable.server.http import TheHub, Token, answer, client_of, refusals
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets
from sandtable.server.schema import studies
from sandtable.server.tables.status import stamp

router = routing.router(prefix="/api/studies", tags=["studies"])
Study16 = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of a study.")]
LONGEST_TITLE = 80
MOST_MOVES = 5000


async def checked(hub: Hub, wanted: models.NewStudy) -> JSON:
    """The study as it is kept: its start exists and every line can be played. Tables must be open to watch, as the study is."""
    size = hub.settings.limits.study_bytes
    if sum(len(line.moves) for line in wanted.tree) > MOST_MOVES:
        raise Denied("TOO_LARGE", f"tree: at most {MOST_MOVES} moves")
    start = models.Start(game=wanted.game, **wanted.start.model_dump())
    state = await free_boards.begin(hub, None, start)
    free_boards.seen(state, wanted.eyes)

    def work() -> None:
        for number, line in enumerate(wanted.tree):
            try:
                free_boards.play(state.copy(), line.moves, line.chance)
            except Denied as denied:
                denied.detail = f"tree.{number}: {denied.detail}"
                raise

    await asyncio.to_thread(work)
    study: JSON = {
        "title": names.line(wanted.title, LONGEST_TITLE),
        "game": wanted.game,
        "start": wanted.start.model_dump(exclude_none=True),
        "tree": [{**line.model_dump(exclude_none=True), "note": names.text(line.note)} for line in wanted.tree],
        "eyes": wanted.eyes,
    }
    if len(orjson.dumps(study)) > size:
        raise Denied("TOO_LARGE", f"a study has at most {size} bytes")
    return study


@router.post("", status_code=201, response_model=models.StudyKey, responses=refusals(401, 403, 404, 409, 413, 422))
async def post_study(request: Request, hub: TheHub, wanted: models.NewStudy) -> Response:
    """Save a study. Its id is the link to share; the key is needed to change it."""
    saving: Buckets = request.app.state.studying
    saving.check(client_of(request))
    study = orjson.dumps(await checked(hub, wanted)).decode()
    made, key, now = keys.new_table(), keys.new_secret(), time.time()

    def work(connection: Connection) -> None:
        if connection.execute(select(func.count()).select_from(studies)).scalar_one() >= hub.settings.limits.studies:
            raise Denied("TOO_MANY", "this server keeps no more studies")
        connection.execute(insert(studies).values(id=made, key=keys.hashed(key), study=study, created=now, changed=now))

    await hub.store.change(work)
    return answer({"study": made, "key": key}, 201)


@router.get("/{study}", response_model=models.Study, responses=refusals(404))
async def get_study(hub: TheHub, study: Study16) -> Response:
    """A study, for whoever has its link."""
    found = await hub.store.read(select(studies).where(studies.c.id == study))
    if not found:
        raise Denied("NO_STUDY")
    times = {"created": stamp(found[0].created), "changed": stamp(found[0].changed)}
    return answer({"study": study, **orjson.loads(found[0].study), **times})


@router.put("/{study}", response_model=models.Study, responses=refusals(401, 403, 404, 409, 413, 422))
async def put_study(hub: TheHub, token: Token, study: Study16, wanted: models.NewStudy) -> Response:
    """Change a study; the bearer token is its key."""
    found = await hub.store.read(select(studies.c.key).where(studies.c.id == study))
    if not found:
        raise Denied("NO_STUDY")
    if token is None or not secrets.compare_digest(keys.hashed(token), found[0].key):
        raise Denied("BAD_TOKEN")
    values = {"study": orjson.dumps(await checked(hub, wanted)).decode(), "changed": time.time()}
    await hub.store.change(lambda connection: connection.execute(update(studies).where(studies.c.id == study).values(**values)))
    return await get_study(hub, study)
