"""Workspaces, imports, recipes and models by command: what they print, and what they say when something is wrong."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.commands import Shell, receipt_files, replay_file

from fidelity_app.cli.exits import Exit


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    assert shell("new", tmp_path / "ws").code == Exit.DONE
    return tmp_path / "ws"


def test_a_new_workspace_is_named_and_lists_the_models_that_need_no_key(shell: Shell, tmp_path: Path) -> None:
    said = shell("new", tmp_path / "fresh", "--json")
    assert (said.code, said.json) == (Exit.DONE, {"workspace": str(tmp_path / "fresh")})
    models = shell("models", tmp_path / "fresh", "list", "--json").json
    assert ("rapidocr", "yes") in [(model["name"], model["ready"]) for model in models]


def test_a_second_workspace_in_the_same_folder_is_refused(shell: Shell, ws: Path) -> None:
    said = shell("new", ws)
    assert said.code == Exit.OUTSIDE
    assert str(ws) in said.err and "workspace here already" in said.err


def test_a_folder_without_a_workspace_is_said_to_be_none(shell: Shell, tmp_path: Path) -> None:
    said = shell("documents", tmp_path)
    assert said.code == Exit.USAGE and str(tmp_path) in said.err and "Traceback" not in said.err


def test_a_workspace_of_a_newer_version_is_refused_and_left_as_it_is(shell: Shell, ws: Path) -> None:
    db = sqlite3.connect(ws / "workspace.sqlite")
    table = "_sqlite_migrations"
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    values = {"migration_set": "fidelity", "name": "9999_from_the_future", "applied_at": "2030-01-01"}
    chosen = [name for name in columns if name in values]
    marks = ", ".join("?" * len(chosen))
    db.execute(f"INSERT INTO {table} ({', '.join(chosen)}) VALUES ({marks})", [values[name] for name in chosen])
    db.commit()
    db.close()
    before = (ws / "workspace.sqlite").read_bytes()
    said = shell("documents", ws)
    assert said.code == Exit.USAGE and "newer" in said.err
    assert (ws / "workspace.sqlite").read_bytes() == before


def test_documents_come_in_with_their_truth_and_are_listed(shell: Shell, ws: Path, tmp_path: Path) -> None:
    receipt_files(tmp_path / "in", name="lunch")
    said = shell("import", ws, tmp_path / "in", "--tag", "till", "--locale", "en-GB", "--json")
    assert said.code == Exit.DONE and len(said.json["added"]) == 1
    (row,) = shell("documents", ws, "--json").json
    assert (row["name"], row["locale"], row["fields"], row["tags"]) == ("lunch", "en-GB", 3, ["till"])
    assert "lunch" in shell("documents", ws).out
    assert shell("documents", ws, "--filter", "28.90", "--json").json == [row]
    assert shell("documents", ws, "--filter", "no such thing", "--json").json == []


def test_the_same_pixels_again_are_named_as_being_here_already(shell: Shell, ws: Path, tmp_path: Path) -> None:
    receipt_files(tmp_path / "in")
    shell("import", ws, tmp_path / "in")
    said = shell("import", ws, tmp_path / "in")
    assert said.code == Exit.DONE and "already here" in said.out
    assert len(shell("documents", ws, "--json").json) == 1


def test_what_is_no_image_is_left_out_with_its_reason(shell: Shell, ws: Path, tmp_path: Path) -> None:
    fake = tmp_path / "fake.jpg"
    fake.write_text("this is a letter, not a picture")
    said = shell("import", ws, fake, "--json")
    assert said.code == Exit.USAGE
    assert [left["path"] for left in said.json["left_out"]] == [str(fake)] and said.json["left_out"][0]["reason"]
    assert shell("documents", ws, "--json").json == []


def test_one_bad_picture_does_not_keep_the_good_ones_out(shell: Shell, ws: Path, tmp_path: Path) -> None:
    receipt_files(tmp_path / "in")
    (tmp_path / "in" / "cut.png").write_bytes((tmp_path / "in" / "one.png").read_bytes()[:20])
    said = shell("import", ws, tmp_path / "in")
    assert said.code == Exit.DONE
    assert said.out.startswith("1 document added\nleft out: ") and str(tmp_path / "in" / "cut.png") in said.out


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_missing_path_and_an_empty_folder_are_named(shell: Shell, ws: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    said = shell("import", ws, tmp_path / name)
    assert said.code == Exit.USAGE and str(tmp_path / name) in said.err


def test_a_truth_file_that_does_not_parse_is_named_with_its_line(shell: Shell, ws: Path, tmp_path: Path) -> None:
    receipt_files(tmp_path / "in", name="good", rows=(("TOTAL", "1.00"),))
    broken = receipt_files(tmp_path / "in", name="late")
    broken.write_text('{\n "schema": "fidelity-truth/1",\n "pages": ["late.png"\n "fields": []}\n', encoding="utf-8")
    said = shell("import", ws, tmp_path / "in")
    assert said.code == Exit.USAGE
    assert str(broken) in said.err and "line 4" in said.err
    assert shell("documents", ws, "--json").json == [], "nothing comes in by halves"


def test_an_unknown_format_is_answered_with_those_there_are(shell: Shell, ws: Path, tmp_path: Path) -> None:
    said = shell("import", ws, receipt_files(tmp_path / "in"), "--format", "voc")
    assert said.code == Exit.USAGE and "'voc'" in said.err and "sroie" in said.err and "wildreceipt" in said.err


def test_recipes_are_listed_with_what_they_are_made_of(shell: Shell, ws: Path) -> None:
    listed = shell("recipes", "--json").json
    assert {"clean", "phone-in-a-hurry", "faded-thermal"} <= {row["name"] for row in listed}
    assert all(row["steps"] for row in listed if row["name"] != "clean")
    assert shell("recipes", ws, "--json").json == listed
    assert "phone-in-a-hurry" in shell("recipes").out


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(shell: Shell, tmp_path: Path) -> None:
    receipt_files(tmp_path)
    made = {}
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        out = tmp_path / f"{name}.png"
        said = shell(
            "degrade", tmp_path / "one.png", "--recipe", "phone-in-a-hurry:2", "--seed", seed, "-o", out, "--json"
        )
        assert said.code == Exit.DONE and said.json["output"] == str(out)
        made[name] = out.read_bytes()
    assert made["a"] == made["b"] != made["c"]


def test_a_recipe_file_is_used_and_a_broken_one_named(shell: Shell, tmp_path: Path) -> None:
    receipt_files(tmp_path)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"steps": [{"op": "skew", "severity": 2}]}))
    out = tmp_path / "out.png"
    assert shell("degrade", tmp_path / "one.png", "--recipe", file, "-o", out).code == Exit.DONE
    assert out.read_bytes() != (tmp_path / "one.png").read_bytes()
    file.write_text(json.dumps({"steps": [{"op": "sneeze", "severity": 2}]}))
    said = shell("degrade", tmp_path / "one.png", "--recipe", file, "-o", out)
    assert said.code == Exit.USAGE and "sneeze" in said.err


def test_a_ladder_is_five_files_each_the_rung_by_itself(shell: Shell, tmp_path: Path) -> None:
    receipt_files(tmp_path)
    said = shell("degrade", tmp_path / "one.png", "--recipe", "fax", "--ladder", "-o", tmp_path / "rungs", "--json")
    assert said.code == Exit.DONE
    assert [row["what"] for row in said.json] == [f"fax:{severity}" for severity in range(1, 6)]
    assert sorted(path.name for path in (tmp_path / "rungs").iterdir()) == [f"fax-{rung}.png" for rung in range(1, 6)]
    shell("degrade", tmp_path / "one.png", "--recipe", "fax:4", "-o", tmp_path / "four.png")
    assert (tmp_path / "rungs" / "fax-4.png").read_bytes() == (tmp_path / "four.png").read_bytes()


def test_a_sheet_shows_the_same_words_under_every_recipe(shell: Shell, tmp_path: Path) -> None:
    receipt_files(tmp_path)
    sheet = tmp_path / "sheet.png"
    said = shell("degrade", tmp_path / "one.png", "--recipe", "fax", "--recipe", "skew", "--sheet", sheet)
    assert said.code == Exit.DONE and "2 recipes" in said.out
    with Image.open(sheet) as picture:
        drawn = np.asarray(picture.convert("L"))
    cells = [
        drawn[34 + 248 * row : 274 + 248 * row, 210 + 328 * column : 530 + 328 * column]
        for row in (0, 1)
        for column in range(6)
    ]
    assert all(cell.std() > 5 for cell in cells)
    assert all(not np.array_equal(cells[0], cell) for cell in (*cells[1:6], *cells[7:]))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--recipe", "fax"], "needs -o"),
        (["--recipe", "fax", "-o", "a.png", "--sheet", "b.png"], "needs -o"),
        (["-o", "a.png"], "one --recipe"),
        (["--recipe", "fax", "--recipe", "skew", "-o", "a.png"], "one --recipe"),
        (["--ladder", "--sheet", "b.png"], "leave --ladder out"),
        (["--recipe", "clean", "--ladder", "-o", "rungs"], "does nothing"),
        (["--recipe", "fax", "-o", "a.png", "--page", "3"], "no page 3"),
    ],
)
def test_what_cannot_be_degraded_is_said(shell: Shell, tmp_path: Path, options: list[str], words: str) -> None:
    receipt_files(tmp_path)
    said = shell("degrade", tmp_path / "one.png", *options)
    assert said.code == Exit.USAGE and words in said.err


def test_an_unknown_recipe_is_answered_with_those_there_are(shell: Shell, tmp_path: Path) -> None:
    receipt_files(tmp_path)
    said = shell("degrade", tmp_path / "one.png", "--recipe", "no-such", "-o", tmp_path / "out.png")
    assert said.code == Exit.USAGE and "'no-such'" in said.err and "phone-in-a-hurry" in said.err
    assert not (tmp_path / "out.png").exists()


def test_a_model_is_added_listed_and_removed(shell: Shell, ws: Path, tmp_path: Path) -> None:
    file = replay_file(tmp_path / "replies.jsonl", {"total": "28.90"})
    added = shell("models", ws, "add", "stored", "--adapter", "replay", "--file", file, "--json")
    assert added.code == Exit.DONE and added.json["ready"] == "yes" and added.json["parameters"] == {"file": str(file)}
    assert "stored" in [row["name"] for row in shell("models", ws, "list", "--json").json]
    assert shell("models", ws, "remove", "stored").code == Exit.DONE
    assert "stored" not in [row["name"] for row in shell("models", ws, "list", "--json").json]


def test_a_model_that_does_not_read_right_fails_its_test(shell: Shell, ws: Path, tmp_path: Path) -> None:
    file = replay_file(tmp_path / "replies.jsonl", {"total": "23.90"})
    shell("models", ws, "add", "stored", "--adapter", "replay", "--file", file)
    said = shell("models", ws, "test", "stored", "--json")
    assert said.code == Exit.FAILED
    assert said.json["ok"] is False and said.json["answered"] == "23.90" != said.json["expected"]


def test_a_model_without_key_says_which_variable_is_wanted(
    shell: Shell, ws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    options = ("--adapter", "openai", "--base-url", "https://models.example/v1", "--key-env", "NO_SUCH_KEY")
    shell("models", ws, "add", "far", *options, "--model", "far-1")
    said = shell("models", ws, "test", "far")
    assert said.code == Exit.OUTSIDE and "NO_SUCH_KEY" in said.out + said.err


@pytest.mark.parametrize("command", ["test", "remove"])
def test_an_unknown_model_is_answered_with_those_there_are(shell: Shell, ws: Path, command: str) -> None:
    said = shell("models", ws, command, "nobody")
    assert said.code == Exit.USAGE and "nobody" in said.err and "rapidocr" in said.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--adapter", "telepathy"), "telepathy"),
        (("--adapter", "rapidocr", "--parameter", "speed"), "NAME=VALUE"),
        (("--adapter", "rapidocr", "--price", "input=much"), "much"),
    ],
)
def test_a_model_that_cannot_be_meant_is_refused(shell: Shell, ws: Path, options: tuple[str, ...], words: str) -> None:
    said = shell("models", ws, "add", "odd", *options)
    assert said.code == Exit.USAGE and words in said.err
    assert "odd" not in [row["name"] for row in shell("models", ws, "list", "--json").json]
