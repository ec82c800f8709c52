"""A page's transcription in a text file against the file of what is printed: no workspace, no model."""

from __future__ import annotations

from pathlib import Path

from fidelity_app.core.errors import UserError
from fidelity_app.core.pages import PageComparison, compare_pages


def compare_files(printed: Path, read: Path, *, html: Path | None = None) -> PageComparison:
    """Compare two UTF-8 text files; `html` writes both texts beside each other with what differs.

    Raises UserError for a file that cannot be read as text, ExternalError when the page cannot be written.
    """
    comparison = compare_pages(_text(printed), _text(read))
    if html is not None:
        from fidelity_app.reports.page_html import PageReport, write_page_html

        write_page_html(PageReport(printed.name, read.name, comparison), html)
    return comparison


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is no UTF-8 text (byte {error.start}); save it as UTF-8 first") from error
    except OSError as error:
        raise UserError(f"{path} could not be read: {error.strerror or error}") from error
