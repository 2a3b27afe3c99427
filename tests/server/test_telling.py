"""Being told on real servers: a push service on loopback gets what only the browser can read, and nothing while somebody is there."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import http_ece
import httpx
import pytest
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import select

from sandtable.server.errors import Denied
from sandtable.server.schema import pushes
from sandtable.server.store import Store
from sandtable.server.telling import addresses, delivering, models, sender, subscriptions
from tests.server.players import JSON, ME, OPEN, bearer, create, http, join, live, tokens
from tests.server.processes import Server
from tests.server.test_models import get, post
from tests.server.test_people import claim, refused

DAYS = {"mode": "days", "turn": 86_400.0}
_numbers = itertools.count(1)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def telling_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that may send to loopback."""
    new_database: Callable[[], str] | None = request.getfixturevalue("new_database") if request.param == "postgresql" else None
    database = new_database() if new_database else f"sqlite:///{tmp_path_factory.mktemp('told') / 'tables.db'}"
    options = ["--push-host=127.0.0.1", *(["--workers=2"] if new_database else [])]
    with Server(database, *options, limits={"pushes_per_hour": 10**6}) as server:
        yield server


class Browser:
    """What a browser does: keys of its own, an address at a push service, and reading what comes."""

    def __init__(self, port: int) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.name = f"b{next(_numbers)}"
        self.endpoint = f"http://127.0.0.1:{port}/push/{self.name}"
        self.inbox: asyncio.Queue[tuple[JSON, dict[str, str]]] = asyncio.Queue()
        self.answer = 201

    def subscription(self, **more: Any) -> JSON:
        raw = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {name: base64.urlsafe_b64encode(value).rstrip(b"=").decode() for name, value in (("p256dh", raw), ("auth", self.auth))}
        return {"endpoint": self.endpoint, "keys": keys, **more}

    def read(self, body: bytes) -> JSON:
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        found: JSON = json.loads(text)
        return found

    async def next(self) -> tuple[JSON, dict[str, str]]:
        async with asyncio.timeout(60):
            return await self.inbox.get()


class Service:
    """A push service on loopback."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.port = 0

    def browser(self) -> Browser:
        made = Browser(self.port)
        self.browsers[made.name] = made
        return made

    async def take(self, request: web.Request) -> web.Response:
        browser = self.browsers[request.match_info["name"]]
        body = await request.read()
        if browser.answer == 201:
            browser.inbox.put_nowait((browser.read(body), dict(request.headers)))
        else:
            browser.inbox.put_nowait(({}, dict(request.headers)))
        return web.Response(status=browser.answer)


@asynccontextmanager
async def push_service() -> AsyncIterator[Service]:
    service = Service()
    app = web.Application()
    app.router.add_post("/push/{name}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.port = int(runner.addresses[0][1])
    try:
        yield service
    finally:
        await runner.cleanup()


async def a_table_over_days(client: httpx.AsyncClient) -> tuple[str, dict[int, str]]:
    made = await create(client, ME, OPEN, clock=DAYS)
    return made["table"], tokens(made, await join(client, made["invite"]))


async def move(client: httpx.AsyncClient, table: str, held: dict[int, str], until: int) -> None:
    """Plays until it is the turn of ``until``."""
    for n in itertools.count():
        update = (await client.get(f"/api/tables/{table}", headers=bearer(held[0]))).json()
        seat = update["position"]["to_decide"]
        if seat == until:
            return
        update = (await client.get(f"/api/tables/{table}", headers=bearer(held[seat]))).json()
        body = {"id": f"m{n}-{update['number']}", "number": update["number"], "decision": update["position"]["legal"][0]["text"]}
        assert (await client.post(f"/api/tables/{table}/play", json=body, headers=bearer(held[seat]))).status_code == 200


def test_a_closed_browser_is_told_and_an_open_one_is_not(telling_server: Server) -> None:
    async def work() -> None:
        async with http(telling_server.base) as client, push_service() as service:
            key = (await get(client, models.PushKey, "/api/push"))["key"]
            table, held = await a_table_over_days(client)
            await move(client, table, held, 0)
            ben, guest = service.browser(), secrets.token_urlsafe(24)
            wanted = ben.subscription(language="de", zone="Europe/Berlin", tokens=[held[1]])
            await post(client, Any, "/api/push", wanted, guest)
            await move(client, table, held, 1)
            told, headers = await ben.next()
            assert told == {"title": "Du bist dran", "body": "Tuareg: Ann hat gezogen.", "url": f"/table/{table}", "tag": f"table-{table}"}
            assert f"k={key}" in headers["Authorization"]
            assert Vapid02.verify(headers["Authorization"])
            # while the table is open somewhere nothing is sent; the end of the game is told to whoever is away then
            other, more = await a_table_over_days(client)
            await move(client, other, more, 0)
            await post(client, Any, "/api/push", {**wanted, "tokens": [held[1], more[1]]}, guest)
            async with live(telling_server.base) as socket:
                await socket.watch(other, more[1])
                await move(client, other, more, 1)
                await socket.until(lambda m: m["type"] == "update" and m["position"]["to_decide"] == 1)
            assert ben.inbox.empty()

    asyncio.run(work())


async def only_these_are_kept(server: Server, wanted: dict[str, bool]) -> None:
    """Waits until the database has those subscriptions that are wanted, and none of the others."""
    store = Store(server.database)
    await store.open()
    here = select(pushes.c.endpoint).where(pushes.c.endpoint.in_(list(wanted)))
    try:
        async with asyncio.timeout(60):
            while {r.endpoint for r in await store.read(here)} != {endpoint for endpoint, kept in wanted.items() if kept}:
                await asyncio.sleep(0.05)
    finally:
        await store.close()


def test_a_person_is_told_on_every_device_of_challenges_and_ends_in_one_message(telling_server: Server) -> None:
    async def work() -> None:
        async with http(telling_server.base) as client, push_service() as service:
            ann = await claim(client)
            phone, gone = service.browser(), service.browser()
            gone.answer = 410
            for browser in (phone, gone):
                await post(client, Any, "/api/push", browser.subscription(language="en"), ann["token"])
            seats = [ME, OPEN]
            made = await client.post("/api/tables", json={"game": "tuareg", "seats": seats}, headers=bearer(ann["token"]))
            held = tokens(made.json(), await join(client, made.json()["invite"]))
            table = made.json()["table"]
            resigned = await client.post(f"/api/tables/{table}/resign", json={"id": "r"}, headers=bearer(held[1]))
            assert resigned.status_code == 200
            again = await client.post(f"/api/tables/{table}/rematch", json={"id": "n"}, headers=bearer(held[1]))
            assert again.status_code == 200
            told, _ = await phone.next()
            await gone.next()
            assert told["title"] in ("2 things happened", "The game is over", "You are challenged")
            # the browser that is gone is forgotten by itself, the other is not; stopping is one request
            await only_these_are_kept(telling_server, {phone.endpoint: True, gone.endpoint: False})
            await client.post("/api/push/stop", json={"endpoint": phone.endpoint}, headers=bearer(ann["token"]))
            await only_these_are_kept(telling_server, {phone.endpoint: False, gone.endpoint: False})
            assert await refused(client.post("/api/push", json=phone.subscription())) == (401, "BAD_TOKEN")

    asyncio.run(work())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://10.0.0.7:443/a",
        "https://2130706433/a",
        "https://push.example.org:8443/a",
        "https://me:you@push.example.org/a",
        "file:///etc/passwd",
        "https://0x7f.1/a",
    ],
)
def test_nothing_is_sent_into_the_own_network(endpoint: str) -> None:
    with pytest.raises(Denied, match="BAD_REQUEST"):
        addresses.check(endpoint, ())


def test_a_name_that_leads_into_the_own_network_is_not_followed() -> None:
    async def work() -> None:
        with pytest.raises(OSError, match="open internet"):
            await delivering.OpenInternet(()).resolve("localhost", 443)

    addresses.check("https://push.example.org/a", ())
    asyncio.run(work())


def test_quiet_hours_end_in_the_morning_of_the_own_zone() -> None:
    push = subscriptions.new("o", "e", "k", "a", language="en", zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60, kinds=("turn",))
    night = datetime(2026, 11, 16, 22, 30, tzinfo=UTC).timestamp()  # 23:30 in Berlin
    assert datetime.fromtimestamp(push.not_before(night), UTC) == datetime(2026, 11, 17, 6, 0, tzinfo=UTC)
    noon = datetime(2026, 11, 16, 12, 0, tzinfo=UTC).timestamp()
    assert push.not_before(noon) == noon


def test_several_things_are_one_message() -> None:
    push = subscriptions.new("o", "e", "k", "a", language="de", zone="UTC", quiet_from=None, quiet_to=None, kinds=("turn",))
    about = {"game": "tuareg", "by": "Ann"}
    assert sender.said(push, [("turn", "t1", about), ("turn", "t2", about)])["title"] == "Du bist an 2 Tischen dran"
    assert sender.said(push, [("over", "t1", {"game": "tuareg", "by": None})])["body"] == "Tuareg: Sieh, wie es ausging."
