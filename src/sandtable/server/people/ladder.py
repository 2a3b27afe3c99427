"""Ratings of one game, computed from results one after another: the same results give the same numbers, bit for bit.

OpenSkill (Plackett–Luce) says what a result tells about everybody at the table. Points shown are close to those of Elo: 1500 for whoever
begins. Two people who only feed each other move little: see ``weight``.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
SCALE, BEGINNING = 30.0, 1500.0
"""Points for one of OpenSkill's, and where its 25 stands: differences then mean about what they mean in chess."""
RECENT = 20
"""Games that are looked back on."""
FREE_MEETINGS = 5
"""So often two may meet within them, whatever comes out."""
ONE_SIDED = 0.8
"""This part of their games is won by the same one of them."""


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        return round(BEGINNING + SCALE * (self.mu - MODEL.mu))

    @property
    def spread(self) -> int:
        """How sure we are: two of three times the truth lies within so many points."""
        return round(SCALE * self.sigma)


@dataclass(frozen=True, slots=True)
class Step:
    """What a result did to one person. ``weight`` below 1: it was damped."""

    person: str
    rank: int
    after: Rating
    weight: float


Meeting = dict[str, int]
"""One game of somebody: for each opponent, 1 if it was won against them, -1 if lost, 0 if level."""


def meeting(person: str, people: Sequence[str | None], ranks: Sequence[int]) -> Meeting:
    """The game as this person will remember it."""
    own = ranks[people.index(person)]
    return {other: (rank > own) - (rank < own) for other, rank in zip(people, ranks, strict=True) if other is not None and other != person}


def weight(recent: Sequence[Meeting], opponents: Sequence[str]) -> float:
    """How much a game against these counts: less, if most of one's last games were against one of them and nearly always ended the same."""
    least = 1.0
    for other in opponents:
        outcomes = [game[other] for game in recent if other in game]
        met = len(outcomes)
        if met > FREE_MEETINGS and 2 * met > len(recent) and max(outcomes.count(1), outcomes.count(-1)) >= ONE_SIDED * met:
            least = min(least, FREE_MEETINGS / met)
    return least


@dataclass
class Ladder:
    """Everybody's rating in one game, and everybody's last games."""

    ratings: dict[str, Rating] = field(default_factory=dict)
    recent: defaultdict[str, deque[Meeting]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=RECENT)))

    def rate(self, people: Sequence[str | None], ranks: Sequence[int]) -> list[Step]:
        """Takes a result; ``None`` stands for somebody who was forgotten before it was counted. Fewer than two people: nothing happens."""
        seats = [seat for seat, person in enumerate(people) if person is not None]
        if len(seats) < 2:
            return []
        before = [self.ratings.get(str(people[seat]), Rating()) for seat in seats]
        teams = [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in before]
        rated = MODEL.rate(teams, ranks=[float(ranks[seat]) for seat in seats])
        steps = []
        for seat, old, [new] in zip(seats, before, rated, strict=True):
            person = str(people[seat])
            share = weight(self.recent[person], [str(other) for other in people if other not in (None, person)])
            after = Rating(old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma), old.games + 1)
            steps.append(Step(person, ranks[seat], after, share))
        for step in steps:
            self.ratings[step.person] = step.after
            self.recent[step.person].append(meeting(step.person, people, ranks))
        return steps
