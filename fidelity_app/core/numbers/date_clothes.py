"""Take off what a date wears: brackets, the day of the week, the word for the year, a label in front."""

from __future__ import annotations

import re

from fidelity_app.core.numbers.lookalikes import digit_like
from fidelity_app.core.numbers.months import is_weekday, named_months

_BRACKETS = (("(", ")"), ("[", "]"))
_ENGLISH = "(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]{0,6}"
_GLUED = re.compile(f"^{_ENGLISH}(?=[0-9])|(?<=[0-9]){_ENGLISH}$", re.IGNORECASE)
_REMARK = re.compile(r"(\s?)\(([^()0-9]{1,15})\)\s?")
_EAST_ASIAN = re.compile(
    r"(?<=[日일号日0-9\s)])\s?(?:[月火水木金土日]曜日?|(?:星期|周|週|礼拜)[一二三四五六日天]|[월화수목금토일]요일)"
)
_LETTER = re.compile(r"[^\W\d_]|[^\x00-\x7f]")
_BEHIND = re.compile(r"(?P<day>.*[0-9日일])[\s,]+(?P<word>[^\W\d_]{2,15})\.?")
_NUMBERS_ALONE = re.compile(r"[0-9 ./\-]+")
_YEAR_WORD = re.compile(r"(?<=[0-9]{2})\s?(?:r\.|г\.?|года|р\.|року|ж\.|m\.|f\.)$")
_WORD = re.compile(r"[^\W\d_]+")
_CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_LABELS = (
    re.compile(r"[^\W\d_][^\d:]{0,40}:\s*(?=\S)"),
    re.compile(r"(?:[^\W\d_]{2,}[.,]?\s+){1,3}(?=[0-9])"),
    re.compile(f"{_CJK}{{0,8}}?(?:日時|日期|日|付|西暦|西元|公元|날짜|일자|일시)(?=[0-9])"),
)


def has_letters(text: str) -> bool:
    """Say whether a text holds more than numbers and their marks."""
    return _LETTER.search(text) is not None


def undressed(text: str, locale: str) -> str:
    """Return a date without brackets around it, the day of the week and a word for the year behind it."""
    text = text.strip().rstrip(",; ")
    for left, right in _BRACKETS:
        text = text[1:-1].strip() if text.startswith(left) and text.endswith(right) and left not in text[1:] else text
    if not has_letters(text):
        return text
    if "(" in text:
        text = _REMARK.sub(lambda remark: _without_remark(remark, locale), text)
    if not text.isascii():
        text = _EAST_ASIAN.sub(" ", text)
    return _YEAR_WORD.sub("", _GLUED.sub("", text.strip()))


def _without_remark(remark: re.Match[str], locale: str) -> str:
    """Drop a day of the week in brackets, and what a space sets off; `1(O)` keeps its misread digit."""
    word = remark[2].strip(" .")
    apart = len(word) > 1 and bool(remark[1]) and remark.end() == len(remark.string)
    return " " if apart or is_weekday(word, locale) else remark[0]


def without_weekday_behind(text: str, locale: str) -> str:
    """Return numbers without the day of the week behind them: `12/30/2016 FRI`. Beside words it may be a month."""
    match = _BEHIND.fullmatch(text)
    if match is None or not _NUMBERS_ALONE.fullmatch(match["day"]) or not is_weekday(match["word"], locale):
        return text
    return match["day"]


def without_label(text: str, locale: str) -> str:
    """Return a date without the words in front of it: `Date: `, `Invoice date `, `発行日`. A month is no label."""
    for label in _LABELS:
        match = label.match(text)
        if match is not None:
            return text if _names_a_month(match[0], locale) else text[match.end() :]
    return text


def _names_a_month(label: str, locale: str) -> bool:
    words = _WORD.findall(label)
    return any(named_months(word, locale)[1] and not is_weekday(word, locale) for word in (*words, " ".join(words)))


def as_digits(word: str, locale: str) -> str:
    """Return the digits that a word of one or two letters may be misread for (`l March` is 1 March), else the word."""
    digits = "".join(map(digit_like, word))
    is_day = len(word) == 2 and word.istitle() and is_weekday(word, locale)
    return digits if len(word) == len(digits) <= 2 and not is_day else word


def is_date_word(word: str, locale: str) -> bool:
    """Say whether a word belongs to a date: a month, a day of the week, one letter for the word year or day."""
    return len(word) == 1 or is_weekday(word, locale) or bool(named_months(word, locale)[1])
