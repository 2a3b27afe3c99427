"""One integer type for all that is computed, whatever the width of the field it comes from: keeps compilation short."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.jit import jit


@jit
def int64(x: Any) -> Any:
    return np.int64(x)
