"""The board as SVG: a ring of pits in sand, whoever looks sits below. Pits that can be sown carry ``data-decision``.

Colours are those of Sandtable's tray of sand; it stays lit at night, so one drawing serves light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, sin, sqrt
from typing import Any

from sandtable.kernel.actions import Action

CELL = 100
TWO_ROWS = 1.25
SAND, EDGE, RAKED, LIT = "#E4D0AC", "#C9AC7C", "#D7BF95", "#F3E3C3"
RIM, HOLLOW, SEED, GLEAM = "#997A45", "#C69C5E", "#B0482A", "#F2B08F"
INK, OUTLINE, HALO, LEGAL, TRACK = "#1F2145", "#2A2144", "#FFF8E8", "#2C8A4E", "#6A4A1E"
SEATS = (("#4B2E83", "#FFFFFF"), ("#F08A24", INK), ("#2DB5B0", INK), ("#B5307A", "#FFFFFF"))
EMBLEMS = ('<circle r="6"/>', '<path d="M0-7 7 6H-7Z"/>', '<path d="M0-8 8 0 0 8-8 0Z"/>', '<path d="M-6-6H6V6H-6Z"/>')
SIDES = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Which sides of the ring are used: below, right, above, left."""


def place(side: int, pit: int, pits: int, height: float) -> tuple[float, float]:
    """Where a cup lies, in cells; after the last pit comes the store. Two rows have tall stores between them."""
    far = pits + 1
    if height == TWO_ROWS and pit == far:
        return (far if side == 0 else 0), height / 2
    return ((pit, height), (far, height - pit), (far - pit, 0), (0, pit))[side]


def heap(n: int, tall: float) -> Iterable[str]:
    """Seeds as they lie in a cup: a spiral that fills it evenly."""
    size, spread = 7.5 * min(1.0, sqrt(14 / max(n, 1))), min(27.0, 8.5 * sqrt(n))
    for i in range(n):
        x, y = (spread * sqrt((i + 0.5) / n) * f(i * 2.4 + 0.6) for f in (cos, sin))
        yield f'<circle cx="{x:.1f}" cy="{y * tall:.1f}" r="{size:.1f}" fill="{SEED}" stroke="{OUTLINE}" stroke-width="1.5"/>'
        yield f'<circle cx="{x - size / 3:.1f}" cy="{y * tall - size / 3:.1f}" r="{size / 3.5:.1f}" fill="{GLEAM}"/>'


def count(n: int, y: float) -> str:
    return (
        f'<rect x="-19" y="{y - 13}" width="38" height="26" rx="13" fill="{HALO}" stroke="{OUTLINE}" stroke-width="1.5"/>'
        f'<text y="{y + 7}" font-size="20" font-weight="700" text-anchor="middle" fill="{INK}">{n}</text>'
    )


def pit(n: int, can_be_sown: bool, was_sown: bool) -> str:
    ring = ""
    if can_be_sown:
        ring = f'<circle r="45" fill="{HALO}"/><circle r="43" fill="{LEGAL}"/>'
    elif was_sown:
        ring = f'<circle r="44" fill="none" stroke="{TRACK}" stroke-width="3" stroke-dasharray="7 6"/>'
    return f'{ring}<circle r="39" fill="{RIM}"/><circle cy="3" r="36" fill="{HOLLOW}"/>{"".join(heap(n, 1))}{count(n, 37)}'


def store(seat: int, n: int, tall: bool) -> str:
    half, at = (100, (0, -96)) if tall else (39, (30, -30))
    return (
        f'<rect x="-40" y="{-half}" width="80" height="{2 * half}" rx="38" fill="{RIM}"/>'
        f'<rect x="-37" y="{6 - half}" width="74" height="{2 * half - 6}" rx="36" fill="{HOLLOW}"/>'
        f"{''.join(heap(n, 2 if tall else 1))}{count(n, half - 2)}{emblem(seat, *at)}"
    )


def emblem(seat: int, x: float, y: float, size: float = 1) -> str:
    paint, ink = SEATS[seat]
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size})"><circle r="15" fill="{paint}" stroke="{OUTLINE}" stroke-width="2"/>'
        f'<g fill="{ink}">{EMBLEMS[seat]}</g></g>'
    )


def band(side: int, pits: int, height: float) -> str:
    """The row whose turn it is lies in the light, with the direction of sowing."""
    steps = [place(side, at, pits, height) for at in range(1, pits + 1)]
    line = "L".join(f"{x * CELL:g} {y * CELL:g}" for x, y in steps)
    arrows = "".join(
        f'<path d="M-3-7 4 0-3 7" transform="translate({(a + c) * CELL / 2:g} {(b + d) * CELL / 2:g}) rotate({-90 * side})"/>'
        for (a, b), (c, d) in pairwise(steps)
    )
    return (
        f'<path d="M{line}" fill="none" stroke="{LIT}" stroke-width="98" stroke-linecap="round"/>'
        f'<g fill="none" stroke="{RIM}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">{arrows}</g>'
    )


def board(view: dict[str, Any], legal: Iterable[Action], words: dict[str, str]) -> str:
    """The whole table; ``words`` are the labels for those who listen."""
    players, pits, last = view["players"], view["options"]["pits"], view["last"]
    width, height = pits + 1, TWO_ROWS if players == 2 else pits + 1
    sown = {action.args["pit"]: action.text for action in legal}
    parts = []
    for number, seat in enumerate(view["seats"]):
        side, turn = SIDES[players][(number - (view.get("viewer") or 0)) % players], number == view["turn"]
        if turn:
            parts.append(band(side, pits, height))
            parts.append("" if players == 2 else emblem(number, width * CELL / 2, height * CELL / 2, 4))
        for at, n in enumerate([*seat["pits"], seat["store"]], 1):
            kind, label, drawn = 'role="img"', "store_label", store(number, n, players == 2)
            if at <= pits:
                own = turn and at in sown
                kind, label = f'data-decision="{sown[at]}"' if own else kind, "pit_label"
                drawn = pit(n, own, last == {"seat": number, "pit": at})
            x, y = place(side, at, pits, height)
            said = words[label].format(seat=number, pit=at, seeds=n)
            parts.append(f'<g {kind} aria-label="{said}" transform="translate({x * CELL:g} {y * CELL:g})">{drawn}</g>')
    left, top, wide, high = -58, -60, width * CELL + 116, int(height * CELL) + 126
    raked = "".join(f'<path d="M{left + 26} {y}q17-9 34 0{"t34 0" * (wide // 34 - 3)}"/>' for y in range(top + 32, top + high - 24, 44))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 2} {top - 2} {wide + 4} {high + 4}"'
        f' role="group" aria-label="{words["board_label"]}">'
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="52" fill="{SAND}" stroke="{EDGE}" stroke-width="4"/>'
        f'<g fill="none" stroke="{RAKED}" stroke-width="3" stroke-linecap="round">{raked}</g>{"".join(parts)}</svg>'
    )
