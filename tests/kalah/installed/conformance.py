"""Sandtable's conformance suite on every way to set up Kalah."""

from __future__ import annotations

import pytest

from sandtable.kernel import conformance
from sandtable.kernel.conformance import Case

CHECKS = (
    conformance.check_legal_is_unrefused,
    conformance.check_no_dead_ends,
    conformance.check_hidden_is_hidden,
    conformance.check_copies_are_independent,
    conformance.check_positions_round_trip,
    conformance.check_records_round_trip,
    conformance.check_events,
    conformance.check_undo,
    conformance.check_drawing,
)


FEW = {str(case) for case in conformance.few_cases(["kalah"])}


@pytest.mark.parametrize("case", conformance.cases(["kalah"]), ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(case: Case, check: object) -> None:
    for seed in range(1, 4 if str(case) in FEW else 2):
        check(case, seed)  # type: ignore[operator]


def test_notation() -> None:
    conformance.check_notation_round_trips(conformance.cases(["kalah"])[0])
