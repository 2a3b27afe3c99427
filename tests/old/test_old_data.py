"""A database written by the version before goes on: the same answers about every table, and games that can be played to their end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

import sandtable
from sandtable import Record, games
from sandtable.search.warm import ensure
from sandtable.server import keys
from tests.old import ask, files
from tests.server.players import JSON, Stubborn, bearer, http
from tests.server.processes import Server

KEPT: JSON = files.read_json(files.ANSWERS)
TABLES: list[JSON] = KEPT["tables"]
BEFORE: JSON = KEPT["answers"]


def which(*hows: str) -> pytest.MarkDecorator:
    """Runs a test for the tables of these kinds, of every game."""
    chosen = [table for table in TABLES if table["how"] in hows]
    return pytest.mark.parametrize("table", chosen, ids=lambda table: f"{table['game']}-{table['how'].replace(' ', '-')}")


every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['game']}-{table['how'].replace(' ', '-')}")


@dataclass
class Today:
    """Today's server on the old database, and what it said before anybody touched a table."""

    base: str
    said: JSON

    def run(self, work: Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
        async def connected() -> None:
            async with http(self.base) as client:
                await work(client)

        asyncio.run(connected())


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Today]:
    ensure(games())
    path = tmp_path_factory.mktemp("old") / "tables.db"
    path.write_bytes(files.read(files.DATABASE))
    with Server(f"sqlite:///{path}") as server:
        yield Today(server.base, asyncio.run(ask.everything(server.base, TABLES)))


async def act(client: httpx.AsyncClient, table: JSON, seat: int, kind: str, **more: Any) -> JSON:
    body = {"id": f"again-{kind}", **more}
    answer = await client.post(f"/api/tables/{table['table']}/{kind}", json=body, headers=bearer(table["tokens"][str(seat)]))
    assert answer.status_code == 200, answer.text
    said: JSON = answer.json()
    return said


def held(table: JSON) -> dict[int, str]:
    return {int(seat): token for seat, token in table["tokens"].items()}


def status_of(table: JSON) -> JSON:
    found: JSON = BEFORE[table["table"]]["update for seat 0"]["status"]
    return found


# ---- the same answers -------------------------------------------------------------------------------------------------------------


@every_table
def test_everything_is_answered_as_before(today: Today, table: JSON) -> None:
    """Status, views, legal decisions, aids, undo, log, replay, record; for every seat and for spectators."""
    before, now = (files.without(said[table["table"]], "now", "words") for said in (BEFORE, today.said))
    before = with_own_invitations(table, with_open_views(table["game"], before))
    assert files.missing(with_own_aids(table["game"], before), now) == []


def with_own_aids(game: str, answers: JSON) -> JSON:
    """The version before gave frames the aids of a spectator, whoever looked; today they are made from what is seen there."""
    return {
        key: {**told, "frames": [{**frame, "helps": sandtable.load(game).helps(None, None, frame["view"])} for frame in told["frames"]]}  # type: ignore[arg-type]
        if "frames" in told
        else told
        for key, told in answers.items()
    }


def with_own_invitations(table: JSON, answers: JSON) -> JSON:
    """The version before kept the invitation of a table and showed it to every seat; today a seat is shown one made from its token."""
    own = {f"update for seat {seat}": keys.invitation(token) for seat, token in table["tokens"].items()}
    return {name: {**said, "invite": own[name]} if name in own and said["invite"] else said for name, said in answers.items()}


def with_open_views(game: str, answers: JSON) -> JSON:
    """The version before sent whole positions where all hands are open; today they are views, which tell no orders of piles."""
    shown = answers.get("last frames, all open", {})
    frames = [{**frame, "view": sandtable.load(game).position(frame["view"]).view("all")} for frame in shown.get("frames", [])]
    return {**answers, "last frames, all open": {**shown, "frames": frames}} if frames else answers


EIGHT = 8
"""The version before offered a game eight names of seats; one that counted from the last of them named seats that nobody had."""


def rightly_named(told: Any, players: int) -> Any:
    """The sentences of the version before with the seats they meant."""
    if isinstance(told, dict):
        return {key: rightly_named(value, players) for key, value in told.items()}
    if isinstance(told, list):
        return [rightly_named(value, players) for value in told]
    if not isinstance(told, str):
        return told
    return re.sub(r"\{(\d)\}", lambda seat: seat[0] if int(seat[1]) < players else f"{{{int(seat[1]) - EIGHT + players}}}", told)


@every_table
def test_sentences_are_as_before(today: Today, table: JSON) -> None:
    """Apart from the facts: whoever rewrites a sentence on purpose lets this test go."""
    before, now = (files.without(said[table["table"]], "now") for said in (BEFORE, today.said))
    before = with_open_views(table["game"], rightly_named(with_own_invitations(table, before), status_of(table)["players"]))
    before = with_own_aids(table["game"], without_rewritten(before))
    assert files.missing(before, now) == []


REWRITTEN = ("skip", "game_over", "kill", "kill_owned", "no_kill", "settled", "fate", "majority", "game_ends")
"""Events whose sentences are others on purpose: an action nobody could take is not waived, the end says what decided, German has one word
for a kill and one for dunes, a field has strength and income, and a tally sets names apart from numbers."""


def without_rewritten(told: Any) -> Any:
    if isinstance(told, list):
        return [without_rewritten(value) for value in told]
    if not isinstance(told, dict):
        return told
    kept = {key: value for key, value in told.items() if key != "words"} if told.get("event") in REWRITTEN else told
    return {key: without_rewritten(value) for key, value in kept.items()}


def test_the_list_of_my_tables_is_as_before(today: Today) -> None:
    assert files.missing(*(files.without(said["mine"], "now") for said in (BEFORE, today.said))) == []


# ---- going on ---------------------------------------------------------------------------------------------------------------------


@which("waiting")
def test_both_invitations_lead_to_the_table(today: Today, table: JSON) -> None:
    """The one of the version before, and the one that its maker is shown today."""

    async def work(client: httpx.AsyncClient) -> None:
        for invite in (table["invite"], keys.invitation(table["tokens"]["0"])):
            found = await client.post("/api/invite", json={"invite": invite})
            assert (found.status_code, found.json().get("table")) == (200, table["table"])

    today.run(work)


@pytest.mark.slow
@which("waiting")
def test_the_invitation_still_works(today: Today, table: JSON) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/join", json={"invite": table["invite"], "name": "Ben"})
        assert answer.status_code == 200, answer.text
        joined = answer.json()
        assert (joined["table"], joined["status"]["phase"]) == (table["table"], "playing")
        players = {**held(table), **{seat["seat"]: seat["token"] for seat in joined["seats"]}}
        await to_the_end(client, today, table, players)

    today.run(work)


async def to_the_end(client: httpx.AsyncClient, today: Today, table: JSON, players: dict[int, str]) -> None:
    """Persons play at random, bots as they do; the record of it is sound."""
    player = Stubborn([today.base], table["table"], players, seed=3, hurry=0.9 if table["game"] == "targui" else 0.0)
    await asyncio.wait_for(player.run(), 240)
    assert player.result is not None
    await sound(client, table, player.result)


async def until_given_up(client: httpx.AsyncClient, today: Today, table: JSON, decisions: int = 30) -> None:
    """The only person plays some decisions, bots as they do; then the person gives up, which ends the game."""
    player = Stubborn([today.base], table["table"], {0: table["tokens"]["0"]}, seed=3)
    playing = asyncio.create_task(player.run())
    while len(player.acked) < decisions:
        assert not playing.done()
        await asyncio.sleep(0.02)
    await act(client, table, 0, "resign")
    await asyncio.wait_for(playing, 240)
    assert player.result is not None
    assert player.result["reason"] == "resigned"
    await sound(client, table, player.result)


async def sound(client: httpx.AsyncClient, table: JSON, result: JSON) -> None:
    text = await ask.got(client, f"/api/tables/{table['table']}/record", table["tokens"]["0"])
    assert Record.parse(text).final().scores == result["scores"]


@pytest.mark.slow
@which("running")
def test_what_could_be_taken_back_still_can(today: Today, table: JSON) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        before = BEFORE[table["table"]]["update for seat 0"]
        kinds = [entry["kind"] for entry in before["entries"]]
        assert {"hinted", "coach_changed", "undone"} <= set(kinds)
        free = before["position"]["undo"]["free"]
        await act(client, table, 0, "undo", number=before["number"], to=free)
        after = await ask.got(client, f"/api/tables/{table['table']}", table["tokens"]["0"])
        assert after["position"]["decisions"] == free
        await act(client, table, 0, "hint", step=1)
        await until_given_up(client, today, table)

    today.run(work)


@pytest.mark.slow
@which("asked")
def test_open_questions_can_be_answered(today: Today, table: JSON) -> None:
    """An undo that the other person grants, another coach, and a bot that takes over."""

    async def work(client: httpx.AsyncClient) -> None:
        asks = {found["kind"]: found for found in status_of(table)["asks"]}
        assert set(asks) == {"undo", "coach", "takeover"}
        for kind in ("undo", "coach", "takeover"):
            for seat in asks[kind]["waiting"]:
                await act(client, table, seat, "answer", id=f"yes-{kind}", ask=asks[kind]["ask"], agree=True)
        update = await ask.got(client, f"/api/tables/{table['table']}", table["tokens"]["0"])
        undone = next(entry for entry in update["entries"] if entry["kind"] == "undone")
        assert (undone["decisions"], undone["ask"]) == (asks["undo"]["to"], asks["undo"]["ask"])
        assert update["status"]["coach"] == asks["coach"]["coach"]
        assert update["status"]["seats"][1]["away"] == "left"
        await until_given_up(client, today, table)

    today.run(work)


@pytest.mark.slow
@which("prepared", "rematch running")
def test_a_running_game_goes_on_to_its_end(today: Today, table: JSON) -> None:
    today.run(lambda client: to_the_end(client, today, table, held(table)))


@which("finished")
def test_a_finished_game_has_its_record_and_its_next_table(today: Today, table: JSON) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        text = today.said[table["table"]]["record for seat 0"]
        said = (await client.post("/api/verify", content=text, headers={"Content-Type": "text/plain"})).json()
        status = status_of(table)
        assert (said["ok"], said["commitment"], said["scores"]) == (True, status["commitment"], status["result"]["scores"])
        seat = (await act(client, table, 1, "rematch"))["rematch"]
        assert seat["table"] == status["rematch"]
        begun = await ask.got(client, f"/api/tables/{seat['table']}", seat["token"])
        assert (begun["seat"], begun["status"]["phase"]) == (1, "playing")

    today.run(work)


@which("finished")
def test_a_study_opens_and_can_be_changed_with_its_key(today: Today, table: JSON) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        study = today.said[table["table"]]["study"]
        body = {key: study[key] for key in ("title", "game", "start", "tree", "eyes")}
        board = {"table": table["table"], "decisions": study["start"]["decisions"], "moves": study["tree"][0]["moves"]}
        assert (await client.post("/api/board", json=board)).status_code == 200
        path, key = f"/api/studies/{table['study']['study']}", table["study"]["key"]
        changed = await client.put(path, json={**body, "title": "Again"}, headers=bearer(key))
        assert (changed.status_code, changed.json()["title"]) == (200, "Again")

    today.run(work)
