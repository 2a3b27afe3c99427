"""The database: tables, their logs, who holds which seat; analyses and who waits; studies; people. Times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint, false

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("start", Text),
    Column("invite", Text, unique=True),  # the hash of its maker's invitation
    Column("casual", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("clock", Text),
    Column("after", Text, unique=True),
    Column("created", Float, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("deal_id", Text),  # the deal that several people play
    # what follows mirrors the log, so that lists and jobs need no replay
    Column("phase", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("changed", Float, nullable=False),
    Column("due", Float),
    Column("job", Text),
    Column("claimed", Float),
)
Index("tables_due", tables.c.due)
Index("tables_listed", tables.c.listed, tables.c.phase)

log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("seat", Integer),
    Column("client", Text),
    Column("request", Text),
    Column("entries", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "client", name="log_client"),
)

holders = Table(
    "holders",
    metadata,
    Column("token", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("invite", Text),  # the hash of the holder's own invitation, once the holder has seen it
    Column("person_id", Text),  # whose seat it is, if its holder has a name of the own
    Column("seen", Float),  # at a table of the lobby: when its holder was last there
    UniqueConstraint("table_id", "seat", name="holders_seat"),
)

Index("holders_invite", holders.c.invite, unique=True)
Index("holders_person", holders.c.person_id, holders.c.table_id, unique=True)

analyses = Table(
    "analyses",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("lane", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("table_id", Text),  # of a running game's seat: only its holder may read the result until the end
    Column("seat", Integer),
    Column("state", Text, nullable=False),
    Column("part", Float, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("result", Text),
    Column("place", BigInteger, nullable=False),  # in the queue: clients take turns
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("started", Float),
    Column("attempts", Integer, nullable=False),
    Column("host", Text),
    Column("worker", Text),
    Column("claimed", Float),
    Column("bytes", BigInteger, nullable=False, server_default="0"),  # of request and result
)
Index("analyses_queue", analyses.c.state, analyses.c.lane, analyses.c.place)
Index("analyses_place", analyses.c.place)
Index("analyses_changed", analyses.c.changed)
Index("analyses_kept", analyses.c.changed, analyses.c.state, analyses.c.bytes, analyses.c.id)

askers = Table(
    "askers",
    metadata,
    Column("analysis_id", Text, ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    Column("client", Text, primary_key=True),
)
Index("askers_client", askers.c.client)

studies = Table(
    "studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False),
    Column("study", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

# ---- people -----------------------------------------------------------------------------------------------------------------------

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("handle", Text),  # None: forgotten; what is left stands for nobody
    Column("likeness", Text, unique=True),
    Column("created", Float, nullable=False),
    Column("recovery", Text, unique=True),  # the hash of the recovery code
    Column("public", Text),  # what everybody may see, where it is not the usual
    Column("here", Float),  # when last connected
    Column("banned", Float),  # since when
)

devices = Table(
    "devices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("token", Text, nullable=False, unique=True),  # its hash
    Column("name", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # to the day
)
Index("devices_person", devices.c.person_id)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # as the authenticator calls it
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("key", Text, nullable=False),  # the public one
    Column("site", Text, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Float, nullable=False),
)
Index("passkeys_person", passkeys.c.person_id)

challenges = Table(
    "challenges",
    metadata,
    Column("challenge", Text, primary_key=True),  # its hash
    Column("person_id", Text),  # whose passkey is made; None: somebody enters with one
    Column("site", Text, nullable=False),
    Column("expires", Float, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("secret", Text, primary_key=True),  # the hash of what the picture to scan says
    Column("code", Text, nullable=False, unique=True),  # the hash of what can be typed instead
    Column("person_id", Text, ForeignKey("people.id"), nullable=False),
    Column("expires", Float, nullable=False),
)

# ---- ratings and the lobby --------------------------------------------------------------------------------------------------------

results = Table(
    "results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("ranks", Text, nullable=False),
    Column("place", BigInteger, unique=True),  # in the order in which results were counted; None: not yet
    Column("people", Text),  # who sat where when it was counted
    Column("scores", Text),  # of a game that was played out
    Column("keepsakes", Text),  # by seat, what the game says is worth remembering
)

ratings = Table(
    "ratings",
    metadata,
    Column("person_id", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
Index("ratings_game", ratings.c.game, ratings.c.mu)

rating_steps = Table(
    "rating_steps",
    metadata,
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("person_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("weight", Float, nullable=False),
    Column("at", Float, nullable=False),
)
Index("rating_steps_person", rating_steps.c.person_id, rating_steps.c.game, rating_steps.c.place)

seeks = Table(
    "seeks",
    metadata,
    Column("token", Text, primary_key=True),  # the hash of the token that will hold the seat
    Column("person_id", Text, unique=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),  # 0: any number
    Column("clock", Text, nullable=False),
    Column("commitment", Text),
    Column("points", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("table_id", Text),  # once somebody was found
    Column("seat", Integer),
)

# ---- the same deal for several people ---------------------------------------------------------------------------------------------

deals = Table(
    "deals",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # daily, again or event
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("start", Text),
    Column("bots", Text, nullable=False),  # by seat: the level of its bot; null where somebody plays
    Column("day", Text),  # of a deal of the day
    Column("model", Text),  # the table whose game is to be beaten
    Column("seat", Integer),  # and from which seat
    Column("event_id", Text),
    Column("number", Integer),  # the how manieth of its event
    Column("created", Float, nullable=False),
    Column("opens", Float),  # from then on everybody may see what was played, and the seed; None: not before its event ends
    UniqueConstraint("game", "day", name="deals_day"),
    UniqueConstraint("model", "seat", name="deals_model"),
    UniqueConstraint("event_id", "number", name="deals_event"),
)

plays = Table(
    "plays",
    metadata,
    Column("deal_id", Text, ForeignKey("deals.id"), primary_key=True),
    Column("player", Text, primary_key=True),  # a person's id, or a guest's key
    Column("name", Text, nullable=False),
    Column("table_id", Text),  # None: a round without an opponent
    Column("seat", Integer),
    Column("began", Float, nullable=False),
    Column("finished", Float),
    Column("points", Integer),
    Column("margin", Integer),  # to the best of the others
    Column("rank", Integer),
    Column("gave_up", Boolean, nullable=False, server_default=false()),
)
Index("plays_player", plays.c.player, plays.c.deal_id)
Index("plays_table", plays.c.table_id, plays.c.seat, unique=True)

events = Table(
    "events",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),  # as a player is called in plays
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("scoring", Text, nullable=False),  # duplicate or swiss
    Column("deals", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("seconds", Float, nullable=False),  # how long it goes on
    Column("began", Float),
    Column("ends", Float, nullable=False),  # of a swiss event: the present round
    Column("round", Integer, nullable=False),
    Column("finished", Float),
)
Index("events_finished", events.c.finished)

entrants = Table(
    "entrants",
    metadata,
    Column("event_id", Text, ForeignKey("events.id"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("joined", Float, nullable=False),
)

# ---- told in time -----------------------------------------------------------------------------------------------------------------

secrets = Table("secrets", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

pushes = Table(
    "pushes",
    metadata,
    Column("id", Text, primary_key=True),  # the hash of its address
    Column("owner", Text, nullable=False),  # a person's id, or a guest's key
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),  # in which the quiet hours are meant
    Column("quiet_from", Integer),  # minutes after midnight
    Column("quiet_to", Integer),
    Column("kinds", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("sent", Float, nullable=False),
)
Index("pushes_owner", pushes.c.owner)

notices = Table(
    "notices",
    metadata,
    Column("push_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("about", Text, nullable=False),
    Column("due", Float, nullable=False),
)
Index("notices_due", notices.c.due)

guest_seats = Table("guest_seats", metadata, Column("token", Text, primary_key=True), Column("owner", Text, nullable=False))
