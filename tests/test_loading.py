"""What is loaded counts as old at once; whoever had switched the search for garbage off, or frozen something, finds it so."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sandtable.loading import loading


@pytest.fixture
def _as_before() -> Iterator[None]:
    collecting, frozen = gc.isenabled(), gc.get_freeze_count()
    gc.unfreeze()
    gc.enable()
    yield
    if frozen:
        gc.freeze()
    (gc.enable if collecting else gc.disable)()


def _is_old(thing: object) -> bool:
    return any(thing is other for other in gc.get_objects(generation=2))


@pytest.mark.usefixtures("_as_before")
def test_what_is_loaded_is_old() -> None:
    with loading():
        assert not gc.isenabled()
        loaded = [object()]
    assert gc.isenabled()
    assert _is_old(loaded)
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("_as_before")
def test_an_error_while_loading_leaves_all_as_it_was() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()


@pytest.mark.usefixtures("_as_before")
def test_who_collects_nothing_goes_on_like_that() -> None:
    gc.disable()
    with loading():
        pass
    assert not gc.isenabled()


@pytest.mark.usefixtures("_as_before")
def test_what_is_frozen_stays_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with loading():
        pass
    assert gc.get_freeze_count() == frozen > 0
