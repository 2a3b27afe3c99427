"""Passkeys (WebAuthn): the device keeps a key that never leaves it, and asks for finger, face or PIN before it signs.

Every challenge is kept as a hash, for one use within a minute or two: a signature that was seen once opens nothing.
"""

from __future__ import annotations

import base64
import time
from typing import Any

import orjson
import webauthn
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from sandtable.kernel.game import JSON
from sandtable.server import keys, names
from sandtable.server.errors import Denied
from sandtable.server.people.entering import LONGEST_DEVICE
from sandtable.server.people.persons import Person
from sandtable.server.schema import challenges, passkeys
from sandtable.server.settings import Limits
from sandtable.server.store import Store

SECONDS = 120.0
VERIFIED = UserVerificationRequirement.REQUIRED


async def begin_making(store: Store, person: Person, site: str) -> JSON:
    """What the browser needs to make a passkey for a person."""
    known = await store.read(select(passkeys.c.id).where(passkeys.c.person_id == person.id))
    options = webauthn.generate_registration_options(
        rp_id=site,
        rp_name="Sandtable",
        user_id=person.id.encode(),
        user_name=person.handle,
        timeout=int(1000 * SECONDS),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, require_resident_key=True, user_verification=VERIFIED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(r.id)) for r in known],
    )
    await _ask(store, options.challenge, person.id, site)
    return orjson.loads(options_to_json(options))


async def made(store: Store, person: Person, credential: JSON, origins: list[str], name: str, limits: Limits) -> None:
    """Keeps the passkey that the browser has made."""
    challenge, asked = await _answered(store, credential)
    if asked.person_id != person.id:
        raise Denied("BAD_PASSKEY")
    try:
        checked = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=asked.site,
            expected_origin=origins,
            require_user_verification=True,
        )
    except Exception:  # whatever is wrong in what a stranger sent
        raise Denied("BAD_PASSKEY") from None
    values = {
        "id": bytes_to_base64url(checked.credential_id),
        "person_id": person.id,
        "key": base64.b64encode(checked.credential_public_key).decode(),
        "site": asked.site,
        "count": checked.sign_count,
        "name": names.line(name, LONGEST_DEVICE),
        "created": time.time(),
    }

    def work(connection: Connection) -> None:
        count = select(func.count()).select_from(passkeys).where(passkeys.c.person_id == person.id)
        if connection.execute(count).scalar_one() >= limits.devices:
            raise Denied("TOO_MANY_DEVICES")
        connection.execute(insert(passkeys).values(**values))

    try:
        await store.change(work)
    except IntegrityError:
        raise Denied("BAD_PASSKEY") from None


async def begin_entering(store: Store, site: str) -> JSON:
    """What the browser needs to show a passkey; it knows itself which ones there are, so nobody is asked for a name."""
    options = webauthn.generate_authentication_options(rp_id=site, timeout=int(1000 * SECONDS), user_verification=VERIFIED)
    await _ask(store, options.challenge, None, site)
    return orjson.loads(options_to_json(options))


async def shown(store: Store, credential: JSON, origins: list[str]) -> str:
    """The person whose passkey has signed."""
    challenge, asked = await _answered(store, credential)
    found = await store.read(select(passkeys).where(passkeys.c.id == str(credential.get("id", ""))))
    if asked.person_id is not None or not found or found[0].site != asked.site:
        raise Denied("BAD_PASSKEY")
    try:
        checked = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=asked.site,
            expected_origin=origins,
            credential_public_key=base64.b64decode(found[0].key),
            credential_current_sign_count=found[0].count,
            require_user_verification=True,
        )
    except Exception:  # whatever is wrong in what a stranger sent
        raise Denied("BAD_PASSKEY") from None
    counting = update(passkeys).where(passkeys.c.id == found[0].id).values(count=checked.new_sign_count)
    await store.change(lambda connection: connection.execute(counting))
    return str(found[0].person_id)


async def _ask(store: Store, challenge: bytes, person: str | None, site: str) -> None:
    now = time.time()
    values = {"challenge": keys.hashed(bytes_to_base64url(challenge)), "person_id": person, "site": site, "expires": now + SECONDS}

    def work(connection: Connection) -> None:
        connection.execute(delete(challenges).where(challenges.c.expires < now))
        connection.execute(insert(challenges).values(**values))

    await store.change(work)


async def _answered(store: Store, credential: JSON) -> tuple[bytes, Any]:
    """The challenge that was signed, which is used up by that; ``Denied`` if the server did not ask it."""
    try:
        said = orjson.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))["challenge"]
        challenge = base64url_to_bytes(said)
    except Exception:  # whatever is wrong in what a stranger sent
        raise Denied("BAD_PASSKEY") from None
    key = keys.hashed(bytes_to_base64url(challenge))
    using = delete(challenges).where(challenges.c.challenge == key, challenges.c.expires > time.time()).returning(challenges)
    found = await store.change(lambda connection: connection.execute(using).all())
    if not found:
        raise Denied("BAD_PASSKEY")
    return challenge, found[0]
