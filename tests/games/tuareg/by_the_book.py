"""Rules looked at slowly, as proof of the compiled ones: loads by the sentences of TU-6, payments by trying out TU-8.5 card by card."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from sandtable.games.tuareg.components import DINAR, GOLD, GOLD_LIMIT, GOODS, LOAD_LIMIT, PRICE, WATER
from sandtable.games.tuareg.state import NO, Record, stack_goods

Place = tuple[int, int]
"""Where a card comes from: (NO, good) is the hand, (animal, good) the top of an animal."""


@dataclass
class Purse:
    """All a player could pay with, and what is paid already."""

    values: list[int]
    free: bool
    hand: list[int]
    stacks: dict[int, list[int]]
    paid: list[Place] = field(default_factory=list)

    @classmethod
    def of(cls, s: Record, seat: int) -> Purse:
        stacks = {animal: stack_goods(code) for animal, code in enumerate(s["stack"][seat].tolist()) if code > 1}
        paid = list(zip(s["paid_from"].tolist(), s["paid_good"].tolist(), strict=True))[: int(s["paid"])]
        return cls(DINAR[int(s["goods"])].tolist(), bool(s["overpay"]), s["hand"][seat].tolist(), stacks, paid)

    def places(self) -> list[Place]:
        """Hand cards and top cards (TU-8.2, TU-8.3)."""
        tops = [(animal, stack[-1]) for animal, stack in self.stacks.items() if stack]
        return [(NO, good) for good in range(len(GOODS)) if self.hand[good]] + tops

    def worth(self) -> int:
        """Dinar not yet paid."""
        cards = [good for stack in self.stacks.values() for good in stack]
        return sum(self.values[good] for good in cards) + sum(n * v for n, v in zip(self.hand, self.values, strict=True))

    def paid_worth(self) -> int:
        return sum(self.values[good] for _, good in self.paid)

    def after(self, place: Place) -> Purse:
        """The purse when this card is paid."""
        hand, stacks = list(self.hand), {animal: list(stack) for animal, stack in self.stacks.items()}
        if place[0] == NO:
            hand[place[1]] -= 1
        else:
            stacks[place[0]].pop()
        return Purse(self.values, self.free, hand, stacks, [*self.paid, place])

    def has_superfluous_card(self) -> bool:
        """Could any hand card, or the deepest card taken from an animal, be left out?"""
        deepest = {animal: good for animal, good in self.paid if animal != NO}
        removable = [good for animal, good in self.paid if animal == NO] + list(deepest.values())
        return any(self.paid_worth() - self.values[good] >= PRICE for good in removable)


def may_pay(purse: Purse, place: Place) -> bool:
    """Can a complete payment still be reached after paying this card?"""
    after = purse.after(place)
    if after.paid_worth() >= PRICE:
        return after.free or not after.has_superfluous_card()
    return any(may_pay(after, following) for following in after.places())


def camel_may_carry(goods: list[int]) -> bool:
    """May these goods lie on a camel, bottom first? (TU-6.1 to TU-6.5)"""
    changes = sum(a != b for a, b in pairwise(goods))
    return (
        len(goods) <= LOAD_LIMIT
        and len(set(goods)) <= 2
        and changes <= 1
        and (WATER not in goods or set(goods) == {WATER})
        and goods.count(GOLD) <= GOLD_LIMIT
    )
