"""Every rule of the specifications is proven: its id is cited in the docstring of at least one test of its game."""

import ast
import re
from pathlib import Path

import pytest

import sandtable

ROOT = Path(__file__).parents[2]


def defined_ids(game: sandtable.Game) -> set[str]:
    """The ids that the specification defines: first cells of table rows, bold ids and headings."""
    text = (ROOT / "docs" / "rules" / f"{game.id}.md").read_text("utf-8")
    one = rf"{game.prefix}-[A-Z]?\d+(?:\.\d+)*"
    found = re.findall(rf"^(?:\| *|- \*\*|\*\*|#+ )({one})\b", text, re.MULTILINE)
    rulings = re.findall(r"^\| (R\d+) \|", text, re.MULTILINE)
    return set(found) | {f"{game.prefix}-{number}" for number in rulings}


def cited_ids(game: sandtable.Game) -> set[str]:
    cited: set[str] = set()
    for path in (ROOT / "tests" / "games" / game.id.replace("-", "_")).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= set(re.findall(rf"{game.prefix}-[A-Z]?\d+(?:\.\d+)*", ast.get_docstring(node) or ""))
    return cited


@pytest.mark.parametrize("name", sandtable.games())
def test_every_rule_is_cited_by_a_test(name: str) -> None:
    game = sandtable.load(name)
    missing = defined_ids(game) - cited_ids(game)
    assert len(defined_ids(game)) > 50
    assert not missing, f"no test cites: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("name", sandtable.games())
def test_tests_cite_only_rules_that_exist(name: str) -> None:
    game = sandtable.load(name)
    text = (ROOT / "docs" / "rules" / f"{game.id}.md").read_text("utf-8")
    unknown = {i for i in cited_ids(game) - defined_ids(game) if not re.search(rf"{re.escape(i)}\b", text)}
    assert not unknown
