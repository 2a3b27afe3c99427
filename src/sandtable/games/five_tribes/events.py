"""What happens at the table, as numbers on the tape: the list of events and the facts each carries."""

from __future__ import annotations

EVENTS: tuple[tuple[str, tuple[str, ...]], ...] = (  # name, facts; a fact's name tells its type (see sentences.FACTS)
    ("round", ("round",)),
    ("bid", ("seat", "spot", "gold", "fakirs")),
    ("turn", ("seat", "order")),
    ("lift", ("seat", "tile", "n")),
    ("drop", ("seat", "tile", "colour", "left")),
    ("collect", ("seat", "tile", "colour", "n")),
    ("camel", ("seat", "tile", "left", "by")),
    ("kept", ("seat", "colour", "n")),
    ("card", ("seat", "card", "by")),
    ("gold", ("seat", "gold", "by")),
    ("paid", ("seat", "gold", "by")),
    ("fakirs", ("seat", "n", "by")),
    ("elders", ("seat", "n", "by")),
    ("kill", ("seat", "tile", "colour")),
    ("kill_owned", ("seat", "victim", "colour")),
    ("taken_over", ("seat", "colour")),
    ("drawn", ("seat", "card", "by")),
    ("no_kill", ("seat",)),
    ("palm", ("seat", "tile", "left")),
    ("palace", ("seat", "tile", "left")),
    ("lapse", ("seat", "tile", "tile_kind")),
    ("skip", ("seat", "tile", "tile_kind")),
    ("djinn", ("seat", "djinn", "by")),
    ("power", ("seat", "djinn", "payment")),
    ("peek", ("seat", "first", "second", "third")),
    ("djinn_discarded", ("seat", "djinn")),
    ("meeple", ("seat", "tile", "colour")),
    ("sell_add", ("seat", "card")),
    ("sold", ("seat", "n", "gold")),
    ("pass", ("seat",)),
    ("end_turn", ("seat",)),
    ("ending", ("seat", "by")),
    ("refill", ("slot", "card")),
    ("refill_djinn", ("slot", "djinn")),
    ("reshuffle", ("by", "n")),
    ("over", ("by",)),
    ("score", ("seat", "points", "rank")),
)
(
    EV_ROUND, EV_BID, EV_TURN, EV_LIFT, EV_DROP, EV_COLLECT, EV_CAMEL, EV_KEPT, EV_CARD, EV_GOLD, EV_PAID, EV_FAKIRS, EV_ELDERS, EV_KILL,
    EV_KILL_OWNED, EV_TAKEN_OVER, EV_DRAWN, EV_NO_KILL, EV_PALM, EV_PALACE, EV_LAPSE, EV_SKIP, EV_DJINN, EV_POWER, EV_PEEK,
    EV_DJINN_DISCARDED, EV_MEEPLE, EV_SELL_ADD, EV_SOLD, EV_PASS, EV_END_TURN, EV_ENDING, EV_REFILL, EV_REFILL_DJINN, EV_RESHUFFLE,
    EV_OVER, EV_SCORE,
) = range(len(EVENTS))  # fmt: skip

CAUSES = (
    "bid", "control", "kill", "builders", "merchants", "market", "sacred", "sale", "camel", "pass", "stuck", "cards", "djinns",
    "baal", "kandicha", "marid", "monkir", "nekir", "leta", "utug", "sibittis", "sloar", "power", "ending",
)  # fmt: skip
"""Why something happened: the fact ``by``."""
(
    BY_BID, BY_CONTROL, BY_KILL, BY_BUILDERS, BY_MERCHANTS, BY_MARKET, BY_SACRED, BY_SALE, BY_CAMEL, BY_PASS, BY_STUCK, BY_CARDS,
    BY_DJINNS, BY_BAAL, BY_KANDICHA, BY_MARID, BY_MONKIR, BY_NEKIR, BY_LETA, BY_UTUG, BY_SIBITTIS, BY_SLOAR, BY_POWER, BY_ENDING,
) = range(len(CAUSES))  # fmt: skip
