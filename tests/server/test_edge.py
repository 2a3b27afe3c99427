"""The edge: what every byte passes before any work is done for it."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from sandtable.server import edge
from sandtable.server.edge import Door, Doors, forwarded_for
from sandtable.server.hub import Hub
from sandtable.server.limits import Bucket, counted_as
from sandtable.server.lobby.live import Lobby
from sandtable.server.protocols import LONGEST_ADDRESS, LONGEST_HEAD, MOST_FRAGMENTS, Frames, awaits_frame, head_of_text, unmasked
from sandtable.server.settings import Limits, Settings
from sandtable.server.sockets import Socket
from sandtable.server.store import Store
from sandtable.server.talk.talking import Talk
from tests.server.players import PATIENCE
from tests.server.processes import Server

MASK = b"\0\0\0\0"
PING = b"\x89\x80" + MASK
LAST = b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"
SHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request with the length of its body, every message with itself."""
    if scope["type"] == "http":
        length, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            length, more = length + len(message["body"]), message["more_body"]
        body = str(length).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
        await send({"type": "http.response.body", "body": body})
    elif scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if "text" in message:
                await send({"type": "websocket.send", "text": message["text"]})


@asynccontextmanager
async def serving(**limits: Any) -> AsyncIterator[tuple[int, Doors]]:
    """The edge before a small application, in this process."""
    doors = Doors(Settings(limits=Limits(**limits)))
    config = uvicorn.Config(echo, port=0, lifespan="off", log_level="critical", http=doors.new, ws=Frames, ws_per_message_deflate=False)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1], doors
    finally:
        server.should_exit = server.force_exit = True
        await running


async def answer(port: int, *parts: bytes) -> bytes:
    """All that comes back for some bytes, until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = b""
    with suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            while piece := await reader.read(1 << 16):
                said += piece
    writer.close()
    return said


def test_heads_addresses_and_bodies_are_bounded() -> None:
    async def work() -> None:
        async with serving(bytes_per_second=10**9, bytes_burst=10**9) as (port, doors):
            assert (await answer(port, b"GET /" + b"a/" * 32_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")).startswith(b"HTTP/1.1 414")
            assert (await answer(port, b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * LONGEST_HEAD)).startswith(b"HTTP/1.1 431")
            assert (await answer(port, b"\r\n" * LONGEST_HEAD)).startswith(b"HTTP/1.1 431")
            assert (await answer(port, b"nonsense\r\n\r\n")).startswith(b"HTTP/1.1 400")
            long, most = b"a" * (LONGEST_ADDRESS - 100), Limits().document_bytes
            assert (await answer(port, b"GET /" + long + b" HTTP/1.1\r\nConnection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")
            whole = await answer(port, b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % most, b"b" * most)
            assert whole.endswith(str(most).encode())
            head = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + b"1\r\na\r\n0\r\nX: " + b"a" * (LONGEST_HEAD + 3 * most))
            with suppress(ConnectionError):
                said = await asyncio.wait_for(reader.read(), PATIENCE)
                assert said == b"" or said.startswith(b"HTTP/1.1 413")
            writer.close()
            async with asyncio.timeout(PATIENCE):
                while doors._count:
                    await asyncio.sleep(0.01)

    asyncio.run(work())


def test_requests_in_one_write_are_answered_in_turn() -> None:
    async def work() -> None:
        async with serving(requests_per_second=10**6) as (port, _):
            asked = b"".join(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (n, b"x" * n) for n in range(300))
            said = await answer(port, asked + LAST)
            assert [int(part) for part in said.split(b"\r\n\r\n")[1:-1] for part in [part.split(b"HTTP")[0]]] == list(range(300))

    asyncio.run(work())


def test_who_keeps_the_server_waiting_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "QUIETLY", 0.0)

    async def work() -> None:
        async with serving(head_seconds=0.2, body_seconds=0.2, idle_seconds=0.2) as (port, doors):
            silent, slow_head, slow_body = await asyncio.gather(
                closed(port, b""), closed(port, b"GET / HT"), closed(port, b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx")
            )
            assert silent.startswith(b"HTTP/1.1 408")
            assert slow_head.startswith(b"HTTP/1.1 408")
            assert slow_body.startswith(b"HTTP/1.1 408")
            assert (await closed(port, b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 200")
            assert doors._count == 0

    asyncio.run(work())


async def closed(port: int, data: bytes) -> bytes:
    """What the server says until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    said = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return said


def test_who_does_not_read_is_let_go() -> None:
    async def work() -> None:
        async with serving(bytes_per_second=10**9, bytes_burst=10**9, messages_per_second=10**9, read_seconds=0.2) as (port, doors):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(SHAKE)
            frame = b"\x81\xfe" + struct.pack("!H", 4000) + MASK + b"y" * 4000
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while doors._count:
                        writer.write(frame * 50)
                        await asyncio.sleep(0.01)
            assert doors._count == 0
            writer.close()

    asyncio.run(work())


def test_who_does_not_read_the_end_is_let_go() -> None:
    """The answer is written and the connection closed, but the client takes nothing of it."""

    class Clogged(asyncio.Transport):
        aborted = closing = False

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return ("127.0.0.1", 1) if name == "peername" else default

        def write(self, data: Any) -> None:
            pass

        def close(self) -> None:
            self.closing = True

        def is_closing(self) -> bool:
            return self.closing

        def abort(self) -> None:
            self.aborted = True

    async def work() -> None:
        async with serving(read_seconds=0.2) as (_, doors):
            config = uvicorn.Config(echo, lifespan="off", ws=Frames)
            door = doors.new(config=config, server_state=ServerState(), app_state={})
            transport = Clogged()
            door.connection_made(transport)
            door.data_received(b"nonsense\r\n\r\n")
            assert transport.closing
            door.look(time.monotonic())
            assert not transport.aborted
            door.look(time.monotonic() + 1.0)
            assert transport.aborted
            door.connection_lost(None)

    asyncio.run(work())


@pytest.mark.parametrize("whole_server", [False, True])
def test_new_connections_take_the_place_of_waiting_ones(whole_server: bool) -> None:
    async def work() -> None:
        async with serving(connections=1000 if whole_server else 5) as (port, doors):
            doors.most = 5 if whole_server else 1000
            async with websockets.connect(f"ws://127.0.0.1:{port}/") as socket:
                idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
                await asyncio.sleep(0.2)
                assert doors._count <= 5
                assert (await answer(port, LAST)).startswith(b"HTTP/1.1 200")
                await socket.send("still here")
                assert await socket.recv() == "still here"
                for _, writer in idle:
                    writer.close()
                sockets = [websockets.connect(f"ws://127.0.0.1:{port}/") for _ in range(4)]
                opened = [await each for each in sockets]
                assert (await answer(port, LAST)).startswith(b"HTTP/1.1 503"), "nobody who plays is put out"
                for each in opened:
                    await each.close()

    asyncio.run(work())


def test_fragments_are_bounded() -> None:
    async def work() -> None:
        async with serving() as (port, _), websockets.connect(f"ws://127.0.0.1:{port}/") as socket:
            await socket.send(["x"] * (MOST_FRAGMENTS - 1))
            assert await socket.recv() == "x" * (MOST_FRAGMENTS - 1)
            await socket.send([""] * (MOST_FRAGMENTS + 2))
            with pytest.raises(websockets.ConnectionClosed) as closing:
                await socket.recv()
            assert closing.value.rcvd is not None
            assert closing.value.rcvd.code == 1008

    asyncio.run(work())


def test_a_loud_connection_waits_and_a_quiet_one_does_not() -> None:
    """Both come from the same address. What the loud one says takes many minutes to be heard: the quiet one is answered before."""

    async def work() -> None:
        limits = {"bytes_per_second": 20_000, "bytes_burst": 20_000, "messages_per_second": 10}
        async with serving(**limits) as (port, doors), websockets.connect(f"ws://127.0.0.1:{port}/") as quiet:
            began = time.monotonic()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(SHAKE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(PING * 40_000)
            answers = 0
            for _ in range(5):
                await quiet.send("a")
                assert await asyncio.wait_for(quiet.recv(), PATIENCE) == "a"
                with suppress(TimeoutError):
                    answers += (await asyncio.wait_for(reader.read(1 << 16), 0.3)).count(b"\x8a\x00")
            allowed = 20_000 * (1 + 1.5 * (time.monotonic() - began)) / doors.frame_cost
            assert 0 < answers <= allowed + 2 * edge.FRAMES_PIECE / len(PING)
            writer.close()

    asyncio.run(work())


def test_how_clients_are_counted() -> None:
    assert counted_as("203.0.113.9") == "203.0.113.9"
    assert counted_as("::ffff:203.0.113.9") == "203.0.113.9"
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2:ffff::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("?") == "?"
    said = [(b"x-forwarded-for", b"1.2.3.4, 203.0.113.9"), (b"x-forwarded-for", b"10.0.0.1")]
    assert forwarded_for(said) == "203.0.113.9", "what a client writes itself comes first, and is not believed"
    assert forwarded_for([]) == "proxy"
    alone, trusting = (Doors(Settings(trust_proxy=trusted)) for trusted in (False, True))
    assert not alone.is_proxy("127.0.0.1")
    assert trusting.is_proxy("127.0.0.1")
    assert not trusting.is_proxy("203.0.113.9")


def test_buckets_may_owe() -> None:
    bucket = Bucket(100.0, 50.0)
    assert bucket.wait() == 0
    bucket.spend(150.0)
    assert 0.9 < bucket.wait() <= 1.0
    assert not bucket.take()


def test_a_door_is_a_protocol() -> None:
    assert issubclass(Door, asyncio.Protocol)


def test_a_backlog_is_bounded_in_bytes(tmp_path: Path) -> None:
    """A client that does not read is let go after a mebibyte, and is not read itself before."""

    class Deaf:
        client, application_state = None, None

        def __init__(self) -> None:
            self.asked, self.said = 0, []

        async def receive(self) -> dict[str, str]:
            self.asked += 1
            return {"type": "websocket.receive", "text": '{"type":"ping","id":"1"}'}

        async def send_text(self, text: str) -> None:
            self.said.append(text)
            await asyncio.Event().wait()

    async def work() -> None:
        database = f"sqlite:///{tmp_path / 'tables.db'}"
        ws = Deaf()
        settings = Settings(database, Limits(messages_per_second=10**9, messages_burst=10**9))
        hub = Hub(Store(database), settings)
        socket = Socket(hub, ws, Lobby(hub, print), Talk(hub, print))  # type: ignore[arg-type]
        for _ in range(4):
            socket.send(b"x" * 100_000)
        running = asyncio.create_task(socket.run())
        await asyncio.sleep(0)
        asked = ws.asked
        await asyncio.sleep(0.05)
        assert ws.asked <= asked + 1, "who does not read is not asked for more"
        for _ in range(40):
            socket.send(b"x" * 100_000)
        assert socket._closing == ("too_slow", 1013)
        assert socket._out.qsize() == 1
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(work())


def test_pages_of_other_sites_get_no_socket(sqlite_server: Server) -> None:
    address = f"{sqlite_server.base.replace('http', 'ws')}/api/live"

    async def said(origin: str | None) -> int:
        try:
            async with websockets.connect(address, origin=origin) as socket:  # type: ignore[arg-type]
                assert "hello" in str(await socket.recv())
                return 101
        except websockets.InvalidStatus as refused:
            return refused.response.status_code

    async def work() -> None:
        assert await said(None) == 101
        assert await said(sqlite_server.base) == 101
        for other in ("https://evil.example", f"http://evil.example:{sqlite_server.port}", "null", "http://127.0.0.1:1"):
            assert await said(other) == 403, other

    asyncio.run(work())


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_message_that_is_sent_at_once_is_the_frame_that_the_library_would_send(length: int) -> None:
    text = b"x" * length
    assert head_of_text(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


async def shaken(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that is a WebSocket now."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(SHAKE)
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


TEXTS = ["", "x", "ü€𝄞", *("y" * length for length in (119, 124, 125, 126, 127, 4_000, 70_000))]


@pytest.mark.parametrize("pieces", [1, 2])
def test_messages_of_one_frame_are_read_as_the_library_reads_them(pieces: int) -> None:
    """Whole, and in two pieces, of which the first may come alone."""

    async def work() -> None:
        async with serving() as (port, _), asyncio.timeout(PATIENCE):
            reader, writer = await shaken(port)
            for text in TEXTS:
                frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
                cut = len(frame) // pieces
                for piece in (frame[:cut], frame[cut:]):
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
                expected = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
                assert await reader.readexactly(len(expected)) == expected
            writer.close()

    asyncio.run(work())


def test_the_rest_of_a_frame_is_not_taken_for_a_whole_one() -> None:
    """Under a mask that makes it look like one, after each beginning of a frame that can come alone."""
    text = b"x" * 88
    mask = bytes([text[0] ^ 0x81, text[1] ^ (0x80 | len(text) - 6), 3, 4])
    frame = b"\x81" + bytes([0x80 | len(text)]) + mask + unmasked(text, mask)
    for cut in range(1, len(frame)):
        library = ServerProtocol()
        library.receive_data(SHAKE)
        (request,) = library.events_received()
        library.send_response(library.accept(request))
        assert awaits_frame(library.parser)
        library.receive_data(frame[:cut])
        assert not awaits_frame(library.parser), cut
        library.receive_data(frame[cut:])
        assert awaits_frame(library.parser)
        (found,) = library.events_received()
        assert found.data == text


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.TEXT, b"not utf-8: \xff").serialize(mask=True)], 1007),
        ([Frame(Opcode.TEXT, b"without a mask").serialize(mask=False)], 1002),
        ([Frame(Opcode.TEXT, b"begun", fin=False).serialize(mask=True), Frame(Opcode.TEXT, b"another one").serialize(mask=True)], 1002),
    ],
)
def test_a_frame_that_breaks_the_rules_closes_the_socket(frames: list[bytes], code: int) -> None:
    async def work() -> None:
        async with serving() as (port, _), asyncio.timeout(PATIENCE):
            reader, writer = await shaken(port)
            for frame in frames:
                writer.write(frame)
                await writer.drain()
                await asyncio.sleep(0)
            head = await reader.readexactly(4)
            assert (head[0], struct.unpack("!H", head[2:])[0]) == (0x88, code)
            writer.close()

    asyncio.run(work())


def test_what_is_said_at_once_does_not_overtake_what_waits(tmp_path: Path) -> None:
    """While the client does not read, messages wait; then they come in the order in which they were said."""

    class Wire:
        ready = False

        def say(self, text: bytes) -> None:
            said.append(text.decode())

    class Reader:
        client = None

        async def send_text(self, text: str) -> None:
            await asyncio.sleep(0)
            said.append(text)

    said: list[str] = []

    async def work() -> None:
        hub = Hub(Store(database), Settings(database))
        wire: Any = Wire()
        socket = Socket(hub, Reader(), Lobby(hub, print), Talk(hub, print), wire)  # type: ignore[arg-type]
        writer = asyncio.create_task(socket._write())
        socket.send(b"1")
        wire.ready = True
        socket.send(b"2")
        await asyncio.sleep(0.05)
        socket.send(b"3")
        writer.cancel()

    database = f"sqlite:///{tmp_path / 'tables.db'}"
    asyncio.run(work())
    assert said == ["1", "2", "3"]
