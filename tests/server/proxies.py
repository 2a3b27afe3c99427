"""Real proxies on loopback, set up by the examples in ``deploy/`` with a certificate of their own."""

from __future__ import annotations

import datetime
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.debian import Missing, program

DEPLOY = Path(__file__).parents[2] / "deploy"
START = 30.0
NGINX = "{user}\nevents {{}}\npid {folder}/pid;\nerror_log {folder}/error.log;\nhttp {{\naccess_log off;\n{paths}\n{site}\n}}\n"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
CADDY = "{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system {folder}\n}}\n{site}\n"


def had(package: str) -> str:
    """The program; where Debian's packages are not to be had its tests are left out."""
    try:
        return program(package)
    except Missing as missing:
        pytest.skip(f"{package}: {missing}")


def certificate(folder: Path) -> tuple[Path, Path]:
    """For localhost, signed by itself: certificate and key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files[1].write_bytes(key.private_bytes(*form))
    return files


@contextmanager
def nginx(folder: Path, port: int, behind: int, without: tuple[str, ...] = ()) -> Iterator[str]:
    """Our example with these ports; ``without``: lines with these words are left out."""
    pem, key = certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = "\n".join(line for line in site.splitlines() if not any(word in line for word in without))
    site = site[: site.rindex("server {")]  # the one that sends port 80 on
    for old, new in (
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ("play.example.org;", "localhost;"),
        ("/etc/letsencrypt/live/play.example.org/fullchain.pem", str(pem)),
        ("/etc/letsencrypt/live/play.example.org/privkey.pem", str(key)),
    ):
        assert old in site
        site = site.replace(old, new)
    paths = "\n".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(user=user, folder=folder, paths=paths, site=site))
    command = [had("nginx"), "-e", f"{folder}/error.log", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with _running(command, folder, port) as url:
        yield url


@contextmanager
def caddy(folder: Path, port: int, behind: int) -> Iterator[str]:
    """Our example with these ports."""
    pem, key = certificate(folder)
    site = (DEPLOY / "Caddyfile").read_text("utf-8")
    for old, new in (("play.example.org {", f"https://localhost:{port} {{\n\ttls {pem} {key}"), ("127.0.0.1:8000", f"127.0.0.1:{behind}")):
        assert old in site
        site = site.replace(old, new)
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, site=site))
    command = [had("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with _running(command, folder, port) as url:
        yield url


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[str]:
    said = folder / "said.log"
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
    try:
        until = time.monotonic() + START
        while not _answers(port):
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < until, said.read_text()
            time.sleep(0.02)
        yield f"https://localhost:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
