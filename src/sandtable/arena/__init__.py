"""The arena: bots play each other over the same deals in every seating; results are kept, verified, and judged with their uncertainty."""

from sandtable.arena.match import Job, Result, play
from sandtable.arena.pairing import jobs
from sandtable.arena.ratings import Rating, rate
from sandtable.arena.run import Config, Tournament
from sandtable.arena.sprt import Sprt, Verdict
from sandtable.arena.store import Store

__all__ = ["Config", "Job", "Rating", "Result", "Sprt", "Store", "Tournament", "Verdict", "jobs", "play", "rate"]
