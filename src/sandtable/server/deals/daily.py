"""The deal of the day: one for every game, drawn and committed to the day before, the same bots for everybody, revealed when it is over.

A day is one of UTC. Who has begun may finish within two hours after it; then everything is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import ColumnElement, Integer, and_, func, select

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.kernel.verdict import score_words
from sandtable.kernel.words import LANGUAGES
from sandtable.server import steady
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import plays as playing
from sandtable.server.deals import sealing
from sandtable.server.deals.deal import Deal
from sandtable.server.deals.players import Player
from sandtable.server.deals.plays import Play
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.schema import deals, people, plays
from sandtable.server.schema_people import bonds
from sandtable.server.store import Store
from sandtable.server.tables.making import game_of
from sandtable.server.tables.status import stamp

LEVEL = "level3"
GRACE = timedelta(hours=2)
BEST = 20
MOST_RESULTS = 5_000


def today() -> date:
    return datetime.fromtimestamp(steady.now(), UTC).date()


def ends(day: date) -> float:
    """When nobody may begin any more."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + 86_400.0


def drawn(game: str, day: date, now: float) -> Deal:
    """A new deal of a day. Who begins changes from day to day."""
    found = load(game)
    players = 2 if 2 in found.players else min(found.players)
    seat = day.toordinal() % players
    return Deal(
        id=dealing.new_id(),
        kind="daily",
        game=game,
        rules=found.rules_version,
        players=players,
        options=found.check_options(players, {}),
        seed=seeds.to_bytes(None),
        start=None,
        bots=tuple(None if other == seat else LEVEL for other in range(players)),
        created=now,
        opens=ends(day) + GRACE.total_seconds(),
        day=day.isoformat(),
    )


async def prepare(store: Store) -> None:
    """Today's deals and tomorrow's, if they are not there yet: whichever process comes first draws them."""
    now, days = steady.now(), (today(), today() + timedelta(days=1))
    there = await store.read(select(deals.c.game, deals.c.day).where(deals.c.day.in_([day.isoformat() for day in days])))
    known = {(r.game, r.day) for r in there}
    missing = [drawn(game, day, now) for game in games() for day in days if (game, day.isoformat()) not in known and load(game).players]
    if missing:
        await store.change(lambda connection: dealing.keep(store, missing, connection))


async def of_day(store: Store, game: str, day: date) -> Deal:
    """The deal of a game and day; of today and tomorrow there always is one."""
    game_of(game)
    for _ in range(2):
        found = await dealing.find(store, deals.c.game == game, deals.c.day == day.isoformat())
        if found:
            return found[0]
        if not today() <= day <= today() + timedelta(days=1):
            break
        await prepare(store)
    raise Denied("NO_DEAL")


async def begin(hub: Hub, game: str, player: Player, name: str | None) -> Play:
    """Somebody's game of today's deal: begun, or the one that is under way or over."""
    deal = await of_day(hub.store, game, today())
    return await playing.begin(hub, deal, player, player.called(name))


# ---- how it stands ----------------------------------------------------------------------------------------------------------------


async def shown(hub: Hub, game: str, day: date, player: Player | None) -> JSON:
    """A deal of a day for whoever asks: the results of others only once the own one stands, or the deal is over."""
    store, now = hub.store, steady.now()
    deal = await of_day(store, game, day)
    own = await playing.of_player(store, deal.id, player.key) if player is not None else None
    opened = not deal.sealed(now)
    ranked = await results(store, deal) if opened or (own is not None and own.finished is not None) else None
    links = opened or sealing.may_see(deal, player.key if player is not None else None, own)
    following = [await of_day(store, game, day + timedelta(days=1))] if day == today() else []
    return {
        "deal": deal.id,
        "game": game,
        "day": day.isoformat(),
        "today": day == today(),
        "players": deal.players,
        "seat": deal.own_seat,
        "bots": list(deal.bots),
        "commitment": deal.commitment,
        "committed": stamp(deal.created),
        "ends": stamp(ends(day)),
        "opens": stamp(deal.opens or 0.0),
        "seed": deal.seed.hex() if opened else None,
        "next_commitment": following[0].commitment if following else None,
        "played": await count(store, deal),
        "mine": await _mine(store, deal, own, player),
        "results": None if ranked is None else _results(deal, ranked, links),
        "friends": await _friends(store, deal, player, ranked is not None, links),
        "calendar": await calendar(store, game, player) if player is not None else None,
    }


async def count(store: Store, deal: Deal) -> int:
    """How many people have played it to the end."""
    found = await store.read(select(func.count()).select_from(plays).where(plays.c.deal_id == deal.id, *_counts()))
    return int(found[0][0])


def _counts() -> tuple[ColumnElement[bool], ...]:
    """Results that count: of people with a name, played to the end before the deal was open."""
    return (
        plays.c.finished.is_not(None),
        plays.c.gave_up.is_(False),
        plays.c.player.not_like(f"{sealing.GUEST}%"),
        plays.c.deal_id.in_(select(deals.c.id).where(deals.c.id == plays.c.deal_id, plays.c.finished <= deals.c.opens)),
    )


async def results(store: Store, deal: Deal) -> list[Play]:
    """The results that count, best first."""
    ordered = playing.chosen(plays.c.deal_id == deal.id, *_counts())
    ordered = ordered.order_by(plays.c.points.desc(), plays.c.margin.desc(), plays.c.finished)
    return [playing.of_row(r) for r in await store.read(ordered.limit(MOST_RESULTS))]


def told_points(game: str, points: int) -> dict[str, str]:
    """A score as people say it, in every language."""
    return {language: score_words(load(game), points, language) for language in LANGUAGES}


def _results(deal: Deal, ranked: list[Play], links: bool) -> JSON:
    """``links``: with the tables of those games."""
    best = [
        {"name": play.name, "points": play.points, "margin": play.margin, "won": play.rank == 1, "table": play.table if links else None}
        for play in ranked[:BEST]
    ]
    return {"points": [play.points for play in ranked], "best": best}


async def _friends(store: Store, deal: Deal, player: Player | None, known: bool, links: bool) -> list[JSON]:
    """How far those are whom the player follows. ``known``: with their results."""
    if player is None or player.person is None:
        return []
    query = select(people.c.handle, plays.c.table_id, plays.c.points, plays.c.finished, plays.c.gave_up)
    query = query.join(bonds, bonds.c.other_id == people.c.id)
    query = query.join(plays, and_(plays.c.player == people.c.id, plays.c.deal_id == deal.id), isouter=True)
    followed = (bonds.c.person_id == player.key, bonds.c.follows, people.c.handle.is_not(None), people.c.banned.is_(None))
    found = [
        {
            "handle": r.handle,
            "state": "open" if r.table_id is None else "playing" if r.finished is None else "gave_up" if r.gave_up else "finished",
            "points": r.points if known and r.finished is not None and not r.gave_up else None,
            "table": r.table_id if links and r.finished is not None else None,
        }
        for r in await store.read(query.where(*followed))
    ]
    return sorted(found, key=lambda one: (one["points"] is None, -(one["points"] or 0), one["handle"]))


async def _mine(store: Store, deal: Deal, own: Play | None, player: Player | None) -> JSON | None:
    if own is None or player is None:
        return None
    said: JSON = {"table": own.table, "seat": own.seat, "state": "playing", "words": None, "place": None, "no_better": None}
    said |= {"points": None, "margin": None, "won": None}
    if own.finished is None:
        return said
    if not own.counted or own.points is None:
        return {**said, "state": "gave_up"}
    others = [play for play in await results(store, deal) if play.player != own.player]
    worse = sum((play.points or 0) <= own.points for play in others)
    return {
        **said,
        "state": "finished",
        "points": own.points,
        "margin": own.margin,
        "won": own.rank == 1,
        "words": told_points(deal.game, own.points),
        "place": 1 + sum((play.points or 0) > own.points for play in others),
        "no_better": round(100 * worse / len(others)) if others else None,
    }


# ---- day after day ----------------------------------------------------------------------------------------------------------------


async def calendar(store: Store, game: str, player: Player) -> JSON:
    """The days on which somebody played, how many in a row, and how well on average."""
    query = select(deals.c.day).join(plays, plays.c.deal_id == deals.c.id)
    where = (deals.c.game == game, deals.c.kind == "daily", plays.c.player == player.key)
    done = (plays.c.finished.is_not(None), plays.c.gave_up.is_(False), plays.c.finished <= deals.c.opens)
    days = sorted(date.fromisoformat(r.day) for r in await store.read(query.where(*where, *done)))
    now, longest = streaks(days, today())
    first = await store.read(select(func.min(deals.c.day)).where(deals.c.game == game, deals.c.kind == "daily"))
    since = first[0][0] or today().isoformat()
    average = await _average(store, game, player)
    return {"since": since, "days": [day.isoformat() for day in days], "now": now, "longest": longest, "average": average}


def streaks(days: Iterable[date], now: date) -> tuple[int, int]:
    """Days in a row up to today (or yesterday: today can still be played), and the most there ever were."""
    longest = run = 0
    last: date | None = None
    for day in sorted(set(days)):
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        longest, last = max(longest, run), day
    going = last is not None and now - last <= timedelta(days=1)
    return (run if going else 0), longest


async def _average(store: Store, game: str, player: Player) -> int | None:
    """The share of others who did no better, on average over all days."""
    mine, theirs = plays.alias("mine"), plays.alias("theirs")
    same = and_(theirs.c.deal_id == mine.c.deal_id, theirs.c.player != mine.c.player, theirs.c.gave_up.is_(False))
    counted = and_(same, theirs.c.finished.is_not(None), theirs.c.player.not_like(f"{sealing.GUEST}%"))
    query = (
        select(mine.c.deal_id, mine.c.points.label("own"), theirs.c.points.label("other"))
        .join(theirs, counted)
        .join(deals, deals.c.id == mine.c.deal_id)
        .where(deals.c.game == game, deals.c.kind == "daily", mine.c.player == player.key, mine.c.gave_up.is_(False))
        .where(mine.c.finished.is_not(None))
    ).subquery()
    worse = func.sum(func.coalesce((query.c.other <= query.c.own).cast(Integer), 0))
    found = await store.read(select(worse.label("worse"), func.count().label("all")).group_by(query.c.deal_id))
    shares = [r.worse / r.all for r in found if r.all]
    return round(100 * sum(shares) / len(shares)) if shares else None


async def overview(hub: Hub, player: Player | None) -> list[JSON]:
    """Today's deals of all games in short."""
    now = today()
    found = []
    for game in games():
        deal = await of_day(hub.store, game, now)
        play = await playing.of_player(hub.store, deal.id, player.key) if player is not None else None
        state = "open" if play is None else "playing" if play.finished is None else "finished"
        streak = (await calendar(hub.store, game, player))["now"] if player is not None else 0
        played = await count(hub.store, deal)
        found.append({"game": game, "day": now.isoformat(), "played": played, "state": state, "streak": streak})
    return found
