"""Who waits for which analysis in this process."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Waiters:
    """The events to set when there is something new of an analysis."""

    waiting: defaultdict[str, list[asyncio.Event]] = field(default_factory=lambda: defaultdict(list))

    @contextmanager
    def of(self, analysis: str, event: asyncio.Event) -> Iterator[None]:
        """``event`` is set whenever there is something new."""
        self.waiting[analysis].append(event)
        try:
            yield
        finally:
            self.waiting[analysis].remove(event)
            if not self.waiting[analysis]:
                del self.waiting[analysis]

    def tell(self, analysis: str) -> None:
        for event in self.waiting.get(analysis, ()):
            event.set()

    def tell_all(self) -> None:
        for analysis in list(self.waiting):
            self.tell(analysis)
