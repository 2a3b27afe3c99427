"""The bot protocol: programs that behave, and programs that do not."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from sandtable import load
from sandtable.arena.match import Job, Result, close_kept, play, verify
from sandtable.bots import Bot, Forfeit, Knowledge
from sandtable.bots import serve as serving
from sandtable.bots.program import ProgramBot
from sandtable.search.search import Progress

pytestmark = pytest.mark.slow

GREET = """
import sys
def say(line): print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "sandtable": say("id name Test"); say("ready")
    elif word == "newgame": say("ready")
    elif word == "quit": break
    elif word == "decide":
"""

MISBEHAVIOUR = {
    "crashes at once": ("raise SystemExit('no coffee')", "ended.*no coffee"),
    "never greets": ("import time; time.sleep(60)", "no answer"),
    "speaks another language": ("print('hello', flush=True); import time; time.sleep(60)", "answered 'hello'"),
    "crashes when asked": (GREET + "        1 / 0", "ended.*ZeroDivisionError"),
    "stays silent when asked": (GREET + "        pass", "no answer"),
    "decides something impossible": (GREET + "        say('play pass')", "decided 'pass'"),
    "decides nothing": (GREET + "        say('play')", "decided ''"),
    "decides nonsense": (GREET + "        say('play \\u2603 {}')", "decided"),
    "answers nonsense": (GREET + "        say('what?')", "answered 'what\\?'"),
    "writes bytes that are not text": (GREET + "        sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "not text"),
    "never ends its line": (GREET + "        sys.stdout.write('x' * (2 << 20)); sys.stdout.flush()", "a line of more than 1048576 bytes"),
    "only ever thinks": (GREET + "        while True: say('info still thinking'); import time; time.sleep(0.01)", "no answer"),
    "talks without end": (GREET + "        while True: print('info ' + 'x' * 99)", "lines that nobody asked for|no answer"),
    "reads nothing": ("print('ready', flush=True)\nwhile True: print('play draw', flush=True); import time; time.sleep(0.2)", "."),
    "closes its mouth": (GREET + "        import os; os.close(1)", "ended|no answer"),
}


def program(tmp_path: Path, source: str) -> list[str]:
    path = tmp_path / "bot.py"
    path.write_text(source, "utf-8")
    return [sys.executable, str(path)]


def against_random(command: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Job, Result]:
    monkeypatch.setattr("sandtable.bots.program.GREETING_SECONDS", 3.0)
    monkeypatch.setattr("sandtable.bots.program.GRACE_SECONDS", 0.5)
    monkeypatch.setattr(ProgramBot.__init__, "__defaults__", (1.0,))
    job = Job(0, 0, "tuareg", {"start": 0}, 7, (f"program@100ms:{' '.join(command)}", "random"))
    return job, play(job)


@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_misbehaviour_is_a_forfeit(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, reason = MISBEHAVIOUR[case]
    job, result = against_random(program(tmp_path, source), monkeypatch)
    assert result.forfeit is not None
    assert result.forfeit["seat"] == 0
    assert result.points == (0.0, 1.0)
    assert re.search(reason, result.forfeit["reason"]), result.forfeit["reason"]
    verify(job, result)


def test_a_program_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    _, result = against_random(["/nowhere/bot"], monkeypatch)
    assert result.forfeit is not None
    assert "cannot be started" in result.forfeit["reason"]


def test_a_built_in_bot_speaks_the_protocol() -> None:
    """A whole game through pipes: the program decides as the bot itself would."""
    job = Job(0, 0, "tuareg", {}, 9, (f"program@60000ms:{sys.executable} -m sandtable.bots.serve random", "random"))
    result = play(job)
    assert result.forfeit is None
    verify(job, result)


COUNTING = """
import json, os, sys
games = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "sandtable": print("ready", flush=True)
    elif word == "newgame":
        games += 1
        open(os.environ["HEARD"], "a").write(f"{os.getpid()} {games}\\n")
        print("ready", flush=True)
    elif word == "decide": print("play", json.loads(rest)["legal"][0]["id"], flush=True)
    elif word == "over" and os.environ.get("ONCE"): break
    elif word == "quit": break
"""


@pytest.mark.parametrize("once", [False, True])
def test_a_program_stays_for_the_next_game_and_may_answer_with_ids(once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process plays all games of a run; one that ends after a game is started again."""
    heard = tmp_path / "heard"
    monkeypatch.setenv("HEARD", str(heard))
    if once:
        monkeypatch.setenv("ONCE", "1")
    name = f"program@60000ms:{' '.join(program(tmp_path, COUNTING))}"
    for number in range(2):
        job = Job(number, number, "tuareg", {}, number, (name, "random"))
        result = play(job)
        assert result.forfeit is None
        verify(job, result)
    close_kept()
    told = [line.split() for line in heard.read_text().splitlines()]
    assert len({process for process, _ in told}) == (2 if once else 1)
    assert [games for _, games in told] == (["1", "1"] if once else ["1", "2"])


class First(Bot):
    """Always the first decision; remembers what it saw."""

    name = "First"

    def __init__(self) -> None:
        self.seen: list[dict[str, object]] = []

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> object:
        self.seen.append(knowledge.view)
        return knowledge.legal[0]


def test_what_a_python_bot_writes() -> None:
    """The author's side: greeting, a game, a decision by view, the end."""
    state = load("tuareg").new(2, 1, start=0)
    knowledge = Knowledge.of(state)
    asked = {
        "view": knowledge.view,
        "legal": [{"id": a.id, "text": a.text} for a in knowledge.legal],
        "milliseconds": 100,
        "world": state.game.write_position(knowledge.world[0]),
    }
    lines = [
        "sandtable 1",
        "newgame " + json.dumps({"game": "tuareg", "players": 2, "seat": 0, "options": state.options}),
        "decide " + json.dumps(asked),
        "over " + json.dumps({"scores": [1, 2], "winners": [1]}),
        "quit",
    ]
    bot, out = First(), io.StringIO()
    serving.run(bot, io.StringIO("\n".join(lines) + "\n"), out)
    assert out.getvalue().splitlines() == ["id name First", "want world", "ready", "ready", f"play {knowledge.legal[0].text}"]
    assert bot.seen == [knowledge.view]


def test_nothing_secret_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program is asked is the same in any world its seat cannot tell apart."""
    said: list[list[str]] = []
    state = load("tuareg").new(3, 5, start=0)
    state.play("draw")
    for world in (state, state.redeal(0, 1), state.redeal(0, 2)):
        bot = ProgramBot(["unused"], 100)
        said.append([])
        monkeypatch.setattr(bot, "_launch", lambda: None)
        monkeypatch.setattr(bot, "_until_ready", lambda greeting: None)
        monkeypatch.setattr(bot, "_hear", lambda *_: ("play", "x"))
        monkeypatch.setattr(bot, "_say", lambda word, content=None, to=said[-1]: to.append(json.dumps([word, content])))
        bot.wants_world = True
        bot.start(state.game, 3, 0, 1)
        bot.decide(Knowledge.of(world))
    assert said[0] == said[1] == said[2]
    assert len(said[0]) == 3


def test_a_python_bot_that_raises_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(First):
        def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> object:
            raise RuntimeError("out of camels")

    monkeypatch.setattr("sandtable.bots.spec.RandomBot", Broken)
    result = play(Job(0, 0, "tuareg", {"start": 0}, 7, ("random", "greedy")))
    assert result.forfeit == {"seat": 0, "reason": "crashed: RuntimeError: out of camels"}
    assert result.points == (0.0, 1.0)


def test_forfeit_is_an_exception() -> None:
    with pytest.raises(Forfeit, match="cannot be started"):
        ProgramBot(["/nowhere/bot"], 10).start(load("tuareg"), 2, 0, 1)
