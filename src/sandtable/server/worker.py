"""A web worker: one process on a listening socket. Stops gracefully on SIGTERM and SIGINT."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from sandtable.kernel.preparing import Preparing
from sandtable.server import logs, notify
from sandtable.server.app import make_app, say_goodbye
from sandtable.server.edge import OWN_NETWORKS, Doors, ask_for_descriptors
from sandtable.server.protocols import Frames
from sandtable.server.readiness import following, loaded
from sandtable.server.settings import Settings

SWITCH = 0.001
"""Seconds after which a busy thread lets others run: the database's thread must not wait for the event loop."""


class Server(uvicorn.Server):
    """uvicorn, but clients hear that the server stops before their sockets close, and being told to stop is no failure."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loaded()
        if not self.should_exit:
            notify.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await say_goodbye(self.config.loaded_app_of_sandtable)  # type: ignore[attr-defined]
        await super().shutdown(sockets)


def web(settings: Settings, listening: socket.socket, log_level: str = "INFO", preparing: Preparing | None = None) -> None:
    """Serves until told to stop."""
    logs.set_up(log_level, settings.logs, settings.keep.logs or None)
    sys.setswitchinterval(SWITCH)
    ask_for_descriptors()
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        http=Doors(settings).new,  # type: ignore[arg-type]
        ws=Frames,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.limits.ping_seconds,
        ws_ping_timeout=settings.limits.ping_seconds,
        proxy_headers=settings.trust_proxy,
        forwarded_allow_ips=OWN_NETWORKS if settings.trust_proxy else None,
        timeout_keep_alive=settings.limits.idle_seconds,
        timeout_graceful_shutdown=10,
        limit_concurrency=None,
        backlog=1024,
    )
    config.loaded_app_of_sandtable = app  # type: ignore[attr-defined]
    with following(preparing):
        Server(config).run(sockets=[listening])
