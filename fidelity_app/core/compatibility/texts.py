"""Measures of whole texts that papers and scripts report. They are shown beside ours, and they see far less."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from rapidfuzz.distance import Levenshtein

_AMOUNT = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?")
_ANLS_GATE = 0.5
_FLOAT_DIGITS = 308


def numeric_fidelity(prediction: str, truth: str) -> float:
    """Return the share of the truth's amounts that occur among the prediction's, rounded to four digits.

    1.0 when neither has one, 0.0 when only the prediction has. Kept to compare with a simple script that many teams
    have: it is blind to order, multiplicity, invented values, signs and every notation but one (SCORING section 5).
    """
    printed, read = set(_AMOUNT.findall(truth)), set(_AMOUNT.findall(prediction))
    if not printed:
        return 0.0 if read else 1.0
    return round(len(printed & read) / len(printed), 4)


@dataclass(frozen=True, slots=True)
class Cer:
    """Character errors of a text or of several together; `rate` may exceed 1."""

    substitutions: int
    deletions: int
    insertions: int
    truth_characters: int

    @property
    def rate(self) -> float | None:
        """Return errors per printed character; None when nothing is printed: the insertions are counted apart."""
        errors = self.substitutions + self.deletions + self.insertions
        return errors / self.truth_characters if self.truth_characters else None

    def __add__(self, other: Cer) -> Cer:
        return Cer(
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
            self.truth_characters + other.truth_characters,
        )


def cer(prediction: str, truth: str) -> Cer:
    """Return the character errors of a prediction by Levenshtein's distance, over code points as they are."""
    counts = {"replace": 0, "delete": 0, "insert": 0}
    for operation in Levenshtein.editops(truth, prediction):
        counts[operation.tag] += 1
    return Cer(counts["replace"], counts["delete"], counts["insert"], len(truth))


def anls(prediction: str, truths: Sequence[str]) -> float:
    """Return the average-normalised-Levenshtein similarity of one answer with its best right answer.

    Case and runs of spaces do not count in the distance, but the length it is divided by is that of the raw texts, as
    in the evaluation script of the Robust Reading Competition (DocVQA); below one half it is 0 (Biten et al. 2019,
    arXiv 1905.13648, equation 1). Raises ValueError when there is no right answer.
    """
    if not truths:
        raise ValueError("an answer is compared with at least one right answer")
    best = max(_similarity(prediction, truth) for truth in truths)
    return best if best >= _ANLS_GATE else 0.0


def _similarity(prediction: str, truth: str) -> float:
    length = max(len(truth.upper()), len(prediction.upper()))
    return 1 - Levenshtein.distance(_plain(truth), _plain(prediction)) / length if length else 1.0


def relaxed(prediction: str, truth: str) -> bool:
    """Say whether ChartQA's relaxed accuracy takes an answer for right: a number may be five per cent off.

    The rule of VLMEvalKit and lmms-eval (Masry et al. 2022, arXiv 2203.10244, section 5.1): what Python reads as a
    float is a number, a percent sign divides by a hundred; other texts are equal but for case.
    """
    said, printed = _python_number(prediction), _python_number(truth)
    if said is None or not printed:
        return prediction.lower() == truth.lower()
    return abs(said - printed) <= abs(printed) / 20


def contained(prediction: str, truth: str) -> bool:
    """Say whether OCRBench takes an answer for right: the truth stands somewhere in it, case aside.

    The rule of VLMEvalKit's OCRBench (Liu et al. 2023, arXiv 2305.07895), `answer in predict`: "1000.00" holds "100".
    """
    return truth.lower().strip().replace("\n", " ") in prediction.lower().strip().replace("\n", " ")


def _python_number(text: str) -> Fraction | None:
    """Return the number that Python's `float` reads, exactly; None for no number, infinity or nan."""
    body, scale = (text.rstrip("%"), 100) if text.endswith("%") else (text, 1)
    try:
        number = Decimal(body.strip())
    except InvalidOperation:
        return None
    # A float has overflowed or vanished long before; the exact fraction of such a number would fill the memory.
    return Fraction(number) / scale if number.is_finite() and abs(number.adjusted()) < _FLOAT_DIGITS else None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
