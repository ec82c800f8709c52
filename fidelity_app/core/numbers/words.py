"""Texts that say "nothing here", "I cannot read it" or "nothing to pay" in words."""

from __future__ import annotations

import re

from fidelity_app.core.documents import Kind

_ABSENT_TEXT = """
(blank) ; (none) ; (null) ; <blank> ; [blank] ; blank ; empty ; k.a ; k.a. ; keine
missing ; n.a ; n.a. ; n/a ; n/v ; na ; nan ; nil ; nill ; no value ; none ; not applicable ; not available
not visible ; null ; s/o ; tbd ; undefined ; void ; ∅ ; 无 ; 無
"""
_UNREADABLE_TEXT = """
blurred ; blurry ; can't read ; cannot be read ; cannot read ; illegible ; illeggibile ; illisible ; ilegible ; ilegível
i can't read it ; i cannot read it ; i cannot read this ; nečitelné ; nicht lesbar ; nieczytelne ; not legible
not readable ; olvashatatlan ; onleesbaar ; oläslig ; too blurry ; unable to read ; unclear ; unknown ; unleserlich
unreadable ; uleselig ; нечитаемо ; неразборчиво ; 不清 ; 判読不能 ; 判読不可 ; 无法辨认 ; 無法辨認 ; 読めない
"""
_FREE_TEXT = """
besplatno ; bezmaksas ; bezpłatnie ; complimentary ; f.o.c. ; foc ; free ; free of charge ; free! ; gratis ; gratis!
grátis ; gratuit ; gratuita ; gratuito ; gratís ; ilmainen ; ingyen ; ingyenes ; kostenlos ; miễn phí ; n/c
nemokamai ; no charge ; tasuta ; umsonst ; ücretsiz ; zadarmo ; zdarma ; δωρεάν ; бесплатно ; مجانا ; مجاني ; ฟรี
免費 ; 免费 ; 無償 ; 無料 ; 무료
"""
_FILLER = re.compile(r"[\s\-_.*/|?x·…~=:,#]*", re.IGNORECASE)
_LETTER_X = re.compile(r"\s*x\s*", re.IGNORECASE)


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.replace("\n", ";").split(";") if phrase.strip())


_ABSENT = _phrases(_ABSENT_TEXT)
_UNREADABLE = _phrases(_UNREADABLE_TEXT)
_BRACKETS = "[](){}<>"
_FREE = _phrases(_FREE_TEXT)


def says_unreadable(text: str) -> bool:
    """Say whether a text says in words that its reader cannot read what is there, in brackets or not."""
    return text.strip().strip(_BRACKETS).rstrip(".!").strip().lower() in _UNREADABLE


def is_absent(text: str, kind: Kind) -> bool:
    """Say whether a text stands for no value: empty, dashes and fillers, N/A, null. `0` is a value.

    Where no number is expected, one X is a letter that is printed: a size, a ticked box.
    """
    if kind is Kind.OTHER and _LETTER_X.fullmatch(text):
        return False
    return _FILLER.fullmatch(text) is not None or text.strip().lower() in _ABSENT


def is_free(text: str) -> bool:
    """Say whether a price field says in a word that nothing is to pay."""
    return text.strip().lower() in _FREE
