"""Games are compiled behind everything else: the smallest first, each ready by itself, with a guess how long it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from sandtable.kernel import preparing, warm
from sandtable.kernel.preparing import Preparing, show

pytestmark = pytest.mark.slow

SIZES = {"large": 9_000, "small": 1_000, "middle": 3_000, "warm": 5_000}
COMPILER = """
import os, sys, time
from pathlib import Path
game, here = sys.argv[2], Path(__file__).parent
assert sys.argv[1] == "--child"
module = Path(__file__).stem
while module:
    (here / "order").open("a").write(f"{game} ")
    (here / "children").open("a").write(f"{game} {module} {os.getpid()}\\n")
    print("0 3 4 play", flush=True)
    while not (here / game).exists():
        time.sleep(0.01)
    print("3 1 4 end", flush=True)
    if (here / game).read_text() == "broken":
        sys.exit(1)
    print("1 0 1 ready", flush=True)
    module = sys.stdin.readline().strip()
"""


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that compiles nothing: it ends when a file of the game's name is there."""
    (tmp_path / "compiler.py").write_text(COMPILER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(warm, "is_warm", lambda game, module: game == "warm")
    monkeypatch.setattr(preparing, "size", SIZES.__getitem__)
    monkeypatch.setattr(preparing.os, "cpu_count", lambda: 1)
    return tmp_path


def until(found: object, *, within: float = 30.0) -> None:
    assert callable(found)
    end = time.monotonic() + within
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_smallest_game_is_ready_first(compiler: Path) -> None:
    games = Preparing(SIZES, ("compiler",)).start()
    assert games.ready("warm")
    assert not any(games.ready(game) for game in ("small", "middle", "large"))
    for game in ("small", "middle", "large"):
        until(lambda game=game: games.parts[game].what == "play")
        told = {one.game: one for one in games.told()}
        assert list(told) == ["small", "middle", "large"]
        assert 0 <= told[game].part < 0.75
        assert not told[game].ready
        assert told["large"].seconds >= told[game].seconds > 0
        (compiler / game).touch()
        games.wait(game)
    assert games.over
    assert not games.failed
    assert [one.part for one in games.told()] == [1.0, 1.0, 1.0]
    assert [one.seconds for one in games.told()] == [0.0, 0.0, 0.0]
    assert (compiler / "order").read_text().split() == ["small", "middle", "large"]


def test_a_child_goes_on_with_its_game(compiler: Path) -> None:
    """What it has loaded and compiled need not be read again; another game has a child of its own."""
    for game in ("small", "middle"):
        (compiler / game).touch()
    games = Preparing(["middle", "small"], ("compiler", "search")).start()
    games.wait("middle")
    games.wait("small")
    assert not games.failed
    compiled = [line.split() for line in (compiler / "children").read_text().splitlines()]
    assert [line[:2] for line in compiled] == [[game, module] for game in ("small", "middle") for module in ("compiler", "search")]
    children = [line[2] for line in compiled]
    assert children[0] == children[1] != children[2] == children[3]
    until(lambda: not games._children)


def test_a_free_processor_helps_with_the_last_game(compiler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing.os, "cpu_count", lambda: 2)
    (compiler / "search.py").write_text(COMPILER)
    (compiler / "order").touch()
    games = Preparing(["small", "large"], ("compiler", "search")).start()
    until(lambda: sorted((compiler / "order").read_text().split()) == ["large", "small"])  # each processor has a game
    (compiler / "small").touch()
    games.wait("small")
    until(lambda: (compiler / "order").read_text().split().count("large") == 2)  # both its modules at once: neither has ended
    assert not games.ready("large")
    assert {one.game: one for one in games.told()}["large"].part < 0.75
    (compiler / "large").touch()
    games.wait("large")
    assert not games.failed


def test_a_game_that_cannot_be_compiled_is_told_and_holds_nobody_up(compiler: Path) -> None:
    for game, said in (("small", "broken"), ("middle", ""), ("large", "")):
        (compiler / game).write_text(said)
    games = Preparing(SIZES, ("compiler",)).start()
    for game in SIZES:
        games.wait(game)
    assert games.failed == ["small"]
    with pytest.raises(RuntimeError, match="Compiling failed for: small"):
        warm.ensure(["small"], Console(file=(compiler / "told").open("w")), ("compiler",))


def test_the_terminal_says_which_game_is_ready(compiler: Path) -> None:
    for game in SIZES:
        (compiler / game).touch()
    with (compiler / "told").open("w") as file:
        show(Preparing(SIZES, ("compiler",)).start(), Console(file=file), "rules")
    told = (compiler / "told").read_text()
    assert told.index("small is ready") < told.index("middle is ready") < told.index("large is ready")
    assert "warm" not in told


def test_stopped_work_leaves_no_process(compiler: Path) -> None:
    games = Preparing(SIZES, ("compiler",)).start()
    until(lambda: games.parts["small"].what == "play")
    child = next(iter(games._children))
    games.stop()
    child.wait(10)


def test_a_child_ends_with_whoever_started_it() -> None:
    """Its standard input ends: that of a process that was killed does too."""
    code = "import sys, time; from sandtable.kernel import warm; warm._as_a_child(); print(1, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == b"1\n"
        child.stdin.close()
        assert child.wait(30) == 1


def test_a_child_compiles_what_it_is_told(tmp_path: Path) -> None:
    """One module after another, each with its own mark; it ends with its standard input."""
    (tmp_path / "room").mkdir()
    code = "from sandtable.kernel import warm\ndef steps(game):\n    return [({0!r}, list)]\n"
    for name in ("first", "second"):
        main = f"if __name__ == '__main__':\n    warm.main(steps, 'room.{name}')\n"
        (tmp_path / "room" / f"{name}.py").write_text(code.format(name) + main)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "SANDTABLE_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "room.first", "--child", "tuareg"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert [child.stdout.readline() for _ in range(2)] == ["0 3 3 first\n", "1 0 1 ready\n"]
        assert [mark.name for mark in tmp_path.rglob("tuareg.*.warm")] == ["tuareg.first.warm"]
        child.stdin.write("room.second\n")
        child.stdin.flush()
        assert [child.stdout.readline() for _ in range(2)] == ["0 3 3 second\n", "1 0 1 ready\n"]
        assert {mark.name for mark in tmp_path.rglob("tuareg.*.warm")} == {"tuareg.first.warm", "tuareg.second.warm"}
        child.stdin.close()
        assert child.wait(30) == 1


def test_who_comes_second_tells_how_far_the_first_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = tmp_path / "game.lock"
    code = f"from sandtable.kernel import warm; warm._take(open({str(lock)!r}, 'a+')); print('mine', flush=True)"
    with warm._alone(lock) as tell:
        tell("2 1 4 legal")
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as second:
            assert second.stdout is not None
            assert second.stdout.readline() == "2 1 4 legal\n"
            tell("3 1 4 play")
            assert second.stdout.readline() == "3 1 4 play\n"
            assert second.poll() is None
            second.kill()
    assert capsys.readouterr().out.splitlines() == ["2 1 4 legal", "3 1 4 play"]
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as third:
        assert third.stdout is not None
        assert third.stdout.readline() == "mine\n"
