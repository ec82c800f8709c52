"""The full table of measures, summed in SQL and in one pass, is the table that the rules of core make."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from support.workspaces import draw_receipt, new_workspace, run_models

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.compatibility import NUMERIC_FIDELITY_IS_BLIND
from fidelity_app.core.metrics import LABELS, Record, digit_table, discordant, headline, magnitude, merged, pass_k
from fidelity_app.core.reconciliation import still_holds
from fidelity_app.reports.rows import Cell, MeasureLine
from fidelity_app.services import degrading, measuring, reporting
from fidelity_app.services.importing import import_paths
from fidelity_app.services.judgements import judgement_from
from fidelity_app.services.models import add_model
from fidelity_app.services.reporting_lines import measure_lines, number_text, p_text, ratio_text
from fidelity_app.services.reporting_measures import run_measures
from fidelity_app.services.reporting_tables import confusion_table, measure_tables, power_words
from fidelity_app.services.reporting_views import MeasureSheet, RunMeasures
from fidelity_app.services.sums_read import document_flips
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import readmodels

ROWS = (
    ("items[0].price", "3.50"),
    ("items[1].price", "25.40"),
    ("total", "28.90"),
    ("date", "03/04/2024"),
    ("stain", "7.77"),
)
KINDS = {"number": "identifier", "date": "date"}
ANSWERS: dict[str, list[object]] = {
    "right": [
        {"items": [{"price": "3.50"}, {"price": "25.40"}], "total": "28.90", "date": "03/04/2024", "stain": None}
    ],
    "wrong": [
        {"items": [{"price": "8.50"}, {"price": "25.40"}], "total": "33.90", "date": "04/03/2024", "stain": "7.77"},
        {"items": [{"price": "3.50"}, {"price": "254.0"}], "total": "28.90", "date": "03/04/2024", "stain": None},
    ],
    "loose": [{"items": [{"price": "3.5"}, {"price": "-25.40"}], "total": "$28.90", "tip": "5.00"}],
    "broken": ["no JSON at all"],
}
NAMES = tuple(ANSWERS)


def _document(ws: Workspace, folder: Path, name: str, extra: str) -> str:
    rows = (*ROWS, ("number", extra))
    boxes = draw_receipt(folder / f"{name}.png", rows)
    fields = [
        {
            "key": key,
            "kind": KINDS.get(key, "amount"),
            "text": text,
            "page": 0,
            "box": boxes[key].flat(),
            "legibility": "illegible" if key == "stain" else "clear",
        }
        for key, text in rows
    ]
    truth = {
        "schema": "fidelity-truth/1",
        "name": name,
        "type": "receipt",
        "currency": "USD",
        "pages": [f"{name}.png"],
        "fields": fields,
    }
    (folder / f"{name}.fidelity.json").write_text(json.dumps(truth), encoding="utf-8")
    return import_paths(ws, [folder / f"{name}.fidelity.json"]).added[0]


def _add_model(ws: Workspace, folder: Path, name: str, answers: list[object], pictures: list[str]) -> None:
    """Add a model that answers each document with the next of its answers."""
    lines = [
        {"key": picture, "format": "chat", "text": text if isinstance(text, str) else json.dumps(text)}
        for picture, text in zip(pictures, itertools.cycle(answers), strict=False)
    ]
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    add_model(ws, ModelConfig(name=name, adapter="replay", parameters={"file": str(path)}))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, str, RunMeasures]]:
    folder = tmp_path_factory.mktemp("measures")
    with new_workspace(folder / "ws") as ws:
        documents = [_document(ws, folder, f"d{number}", f"0012{number}") for number in range(3)]
        pages = [document_table.get(ws.store.read(), name).pages[0] for name in documents]
        pictures = [degrading.variant(ws, page, degrading.find_recipe(ws, "clean")).sha for page in pages]
        for name, answers in ANSWERS.items():
            _add_model(ws, folder, name, answers, pictures)
        run_id = run_models(ws, documents, NAMES, repeats=2).run_id
        yield ws, run_id, run_measures(ws, run_id)


def _records(ws: Workspace, run_id: str) -> dict[str, list[Record]]:
    """Judge every reading again, as core's measures want them."""
    found: dict[str, list[Record]] = {name: [] for name in NAMES}
    readings = sorted(readmodels.readings(ws.store.read(), run_id), key=lambda row: row.document_id)
    for document_id, group in itertools.groupby(readings, key=lambda row: row.document_id):
        rows, document = list(group), document_table.get(ws.store.read(), document_id)
        sound = {place for place, flips in document_flips(document, rows).items() if still_holds(flips)}
        for row in rows:
            found[row.model].append(
                Record(
                    document_id,
                    row.key,
                    judgement_from(ws, row, document),
                    row.outcome,
                    row.repeat,
                    is_extra=not row.field_id,
                    legibility=row.legibility,
                    document_holds=(row.model, row.recipe_key, row.repeat) in sound,
                )
            )
    return found


def _sheet(measures: RunMeasures, model: str) -> MeasureSheet:
    return next(sheet for sheet in measures.sheets if sheet.model == model)


@pytest.mark.parametrize("model", NAMES)
def test_every_share_is_that_of_the_rules(scene: tuple[Workspace, str, RunMeasures], model: str) -> None:
    ws, run_id, measures = scene
    records = _records(ws, run_id)[model]
    rules = headline(records)
    sheet = _sheet(measures, model)
    shares = {share.name: share.measure for share in sheet.shares}
    pairs = {
        "value_fidelity": rules.recall,
        "precision": rules.precision,
        "strict_value_fidelity": rules.strict,
        "digit_error_rate": rules.digit_errors,
        "silent_error_rate": rules.silent_errors,
        "silent_error_rate_in_sound_documents": rules.silent_in_sound,
        "strict_document_rate": rules.documents_right,
        "coverage": rules.coverage,
        "abstention_precision": rules.abstention_precision,
        "abstention_recall": rules.abstention_recall,
    }
    for name, ratio in pairs.items():
        assert (shares[name].hits, shares[name].total) == (ratio.hits, ratio.total), name
        interval = ratio.interval(seed=measuring.SEED)
        assert (shares[name].low, shares[name].high) == (
            (None, None) if interval is None else (interval.low, interval.high)
        ), name
    assert shares["f1"].value == (None if rules.f1 is None else pytest.approx(rules.f1))
    assert shares["pass^2"].value == pass_k(records, 2)
    assert set(shares) == {*pairs, "f1", "pass^2"}
    counts = (sheet.ambiguous, sheet.abstained, sheet.omitted, sheet.invented, sheet.failed)
    assert counts == (
        rules.ambiguous,
        rules.abstained,
        rules.omitted,
        rules.invented,
        sum(rules.failures.values()),
    )


@pytest.mark.parametrize("model", NAMES)
def test_digits_and_sizes_are_those_of_the_rules(scene: tuple[Workspace, str, RunMeasures], model: str) -> None:
    ws, run_id, measures = scene
    records = [record for record in _records(ws, run_id)[model] if not record.is_extra]
    sheet = _sheet(measures, model)
    assert sheet.digits == digit_table(records)
    assert sheet.magnitude == magnitude(records, currency="USD")


def test_the_scene_has_something_of_everything(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    wrong, loose, broken = (_sheet(measures, name) for name in ("wrong", "loose", "broken"))
    assert wrong.digits.confused and wrong.magnitude.powers[1] == 2
    assert [row.signed for row in wrong.magnitude.money] == [Decimal("497.20")]
    assert wrong.ambiguous and loose.invented and broken.failed == broken.slots
    shares = {share.name: share.measure for share in wrong.shares}
    assert shares["silent_error_rate_in_sound_documents"].hits > 0
    assert shares["abstention_recall"].total == 6
    assert loose.digits.pairs and not broken.digits.pairs


def test_two_wrong_values_that_still_add_up_are_silent_in_a_sound_document(
    scene: tuple[Workspace, str, RunMeasures],
) -> None:
    _, _, measures = scene
    wrong = _sheet(measures, "wrong")
    # 8.50 + 25.40 = 33.90 holds in two documents, 3.50 + 254.0 = 28.90 breaks in one; each was asked twice.
    assert (wrong.sums.counts["holds_holds"], wrong.sums.counts["holds_breaks"]) == (4, 2)
    assert _sheet(measures, "broken").sums.counts["not_checkable"] == 6


def test_models_are_compared_over_the_slots_that_both_answered(scene: tuple[Workspace, str, RunMeasures]) -> None:
    ws, run_id, measures = scene
    records = _records(ws, run_id)
    for pair in measures.pairs:
        expected = discordant(records[pair.first], records[pair.second])
        assert (pair.only_first, pair.only_second) == expected
        assert pair.documents == 3
    assert [(pair.first, pair.second) for pair in measures.pairs] == list(itertools.combinations(NAMES, 2))
    first = measures.pairs[0]
    fidelity = [next(share.measure.value for share in sheet.shares) for sheet in measures.sheets]
    assert fidelity[0] is not None and fidelity[1] is not None
    assert first.difference == pytest.approx(fidelity[0] - fidelity[1])


def test_papers_count_a_failed_model_as_one_that_said_nothing(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    right, broken = _sheet(measures, "right").papers, _sheet(measures, "broken").papers
    # Four of five legible values are answered; the number on the receipt is not.
    assert (right.documents, right.sroie.f1, right.donut.f1) == (6, 8 / 9, 8 / 9)
    assert right.anls.mean == 4 / 5
    assert (broken.sroie.recall, broken.sroie.precision, broken.tree.mean, broken.cer.rate) == (0.0, None, 0.0, 1.0)


def test_tables_of_several_recipes_or_models_add_up(scene: tuple[Workspace, str, RunMeasures]) -> None:
    ws, run_id, measures = scene
    everything = [record for records in _records(ws, run_id).values() for record in records if not record.is_extra]
    assert merged([sheet.digits for sheet in measures.sheets]) == digit_table(everything)


def test_every_measure_is_a_line_of_exact_texts(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    lines = list(measure_lines(measures))
    found = {(line.model, line.measure): line for line in lines}
    assert len(found) == len(lines)
    share = found["wrong", "value_fidelity"]
    assert (share.numerator, share.denominator, share.n) == ("10", "26", "3") and share.value == "0.384615"
    assert found["wrong", "difference_sum:USD"].value == "497.20"
    assert found["wrong", "power_of_ten:+1"].value == "2"
    assert found["wrong", "sums:holds_breaks"].value == "2"
    assert found["broken", "precision"].value == found["broken", "sroie_precision"].value == "n/a"
    assert (found["broken", "cer"].value, found["broken", "value_fidelity"].value) == ("1", "0")
    assert found["loose", "cer_insertions_where_nothing_is_printed"].value != "0"
    assert found["wrong", "count:ambiguous"].value == "4" and found["broken", "count:failed"].value == "36"
    for line in lines:
        for text in (line.value, line.n, line.numerator, line.denominator, line.low, line.high):
            assert re.fullmatch(r"|n/a|-?\d+(\.\d+)?(e-\d+)?", text), line


def test_confusions_of_a_row_add_up_to_its_n_in_the_file(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    rows: dict[tuple[str, str], list[MeasureLine]] = {}
    for line in measure_lines(measures):
        if line.measure.startswith("confusion:"):
            rows.setdefault((line.model, line.measure.partition(">")[0]), []).append(line)
    assert rows
    for found in rows.values():
        assert {line.n for line in found} == {str(sum(int(line.value) for line in found))}


@pytest.mark.parametrize(
    ("above", "below", "text"),
    [(1, 3, "0.333333"), (2, 3, "0.666667"), (1, 2, "0.5"), (7, 7, "1"), (0, 7, "0"), (0, 0, "n/a"), (9, 2, "4.5")],
)
def test_a_share_is_rounded_from_its_whole_numbers(above: int, below: int, text: str) -> None:
    assert ratio_text(above, below) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.1 + 0.2, "0.3"), (None, "n/a"), (-1e-9, "0"), (1.0, "1"), (-0.125, "-0.125")]
)
def test_no_noise_of_floats_reaches_a_file(value: float | None, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1.000"), (0.0703125, "0.07031"), (2.776e-17, "2.776e-17"), (0.0004882, "0.0004882")]
)
def test_a_small_p_value_is_no_zero(value: float, text: str) -> None:
    assert p_text(value) == text


def test_the_tables_say_what_the_lines_say(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    tables = measure_tables(measures)
    shares = {table.title: {row[0].text: row[1] for row in table.rows} for table in tables.shares}
    assert shares["wrong"]["Value fidelity (recall)"].text == "38.5 %"
    assert shares["wrong"]["Value fidelity (recall)"].small.endswith("10 of 26")
    assert shares["wrong"]["Ambiguous, left out above and below the line"].text == "4"
    assert shares["broken"]["Precision"] == Cell("–", "nothing to count")
    assert "pass^2: all right 2 times" in shares["right"]
    assert [model for model, _ in tables.classes] == list(NAMES)
    for table in (tables.sizes, tables.money, tables.sums, tables.pairs, tables.power, tables.papers):
        assert all(len(row) == len(table.headings) for row in table.rows)
    assert ("wrong", "USD", "+497.20") in [(row[0].text, row[2].text, row[4].text) for row in tables.money.rows]
    assert NUMERIC_FIDELITY_IS_BLIND in tables.papers.note
    papers = {row[0].text: [cell.text for cell in row] for row in tables.papers.rows}
    assert papers["broken"][3:6] == ["n/a", "0.000", "0.000"]


def test_the_confusion_table_shows_n_and_every_row(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    table = confusion_table("wrong", _sheet(measures, "wrong").digits)
    three = next(row for row in table.rows if row[0].text == "3")
    assert three[1].text == "8" and three[2 + LABELS.index("8")].text == "4"
    assert [row[0].text for row in table.rows] == list(LABELS)


def test_power_is_said_in_words(scene: tuple[Workspace, str, RunMeasures]) -> None:
    _, _, measures = scene
    words = power_words(_sheet(measures, "wrong"))
    needed = r"a drop of 2 points about \d+ documents, of 5 points about \d+ documents like these would show"
    assert re.search(needed, words)
    assert words.endswith("the 3 at hand show no drop at all.")
    assert "too low to fall further" in power_words(_sheet(measures, "broken"))


def test_the_measures_stand_beside_the_readings() -> None:
    assert reporting.measures_path(Path("out/report.csv")) == Path("out/measures.csv")
    assert reporting.measures_path(Path("out/may.csv")) == Path("out/may-measures.csv")


def test_the_page_has_the_measures_and_the_papers(scene: tuple[Workspace, str, RunMeasures], tmp_path: Path) -> None:
    ws, run_id, _ = scene
    reporting.export_html(ws, run_id, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for title in ("Measures", "Set beside papers"):
        assert f"<h2>{title}</h2>" in page
    assert "numeric_fidelity is blind to" in page and "documents like these would show" in page
    assert page.count("characters by class") == page.count("printed down, read across") == len(NAMES)


def test_a_run_without_readings_has_empty_tables() -> None:
    nothing = RunMeasures((), (), {})
    tables = measure_tables(nothing)
    assert list(measure_lines(nothing)) == [] and (tables.shares, tables.classes) == ((), ())
    for table in (tables.sizes, tables.money, tables.sums, tables.pairs, tables.power, tables.papers):
        assert table.rows == ()
