"""Values as they are printed all over the world: every custom of marks, script and currency, from the same digits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

LATIN = "0123456789"
SCRIPTS = {
    "latin": LATIN,
    "arabic": "٠١٢٣٤٥٦٧٨٩",
    "persian": "۰۱۲۳۴۵۶۷۸۹",
    "devanagari": "०१२३४५६७८९",
    "thai": "๐๑๒๓๔๕๖๗๘๙",
    "fullwidth": "０１２３４５６７８９",
}
_OWN_MARKS = {"arabic": ("\u066c", "\u066b"), "persian": ("\u066c", "\u066b"), "fullwidth": ("，", "．")}
_LATIN_MARKS = [
    (",", "."),
    (".", ","),
    (" ", ","),
    ("\u00a0", ","),
    ("\u202f", ","),
    ("'", "."),
    ("\u2019", "."),
    ("", "."),
    ("", ","),
]
MONEY = [("", ""), ("$", ""), ("€", ""), ("£", ""), ("CHF ", ""), ("R$ ", ""), ("₹", ""), ("", " €"), ("", " zł")]


@dataclass(frozen=True)
class Look:
    """How a number is printed: its group mark and decimal mark, its ten digits, and what stands before and behind."""

    group: str
    mark: str
    digits: str
    before: str
    after: str

    def write(self, whole: str, fraction: str = "") -> str:
        """Print a number of which the digits are given in ASCII."""
        size = 3
        head = len(whole) % size
        parts = ([whole[:head]] if head else []) + [whole[at : at + size] for at in range(head, len(whole), size)]
        text = self.group.join(parts) + (self.mark + fraction if fraction else "")
        return f"{self.before}{text.translate(str.maketrans(LATIN, self.digits))}{self.after}"

    def plain(self) -> Look:
        """Return the same look without money."""
        return replace(self, before="", after="")


def _look(script: str, marks: tuple[str, str], money: tuple[str, str]) -> Look:
    group, mark = _OWN_MARKS.get(script, marks if script == "latin" else (",", "."))
    return Look(group, mark, SCRIPTS[script], *money)


LOOKS = st.builds(_look, st.sampled_from(sorted(SCRIPTS)), st.sampled_from(_LATIN_MARKS), st.sampled_from(MONEY))
LATIN_LOOKS = st.builds(_look, st.just("latin"), st.sampled_from(_LATIN_MARKS), st.sampled_from(MONEY))
WHOLES = st.integers(1, 9_999_999).map(str)
CENTS = st.integers(0, 99).map("{:02d}".format)
