"""A page and its transcription beside each other as one HTML file: no network, no script, everything escaped."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from fidelity_app.core.alignment import CharOp, OpKind
from fidelity_app.core.pages import PageComparison
from fidelity_app.reports.atomic import replaced

_STYLE = """
:root { --ink: #1d2733; --quiet: #5d6b7a; --line: #dfe4ea; --paper: #fff; --ground: #f3f5f7; --wrong: #b8400a;
  --wrong-bg: #fde8dc; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --quiet: #9aa8b6; --line: #38434e; --paper: #1e252c;
  --ground: #151a1f; --wrong: #ff9a66; --wrong-bg: #4a2513; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 24px; margin: 0 0 2px; } h2 { font-size: 15px; margin: 0 0 8px; color: var(--quiet); }
.lead { color: var(--quiet); margin: 0 0 22px; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 18px; }
@media (max-width: 760px) { .sides { grid-template-columns: 1fr; } }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 14px/1.6 "JetBrains Mono", "DejaVu Sans Mono", Consolas, monospace; }
.substitute, .swap, .insert, .delete { color: var(--wrong); background: var(--wrong-bg); border-radius: 3px;
  border-bottom: 2px solid var(--wrong); }
.gap { border: 1px dashed var(--wrong); border-radius: 3px; padding: 0 2px; }
.notation { border-bottom: 2px dotted var(--quiet); }
"""
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>{style}</style></head>
<body><main><h1>{title}</h1><p class="lead">{summary}</p>
<div class="sides"><section><h2>Printed</h2><pre>{printed}</pre></section>
<section><h2>Read</h2><pre>{read}</pre></section></div></main></body></html>
"""
_GAP = '<span class="gap" title="{title}"></span>'
_EQUAL = OpKind.EQUAL


@dataclass(frozen=True, slots=True)
class PageReport:
    """What the file shows: the names of both texts, and how they compare."""

    printed_name: str
    read_name: str
    comparison: PageComparison


def render_page(report: PageReport) -> str:
    """Return the whole file as text."""
    alignment = report.comparison.alignment
    printed: list[str] = []
    read: list[str] = []
    for op in alignment.ops:
        mine, theirs = escape(alignment.truth_text(op)), escape(alignment.reading_text(op))
        if op.kind is _EQUAL:
            printed.append(mine)
            read.append(theirs)
        else:
            title = _title(op, mine, theirs)
            printed.append(_marked(op, mine, title))
            read.append(_marked(op, theirs, title))
    return _PAGE.format(
        title=escape(f"{report.read_name} against {report.printed_name}"),
        style=_STYLE,
        summary=escape(summary_of(report.comparison)),
        printed="".join(printed),
        read="".join(read),
    )


def summary_of(comparison: PageComparison) -> str:
    """Return the counts in words."""
    return (
        f"{comparison.errors} of {comparison.characters} characters differ, "
        f"{comparison.digit_errors} of them about digits ({comparison.digits} are printed). "
        "Spaces, line ends and group marks are layout."
    )


def write_page_html(report: PageReport, path: Path) -> None:
    """Write the file; it is replaced when the new one is complete. Raises ExternalError when it cannot be written."""
    text = render_page(report)
    with replaced(path, encoding="utf-8") as stream:
        stream.write(text)


def _title(op: CharOp, printed: str, read: str) -> str:
    return f"{op.kind.value}: printed {printed.strip() or 'nothing'}, read {read.strip() or 'nothing'}"


def _marked(op: CharOp, text: str, title: str) -> str:
    if text:
        return f'<span class="{op.kind.value}" title="{title}">{text}</span>'
    return "" if op.kind is OpKind.NOTATION else _GAP.format(title=title)
