"""A client's socket with next to nothing between the wire and whoever counts: the clients of a load share the machine with the server, and
what they spend on themselves would be taken for the server's time."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
ASKING = (
    "GET /api/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c2FuZHRhYmxlIGxvYWQgIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Socket(asyncio.Protocol):
    """``heard`` is given every message as it comes; ``gone`` is done when the connection has ended."""

    def __init__(self, host: str, heard: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self._host, self._heard = host, heard
        self._came = bytearray()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(ASKING.format(host=self._host).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        for waited in (self.opened, self.gone):
            if not waited.done():
                waited.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self.opened.done() and not self._open():
            return
        while (length := self._length()) is not None:
            self._frame(length)

    def _open(self) -> bool:
        """Has the server's answer to the handshake come?"""
        head, found, rest = self._came.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            raise RuntimeError(f"no socket: {bytes(head[:60])!r}")
        self._came = rest
        self.opened.set_result(None)
        return True

    def _length(self) -> tuple[int, int] | None:
        """Where the text of the next frame begins and ends; None if it is not here as a whole."""
        came = self._came
        if len(came) < 2:
            return None
        begin, size = 2, came[1] & 0x7F
        if size >= 126:
            form, begin = ("!H", 4) if size == 126 else ("!Q", 10)
            if len(came) < begin:
                return None
            (size,) = struct.unpack_from(form, came, 2)
        return (begin, begin + size) if len(came) >= begin + size else None

    def _frame(self, length: tuple[int, int]) -> None:
        begin, end = length
        kind, text = self._came[0], bytes(self._came[begin:end])
        del self._came[:end]
        if kind == FINAL | TEXT:
            self._heard(text)
        elif kind == FINAL | PING:
            self._send(PONG, text)
        elif kind == FINAL | CLOSE:
            self._transport.close()

    def say(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, text: bytes) -> None:
        """Masked with zeros, which changes nothing; the server has the same work with any mask."""
        size = len(text)
        head = struct.pack("!BB", FINAL | kind, MASKED | size) if size < 126 else struct.pack("!BBH", FINAL | kind, MASKED | 126, size)
        self._transport.write(head + bytes(4) + text)

    def close(self) -> None:
        self._transport.close()


async def connect(base: str, heard: Callable[[bytes], None]) -> Socket:
    """A socket of the server at ``base``, open."""
    where = urlsplit(base)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(where.netloc, heard), where.hostname, where.port)
    await socket.opened
    return socket
