"""The full tables of measures in words and figures: what the terminal and the page draw alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from fidelity_app.core.compatibility import NUMERIC_FIDELITY_IS_BLIND
from fidelity_app.core.metrics import CLASSES, LABELS, UNKNOWN, DigitTable, merged
from fidelity_app.core.reconciliation import FLIP_NAMES
from fidelity_app.reports.rows import Cell, MeasureTables, Table
from fidelity_app.services.reporting_lines import UNDEFINED, p_text
from fidelity_app.services.reporting_views import DROPS, Hardness, HowHard, MeasureSheet, ModelPair, RunMeasures
from fidelity_app.services.views import Measure

DASH = "–"
_MOST_BLOCKS = 18

TITLES: Mapping[str, str] = {
    "value_fidelity": "Value fidelity (recall)",
    "precision": "Precision",
    "f1": "F1",
    "strict_value_fidelity": "Strict value fidelity",
    "digit_error_rate": "Digit error rate",
    "silent_error_rate": "Silent errors",
    "silent_error_rate_in_sound_documents": "of these, in documents whose sums still hold",
    "strict_document_rate": "Strict documents",
    "coverage": "Coverage",
    "abstention_precision": "Abstention precision",
    "abstention_recall": "Abstention recall",
}
_COUNTS = {
    "slots": "Values asked for",
    "ambiguous": "Ambiguous, left out above and below the line",
    "failed": "Without an answer (failed), in every denominator",
    "omitted": "Omitted",
    "abstained": "Abstained",
    "invented": "Invented",
    "illegible": "Illegible to a person, not among the values printed",
}
_CLASS_TITLES = {"decimal": "decimal mark", "sign": "sign", "currency": "currency", "percent": "percent"}
_FLIPS = {
    "holds_holds": "held, holds",
    "holds_breaks": "held, breaks",
    "breaks_holds": "broke, holds",
    "breaks_breaks": "broke, breaks",
    "not_checkable": "not checkable",
}
_MEANING = (
    "Every share stands with its interval and with what is counted above and below the line.",
    "An interval is where the share of all documents like these is likely to lie: made so, 95 of 100 intervals hold it."
    " Whole documents are drawn again, because errors cluster in documents; a single document has no interval.",
    "Ambiguous values leave numerator and denominator and are counted; failed trials never leave a denominator.",
)


def measure_tables(measures: RunMeasures) -> MeasureTables:
    """Write down every measure of a run, in the order of the run."""
    sheets = measures.sheets
    return MeasureTables(
        meaning=_MEANING,
        shares=tuple(_shares(model, found) for model, found in by_model(sheets).items()),
        classes=tuple(
            (model, _classes(model, merged([sheet.digits for sheet in found])))
            for model, found in by_model(sheets).items()
        ),
        sizes=_sizes(sheets),
        money=_money(measures),
        sums=_sums(sheets),
        pairs=_pairs(measures.pairs),
        power=_power(sheets),
        papers=_papers(sheets),
        heights=_heights(measures.how_hard),
        ease=_ease(measures.how_hard),
    )


def confusion_table(model: str, table: DigitTable) -> Table:
    """Return the confusion matrix of a model as a table: printed down, read across, n in front."""
    rows = tuple(
        (Cell(printed), Cell(str(total)), *(Cell(str(count) if count else "") for count in counts))
        for printed, total, counts in zip(LABELS, table.printed, table.matrix, strict=True)
    )
    blocks = [
        f"{{{printed}}}-{{{read}}}" + (f" {count} x" if count > 1 else "") for printed, read, count in blocks_of(table)
    ]
    more = f" and {len(blocks) - _MOST_BLOCKS} more" if len(blocks) > _MOST_BLOCKS else ""
    note = f"Digits wrong side by side: {', '.join(blocks[:_MOST_BLOCKS]) or 'none'}{more}."
    return Table(f"{model}: printed down, read across", ("printed", "n", *LABELS), rows, note=note)


def blocks_of(table: DigitTable) -> tuple[tuple[str, str, int], ...]:
    """Return the faults side by side that a digit is part of, the most frequent first; the file has those of words."""
    return tuple(block for block in table.frequent_blocks if any(map(str.isdecimal, block[0] + block[1])))


def by_model(sheets: Iterable[MeasureSheet]) -> dict[str, list[MeasureSheet]]:
    """Return the sheets of each model, one per recipe, in the order of the run."""
    found: dict[str, list[MeasureSheet]] = {}
    for sheet in sheets:
        found.setdefault(sheet.model, []).append(sheet)
    return found


def _shares(model: str, sheets: Sequence[MeasureSheet]) -> Table:
    columns = [{share.name: share.measure for share in sheet.shares} for sheet in sheets]
    names = list(dict.fromkeys(name for column in columns for name in column))
    rows = [(Cell(_title(name)), *(_share(column.get(name)) for column in columns)) for name in names]
    rows += [(Cell(title), *(Cell(str(getattr(sheet, name))) for sheet in sheets)) for name, title in _COUNTS.items()]
    return Table(model, ("Measure", *(sheet.recipe for sheet in sheets)), tuple(rows))


def _title(name: str) -> str:
    return TITLES.get(name) or f"{name}: all right {name.partition('^')[2]} times"


def _share(measure: Measure | None) -> Cell:
    if measure is None or measure.value is None:
        return Cell(DASH, "nothing to count")
    interval = ""
    if measure.low is not None and measure.high is not None:
        interval = f"{100 * measure.low:.1f}–{100 * measure.high:.1f}, "
    return Cell(f"{100 * measure.value:.1f} %", f"{interval}{measure.hits} of {measure.total}")


def _classes(model: str, table: DigitTable) -> Table:
    rows = {row.name: row for row in table.classes}
    cells = tuple(
        (
            Cell(_CLASS_TITLES.get(name, name)),
            Cell(str(rows[name].count)),
            Cell(str(rows[name].missed)),
            Cell(_percent(rows[name].count - rows[name].missed, rows[name].count)),
        )
        for name in CLASSES
    )
    errors = (
        f"{table.substitutions} substituted, {table.deletions} dropped, {table.insertions} inserted and {table.swaps}"
        f" swapped of {table.truth_digits} printed digits in {table.pairs} comparable pairs."
    )
    return Table(f"{model}: characters by class", ("Class", "Count", "Missed", "% right"), cells, note=errors)


def _percent(above: int, below: int) -> str:
    return f"{100 * above / below:.1f}" if below else DASH


def _labelled(
    sheets: Iterable[MeasureSheet], cells: Callable[[MeasureSheet], Iterable[Cell]]
) -> tuple[tuple[Cell, ...], ...]:
    return tuple((Cell(sheet.model), Cell(sheet.recipe), *cells(sheet)) for sheet in sheets)


def _sizes(sheets: Sequence[MeasureSheet]) -> Table:
    powers = sorted({power for sheet in sheets for power in sheet.magnitude.powers if power is not None} | {-1, 0, 1})
    columns: list[int | None] = [*powers, None]

    def cells(sheet: MeasureSheet) -> Iterable[Cell]:
        return (Cell(str(sheet.magnitude.powers.get(power, 0))) for power in columns)

    return Table(
        "How far off wrong values are",
        ("Model", "Recipe", *(_power_words(power) for power in columns)),
        _labelled(sheets, cells),
        labels=2,
        note="By the power of ten nearest to read / printed. No ratio: one side is zero.",
    )


def _power_words(power: int | None) -> str:
    if power is None:
        return "no ratio"
    if power == 0:
        return "same size"
    digits = f"1{'0' * abs(power)}" if abs(power) <= 4 else f"10^{abs(power)}"
    return f"× {digits}" if power > 0 else f"÷ {digits}"


def _money(measures: RunMeasures) -> Table:
    rows = tuple(
        (
            Cell(sheet.model),
            Cell(sheet.recipe),
            Cell(money.currency or "unknown"),
            Cell(str(money.count)),
            Cell(f"{money.signed:+f}" if money.signed else "0"),
            Cell(f"{money.unsigned:f}"),
            Cell(f"{money.largest:+f}", f"{measures.names.get(money.largest_document, '')} · {money.largest_slot}"),
        )
        for sheet in measures.sheets
        for money in sheet.magnitude.money
    )
    headings = ("Model", "Recipe", "Currency", "Wrong amounts", "Sum of differences", "Sum of their sizes", "Largest")
    note = "Read minus printed, exact. Amounts without a currency sign count in their document's currency."
    return Table("What wrong amounts would cost", headings, rows, labels=3, note=note)


def _sums(sheets: Sequence[MeasureSheet]) -> Table:
    def cells(sheet: MeasureSheet) -> Iterable[Cell]:
        return (Cell(str(sheet.sums.counts[name])) for name in FLIP_NAMES)

    return Table(
        "Sums of the documents: in print, then over what was read",
        ("Model", "Recipe", *(_FLIPS[name] for name in FLIP_NAMES)),
        _labelled(sheets, cells),
        labels=2,
        note="Subtotal and tax make the total, lines add up, quantity times price is the row's price.",
    )


def _pairs(pairs: Sequence[ModelPair]) -> Table:
    rows = tuple(
        (
            Cell(pair.recipe),
            Cell(pair.first),
            Cell(pair.second),
            _difference(pair),
            Cell(str(pair.only_first)),
            Cell(str(pair.only_second)),
            Cell(str(pair.slots)),
            Cell(p_text(pair.p_value)),
        )
        for pair in pairs
    )
    headings = ("Recipe", "First", "Second", "Value fidelity", "Only first right", "Only second right", "Values", "p")
    note = (
        "First minus second in points: paired bootstrap over the same documents. p: McNemar's exact test over the"
        " values, which takes them for independent; the interval does not."
    )
    return Table("Models compared", headings, rows, labels=3, note=note)


def _difference(pair: ModelPair) -> Cell:
    if pair.difference is None or pair.low is None or pair.high is None:
        return Cell(DASH, "no interval for one document")
    return Cell(f"{100 * pair.difference:+.1f}", f"{100 * pair.low:+.1f} to {100 * pair.high:+.1f}")


def _power(sheets: Sequence[MeasureSheet]) -> Table:
    def cells(sheet: MeasureSheet) -> Iterable[Cell]:
        yield Cell(str(sheet.documents))
        yield from (Cell(DASH if needed is None else str(needed)) for needed in sheet.power.needed)
        yield Cell(DASH if sheet.power.smallest is None else f"{100 * sheet.power.smallest:.1f} points")

    note = (
        "For the same documents asked again of a newer version, in four of five cases at the 5 % level, its errors"
        " falling on other values than the old one's; counted by McNemar's test times the design effect, which few"
        " documents tell only roughly."
    )
    if sheets:
        note = f"{power_words(sheets[0])} {note}"
    return Table(
        "What these documents can show",
        (
            "Model",
            "Recipe",
            "Documents",
            *(f"needed for {100 * drop:.0f} points" for drop in DROPS),
            "smallest drop shown",
        ),
        _labelled(sheets, cells),
        labels=2,
        note=note,
    )


def power_words(sheet: MeasureSheet) -> str:
    """Say how many documents would show a drop of value fidelity, and what the documents at hand show."""
    named = zip(DROPS, sheet.power.needed, strict=True)
    needed = [f"{100 * drop:.0f} points about {count} documents" for drop, count in named if count is not None]
    shown = (
        f"the {sheet.documents} at hand show no drop at all"
        if sheet.power.smallest is None
        else f"the {sheet.documents} at hand show a drop of {100 * sheet.power.smallest:.1f} points or more"
    )
    where = f"{sheet.model} on {sheet.recipe}"
    if not needed:
        return f"In words: {where} is too low to fall further; {shown}."
    return f"In words, for {where}: a drop of {', of '.join(needed)} like these would show; {shown}."


_HEIGHTS = {
    "<8": "below 8 px",
    "8-12": "8 to 12 px",
    "12-17": "12 to 17 px",
    "17-25": "17 to 25 px",
    ">=25": "25 px and more",
    UNKNOWN: "not known",
}
_THIRDS = {"hardest": "hardest third", "middle": "middle third", "easiest": "easiest third", UNKNOWN: "not known"}
_EASE = (
    "Ease is contrast times sharpness times digit height, measured inside the field's box on the picture that the model"
    " was sent; noise, and what covers a digit, are not in it."
)


def _heights(found: HowHard) -> Table:
    note = (
        f"{' '.join(cliff_words(*one) for one in found.cliffs) or _NO_CLIFF} All recipes together. Height of the"
        " characters on the picture that the model was sent; not known where there is no box, or no ink in it."
    )
    return Table(
        "How high the digits were", _hardness_headings("Digits"), _hardness(found.by_height, _HEIGHTS), 2, note
    )


def _ease(found: HowHard) -> Table:
    first, second = found.ends
    note = f"Each third holds the same values for all models: ease up to {first:.2f}, up to {second:.2f}, more. {_EASE}"
    return Table("How hard the values were", _hardness_headings("Values"), _hardness(found.by_third, _THIRDS), 2, note)


_NO_CLIFF = (
    "No height of digits is shown below which a model reads worse: the intervals overlap, or too few documents have"
    " smaller or larger digits for an interval."
)


def cliff_words(model: str, edge_px: float, below: Measure, above: Measure) -> str:
    """Say below which height of digits a model reads worse, and by how much."""
    return (
        f"{model} reads worse below {edge_px:.0f} px: {100 * (below.value or 0):.1f} % right"
        f" against {100 * (above.value or 0):.1f} % from there on, and the intervals lie apart."
    )


def _hardness_headings(what: str) -> tuple[str, ...]:
    return "Model", what, "Asked for", "Value fidelity (recall)", "Silent errors"


def _hardness(found: Sequence[Hardness], names: Mapping[str, str]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            Cell(one.model),
            Cell(names[one.name]),
            Cell(str(one.slots), _documents(one.documents)),
            _share(one.value_fidelity),
            _share(one.silent_error_rate),
        )
        for one in found
    )


def _documents(count: int) -> str:
    return f"{count} document{'' if count == 1 else 's'}"


def _papers(sheets: Sequence[MeasureSheet]) -> Table:
    def cells(sheet: MeasureSheet) -> Iterable[Cell]:
        papers = sheet.papers
        yield Cell(str(papers.documents))
        for value in (papers.sroie.precision, papers.sroie.recall, papers.sroie.f1, papers.donut.f1, papers.tree.mean):
            yield Cell(_three(value))
        yield Cell(_three(papers.anls.mean))
        extra = f"+{papers.blank_insertions} where nothing is printed" if papers.blank_insertions else ""
        yield Cell(_three(papers.cer.rate), extra)
        for value in (papers.relaxed.mean, papers.contained.mean, papers.numeric.mean):
            yield Cell(_three(value))

    headings = ("SROIE P", "SROIE R", "SROIE F1", "Donut F1", "Donut 1 - nTED", "ANLS", "CER")
    looser = ("relaxed (ChartQA)", "contained (OCRBench)", "numeric_fidelity")
    note = (
        "Each by its own definition: notation is an error, ambiguous values count, a failed trial said nothing, and"
        " what a transcription says is taken as it was matched. Donut's F1 does not see two prices that changed places."
        " CER is n/a where nothing is printed, and what was said there is counted apart. Relaxed accuracy forgives five"
        f" per cent. Containment finds 100 in 1000.00. {NUMERIC_FIDELITY_IS_BLIND}"
    )
    return Table(
        "Set beside papers",
        ("Model", "Recipe", "Answers", *headings, *looser),
        _labelled(sheets, cells),
        labels=2,
        note=note,
    )


def _three(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.3f}"
