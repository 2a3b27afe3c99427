"""Bots: programs that take a seat. A bot is given a seat's knowledge, never the state of the game."""

from sandtable.bots.base import Bot, Forfeit
from sandtable.bots.choose import choose
from sandtable.bots.levels import LEVELS, Level
from sandtable.bots.policy import policy
from sandtable.bots.spec import BadBot, Seat, seat_named
from sandtable.search import Knowledge

__all__ = ["LEVELS", "BadBot", "Bot", "Forfeit", "Knowledge", "Level", "Seat", "choose", "policy", "seat_named"]
