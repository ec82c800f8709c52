"""The report as one HTML file: no network, no script, print-ready; everything a document or model said is escaped."""

from __future__ import annotations

import base64
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from fidelity_app.reports.atomic import replaced
from fidelity_app.reports.rows import Confusion, Rate, ReportData


def percent(rate: Rate) -> str:
    """Write a rate as the tables do: one decimal, or a dash where it is undefined."""
    return "–" if rate.value is None else f"{100 * rate.value:.1f} %"


def interval(rate: Rate) -> str:
    """Write the interval as `lo–hi` in percent, or nothing where there is none."""
    if rate.low is None or rate.high is None:
        return ""
    return f"{100 * rate.low:.1f}–{100 * rate.high:.1f}"


def data_url(png: bytes) -> str:
    """Return a PNG as a data URL, so that the page carries its pictures."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def heat(count: int, largest: int) -> str:
    """Return the opacity of a confusion cell, 0 to 1 in steps of a hundredth."""
    return f"{count / largest:.2f}" if largest else "0"


SIGNS = {"decimal": ".", "sign": "±", "symbol": "¤", "letter": "a", "nothing": "∅"}


def sign(label: str) -> str:
    """Return how a class of characters is written at the edge of the confusion matrix."""
    return SIGNS.get(label, label)


def wrong_most(confusion: Confusion) -> int:
    """Return the largest count off the diagonal, which is the darkest cell."""
    return max(
        (
            count
            for printed, counts in zip(confusion.printed_labels, confusion.counts, strict=True)
            for read, count in zip(confusion.read_labels, counts, strict=True)
            if printed != read
        ),
        default=0,
    )


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fidelity_app.reports", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, interval=interval, data_url=data_url, sign=sign)
    environment.globals.update(heat=heat, wrong_most=wrong_most)
    return environment


def render_report(data: ReportData) -> str:
    """Return the whole page as text."""
    return _environment().get_template("report.html.j2").render(report=data)


def write_report_html(data: ReportData, path: Path) -> None:
    """Write the page; the file is replaced when the new one is complete.

    Raises ExternalError when it cannot be written.
    """
    text = render_report(data)
    with replaced(path, encoding="utf-8") as stream:
        stream.write(text)
