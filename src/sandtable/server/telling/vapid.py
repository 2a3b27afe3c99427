"""By which key this server is known to push services (VAPID). It is drawn once and kept in the database."""

from __future__ import annotations

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import select

from sandtable.server.schema import secrets
from sandtable.server.store import Store

NAME = "vapid"


async def key_of(store: Store) -> Vapid02:
    """The server's key; drawn by whichever process asks first."""
    found = await store.read(select(secrets.c.value).where(secrets.c.name == NAME))
    if not found:
        drawn = ec.generate_private_key(ec.SECP256R1())
        text = drawn.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        keep = store.new_in(secrets).values(name=NAME, value=text)
        await store.change(lambda connection: connection.execute(keep))
        found = await store.read(select(secrets.c.value).where(secrets.c.name == NAME))
    return Vapid02.from_pem(found[0].value.encode())


def public(key: Vapid02) -> str:
    """What a browser needs to subscribe."""
    raw = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
