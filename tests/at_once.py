"""``pytest --at-once 4``: several tests at once, in processes forked from this one once everything is loaded and collected.

Processes that start by themselves (pytest-xdist's) each load all modules, rewrite all assertions, collect all tests and find all machine
code: a good part of a whole run. Here all of it is done once, before there is anything that a fork could tear.

A process goes through the tests of one room (a folder of ``tests``), so that servers and browsers are started by few; when no room is left,
it takes over half of what somebody else has.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import warnings
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.terminal import TerminalReporter

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

FORKS = hasattr(os, "fork") and sys.platform != "darwin"
"""Elsewhere (macOS's own libraries do not bear it) tests run one after the other."""
PATIENCE = 60.0
"""Seconds that a process has to end what it has started."""
ENDING = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C is told to all processes at once; what it begins to end is not ended again by the first."""
ONE_OF_SEVERAL = "at-once-"
"""How the folder of a process begins, in the one of all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at-once", type=int, default=0, metavar="N", help="run so many tests at once, each in a forked process")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Instead of pytest's own loop, if that is wished."""
    if not FORKS or not session.config.option.at_once or session.config.option.collectonly or not session.items:
        return None
    if session.testsfailed and not session.config.option.continue_on_collection_errors:
        raise session.Interrupted(f"{session.testsfailed} errors while tests were collected")
    Crew(session, session.config.option.at_once).run()
    return True


# ---- here ---------------------------------------------------------------------------------------------------------------------------


def shares(items: list[pytest.Item]) -> list[deque[int]]:
    """The places of the tests in the session, room by room."""
    rooms: dict[str, deque[int]] = {}
    for place, item in enumerate(items):
        rooms.setdefault(room_of(item), deque()).append(place)
    return list(rooms.values())


def room_of(item: pytest.Item) -> str:
    """Its folder; but what takes longest is a room of its own."""
    if item.get_closest_marker("first") is not None:
        return item.nodeid
    return item.path.parent.as_posix()


@dataclass
class Hand:
    """A process that runs tests; ``share``: those it will be given; ``given``: those it has not ended, the one it runs and the next."""

    process: ForkProcess
    share: deque[int] = field(default_factory=deque)
    given: list[int] = field(default_factory=list)


class Crew:
    """All processes that run tests, and what they were given."""

    def __init__(self, session: pytest.Session, size: int) -> None:
        self.session, self.config = session, session.config
        self.size = min(size, len(session.items))
        self.waiting = deque(shares(session.items))
        """Shares that nobody has."""
        self.hands: dict[Connection, Hand] = {}
        self.ended = 0
        self.hired = itertools.count()

    def run(self) -> None:
        """Until every test has ended."""
        capture = self.config.pluginmanager.getplugin("capturemanager")
        capture.suspend_global_capture(in_=True)
        try:
            for _ in range(self.size):
                self._hire()
            while self.hands:
                for pipe in wait(list(self.hands)):
                    self._hear(pipe)  # type: ignore[arg-type]
        finally:
            for pipe, hand in self.hands.items():
                pipe.close()
                hand.process.terminate()
            for hand in self.hands.values():
                hand.process.join(PATIENCE)
                hand.process.kill()
            capture.resume_global_capture()
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)
        if self.ended < len(self.session.items):
            raise RuntimeError(f"{len(self.session.items) - self.ended} tests were never begun: the processes that run tests ended.")

    def _hire(self) -> None:
        here, there = get_context("fork").Pipe()
        folder = self._folder() / f"{ONE_OF_SEVERAL}{next(self.hired)}"
        folder.mkdir(mode=0o700)
        process = get_context("fork").Process(target=work, args=(self.session, there, [here, *self.hands], folder))
        sys.stdout.flush()
        sys.stderr.flush()
        process.start()
        there.close()
        self.hands[here] = Hand(process)

    def _folder(self) -> Path:
        folder: Path = self.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        return folder

    def _hear(self, pipe: Connection) -> None:
        try:
            kind, what = pipe.recv()
        except (EOFError, OSError):
            self._gone(pipe)
            return
        getattr(self, f"_{kind}")(pipe, what)

    def _wants(self, pipe: Connection, _: None) -> None:
        """Another test; none if all are given away."""
        hand = self.hands[pipe]
        if not hand.share:
            hand.share = self._share()
        place = hand.share.popleft() if hand.share and not self.session.shouldfail and not self.session.shouldstop else None
        if place is not None:
            hand.given.append(place)
        with suppress(OSError):  # it has just ended: that is heard next
            pipe.send(place)

    def _share(self) -> deque[int]:
        """Tests that nobody has yet, or the second half of those that somebody has most of."""
        if self.waiting:
            return self.waiting.popleft()
        longest = max((hand.share for hand in self.hands.values()), key=len)
        taken = [longest.pop() for _ in range((len(longest) + 1) // 2)]
        return deque(reversed(taken))

    def _report(self, _: Connection, data: dict[str, Any]) -> None:
        self.config.hook.pytest_runtest_logreport(report=self.config.hook.pytest_report_from_serializable(config=self.config, data=data))

    def _warning(self, _: Connection, said: dict[str, Any]) -> None:
        self.config.hook.pytest_warning_recorded.call_historic(kwargs={**said, "warning_message": recorded(*said["warning_message"])})

    def _ended(self, pipe: Connection, place: int) -> None:
        self.hands[pipe].given.remove(place)
        self.ended += 1
        item = self.session.items[place]
        self.config.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _gone(self, pipe: Connection) -> None:
        """A process has ended. If it was at a test, that one has failed, and somebody else goes on."""
        hand = self.hands.pop(pipe)
        pipe.close()
        hand.process.join()
        rest = deque([*hand.given[1:], *hand.share])
        if rest:
            self.waiting.append(rest)
        if not hand.given:
            return
        self.ended += 1
        item = self.session.items[hand.given[0]]
        why = f"The process that ran this test ended with {hand.process.exitcode}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")
        self.config.hook.pytest_runtest_logreport(report=report)
        self.config.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        self._hire()


def recorded(category: str, text: str, file: str, line: int) -> warnings.WarningMessage:
    """A warning of another process; its category may be known there only."""
    return warnings.WarningMessage(UserWarning(f"{category}: {text}"), UserWarning, file, line)


# ---- there --------------------------------------------------------------------------------------------------------------------------


def work(session: pytest.Session, pipe: Connection, of_others: list[Connection], folder: Path) -> None:
    """In a forked process: runs tests as long as there are any. ``of_others``: ends of pipes that are none of its business."""
    for number in ENDING:
        usual = signal.signal(number, _interrupted)
        os.register_at_fork(after_in_child=partial(signal.signal, number, usual))
    for end in of_others:
        end.close()
    config = session.config
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()  # what is kept of it is one file for all
    capture.start_global_capturing()
    reporter = config.pluginmanager.getplugin("terminalreporter")
    assert isinstance(reporter, TerminalReporter)
    reporter._tw._file = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
    teller = Teller(pipe, config)
    config.pluginmanager.register(teller, "teller")
    teller.begun = True
    try:
        _go_through(session, pipe)
    except KeyboardInterrupt:  # everybody is told
        pass
    finally:
        session._setupstate.teardown_exact(None)
        capture.stop_global_capturing()
        if "sandtable.arena.match" in sys.modules:  # what was to be done at the end was said before the fork, for another process
            sys.modules["sandtable.arena.match"].close_kept()


def _interrupted(*_: object) -> None:
    """Whoever is ended by others still ends what it has started: servers, browsers, databases."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _go_through(session: pytest.Session, pipe: Connection) -> None:
    places = iter(lambda: _asked(pipe), None)
    place = next(places, None)
    while place is not None:
        following = next(places, None)
        after = None if following is None else session.items[following]
        item = session.items[place]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        pipe.send(("ended", place))
        place = following


def _asked(pipe: Connection) -> int | None:
    pipe.send(("wants", None))
    place: int | None = pipe.recv()
    return place


class Teller:
    """Hands on what pytest says in a forked process."""

    def __init__(self, pipe: Connection, config: pytest.Config) -> None:
        self.pipe, self.config = pipe, config
        self.begun = False
        """Before this pytest repeats to whoever is new what it has warned of."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.pipe.send(("report", self.config.hook.pytest_report_to_serializable(config=self.config, report=report)))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        if not self.begun:
            return
        told = warning_message
        category = told.category.__name__ if told.category else "Warning"
        message = (category, str(told.message), told.filename, told.lineno)
        self.pipe.send(("warning", {"warning_message": message, "when": when, "nodeid": nodeid, "location": location}))
