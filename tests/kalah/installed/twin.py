"""Kalah a second time: lists and a ring, written from RULES.md alone, as slow as it likes. The compiled rules must agree with it."""

from __future__ import annotations

from copy import deepcopy


class Twin:
    def __init__(self, players: int, pits: int = 6, seeds: int = 4, empty_capture: str = "no", rest: str = "owner") -> None:
        self.players, self.pits, self.empty_capture, self.rest = players, pits, empty_capture, rest
        self.turn: int | None = 0
        self.cups = {(seat, pit): seeds for seat in range(players) for pit in range(1, pits + 1)}
        self.stores = [0] * players

    def legal(self) -> list[int]:
        return [pit for pit in range(1, self.pits + 1) if self.turn is not None and self.cups[self.turn, pit]]

    def row(self, seat: int) -> int:
        return sum(self.cups[seat, pit] for pit in range(1, self.pits + 1))

    def sow(self, pit: int) -> None:
        assert self.turn is not None
        mover = self.turn
        ring: list[tuple[int, int] | None] = []  # None: the mover's store
        for seat in range(self.players):
            ring += [(seat, number) for number in range(1, self.pits + 1)]
            ring += [None] if seat == mover else []
        at, hand = ring.index((mover, pit)), self.cups[mover, pit]
        self.cups[mover, pit] = 0
        while hand:
            at = (at + 1) % len(ring)
            cup = ring[at]
            if cup is None:
                self.stores[mover] += 1
            else:
                self.cups[cup] += 1
            hand -= 1
        last = ring[at]
        if last is not None:
            if last[0] == mover and self.cups[last] == 1:
                self.capture(mover, last[1])
            self.turn = (mover + 1) % self.players
        if not all(self.row(seat) for seat in range(self.players)):
            self.end()

    def capture(self, mover: int, pit: int) -> None:
        victim = {2: mover + 1, 3: mover + 1, 4: mover + 2}[self.players] % self.players
        caught = self.cups[victim, self.pits + 1 - pit]
        if caught or self.empty_capture == "yes":
            self.stores[mover] += caught + 1
            self.cups[victim, self.pits + 1 - pit] = self.cups[mover, pit] = 0

    def end(self) -> None:
        self.turn = None
        if self.rest == "owner":
            for seat, pit in self.cups:
                self.stores[seat] += self.cups[seat, pit]
                self.cups[seat, pit] = 0

    def perft(self, depth: int) -> int:
        if depth == 1:
            return len(self.legal())
        total = 0
        for pit in self.legal():
            after = deepcopy(self)
            after.sow(pit)
            total += after.perft(depth - 1)
        return total
