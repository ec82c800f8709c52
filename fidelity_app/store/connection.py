"""The one place where the database is opened, the one way to write to it, and a read-only view for every thread.

What holds: foreign keys are on, the journal is WAL, tables are STRICT. There is one write connection per process
behind a lock, and every write is BEGIN IMMEDIATE (a deferred one that reads first can fail at once with "database is
locked"). A killed process loses at most the transaction it was in. Nothing waits on a network or on pixels inside one.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from fidelity_app.core.errors import Conflict, UserError
from fidelity_app.store.blobs import BlobStore
from fidelity_app.store.failures import explained
from fidelity_app.store.locks import exclusive
from fidelity_app.store.migrations import MIGRATIONS, NAMES

FILE_NAME = "workspace.sqlite"
APPLICATION_ID = 0x46494445
WAIT_S = 10.0
_PRAGMAS = ("foreign_keys=ON", "temp_store=MEMORY", "cache_size=-32768")
_WRITER_PRAGMAS = (*_PRAGMAS, "journal_mode=WAL", "synchronous=NORMAL")
_READER_PRAGMAS = (*_PRAGMAS, "query_only=ON")


class Store:
    """A workspace's database and pictures. Make one with `Store.create` or `Store.open`, and close it."""

    def __init__(self, folder: Path, writer: sqlite3.Connection) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self.blobs = BlobStore(folder / "images")
        self._writer = writer
        self._lock = threading.RLock()
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._seen_version = 0

    @classmethod
    def create(cls, folder: Path, *, created_at: str, version: str) -> Store:
        """Make a new workspace folder. Raises Conflict when there is one, ExternalError when the disk refuses."""
        path = folder / FILE_NAME
        with explained(path):
            if path.exists():
                raise Conflict(f"{folder}: there is a workspace here already; open it, or choose another folder")
            if folder.exists() and not folder.is_dir():
                raise UserError(f"{folder}: this is a file; a workspace is a folder")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "images").mkdir(exist_ok=True)
            writer = _connect(path, mode="rwc", pragmas=_WRITER_PRAGMAS)
        store = cls(folder, writer)
        try:
            store._migrate()
            with store.write() as tx:
                facts = {"application": "fidelity", "application_version": version, "created_at": created_at}
                tx.executemany("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", facts.items())
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, folder: Path, *, stamp: str) -> Store:
        """Open a workspace, bringing an older one up to date after a backup whose name carries `stamp`.

        Raises UserError when there is no workspace or when a newer version of the program made it.
        """
        path = folder / FILE_NAME
        if not path.is_file():
            raise UserError(f"{folder}: there is no workspace here ({FILE_NAME}); make one: `fidelity new {folder}`")
        with explained(path):
            writer = _connect(path, mode="rw", pragmas=("busy_timeout=10000",))
        store = cls(folder, writer)
        try:
            with explained(path):
                _check_identity(writer, folder)
                for pragma in _WRITER_PRAGMAS:
                    writer.execute(f"PRAGMA {pragma}")
            store._migrate(backup_stamp=stamp)
        except BaseException:
            store.close()
            raise
        return store

    @contextmanager
    def write(self, *, wait_s: float = WAIT_S) -> Iterator[sqlite3.Connection]:
        """Run a block as one transaction: all of it is on disk afterwards, or none.

        Inside another `write` of the same thread it joins that transaction. Raises ExternalError (retryable) when
        another process holds the database longer than `wait_s`, or when the disk refuses.
        """
        with self._lock, explained(self.path):
            if self._writer.in_transaction:
                yield self._writer
                return
            self._writer.execute(f"PRAGMA busy_timeout={int(wait_s * 1000)}")
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        # A full disk may have ended the transaction already.
        if self._writer.in_transaction:
            self._writer.execute("ROLLBACK")

    def read(self) -> sqlite3.Connection:
        """Return this thread's read-only connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with explained(self.path):
                connection = _connect(self.path, mode="ro", pragmas=_READER_PRAGMAS)
            self._local.connection = connection
            with self._lock:
                self._readers.append(connection)
        return connection

    def data_version(self) -> int:
        """Return a number that changes when another process wrote; never waits for a write of our own."""
        if self._lock.acquire(blocking=False):
            try:
                self._seen_version = int(self._writer.execute("PRAGMA data_version").fetchone()[0])
            finally:
                self._lock.release()
        return self._seen_version

    def backup(self, target: Path) -> None:
        """Write a compact copy of the database, whole or not at all. Raises ExternalError when the disk refuses."""
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        with self._lock, explained(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._writer.execute("VACUUM INTO ?", (str(part),))
                part.replace(target)
            finally:
                part.unlink(missing_ok=True)

    def integrity(self) -> str:
        """Return `ok`, or what SQLite finds wrong with the file."""
        return str(self.read().execute("PRAGMA integrity_check").fetchone()[0])

    def close(self) -> None:
        """Close every connection; the write-ahead log is folded in."""
        with self._lock:
            for reader in self._readers:
                reader.close()
            self._readers.clear()
            self._local = threading.local()
            self._writer.close()

    def _migrate(self, *, backup_stamp: str = "") -> None:
        db = Database(self._writer, execute_plugins=False)
        with explained(self.path):
            if not MIGRATIONS.pending(db):
                return
        if not backup_stamp:
            self._apply(db)
            return
        busy = f"{self.folder}: another process is bringing this workspace up to date; open it again in a moment"
        # One after the other: a copy made while another process migrates would not be the file as it was before.
        with exclusive(self.folder / "locks" / "migrating.lock", busy=busy, wait_s=WAIT_S):
            if pending := MIGRATIONS.pending(db):
                self.backup(self.folder / "backups" / f"before-{pending[0].name}-{backup_stamp}.sqlite")
                self._apply(db)

    def _apply(self, db: Database) -> None:
        with self.write():
            MIGRATIONS.apply(db)
            self._writer.execute(f"PRAGMA application_id={APPLICATION_ID}")
            self._writer.execute(f"PRAGMA user_version={len(NAMES)}")


def _connect(path: Path, *, mode: str, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    # as_uri() escapes ? and #; check_same_thread is off because the lock (or thread-local storage) does the checking.
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_identity(writer: sqlite3.Connection, folder: Path) -> None:
    """Refuse a file that is not ours, or that a newer program made, before anything in it is touched."""
    if writer.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise UserError(f"{folder / FILE_NAME}: this SQLite file is not a Fidelity workspace")
    known = writer.execute("SELECT count(*) FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()[0]
    rows = writer.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'fidelity'") if known else ()
    newer = sorted({str(row[0]) for row in rows} - set(NAMES))
    if newer:
        raise UserError(
            f"{folder}: a newer version of Fidelity made this workspace (it has {newer[-1]}, this program knows up to "
            f"{NAMES[-1]}); update Fidelity to open it. Nothing was changed"
        )
