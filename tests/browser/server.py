"""A real table server as a process of its own, for the browser to talk to."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.commands import Started, start


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """Starts, stops and starts again on the same port and database."""

    def __init__(self, folder: Path, python: str | Path = sys.executable, variables: Mapping[str, str] | None = None) -> None:
        self.python, self.variables = str(python), variables or os.environ
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.log = folder / "server.log"
        self.process: Started | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["serve", "--port", str(self.port), "--database", self.database]
        limits = ("tables_per_hour", "requests_burst", "requests_per_second", "messages_burst", "messages_per_second")
        command += [word for limit in limits for word in ("--limit", f"{limit}=100000")]
        command += ["--limit", "bot_beat=0.01"]  # nobody here guesses hands from how long a bot thinks
        self.process = self._process(command, {**self.variables, "COLUMNS": "80"})
        for _ in range(6000):
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended at once:\n{self.log.read_text()[-2000:]}")
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"The server did not answer:\n{self.log.read_text()[-2000:]}")

    def _process(self, command: list[str], variables: dict[str, str]) -> Started | subprocess.Popen[bytes]:
        """Forked from what is loaded already, unless it is another Python that serves."""
        if self.python == sys.executable:
            return start(*command, log=self.log, environment=variables)
        with self.log.open("ab") as log:
            return subprocess.Popen([self.python, "-m", "sandtable", *command], stdout=log, stderr=log, env=variables)

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
