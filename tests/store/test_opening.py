"""A workspace's file: made, opened, refused, shared, backed up."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from fidelity_app.core.errors import Conflict, ExternalError, UserError
from fidelity_app.store import connection
from fidelity_app.store.connection import APPLICATION_ID, FILE_NAME, Store
from fidelity_app.store.locks import exclusive
from fidelity_app.store.migrations import NAMES


def _store(folder: Path) -> Store:
    return Store.create(folder, created_at="2026-01-02T03:04:05+00:00", version="0.1.0")


@pytest.fixture
def store(tmp_path: Path):
    store = _store(tmp_path / "ws")
    yield store
    store.close()


def test_a_new_file_has_strict_tables_foreign_keys_and_a_write_ahead_log(store: Store) -> None:
    with store.write() as tx:
        assert tx.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    assert store.read().execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    loose = [
        row["name"]
        for row in store.read().execute("PRAGMA table_list")
        if row["type"] == "table" and not row["strict"] and not row["name"].startswith(("sqlite_", "_sqlite_"))
    ]
    assert loose == []


@pytest.mark.parametrize("view", ["v_readings", "v_mismatches", "v_headline"])
def test_the_file_explains_itself_to_any_sqlite_program(store: Store, view: str) -> None:
    plain = sqlite3.connect(store.path)
    assert plain.execute(f"SELECT * FROM {view}").fetchall() == []
    plain.close()


def test_every_noun_of_the_vocabulary_is_a_table(store: Store) -> None:
    tables = {row[0] for row in store.read().execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    nouns = "documents pages fields tags recipes variants models runs trials attempts replies readings mismatches"
    assert set(nouns.split()) | {"decisions", "baselines", "gates", "meta", "field_history"} <= tables


def test_a_workspace_is_not_made_over_another(store: Store) -> None:
    with pytest.raises(Conflict, match="there is a workspace here already"):
        _store(store.folder)


def test_a_folder_without_a_workspace_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="fidelity new"):
        Store.open(tmp_path, stamp="x")


def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (a)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match="not a Fidelity workspace"):
        Store.open(tmp_path, stamp="x")
    assert path.read_bytes() == before


def test_a_text_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("hello " * 400)
    with pytest.raises(UserError, match="not a Fidelity workspace"):
        Store.open(tmp_path, stamp="x")


def test_a_workspace_of_a_newer_version_is_refused_unchanged(store: Store) -> None:
    with store.write() as tx:
        row = ("fidelity", "0999_future", "then")
        tx.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)", row)
    store.close()
    with pytest.raises(UserError, match=f"newer version.*0999_future.*{NAMES[-1]}"):
        Store.open(store.folder, stamp="x")


def test_a_pending_migration_is_preceded_by_a_backup(tmp_path: Path) -> None:
    older = sqlite3.connect(tmp_path / FILE_NAME)
    older.execute(f"PRAGMA application_id={APPLICATION_ID}")
    older.execute("CREATE TABLE before (a)")
    older.execute("INSERT INTO before VALUES ('kept')")
    older.commit()
    older.close()
    Store.open(tmp_path, stamp="20260102").close()
    copy = sqlite3.connect(tmp_path / "backups" / f"before-{NAMES[0]}-20260102.sqlite")
    assert copy.execute("SELECT a FROM before").fetchone() == ("kept",)
    assert copy.execute("SELECT count(*) FROM sqlite_master WHERE name = 'documents'").fetchone() == (0,)
    copy.close()


def test_windows_that_open_an_older_file_at_the_same_moment_bring_it_up_to_date_once(tmp_path: Path) -> None:
    older = sqlite3.connect(tmp_path / FILE_NAME)
    older.execute(f"PRAGMA application_id={APPLICATION_ID}")
    older.execute("CREATE TABLE before (a)")
    older.commit()
    older.close()
    script = (
        "import pathlib, sys\nfrom fidelity_app.store.connection import Store\nsys.stdin.read()\n"
        "Store.open(pathlib.Path(sys.argv[1]), stamp='20260102').close()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    opened = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    time.sleep(1.0)  # all have imported what they need and wait for the word
    for process in opened:
        process.stdin.close()
        process.stdin = None
    assert [process.communicate(timeout=60)[1] for process in opened] == [""] * 4
    (backup,) = (tmp_path / "backups").iterdir()
    copy = sqlite3.connect(backup)
    assert copy.execute("SELECT count(*) FROM sqlite_master WHERE name = 'documents'").fetchone() == (0,)
    copy.close()
    with closing(Store.open(tmp_path, stamp="x")) as store:
        applied = [row[0] for row in store.read().execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    assert applied == list(NAMES)


def test_a_file_that_stays_locked_by_another_migration_is_said_to_be_busy(tmp_path: Path, monkeypatch) -> None:
    older = sqlite3.connect(tmp_path / FILE_NAME)
    older.execute(f"PRAGMA application_id={APPLICATION_ID}")
    older.close()
    monkeypatch.setattr(connection, "WAIT_S", 0.2)
    with exclusive(tmp_path / "locks" / "migrating.lock", busy=""), pytest.raises(Conflict, match="up to date"):
        Store.open(tmp_path, stamp="20260102")
    assert not (tmp_path / "backups").exists()


def test_an_up_to_date_file_is_opened_without_a_backup(store: Store) -> None:
    store.close()
    Store.open(store.folder, stamp="20260102").close()
    assert not (store.folder / "backups").exists()


def test_a_block_that_raises_writes_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError), store.write() as tx:
        tx.execute("INSERT INTO meta VALUES ('half', 'done')")
        raise RuntimeError
    assert store.read().execute("SELECT count(*) FROM meta WHERE key = 'half'").fetchone()[0] == 0


def test_an_inner_write_joins_the_outer_one(store: Store) -> None:
    with pytest.raises(RuntimeError), store.write() as outer:
        with store.write() as inner:
            inner.execute("INSERT INTO meta VALUES ('inner', 'done')")
        assert outer.in_transaction
        raise RuntimeError
    assert store.read().execute("SELECT count(*) FROM meta WHERE key = 'inner'").fetchone()[0] == 0


def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match=r"readonly|query_only"):
        store.read().execute("DELETE FROM meta")


def test_threads_write_one_after_the_other_and_nothing_is_lost(store: Store) -> None:
    def work(number: int) -> None:
        for step in range(25):
            with store.write() as tx:
                tx.execute("INSERT INTO meta VALUES (?, '')", (f"{number}-{step}",))
            store.read().execute("SELECT count(*) FROM meta").fetchone()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.read().execute("SELECT count(*) FROM meta WHERE value = ''").fetchone()[0] == 100


def test_a_write_that_waits_too_long_says_who_is_in_the_way_and_succeeds_later(store: Store) -> None:
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ExternalError, match="another program is writing") as caught, store.write(wait_s=0.05):
        pass
    assert caught.value.retryable
    assert str(store.path) in str(caught.value)
    other.execute("ROLLBACK")
    other.close()
    with store.write(wait_s=0.05) as tx:
        tx.execute("INSERT INTO meta VALUES ('later', 'yes')")


def test_data_version_changes_when_another_process_writes_and_not_when_we_do(store: Store) -> None:
    before = store.data_version()
    with store.write() as tx:
        tx.execute("INSERT INTO meta VALUES ('own', '')")
    assert store.data_version() == before
    code = (
        "import sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1])\n"
        "db.execute(\"INSERT INTO meta VALUES ('theirs', '')\")\n"
        "db.commit()\ndb.close()\n"
    )
    subprocess.run([sys.executable, "-c", code, str(store.path)], check=True, timeout=60)
    assert store.data_version() != before
    assert store.read().execute("SELECT count(*) FROM meta WHERE key = 'theirs'").fetchone()[0] == 1


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "ws").write_text("a file")
    with pytest.raises((UserError, ExternalError), match="ws"):
        _store(tmp_path / "ws")
