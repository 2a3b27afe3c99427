"""The table as text with rich markup, from a view or a position: 100 columns, playable in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rich.markup import escape
from rich.text import Text

from sandtable.kernel.words import words_of

from .components import BLUE_KINDS, COLOURS, DJINN_VALUE, DJINNS, GOODS, SPOTS, TILE_KINDS, TILE_NAMES
from .scoring import lines
from .sentences import edition

JSON = dict[str, Any]
CELL = 15
WIDTH = 6 * (CELL + 1) + 1
LETTERS = dict(zip(COLOURS, "YWGBR", strict=True))
MEEPLE = {"yellow": "yellow", "white": "bright_white", "green": "green", "blue": "bright_blue", "red": "red"}
SEATS = ("cyan", "magenta", "orange3", "grey70")
BLUE_NAMES = tuple(TILE_KINDS[kind] for kind in BLUE_KINDS)


@lru_cache(4096)
def _fit(markup: str, width: int) -> str:
    """Pads or cuts to a width, markup apart."""
    text = Text.from_markup(markup)
    text.truncate(width)
    text.pad_right(width - text.cell_len)
    return text.markup


@lru_cache(4096)
def _size(markup: str) -> int:
    """The columns it takes, markup apart."""
    return Text.from_markup(markup).cell_len


def _wrap(label: str, items: list[str], indent: int = 9) -> list[str]:
    """Items after a label, broken into lines of the table's width."""
    rows, row, used = [], "", 0
    for item in items:
        size = _size(item)
        if row and indent + used + 2 + size > WIDTH:
            rows.append(row)
            row, used = "", 0
        row += ("  " if row else "") + item
        used += (2 if used else 0) + size
    rows.append(row)
    head = _fit(f"[bold]{label}[/]", indent)
    return [(head if i == 0 else " " * indent) + row for i, row in enumerate(rows)]


def draw(view: JSON, language: str = "en") -> str:
    """The whole table: heading, tracks, board, row and djinns, the seats."""
    texts = words_of(__package__, language)
    forms = edition(language, view["options"]["edition"] == "slaves")
    parts = [
        _heading(view, texts, forms),
        *_tracks(view, texts),
        *_board(view, texts["terms"]["tiles_short"]),
        f"[dim]{texts['drawing']['legend']}[/]",
        *_market(view, texts, forms),
        *_seats(view, texts, forms),
    ]
    return "\n".join(line.rstrip() for line in parts)


def _seat_name(view: JSON, seat: int, texts: Any) -> str:
    you = f" ({texts['drawing']['viewer']})" if view.get("viewer") == seat else ""
    return f"[{SEATS[seat]}]◆{seat}[/]{you}"


def _heading(view: JSON, texts: Any, forms: Mapping[str, str]) -> str:
    words = texts["drawing"]
    stage = texts["terms"]["stages"][view["stage"]].format(**forms)
    head = f"[bold]{texts['name']}[/]   {words['round']} {view['round']}"
    if view["ending"]:
        head += f" ([red]{words['last_round']}[/])"
    if view["seat"] is not None:
        head += f"   {_seat_name(view, view['seat'], texts)}"
    return f"{head}: {stage}"


def _tracks(view: JSON, texts: Any) -> list[str]:
    words = texts["drawing"]
    spots = []
    for spot in SPOTS:
        on = [seat for at, seat in view["bids"] if at == spot]
        shown = "".join(f"[{SEATS[seat]}]◆{seat}[/]" for seat in (on[::-1] if spot == 0 else on))
        spots.append(f"{spot}:{shown or '·'}")
    found = _wrap(words["bids"], spots)
    if view["bid_order"]:
        found += _wrap("", [f"{words['bidding']}: " + " ".join(_seat_name(view, seat, texts) for seat in view["bid_order"])])
    elif view["next_order"]:
        queue = " ".join(_seat_name(view, seat, texts) for seat in view["queue"]) or "·"
        order = " ".join(_seat_name(view, seat, texts) for seat in view["next_order"])
        found += _wrap("", [f"{words['order']}: {queue}", f"{words['next']}: {order}"])
    return found


def _board(view: JSON, kinds: Mapping[str, str]) -> list[str]:
    edge = "─" * CELL
    rows = ["┌" + "┬".join([edge] * 6) + "┐"]
    for row in range(5):
        names = TILE_NAMES[6 * row : 6 * row + 6]
        cells = [_tile(view, name, kinds) for name in names]
        for line in range(3):
            rows.append("│" + "│".join(_fit(cell[line], CELL) for cell in cells) + "│")
        rows.append(("├" + "┼".join([edge] * 6) + "┤") if row < 4 else "└" + "┴".join([edge] * 6) + "┘")
    return rows


def _tile(view: JSON, name: str, kinds: Mapping[str, str]) -> tuple[str, str, str]:
    tile, turn = view["tiles"][name], view["turn"] or {}
    colour = "bright_blue" if tile["kind"] in BLUE_NAMES else "red"
    mark = "[reverse]" if name in (turn.get("at"), turn.get("final")) else "[bold]"
    value = str(tile["vp"])
    head = _fit(f"{mark}{name}[/] [{colour}]{kinds[tile['kind']]}[/]", CELL - len(value)) + f"[bold {colour}]{value}[/]"
    meeples = " ".join(_stack(colour, n) for colour, n in tile["meeples"].items() if n)
    foot = []
    if tile["camel"] is not None:
        foot.append(f"[{SEATS[tile['camel']]}]◆{tile['camel']}[/]")
    foot += [f"[green]p{tile['palms']}[/]"] * (tile["palms"] > 0) + [f"[yellow]P{tile['palaces']}[/]"] * (tile["palaces"] > 0)
    return head, meeples, " ".join(foot)


def _stack(colour: str, n: int) -> str:
    letters = LETTERS[colour] * n if n <= 3 else f"{LETTERS[colour]}{n}"
    return f"[bold {MEEPLE[colour]}]{letters}[/]"


def _market(view: JSON, texts: Any, forms: Mapping[str, str]) -> list[str]:
    words, terms = texts["drawing"], texts["terms"]
    goods = {card: name.format(**forms) for card, name in terms["goods"].items()}
    pile = view["pile"] if isinstance(view["pile"], int) else len(view["pile"])
    row = [f"{i}:{goods[card]}" for i, card in enumerate(view["row"], 1)]
    found = _wrap(words["row"], [*row, f"[dim]{words['pile']} {pile}, {words['discards']} {len(view['discard'])}[/]"])
    djinn_pile = view["djinn_pile"] if isinstance(view["djinn_pile"], int) else len(view["djinn_pile"])
    for i, djinn in enumerate(view["djinn_row"], 1):
        found += _wrap(words["djinns"] if i == 1 else "", _djinn(djinn, f"{i}:", terms, forms))
    found += _wrap("" if view["djinn_row"] else words["djinns"], [
        f"[dim]{words['pile']} {djinn_pile}, {words['discards']} {len(view['djinn_discard'])}[/]"
    ])  # fmt: skip
    bag = " ".join(_stack(colour, n) for colour, n in view["bag"].items() if n) or "·"
    stock = f"{words['palms']} {view['palms']}, {words['palaces']} {view['palaces']}"
    found += _wrap(words["bag"], [bag, f"[bold]{words['stock']}[/] {stock}"])
    turn = view["turn"] or {}
    if turn.get("hand"):
        hand = " ".join(_stack(colour, n) for colour, n in turn["hand"].items() if n)
        found += _wrap(words["moving"], [hand], len(words["moving"]) + 1)
    if isinstance(turn.get("peek"), list):
        for i, djinn in enumerate(turn["peek"], 1):
            found += _wrap(terms["djinns"]["sibittis"] if i == 1 else "", _djinn(djinn, f"{i}:", terms, forms))
    if turn.get("set"):
        found += _wrap("Set", [goods[good] for good in turn["set"]])
    return found


def _djinn(djinn: str, before: str, terms: Any, forms: Mapping[str, str]) -> list[str]:
    """Name, value and power, the text in pieces that can be wrapped."""
    value = int(DJINN_VALUE[DJINNS.index(djinn)])
    text = terms["powers"][djinn].format(**forms)
    halves = [text] if len(text) < 60 else [text[: (cut := text.rindex(" ", 0, 60))], text[cut + 1 :]]
    return [f"{before}[bold]{escape(terms['djinns'][djinn])}[/] ({value})", *(f"[dim]{half}[/]" for half in halves)]


def _seats(view: JSON, texts: Any, forms: Mapping[str, str]) -> list[str]:
    words, terms = texts["drawing"], texts["terms"]
    found = []
    for number, player in enumerate(view["seats"]):
        gold = "?" if player["gold"] is None else player["gold"]
        hand = player["hand"] if player["hand"] is not None else player["seen"]
        size = player.get("cards", sum(hand.values()))
        facts = [
            f"{words['gold']} {gold}",
            f"{words['camels']} {player['camels']}",
            f"[{MEEPLE['yellow']}]{words['viziers']} {player['viziers']}[/]",
            f"[{MEEPLE['white']}]{words['elders']} {player['elders']}[/]",
            f"{words['cards']} {size}",
        ]
        found += _wrap(_seat_name(view, number, texts), facts)
        cards = [f"{n} {terms['goods'][card].format(**forms)}" for card in (*GOODS, "fakir") if (n := hand[card])]
        if player["hand"] is None and size > sum(hand.values()):
            cards.append(f"{size - sum(hand.values())} {words['hidden']}")
        if cards:
            found += _wrap("", [", ".join(cards[i : i + 4]) + ("," if i + 4 < len(cards) else "") for i in range(0, len(cards), 4)])
        marks = dict.fromkeys(player["used"], f" [dim]{words['used']}[/]")
        if player["djinns"]:
            found += _wrap("", [escape(terms["djinns"][djinn]) + marks.get(djinn, "") for djinn in player["djinns"]])
        if view["stage"] == "over":
            sheet = lines(view, number)
            total = f"[bold]{terms['score']['total']} {sum(sheet.values())}[/]"
            found += _wrap("", [f"{terms['score'][key]} {n}" for key, n in sheet.items()] + [total])
    return found
