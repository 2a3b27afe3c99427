"""The web app's files, and the headers that keep browsers safe."""

from __future__ import annotations

import html
import mimetypes
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.server.errors import Denied

FOLDER = Path(str(files("sandtable"))) / "web"
HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""Names with a hash in them never change."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self' ws: wss:",
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
EMBEDDED = {"Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")}
FRAMED = re.compile(r"embed/[a-z0-9]{16}")
"""Finished games may be shown in frames on anybody's page; there is nothing to press but a replay. No other page may: for addresses that
it does not know the app shows its first page."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


@cache
def known() -> dict[str, Path]:
    """The app's files by the address they are asked for. Nothing else is ever looked for on the disk."""
    found = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".py"}
    return {name: path for name, path in found.items() if not any(part.startswith((".", "__")) for part in name.split("/"))}


@cache
def unbuilt() -> str:
    """The page when the app is not there."""
    texts = [(language, catalogue(language, "server")["page"]) for language in LANGUAGES]
    said = "".join(f'<p lang="{language}">{html.escape(words["unbuilt"])}</p>' for language, words in texts)
    style = "font: 1.1rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 4rem auto; color: #3b2a17; background: #f6ecd9"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(texts[0][1]["title"])}</title>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body style="{style}"><h1>Sandtable</h1>{said}</body></html>'


async def serve(request: Request) -> Response:
    """A file of the app; for every page address the app itself."""
    path = request.path_params.get("path", "")
    found = known().get(path)
    if found is not None and found.name != "index.html":
        cached = "public, max-age=31536000, immutable" if HASHED.search(found.name) else "no-cache"
        return FileResponse(found, headers={"Cache-Control": cached})
    if path.startswith("assets/") or path == "api" or (found is None and "." in path.rsplit("/", 1)[-1]):
        raise Denied("NOT_FOUND")
    index = known().get("index.html")
    if index is None:
        return HTMLResponse(unbuilt(), headers={"Cache-Control": "no-cache"})
    framed = EMBEDDED if FRAMED.fullmatch(path) else {}
    return FileResponse(index, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache", **framed})
