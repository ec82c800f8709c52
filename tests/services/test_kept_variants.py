"""Kept variants: counted, removed on request, never what is evidence or a page, and made again as they were."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.asks import Mode
from fidelity_app.core.edits import rotation
from fidelity_app.core.errors import Conflict
from fidelity_app.core.plans import RunRequest
from fidelity_app.imaging.agreement import Agreement, agreement
from fidelity_app.imaging.encoding import to_png
from fidelity_app.services import annotating, checking_variants, comparing, degrading, library, recipe_labels, running
from fidelity_app.services.drifting import CHANGED, NOT_SEEN, SEEN, drift_words, sent_words, was_seen
from fidelity_app.services.importing import import_paths
from fidelity_app.services.jobs import CancelToken
from fidelity_app.services.making_variants import make_variants, remove_variants, variants_kept
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table
from fidelity_app.store.blobs import BlobStore
from fidelity_app.store.locks import exclusive, run_lock

ANSWERS = {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in")
        replay_model(ws, tmp_path, ANSWERS)
        yield ws


def made(ws: Workspace, *names: str) -> None:
    ids = [row.id for row in library.documents(ws)]
    make_variants(ws, ids, [degrading.find_recipe(ws, name) for name in names])


def asked(ws: Workspace, *names: str, **more: object) -> None:
    run_models(ws, [row.id for row in library.documents(ws)], ["replay"], recipes=list(names), **more)


def file_names(ws: Workspace) -> set[str]:
    return {path.parent.name + path.name for path in (ws.path / "images").rglob("*") if path.is_file()}


def forget_pixels(ws: Workspace, *, source_sha: str | None = None) -> None:
    """Remember other pixels of every variant, as if another library had made them, and lose the files."""
    for record in table.variants(ws.store.read()):
        ws.store.blobs.remove(record.image_sha)
        with ws.store.write() as tx:
            table.put_variant(tx, replace(record, pixel_sha="0" * 64, image_sha="1" * 64), at=ws.clock())


def test_what_is_kept_is_counted_by_recipe_with_what_runs_asked(ws) -> None:
    asked(ws, "clean", "fax:2")
    made(ws, "fax:2", "skew:3", "skew:2.5")
    kept = variants_kept(ws)
    assert (kept.count, kept.asked) == (4, 2)
    rows = {row.label: row for row in kept.recipes}
    assert set(rows) == {"clean", "fax:2", "skew:3", ""}, "2.5 is a severity that nothing here names"
    assert [rows[name].asked for name in ("clean", "fax:2", "skew:3")] == [1, 1, 0]
    paths = [ws.store.blobs.path(record.image_sha) for record in table.variants(ws.store.read())]
    assert kept.bytes == sum(path.stat().st_size for path in paths) == sum(row.bytes for row in kept.recipes)


def test_removal_keeps_what_a_run_was_asked_about_and_the_pages(ws) -> None:
    asked(ws, "fax:2")
    evidence = file_names(ws)
    made(ws, "skew:3", "glare:3")
    removed = remove_variants(ws)
    assert (removed.count, removed.kept, removed.not_again, removed.cancelled) == (2, 1, (), False)
    assert file_names(ws) == evidence
    assert variants_kept(ws).count == 1


def test_only_one_recipe_is_removed_when_it_is_named(ws) -> None:
    made(ws, "skew:3", "fax:2")
    removed = remove_variants(ws, recipe=recipe_labels.recipe_key(ws, "skew:3"))
    assert removed.count == 1 and removed.bytes > 0
    assert [row.label for row in variants_kept(ws).recipes] == ["fax:2"]


def test_a_removed_variant_is_made_again_as_it_was(ws) -> None:
    page = library.document(ws, library.documents(ws)[0].id).pages[0]
    recipe = degrading.find_recipe(ws, "crumpled-pocket:3")
    before = degrading.variant(ws, page, recipe)
    assert remove_variants(ws).count == 1
    assert before.sha not in ws.store.blobs and degrading.known_variant(ws, page, recipe) is None
    again = degrading.variant(ws, page, recipe)
    assert (again.sha, again.pixel_sha, again.drifted) == (before.sha, before.pixel_sha, False)


def test_a_file_that_a_page_is_made_of_stays_though_the_clean_variant_is_the_same_file(tmp_path: Path) -> None:
    """Our own PNG of a page is its page and its clean variant, byte for byte."""
    with new_workspace(tmp_path / "ws") as ws:
        rgb = np.full((60, 80, 3), 200, np.uint8)
        (tmp_path / "a.png").write_bytes(to_png(rgb))
        import_paths(ws, [tmp_path / "a.png"])
        made(ws, "clean")
        (record,) = table.variants(ws.store.read())
        page = library.document(ws, library.documents(ws)[0].id).pages[0]
        assert record.image_sha == page.image_sha
        assert variants_kept(ws).bytes == 0, "it takes no room of its own"
        removed = remove_variants(ws, unused_only=False)
        assert (removed.count, removed.bytes, removed.kept) == (0, 0, 1)
        assert np.array_equal(library.page_pixels(ws, page), rgb)


def test_a_file_that_another_recipes_variant_shares_stays_until_both_go(ws) -> None:
    made(ws, "clean", "skew:0")
    one, other = table.variants(ws.store.read())
    assert one.image_sha == other.image_sha and one.recipe_key != other.recipe_key
    assert remove_variants(ws, recipe=one.recipe_key).count == 0
    assert one.image_sha in ws.store.blobs
    removed = remove_variants(ws)
    assert removed.count == 2 and one.image_sha not in ws.store.blobs


def test_evidence_is_removed_when_told_so_and_comes_back_bit_by_bit(ws) -> None:
    asked(ws, "fax:2", "clean")
    before = {record.key: record.pixel_sha for record in table.variants(ws.store.read())}
    removed = remove_variants(ws, unused_only=False)
    assert (removed.count, removed.kept, removed.not_again) == (2, 0, ())
    made(ws, "fax:2", "clean")
    assert {record.key: record.pixel_sha for record in table.variants(ws.store.read())} == before
    assert variants_kept(ws).count == 2


def test_evidence_that_cannot_be_made_again_as_it_was_stays_whatever_is_said(ws) -> None:
    asked(ws, "fax:2")
    (record,) = table.variants(ws.store.read())
    rgb = np.ascontiguousarray(np.full((50, 60, 3), 7, np.uint8))
    altered = replace(record, image_sha=ws.store.blobs.put(to_png(rgb)), pixel_sha="2" * 64)
    with ws.store.write() as tx:
        table.put_variant(tx, altered, at=ws.clock())
        tx.execute("UPDATE trials SET image_shas = ?", (f'["{altered.image_sha}"]',))
    removed = remove_variants(ws, unused_only=False)
    assert removed.count == 0 and altered.image_sha in ws.store.blobs
    assert [item.agreement for item in removed.not_again] == [Agreement.DRIFTED]


def test_a_picture_that_only_an_earlier_request_names_stays(ws) -> None:
    """A trial that was asked again after its pixels changed names the new ones; the first request is evidence, too."""
    asked(ws, "fax:2")
    (record,) = table.variants(ws.store.read())
    with ws.store.write() as tx:
        tx.execute("UPDATE trials SET image_shas = '[]'")
    assert remove_variants(ws).count == 0 and record.image_sha in ws.store.blobs


def test_crops_are_evidence_without_a_row_and_stay(ws) -> None:
    asked(ws, "fax:2", mode=Mode.CROP)
    crops = {sha for sha in table.asked_pictures(ws.store.read())}
    for path in (ws.path / "images").rglob("*"):
        if path.is_file():
            os.utime(path, (1, 1))
    remove_variants(ws, unused_only=False)
    assert len(crops) == 3 and crops <= file_names(ws)


def test_while_a_run_is_executed_nothing_is_removed(ws) -> None:
    made(ws, "skew:3")
    ids = tuple(row.id for row in library.documents(ws))
    request = RunRequest(ids, (running.recipe_ref(ws, "clean"),), ("replay",))
    run_id = running.start_run(ws, running.plan_run(ws, request))
    with ws.store.write() as tx:
        tx.execute("UPDATE runs SET state = 'running'")
    with exclusive(run_lock(ws.path, run_id), busy="-"), pytest.raises(Conflict, match="run 1 is being executed"):
        remove_variants(ws)
    assert variants_kept(ws).count == 1
    assert remove_variants(ws).count == 1, "a run whose process was killed holds nobody up"
    asyncio.run(running.execute_run(ws, run_id))


def test_files_of_killed_writers_go_when_they_are_old_and_others_stay(ws) -> None:
    orphan, fresh = ws.store.blobs.put(b"no row names this"), ws.store.blobs.put(b"its row comes next")
    folder = ws.store.blobs.path(orphan).parent
    (folder / ".new-abc").write_bytes(b"half")
    (folder / "notes.txt").write_text("somebody else's")
    for path in (ws.store.blobs.path(orphan), folder / ".new-abc", folder / "notes.txt"):
        os.utime(path, (1, 1))
    for page in library.document(ws, library.documents(ws)[0].id).pages:
        os.utime(ws.store.blobs.path(page.image_sha), (1, 1))
    before = file_names(ws)
    assert remove_variants(ws, recipe="0" * 64).leftovers == 0, "not when only one recipe is meant"
    removed = remove_variants(ws)
    assert (removed.leftovers, removed.bytes) == (2, len(b"no row names this") + len(b"half"))
    assert before - file_names(ws) == {orphan, folder.name + ".new-abc"}
    assert fresh in ws.store.blobs


def test_a_file_put_again_is_wanted_and_no_longer_old(ws) -> None:
    sha = ws.store.blobs.put(b"imported once, killed before its row")
    os.utime(ws.store.blobs.path(sha), (1, 1))
    ws.store.blobs.put(b"imported once, killed before its row")
    assert remove_variants(ws).leftovers == 0 and sha in ws.store.blobs


def test_cancelled_removal_says_what_it_did_and_the_rest_stays(ws) -> None:
    made(ws, "skew:3", "fax:2")
    token = CancelToken()
    token.cancel()
    removed = remove_variants(ws, cancel=token)
    assert removed.cancelled and (removed.count, removed.kept) == (0, 2)


def test_variants_are_checked_by_making_them_again(ws) -> None:
    made(ws, "skew:3", "fax:2")
    assert [item.agreement for item in checking_variants.check_variants(ws)] == [Agreement.VERIFIED] * 2
    record = next(r for r in table.variants(ws.store.read()) if r.recipe_key == recipe_labels.recipe_key(ws, "fax:2"))
    ghost = replace(record, key="3" * 64, recipe_key="4" * 64)
    with ws.store.write() as tx:
        table.put_variant(tx, ghost, at=ws.clock())
    (found,) = checking_variants.check_variants(ws, recipe="4" * 64)
    assert found.agreement is None and "recipe is not kept" in found.reason


@pytest.mark.parametrize(
    ("off_by", "expected"), [(0, Agreement.VERIFIED), (1, Agreement.EQUIVALENT), (2, Agreement.DRIFTED)]
)
def test_a_kept_picture_and_its_new_making_are_compared_pixel_by_pixel(ws, off_by: int, expected: Agreement) -> None:
    page = library.document(ws, library.documents(ws)[0].id).pages[0]
    rgb = degrading.variant(ws, page, degrading.find_recipe(ws, "fax:2")).rgb.copy()
    rgb[40, 50, 0] = rgb[40, 50, 0] - off_by if rgb[40, 50, 0] > 2 else rgb[40, 50, 0] + off_by
    (record,) = table.variants(ws.store.read())
    pixel_sha = record.pixel_sha if not off_by else "5" * 64
    with ws.store.write() as tx:
        table.put_variant(
            tx, replace(record, image_sha=ws.store.blobs.put(to_png(rgb)), pixel_sha=pixel_sha), at=ws.clock()
        )
    assert [item.agreement for item in checking_variants.check_variants(ws)] == [expected]


def test_pictures_of_other_sizes_have_drifted() -> None:
    assert agreement(np.zeros((4, 5, 3), np.uint8), np.zeros((5, 4, 3), np.uint8)) is Agreement.DRIFTED
    dark, light = np.zeros((600, 5, 3), np.uint8), np.zeros((600, 5, 3), np.uint8)
    light[599, 4, 2] = 255
    assert agreement(dark, light) is agreement(light, dark) is Agreement.DRIFTED


def test_a_variant_that_comes_out_otherwise_says_so_and_what_was_remembered_stays(ws) -> None:
    page = library.document(ws, library.documents(ws)[0].id).pages[0]
    recipe = degrading.find_recipe(ws, "fax:2")
    first = degrading.variant(ws, page, recipe)
    forget_pixels(ws)
    again = degrading.variant(ws, page, recipe)
    assert again.drifted and again.pixel_sha == first.pixel_sha
    known = degrading.known_variant(ws, page, recipe)
    assert known is not None and known.drifted and known.key == first.key
    assert degrading.variant(ws, page, recipe).drifted, "the second time it is shown, too"
    remembered = table.variant(ws.store.read(), first.key)
    assert remembered is not None and remembered.pixel_sha == "0" * 64
    assert [(row.variants, row.drifted) for row in variants_kept(ws).recipes] == [(1, 1)]


def test_making_many_counts_those_that_drifted(ws) -> None:
    made(ws, "fax:2", "skew:3")
    forget_pixels(ws)
    ids = [row.id for row in library.documents(ws)]
    recipes = [degrading.find_recipe(ws, name) for name in ("fax:2", "skew:3", "clean")]
    report = make_variants(ws, ids, recipes)
    assert (report.made, report.drifted) == (3, 2)
    assert make_variants(ws, ids, recipes).known == 3


class Emptied(BlobStore):
    """A store whose files another window removes just before they are first read."""

    def get(self, sha: str) -> bytes:
        self.remove(sha)
        self.get = super().get
        return super().get(sha)


def test_a_variant_that_is_removed_while_it_is_being_opened_is_made_again(ws) -> None:
    page = library.document(ws, library.documents(ws)[0].id).pages[0]
    recipe = degrading.find_recipe(ws, "fax:2")
    first = degrading.variant(ws, page, recipe)
    ws.store.blobs = Emptied(ws.store.blobs.folder)
    again = degrading.variant(ws, page, recipe)
    assert (again.sha, again.drifted) == (first.sha, False) and np.array_equal(again.rgb, first.rgb)


def test_compare_says_when_the_page_it_shows_is_not_what_the_models_saw(ws) -> None:
    asked(ws, "fax:2")
    (run,) = running.runs(ws)
    slot = comparing.matrix(ws, run.id).rows[0].slot
    assert drift_words(comparing.finding(ws, run.id, slot)) == ""
    with ws.store.write() as tx:
        tx.execute("UPDATE trials SET image_shas = ?", (f'["{"1" * 64}"]',))
    forget_pixels(ws)
    assert drift_words(comparing.finding(ws, run.id, slot)) == NOT_SEEN


@pytest.mark.parametrize("mode", [Mode.EXTRACT, Mode.CROP])
def test_compare_says_when_the_page_was_turned_after_the_models_saw_it(ws, mode: Mode) -> None:
    asked(ws, "fax:2", mode=mode)
    (run,) = running.runs(ws)
    slot = comparing.matrix(ws, run.id).rows[0].slot
    assert was_seen(comparing.finding(ws, run.id, slot))
    for turns, said in ((1, CHANGED), (-1, "")):
        document = library.document(ws, library.documents(ws)[0].id)
        annotating.apply(ws, rotation(document, document.pages[0], turns))
        assert drift_words(comparing.finding(ws, run.id, slot)) == said


@pytest.mark.parametrize("mode", [Mode.EXTRACT, Mode.CROP])
def test_a_run_says_when_it_sends_pictures_that_came_out_otherwise(ws, mode: Mode) -> None:
    made(ws, "fax:2", "clean")
    forget_pixels(ws)
    ids = [row.id for row in library.documents(ws)]
    outcome = run_models(ws, ids, ["replay"], recipes=["fax:2"], mode=mode)
    assert outcome.drifted == (3 if mode is Mode.CROP else 1)
    assert "not comparable" in sent_words(outcome.drifted)
    finding = comparing.finding(ws, outcome.run_id, comparing.matrix(ws, outcome.run_id).rows[0].slot)
    assert drift_words(finding) == SEEN
    assert run_models(ws, ids, ["replay"], recipes=["skew:1"]).drifted == 0
