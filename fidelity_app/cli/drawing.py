"""Two texts one above the other, a column per character, the wrong ones marked by sign and colour."""

from __future__ import annotations

from fidelity_app.core.alignment import Alignment
from fidelity_app.core.columns import Mark, columns

_SIGNS = {
    Mark.EQUAL: " ",
    Mark.WRONG: "^",
    Mark.MISSING: "-",
    Mark.INSERTED: "+",
    Mark.SWAPPED: "~",
    Mark.NOTATION: "·",
}
_COLOURS = {
    Mark.EQUAL: "",
    Mark.WRONG: "bold red",
    Mark.MISSING: "bold red",
    Mark.INSERTED: "bold red",
    Mark.SWAPPED: "bold red",
    Mark.NOTATION: "dim",
}
_NAMES = (
    (Mark.WRONG, "^ another character"),
    (Mark.MISSING, "- missing"),
    (Mark.INSERTED, "+ added"),
    (Mark.SWAPPED, "~ swapped"),
    (Mark.NOTATION, "· notation only"),
)


def draw_alignment(alignment: Alignment) -> None:
    """Print truth and reading in columns with a row of signs below, and what the signs mean."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.text import Text

    top, bottom, signs = Text("truth    "), Text("reading  "), Text("         ")
    drawn = columns(alignment)
    for column in drawn:
        above, below = _visible(column.truth_text), _visible(column.reading_text)
        width = max(cell_len(above), cell_len(below), 1) + 1
        colour = _COLOURS[column.mark]
        top.append(above + " " * (width - cell_len(above)))
        bottom.append(below + " " * (width - cell_len(below)), style=colour)
        signs.append(_SIGNS[column.mark].ljust(width), style=colour)
    legend = "   ".join(name for mark, name in _NAMES if any(column.mark is mark for column in drawn))
    console = Console(soft_wrap=True, highlight=False)
    for row in (top, bottom, signs, Text(legend, style="dim")):
        if row.plain.strip():
            console.print(row)


def _visible(text: str) -> str:
    """Show a gap as an underscore, a space as an open box, and control characters as their picture."""
    if not text:
        return "_"
    return "".join("␣" if char.isspace() else char if char.isprintable() else "�" for char in text)
