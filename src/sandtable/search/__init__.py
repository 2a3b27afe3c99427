"""Information-set tree search: one implementation for all games, and what a seat may know to search with."""

from sandtable.search.knowledge import Knowledge
from sandtable.search.limits import Limits
from sandtable.search.search import Search
from sandtable.search.thought import Estimate, Option, Thought

__all__ = ["Estimate", "Knowledge", "Limits", "Option", "Search", "Thought"]
