"""The legal decisions as a short menu, and finding the one that was meant."""

from __future__ import annotations

from itertools import groupby

from sandtable.kernel.actions import Action
from sandtable.kernel.state import State

WIDTH = 96


class Menu:
    """Decisions grouped by kind; long lists are shortened to their notation."""

    def __init__(self, state: State) -> None:
        self.actions = list(state.legal)

    def lines(self) -> str:
        rows = []
        for kind, group in groupby(enumerate(self.actions, 1), key=lambda item: item[1].kind):
            items = list(group)
            numbers = f"{items[0][0]}" if len(items) == 1 else f"{items[0][0]}–{items[-1][0]}"
            rows.append(f"[bold cyan]{numbers:>7}[/]  [bold]{kind}[/] {self._values(items)}")
        return "\n".join(rows)

    def _values(self, items: list[tuple[int, Action]]) -> str:
        texts = [action.text.partition(" ")[2] for _, action in items]
        if len(texts) > 3 and all(text.isdecimal() for text in texts) and int(texts[-1]) - int(texts[0]) == len(texts) - 1:
            return f"{texts[0]} … {texts[-1]}"
        lines, line = [], ""
        for text in texts:
            if len(line) + len(text) > WIDTH - 24:
                lines.append(line.rstrip(" ·"))
                line = ""
            line += f"{text} · "
        lines.append(line.rstrip(" ·"))
        return ("\n" + " " * 12).join(lines)

    def find(self, typed: str) -> Action | None:
        """By number, by notation, or by an abbreviation that fits exactly one decision (``lo c1 g``)."""
        if typed.isdecimal() and 1 <= int(typed) <= len(self.actions):
            return self.actions[int(typed) - 1]
        for action in self.actions:
            if action.text == typed:
                return action
        found = self.matches(typed)
        return found[0] if len(found) == 1 else None

    def matches(self, typed: str) -> list[Action]:
        words = typed.lower().split()
        return [a for a in self.actions if words and fits(words, a.text.lower().split())]


def fits(words: list[str], whole: list[str]) -> bool:
    """Every typed word abbreviates the word at its place."""
    return len(words) <= len(whole) and all(abbreviates(w, full) for w, full in zip(words, whole, strict=False))


def abbreviates(short: str, full: str) -> bool:
    """A number must be the number itself; a word may be cut short, its last digit kept (``c1`` for ``camel1``)."""
    if full.isdecimal() or short.isdecimal():
        return short == full
    return full.startswith(short) or (short[-1:].isdigit() and full.endswith(short[-1]) and full.startswith(short[:-1]))
