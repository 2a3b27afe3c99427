"""Questions to the coach in one form, however they were padded: nobody fills the database with air."""

from __future__ import annotations

import asyncio
import hashlib
import json

import numpy as np
import pytest

from sandtable.kernel.record import FIRST_LINE, Record
from sandtable.kernel.registry import load
from sandtable.server.coach import models
from sandtable.server.coach.questions import question_of
from sandtable.server.coach.queue import Question
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets
from sandtable.server.settings import Settings
from sandtable.server.store import Store


def played() -> Record:
    rng, state = np.random.default_rng(4), load("tuareg").new(2, seed=4)
    for _ in range(30):
        state.play(int(rng.choice(state.legal.ids)))
    return Record.of(state, ["Ann", "Ben"])


def sealed(lines: list[str]) -> str:
    """The lines of a record with right checks."""
    digest, done = hashlib.sha256(), []
    for number, line in enumerate(lines):
        if line:
            digest.update(line.encode() + b"\n")
        done.append(f"{line} #{digest.hexdigest()[:8]}" if line and number else line)
    return "\n".join(done)


def padded() -> list[str]:
    """The same game: with empty lines, with spaces inside JSON, with numbers written at length."""
    text = str(played())
    plain = [FIRST_LINE, *(line.rpartition(" #")[0] for line in text.split("\n")[1:])]
    options = next(number for number, line in enumerate(plain) if line.startswith("options: "))
    wide = [*plain[:options], plain[options].replace(",", "," + " " * 50_000), *plain[options + 1 :]]
    value = json.loads(plain[options].removeprefix("options: "))
    escaped = [*plain[:options], "options: " + json.dumps(value, indent=None).replace("a", "\\u0061"), *plain[options + 1 :]]
    return [text, text.replace("\n\n", "\n" * 200_000), text.replace("\n", "\r\n"), text + "\n" * 200_000, sealed(wide), sealed(escaped)]


def asked(*wanted: models.AskPosition | models.AskReport) -> list[Question]:
    async def work() -> list[Question]:
        hub = Hub(Store("sqlite://"), Settings("sqlite://"))
        return [await question_of(hub, None, one) for one in wanted]

    return asyncio.run(work())


@pytest.mark.parametrize("kind", ["report", "position"])
def test_a_padded_record_is_the_same_question(kind: str) -> None:
    """One key, one analysis, and no byte more in the database."""
    more = {"decisions": 10} if kind == "position" else {}
    model = models.AskPosition if kind == "position" else models.AskReport
    questions = asked(*(model.model_validate({"kind": kind, "record": text, **more}) for text in padded()))
    assert len({question.key for question in questions}) == 1
    assert {question.kept for question in questions} == {questions[0].kept}
    assert len(questions[0].kept) < 2 * len(str(played()))


def test_long_names_are_cut() -> None:
    record = played()
    record.seats = ["A" * 100_000, "Ben"]
    assert len(asked(models.AskReport(kind="report", record=str(record)))[0].kept) < 2 * len(str(played()))


def test_what_was_played_is_kept_in_the_words_of_the_game() -> None:
    state = played().final()
    action = state.legal[0]
    spaced = action.text.replace(" ", " " * 3) + " " * 3
    wanted = [
        models.AskPosition(kind="position", game="tuareg", position=state.position(), played=[text]) for text in (action.text, spaced)
    ]
    questions = asked(*wanted)
    assert questions[0].kept == questions[1].kept


def test_bytes_are_counted() -> None:
    quota = Buckets(1.0, 1000)
    quota.check("a", 900)
    with pytest.raises(Denied, match="TOO_MANY"):
        quota.check("a", 900)
    quota.check("b", 900)
