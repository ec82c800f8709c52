"""Groups of commands about a workspace: `fidelity NAME [WS] [COMMAND] ...`, which list when no command is named."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

LIST = "list"
_HELP = ("--help", "-h")


class ListingGroup(TyperGroup):
    """A group whose workspace and whose command may be left out: `NAME`, `NAME WS --json` and `NAME COMMAND` work.

    A word that is a command's name is the command; a workspace of such a name is written `./list`. The workspace that
    is left out is an empty text.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put in what was left out, then parse as any group does."""
        return super().parse_args(ctx, self._completed(args))

    def _completed(self, args: list[str]) -> list[str]:
        first, second = (*args, "", "")[:2]
        if first in _HELP:
            return args
        if not first or (first.startswith("-") and first not in self.commands):
            return ["", LIST, *args]
        if first in self.commands:
            return ["", *args]
        if not second or (second.startswith("-") and second not in _HELP):
            return [first, LIST, *args[1:]]
        return args


def size_words(count: int) -> str:
    """Return a number of bytes as people read it: 950 bytes, 12.3 MB."""
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
