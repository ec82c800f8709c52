"""`fidelity variants` and `fidelity recipes`: made ahead, listed, checked, removed when meant, and carried as files."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import Shell, receipt_files, replay_file

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.groups import size_words
from fidelity_app.store import recipes as table
from fidelity_app.store.connection import Store


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    path = tmp_path / "ws"
    shell("new", path)
    for name, total in (("lunch", "28.90"), ("dinner", "61.35")):
        receipt_files(tmp_path / "in", name=name, rows=(("TOTAL", total),))
    shell("import", path, tmp_path / "in")
    return path


def made(shell: Shell, ws: Path, *names: str) -> None:
    options = [word for name in names for word in ("--recipe", name)]
    assert shell("variants", ws, "make", *options).code == Exit.DONE


def test_variants_are_made_once_and_listed_with_their_size(shell: Shell, ws: Path) -> None:
    assert "make --recipe NAME" in shell("variants", ws).out
    said = shell(
        "variants", ws, "make", "--recipe", "fax:2", "--recipe", "skew", "--seed", "1", "--seed", "2", "--json"
    )
    assert said.code == Exit.DONE
    assert {**said.json, "bytes": 0} == {"made": 8, "known": 0, "bytes": 0, "drifted": 0, "failed": []}
    listed = shell("variants", ws, "--json").json
    assert (listed["variants"], listed["asked"], listed["bytes"]) == (8, 0, said.json["bytes"])
    assert [(row["recipe"], row["variants"]) for row in listed["recipes"]] == [("fax:2", 4), ("skew:3", 4)]
    assert "8 variants, " in shell("variants", ws, "list").out
    again = shell("variants", ws, "make", "--recipe", "fax:2", "--seed", "1", "--documents", "lunch")
    assert again.out == "0 variants made (0 bytes), 1 here already\n"


def test_the_number_of_workers_changes_no_byte(shell: Shell, ws: Path, tmp_path: Path) -> None:
    kept = []
    for workers in ("1", "3"):
        shell("variants", ws, "make", "--recipe", "crumpled-pocket", "--recipe", "fax", "--workers", workers)
        kept.append(sorted(path.parent.name + path.name for path in (ws / "images").rglob("*") if path.is_file()))
        shell("variants", ws, "remove", "--yes")
    assert kept[0] == kept[1]


def test_a_page_that_cannot_be_made_is_named_and_the_others_are_made(shell: Shell, ws: Path) -> None:
    store = Store.open(ws, stamp="x")
    sha = store.read().execute(
        "SELECT image_sha FROM pages JOIN documents d ON d.id = document_id WHERE d.name = 'lunch'"
    )
    store.blobs.path(sha.fetchone()[0]).write_bytes(b"altered")
    store.close()
    said = shell("variants", ws, "make", "--recipe", "fax", "--recipe", "skew")
    assert said.code == Exit.DONE and said.out.startswith("2 variants made")
    assert "not made: lunch, page 1, no recipe: " in said.out and "altered" in said.out
    alone = shell("variants", ws, "make", "--recipe", "fax", "--documents", "lunch", "--json")
    assert alone.code == Exit.OUTSIDE and alone.json["failed"][0]["document"] == "lunch"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("make",), "--recipe"),
        (("make", "--recipe", "ghost"), "'ghost'"),
        (("make", "--recipe", "fax:9"), "0 to 5"),
        (("make", "--recipe", "fax", "--documents", "zzz"), "no documents that match 'zzz'"),
        (("make", "--recipe", "fax", "--seed", "9" * 30), "--seed"),
        (("make", "--recipe", "fax", "--workers", "0"), "--workers"),
        (("remove", "--recipe", "ghost", "--yes"), "'ghost'"),
        (("remove",), "say --yes"),
        (("throw",), "No such command 'throw'"),
    ],
)
def test_what_cannot_be_meant_is_said(shell: Shell, ws: Path, options: tuple[str, ...], words: str) -> None:
    said = shell("variants", ws, *options)
    assert said.code == Exit.USAGE and words in said.err


@pytest.mark.parametrize("words", [(), ("list",), ("--json",), ("make", "--recipe", "fax")])
def test_a_command_without_its_workspace_says_so(shell: Shell, words: tuple[str, ...]) -> None:
    said = shell("variants", *words)
    assert said.code == Exit.USAGE and "WS" in said.err


def test_variants_are_removed_but_not_what_runs_were_asked_about(shell: Shell, ws: Path, tmp_path: Path) -> None:
    file = replay_file(tmp_path / "replies.jsonl", {"total": "28.90"})
    shell("models", ws, "add", "stored", "--adapter", "replay", "--file", file)
    shell("run", ws, "--model", "stored", "--recipe", "fax:2")
    made(shell, ws, "skew:3", "glare:2")
    assert shell("variants", ws, "remove", "--recipe", "glare:2", "--yes").out.startswith("2 variants removed")
    said = shell("variants", ws, "remove", "--yes")
    assert said.code == Exit.DONE and said.out.startswith("2 variants removed, ")
    assert "2 variants stay: runs were asked about them" in said.out
    key = shell("variants", ws, "--json").json["recipes"][0]["key"]
    gone = shell("variants", ws, "remove", "--recipe", key[:8], "--asked", "--yes", "--json").json
    assert (gone["removed"], gone["kept"], gone["not_reproducible"]) == (2, 0, [])
    assert shell("variants", ws, "--json").json["variants"] == 0


def test_a_check_says_what_cannot_be_made_again_and_fails(shell: Shell, ws: Path) -> None:
    made(shell, ws, "fax:2")
    assert shell("variants", ws, "check", "--json").json == {
        "verified": 2, "equivalent": 0, "drifted": 0, "not_made": 0, "others": [],
    }  # fmt: skip
    store = Store.open(ws, stamp="x")
    with store.write() as tx:
        tx.execute("UPDATE variants SET recipe_key = ? WHERE rowid = 1", ("a" * 64,))
    assert len(table.variants(store.read())) == 2
    store.close()
    said = shell("variants", ws, "check")
    assert said.code == Exit.FAILED
    assert said.out == (
        "1 verified, 0 equivalent, 0 drifted, 1 not made\n"
        "not made: 1 variant of recipe aaaaaaaa: its recipe is not kept here any more\n"
    )


@pytest.mark.parametrize(("answer", "left"), [("n\n", 2), ("y\n", 0)])
def test_a_person_is_asked_before_anything_is_removed(shell: Shell, ws: Path, answer: str, left: int) -> None:
    made(shell, ws, "fax:2")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "fidelity_app.cli.main", "variants", str(ws), "remove"]
    process = subprocess.Popen(command, stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.write(leader, answer.encode())
    out, err = process.communicate(timeout=60)
    os.close(leader)
    os.close(follower)
    assert process.returncode == 0 and "Remove the pictures of 2 variants?" in err
    assert ("nothing was removed" in out) == (left == 2)
    assert shell("variants", ws, "--json").json["variants"] == left


def test_ctrl_c_while_variants_are_made_keeps_the_whole_ones(shell: Shell, ws: Path) -> None:
    seeds = [word for seed in range(400) for word in ("--seed", str(seed))]
    command = [
        sys.executable,
        "-m",
        "fidelity_app.cli.main",
        "variants",
        str(ws),
        "make",
        "--recipe",
        "crumpled-pocket",
    ]
    process = subprocess.Popen([*command, *seeds], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    images = ws / "images"
    while sum(path.is_file() for path in images.rglob("*")) < 6 and process.poll() is None:
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == Exit.INTERRUPTED and "what was finished is kept" in err and "Traceback" not in err
    listed = shell("variants", ws, "--json").json
    assert 0 < listed["variants"] < 800
    assert shell("variants", ws, "check", "--json").json["verified"] == listed["variants"]
    assert not list(images.rglob(".new-*"))


def test_recipes_are_exported_and_imported_elsewhere(shell: Shell, ws: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text('{"name": "two", "steps": [{"op": "skew", "severity": 2}, {"op": "jpeg", "severity": 4}]}')
    said = shell("recipes", ws, "import", file)
    assert said.code == Exit.DONE and "--recipe two" in said.out
    assert "two" in [row["name"] for row in shell("recipes", ws, "--json").json]
    exported = shell("recipes", ws, "export", "two", tmp_path / "out.json", "--json").json
    shell("new", tmp_path / "other")
    back = shell("recipes", tmp_path / "other", "import", tmp_path / "out.json", "--name", "mine", "--json").json
    assert (back["name"], back["key"]) == ("mine", exported["key"])
    assert shell("recipes", ws, "remove", "two").code == Exit.DONE
    assert "two" not in [row["name"] for row in shell("recipes", ws, "list", "--json").json]


def test_a_preset_is_exported_without_a_workspace_and_no_file_is_written_over(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "fax.json"
    assert shell("recipes", "export", "fax:2", file).out == f"{file}: fax:2\n"
    before = file.read_bytes()
    said = shell("recipes", "export", "skew", file)
    assert said.code == Exit.USAGE and "--force" in said.err and file.read_bytes() == before
    assert shell("recipes", "export", "skew", file, "--force").code == Exit.DONE and file.read_bytes() != before


def test_a_name_clash_and_a_missing_workspace_are_said(shell: Shell, ws: Path, tmp_path: Path) -> None:
    file = tmp_path / "fax.json"
    file.write_text('{"name": "fax", "steps": [{"op": "skew", "severity": 2}]}')
    said = shell("recipes", ws, "import", file)
    assert said.code == Exit.OUTSIDE and str(file) in said.err and "another recipe is called 'fax'" in said.err
    assert shell("recipes", "import", file).code == Exit.USAGE
    assert shell("recipes", ws, "remove", "fax").code == Exit.USAGE


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (18_300_000, "18.3 MB"), (2_500_000_000_000, "2500.0 GB")],
)
def test_sizes_are_said_as_people_read_them(count: int, words: str) -> None:
    assert size_words(count) == words
