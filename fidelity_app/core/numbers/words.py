"""Texts that say "nothing here" or "nothing to pay" in words."""

from __future__ import annotations

import re

_ABSENT = frozenset(
    "n/a na n.a. n.a k.a. k.a null none nil nan nill undefined unknown missing empty blank illegible unreadable "
    "s/o n/v tbd void \u2205 \u7121 \u65e0 (blank) (none) (null) [blank] [illegible] <blank> keine".split()
) | {"not available", "not applicable", "no value", "not readable", "not visible"}
_FILLER = re.compile(r"[\s\-_.*/|?x\u00b7\u2026~=:,#]*", re.IGNORECASE)
_FREE = frozenset(
    "free gratis kostenlos gratuit gratuito grat\u00eds bezp\u0142atnie zdarma zadarmo ilmainen bezmaksas tasuta nemokamai ingyenes "
    "\u0431\u0435\u0441\u043f\u043b\u0430\u0442\u043d\u043e \u7121\u6599 \u514d\u8d39 \u514d\u8cbb \u7121\u511f \ubb34\ub8cc foc f.o.c. complimentary".split()
) | {"no charge", "free of charge", "n/c", "gratis!", "free!"}


def is_absent(text: str) -> bool:
    """Say whether a text stands for no value: empty, dashes and fillers, N/A, null. `0` is a value."""
    return _FILLER.fullmatch(text) is not None or text.strip().lower() in _ABSENT


def is_free(text: str) -> bool:
    """Say whether a price field says in a word that nothing is to pay."""
    return text.strip().lower() in _FREE
