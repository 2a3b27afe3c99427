"""Information-set tree search: one implementation for all games, and what a seat may know to search with."""

from sandtable.search.knowledge import Knowledge
from sandtable.search.limits import Limits
from sandtable.search.result import Estimate, Option, SearchResult
from sandtable.search.search import Search

__all__ = ["Estimate", "Knowledge", "Limits", "Option", "Search", "SearchResult"]
