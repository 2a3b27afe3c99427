"""Several web workers and bot workers on one machine: started together, started again when one dies, stopped together.

A worker's standard input is a pipe from the supervisor. Nothing is ever written into it: it ends when the supervisor does, however that
came, and then the worker stops too.
"""

from __future__ import annotations

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

logger = logging.getLogger("sandtable.supervisor")
PAUSE = 0.2
PATIENCE = 15.0


class Supervisor:
    """Keeps ``commands`` (a name to an argument list) running."""

    def __init__(self, commands: dict[str, list[str]], listening: socket.socket) -> None:
        self.commands, self.listening = commands, listening
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.began: dict[str, float] = {}
        self.stopping = False

    def run(self) -> int:
        """Until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        with tempfile.TemporaryDirectory(prefix="sandtable-metrics-") as folder:
            environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": folder}
            while not self.stopping:
                self._start_missing(environment, Path(folder))
                time.sleep(PAUSE)
            self._end()
        return 0

    def _start_missing(self, environment: dict[str, str], folder: Path) -> None:
        for name, command in self.commands.items():
            child = self.children.get(name)
            if child is not None and child.poll() is None:
                continue
            if child is not None:
                logger.warning("%s ended with %s; starting it again", name, child.returncode)
                multiprocess.mark_process_dead(child.pid, str(folder))  # type: ignore[no-untyped-call]
                if time.monotonic() - self.began[name] < 1.0:
                    time.sleep(1.0)
            fd = self.listening.fileno()
            self.children[name] = subprocess.Popen(
                [sys.executable, "-m", "sandtable", *command], env=environment, stdin=subprocess.PIPE, pass_fds=(fd,)
            )
            self.began[name] = time.monotonic()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def _end(self) -> None:
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        until = time.monotonic() + PATIENCE
        for child in self.children.values():
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()


def stop_with_supervisor() -> None:
    """In a worker: stops it, gracefully if that works, when its supervisor is gone."""
    threading.Thread(target=_wait_for_the_end, name="supervised", daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)
