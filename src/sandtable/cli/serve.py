"""``serve``, ``bot-worker``, ``backup``, ``restore``, ``export``, ``doctor``: the table server."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import BadInput

if TYPE_CHECKING:
    from sandtable.kernel.preparing import Preparing
    from sandtable.server.settings import Settings

Database = Annotated[str, typer.Option(envvar="SANDTABLE_DATABASE", help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")]
LimitTexts = Annotated[
    list[str], typer.Option("--limit", help="A limit as name=value (see docs/6-operating.md); may be given several times.")
]
TrustProxy = Annotated[bool, typer.Option(help="Believe X-Forwarded-For: only behind a proxy of your own.")]
KeepTexts = Annotated[
    list[str],
    typer.Option("--keep", help="For how many days something is kept, as talk=30 (see docs/6-operating.md)."),
]
Logs = Annotated[Path | None, typer.Option(help="Write logs into this folder, a file a day, instead of standard error.")]
LogLevel = Annotated[str, typer.Option(help="debug, info or warning.")]
Trained = Annotated[
    list[str], typer.Option("--trained", help="A trained policy to sit at tables, with its game: policy:MODULE:NAME=GAME (several times).")
]
DEFAULT = "sqlite:///sandtable.db"


class Talk(StrEnum):
    """What a host lets people say at tables."""

    all = "all"
    phrases = "phrases"
    off = "off"


def _settings(
    database: str,
    limit: list[str] | None = None,
    bots_here: bool = False,
    trust_proxy: bool = False,
    origin: Sequence[str] = (),
    keep: list[str] | None = None,
    logs: Path | None = None,
    talk: str = "all",
    push_host: Sequence[str] = (),
    contact: str | None = None,
) -> Settings:
    from sandtable.server.settings import Keep, Limits, Settings
    from sandtable.server.store import address

    try:
        address(database)
        sites = tuple(o.lower().rstrip("/") for o in origin)
        hosts = tuple(host.lower() for host in push_host)
        settings = Settings(
            database, Limits.given(limit or []), bots_here, trust_proxy, sites, Keep.given(keep or []), logs, talk=talk, push_hosts=hosts
        )
        return replace(settings, contact=contact) if contact else settings
    except ValueError as error:
        raise BadInput(str(error)) from None
    except Exception as error:
        raise BadInput(f"the database {database!r} cannot be understood: {type(error).__name__}.") from None


def _offer(trained: list[str]) -> None:
    from sandtable.server import bots

    try:
        bots.offer(trained)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _prepare(shown: bool) -> Preparing:
    """Games that are not compiled yet are compiled behind the server; ``shown``: with bars in the terminal."""
    from rich.console import Console

    from sandtable.kernel.preparing import show
    from sandtable.kernel.registry import games
    from sandtable.search.warm import prepare

    preparing = prepare(games()).start()
    if shown and not preparing.over:
        told = (preparing, Console(stderr=True), "rules and the search")
        threading.Thread(target=show, args=told, daemon=True).start()
    return preparing


def _sound(database: str) -> None:
    """A database that is damaged, or of a newer version, is not served: what is written to it would be lost."""
    from sandtable.server.migrations import NEWER
    from sandtable.server.soundness import WHAT_TO_DO, age, damage

    found = damage(database)
    if found is not None:
        raise BadInput(f"{found}. {WHAT_TO_DO}")
    if age(database) == "newer":
        raise BadInput(NEWER)


def _alone(database: str) -> IO[bytes] | None:
    """Held while the server runs: no second one on the same SQLite file."""
    from sandtable.server.files import InUse, serve_alone

    try:
        return serve_alone(database)
    except InUse as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"the database {database!r} cannot be opened: {error.strerror}.") from None


def _listen(host: str, port: int) -> socket.socket:
    from sandtable.server.notify import inherited

    opened = inherited()
    if opened is not None:
        opened.set_inheritable(True)
        return opened
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise BadInput(f"cannot listen on {host} port {port}: {error.strerror}.") from None
    listening.listen(1024)
    listening.set_inheritable(True)
    return listening


def _web(settings: Settings, listening: socket.socket, log_level: str, preparing: Preparing) -> None:
    from sandtable.server.readiness import load_fastapi

    load_fastapi()
    from sandtable.server.worker import web

    web(settings, listening, log_level, preparing)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    database: Database = DEFAULT,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Web workers (several need PostgreSQL).")] = 1,
    bot_workers: Annotated[int, typer.Option(min=0, max=64, help="Bot workers beside them (PostgreSQL only).")] = 1,
    limit: LimitTexts = [],  # noqa: B006 (typer reads the default)
    trust_proxy: TrustProxy = False,
    origin: Annotated[list[str], typer.Option(help="Another site whose pages may play here, as https://play.example.org.")] = [],  # noqa: B006
    keep: KeepTexts = [],  # noqa: B006
    logs: Logs = None,
    talk: Annotated[Talk, typer.Option(help="What people may say at tables: all, phrases only, or nothing.")] = Talk.all,
    push_host: Annotated[list[str], typer.Option(help="A push service in your own network, by its host name.")] = [],  # noqa: B006
    contact: Annotated[str | None, typer.Option(help="For push services: mailto:… or https://… of whoever runs this server.")] = None,
    trained: Trained = [],  # noqa: B006
    log_level: LogLevel = "info",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the web app in the browser.")] = False,
    fd: Annotated[int, typer.Option(hidden=True)] = -1,
) -> None:
    """Serve tables: the web app, HTTP and live play."""
    from sandtable.server.readiness import begin_loading, loaded

    begin_loading()
    settings = _settings(database, limit, False, trust_proxy, origin, keep, logs, talk.value, push_host, contact)
    _offer(trained)
    if fd >= 0:
        from sandtable.server.supervisor import stop_with_supervisor

        stop_with_supervisor()
        _web(settings, socket.socket(fileno=fd), log_level.upper(), _prepare(shown=False))
        return
    if workers > 1 and not settings.shared:
        raise BadInput("SQLite serves one process; for several workers give --database postgresql://…")
    _sound(database)
    listening = _listen(host, port)
    alone = _alone(database)
    name, number = listening.getsockname()[:2]
    address = f"http://{f'[{name}]' if ':' in name else name}:{number}"
    print(f"Sandtable serves on {address}", flush=True)
    preparing = _prepare(shown=True)
    if open_browser:
        webbrowser.open(address)
    if not settings.shared:
        with alone or nullcontext():
            _web(settings, listening, log_level.upper(), preparing)
        return
    from sandtable.server.logs import set_up
    from sandtable.server.supervisor import Supervisor

    set_up(log_level.upper(), logs, settings.keep.logs or None)
    os.environ["SANDTABLE_DATABASE"] = database
    common = [f"--limit={text}" for text in limit] + [f"--keep={text}" for text in keep] + [f"--log-level={log_level}"]
    common += [f"--trained={text}" for text in trained]
    common += [] if logs is None else [f"--logs={logs}"]
    commands = {f"web worker {i + 1}": ["serve", f"--fd={listening.fileno()}", *common] for i in range(workers)}
    for command in commands.values():
        command.extend(["--trust-proxy"] if trust_proxy else [])
        command.extend(f"--origin={site}" for site in origin)
        command.append(f"--talk={talk.value}")
        command.extend(f"--push-host={host}" for host in push_host)
        command.extend([f"--contact={contact}"] if contact else [])
    commands |= {f"bot worker {i + 1}": ["bot-worker", "--supervised", *common] for i in range(bot_workers)}
    loaded()
    Supervisor(commands, listening).run()


def bot_worker(
    database: Database = DEFAULT,
    limit: LimitTexts = [],  # noqa: B006 (typer reads the default)
    keep: KeepTexts = [],  # noqa: B006
    logs: Logs = None,
    trained: Trained = [],  # noqa: B006
    log_level: LogLevel = "info",
    metrics_port: Annotated[int | None, typer.Option(min=1, max=65535, help="Serve figures for Prometheus on this port.")] = None,
    metrics_host: Annotated[str, typer.Option(help="The address for that port.")] = "127.0.0.1",
    supervised: Annotated[bool, typer.Option("--supervised", hidden=True)] = False,
) -> None:
    """Decide for bots and work for the coach on a PostgreSQL database; any number of these may run, anywhere."""
    from sandtable.server.readiness import begin_loading

    begin_loading()
    if supervised:
        from sandtable.server.supervisor import stop_with_supervisor

        stop_with_supervisor()
    settings = _settings(database, limit, True, keep=keep, logs=logs)
    _offer(trained)
    if not settings.shared:
        raise BadInput("bot workers need PostgreSQL; with SQLite the server itself runs the bots.")
    if metrics_port is not None:
        from sandtable.server import metrics

        try:
            metrics.serve(metrics_host, metrics_port)
        except OSError as error:
            raise BadInput(f"cannot serve figures on {metrics_host} port {metrics_port}: {error.strerror}.") from None
    preparing = _prepare(shown=not supervised)
    from sandtable.server.bot_worker import bots

    bots(settings, log_level.upper(), preparing)


def backup(
    out: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    database: Database = DEFAULT,
) -> None:
    """Copy the database of a running server, consistently: one SQLite file, whatever the database is."""
    from sandtable.server.backup import copy

    _settings(database)
    if out.exists():
        raise BadInput(f"{out} exists already; choose another name.")
    tables, rows = copy(database, out)
    print(f"{out}: {tables} tables, {rows} rows of their logs")


def restore(
    copy: Annotated[Path, typer.Argument(help="A file that `sandtable backup` wrote.")],
    database: Database = DEFAULT,
    replace: Annotated[bool, typer.Option("--replace", help="Move a SQLite file that is there aside.")] = False,
) -> None:
    """Bring a backup back: into a new place, or in the place of a database that no server uses."""
    from sandtable.server.backup import restore

    _settings(database)
    tables, rows, aside = restore(copy, database, replace)
    print(f"{tables} tables, {rows} rows of their logs are restored{f'; what was there is now {aside}' if aside else ''}")


def export(
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    out: Annotated[Path, typer.Argument(help="The record file to write.")],
    database: Database = DEFAULT,
) -> None:
    """Write a table's game as one record file (with its seed: it is the host who asks)."""
    from sandtable.server.backup import record_of
    from sandtable.server.errors import Denied

    _settings(database)
    if out.exists():
        raise BadInput(f"{out} exists already; choose another name.")
    try:
        record = record_of(database, table)
    except Denied as denied:
        raise BadInput(f"{denied.words['en']} ({denied.detail})") from None
    if record is None:
        raise BadInput(f"there is no table {table!r}, or its game has not begun.")
    record.save(out)
    print(f"{out}: {len(record.decisions)} decisions, commitment {record.commitment}")


def doctor(
    host: Annotated[str, typer.Option(help="The address you are going to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port you are going to serve on.")] = 8000,
    database: Database = DEFAULT,
    trust_proxy: TrustProxy = False,
    url: Annotated[str, typer.Option(help="Where players find you through your proxy, as https://play.example.org: it is tried.")] = "",
) -> None:
    """Look for what would bite a host later, and say what to do. Ends with 1 if something should be done."""
    from sandtable.server.doctor import Asked, examine

    if url and not url.startswith(("http://", "https://")):
        raise BadInput("--url is an address as https://play.example.org")
    found = examine(Asked(_settings(database, trust_proxy=trust_proxy), host, port, url.rstrip("/")))
    for finding in found:
        print(f"{'ok     ' if finding.good else 'warning'}  {finding.about}: {finding.said}")
        if finding.todo:
            print(f"         → {finding.todo}")
    if not all(finding.good for finding in found):
        raise typer.Exit(1)


COMMANDS = (serve, bot_worker, backup, restore, export, doctor)
