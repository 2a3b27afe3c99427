"""What always holds, in games that hypothesis thinks up."""

from collections import Counter
from itertools import product
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable import State
from sandtable.games.tuareg.buying import ONES_ON_TOP, STACK_WORTH, TOP_WORTH
from sandtable.games.tuareg.components import ANIMALS, GOODS
from sandtable.games.tuareg.loading import LOADING
from sandtable.games.tuareg.refusal_codes import Code
from sandtable.games.tuareg.state import EMPTY, NO, STACK_CODES, stack_code, stack_goods

from .build import GAME, SUPPLY, TOTAL, position
from .by_the_book import Place, Purse, camel_may_carry, may_pay

OPTIONS = st.fixed_dictionaries(
    {
        "goods": st.sampled_from("AB"),
        "overpay": st.sampled_from(["strict", "free"]),
        "discard": st.sampled_from(["out", "in"]),
        "used_maps": st.sampled_from(["out", "back"]),
    }
)


@st.composite
def somewhere(draw: Any) -> State:
    """A state somewhere in a random game, with a liking for buying and extra actions."""
    players = draw(st.integers(2, 5))
    state = GAME.new(players, draw(st.integers(0, 1 << 60)), **draw(OPTIONS))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 320))):
        if state.over:
            break
        actions = list(state.legal)
        special = [action for action in actions if action.kind in ("buy", "hide_hand", "hide_animal", "steal_hand", "steal_animal")]
        state.play(rng.choice(special if special and rng.random() < 0.3 else actions))
    return state


@given(somewhere())
@settings(max_examples=60, deadline=None)
def test_goods_and_specials_are_conserved(state: State) -> None:
    """All 44 goods and all specials are somewhere, in every position."""
    now = state.position()
    cards = Counter(now["pile"])
    for pile in (now["market"], now["discard"], *[seat["hand"] for seat in now["seats"]]):
        cards += Counter(pile)
    owned = [0, 0, 0, now["maps_out"]]
    for seat in now["seats"]:
        cards += Counter(good for stack in seat["animals"].values() for good in stack)
        cards += Counter(card["good"] for cave in seat["caves"] for card in cave)
        cards += Counter(card["good"] for card in seat["thieves"] if card)
        donkeys = sum(name.startswith("donkey") for name in seat["animals"])
        owned = [a + b for a, b in zip(owned, (donkeys, len(seat["caves"]), len(seat["thieves"]), seat["maps"]), strict=True)]
    cards += Counter(card["good"] for card in now["turn"]["paid"])
    assert cards == {"water": 8, "gold": 10, "salt": 12, "millet": 14}
    assert tuple(a + b for a, b in zip(owned, now["supply"].values(), strict=True)) == SUPPLY[now["players"]]


@given(somewhere())
@settings(max_examples=60, deadline=None)
def test_legal_means_no_refusal(state: State) -> None:
    """For all 194 decisions; nobody else may decide any of them."""
    legal = set(state.legal.ids.tolist())
    for action in GAME.actions:
        assert (state.why(action) is None) == (action.id in legal), action
    if not state.over:
        for seat in [*range(state.players), None]:
            if seat != state.seat:
                assert state.why(GAME.actions[min(legal)], seat) is not None


@given(somewhere(), st.integers(0, 1 << 30))
@settings(max_examples=60, deadline=None)
def test_redealt_worlds_look_the_same(state: State, seed: int) -> None:
    """To every seat and to spectators; they are legal positions and can be played to the end."""
    for seat in [*range(state.players), None]:
        world = state.redeal(seat, seed)
        assert world.view(seat) == state.view(seat)
        assert GAME.position(world.position()).position() == world.position()
    while not world.over:
        world.play(world.legal[seed % len(world.legal)])


@given(somewhere())
@settings(max_examples=40, deadline=None)
def test_positions_round_trip(state: State) -> None:
    """Written, read, written: the same; the same offers."""
    again = GAME.position(state.position())
    assert again.position() == state.position()
    assert again.legal.ids.tolist() == state.legal.ids.tolist()
    assert (again.scores, again.ranks, again.seat) == (state.scores, state.ranks, state.seat)


@given(somewhere())
@settings(max_examples=40, deadline=None)
def test_camels_obey_the_loading_rules(state: State) -> None:
    """In every position camels carry what they may, hands keep their limit between turns."""
    now = state.position()
    for number, seat in enumerate(now["seats"]):
        for name, load in seat["animals"].items():
            kinds = [list(now["market"]).index(good) for good in load]
            assert len(load) <= 4
            assert name.startswith("donkey") or camel_may_carry(kinds)
        assert sum(seat["hand"].values()) <= (7 if number == now["current"] else 4)


def test_tables_over_stacks() -> None:
    """Codes of stacks and the tables over them agree with the stacks themselves."""
    values = [[3, 2, 2, 1], [3, 2, 1, 1]]
    loads = [list(load) for size in range(5) for load in product(range(4), repeat=size)]
    assert len({stack_code(load) for load in loads}) == len(loads)
    for load in loads:
        number = stack_code(load)
        assert EMPTY <= number < STACK_CODES
        assert stack_goods(number) == load
        for preset, dinar in enumerate(values):
            worth = [dinar[good] for good in load]
            assert STACK_WORTH[preset, number] == sum(worth)
            assert TOP_WORTH[preset, number] == (worth[-1] if worth else 0)
            ones = int(ONES_ON_TOP[preset, number])
            assert all(v == 1 for v in worth[len(worth) - ones :])
            assert ones == len(worth) or worth[-1 - ones] != 1
        for good in range(4):
            assert LOADING[1, number, good] == (Code.FREE if len(load) < 4 else Code.ANIMAL_FULL)
            assert (LOADING[0, number, good] == Code.FREE) == camel_may_carry([*load, good])
    assert (LOADING[:, 0] == Code.NO_SUCH_ANIMAL).all()


LOADS = st.text("WGSM", max_size=4)


def text(place: Place) -> str:
    """The decision that pays this card."""
    return f"pay_hand {GOODS[place[1]]}" if place[0] == NO else f"pay_animal {ANIMALS[place[0]]}"


@given(st.text("WGSM", max_size=4), st.lists(LOADS, max_size=2), st.sampled_from("AB"), st.sampled_from(["strict", "free"]))
@settings(max_examples=150, deadline=None)
def test_payments_are_found_without_search(hand: str, donkeys: list[str], preset: str, overpay: str) -> None:
    """TU-8.5, TU-R12: the compiled offer equals trying out all payments, wherever the cards lie."""
    cards = hand + "".join(donkeys)
    assume(all(cards.count(letter) <= n for letter, n in TOTAL.items()))
    state = GAME.position(position({"hand": hand, "donkeys": donkeys}, {}, {}, options={"goods": preset, "overpay": overpay}))
    todo = [state.play("buy map")] if "buy map" in state.legal else []
    while todo:
        current = todo.pop()
        if current.position()["phase"] == "pay":
            purse = Purse.of(current.record, current.seat or 0)
            found = {text(place) for place in purse.places() if may_pay(purse, place)}
            assert {action.text for action in current.legal} == found != set()
            todo += [current.copy().play(action) for action in current.legal]
