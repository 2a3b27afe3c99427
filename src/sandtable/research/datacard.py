"""The data card of a dataset: what is in it, how it was made, how to read it. In the form the Hugging Face Hub wants (``README.md``)."""

from __future__ import annotations

from typing import Any

from sandtable import __version__
from sandtable.encodings import encoding
from sandtable.kernel.registry import load

COLUMNS = (
    ("game", "int64", "the game, 0, 1, 2 …"),
    ("number", "int32", "the decision in its game, 0, 1, 2 …"),
    ("seat", "int8", "who decided"),
    ("action", "int32", "what was decided: the id"),
    ("action_name", "string", "the same in the notation of the game"),
    ("state", "binary", "the position before the decision, the whole truth: one NumPy record of the game"),
    ("scores", "list of int32", "final scores of all seats"),
    ("rewards", "list of float32", "each seat's share of duels won, -1 to 1; they sum to 0"),
)
OBSERVED = (
    ("observation", "list of int16", "what the deciding seat knew, field after field as in the table below"),
    ("mask", "list of bool", "what it might do: one per action"),
)


def card(plan: dict[str, Any], folder: str) -> str:
    """The card of a dataset in ``folder``, from its description."""
    game, code = load(plan["game"]), encoding(plan["game"])
    columns = (*COLUMNS, *(OBSERVED if plan["observations"] else ()))
    lines = [
        "---",
        f"pretty_name: {game.name}, {plan['games']} games",
        "tags: [board-games, self-play, reinforcement-learning]",
        "configs:",
        "- config_name: default",
        f'  data_files: "{folder}/*.parquet"',
        "---",
        "",
        f"# {game.name}: {plan['games']} games with {plan['players']} players",
        "",
        f"Self-play of `{plan['bot']}` on every seat, written by Sandtable {__version__} (rules {plan['rules']}); one row per decision.",
        f"Every part follows from the seed `{plan['seed']}` and its number. Options: `{plan['options']}`.",
        "",
        "| column | type | meaning |",
        "|---|---|---|",
        *(f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in columns),
        "",
        "```python",
        "import pandas, polars, pyarrow.dataset",
        "",
        f'pandas.read_parquet("{folder}")',
        f'polars.read_parquet("{folder}")',
        f'pyarrow.dataset.dataset("{folder}")',
        "```",
        "",
        f'DuckDB: `SELECT action_name, count(*) FROM "{folder}/*.parquet" GROUP BY ALL`.',
        "With states, observations and masks as NumPy arrays:",
        f'`sandtable.research.dataset.Dataset("{folder}").batches()`.',
        "",
        f"## Observations: {code.size} numbers",
        "",
        code.table(),
    ]
    return "\n".join(lines) + "\n"
