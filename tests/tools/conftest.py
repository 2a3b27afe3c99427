"""`make test` runs these beside the others, in an environment that has PyTorch (`make tools` runs them alone)."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("torch") is None:
    collect_ignore_glob = ["test_*.py"]
