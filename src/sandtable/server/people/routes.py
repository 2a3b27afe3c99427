"""Names of one's own over HTTP: claim one, come back to it, see what opens it, leave. Docs: 12-people.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request, Response

from sandtable.server import routing
from sandtable.server.errors import Denied
from sandtable.server.http import GUESTS_TOO, Table16, TheHub, Token, Visitor, answer, client_of, refusals
from sandtable.server.limits import Buckets
from sandtable.server.lobby.live import Lobby
from sandtable.server.models import answers, requests
from sandtable.server.models.basics import is_text
from sandtable.server.people import (
    bonds,
    challenges,
    choices,
    devices,
    entering,
    handles,
    leaving,
    models,
    persons,
    profile,
    reports,
)
from sandtable.server.people.persons import Person
from sandtable.server.settings import Settings
from sandtable.server.tables import making
from sandtable.server.talk.models import Reporting

router = routing.router(prefix="/api/people", tags=["people"])
EVERYBODY = "everybody"


class Counters:
    """How often a client may claim, try to enter, and ask."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.claiming = Buckets(limits.names_per_day / persons.DAY, limits.names_per_day)
        self.entering = Buckets(limits.entering_per_minute / 60, limits.entering_per_minute)
        self.codes = Buckets(limits.links_tried_per_minute / 60, limits.links_tried_per_minute)
        self.seeking = Buckets(limits.seeks_per_minute / 60, limits.seeks_per_minute)
        self.challenging = Buckets(limits.challenges_per_hour / 3600, limits.challenges_per_hour)
        self.reporting = Buckets(limits.reports_per_day / persons.DAY, limits.reports_per_day)
        self.sitting = Buckets(limits.sits_per_minute / 60, limits.sits_per_minute)
        self.asking = Buckets(limits.lookups_per_minute / 60, limits.lookups_per_minute)


def counters_of(request: Request) -> Counters:
    found: Counters = request.app.state.people
    return found


Counts = Annotated[Counters, Depends(counters_of)]


async def signed_in(hub: TheHub, token: Token) -> Person:
    """Who asks. Also somebody who is banned comes to the own data, and away."""
    return await persons.entered(hub.store, token or "")


async def in_good_standing(person: Visitor) -> Person:
    if person is None:
        raise Denied("NOT_ENTERED")
    return person


Myself = Annotated[Person, Depends(signed_in)]
Active = Annotated[Person, Depends(in_good_standing)]


Handle = Annotated[str, Path(max_length=60, description="Somebody's handle.")]


async def person_called(request: Request, hub: TheHub, counts: Counts, handle: Handle) -> Person:
    """The person of a handle; asking for many of them is counted."""
    counts.asking.check(client_of(request))
    person = await persons.by_handle(hub.store, handle) if is_text(handle) and handles.likeness(handle) else None
    if person is None or person.banned:
        raise Denied("NO_PERSON")
    return person


Other = Annotated[Person, Depends(person_called)]


def site_of(request: Request) -> tuple[str, list[str]]:
    """The name under which the browser knows this server, and whose pages may show passkeys for it."""
    settings: Settings = request.app.state.settings
    forwarded = request.headers.get("x-forwarded-host", "") if settings.trust_proxy else ""
    host = (forwarded or request.headers.get("host", "")).partition(",")[0].strip().lower()
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if not name or len(name) > 253:
        raise Denied("BAD_REQUEST", "host")
    return name, [f"https://{host}", f"http://{host}", *settings.origins]


# ---- claiming and entering --------------------------------------------------------------------------------------------------------


@router.post("/handle", response_model=models.HandleAnswer, responses=refusals(413))
async def ask_handle(request: Request, hub: TheHub, counts: Counts, wanted: models.AskHandle) -> Response:
    """Could this be somebody's handle, and is it free?"""
    counts.asking.check(client_of(request))
    try:
        handle = handles.checked(wanted.handle)
        if await persons.by_handle(hub.store, handle):
            raise Denied("HANDLE_TAKEN")
    except Denied as denied:
        if denied.status >= 500:
            raise
        return answer({"handle": wanted.handle, "refusal": denied.body()})
    return answer({"handle": handle, "refusal": None})


@router.post("", status_code=201, response_model=models.Entered, responses=refusals(409, 413))
async def claim(request: Request, hub: TheHub, counts: Counts, wanted: models.Claim) -> Response:
    """Claim a handle. This device is signed in; the recovery code is told once."""
    handles.checked(wanted.handle)
    counts.claiming.check(client_of(request))
    return answer(await entering.claim(hub.store, wanted.handle, wanted.device), 201)


@router.post("/enter/passkey/begin", response_model=models.PasskeyOptions, responses=refusals())
async def begin_entering(request: Request, hub: TheHub, counts: Counts) -> Response:
    """What the browser needs to show a passkey."""
    counts.entering.check(client_of(request))
    from sandtable.server.people import passkeys

    return answer({"options": await passkeys.begin_entering(hub.store, site_of(request)[0])})


@router.post("/enter/passkey", response_model=models.Entered, responses=refusals(401, 409, 413))
async def enter_with_passkey(request: Request, hub: TheHub, counts: Counts, wanted: models.EnterWithPasskey) -> Response:
    """Sign this device in with a passkey."""
    counts.entering.check(client_of(request))
    from sandtable.server.people import passkeys

    person = await passkeys.shown(hub.store, wanted.credential, site_of(request)[1])
    return answer(await entering.enter(hub.store, person, wanted.device, hub.settings.limits))


@router.post("/enter/link", response_model=models.Entered, responses=refusals(401, 409, 413))
async def enter_with_link(request: Request, hub: TheHub, counts: Counts, wanted: models.EnterWithCode) -> Response:
    """Sign this device in with what another one of the same person shows: the secret that is scanned, or the code that is typed."""
    counts.entering.check(client_of(request))
    counts.codes.check(EVERYBODY)
    person = await entering.linked(hub.store, wanted.code)
    return answer(await entering.enter(hub.store, person, wanted.device, hub.settings.limits))


@router.post("/enter/recovery", response_model=models.Entered, responses=refusals(401, 409, 413))
async def enter_with_recovery(request: Request, hub: TheHub, counts: Counts, wanted: models.EnterWithCode) -> Response:
    """Sign this device in with the recovery code; a new one takes its place."""
    counts.entering.check(client_of(request))
    person = await entering.recovered(hub.store, wanted.code)
    recovery = await entering.new_recovery(hub.store, person)
    return answer({**await entering.enter(hub.store, person, wanted.device, hub.settings.limits), "recovery": recovery})


# ---- mine -------------------------------------------------------------------------------------------------------------------------


@router.get("/me", response_model=models.Me, responses=refusals(401))
async def get_me(hub: TheHub, person: Myself) -> Response:
    """Who I am here, and what opens my name."""
    return answer(await devices.of(hub.store, person))


@router.get("/me/tables", response_model=list[answers.SeatedTable], responses=refusals(401))
async def get_my_tables(hub: TheHub, person: Myself) -> Response:
    """Where I sit, newest first. The token of any of my devices opens these seats."""
    return answer(await making.of_person(hub, person))


@router.post("/me/tables", response_model=models.Taken, responses=refusals(401, 413))
async def take_along(hub: TheHub, person: Myself, wanted: models.TakeAlong) -> Response:
    """Take along the seats that these tokens hold as a guest's."""
    return answer({"seats": await entering.take_along(hub.store, person, wanted.tokens)})


@router.post("/me/passkeys/begin", response_model=models.PasskeyOptions, responses=refusals(401))
async def begin_passkey(request: Request, hub: TheHub, person: Myself) -> Response:
    """What the browser needs to make a passkey for me."""
    from sandtable.server.people import passkeys

    return answer({"options": await passkeys.begin_making(hub.store, person, site_of(request)[0])})


@router.post("/me/passkeys", response_model=models.Me, responses=refusals(401, 409, 413))
async def add_passkey(request: Request, hub: TheHub, person: Myself, wanted: models.NewPasskey) -> Response:
    """Keep a passkey that the browser has made."""
    from sandtable.server.people import passkeys

    await passkeys.made(hub.store, person, wanted.credential, site_of(request)[1], wanted.name, hub.settings.limits)
    return answer(await devices.of(hub.store, person))


@router.delete("/me/passkeys/{passkey}", response_model=models.Me, responses=refusals(401, 404))
async def remove_passkey(
    hub: TheHub, person: Myself, passkey: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,1400}$", description="The id of a passkey.")]
) -> Response:
    """A passkey opens nothing any more."""
    await devices.remove_passkey(hub.store, person, passkey)
    return answer(await devices.of(hub.store, person))


@router.post("/me/link", response_model=models.Link, responses=refusals(401))
async def link(hub: TheHub, person: Myself) -> Response:
    """What another device of mine needs to sign in, once, within five minutes."""
    return answer(await entering.link(hub.store, person))


@router.post("/me/recovery", response_model=models.Recovery, responses=refusals(401))
async def renew_recovery(hub: TheHub, person: Myself) -> Response:
    """Another recovery code in the place of the old one."""
    return answer({"recovery": await entering.new_recovery(hub.store, person.id)})


@router.delete("/me/devices/{device}", response_model=models.Done, responses=refusals(401, 404))
async def sign_out(
    hub: TheHub, person: Myself, device: Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", description="The id of a device.")]
) -> Response:
    """Sign a device out; also the one that asks."""
    await devices.sign_out(hub.store, person, device)
    return answer({"ok": True})


# ---- between people ---------------------------------------------------------------------------------------------------------------


@router.get("/me/public", response_model=models.Chosen, responses=refusals(401))
async def get_choices(hub: TheHub, person: Myself) -> Response:
    """What everybody may see of me."""
    return answer(await choices.of(hub.store, person.id))


@router.put("/me/public", response_model=models.Chosen, responses=refusals(401, 413))
async def choose(hub: TheHub, person: Myself, wanted: models.Choosing) -> Response:
    """Choose what everybody may see of me."""
    return answer(await choices.change(hub.store, person, wanted.model_dump(exclude_none=True)))


@router.get("/me/people", response_model=list[models.Bond], responses=refusals(401))
async def get_bonds(hub: TheHub, person: Myself) -> Response:
    """Whom I follow, block, or have a note about."""
    return answer(await bonds.listed(hub.store, person))


@router.put("/me/people/{handle}", response_model=models.Bond, responses=refusals(401, 403, 404, 413))
async def change_bond(request: Request, hub: TheHub, person: Myself, other: Other, wanted: models.BondWish) -> Response:
    """Follow somebody, block somebody, write a note. Nobody is told."""
    now = await bonds.change(hub.store, person, other, wanted.model_dump(exclude_unset=True), hub.settings.limits)
    hub.on_lobby()
    return answer({"handle": other.handle, **now})


@router.post("/me/challenges/{table}", response_model=answers.Seated, responses=refusals(401, 403, 404, 409, 413))
async def accept(hub: TheHub, person: Active, table: Table16, wanted: requests.Sitting) -> Response:
    """Sit down where I was challenged."""
    return answer(await challenges.accept(hub, person, table, wanted))


@router.delete("/me/challenges/{table}", response_model=models.Done, responses=refusals(401, 404))
async def decline(hub: TheHub, person: Myself, table: Table16) -> Response:
    """Decline a challenge."""
    await challenges.decline(hub, person, table)
    return answer({"ok": True})


# ---- leaving ----------------------------------------------------------------------------------------------------------------------


@router.get(
    "/me/archive",
    response_class=Response,
    responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}, **refusals(401)},
)
async def get_archive(request: Request, hub: TheHub, person: Myself) -> Response:
    """All of mine, as one zip."""
    async with hub.turns.of(client_of(request)):
        packed = await leaving.archive(hub, person)
    name = 'attachment; filename="sandtable.zip"'
    return Response(packed, media_type="application/zip", headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@router.post("/me/forget", response_model=models.Done, responses=refusals(401, 413))
async def forget(request: Request, hub: TheHub, person: Myself, wanted: models.Forget) -> Response:
    """Forget me. Games stay for those who played along, under a name that is nobody's."""
    if handles.likeness(wanted.handle) != handles.likeness(person.handle):
        raise Denied("BAD_HANDLE")
    for table in await leaving.forget(hub, person):
        request.app.state.machine.say(f"drop {table}")
    return answer({"ok": True})


# ---- others -----------------------------------------------------------------------------------------------------------------------


@router.get("/{handle}", response_model=models.Profile, responses=refusals(401, 403, 404), openapi_extra=GUESTS_TOO)
async def get_person(request: Request, hub: TheHub, visitor: Visitor, other: Other) -> Response:
    """What the person shows of the rated games; with the token of one's device, also what lies between the two."""
    lobby: Lobby = request.app.state.lobby
    return answer(await profile.of(hub.store, other, visitor, (await lobby.state())["tables"]))


@router.post("/{handle}/challenge", status_code=201, response_model=answers.Seated, responses=refusals(401, 403, 404, 409, 413))
async def challenge(request: Request, hub: TheHub, person: Active, counts: Counts, other: Other, wanted: models.Challenge) -> Response:
    """Challenge somebody to a game for two: makes the table; the person is asked, now or when back."""
    counts.challenging.check(client_of(request))
    return answer(await challenges.challenge(hub, person, other, wanted), 201)


@router.post("/{handle}/report", response_model=models.Done, responses=refusals(401, 403, 404, 413))
async def report(request: Request, hub: TheHub, person: Active, counts: Counts, other: Other, wanted: Reporting) -> Response:
    """Report somebody to the host."""
    counts.reporting.check(client_of(request))
    await reports.about_person(hub, other, person.id, wanted.reason, wanted.words)
    return answer({"ok": True})
