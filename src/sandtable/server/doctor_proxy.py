"""Looks at a proxy from both sides: asks it from outside, and listens inside, where the server is going to be.

While the server runs its port is taken; then the server itself is asked, which does not tell whether client addresses are handed on.
"""

from __future__ import annotations

import secrets
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.exceptions import WebSocketException
from websockets.http11 import Request, Response
from websockets.sync.client import connect
from websockets.sync.server import Server, ServerConnection, serve
from websockets.typing import Origin

from sandtable.server.doctor import PATIENCE, Asked, Finding, is_sandtable, listen

INVENTED = "192.0.2.77"
"""An address that nobody has: what a client might pretend."""
AGENT = "sandtable-doctor"
SOCKETS = "pass WebSockets on: in nginx proxy_http_version 1.1, Upgrade and Connection as in deploy/nginx.conf; Caddy does by itself"


def look(asked: Asked) -> Finding:
    """What the first thing is that a player would suffer from."""
    try:
        with _inside(asked) as seen:
            return _asked_from_outside(asked, seen) or _headers(asked, seen)
    except OSError:
        pass  # the port is taken
    if not is_sandtable(asked):
        return Finding(False, "not looked at: the server's port is taken by another program", "see above")
    return _running(asked)


class Seen:
    """What came through: a sign that only we know, and the heads of the requests that carried it."""

    def __init__(self) -> None:
        self.sign = secrets.token_hex(8)
        self.heads: list[Headers] = []


@contextmanager
def _inside(asked: Asked) -> Iterator[Seen]:
    """Listens in the server's place."""
    seen = Seen()

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        if seen.sign not in request.path:
            return connection.respond(HTTPStatus.NOT_FOUND, "")
        seen.heads.append(request.headers)
        return None if request.path.startswith("/api/live") else connection.respond(HTTPStatus.OK, seen.sign)

    inside: Server = serve(lambda connection: connection.send(seen.sign), sock=listen(asked), process_request=answer)
    thread = threading.Thread(target=inside.serve_forever, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        inside.shutdown()
        thread.join(PATIENCE)


def _get(address: str) -> bytes:
    request = urllib.request.Request(address, headers={"X-Forwarded-For": INVENTED, "User-Agent": AGENT})
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with straight.open(request, timeout=PATIENCE) as answer:
        return bytes(answer.read(65_536))


def _asked_from_outside(asked: Asked, seen: Seen) -> Finding | None:
    """Does a request, and a socket, come through?"""
    unheard = _unheard(asked, f"/health?{seen.sign}", seen.sign)
    if unheard is not None:
        return unheard
    if not _socket_opens(asked, f"/api/live?{seen.sign}"):
        return Finding(False, f"{asked.url} answers, but sockets do not come through: nobody could play", SOCKETS)
    return None


def _unheard(asked: Asked, path: str, expected: str) -> Finding | None:
    pass_on = f"let the proxy hand on to http://{asked.host}:{asked.port}"
    try:
        answer = _get(asked.url + path)
    except urllib.error.HTTPError as error:
        return Finding(False, f"{asked.url} answers with {error.code}, not from here", pass_on)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLCertVerificationError):
            todo = "get a certificate (Caddy does by itself, certbot for nginx); one of your own: SSL_CERT_FILE=FILE sandtable doctor …"
            return Finding(False, f"the certificate of {asked.url} is not trusted: {reason.verify_message}", todo)
        return Finding(False, f"{asked.url} does not answer: {reason}", "is the proxy running, and does the name lead to it?")
    return None if expected.encode() in answer else Finding(False, f"something else answers at {asked.url}", pass_on)


def _socket_opens(asked: Asked, path: str) -> bool:
    address = asked.url.replace("http", "ws", 1) + path
    try:
        with connect(address, origin=Origin(asked.url), open_timeout=PATIENCE, close_timeout=1, user_agent_header=AGENT, proxy=None):
            return True
    except (OSError, WebSocketException, EOFError):
        return False


def _headers(asked: Asked, seen: Seen) -> Finding:
    """What the proxy says about the client and the address it was asked for."""
    site = urlsplit(asked.url).netloc.lower()
    for head in seen.heads:
        hosts = [head.get("Host", "")] + ([head.get("X-Forwarded-Host", "")] if asked.settings.trust_proxy else [])
        if site not in {host.lower() for host in hosts}:
            said = f"the proxy says that {hosts[0]} was asked for, not {site}: sockets of our own pages would be refused"
            return Finding(False, said, "hand on the host: in nginx proxy_set_header Host $http_host")
        told = ", ".join(head.get_all("X-Forwarded-For"))
        if told == INVENTED:
            said = "the proxy hands on what a client says about its own address: anybody could pretend to be anybody"
            return Finding(False, said, "append the address: in nginx proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for")
    if not all(head.get("X-Forwarded-For") for head in seen.heads):
        said = "the proxy does not say for whom it speaks: all players would share the limits of one"
        return Finding(False, said, "in nginx proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; start with --trust-proxy")
    if not asked.settings.trust_proxy:
        return Finding(False, "without --trust-proxy all players share the limits of the proxy's address", "serve with --trust-proxy")
    return Finding(True, f"{asked.url} comes through with host, client address and sockets")


def _running(asked: Asked) -> Finding:
    """The server itself is asked."""
    unheard = _unheard(asked, "/health", '"status"')
    if unheard is not None:
        return unheard
    if not _socket_opens(asked, "/api/live"):
        todo = f"{SOCKETS}; and hand on the host: proxy_set_header Host $http_host"
        return Finding(False, f"{asked.url} answers, but a page of it gets no socket: nobody could play", todo)
    return Finding(
        True, f"{asked.url} answers and opens sockets (whether client addresses come through is seen only while the server is stopped)"
    )
