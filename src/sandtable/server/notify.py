"""Tells whoever started this process that it is ready: systemd, or our own supervisor, by the datagram that both understand."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path

VARIABLE = "NOTIFY_SOCKET"
FIRST = 3
"""Where systemd puts the first socket that it opened for a process."""


def ready() -> None:
    """Once, when requests are answered. Without anybody who wants to know it does nothing."""
    address = os.environ.get(VARIABLE, "")
    if address and hasattr(socket, "AF_UNIX"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
            telling.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            telling.send(b"READY=1")


class Listening:
    """The other side: hears when one process is ready."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self.path, self._socket = path, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def heard(self, seconds: float) -> bool:
        """Was it said by now, or within so many seconds?"""
        self._socket.settimeout(seconds)
        try:
            return b"READY=1" in self._socket.recv(4096)
        except OSError:
            return False

    def close(self) -> None:
        self._socket.close()
        self.path.unlink(missing_ok=True)


def inherited() -> socket.socket | None:
    """The listening socket that systemd opened for this process (a ``.socket`` unit): connections wait there while a server restarts."""
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()):
        return None
    os.environ.pop("LISTEN_FDNAMES", None)
    return socket.socket(fileno=FIRST) if os.environ.pop("LISTEN_FDS", "0") != "0" else None
