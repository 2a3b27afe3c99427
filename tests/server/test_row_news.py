"""What processes say to each other when a row is written."""

from sandtable.server.row_news import LONGEST, RowNews, said, understood
from sandtable.server.tables.facts import Row


def a_row(text: str) -> Row:
    return Row(7, 1_700_000_000.123456, 1, "a b", '["Play",{"decision":3}]', [{"kind": "played", "text": text}, {"kind": "finished"}])


def test_a_row_is_understood_as_it_was_written() -> None:
    row = a_row("draw ä 'x' \n \u2003 \\u0020 \x1f|")
    heard = understood(said("table", row, "bot"))
    assert (heard.table, heard.number, heard.job, heard.row) == ("table", 8, "bot", row)
    assert len(said("table", row, "bot").split()) == 3, "Servers of the version before expect three words."
    assert understood(said("table", row, None)).job == "-"


def test_of_a_long_row_it_is_said_that_there_is_one() -> None:
    """PostgreSQL refuses to pass on 8,000 bytes; letters beyond ASCII are written as six."""
    for length in (600, 1_200, 1_300, 1_900, 4_000, 8_000):
        text = said("table", a_row("ä" * length), "bot")
        assert len(text.encode()) < 8_000
        assert (understood(text).row is None) == (6 * length > LONGEST - 300)
    assert understood(said("table", a_row("ä" * 8_000), "bot")) == RowNews("table", 8, "bot")
