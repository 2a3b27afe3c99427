"""The board as text for the terminal: a line for every seat, its pits in the direction of sowing, then its store."""

from __future__ import annotations

from typing import Any


def draw(view: dict[str, Any], terms: dict[str, str]) -> str:
    pits = view["options"]["pits"]
    lines = [" " * 12 + "".join(f"{pit:>5}" for pit in range(1, pits + 1)) + f"   {terms['store']}"]
    for number, seat in enumerate(view["seats"]):
        mark = "[bold cyan]▶[/]" if number == view["turn"] else " "
        you = f" ({terms['you']})" if number == view.get("viewer") else ""
        cups = "".join(f"{n:>5}" if n else "[dim]    ·[/]" for n in seat["pits"])
        lines.append(f"{mark} {terms['seat']} {number}{you}".ljust(12 + len(mark) - 1) + f"{cups}   [bold]{seat['store']:>3}[/]")
    return "\n".join(lines if view["turn"] is not None else [*lines, terms["over"]])
