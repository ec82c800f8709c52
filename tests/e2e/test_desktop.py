"""The main job by mouse and keyboard in the real application, and its CSV against the command line's."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.desktop import STARTED_S, Desktop, answer_dialog, desktop, rows
from support.screen import end, virtual_screen

from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import recipe_from_json
from fidelity_app.services.degrading import recipes
from fidelity_app.services.workspace import create_workspace, is_workspace

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SAMPLE = "noodle-bar-sg"
BASE_RECIPE = "folded-wallet"
RECIPE = "held-in-one-hand"
FIELD = "SELECT key, kind, text FROM fields"


def truth_of_total() -> tuple[str, Quad]:
    """Return what the sample's maker says of its total: the printed text and its place."""
    truth = json.loads((SAMPLES / f"{SAMPLE}.fidelity.json").read_text(encoding="utf-8"))
    total = next(field for field in truth["fields"] if field["key"] == "total")
    return total["text"], Quad.from_flat(total["box"])


def import_picture(desk: Desktop, picture: Path) -> None:
    """Library: Ctrl+I, and the file's name typed into the dialog."""
    desk.screen.press("ctrl+i")
    desk.answer_dialog("Import", str(picture))
    desk.wait_for("the imported document", "SELECT name FROM documents")


def annotate_total(desk: Desktop, shown: np.ndarray) -> None:
    """Annotate: W, a box drawn with the mouse around the printed total, its text typed, key and kind chosen."""
    text, quad = truth_of_total()
    desk.screen.press("alt+2")
    seen = desk.screen.find(shown)
    left, top, right, bottom = quad.bounds
    desk.screen.press("w")
    desk.screen.drag(seen.at(left, top), seen.at(right, bottom))
    desk.wait_for("the drawn box", "SELECT 1 FROM fields WHERE box IS NOT NULL")
    desk.screen.type(text)
    desk.screen.press("Return")
    desk.wait_for("the typed text", "SELECT 1 FROM fields WHERE text = ?", text)
    desk.screen.press("Tab", "ctrl+a")
    desk.screen.type("total")
    desk.screen.press("Tab")
    desk.wait_for("the key", "SELECT 1 FROM fields WHERE key = 'total'")
    desk.screen.press("Home")
    desk.wait_for("the kind", "SELECT 1 FROM fields WHERE kind = 'amount'")


def undo_and_redo(desk: Desktop) -> None:
    """Take back kind, key and text one step each, then do them again: the same field returns."""
    text, _ = truth_of_total()
    before = rows(desk.workspace, "SELECT * FROM fields")
    steps = ("SELECT 1 FROM fields WHERE kind <> 'amount'", "SELECT 1 FROM fields WHERE key <> 'total'")
    for sql in (*steps, "SELECT 1 FROM fields WHERE text = ''"):
        desk.screen.press("ctrl+z")
        desk.wait_for("one step back", sql)
    for key in ("ctrl+y", "ctrl+shift+z", "ctrl+y"):
        desk.screen.press(key)
    desk.wait_for("all steps again", f"{FIELD} WHERE (key, kind, text) = ('total', 'amount', ?)", text)
    assert rows(desk.workspace, "SELECT * FROM fields") == before


def degrade_and_save(desk: Desktop) -> None:
    """Degrade: a recipe chosen from the menu, one step milder by key, saved under a name of our own."""
    desk.screen.press("alt+3")
    names = [recipe.name for recipe in recipes()]
    desk.screen.press("r", *["Down"] * (names.index(BASE_RECIPE) + 1), "Return")
    desk.screen.press("bracketleft", "ctrl+s")
    desk.answer_dialog("Save as recipe", RECIPE)
    ((saved,),) = desk.wait_for("the saved recipe", "SELECT recipe FROM recipes WHERE name = ?", RECIPE)
    base = next(recipe for recipe in recipes() if recipe.name == BASE_RECIPE)
    assert recipe_from_json(saved).key == base.at(base.severity - 1).key


def run_models(desk: Desktop) -> str:
    """Runs: our recipe ticked with the mouse beside the clean pages, started by key; returns the finished run's id."""
    desk.screen.press("alt+5")
    desk.screen.find_text("Recipes, with their severity 0 to 5")
    desk.screen.scroll(300, 400, notches=40)
    desk.screen.click_text(RECIPE)
    desk.screen.press("ctrl+Return")
    ((run_id,),) = desk.wait_for(
        "the run to be scored", "SELECT id FROM runs WHERE state = 'done' AND scored_at IS NOT NULL", seconds=150
    )
    assert rows(desk.workspace, "SELECT label FROM run_recipes ORDER BY position") == [("clean",), (f"{RECIPE}:2",)]
    return str(run_id)


def compare(desk: Desktop, run_id: str) -> None:
    """Compare, by its name in the palette: the second line's picture is the one that the models were sent."""
    sql = "SELECT image_shas FROM trials WHERE run_id = ? AND recipe_key = (SELECT key FROM recipes WHERE name = ?)"
    shas = {sha for (text,) in rows(desk.workspace, sql, run_id, RECIPE) for sha in json.loads(text)}
    assert len(shas) == 1
    sha = shas.pop()
    with Image.open(desk.workspace / "images" / sha[:2] / sha[2:]) as sent:
        rgb = np.asarray(sent.convert("RGB"))
    desk.screen.press("ctrl+k")
    desk.screen.type("go to compare")
    desk.screen.press("Return")
    desk.screen.find_text("what the models saw")
    desk.screen.press("Down")
    desk.screen.find(rgb)


def export(desk: Desktop, csv: Path) -> None:
    """Report: Ctrl+E, and the file's name typed into the dialog."""
    desk.screen.press("alt+7")
    desk.screen.find_text("Headline")
    desk.screen.press("ctrl+e")
    desk.answer_dialog("Export CSV", str(csv))
    desk.screen.find_text("Open folder")


@pytest.mark.e2e
@pytest.mark.timeout(600)
def test_the_main_job_by_mouse_and_keyboard_gives_the_csv_of_the_command_line(tmp_path: Path) -> None:
    with create_workspace(tmp_path / "till-slips") as ws:
        workspace = ws.path
    picture = Path(shutil.copy(SAMPLES / f"{SAMPLE}.jpg", tmp_path / "receipt.jpg"))
    original = picture.read_bytes()
    with Image.open(picture) as opened:
        shown = np.asarray(opened.convert("RGB"))
    with desktop(workspace, log=tmp_path / "app.log") as desk:
        import_picture(desk, picture)
        annotate_total(desk, shown)
        undo_and_redo(desk)
        degrade_and_save(desk)
        run_id = run_models(desk)
        compare(desk, run_id)
        export(desk, tmp_path / "window.csv")
        assert desk.quit() == 0
        assert desk.said() == ""
    command = [sys.executable, "-m", "fidelity_app.cli.main", "report", str(workspace), run_id]
    subprocess.run([*command, "--csv", str(tmp_path / "command.csv")], check=True, capture_output=True, timeout=60)
    assert (tmp_path / "window.csv").read_bytes() == (tmp_path / "command.csv").read_bytes()
    readings = (tmp_path / "window.csv").read_text(encoding="utf-8-sig")
    assert "rapidocr" in readings and f"{RECIPE}:2" in readings and truth_of_total()[0] in readings
    assert picture.read_bytes() == original


@pytest.mark.e2e
@pytest.mark.timeout(200)
def test_the_command_alone_opens_the_window_where_a_workspace_is_made_by_name(tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    with virtual_screen() as screen:
        process = screen.start([sys.executable, "-m", "fidelity_app.cli.main"], log=log, env=screen.environment())
        try:
            screen.window("Fidelity", seconds=STARTED_S)
            screen.find_text("Can you trust the digits a vision model reads off your documents?")
            screen.press("space")
            answer_dialog(screen, "New workspace", str(tmp_path / "till-slips"))
            screen.window("till-slips · Fidelity")
            screen.find_text("No documents yet")
            screen.press("ctrl+q")
            assert process.wait(30) == 0
        finally:
            end(process)
    assert is_workspace(tmp_path / "till-slips") and log.read_text() == ""
