"""A passkey in software: what a browser would answer, and what somebody could make of it who is not the one."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

JSON = dict[str, Any]
PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(content: bytes) -> str:
    """As a browser writes bytes."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One key. ``verified``: does it ask for finger or PIN?"""

    origin: str
    verified: bool = True
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def _data(self, site: str, attested: bytes = b"") -> bytes:
        self.count += 1
        flags = PRESENT | (VERIFIED if self.verified else 0) | (ATTESTED if attested else 0)
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + attested

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _said(self, **response: bytes) -> JSON:
        shown = {name: text(value) for name, value in response.items()}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": shown, "clientExtensionResults": {}}

    def make(self, options: JSON) -> JSON:
        """``navigator.credentials.create``."""
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        attested = secrets.token_bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        stated = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(options["rp"]["id"], attested)})
        return self._said(clientDataJSON=self._client("webauthn.create", options["challenge"]), attestationObject=stated)

    def show(self, options: JSON) -> JSON:
        """``navigator.credentials.get``."""
        data, client = self._data(options["rpId"]), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._said(clientDataJSON=client, authenticatorData=data, signature=signature)
