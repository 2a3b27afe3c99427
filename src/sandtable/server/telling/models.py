"""What crosses the border about being told."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.models.basics import Body, Reply

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,200}=*$")]
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]


class PushKeys(Body):
    p256dh: Key
    auth: Key


class Subscription(Body):
    """As the browser's `PushSubscription` says it. `quiet`: from and to which minute of the day in `zone` nothing is sent."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    keys: PushKeys
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = "en"
    zone: Annotated[str, Field(min_length=1, max_length=60)] = "UTC"
    quiet: Annotated[list[Minute], Field(min_length=2, max_length=2)] | None = None
    kinds: Annotated[list[Literal["turn", "over", "challenged"]], Field(min_length=1, max_length=3)] = Field(
        default=["turn", "over", "challenged"]
    )
    tokens: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=200)] = Field(default=[])
    """Of the seats that this device holds as a guest's."""


class Unsubscribe(Body):
    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]


class PushKey(Reply):
    """What a browser needs to subscribe."""

    key: str
