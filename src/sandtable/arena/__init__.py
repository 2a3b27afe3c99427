"""The arena: bots play each other over the same deals, in every seat; results are kept, verified, and judged with their uncertainty."""

from sandtable.arena.match import Job, Result, play
from sandtable.arena.pairing import Pairing, jobs
from sandtable.arena.ratings import Rating, rate
from sandtable.arena.run import Config, Tournament
from sandtable.arena.sprt import Sprt, Verdict
from sandtable.arena.store import Store

__all__ = ["Config", "Job", "Pairing", "Rating", "Result", "Sprt", "Store", "Tournament", "Verdict", "jobs", "play", "rate"]
