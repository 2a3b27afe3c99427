"""One fresh environment with Kalah installed, for the whole session and all its processes; a server and a browser for the picture board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.at_once import ONE_OF_SEVERAL
from tests.browser.conftest import WEB, browser, left, playwright, visit
from tests.browser.server import Server
from tests.kalah.environment import KALAH, Environment, alone, fresh

__all__ = ["browser", "left", "playwright", "visit"]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this test session have in common; pytest removes it with its own."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if base.name.startswith(ONE_OF_SEVERAL) else base


@pytest.fixture(scope="session")
def home(shared: Path) -> Environment:
    """``pip install ./examples/kalah`` into a fresh environment, then compiled once: its machine code stays, as that of our own games does.
    (That a foreign game is compiled into an empty cache is tried by ``test_docs_page``.)"""
    found = fresh(shared, "kalah", stays=True)
    done = found.folder / "ready"
    with alone(shared / "kalah-install.lock"):
        if not done.exists():
            found.install(KALAH)
            found.sandtable("warm", "kalah")
            done.touch()
    return found


@pytest.fixture(scope="session")
def server(home: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The table server of that environment."""
    assert WEB.is_file(), "The web app is not built: run `python hatch_build.py`."
    server = Server(tmp_path_factory.mktemp("kalah-server"), home.python, home.variables)
    server.start()
    yield server
    server.stop()
