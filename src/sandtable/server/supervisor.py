"""Several web workers and bot workers on one machine: started together, started again when one dies, stopped together, and on SIGHUP
exchanged one after the other for new ones (of a version that was installed meanwhile) without a moment in which nobody answers.

A worker's standard input is a pipe from the supervisor. Nothing is ever written into it: it ends when the supervisor does, however that
came, and then the worker stops too.
"""

from __future__ import annotations

import itertools
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import FrameType

from prometheus_client import multiprocess

from sandtable.server import notify

logger = logging.getLogger("sandtable.supervisor")
PAUSE = 0.2
PATIENCE = 15.0
UNTIL_READY = 120.0
"""Seconds that a new worker may take; then the old one stays."""


class Supervisor:
    """Keeps ``commands`` (a name to an argument list) running."""

    def __init__(self, commands: dict[str, list[str]], listening: socket.socket) -> None:
        self.commands, self.listening = commands, listening
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.began: dict[str, float] = {}
        self.stopping = self.renewing = False
        self._numbers = itertools.count()

    def run(self) -> int:
        """Until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        with tempfile.TemporaryDirectory(prefix="sandtable-workers-") as name:
            folder = Path(name)
            first = self._start_missing(folder)
            ready = [self._is_ready(self.children[worker], hearing) for worker, hearing in first.items()]
            if all(ready):
                notify.ready()
            while not self.stopping:
                for hearing in self._start_missing(folder).values():
                    hearing.close()
                if self.renewing:
                    self.renewing = False
                    self._exchange_all(folder)
                time.sleep(PAUSE)
            self._end()
        return 0

    def _start_missing(self, folder: Path) -> dict[str, notify.Listening]:
        """Starts the workers that do not run; hears of each when it is ready."""
        hearing = {}
        for name in self.commands:
            child = self.children.get(name)
            if child is not None and child.poll() is None:
                continue
            if child is not None:
                logger.warning("%s ended with %s; starting it again", name, child.returncode)
                self._is_gone(child, folder)
                if time.monotonic() - self.began[name] < 1.0:
                    time.sleep(1.0)
            self.children[name], hearing[name] = self._start(name, folder)
        return hearing

    def _start(self, name: str, folder: Path) -> tuple[subprocess.Popen[bytes], notify.Listening]:
        hearing = notify.Listening(folder / f"ready-{next(self._numbers)}")
        environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder), notify.VARIABLE: str(hearing.path)}
        command = [sys.executable, "-m", "sandtable", *self.commands[name]]
        self.began[name] = time.monotonic()
        return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, pass_fds=(self.listening.fileno(),)), hearing

    def _exchange_all(self, folder: Path) -> None:
        """A new worker for each, one after the other. One that does not come up is given up, and the old ones stay."""
        for name, old in list(self.children.items()):
            new, hearing = self._start(name, folder)
            if not self._is_ready(new, hearing):
                logger.error("the new %s did not come up: the old one stays", name)
                self._end_one(new)
                return
            self.children[name] = new
            old.terminate()
            self._end_one(old)
            self._is_gone(old, folder)
            logger.warning("%s was exchanged", name)

    def _is_ready(self, child: subprocess.Popen[bytes], hearing: notify.Listening) -> bool:
        until, ready = time.monotonic() + UNTIL_READY, False
        while not ready and not self.stopping and child.poll() is None and time.monotonic() < until:
            ready = hearing.heard(PAUSE)
        hearing.close()
        return ready

    def _is_gone(self, child: subprocess.Popen[bytes], folder: Path) -> None:
        multiprocess.mark_process_dead(child.pid, str(folder))  # type: ignore[no-untyped-call]

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def _renew(self, _number: int, _frame: FrameType | None) -> None:
        self.renewing = True

    def _end(self) -> None:
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        for child in self.children.values():
            self._end_one(child)

    def _end_one(self, child: subprocess.Popen[bytes]) -> None:
        try:
            child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def stop_with_supervisor() -> None:
    """In a worker: stops it, gracefully if that works, when its supervisor is gone."""
    threading.Thread(target=_wait_for_the_end, name="supervised", daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)
