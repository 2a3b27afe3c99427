"""Notebooks: a state shows the board, and the first steps run as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", sandtable.games())
def test_a_state_is_shown_as_its_board(name: str) -> None:
    """What IPython would send to the browser: a frame that holds all it needs, and text for those who have none."""
    from IPython.core.formatters import DisplayFormatter

    shown, _ = DisplayFormatter().format(sandtable.load(name).new(seed=1))
    assert shown["text/html"].startswith("<iframe srcdoc=")
    assert "sandtable-data" in shown["text/html"]
    assert "http://" not in shown["text/html"].split("sandtable-data")[0]
    assert shown["text/plain"].startswith("<State ")


def test_the_first_steps(tmp_path: Path) -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(EXAMPLES / "first-steps.ipynb", 4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert "text/html" in first.outputs[-1]["data"]
    assert (tmp_path / "game.record").exists()
