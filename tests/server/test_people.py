"""Names of one's own on real servers: claimed, opened again, taken along, forgotten; and what nobody may do with them."""

from __future__ import annotations

import asyncio
import io
import itertools
import random
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.errors import Denied
from sandtable.server.people import devices, entering, handles, models, persons
from sandtable.server.settings import Limits
from sandtable.server.store import Store
from tests.server.authenticator import Authenticator
from tests.server.players import BOT, JSON, ME, OPEN, Stubborn, bearer, create, http, join, live, tokens
from tests.server.processes import Server
from tests.server.test_models import conforms

_numbers = itertools.count(1)
_own = "".join(random.choices("26789", k=3))
PHONE = "Phone"


def new_handle(beginning: str = "fox") -> str:
    """One that nobody has: digits that are no letter to anybody."""
    number, digits = next(_numbers), ""
    for _ in range(6):
        number, rest = divmod(number, 5)
        digits += "26789"[rest]
    return f"{beginning}_{_own}{digits}"


async def post(client: httpx.AsyncClient, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
    return await client.post(f"/api/people{path}", json=body, headers=bearer(token) if token else {})


async def claim(client: httpx.AsyncClient, handle: str | None = None) -> JSON:
    answer = await post(client, "", {"handle": handle or new_handle(), "device": "Laptop"})
    assert answer.status_code == 201, answer.text
    return conforms(models.Entered, answer.json())


async def me(client: httpx.AsyncClient, token: str) -> JSON:
    answer = await client.get("/api/people/me", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    return conforms(models.Me, answer.json())


async def refused(asking: Any) -> tuple[int, str]:
    answer = await asking
    return answer.status_code, answer.json()["code"]


# ---- handles ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("dune_fox", "dune_fox"),
        (" kel_aïr ", "kel_aïr"),
        ("ﬁsh_7", "fish_7"),
        ("Straße", "Straße"),
        ("ｗｉｄｅ", "wide"),
        ("abc\u0301", "abć"),
    ],
)
def test_a_handle_is_shown_in_one_form(given: str, shown: str) -> None:
    assert handles.checked(given) == shown


@pytest.mark.parametrize(
    "given", ["ab", "x" * 17, "Аdam", "d\u200bune", "ıvan", "a b c", "<b>", "_fox", "fox.", "777", "fox\u202e", "ʟook", "狐狸狐"]
)
def test_what_cannot_be_read_for_sure_is_no_handle(given: str) -> None:
    with pytest.raises(Denied, match="BAD_HANDLE"):
        handles.checked(given)


@pytest.mark.parametrize("given", ["admin", "Adm1n", "4dm.in", "sandtable", "Guest_12", "gast77", "tuareg", "Trader", "level3", "rnod"])
def test_offices_games_and_bots_are_reserved(given: str) -> None:
    with pytest.raises(Denied, match="HANDLE_RESERVED"):
        handles.checked(given)


@pytest.mark.parametrize("other", ["DUNE_FOX", "dune.fox", "dunefox", "dunef0x", "düne_fox", "dune_fóx", "dUne__foX"])
def test_look_alikes_are_one_handle(other: str) -> None:
    assert handles.likeness(other) == handles.likeness("dune_fox")


def test_other_handles_are_others() -> None:
    assert len({handles.likeness(handle) for handle in ("dune_fox", "dune_box", "dune_foxes", "dine_fox", "dune")}) == 5


# ---- claiming and coming back -----------------------------------------------------------------------------------------------------


def test_a_handle_is_claimed_once(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            handle = new_handle()
            free = conforms(models.HandleAnswer, (await post(client, "/handle", {"handle": handle})).json())
            assert free == {"handle": handle, "refusal": None}
            wanted = [handle, handle.upper(), handle.replace("_", "."), handle, handle.replace("o", "0")]
            answers = await asyncio.gather(*(post(client, "", {"handle": each, "device": "d"}) for each in wanted))
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
            taken = conforms(models.HandleAnswer, (await post(client, "/handle", {"handle": handle})).json())
            assert taken["refusal"]["code"] == "HANDLE_TAKEN"
            assert await refused(post(client, "", {"handle": "admin", "device": "d"})) == (400, "HANDLE_RESERVED")

    asyncio.run(work())


def test_a_passkey_opens_the_name_on_another_device(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            entered = await claim(client)
            key = Authenticator(server.base)
            options = conforms(models.PasskeyOptions, (await post(client, "/me/passkeys/begin", token=entered["token"])).json())["options"]
            assert options["authenticatorSelection"]["userVerification"] == "required"
            made = await post(client, "/me/passkeys", {"credential": key.make(options), "name": "Key"}, entered["token"])
            assert [each["name"] for each in conforms(models.Me, made.json())["passkeys"]] == ["Key"]
            asked = (await post(client, "/enter/passkey/begin")).json()["options"]
            assert not asked.get("allowCredentials")
            shown = key.show(asked)
            again = conforms(models.Entered, (await post(client, "/enter/passkey", {"credential": shown, "device": PHONE})).json())
            assert (again["handle"], again["recovery"]) == (entered["handle"], None)
            assert [each["name"] for each in (await me(client, again["token"]))["devices"]] == ["Laptop", PHONE]
            replayed = post(client, "/enter/passkey", {"credential": shown, "device": "thief"})
            assert await refused(replayed) == (401, "BAD_PASSKEY")
            gone = await client.delete(f"/api/people/me/passkeys/{made.json()['passkeys'][0]['passkey']}", headers=bearer(again["token"]))
            assert conforms(models.Me, gone.json())["passkeys"] == []
            asked = (await post(client, "/enter/passkey/begin")).json()["options"]
            assert await refused(post(client, "/enter/passkey", {"credential": key.show(asked), "device": "d"})) == (401, "BAD_PASSKEY")

    asyncio.run(work())


def test_passkeys_that_prove_nothing_are_refused(sqlite_server: Server) -> None:
    """Of another site, without finger or PIN, with an old count, of another person, for a challenge nobody asked, and plain nonsense."""

    async def work() -> None:
        async with http(sqlite_server.base) as client:
            entered, other = await claim(client), await claim(client)

            async def make(key: Authenticator, token: str = entered["token"], asker: str = entered["token"]) -> httpx.Response:
                options = (await post(client, "/me/passkeys/begin", token=asker)).json()["options"]
                return await post(client, "/me/passkeys", {"credential": key.make(options), "name": "Key"}, token)

            async def show(key: Authenticator) -> httpx.Response:
                options = (await post(client, "/enter/passkey/begin")).json()["options"]
                return await post(client, "/enter/passkey", {"credential": key.show(options), "device": "d"})

            key = Authenticator(sqlite_server.base)
            assert (await make(key)).status_code == 200
            assert await refused(make(key)) == (401, "BAD_PASSKEY")
            assert await refused(make(Authenticator("https://evil.example"))) == (401, "BAD_PASSKEY")
            assert await refused(make(Authenticator(sqlite_server.base, verified=False))) == (401, "BAD_PASSKEY")
            assert await refused(make(Authenticator(sqlite_server.base), other["token"])) == (401, "BAD_PASSKEY")
            assert (await show(key)).status_code == 200
            for name, value in (("origin", "https://evil.example"), ("verified", False), ("count", 0)):
                before = getattr(key, name)
                setattr(key, name, value)
                assert await refused(show(key)) == (401, "BAD_PASSKEY"), name
                setattr(key, name, max(before, key.count) if name == "count" else before)
            stranger = Authenticator(sqlite_server.base)
            stranger.id = key.id
            assert await refused(show(stranger)) == (401, "BAD_PASSKEY")
            making = (await post(client, "/me/passkeys/begin", token=entered["token"])).json()["options"]
            crossed = key.show({"rpId": making["rp"]["id"], "challenge": making["challenge"]})
            invented = key.show({"rpId": making["rp"]["id"], "challenge": "AAAA"})
            for credential in (
                crossed,
                invented,
                {},
                {"response": {"clientDataJSON": "e30"}},
                {"id": 3, "response": {"clientDataJSON": "?"}},
            ):
                answer = post(client, "/enter/passkey", {"credential": credential, "device": "d"})
                assert await refused(answer) == (401, "BAD_PASSKEY")

    asyncio.run(work())


def test_a_link_signs_a_second_device_in_once(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            entered = await claim(client)
            void, shown = [conforms(models.Link, (await post(client, "/me/link", token=entered["token"])).json()) for _ in range(2)]
            assert await refused(post(client, "/enter/link", {"code": void["code"], "device": PHONE})) == (401, "BAD_LINK")
            typed = shown["code"].lower().replace("-", " ")
            answers = await asyncio.gather(*(post(client, "/enter/link", {"code": typed, "device": PHONE}) for _ in range(4)))
            assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]
            assert await refused(post(client, "/enter/link", {"code": shown["secret"], "device": PHONE})) == (401, "BAD_LINK")
            scanned = (await post(client, "/me/link", token=entered["token"])).json()["secret"]
            third = (await post(client, "/enter/link", {"code": scanned, "device": "Tablet"})).json()
            listed = (await me(client, third["token"]))["devices"]
            assert [(device["name"], device["this"]) for device in listed] == [("Laptop", False), (PHONE, False), ("Tablet", True)]
            first = listed[0]["device"]
            assert (await client.delete(f"/api/people/me/devices/{first}", headers=bearer(third["token"]))).status_code == 200
            assert await refused(client.get("/api/people/me", headers=bearer(entered["token"]))) == (401, "NOT_ENTERED")
            other = await claim(client)
            theirs = client.delete(f"/api/people/me/devices/{listed[1]['device']}", headers=bearer(other["token"]))
            assert await refused(theirs) == (404, "NO_DEVICE")

    asyncio.run(work())


def test_a_recovery_code_works_once_and_is_replaced(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            entered = await claim(client)
            assert len(entered["recovery"]) == 6
            code = " ".join(entered["recovery"]).upper()
            answers = await asyncio.gather(*(post(client, "/enter/recovery", {"code": code, "device": PHONE}) for _ in range(3)))
            assert sorted(answer.status_code for answer in answers) == [200, 401, 401]
            again = conforms(models.Entered, next(answer for answer in answers if answer.status_code == 200).json())
            assert again["handle"] == entered["handle"]
            renewed = conforms(models.Recovery, (await post(client, "/me/recovery", token=again["token"])).json())["recovery"]
            old = " ".join(again["recovery"])
            assert await refused(post(client, "/enter/recovery", {"code": old, "device": "d"})) == (401, "BAD_RECOVERY")
            assert (await post(client, "/enter/recovery", {"code": "-".join(renewed), "device": "d"})).status_code == 200

    asyncio.run(work())


# ---- at tables --------------------------------------------------------------------------------------------------------------------


def test_lost_devices_keep_nobody_out(tmp_path: Path) -> None:
    """With as many devices as may be, the recovery code still opens the name: the oldest device goes."""

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.open()
        first = await entering.claim(store, "dune_fox", "1")
        person = await persons.entered(store, first["token"])
        limits = replace(Limits(), devices=3)
        for number in (2, 3, 4):
            last = await entering.enter(store, person.id, str(number), limits)
        listed = await devices.of(store, await persons.entered(store, last["token"]))
        assert [device["name"] for device in listed["devices"]] == ["2", "3", "4"]
        assert await persons.of_device(store, first["token"]) is None
        await store.close()

    asyncio.run(work())


def test_a_linked_device_takes_over_in_the_middle_of_a_game(server: Server) -> None:
    """The seat of a person opens with the token of every own device, and of no other."""

    async def work() -> None:
        async with http(server.base) as client:
            ann, other = await claim(client), await claim(client)
            answer = await client.post("/api/tables", json={"game": "tuareg", "seats": [ME, OPEN]}, headers=bearer(ann["token"]))
            made = answer.json()
            seat = made["status"]["seats"][0]
            assert (seat["name"], seat["handle"]) == (ann["handle"], ann["handle"])
            joined = await join(client, made["invite"], ann["handle"])
            guest = joined["status"]["seats"][1]
            assert (guest["name"], guest["handle"]) == (ann["handle"], None)
            secret = (await post(client, "/me/link", token=ann["token"])).json()["secret"]
            phone = (await post(client, "/enter/link", {"code": secret, "device": PHONE})).json()["token"]
            mine = (await client.get("/api/people/me/tables", headers=bearer(phone))).json()
            assert [(table["table"], table["seat"]) for table in mine] == [(made["table"], 0)]
            async with live(server.base) as socket:
                assert (await socket.watch(made["table"], other["token"]))["code"] == "BAD_TOKEN"
                assert (await socket.watch(made["table"], phone))["seat"] == 0
            player = Stubborn([server.base], made["table"], {0: phone, 1: tokens(joined)[1]}, 4)
            await player.run()
            again = await client.post(f"/api/tables/{made['table']}/rematch", json={"id": "r"}, headers=bearer(phone))
            update = await client.get(f"/api/tables/{again.json()['rematch']['table']}", headers=bearer(phone))
            assert (update.json()["seat"], update.json()["status"]["seats"][0]["handle"]) == (0, ann["handle"])

    asyncio.run(work())


def test_a_guests_tables_are_taken_along(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            before = [await create(client, ME, BOT), await create(client, ME, OPEN)]
            held = [token for made in before for token in tokens(made).values()]
            ann, thief = await claim(client), await claim(client)
            taken = await post(client, "/me/tables", {"tokens": [*held, "x" * 30]}, ann["token"])
            assert conforms(models.Taken, taken.json()) == {"seats": 2}
            assert (await post(client, "/me/tables", {"tokens": held}, thief["token"])).json() == {"seats": 0}
            mine = (await client.get("/api/people/me/tables", headers=bearer(ann["token"]))).json()
            assert {table["table"] for table in mine} == {made["table"] for made in before}

    asyncio.run(work())


# ---- leaving ----------------------------------------------------------------------------------------------------------------------


def test_all_of_mine_and_then_nothing(server: Server) -> None:
    async def work() -> None:
        async with http(server.base) as client:
            ann = await claim(client)
            wanted = {"game": "tuareg", "seats": [ME, BOT]}
            made = (await client.post("/api/tables", json=wanted, headers=bearer(ann["token"]))).json()
            left = (await client.post("/api/tables", json={"game": "tuareg", "seats": [ME, OPEN]}, headers=bearer(ann["token"]))).json()
            await Stubborn([server.base], made["table"], {0: ann["token"]}, 5).run()
            packed = await client.get("/api/people/me/archive", headers=bearer(ann["token"]))
            with zipfile.ZipFile(io.BytesIO(packed.content)) as pack:
                files = {f"{name}.json" for name in ("me", "people", "ratings", "talk", "tables")}
                assert set(pack.namelist()) == {*files, f"games/tuareg-{made['table']}.txt"}
                assert ann["handle"] in pack.read("me.json").decode()
                assert ann["token"] not in "".join(pack.read(name).decode() for name in pack.namelist())
            assert await refused(post(client, "/me/forget", {"handle": "somebody"}, ann["token"])) == (400, "BAD_HANDLE")
            assert (await post(client, "/me/forget", {"handle": ann["handle"]}, ann["token"])).status_code == 200
            assert await refused(client.get("/api/people/me", headers=bearer(ann["token"]))) == (401, "NOT_ENTERED")
            await nowhere(client, ann["handle"], [made, left])
            code = " ".join(ann["recovery"])
            assert await refused(post(client, "/enter/recovery", {"code": code, "device": "d"})) == (401, "BAD_RECOVERY")
            assert (await post(client, "", {"handle": ann["handle"], "device": "d"})).status_code == 201

    asyncio.run(work())


async def nowhere(client: httpx.AsyncClient, handle: str, tables: list[JSON]) -> None:
    """No page about these tables says the handle any more, on any worker; the seats are held as before, by a guest."""
    for made in tables:
        token = tokens(made)[0]
        for _ in range(100):
            pages = [await client.get(f"/api/tables/{made['table']}", headers=bearer(token)) for _ in range(4)]
            if all(handle not in page.text for page in pages):
                break
            await asyncio.sleep(0.05)
        pages.append(await client.post("/api/mine", json={"tokens": [token]}))
        assert all(page.status_code == 200 and handle not in page.text for page in pages)
        assert pages[0].json()["seat"] == 0
        assert pages[0].json()["status"]["seats"][0]["name"].startswith("Guest ")


# ---- limits -----------------------------------------------------------------------------------------------------------------------


def test_codes_cannot_be_guessed_and_people_not_listed(database: str) -> None:
    """Tries are counted against the address; there is no list of people, and no page of anybody under /me for a guest."""
    few = {"names_per_day": 2, "entering_per_minute": 5, "lookups_per_minute": 6, "seeks_per_minute": 3, "reports_per_day": 1}

    async def work(base: str) -> None:
        async with http(base) as client:
            answers = [(await post(client, "", {"handle": new_handle(), "device": "d"})).status_code for _ in range(3)]
            assert answers == [201, 201, 429]
            tries = [(await post(client, "/enter/link", {"code": "aaa-aaa", "device": "d"})).status_code for _ in range(6)]
            assert tries == [401] * 5 + [429]
            asked = [(await post(client, "/handle", {"handle": new_handle()})).status_code for _ in range(7)]
            assert asked == [200] * 6 + [429]
            assert (await client.get(f"/api/people/{new_handle()}")).status_code == 429, "nor are pages asked for one after the other"
            assert (await client.get("/api/people")).status_code == 405
            wish = {"name": "x", "game": "tuareg", "players": 2, "clock": "calm"}
            looks = [client.post("/api/lobby/seek", json={**wish, "token": f"{number:024}"}) for number in range(4)]
            assert [(await look).status_code for look in looks] == [200] * 3 + [429], "nobody floods the lobby"
            for path in ("/me", "/me/tables", "/me/archive"):
                assert await refused(client.get(f"/api/people{path}")) == (401, "NOT_ENTERED")

    with Server(database, limits=few) as server:
        asyncio.run(work(server.base))
