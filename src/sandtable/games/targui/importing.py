"""Reading a position of the exchange format; what cannot be is refused with the reason (section L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.games.targui import options
from sandtable.games.targui.components import (
    CAMELS,
    CARD_KEYS,
    CARDS,
    COINS,
    COLOURS,
    FIELDS,
    MOST_AT_ONCE,
    NEIGHBOUR,
    SALT_LAKE,
    SALT_WORKS,
    SETTLEMENT,
    STARTS,
)
from sandtable.games.targui.position import PHASES, colours, result, rounds, write_position
from sandtable.games.targui.round import DOUBLE
from sandtable.games.targui.state import EVENTS, NOBODY, TRIBE, Phase
from sandtable.kernel.refusals import BadOption, BadPosition

if TYPE_CHECKING:
    from sandtable.games.targui import Targui

LARGEST = 1_000_000
KEYS = (
    *("options", "colours", "card", "owner", "camels", "money", "supply", "bank", "out", "round", "rounds", "die"),
    *("fate_deck", "fate_seen", "fate_now", "pack", "revealed", "phase", "turn", "turns_left", "moved", "bought", "pending", "result"),
)
MAY_MISS = ("game", "events")
OF_A_TURN = (Phase.TURN, Phase.MARCH_AMOUNT, Phase.FIGHT, Phase.ADVANCE_AMOUNT, Phase.BUY_AMOUNT)


def need(holds: bool, reason: str) -> None:
    if not holds:
        raise BadPosition(reason)


def whole(value: Any, name: str, low: int = 0, high: int = LARGEST) -> int:
    need(type(value) is int and low <= value <= high, f"{name} is a whole number from {low} to {high}, not {value!r}.")
    return int(value)


def one_of(value: Any, name: str, known: Any) -> int:
    """The place of ``value`` in ``known``."""
    need(isinstance(value, str) and value in known, f"{name} is one of: {', '.join(known)}; not {value!r}.")
    return int(known.index(value))


def truth(value: Any, name: str) -> bool:
    need(isinstance(value, bool), f"{name} is true or false, not {value!r}.")
    return bool(value)


def listed(value: Any, name: str, length: int | None = None) -> list[Any]:
    need(isinstance(value, list) and length in (None, len(value)), f"{name} is a list{f' of {length} entries' if length else ''}.")
    return list(value)


class Importer:
    """Fills a zeroed record step by step; every step may rely on those before it."""

    def __init__(self, game: Targui, position: Any, s: Any) -> None:
        need(isinstance(position, Mapping), "A position is an object.")
        for key in KEYS:
            need(key in position, f"The key {key!r} is missing.")
        for key in position:
            need(key in KEYS or key in MAY_MISS, f"A position has no key {key!r}.")
        need(position.get("game", game.id) == game.id, f"This is a position of {position.get('game')!r}, not of {game.id!r}.")
        self.game, self.position, self.s = game, position, s

    def run(self) -> None:
        self.options()
        self.board()
        self.players()
        self.box()
        self.round()
        self.fates()
        self.pack()
        self.turn()
        self.pending()
        self.result()
        self.events()

    # ---- the parts, in order --------------------------------------------------------------------------------------------------------

    def options(self) -> None:
        names = listed(self.position["colours"], "colours")
        need(len(names) in self.game.players and names == colours(len(names)), f"colours are the last 2, 3 or 4 of {', '.join(COLOURS)}.")
        given = self.position["options"]
        known = [option.name for option in self.game.options]
        need(isinstance(given, Mapping) and set(given) == set(known), f"options has exactly the keys {', '.join(known)}.")
        need(isinstance(given["fates"], list), "options.fates is a list of numbers.")
        try:
            complete = self.game.check_options(len(names), given)
        except BadOption as error:
            raise BadPosition(str(error)) from None
        self.s["players"] = len(names)
        self.names, self.count = names, len(names)
        options.write(self.s, complete)
        expected = None if complete["conquest_only"] else rounds(self.s)
        given_rounds = self.position["rounds"]
        need(given_rounds == expected and type(given_rounds) is type(expected), f"rounds must be {expected} with these options.")
        self.phase = Phase(one_of(self.position["phase"], "phase", PHASES))
        self.s["phase"] = self.phase

    def board(self) -> None:
        cards = listed(self.position["card"], "card", FIELDS + 1)
        need(cards[0] is None, "card[0] is null.")
        numbers = [0, *(one_of(card, f"card[{field}]", CARD_KEYS[1:]) + 1 for field, card in enumerate(cards) if field)]
        need(numbers[1] == SALT_WORKS, "Field 1 is the salt works.")
        counts = Counter(numbers[2:])
        for number, (key, most, *_) in enumerate(CARDS):
            if number < SETTLEMENT:
                need(counts[number] <= most, f"There are {counts[number]} cards {key} beside field 1; there can be {most}.")
        owners = listed(self.position["owner"], "owner", FIELDS + 1)
        need(owners[0] is None, "owner[0] is null.")
        camels = [whole(n, f"camels[{field}]") for field, n in enumerate(listed(self.position["camels"], "camels", FIELDS + 1))]
        need(camels[0] == 0, "camels[0] is 0.")
        seats = [NOBODY if owner is None else one_of(owner, f"owner[{field}]", self.names) for field, owner in enumerate(owners)]
        for field in range(1, FIELDS + 1):
            need(seats[field] == NOBODY or numbers[field] != SALT_LAKE, f"Field {field} is a salt lake; no marker can lie there.")
            need(seats[field] != NOBODY or camels[field] == 0, f"There are camels on field {field}, but no marker.")
        self.cards, self.owners, self.camels = numbers, seats, camels
        self.s["card"][:], self.s["owner"][:], self.s["camels"][:] = numbers, seats, camels

    def players(self) -> None:
        turn = self.position["turn"]
        self.seat = -1 if turn is None else one_of(turn, "turn", self.names)
        need((self.seat < 0) == (self.phase == Phase.OVER), "turn is null exactly when the game is over.")
        self.s["seat"] = self.seat
        settled = self.seat if self.phase == Phase.SETTLE else self.count
        for colour, name in enumerate(COLOURS):
            seat = colour - (len(COLOURS) - self.count)
            places = [field for field in range(1, FIELDS + 1) if self.cards[field] == SETTLEMENT + colour]
            need(
                len(places) == (0 <= seat < settled),
                f"There are {len(places)} settlements of {name}; there must be {int(0 <= seat < settled)}.",
            )
            if places:
                need(places[0] in STARTS[self.count][seat], f"Field {places[0]} is no start field of {name}.")
                self.s["home"][seat] = places[0]
        self.out()
        money = self.position["money"]
        need(isinstance(money, Mapping) and set(money) == set(self.names), f"money has exactly the keys {', '.join(self.names)}.")
        for seat, name in enumerate(self.names):
            self.s["money"][seat] = whole(money[name], f"money of {name}")
            need(seat not in self.gone or money[name] == 0, f"{name} is out and has no money.")
        if self.phase == Phase.SETTLE:
            need(not self.gone, "Nobody is out while the settlements are being placed.")
            for field in range(1, FIELDS + 1):
                need(self.owners[field] == NOBODY or self.cards[field] >= SETTLEMENT, "While settling, markers lie on settlements only.")

    def out(self) -> None:
        gone = [one_of(colour, "out", self.names) for colour in listed(self.position["out"], "out")]
        need(len(set(gone)) == len(gone) < self.count, "out lists each player at most once, and never all of them.")
        self.gone = gone
        for place, seat in enumerate(gone, 1):
            self.s["out"][seat] = place
            need(seat not in self.owners, f"{self.names[seat]} is out and has no marker.")
        settled = self.seat if self.phase == Phase.SETTLE else self.count
        for seat, name in enumerate(self.names):
            beaten = self.phase == Phase.ADVANCE_AMOUNT and self._pending("defender") == name
            if seat < settled and seat not in gone and not beaten:
                need(seat in self.owners, f"{name} has no marker and must be listed in out.")
            if seat >= settled:
                need(seat not in self.owners, f"{name} has not settled yet and has no marker.")
        need((len(gone) == self.count - 1) <= (self.phase == Phase.OVER), "With one player left the game is over.")

    def _pending(self, key: str) -> Any:
        pending = self.position["pending"]
        return pending.get(key) if isinstance(pending, Mapping) else None

    def box(self) -> None:
        supply, bank, on_board = self.position["supply"], self.position["bank"], sum(self.camels)
        money = sum(self.s["money"].tolist())
        if self.s["camel_limit"]:
            self.s["supply"] = whole(supply, "supply")
            need(supply + on_board == CAMELS, f"Supply and camels on the board make {supply + on_board}, not {CAMELS}.")
        else:
            need(supply is None, "Without camel_limit supply is null.")
        if self.s["money_limit"]:
            whole(bank, "bank")
            need(bank + money == COINS, f"Bank and money of the players make {bank + money}, not {COINS}.")
        else:
            need(bank is None, "Without money_limit bank is null.")

    def round(self) -> None:
        settling = self.phase == Phase.SETTLE
        self.s["number"] = whole(self.position["round"], "round", 0 if settling else 1, 0 if settling else rounds(self.s))
        die = self.position["die"]
        if settling:
            need(die is None, "While settling die is null.")
        else:
            self.s["die"] = whole(die, "die", 1, 6)

    def fates(self) -> None:
        deck, seen = listed(self.position["fate_deck"], "fate_deck"), listed(self.position["fate_seen"], "fate_seen")
        self.cards_left = listed(self.position["pack"], "pack")
        self.cards_shown = listed(self.position["revealed"], "revealed")
        hidden = [card for card in self.cards_left if not isinstance(card, str)]
        numbers = [whole(n, "a fate card", 1, 16) for n in (*deck, *seen, *hidden)]
        need(sorted(numbers) == options.fates(self.s), "fate_deck, fate_seen and the number in pack are together the fates of the game.")
        self.s["deck"][: len(deck)], self.s["deck_size"] = deck, len(deck)
        self.s["seen"][: len(seen)], self.s["seen_size"] = seen, len(seen)
        now = self.position["fate_now"]
        shown = [whole(card, "a fate card", 1, 16) for card in self.cards_shown if not isinstance(card, str)]
        need(now is None or type(now) is int, "fate_now is a number or null.")
        need(shown == ([] if now is None else [now]), "fate_now is the number in revealed, or null if there is none.")
        if now is not None:
            need(seen[-1:] == [now], "fate_now is the last number in fate_seen.")
            self.s["fate_now"] = now

    def pack(self) -> None:
        cards = [*self.cards_shown, *self.cards_left]
        if self.phase == Phase.SETTLE:
            need(not cards and self.position["fate_seen"] == [], "While settling pack, revealed and fate_seen are empty.")
            return
        each = 1 if self.s["die"] == DOUBLE else int(self.s["die"])
        tribes = Counter(one_of(card, "a card of the pack", self.names) for card in cards if isinstance(card, str))
        need(len(cards) - tribes.total() == 1, "pack and revealed together hold exactly one fate card.")
        for seat, name in enumerate(self.names):
            allowed = (0, each) if seat in self.gone else (each,)
            need(tribes[seat] in allowed, f"With this die pack and revealed together hold {each} cards of {name}, not {tribes[seat]}.")
        values = [TRIBE + self.names.index(card) if isinstance(card, str) else card for card in cards]
        self.s["pack"][: len(values)] = values
        self.s["pack_size"], self.s["turned"] = len(values), len(self.cards_shown)

    def turn(self) -> None:
        moved, bought = truth(self.position["moved"], "moved"), truth(self.position["bought"], "bought")
        left = self.position["turns_left"]
        if self.phase in OF_A_TURN:
            need(self.seat not in self.gone, f"{self.names[self.seat]} is out and cannot be to act.")
            need(self.cards_shown[-1:] == [self.names[self.seat]], "The last card of revealed belongs to the player to act.")
            whole(left, "turns_left", 1, 2 if self.s["die"] == DOUBLE else 1)
        else:
            need(type(left) is int and left == 0 and not moved and not bought, "Outside a turn turns_left is 0, moved and bought false.")
        if self.phase in (Phase.MARCH_AMOUNT, Phase.FIGHT, Phase.ADVANCE_AMOUNT):
            need(not moved and not bought, f"In phase {PHASES[self.phase]} moved and bought are false.")
        if self.phase == Phase.BUY_AMOUNT:
            need(not bought or bool(self.s["split_purchase"]), "There is one purchase per turn; bought is false in buy_amount.")
        self.s["turns_left"], self.s["moved"], self.s["bought"] = left, moved, bought

    def pending(self) -> None:
        pending = self.position["pending"]
        keys = {
            Phase.MARCH_AMOUNT: {"from", "to"},
            Phase.FIGHT: {"from", "to"},
            Phase.ADVANCE_AMOUNT: {"from", "to", "defender"},
            Phase.BUY_AMOUNT: {"field"},
        }.get(self.phase)
        if keys is None:
            need(pending is None, f"In phase {PHASES[self.phase]} pending is null.")
            return
        fits = isinstance(pending, Mapping) and set(pending) == keys
        need(fits, f"In phase {PHASES[self.phase]} pending has the keys {', '.join(sorted(keys))}.")
        if self.phase == Phase.BUY_AMOUNT:
            self.pending_purchase(whole(pending["field"], "pending.field", 1, FIELDS))
            return
        origin, target = whole(pending["from"], "pending.from", 1, FIELDS), whole(pending["to"], "pending.to", 1, FIELDS)
        need(target in NEIGHBOUR[origin].tolist(), f"Fields {origin} and {target} do not touch.")
        need(self.owners[origin] == self.seat and self.camels[origin] > 0, f"Field {origin} is no own field with camels.")
        need(self.phase == Phase.FIGHT or self.camels[origin] > 1, f"Field {origin} has one camel; there is no number to choose.")
        self.s["origin"], self.s["target"] = origin, target
        self.pending_target(target)

    def pending_purchase(self, field: int) -> None:
        most = min(int(self.s["money"][self.seat]), int(self.s["supply"]) if self.s["camel_limit"] else MOST_AT_ONCE)
        need(self.owners[field] == self.seat, f"Field {field} does not carry the marker of the player to act.")
        need(most >= 2, "In phase buy_amount at least 2 camels can be bought.")
        self.s["target"] = field

    def pending_target(self, target: int) -> None:
        owner, camels = self.owners[target], self.camels[target]
        need(self.cards[target] != SALT_LAKE, f"Field {target} is a salt lake.")
        if self.phase == Phase.FIGHT:
            need(owner not in (NOBODY, self.seat) and camels > 0, f"Field {target} holds no camels of another player.")
        elif self.phase == Phase.MARCH_AMOUNT:
            need(owner == self.seat or camels == 0, f"Camels of another player stand on field {target}.")
            need(camels == 0 or bool(self.s["stacking"]), f"Own camels stand on field {target}, and stacking is off.")
        else:
            defender = one_of(self._pending("defender"), "pending.defender", self.names)
            need(owner == NOBODY, f"The conquered field {target} has no marker before the advance.")
            need(defender != self.seat and defender not in self.gone, "The defender is another player who is still in.")
            self.s["defender"] = defender

    def result(self) -> None:
        given = self.position["result"]
        if self.phase != Phase.OVER:
            need(given is None, "A game that goes on has no result.")
            return
        expected = result(self.s)
        need(given == expected, f"The result does not agree with the board; it should be {expected}.")
        if expected["reason"] == "rounds":
            done = int(self.s["number"]) == rounds(self.s) or (not self.s["conquest_only"] and not self.s["deck_size"])
            need(done and not self.cards_left, "By rounds a game is over only when the pack of its last round is empty.")

    def events(self) -> None:
        for event in listed(self.position.get("events", []), "events"):
            need(isinstance(event, Mapping), "An event is an object.")
            one_of(event.get("event"), "an event", EVENTS)


def read_position(game: Targui, position: Any, s: Any) -> None:
    """Fills the record; raises ``BadPosition`` with the reason."""
    Importer(game, position, s).run()
    written = write_position(s)
    for key in KEYS:
        need(written[key] == position[key], f"{key} does not fit the rest of the position.")
