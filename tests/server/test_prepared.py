"""Tables that begin from a position: where others may join, its maker knows no more of what is hidden than they do."""

from __future__ import annotations

import asyncio
import json

import pytest

from sandtable import Record, games, load
from tests.server.players import BOT, ME, OPEN, create, http, join, tokens
from tests.server.processes import Server
from tests.server.test_drawing import ANN, act, record_of, status


@pytest.mark.parametrize("game", games())
def test_the_maker_of_a_position_does_not_know_the_piles(server: Server, game: str) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            given = (await client.get(f"/api/games/{game}/setup?players=2&seed=5eed&position=true")).json()["position"]
            made = await create(client, ME, OPEN, game=game, position=given)
            looked = (await client.post("/api/invite", json={"invite": made["invite"]})).json()
            assert made["status"]["prepared"] == looked["status"]["prepared"] == "dealt_anew"
            joined = await join(client, made["invite"])
            assert joined["status"]["prepared"] == "dealt_anew"
            record = await record_of(client, made["table"], tokens(made)[0])
            assert record.prepared == "dealt_anew"
            begun, meant = record.start(), load(game).position(given)
            assert begun.view(None) == meant.view(None), "the open table is the one that was prepared"
            assert begun.position() != meant.position(), "what is hidden is not"
            checked = (await client.post("/api/verify", content=str(record), headers={"Content-Type": "text/plain"})).json()
            assert checked["prepared"] == "dealt_anew"

    asyncio.run(work())


def test_hands_are_dealt_anew_too(server: Server) -> None:
    """In the middle of a game: the piles and all that the players hold in secret."""

    async def work() -> None:
        state = load("tuareg").new(2, seed=3)
        while state.number < 40 and not state.over:
            state.play(state.legal[state.number % len(state.legal)])
        given = state.position()
        async with http(server.base) as client:
            made = await create(client, ME, OPEN, position=given)
            await join(client, made["invite"])
            begun = (await record_of(client, made["table"], tokens(made)[0])).start()
            assert begun.view(None) == load("tuareg").position(given).view(None)
            assert begun.position()["pile"] != given["pile"]

    asyncio.run(work())


def test_alone_a_position_is_played_as_it_is(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            given = (await client.get("/api/games/tuareg/setup?players=2&seed=5eed&position=true")).json()["position"]
            for seats in ((ME, BOT), (ME, {"kind": "me", "name": "Ben"})):
                made = await create(client, *seats, position=given)
                assert made["status"]["prepared"] == "known"
                record = await record_of(client, made["table"], tokens(made)[0])
                assert record.start().position() == load("tuareg").position(given).position()
                assert record.prepared == "known"
            assert (await status(client, (await create(client, ME, OPEN))["table"]))["prepared"] is None

    asyncio.run(work())


def test_who_prepared_a_position_alone_lets_nobody_in(server: Server) -> None:
    """A seat of one's own that is left before the deal would be an open one, at a table whose piles its maker knows."""

    async def work() -> None:
        async with http(server.base) as client:
            given = (await client.get("/api/games/tuareg/setup?players=2&seed=5eed&position=true")).json()["position"]
            made = await create(client, ANN, {**ME, "commitment": ANN["commitment"]}, position=given, listed=True)
            shown = made["status"]
            assert (shown["phase"], shown["prepared"], shown["listed"], made["invite"]) == ("waiting", "known", False, None)
            left = await act(client, made["table"], tokens(made)[1], "leave")
            assert (left.status_code, left.json()["code"]) == (409, "STARTED")

    asyncio.run(work())


def test_a_record_cannot_pretend() -> None:
    """Whether a position was dealt anew changes the game: the record of the other does not replay to the same start."""
    state = load("tuareg").position(load("tuareg").new(2, seed=5).position(), seed=9)
    known, anew = Record.of(state), Record.of(state.copy().deal_hidden())
    assert (known.prepared, anew.prepared) == ("known", "dealt_anew")
    assert Record.parse(str(anew)).start().position() == anew.start().position() != known.start().position()
    line = next(line for line in str(anew).splitlines() if line.startswith("setup: "))
    assert json.loads(line.removeprefix("setup: ").rpartition(" #")[0])["hidden"] == "dealt anew"
