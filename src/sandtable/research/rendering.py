"""Pictures of a table for ``render_mode="svg"`` and ``"rgb_array"``: what ``ansi`` says, drawn letter by letter; no browser, no server.

A game that draws itself (``Game.picture``) gives its own SVG. The board of the web app is shown in notebooks (``sandtable.show``)."""

from __future__ import annotations

from functools import cache
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.segment import Segment
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, TerminalTheme
from rich.text import Text

from sandtable.kernel.game import JSON, Game
from sandtable.research.needs import missing

WIDTH, LINES = 120, 60
CELL, HEIGHT, SIZE, MARGIN = 10, 20, 16, 10
THEME: TerminalTheme = DEFAULT_TERMINAL_THEME


def _console() -> Console:
    return Console(
        width=WIDTH, height=LINES, record=True, force_terminal=True, color_system="truecolor", file=StringIO(), legacy_windows=False
    )


def svg(game: Game, view: JSON) -> str:
    """The table as an SVG."""
    own = game.picture(view, ())
    if own is not None:
        return own
    console = _console()
    console.print(Text.from_markup(game.draw(view)))
    return console.export_svg(title=game.name, theme=THEME)


def rgb_array(game: Game, view: JSON) -> NDArray[np.uint8]:
    """The table as an image: height × width × 3. Every table of one game has the same size."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise missing("Pillow", "render") from error
    console = _console()
    lines = console.render_lines(Text.from_markup(game.draw(view)), pad=False)
    image = Image.new("RGB", (2 * MARGIN + CELL * WIDTH, 2 * MARGIN + HEIGHT * LINES), THEME.background_color)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines[:LINES]):
        column = 0
        for segment in Segment.simplify(line):
            front, back = _colours(segment)
            for letter in segment.text:
                place = (MARGIN + CELL * column, MARGIN + HEIGHT * row)
                if back is not None:
                    pen.rectangle((*place, place[0] + CELL - 1, place[1] + HEIGHT - 1), fill=back)
                if letter != " ":
                    pen.text(place, letter, fill=front, font=_font())
                column += 1
    return np.asarray(image)


def _colours(segment: Segment) -> tuple[tuple[int, int, int], tuple[int, int, int] | None]:
    """Letters and ground."""
    style = segment.style
    front = style.color.get_truecolor(THEME) if style and style.color else THEME.foreground_color
    back = style.bgcolor.get_truecolor(THEME) if style and style.bgcolor else None
    return (back or THEME.background_color, front) if style and style.reverse else (front, back)


@cache
def _font() -> Any:
    """A font of equal widths where there is one; else the one that Pillow brings."""
    from PIL import ImageFont

    for name in ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf"):
        try:
            return ImageFont.truetype(name, SIZE)
        except OSError:
            continue
    try:
        from matplotlib import font_manager

        return ImageFont.truetype(font_manager.findfont("DejaVu Sans Mono"), SIZE)
    except ImportError:
        return ImageFont.load_default(SIZE)
