"""The main job over a dozen real receipts: imported from their own truth, read by real models, every count by hand."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from real.job import Scored, import_all, markdown, pictures, run_all
from real.robustness import page, robustness
from support.shared_data import SHARED_DATA
from support.workspaces import new_workspace

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.documents import Document, Kind
from fidelity_app.services import comparing, library, reporting
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.rows import MatrixFilter, Show

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]

EACH = 6
MODELS = ("rapidocr", "tesseract")
RECIPE = {
    "name": "blurred-and-turned",
    "steps": [{"op": name, "severity": 1.5} for name in ("skew", "defocus", "jpeg")],
}
WILDRECEIPT_NUMBERS = {"7", "9", "13", "15", "17", "19", "21", "23"}
NUMBER_ALONE = re.compile(r"-?\s?(RM|MYR|\$)?\s?-?(\d{1,3}(,\d{3})+|\d+)[.,]\d{2}-?|-?\d+([.,]\d+)?\s?%", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Done:
    """The job as it was done: where, on which pictures, and what came out."""

    ws: Workspace
    chosen: Mapping[str, tuple[Path, ...]]
    left_out: tuple[str, ...]
    scored: tuple[Scored, ...]
    recipes: tuple[str, ...]

    @property
    def overall(self) -> Scored:
        return self.scored[-1]

    def documents(self) -> list[Document]:
        return [library.document(self.ws, row.id) for row in library.documents(self.ws)]

    def again(self) -> list[Scored]:
        return run_all(self.ws, self.chosen, recipes=self.recipes, model_names=MODELS)


@pytest.fixture(scope="module", params=[SHARED_DATA] if SHARED_DATA else [], ids=["data"])
def done(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    found = pictures(request.param)
    chosen = {name: tuple(sorted(found[name], key=_pixels)[:EACH]) for name in ("sroie", "wildreceipt")}
    folder = tmp_path_factory.mktemp("real")
    recipe = folder / "recipe.json"
    recipe.write_text(json.dumps(RECIPE), encoding="utf-8")
    with new_workspace(folder / "ws") as ws:
        left_out = tuple(import_all(ws, chosen))
        recipes = ("clean", str(recipe))
        scored = tuple(run_all(ws, chosen, recipes=recipes, model_names=MODELS))
        yield Done(ws, chosen, left_out, scored, recipes)


def _pixels(path: Path) -> int:
    with Image.open(path) as picture:
        return picture.width * picture.height


def _printed_numbers(picture: Path) -> tuple[int, int]:
    """Count the values in a receipt's truth files; the second count is of those the files themselves leave without box.

    Written without our own importer: what SROIE's key file says, plus the lines that are one number and nothing else.
    """
    root = picture.parents[1]
    if (root / "ann").is_dir():
        annotations = json.loads((root / "ann" / f"{picture.stem}.json").read_text(encoding="utf-8"))["annotations"]
        return sum(str(item["label"]) in WILDRECEIPT_NUMBERS and bool(item["text"].strip()) for item in annotations), 0
    key = json.loads((root / "key" / f"{picture.stem}.json").read_text(encoding="utf-8"))
    entities = sum(bool(key.get(name, "").strip()) for name in ("date", "total"))
    rows = (root / "box" / f"{picture.stem}.csv").read_text(encoding="utf-8").splitlines()
    alone = sum(NUMBER_ALONE.fullmatch(row.split(",", 8)[8].strip()) is not None for row in rows if row.strip())
    return entities + alone, entities


def test_every_receipt_is_imported_with_the_values_of_its_own_truth(done: Done) -> None:
    assert done.left_out == ()
    by_name = {document.name: document for document in done.documents()}
    assert len(by_name) == 2 * EACH
    for picture in (path for paths in done.chosen.values() for path in paths):
        document = by_name[picture.stem]
        printed, without_box = _printed_numbers(picture)
        # A SROIE total that stands alone in its line is one value, not two: the entity takes the line's box.
        shared = printed - len(document.fields)
        assert 0 <= shared <= without_box, picture.name
        assert sum(field.box is None for field in document.fields) <= without_box, picture.name
        assert all(field.box is not None for field in document.fields if field.key not in ("date", "total"))


def test_the_texts_are_those_of_the_truth_files_character_for_character(done: Done) -> None:
    for document in done.documents():
        picture = next(path for paths in done.chosen.values() for path in paths if path.stem == document.name)
        root = picture.parents[1]
        files = [root / "ann" / f"{picture.stem}.json", root / "key" / f"{picture.stem}.json"]
        files.append(root / "box" / f"{picture.stem}.csv")
        said = "\n".join(_unescaped(path) for path in files if path.is_file())
        assert [field.text for field in document.fields if field.text not in said] == []


def _unescaped(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return json.dumps(json.loads(text), ensure_ascii=False) if path.suffix == ".json" else text


def test_every_trial_is_answered_and_none_is_asked_twice(done: Done) -> None:
    trials = 2 * EACH * len(MODELS) * len(done.recipes)
    outcome = done.overall.outcome
    assert (outcome.answered, outcome.failed, outcome.open) == (trials, 0, 0)
    assert outcome.reused == trials, "the run over everything takes the replies of the runs over its parts"
    assert [(part.run_id, part.headline) for part in done.again()] == [(p.run_id, p.headline) for p in done.scored]


def test_the_denominators_are_the_values_that_are_printed(done: Done) -> None:
    documents = {document.name: document for document in done.documents()}
    for part, names in zip(done.scored, (*done.chosen.values(), sum(done.chosen.values(), ())), strict=True):
        fields = [field for path in names for field in documents[path.stem].fields]
        digits = sum(character.isdigit() for field in fields for character in field.text)
        assert len(part.headline) == len(MODELS) * len(done.recipes)
        for row in part.headline:
            assert row.slots + row.ambiguous == len(fields)
            assert row.value_fidelity.total == row.slots
            assert row.strict_document_rate.total == row.documents == len(names)
            assert 0 < row.digit_error_rate.total <= digits


def test_a_clean_receipt_is_read_better_than_a_blurred_one(done: Done) -> None:
    clean, blurred = (
        sum(row.value_fidelity.hits for row in done.overall.headline if row.recipe_label.startswith(name))
        for name in ("clean", RECIPE["name"])
    )
    assert clean > blurred > 0


def test_the_csv_has_one_line_for_every_value_model_and_recipe(done: Done, tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    reporting.export_csv(done.ws, done.overall.run_id, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    fields = sum(len(document.fields) for document in done.documents())
    assert len(rows) == fields * len(MODELS) * len(done.recipes)
    assert {row["model"] for row in rows} == set(MODELS)
    read_right = sum(row.value_fidelity.hits for row in done.overall.headline)
    right = [row for row in rows if row["verdict"] in ("exact", "layout_only", "precision_changed")]
    assert len(right) == read_right


def test_wrong_characters_are_marked_where_they_are_printed(done: Done) -> None:
    """Each substituted digit lies inside its field's box on the picture that the model saw, at its place in the row."""
    seen = 0
    run_id = done.overall.run_id
    for row in comparing.matrix(done.ws, run_id, MatrixFilter(show=Show.WRONG, kind=Kind.AMOUNT)).rows:
        found = comparing.finding(done.ws, run_id, row.slot)
        if found.field is None or found.box is None:
            continue
        left, top, right, bottom = found.box.bounds
        text = found.field.text
        wide = (right - left) / len(text)
        for mark in (mark for model in found.models for mark in model.marks):
            if mark.kind is not OpKind.SUBSTITUTE or mark.box is None:
                continue
            assert text[mark.truth_start : mark.truth_end] == mark.truth_text
            x0, y0, x1, y1 = mark.box.bounds
            assert top - 2 <= (y0 + y1) / 2 <= bottom + 2, (found.document.name, text, mark)
            place = ((x0 + x1) / 2 - left) / wide
            assert mark.truth_start - 1 <= place <= mark.truth_end + 1, (found.document.name, text, mark)
            seen += 1
    assert seen >= 5, "real receipts read by two models under a blur give misread digits"


def test_the_table_for_people_names_every_part(done: Done) -> None:
    lines = markdown(done.scored).splitlines()
    assert len(lines) == 2 + sum(len(part.headline) for part in done.scored)
    assert {line.split(" | ")[0].removeprefix("| ") for line in lines[2:]} == {"sroie", "wildreceipt", "all"}


def test_the_page_of_robustness_parts_right_wrong_and_missing_values(done: Done) -> None:
    rows = robustness(done.ws, done.overall.run_id)
    assert {(row.model, row.recipe) for row in rows} == {
        (model, recipe) for model in MODELS for recipe in ("clean", RECIPE["name"])
    }
    for row in rows:
        assert row.lost is not None
        assert (row.lost.difference == 0.0) == (row.recipe == "clean")
        right, answered, slots = (
            sum(getattr(item, name) for item in row.counts) for name in ("right", "answered", "slots")
        )
        assert 0 < right <= answered <= slots
    lines = [line for line in page({"Presets": rows}, sets=tuple(done.chosen)).splitlines() if line.startswith("| ")]
    for line in lines:
        shares = re.findall(r"\| ([\d.]+) %", line)
        if shares:
            assert sum(map(float, shares)) == pytest.approx(100.0, abs=0.16), line
    assert sum(str(RECIPE["name"]) in line for line in lines) == len(MODELS)
