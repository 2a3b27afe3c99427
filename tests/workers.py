"""The workers of a server with several, forked from it: each would load everything again, which takes longer than most tests.

Who tests how workers are started asks for fresh ones (``Server(…, fresh=True)``)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

Run = Callable[[], None]
STEP = 0.01


class Worker:
    """A process as the supervisor knows them: ``subprocess.Popen`` of ``python -m sandtable …``."""

    _mine: ClassVar[list[int]] = []
    """The ends of the pipes into all workers, which no worker may hold: each would keep the others alive."""

    def __init__(self, command: list[str], env: dict[str, str], run: Run, **_: object) -> None:
        self.returncode: int | None = None
        read, write = os.pipe()
        self._mine.append(write)
        signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
        self.pid = os.fork()
        if not self.pid:
            _work(command[3:], env, run, read, self._mine)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)
        os.close(read)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until = time.monotonic() + (timeout or 1e9)
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(STEP)
        return self.returncode  # type: ignore[return-value]

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


_TOLD = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def fork_workers(run: Run) -> None:
    """In a server: from now on its supervisor forks its workers, which ``run``."""
    from sandtable.server import supervisor

    def started(command: list[str], env: dict[str, str], **more: object) -> Worker:
        return Worker(command, env, run, **more)

    supervisor.subprocess = SimpleNamespace(  # type: ignore[attr-defined]
        Popen=started, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired
    )


def _work(words: list[str], environment: dict[str, str], run: Run, stdin: int, others: list[int]) -> None:
    """In the new process, until its end."""
    code = 1
    try:
        for number in _TOLD:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)
        for end in others:
            os.close(end)
        os.dup2(stdin, 0)
        os.environ.clear()
        os.environ.update(environment)
        Path("/proc/self/comm").write_text(words[0], "utf-8")
        _figures()
        sys.argv = ["sandtable", *words]
        run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _figures() -> None:
    """Figures that are added up with those of the other workers, as they are where ``PROMETHEUS_MULTIPROC_DIR`` is known from the start."""
    from prometheus_client import values
    from prometheus_client.metrics import MetricWrapperBase

    from sandtable.server import metrics

    values.ValueClass = values.get_value_class()
    for figure in vars(metrics).values():
        if isinstance(figure, MetricWrapperBase):
            if figure._is_parent():
                figure._metrics = {}
            else:
                figure._metric_init()  # type: ignore[no-untyped-call]
