"""A run as a Markdown report with a plot of the ratings."""

from __future__ import annotations

from pathlib import Path

from sandtable.arena.run import Tournament
from sandtable.kernel.registry import load


def markdown(tournament: Tournament, plot: str | None = None) -> str:
    """Standings, ratings, the verdict and every forfeit."""
    found = tournament.summary()
    config = tournament.config
    lines = [
        f"# {load(config.game).name}: {' · '.join(config.bots)}",
        "",
        f"{found['games']} games with {config.players} players, every deal in every seating; all records replayed. Seed {config.seed}.",
        f"Run `{found['run']}`.",
        "",
        "| bot | games | wins | score rate | mean score | ms a decision | forfeits |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in found["standings"]:
        rate = f"{100 * row['score_rate']:.1f} % ± {100 * row['error']:.1f}"
        time = row["ms_per_decision"]
        lines.append(f"| {row['bot']} | {row['games']} | {row['wins']:g} | {rate} | {row['mean_score']} | {time} | {row['forfeits']} |")
    if found["ratings"]:
        lines += ["", "| bot | rating | 95 % |", "|---|---|---|"]
        lines += [f"| {r['bot']} | {r['elo']:+.0f} | {_range(r['low'], r['high'])} |" for r in found["ratings"]]
    if found["sprt"]:
        sprt = found["sprt"]
        lines += [
            "",
            f"Sequential test: {sprt['claim']}: **{sprt['verdict']}** (log likelihood ratio {sprt['llr']}, bounds {sprt['bounds']}).",
        ]
    if found["forfeits"]:
        lines += ["", "Forfeits:", ""]
        lines += [f"- game {lost['game']}, {lost['bot']}: {lost['reason']}" for lost in found["forfeits"]]
    if plot:
        lines += ["", f"![Ratings]({plot})"]
    return "\n".join(lines) + "\n"


def _range(low: float | None, high: float | None) -> str:
    return f"{low:+.0f} to {high:+.0f}" if low is not None and high is not None else "unknown"


def draw(tournament: Tournament, path: Path) -> None:
    """The ratings with their 95 % intervals as PNG or SVG, by the ending of the name."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise RuntimeError("Plots need matplotlib; install sandtable[arena].") from None
    ratings = list(reversed(tournament.ratings()))
    figure = Figure(figsize=(7, 1.2 + 0.45 * len(ratings)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    places = range(len(ratings))
    axes.errorbar(
        [r.elo for r in ratings],
        places,
        xerr=[min(r.high - r.elo, 2000.0) for r in ratings],
        fmt="o",
        color="#8a4b16",
        ecolor="#c9a26a",
        capsize=4,
    )
    axes.set_yticks(list(places), [r.bot for r in ratings])
    axes.set_xlabel("rating (Elo scale, 95 %)")
    axes.set_title(f"{load(tournament.config.game).name}, {tournament.config.players} players, {len(tournament.results)} games")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path)


def write(tournament: Tournament, folder: Path) -> list[Path]:
    """``report.md`` with ``ratings.svg`` and ``ratings.png`` beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    plot = None
    if tournament.ratings():
        for ending in ("svg", "png"):
            written.append(folder / f"ratings.{ending}")
            draw(tournament, written[-1])
        plot = "ratings.svg"
    page = folder / "report.md"
    page.write_text(markdown(tournament, plot), "utf-8")
    return [page, *written]
