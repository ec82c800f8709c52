"""Every error kind by its own generator: make the fault or the notation, expect the verdict and the name.

The makers print values by every custom of marks, script and currency (`support.printed_values`). A kind that is the
label of what its maker makes is registered as such; the others are named beside a more telling one. The registry is
held complete, so that a new kind needs a maker.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import faults_of_texts, faults_of_values, notations
from support.fault_makers import BESIDE_ANOTHER, MAKERS, VERDICTS

from fidelity_app.core.error_kinds import ERROR_KINDS, most_telling_first

MADE_IN = (faults_of_texts, faults_of_values, notations)


@pytest.mark.parametrize("name", sorted(MAKERS))
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_made_is_named(name: str, data: st.DataObject) -> None:
    pair = MAKERS[name](data)
    judgement = pair.judged()
    kind = name.removesuffix(" (as notation)")
    assert judgement.verdict is VERDICTS[name], (pair, judgement.errors)
    assert kind in judgement.errors, (pair, judgement.errors)
    assert name in BESIDE_ANOTHER or judgement.label == kind, (pair, judgement.errors)


@pytest.mark.parametrize("name", sorted(MAKERS))
@settings(max_examples=20)
@given(data=st.data())
def test_what_is_named_is_named_again_in_the_same_order(name: str, data: st.DataObject) -> None:
    pair = MAKERS[name](data)
    first, again = pair.judged(), pair.judged()
    assert first.errors == again.errors == most_telling_first(reversed(first.errors))


def test_every_error_kind_has_a_maker() -> None:
    assert {name.removesuffix(" (as notation)") for name in MAKERS} == set(ERROR_KINDS)
    assert {maker.__module__ for maker in MAKERS.values()} == {module.__name__ for module in MADE_IN}
