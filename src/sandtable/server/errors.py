"""What the server refuses: a code, a rule (of the game, if there is one) and words in every language."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.kernel.refusals import BadOption, BadPosition, Refusal
from sandtable.kernel.words import LANGUAGES, catalogue

STATUS = {
    "BAD_REQUEST": 400,
    "BAD_NAME": 400,
    "BAD_OPTION": 400,
    "NO_BOT": 400,
    "BAD_POSITION": 400,
    "BAD_HANDLE": 400,
    "HANDLE_RESERVED": 400,
    "BAD_TOKEN": 401,
    "NOT_ENTERED": 401,
    "BAD_PASSKEY": 401,
    "BAD_LINK": 401,
    "BAD_RECOVERY": 401,
    "COACH_OFF": 403,
    "BANNED": 403,
    "TALK_OFF": 403,
    "TEXT_OFF": 403,
    "NOT_REACHED": 403,
    "NO_LINKS": 400,
    "NO_PHRASE": 400,
    "NO_SPECTATORS": 403,
    "GAME_RUNNING": 403,
    "DEAL_SEALED": 403,
    "NOT_HOST": 403,
    "NO_TABLE": 404,
    "BAD_INVITE": 404,
    "NO_GAME": 404,
    "NOT_FOUND": 404,
    "NO_ANALYSIS": 404,
    "NO_STUDY": 404,
    "NO_PUZZLE": 404,
    "NO_PERSON": 404,
    "NO_DEAL": 404,
    "NO_EVENT": 404,
    "NO_DEVICE": 404,
    "NO_CHALLENGE": 404,
    "METHOD": 405,
    "TOO_LARGE": 413,
    "TOO_MANY": 429,
    "TALK_RESTS": 429,
    "BUG": 500,
    "BUSY": 503,
    "PREPARING": 503,
}
"""All others are 409: they depend on how the table stands."""


@cache
def _words(language: str) -> dict[str, str]:
    return {**catalogue(language, "server")["refusals"], **catalogue(language, "people")["refusals"]}


class Denied(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule: str | None = None
        self.words = {language: _words(language)[code] for language in LANGUAGES}
        self.detail = detail
        self.status = STATUS.get(code, 409)

    def body(self) -> dict[str, Any]:
        """What the client is told."""
        said: dict[str, Any] = {"code": self.code, "rule": self.rule, "words": self.words}
        return said if self.detail is None else {**said, "detail": self.detail}


class RefusedPosition(Denied):
    """A position that cannot exist. ``fault``: what is wrong where."""

    def __init__(self, error: BadPosition, code: str = "BAD_POSITION", before: str = "") -> None:
        super().__init__(code, f"{before}{error}"[:300])
        self.fault = error.to_json()

    def body(self) -> dict[str, Any]:
        return {**super().body(), "fault": self.fault}


class RefusedByRules(Denied):
    """A decision or an option that the game refuses."""

    def __init__(self, refusal: Refusal, status: int = 422, detail: str | None = None) -> None:
        Exception.__init__(self, refusal.code)
        self.code, self.rule, self.words = refusal.code, refusal.rule, dict(refusal.words)
        self.status, self.detail = status, detail

    @classmethod
    def option(cls, error: BadOption) -> RefusedByRules:
        return cls(error.refusal, 400, error.detail)


class Stale(Denied):
    """The position has changed since the number that the client had seen."""

    def __init__(self) -> None:
        super().__init__("CONFLICT")


SHORT = ("can't start new thread", "out of memory", "ot enough memory", "annot allocate memory")
"""What libraries say where memory is short and they raise no ``MemoryError`` of their own."""


def code_of(error: BaseException) -> str:
    """What an unexpected error is told as: too little memory (or no thread to be had) passes, everything else is a bug."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError) or any(words in str(cause) for words in SHORT):
            return "BUSY"
        cause = cause.__cause__ or cause.__context__
    return "BUG"
