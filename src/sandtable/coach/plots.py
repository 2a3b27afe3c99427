"""Pictures: the curve of a game's chances and a reliability plot, as SVG written here; PNG by matplotlib where it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.coach.summary import CATALOGUE, percent
from sandtable.kernel.registry import load
from sandtable.kernel.words import catalogue, fill

if TYPE_CHECKING:
    from sandtable.coach.results import Report

SEATS = ("#4B2E83", "#F08A24", "#2DB5B0", "#B5307A", "#E9E2D2")
INKS = ("#FFFFFF", "#2A2144", "#14152D", "#FFFFFF", "#2A2144")
SHAPES = (
    '<circle cx="6" cy="6" r="4.3"/>',
    '<path d="M6 1.4 11 10.4H1Z"/>',
    '<path d="M6 .8 11.2 6 6 11.2.8 6Z"/>',
    '<rect x="1.8" y="1.8" width="8.4" height="8.4" rx=".6"/>',
    '<path d="M4.2 1h3.6v3.2H11v3.6H7.8V11H4.2V7.8H1V4.2h3.2Z"/>',
)
PAPER, INK, FAINT, LINE, SLIP, MISTAKE = "#FFFDF6", "#2A2144", "#6B6480", "#D9CFBC", "#B07D1A", "#A3282E"
FONT = "font-family:'Source Sans 3','Source Sans Pro',system-ui,sans-serif"
WIDTH, LEFT, RIGHT, TOP, HEIGHT, ROW = 960, 56, 196, 64, 280, 26


def _open(width: int, height: int) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" style="{FONT}">'


def curve_svg(report: Report, language: str = "en") -> str:
    """The chances of all seats, one above the other, with everybody's slips and mistakes below."""
    words = catalogue(language, CATALOGUE)["picture"]
    game = load(report.game).name
    places = [LEFT + (WIDTH - LEFT - RIGHT) * i / max(1, len(report.curve) - 1) for i in range(len(report.curve))]
    bottom = TOP + HEIGHT
    whole = bottom + 40 + ROW * report.players + 34
    out = [
        _open(WIDTH, whole),
        f"<title>{escape(fill(words['described'], language, game=game, names=', '.join(report.names), turns=len(report.turns)))}</title>",
        f'<rect width="{WIDTH}" height="{whole}" fill="{PAPER}"/>',
        f'<text x="{LEFT}" y="38" font-size="22" font-weight="600" fill="{INK}">{escape(words["title"])}</text>',
        f'<text x="{WIDTH - 24}" y="38" font-size="15" text-anchor="end" fill="{FAINT}">{escape(game)}</text>',
    ]
    out += _areas(report, places)
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - HEIGHT * part
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{PAPER}" stroke-opacity=".45" stroke-width="1"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" font-size="12" text-anchor="end" fill="{FAINT}">{percent(part)} %</text>')
    for number in report.turning:
        x = places[number]
        out.append(f'<path d="M{x:.1f} {TOP}V{bottom + 8}" stroke="{PAPER}" stroke-width="3"/>')
        out.append(f'<path d="M{x:.1f} {TOP}V{bottom + 8}" stroke="{INK}" stroke-width="1.4" stroke-dasharray="5 4"/>')
    out += _axis(places, bottom, words["turn"])
    out += _marks(report, places, bottom + 52)
    out += _key(words, whole - 14)
    return "\n".join([*out, "</svg>", ""])


def _areas(report: Report, places: Sequence[float]) -> list[str]:
    out = []
    above = [0.0] * len(places)
    for seat in range(report.players):
        below = [a + point.chances[seat] for a, point in zip(above, report.curve, strict=True)]
        edge = [f"{x:.1f} {TOP + HEIGHT * a:.1f}" for x, a in zip(places, above, strict=True)]
        back = [f"{x:.1f} {TOP + HEIGHT * b:.1f}" for x, b in zip(places, below, strict=True)]
        out.append(f'<path d="M{" L".join(edge)} L{" L".join(reversed(back))}Z" fill="{SEATS[seat]}" stroke="{INK}" stroke-width="1"/>')
        at = _widest(report, seat)
        middle = TOP + HEIGHT * (above[at] + below[at]) / 2
        if below[at] - above[at] > 0.07:
            out.append(_badge(seat, places[at], middle))
        above = below
    return out


def _widest(report: Report, seat: int) -> int:
    """Where the seat's area has most room for its badge: in the first third, else wherever it is widest."""
    early = range(1, max(2, len(report.curve) // 3))
    return max((i for i in early if i < len(report.curve)), key=lambda i: report.curve[i].chances[seat], default=0)


def _badge(seat: int, x: float, y: float, size: float = 22) -> str:
    scale = size / 24
    return (
        f'<g transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({scale:.3f})"><circle cx="12" cy="12" r="11" '
        f'fill="{SEATS[seat]}" stroke="{INK}" stroke-width="1.2"/><g transform="translate(6 6)" fill="{INKS[seat]}">{SHAPES[seat]}</g></g>'
    )


def _axis(places: Sequence[float], bottom: float, word: str) -> list[str]:
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if len(places) / step <= 14)
    out = [f'<text x="{LEFT}" y="{bottom + 24:.1f}" font-size="12" fill="{FAINT}">{escape(word)} 1</text>']
    for number in range(step, len(places), step):
        x = places[number - 1]
        if x - LEFT > 60:
            out.append(f'<path d="M{x:.1f} {bottom}v6" stroke="{FAINT}"/>')
            out.append(f'<text x="{x:.1f}" y="{bottom + 24:.1f}" font-size="12" text-anchor="middle" fill="{FAINT}">{number}</text>')
    return out


def _marks(report: Report, places: Sequence[float], top: float) -> list[str]:
    """One row per seat: name, final score, and where it went wrong."""
    out = []
    for seat in report.seats:
        y = top + ROW * seat.seat
        end = report.curve[-1].chances[seat.seat]
        name = seat.name if len(seat.name) <= 16 else f"{seat.name[:15]}…"
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{LINE}" stroke-width="1.5"/>')
        out.append(_badge(seat.seat, LEFT - 24, y, 20))
        out.append(
            f'<text x="{WIDTH - RIGHT + 14}" y="{y + 5:.1f}" font-size="14" fill="{INK}"><tspan font-weight="600">{escape(name)}</tspan> '
            f'<tspan fill="{FAINT}">{seat.score} · {percent(end)} %</tspan></text>'
        )
        for turn in report.turns:
            if turn.seat == seat.seat and turn.label in ("slip", "mistake"):
                out.append(_mark(turn.label, places[turn.turn], y))
    return out


def _mark(label: str, x: float, y: float) -> str:
    if label == "slip":
        return f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12Z" fill="{PAPER}" stroke="{SLIP}" stroke-width="2"/>'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{MISTAKE}"/>'
        f'<path d="M{x - 3:.1f} {y - 3:.1f}l6 6m0-6l-6 6" stroke="{PAPER}" stroke-width="2" stroke-linecap="round"/>'
    )


def _key(words: Any, y: float) -> list[str]:
    out = [
        _mark("mistake", LEFT + 8, y - 4),
        f'<text x="{LEFT + 22}" y="{y}" font-size="12" fill="{FAINT}">{escape(words["mistake"])}</text>',
    ]
    out += [
        _mark("slip", LEFT + 118, y - 4),
        f'<text x="{LEFT + 132}" y="{y}" font-size="12" fill="{FAINT}">{escape(words["slip"])}</text>',
    ]
    out.append(f'<path d="M{LEFT + 220} {y - 12}v14" stroke="{INK}" stroke-width="1.4" stroke-dasharray="5 4"/>')
    out.append(f'<text x="{LEFT + 230}" y="{y}" font-size="12" fill="{FAINT}">{escape(words["turning"])}</text>')
    return out


def save_picture(report: Report, path: Path, language: str = "en") -> None:
    """SVG or PNG, by the ending of the name."""
    if path.suffix.lower() == ".svg":
        path.write_text(curve_svg(report, language), "utf-8")
    elif path.suffix.lower() == ".png":
        _png(report, path, language)
    else:
        raise ValueError(f"{path.name}: a picture ends in .svg or .png.")


def _png(report: Report, path: Path, language: str) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise RuntimeError("PNG pictures need matplotlib; install sandtable[arena], or name the file .svg.") from None
    words = catalogue(language, CATALOGUE)["picture"]
    figure = Figure(figsize=(9.6, 5.0), layout="constrained", facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    places = range(1, len(report.curve) + 1)
    order = list(reversed(range(report.players)))
    stacks = [[100 * point.chances[seat] for point in report.curve] for seat in order]
    names = [f"{report.names[seat]}, {report.seats[seat].score}" for seat in order]
    areas = axes.stackplot(places, stacks, labels=names, colors=[SEATS[seat] for seat in order], edgecolor=INK, linewidth=0.8)
    for number in report.turning:
        axes.axvline(number + 1, color=INK, linestyle="--", linewidth=1)
    for label, marker, colour in (("mistake", "X", MISTAKE), ("slip", "^", SLIP)):
        turns = [turn for turn in report.turns if turn.label == label]
        heights = [-5.0 - 5.0 * turn.seat for turn in turns]
        axes.scatter([turn.turn + 1 for turn in turns], heights, marker=marker, color=colour, clip_on=False, zorder=3, label=words[label])
    axes.set_ylim(-5.0 * report.players - 2.5, 100)
    axes.set_xlim(1, max(2, len(report.curve)))
    axes.set_yticks([0, 25, 50, 75, 100], [f"{tick} %" for tick in (0, 25, 50, 75, 100)])
    axes.set_xlabel(words["turn"])
    axes.set_title(f"{load(report.game).name}: {words['title']}", loc="left")
    handles, labels = axes.get_legend_handles_labels()
    seats = len(areas)
    axes.legend(
        [*reversed(handles[:seats]), *handles[seats:]],
        [*reversed(labels[:seats]), *labels[seats:]],
        loc="center left",
        bbox_to_anchor=(1, 0.5),
    )
    figure.savefig(path, dpi=120)


# ---- calibration --------------------------------------------------------------------------------------------------------------------

Bin = tuple[float, float, float, int]
"""Mean prediction, part that was won, half of its 95 % interval, number of predictions."""


def reliability_svg(games: dict[str, tuple[list[Bin], str]], title: str) -> str:
    """Predicted against real winning rates, one square per game with a line below it."""
    side, gap, top = 260, 56, 70
    whole = gap + len(games) * (side + gap)
    height = top + side + 84
    out = [
        _open(whole, height),
        f"<title>{escape(title)}</title>",
        f'<rect width="{whole}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{gap}" y="32" font-size="18" font-weight="600" fill="{INK}">{escape(title)}</text>',
    ]
    for number, (name, (bins, below)) in enumerate(games.items()):
        left, bottom = gap + number * (side + gap), top + side
        most = max((count for _, _, _, count in bins), default=1)
        out.append(f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="#FFFFFF" stroke="{LINE}"/>')
        out.append(f'<text x="{left}" y="{top - 10}" font-size="15" font-weight="600" fill="{INK}">{escape(name)}</text>')
        for tick in range(0, 11, 2):
            x, y = left + side * tick / 10, bottom - side * tick / 10
            out.append(f'<path d="M{x:.1f} {top}V{bottom}M{left} {y:.1f}H{left + side}" stroke="{LINE}" stroke-width=".6"/>')
            out.append(f'<text x="{x:.1f}" y="{bottom + 16}" font-size="11" text-anchor="middle" fill="{FAINT}">{10 * tick}</text>')
            out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" font-size="11" text-anchor="end" fill="{FAINT}">{10 * tick}</text>')
        out.append(f'<path d="M{left} {bottom}L{left + side} {top}" stroke="{FAINT}" stroke-dasharray="4 4"/>')
        for mean, won, half, count in bins:
            x, y = left + side * mean, bottom - side * won
            high, low = bottom - side * min(1.0, won + half), bottom - side * max(0.0, won - half)
            size = 2.5 + 4.0 * (count / most) ** 0.5
            out.append(f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{SEATS[0]}" stroke-width="1.6"/>')
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{SEATS[1]}" stroke="{INK}"/>')
        out.append(
            f'<text x="{left + side / 2}" y="{bottom + 36}" font-size="12" text-anchor="middle" fill="{INK}">predicted, % → won, %</text>'
        )
        out.append(
            f'<text x="{left + side / 2}" y="{bottom + 56}" font-size="12" text-anchor="middle" fill="{FAINT}">{escape(below)}</text>'
        )
    return "\n".join([*out, "</svg>", ""])
