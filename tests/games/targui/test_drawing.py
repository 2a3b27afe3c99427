"""The table as text."""

from rich.text import Text

from tests.games.targui.build import GAME, desert


def plain(state: object, language: str = "en") -> str:
    return Text.from_markup(GAME.draw(state.view(0), language)).plain  # type: ignore[attr-defined]


def test_what_a_person_needs_is_there() -> None:
    """TG-H1: round, die, cards, counts, unseen fates, every field with number, values, marker and camels, every tribe's money."""
    state = desert(4, die=3, fate=13, fields={1: ("red", 12)}, money={"red": 77})
    text = plain(state)
    for part in ("Round 1/16", "die ⚂ 3", "Change of climate", "● R 12", "77 silver", "Kel Ahaggar", "B×2", "Camels in the box: 348"):
        assert part in text
    lines = text.splitlines()
    dunes = next(i for i, line in enumerate(lines) if "2  Dunes" in line)
    assert "▲3 ■1" in lines[dunes + 1]
    assert max(len(line) for line in lines) <= 100
    assert "Runde 1/16" in plain(state, "de")
    assert "● Ro 12" in plain(state, "de")


def test_open_decisions_are_shown() -> None:
    """TG-D3: what is being asked."""
    fields = {1: ("green", 5), 2: ("yellow", 6)}
    state = desert(2, fields=fields)
    assert "how many camels march from 1 to 8?" in plain(state.copy().play("march 1 N"))
    assert "fight on or break off?" in plain(state.copy().play("attack 1 E", chance=[1, 1]))
    assert "how many camels for field 43?" in plain(state.copy().play("buy 43"))
    assert "choose a field" in plain(GAME.new(2, seed=1))
    ended = desert(2, last_round=True, fate=7, pack=["yellow"], money={"green": 90}).play("end_turn").play("end_turn")
    assert "Winner: Green" in plain(ended)
    assert "rank 2" in plain(ended)
    assert "out of the game" in plain(desert(3, out=["green"], turn="red"))
    assert "(first of two turns)" in plain(desert(2, die=6))


def test_views_and_positions_look_the_same() -> None:
    """TG-H3: hidden things appear as counts."""
    state = desert(4, die=4)
    assert GAME.draw(state.view(None)) == GAME.draw(state.position())
