"""uvicorn's two protocols, HTTP and WebSocket, with bounds of their own: how long a head, an address, a message may be, and how many pieces
it may come in. They count what they were asked, so that the edge can charge for it.
"""

from __future__ import annotations

import struct
import time
from http import HTTPStatus
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

LONGEST_ADDRESS = 8_192
LONGEST_HEAD = 32_768
OVERHEAD = 2
"""So many bytes may come for one byte of a body: its chunks have heads of their own."""
MOST_FRAGMENTS = 128
"""Frames of one message."""
POLICY = 1008
TEXT_FRAME, MASKED = 0x81, 0x80
SHORT_HEAD, LONG_HEAD = 6, 8
"""Bytes before a text from a client, of at most 125 bytes or of more: the kind of frame, its length, the mask."""
AT_ONCE = 1 << 18
"""Bytes, at about which what goes out together is enough."""
WIRE = "sandtable.wire"
"""The extension by which an application finds the protocol under its socket."""
LAST_WORD = 2.0
"""So long a server that stops waits for the request of somebody who has just connected."""
Stage = Literal["idle", "head", "body", "answering"]


class Requests(HttpToolsProtocol):
    """HTTP. ``stage``: what is waited for, ``since`` when."""

    def __init__(self, *, longest_body: int, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self.longest = LONGEST_HEAD + OVERHEAD * longest_body
        self.counted = 0
        self.stage: Stage = "head"
        self.since = time.monotonic()
        self.url = b""
        self._came = 0
        self._leaving = False

    @property
    def busy(self) -> bool:
        """Are there requests that wait for the answer of an earlier one?"""
        return bool(self.pipeline)

    @property
    def waits_since(self) -> float | None:
        """Since when the client is waited for; None while the server has work for it."""
        return None if self.stage == "answering" else self.since

    def _now(self, stage: Stage) -> None:
        self.stage, self.since = stage, time.monotonic()

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        if self._came > (self.longest if self.stage == "body" else LONGEST_HEAD):
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE if self.stage == "body" else HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.counted += 1
        self._came = 0
        self._now("head")

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_ADDRESS:
            raise ValueError("address too long")  # the parser stops; ``send_400_response`` says why

    def on_headers_complete(self) -> None:
        self._now("body")
        super().on_headers_complete()
        if self._leaving and self.cycle is not None:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self._came = 0
        answered = self.cycle is None or self.cycle.response_complete
        self._now("idle" if answered else "answering")
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.stage == "answering" and not self.pipeline:
            self._now("idle")
        self.transport.resume_reading()

    def shutdown(self) -> None:
        """The server stops. Whoever has connected and is about to ask is answered, once."""
        if self.stage not in ("head", "body"):
            super().shutdown()
            return
        self._leaving = True
        if self.cycle is not None:
            self.cycle.keep_alive = False
        self.loop.call_later(LAST_WORD, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self.stage in ("head", "body"):
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self.refuse(HTTPStatus.REQUEST_URI_TOO_LONG if len(self.url) > LONGEST_ADDRESS else HTTPStatus.BAD_REQUEST)

    def refuse(self, status: HTTPStatus) -> None:
        """Says so, if nothing else is being said, and closes. Who has its answer already and still sends gets no second one: it would take
        it for that of its next request."""
        answered = self.stage == "body" and self.cycle is not None and self.cycle.response_complete
        if not answered and (self.cycle is None or self.cycle.response_complete or not self.cycle.response_started):
            self.transport.write(short_answer(status))
        self.transport.close()


class Frames(WebSocketsSansIOProtocol):
    """WebSocket."""

    waits_since = None
    busy = False

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.counted = 0
        self._said = bytearray()

    def handle_connect(self, event: Request) -> None:
        """The task that serves the client begins after this."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        text = self._only_text(data)
        if text is None:
            super().data_received(data)
            return
        self.counted += 1
        self.curr_msg_data_type, self.frames = "text", [text]
        self.send_receive_event_to_app()

    def _only_text(self, data: bytes) -> bytes | None:
        """The text of one whole message in one frame, with nothing before it and nothing after it, as moves come; None if it is anything
        else: then all of the protocol looks at it."""
        if len(data) < LONG_HEAD or data[0] != TEXT_FRAME:
            return None
        head, size = SHORT_HEAD, data[1] - MASKED
        if size == 126:
            head, size = LONG_HEAD, int.from_bytes(data[2:4], "big")
        elif not 0 <= size < 126:
            return None
        conn = self.conn
        if len(data) != head + size or size > self.config.ws_max_size:
            return None
        if not self.handshake_complete or conn.state is not State.OPEN or conn.current_size is not None or not awaits_frame(conn.parser):
            return None
        return unmasked(data[head:], data[head - 4 : head])

    def handle_events(self) -> None:
        self.counted += len(self.conn.events)
        super().handle_events()

    @property
    def ready(self) -> bool:
        """Can something be said at once: is the socket open, does the client read, and was not too much said at this moment?"""
        opened = self.handshake_complete and self.conn.state is State.OPEN and not self.transport.is_closing()
        return opened and self.writable.is_set() and len(self._said) < AT_ONCE

    def say(self, text: bytes) -> None:
        """A message to a client that is ``ready``, as one frame and with nothing in between. What is said to it at the same moment goes
        out together."""
        if not self._said:
            self.loop.call_soon(self._speak)
        self._said += head_of_text(len(text)) + text

    def _speak(self) -> None:
        try:
            if self._said and not self.transport.is_closing():
                self.transport.write(bytes(self._said))
        except MemoryError:  # what was said is lost: the client comes back and catches up
            self.transport.abort()
        self._said.clear()

    async def send(self, message: Any) -> None:
        """What the application sends the usual way comes after what was said."""
        self._speak()
        await super().send(message)

    def shutdown(self) -> None:
        self._speak()
        super().shutdown()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(POLICY, "too many fragments")
            self.handle_parser_exception()


def awaits_frame(parser: Any) -> bool:
    """Has the library's parser read all that came, up to the end of a frame? It takes the head of one out of its buffer before the rest is
    there, so what it waits for tells: between frames only whether there is an end."""
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return bool(parser.gi_code.co_name == "at_eof")


def unmasked(text: bytes, mask: bytes) -> bytes:
    """What a client sent under a mask of four bytes (RFC 6455, 5.3)."""
    size = len(text)
    key = (mask * (size // len(mask) + 1))[:size]
    return (int.from_bytes(text, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def head_of_text(length: int) -> bytes:
    """What stands before a text of so many bytes: the whole message in one frame, unmasked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    return struct.pack("!BBH", 0x81, 126, length) if length < 1 << 16 else struct.pack("!BBQ", 0x81, 127, length)


def short_answer(status: HTTPStatus) -> bytes:
    """An answer of a line, after which the connection is closed."""
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    return f"{head}content-length: {len(status.phrase)}\r\n\r\n{status.phrase}".encode()
