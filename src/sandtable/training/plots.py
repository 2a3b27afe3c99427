"""Pictures of a run: what it loses on games it did not learn from, how honest its chances are, how strong it has become."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sandtable.training.run import Generation

BINS = 10


def calibration(said: NDArray[np.float64], won: NDArray[np.float32]) -> list[tuple[float, float, int]]:
    """In bins of what was said: the mean of it, how often it came true, how many there were."""
    places = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    chosen = [places == number for number in range(BINS)]
    return [(round(float(said[at].mean()), 4), round(float(won[at].mean()), 4), int(at.sum())) for at in chosen if at.any()]


def strengths(generations: Sequence[Generation]) -> list[float]:
    """Of every generation, on the Elo scale: as much above its opponent as its match says. The search without a network is 0."""
    found: list[float] = []
    best = 0.0
    for generation in generations:
        rate = min(max(float(generation.match["rate"]), 0.02), 0.98)
        found.append(best - 400 * float(np.log10(1 / rate - 1)))
        if generation.promoted:
            best = found[-1]
    return found


def picture(generations: Sequence[Generation]) -> bytes:
    """An SVG."""
    figure = Figure(figsize=(12, 3.6), layout="constrained")
    FigureCanvasSVG(figure)
    losses, honest, strong = figure.subplots(1, 3)
    numbers = [generation.number for generation in generations]
    for place, name in enumerate(("winning", "scores", "decisions")):
        losses.plot(numbers, [generation.losses[place] for generation in generations], marker="o", label=name)
    losses.set_title("loss on other games")
    losses.legend()
    rows = generations[-1].calibration
    honest.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    honest.plot([row[0] for row in rows], [row[1] for row in rows], marker="o")
    honest.set_title(f"chances of generation {numbers[-1]}: said, came true")
    strong.plot(numbers, strengths(generations), marker="o")
    strong.set_title("Elo over the search without a network")
    for axes in (losses, strong):
        axes.set_xlabel("generation")
        axes.set_xticks(numbers)
    out = BytesIO()
    figure.savefig(out, format="svg")
    return out.getvalue()
