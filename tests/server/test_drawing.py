"""A deal nobody could have chosen: fingerprints first, then the parts, then the deal from the host's seed and all of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from sandtable import Record
from sandtable.kernel import seeds
from tests.server.players import BOT, JSON, ME, OPEN, bearer, create, http, join, tokens
from tests.server.processes import Server

ANNS, BENS, EVES = "a1" * 32, "b2" * 32, "e3" * 32
ANN = {**ME, "commitment": seeds.part_commitment(ANNS)}
FINGERPRINT = {"commitment": seeds.part_commitment(BENS)}


async def act(client: httpx.AsyncClient, table: str, token: str, kind: str, **fields: Any) -> httpx.Response:
    body = {"id": f"{kind}-{random.getrandbits(64)}", **fields}
    return await client.post(f"/api/tables/{table}/{kind}", json=body, headers=bearer(token))


AHEAD = 1 << 40
"""Seen up to here: whichever worker is asked reads everything that is written before it answers."""


async def status(client: httpx.AsyncClient, table: str) -> JSON:
    found: JSON = (await client.get(f"/api/tables/{table}?seen={AHEAD}")).json()["status"]
    return found


async def record_of(client: httpx.AsyncClient, table: str, token: str) -> Record:
    """Ends the game and reads its record."""
    assert (await act(client, table, token, "resign")).status_code == 200
    async with asyncio.timeout(60):
        while (found := await client.get(f"/api/tables/{table}/record")).status_code != 200:  # the other worker has not heard yet
            assert found.json()["code"] == "GAME_RUNNING"
    return Record.parse(found.text)


async def two(client: httpx.AsyncClient) -> tuple[JSON, dict[int, str]]:
    """A table of Ann and Ben, both with a fingerprint."""
    made = await create(client, ANN, OPEN)
    return made, tokens(made, await join(client, made["invite"], **FINGERPRINT))


def test_the_deal_is_drawn_from_everybodys_part(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ANN, OPEN)
            published = made["status"]["commitment"]
            assert made["status"]["draw"] == {
                "stage": "commit",
                "round": 1,
                "waiting": [],
                "parts": [{"commitment": ANN["commitment"], "part": None}, None],
            }
            held = tokens(made)
            early = await act(client, made["table"], held[0], "reveal", part=ANNS)
            assert early.json()["code"] == "PARTS_MISSING", "before Ben has sat down nobody shows anything"
            joined = await join(client, made["invite"], **FINGERPRINT)
            held |= tokens(joined)
            assert (joined["status"]["phase"], joined["status"]["draw"]["waiting"]) == ("waiting", [0, 1])
            assert (await act(client, made["table"], held[1], "reveal", part=EVES)).json()["code"] == "BAD_PART"
            assert (await act(client, made["table"], held[0], "reveal", part=ANNS)).status_code == 200
            between = await status(client, made["table"])
            assert (between["phase"], between["draw"]["waiting"]) == ("waiting", [1])
            assert ANNS not in str(between), "Ben, who has still to show his, cannot read it"
            update = (await client.get(f"/api/tables/{made['table']}", headers=bearer(held[1]))).text
            assert ANNS not in update
            assert (await act(client, made["table"], held[1], "reveal", part=BENS)).status_code == 200
            after = await status(client, made["table"])
            assert (after["phase"], after["draw"]["stage"]) == ("playing", "drawn")
            assert [part["part"] for part in after["draw"]["parts"]] == [ANNS, BENS]
            record = await record_of(client, made["table"], held[0])
            assert record.seed is not None
            assert (record.commitment, record.parts) == (published, [ANNS, BENS])
            assert seeds.commitment(record.seed) == published
            assert record.start().seed == seeds.drawn(record.seed, [ANNS, BENS]) != record.seed

    asyncio.run(work())


def test_parts_shown_at_once_on_several_workers_bring_one_deal(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client, http(server.base) as other:
            for _ in range(4):
                made, held = await two(client)
                answers = await asyncio.gather(
                    act(client, made["table"], held[0], "reveal", part=ANNS),
                    act(other, made["table"], held[1], "reveal", part=BENS),
                    act(other, made["table"], held[0], "reveal", part=ANNS),
                )
                assert [a.status_code for a in answers if a.json().get("code") != "STARTED"][:2] == [200, 200]
                update = (await client.get(f"/api/tables/{made['table']}?seen={AHEAD}")).json()
                told = ["created", "joined", "revealed", "revealed", "dealt"]
                assert (update["status"]["phase"], update["number"]) == ("playing", len(told))

    asyncio.run(work())


def test_whoever_leaves_after_parts_were_shown_makes_everybody_draw_again(server: Server) -> None:
    """The next in the seat could else choose a part that fits those the host has seen."""

    async def work() -> None:
        async with http(server.base) as client:
            made, held = await two(client)
            table = made["table"]
            assert (await act(client, table, held[0], "reveal", part=ANNS)).status_code == 200
            assert (await act(client, table, held[1], "leave")).status_code == 200
            draw = (await status(client, table))["draw"]
            assert (draw["stage"], draw["round"], draw["waiting"], draw["parts"][0]["commitment"]) == ("commit", 2, [0], None)
            eve = await join(client, made["invite"], "Eve", commitment=seeds.part_commitment(EVES))
            assert eve["status"]["phase"] == "waiting"
            held |= tokens(eve)
            assert (await act(client, table, held[1], "reveal", part=EVES)).json()["code"] == "PARTS_MISSING"
            again = seeds.part_commitment("ab" * 32)
            assert (await act(client, table, held[0], "commit", commitment=again)).status_code == 200
            assert (await act(client, table, held[1], "reveal", part=EVES)).status_code == 200
            assert (await act(client, table, held[0], "reveal", part=ANNS)).json()["code"] == "BAD_PART", "the old part is void"
            assert (await act(client, table, held[0], "reveal", part="ab" * 32)).status_code == 200
            assert (await record_of(client, table, held[0])).parts == ["ab" * 32, EVES]

    asyncio.run(work())


def test_a_lost_part_is_replaced_and_costs_everybody_theirs(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made, held = await two(client)
            assert (await act(client, made["table"], held[0], "reveal", part=ANNS)).status_code == 200
            fresh = seeds.part_commitment(EVES)
            assert (await act(client, made["table"], held[1], "commit", commitment=fresh)).json()["code"] == "PART_FIXED"
            assert (await act(client, made["table"], held[1], "commit", commitment=fresh, replace=True)).status_code == 200
            draw = (await status(client, made["table"]))["draw"]
            assert (draw["stage"], draw["round"], draw["waiting"]) == ("commit", 2, [0])
            assert [part["commitment"] for part in draw["parts"]] == [None, fresh]

    asyncio.run(work())


def test_who_sends_nothing_is_dealt_to_as_before(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ME, OPEN)
            joined = await join(client, made["invite"], program=True)
            assert (joined["status"]["phase"], joined["status"]["draw"]) == ("playing", None)
            record = await record_of(client, made["table"], tokens(made)[0])
            assert record.parts is None
            assert "parts" not in str(record)
            assert (await act(client, made["table"], tokens(made)[0], "reveal", part=ANNS)).json()["code"] == "STARTED"

            mixed = await create(client, ANN, OPEN, BOT)
            await join(client, mixed["invite"], program=True)
            assert (await act(client, mixed["table"], tokens(mixed)[0], "reveal", part=ANNS)).status_code == 200
            after = await status(client, mixed["table"])
            assert (after["phase"], [part and part["part"] for part in after["draw"]["parts"]]) == ("playing", [ANNS, None, None])
            other = await create(client, ME, OPEN)
            assert (await act(client, other["table"], tokens(other)[0], "reveal", part=ANNS)).json()["code"] == "NO_PART"

    asyncio.run(work())


def test_one_device_and_bots(server: Server) -> None:
    """Alone against bots, and in the next game, one's own part is enough."""

    async def work() -> None:
        async with http(server.base) as client:
            made = await create(client, ANN, BOT)
            assert (made["status"]["phase"], made["status"]["draw"]["waiting"]) == ("waiting", [0])
            token = tokens(made)[0]
            assert (await act(client, made["table"], token, "reveal", part=ANNS)).status_code == 200
            assert (await record_of(client, made["table"], token)).parts == [ANNS, None]
            again = (await act(client, made["table"], token, "rematch", **FINGERPRINT)).json()["rematch"]
            assert (await status(client, again["table"]))["draw"]["waiting"] == [0]
            assert (await act(client, again["table"], again["token"], "reveal", part=BENS)).status_code == 200
            assert (await status(client, again["table"]))["phase"] == "playing"

    asyncio.run(work())


@pytest.fixture(params=["sqlite", "postgresql"])
def restarted(request: pytest.FixtureRequest, database: str) -> Iterator[Server]:
    if request.param == "postgresql":
        new_database: Callable[[], str] = request.getfixturevalue("new_database")
        database = new_database()
    with Server(database) as server:
        yield server


@pytest.mark.slow
def test_a_power_cut_between_fingerprints_and_deal_loses_nothing(restarted: Server) -> None:
    async def before() -> tuple[JSON, dict[int, str]]:
        async with http(restarted.base) as client:
            made, held = await two(client)
            assert (await act(client, made["table"], held[0], "reveal", part=ANNS)).status_code == 200
            return made, held

    async def after(made: JSON, held: dict[int, str]) -> None:
        async with http(restarted.base) as client:
            found = await status(client, made["table"])
            assert (found["phase"], found["draw"]["waiting"], found["commitment"]) == ("waiting", [1], made["status"]["commitment"])
            assert (await act(client, made["table"], held[1], "reveal", part=BENS)).status_code == 200
            record = await record_of(client, made["table"], held[1])
            assert (record.parts, record.commitment) == ([ANNS, BENS], made["status"]["commitment"])

    made, held = asyncio.run(before())
    restarted.kill()
    restarted.start()
    asyncio.run(after(made, held))
