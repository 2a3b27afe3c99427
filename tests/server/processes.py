"""Real servers and real databases for tests: started, killed, started again."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import psutil
from httpx._transports import default as transports

from tests.commands import Started, start

Process = Started | subprocess.Popen[bytes]
PLENTY = (
    "sockets",
    "connections",
    "tables_per_hour",
    "requests_burst",
    "requests_per_second",
    "messages_burst",
    "messages_per_second",
    "waiting",
    "names_per_day",
    "entering_per_minute",
    "lookups_per_minute",
    "links_tried_per_minute",
    "seeks_per_minute",
    "challenges_per_hour",
    "reports_per_day",
    "events_per_hour",
    "offers",
    "sits_per_minute",
)
EVERYTHING = ("bytes_per_second", "bytes_burst")
START = 300.0
END = 60.0
"""Seconds that a busy machine may take; nobody waits so long on another."""


@cache
def _whoever(*_: str | None) -> ssl.SSLContext:
    return httpx.create_ssl_context()


def _trusted(verify: Any = True, cert: Any = None, trust_env: bool = True) -> ssl.SSLContext:
    """Whom a client of httpx trusts. By itself each of them reads the certificates of the whole world again, which takes longer than most
    of what tests ask; here they are read once, unless a test says that others are trusted."""
    if (verify, cert, trust_env) == (True, None, True):
        return _whoever(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
    return httpx.create_ssl_context(verify, cert, trust_env)


transports.create_ssl_context = _trusted  # type: ignore[attr-defined]
if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # every request of httpx would look for it again, in all folders


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """``sandtable serve`` as a process of its own. ``constants``: other values for some of its modules; ``fresh``: its workers are not
    forked from it, but started as they are without tests."""

    def __init__(
        self,
        database: str,
        *options: str,
        limits: dict[str, Any] | None = None,
        constants: dict[str, Any] | None = None,
        fresh: bool = False,
    ) -> None:
        self.database, self.port = database, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        chosen = dict.fromkeys(PLENTY, 10**6) | dict.fromkeys(EVERYTHING, 10**9) | {"bot_beat": 0.01} | (limits or {})
        self.options = [*options, *(f"--limit={name}={value}" for name, value in chosen.items())]
        self.log = Path(tempfile.mkstemp(prefix="sandtable-test-", suffix=".log")[1])
        self.process: Process | None = None
        self.environment: dict[str, str] = {}
        self.constants, self.fresh = constants, fresh

    def command(self, *arguments: str) -> Process:
        """Forked from what is loaded already; one with an environment of its own starts from nothing."""
        environment = {**os.environ, "SANDTABLE_DATABASE": self.database, **self.environment}
        if not self.environment:
            return start(*arguments, log=self.log, environment=environment, constants=self.constants, fresh=self.fresh)
        with self.log.open("ab") as log:
            return subprocess.Popen([sys.executable, "-m", "sandtable", *arguments], env=environment, stdout=log, stderr=log)

    def start(self) -> Server:
        self.process = self.command("serve", f"--port={self.port}", *self.options)
        try:
            self.ready()
        except AssertionError:
            self.stop()
            raise
        return self

    def ready(self) -> None:
        until = time.monotonic() + START
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"{self.base}/health", timeout=10).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def children(self, word: str) -> list[psutil.Process]:
        """The workers of this kind: ``serve`` or ``bot-worker``."""
        assert self.process is not None
        found = []
        for child in psutil.Process(self.process.pid).children():
            try:
                if word in (child.name(), *child.cmdline()):
                    found.append(child)
            except psutil.Error:
                continue
        return found

    def kill(self) -> None:
        """As the power cut does."""
        assert self.process is not None
        family = [*psutil.Process(self.process.pid).children(), psutil.Process(self.process.pid)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        self.process.wait(END)
        psutil.wait_procs(family, END)

    def stop(self) -> int:
        """As a deployment does."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(END)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.log.unlink(missing_ok=True)
