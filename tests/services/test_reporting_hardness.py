"""How hard it was: measured once for each variant, and beside the rates of every model in the report."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.edits import ChangeField
from fidelity_app.core.metrics import UNKNOWN
from fidelity_app.services import annotating, degrading, illegible, legibility, library, reporting, rescoring
from fidelity_app.services.legibility import Legible, hardness
from fidelity_app.services.reporting_hardness import how_hard
from fidelity_app.services.reporting_tables import measure_tables
from fidelity_app.store import legibility as table
from fidelity_app.store.measure_sums import SlotCounts

ROWS = (("Coffee", "3.50"), ("Bagel", "25.40"), ("TOTAL", "28.90"))


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in", ROWS)
        yield ws


def _document(ws):
    return library.document(ws, library.documents(ws)[0].id)


def _run(ws, tmp_path: Path, recipes=("clean", "defocus:4")) -> str:
    replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}, name="right")
    replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "23.90"}, name="wrong")
    return run_models(ws, [_document(ws).id], ["right", "wrong"], recipes=recipes).run_id


def _kept(ws) -> int:
    return int(ws.store.read().execute("SELECT count(*) FROM legibility_measures").fetchone()[0])


def _forget(ws) -> None:
    with ws.store.write() as tx:
        tx.execute("DELETE FROM legibility_measures")


def test_a_run_measures_what_it_makes_so_that_the_report_opens_no_picture(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    assert _kept(ws) == 2 * len(ROWS)
    for path in sorted((ws.path / "images").rglob("*")):
        if path.is_file():
            path.unlink()
    found = reporting.run_measures(ws, run_id).how_hard
    assert UNKNOWN not in {one.name for one in (*found.by_height, *found.by_third)}


def test_what_an_older_version_ran_is_measured_for_the_report_once(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    before = reporting.run_measures(ws, run_id)
    _forget(ws)
    assert reporting.run_measures(ws, run_id) == before
    assert _kept(ws) == 2 * len(ROWS)


def test_the_figures_kept_are_those_of_the_picture_that_was_sent(ws, tmp_path: Path) -> None:
    _run(ws, tmp_path)
    document, recipe = _document(ws), degrading.find_recipe(ws, "defocus:4")
    page = document.pages[0]
    made = degrading.variant(ws, page, recipe)
    fresh = legibility.field_legibility(
        document.fields, before=library.page_pixels(ws, page), after=made.rgb, page_map=made.page_map, page_index=0
    )
    assert hardness(ws, document, recipe, seed=0) == {one.field.id: one.after for one in fresh}


def test_a_box_that_was_moved_is_measured_anew_and_the_others_are_not(ws) -> None:
    document, recipe = _document(ws), degrading.find_recipe(ws, "clean")
    hardness(ws, document, recipe, seed=0)
    assert _kept(ws) == 3
    field = document.fields[0]
    annotating.apply(ws, ChangeField(field, _moved(field)))
    again = hardness(ws, _document(ws), recipe, seed=0)
    assert len(again) == 3
    assert _kept(ws) == 4


def _moved(field):
    return replace(field, box=field.box.moved(0.5, 0))


def test_figures_of_another_method_are_measured_again(ws) -> None:
    document, recipe = _document(ws), degrading.find_recipe(ws, "clean")
    before = hardness(ws, document, recipe, seed=0)
    with ws.store.write() as tx:
        tx.execute("UPDATE legibility_measures SET method = 0, contrast = 0.123")
    assert hardness(ws, document, recipe, seed=0) == before
    assert _kept(ws) == 3


def test_a_picture_that_is_gone_for_good_leaves_its_fields_unknown(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path, recipes=["clean"])
    _forget(ws)
    for path in sorted((ws.path / "images").rglob("*")):
        if path.is_file():
            path.unlink()
    found = reporting.run_measures(ws, run_id).how_hard
    assert {(one.name, one.slots) for one in (*found.by_height, *found.by_third)} == {(UNKNOWN, 3)}
    reporting.export_csv(ws, run_id, tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(encoding="utf-8-sig", newline="") as stream:
        assert {row["contrast"] + row["sharpness"] + row["digit_height_px"] for row in csv.DictReader(stream)} == {""}


def test_a_picture_that_came_out_otherwise_is_not_measured_for_the_one_that_was_sent(ws, tmp_path: Path) -> None:
    _run(ws, tmp_path, recipes=["defocus:4"])
    _forget(ws)
    document, recipe = _document(ws), degrading.find_recipe(ws, "defocus:4")
    stored = degrading.known_variant(ws, document.pages[0], recipe)
    ws.store.blobs.path(stored.sha).unlink()
    with ws.store.write() as tx:
        tx.execute("UPDATE variants SET pixel_sha = 'what it was then', image_sha = ?", ("0" * 64,))
    assert degrading.variant(ws, document.pages[0], recipe).drifted
    assert hardness(ws, document, recipe, seed=0) == {}
    assert _kept(ws) == 0


def test_the_csv_says_how_hard_each_field_was(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    reporting.export_csv(ws, run_id, tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    document = _document(ws)
    for recipe in ("clean", "defocus:4"):
        measured = hardness(ws, document, degrading.find_recipe(ws, recipe), seed=0)
        for field in document.fields:
            one = measured[field.id]
            mine = [row for row in rows if (row["recipe"], row["field"]) == (recipe, field.key)]
            assert len(mine) == 2
            for row in mine:
                assert float(row["contrast"]) == pytest.approx(one.contrast, abs=5e-4)
                assert float(row["sharpness"]) == pytest.approx(one.sharpness, abs=5e-4)
                assert float(row["digit_height_px"]) == one.digit_height_px


def test_the_classes_add_up_to_the_headline(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    found = reporting.run_measures(ws, run_id).how_hard
    headline = reporting.headline(ws, run_id)
    for classes in (found.by_height, found.by_third):
        for model in ("right", "wrong"):
            mine = [one for one in classes if one.model == model]
            rows = [row for row in headline if row.model == model]
            for name in ("value_fidelity", "silent_error_rate"):
                for part in ("hits", "total"):
                    assert sum(getattr(getattr(one, name), part) for one in mine) == sum(
                        getattr(getattr(row, name), part) for row in rows
                    )


def test_a_field_without_a_box_is_unknown_and_stays_below_the_line(ws, tmp_path: Path) -> None:
    field = _document(ws).fields[0]
    annotating.apply(ws, ChangeField(field, replace(field, box=None)))
    found = reporting.run_measures(ws, _run(ws, tmp_path)).how_hard
    unknown = [one for one in found.by_height if one.name == UNKNOWN]
    assert [(one.model, one.slots, one.value_fidelity.total) for one in unknown] == [("right", 2, 2), ("wrong", 2, 2)]


def _slot(document: int, field: int, *, right: int) -> SlotCounts:
    return SlotCounts("m", "r", f"d{document:02}", f"{document}-{field}", 1, 1, right, 1 - right)


def test_a_model_that_fails_on_small_digits_is_told_so_in_words() -> None:
    rows = [_slot(document, field, right=int(field > 1)) for document in range(12) for field in range(4)]
    heights = (7.0, 9.0, 20.0, 30.0)
    measured = {(row.recipe_key, row.field_id): Legible(1.0, 1.0, heights[int(row.field_id[-1])]) for row in rows}
    found = how_hard(lambda: iter(rows), measured, ["m"])
    assert [(one.name, one.value_fidelity.hits) for one in found.by_height] == [
        ("<8", 0),
        ("8-12", 0),
        ("17-25", 12),
        (">=25", 12),
    ]
    assert [(model, edge) for model, edge, _, _ in found.cliffs] == [("m", 12.0)]
    assert [one.value_fidelity.value for one in found.by_third] == [0.0, pytest.approx(0.5, abs=0.5), 1.0]


def test_the_tables_say_it_with_their_counts_and_intervals(ws, tmp_path: Path) -> None:
    tables = measure_tables(reporting.run_measures(ws, _run(ws, tmp_path)))
    assert tables.heights.title == "How high the digits were"
    assert tables.heights.rows[0][0].text == "right"
    assert "No height of digits is shown below which a model reads worse" in tables.heights.note
    assert [row[1].text for row in tables.ease.rows][:3] == ["hardest third", "middle third", "easiest third"]
    assert sum(int(row[2].text) for row in tables.ease.rows) == 12
    assert all(" of " in cell.small for row in tables.ease.rows for cell in row[3:])


def test_marks_are_counted_in_the_report_and_leave_the_printed_values(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    document = _document(ws)
    illegible.mark(ws, document.id, document.fields[2].id, degrading.find_recipe(ws, "defocus:4"))
    rescoring.rescore_run(ws, run_id)
    measures = reporting.run_measures(ws, run_id)
    assert [(sheet.recipe, sheet.illegible) for sheet in measures.sheets] == [
        ("clean", 0),
        ("clean", 0),
        ("defocus:4", 1),
        ("defocus:4", 1),
    ]
    shown = measure_tables(measures).shares[0]
    assert [row[0].text for row in shown.rows][-1] == "Illegible to a person, not among the values printed"
    assert [cell.text for cell in shown.rows[-1]][1:] == ["0", "1"]
    found = [one for one in measures.how_hard.by_third if one.model == "wrong"]
    assert sum(one.value_fidelity.total for one in found) == 5
    reporting.export_html(ws, run_id, tmp_path / "r.html", measures=measures)
    assert "defocus:4: 1; a person can read nothing there" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_what_is_kept_goes_with_the_variant_it_was_measured_on(ws) -> None:
    document = _document(ws)
    mild, hard = (degrading.find_recipe(ws, name) for name in ("defocus:1", "defocus:4"))
    assert hardness(ws, document, mild, seed=0) != hardness(ws, document, hard, seed=0)
    assert hardness(ws, document, mild, seed=0) == hardness(ws, document, mild, seed=0)
    assert _kept(ws) == 6
    assert table.measures(ws.store.read(), "nobody", method=1) == {}
