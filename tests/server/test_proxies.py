"""The examples for nginx and Caddy, as real proxies on loopback with TLS; and what the doctor says about good and bad ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.commands import run
from tests.server import proxies
from tests.server.players import ME, PATIENCE, Stubborn, create, http, tokens
from tests.server.processes import Server, free_port

BEN = {"kind": "me", "name": "Ben"}


@pytest.fixture
def behind(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that is not started yet; clients trust the certificate that the proxy will have."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return Server(database, "--trust-proxy")


def doctor(server: Server, url: str, *more: str) -> Any:
    words = ("doctor", f"--port={server.port}", "--database", server.database, "--trust-proxy", "--url", url, *more)
    return run(*words, constants={"sandtable.server.doctor_proxy.PATIENCE": PATIENCE})


@pytest.mark.parametrize("proxy", [proxies.nginx, proxies.caddy], ids=lambda proxy: proxy.__name__)
def test_the_example_serves_a_game(proxy: Callable[..., Any], behind: Server, tmp_path: Path) -> None:
    with proxy(tmp_path, free_port(), behind.port) as url:
        well = doctor(behind, url)
        assert "ok       proxy" in well.stdout, well.stdout
        assert "with host, client address and sockets" in well.stdout
        with behind:
            running = doctor(behind, url)
            assert "a Sandtable server is running" in running.stdout, running.stdout
            assert "answers and opens sockets" in running.stdout
            assert (httpx.get(f"{url}/", timeout=PATIENCE).status_code, httpx.get(f"{url}/metrics", timeout=PATIENCE).status_code) == (
                200,
                403,
            )
            asyncio.run(a_game(url))


async def a_game(url: str) -> None:
    """From the first request to the last move, all of it through the proxy; a page of another site gets no socket."""
    async with http(url) as client:
        made = await create(client, ME, BEN)
    player = Stubborn([url], made["table"], tokens(made), 3)
    await player.run()
    assert (player.result is not None, player.lost) == (True, 0)
    address = f"{url.replace('http', 'ws')}/api/live"
    async with websockets.connect(address, origin=websockets.Origin(url)):
        pass
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(address, origin=websockets.Origin("https://elsewhere.example"))


@pytest.mark.parametrize(
    ("without", "said", "todo"),
    [
        (("proxy_set_header Host",), "sockets of our own pages would be refused", "proxy_set_header Host $http_host"),
        (("X-Forwarded-For",), "anybody could pretend to be anybody", "$proxy_add_x_forwarded_for"),
        (("Upgrade", "Connection"), "sockets do not come through", "proxy_http_version 1.1"),
    ],
    ids=["no host", "no client address", "no sockets"],
)
def test_a_proxy_that_hands_on_too_little(without: tuple[str, ...], said: str, todo: str, behind: Server, tmp_path: Path) -> None:
    with proxies.nginx(tmp_path, free_port(), behind.port, without) as url:
        ill = doctor(behind, url)
    assert ill.returncode == 1
    assert "warning  proxy" in ill.stdout
    assert said in ill.stdout
    assert todo in ill.stdout


def test_a_proxy_that_is_not_trusted_or_leads_elsewhere(behind: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = doctor(behind, f"https://localhost:{free_port()}")
    assert "does not answer" in nobody.stdout
    with proxies.nginx(tmp_path, free_port(), free_port()) as url:
        assert "answers with 502, not from here" in doctor(behind, url).stdout
        monkeypatch.delenv("SSL_CERT_FILE")
        assert "is not trusted: self-signed certificate" in doctor(behind, url).stdout
