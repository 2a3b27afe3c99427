"""Names of one's own over HTTP: claim one, come back to it, see what opens it, leave. Docs: 12-people.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from sandtable.server.errors import Denied
from sandtable.server.http import TheHub, Visitor, answer, client_of, refusals
from sandtable.server.limits import Buckets
from sandtable.server.models import answers
from sandtable.server.models.basics import is_text
from sandtable.server.people import devices, entering, handles, leaving, models, passkeys, persons, profile
from sandtable.server.people.persons import Person
from sandtable.server.settings import Settings
from sandtable.server.tables import making

router = APIRouter(prefix="/api/people", tags=["people"])
EVERYBODY = "everybody"


class Counters:
    """How often a client may claim, try to enter, and ask."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.claiming = Buckets(limits.names_per_day / persons.DAY, limits.names_per_day)
        self.entering = Buckets(limits.entering_per_minute / 60, limits.entering_per_minute)
        self.codes = Buckets(limits.links_tried_per_minute / 60, limits.links_tried_per_minute)
        self.seeking = Buckets(limits.seeks_per_minute / 60, limits.seeks_per_minute)
        self.sitting = Buckets(limits.sits_per_minute / 60, limits.sits_per_minute)
        self.asking = Buckets(limits.lookups_per_minute / 60, limits.lookups_per_minute)


def counters_of(request: Request) -> Counters:
    found: Counters = request.app.state.people
    return found


Counts = Annotated[Counters, Depends(counters_of)]


async def signed_in(person: Visitor) -> Person:
    if person is None:
        raise Denied("NOT_ENTERED")
    return person


Myself = Annotated[Person, Depends(signed_in)]


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
    return answer({"options": await passkeys.begin_entering(hub.store, site_of(request)[0])})


@router.post("/enter/passkey", response_model=models.Entered, responses=refusals(401, 409, 413))
async def enter_with_passkey(request: Request, hub: TheHub, counts: Counts, wanted: models.EnterWithPasskey) -> Response:
    """Sign this device in with a passkey."""
    counts.entering.check(client_of(request))
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
    return answer({"options": await passkeys.begin_making(hub.store, person, site_of(request)[0])})


@router.post("/me/passkeys", response_model=models.Me, responses=refusals(401, 409, 413))
async def add_passkey(request: Request, hub: TheHub, person: Myself, wanted: models.NewPasskey) -> Response:
    """Keep a passkey that the browser has made."""
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


@router.get("/{handle}", response_model=models.Profile, responses=refusals(404))
async def get_person(
    request: Request, hub: TheHub, counts: Counts, handle: Annotated[str, Path(max_length=60, description="Somebody's handle.")]
) -> Response:
    """What everybody may see of a person: rated games only."""
    counts.asking.check(client_of(request))
    person = await persons.by_handle(hub.store, handle) if is_text(handle) and handles.likeness(handle) else None
    if person is None:
        raise Denied("NO_PERSON")
    return answer(await profile.of(hub.store, person))
