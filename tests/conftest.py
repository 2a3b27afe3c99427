"""What ``make check`` leaves out beside the tests that say so themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
WITH_PROCESSES = ("arena", "browser", "cli", "coach", "kalah", "old", "research", "server")
"""Rooms whose tests start servers, browsers, environments or programs, or let bots think."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] in WITH_PROCESSES:
            item.add_marker(pytest.mark.slow)
