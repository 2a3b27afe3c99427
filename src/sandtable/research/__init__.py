"""Doors for researchers: encodings, a vector environment, PettingZoo, Gymnasium, OpenSpiel, datasets.

Only NumPy is needed for ``encodings`` and ``vector``; every other door names the extra that installs its library.
"""

from sandtable.encodings import Encoding, encoding
from sandtable.research.vector import VectorEnv

__all__ = ["Encoding", "VectorEnv", "encoding"]
