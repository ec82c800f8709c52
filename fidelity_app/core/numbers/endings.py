"""Find which word of a table ends at a place of a text, by its last character: the tables are long, numbers many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Endings = Mapping[str, tuple[str, ...]]


def by_last_char(words: Iterable[str]) -> Endings:
    """Return the words by their last character, longest first."""
    found: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        found.setdefault(word[-1], []).append(word)
    return {char: tuple(group) for char, group in found.items()}


def ending_at(text: str, end: int, endings: Endings) -> Iterator[str]:
    """Yield the words that end at a place (exclusive), longest first."""
    for word in endings.get(text[end - 1 : end], ()):
        if text.endswith(word, 0, end):
            yield word
