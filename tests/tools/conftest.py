"""`make test` runs these beside the others, in an environment that has PyTorch (`make tools` runs them alone)."""

from __future__ import annotations

import os
from importlib.util import find_spec

if find_spec("torch") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # networks this small are waited for, not made faster, by a second thread of PyTorch
