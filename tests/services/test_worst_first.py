"""The report shows first what costs most."""

from __future__ import annotations

from fidelity_app.core.documents import Kind
from fidelity_app.services.report_page import worst_first
from fidelity_app.store.measures import SilentError


def test_amounts_come_before_the_rest_and_the_farthest_off_before_the_near_miss() -> None:
    near = SilentError("near", "m", Kind.AMOUNT, "28.90", "28.80")
    far = SilentError("far", "m", Kind.AMOUNT, "28.90", "2890")
    sign = SilentError("sign", "m", Kind.AMOUNT, "6.20", "-6.20")
    count = SilentError("count", "m", Kind.QUANTITY, "1", "1000")
    name = SilentError("name", "m", Kind.OTHER, None, None)
    ranked = worst_first([name, near, count, far, sign])
    assert [error.slot for error in ranked] == ["far", "sign", "near", "count", "name"]
