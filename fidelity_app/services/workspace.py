"""The composition root: the one place where clock, ids, store, secrets and options are put together.

A second process may open the same workspace (the window and the command line at once); a write that has to wait too
long says so and may be tried again.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from fidelity_app import __version__
from fidelity_app.core.geometry import Quad
from fidelity_app.services.kept import Kept
from fidelity_app.settings.options import Options, OptionsFile
from fidelity_app.settings.secrets import Secrets
from fidelity_app.store.connection import FILE_NAME, Store

Clock = Callable[[], datetime]
NewId = Callable[[], str]

GLYPHS_KEPT = 4096
"""Fields whose character boxes are kept once they were found: some hundred documents, a few MB."""


def system_clock() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def random_id() -> str:
    """Return a new id: 32 hexadecimal digits."""
    return uuid.uuid4().hex


@dataclass(slots=True)
class Workspace:
    """An open workspace with everything its use cases need. Close it, or use it as a context manager."""

    path: Path
    store: Store
    clock: Clock
    new_id: NewId
    monotonic: Callable[[], float]
    secrets: Secrets
    options: Options
    glyphs: Kept[tuple[str, int, Quad, str], tuple[Quad, ...]] = field(default_factory=partial(Kept, GLYPHS_KEPT))

    @property
    def name(self) -> str:
        """Return the folder's name."""
        return self.path.name

    def data_version(self) -> int:
        """Return a number that changes when another process wrote to the workspace."""
        return self.store.data_version()

    def close(self) -> None:
        """Close the database; files and tables are whole at any time."""
        self.store.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def create_workspace(
    path: Path,
    *,
    clock: Clock = system_clock,
    new_id: NewId = random_id,
    secrets: Secrets | None = None,
    options: Options | None = None,
) -> Workspace:
    """Make a workspace in a new or empty folder and open it, with the models that need no key already in its list.

    Raises Conflict when there is a workspace already, UserError for a file, ExternalError when the disk refuses.
    """
    from fidelity_app.services.models import add_embedded_models

    store = Store.create(path, created_at=clock().isoformat(), version=__version__)
    ws = _composed(path, store, clock=clock, new_id=new_id, secrets=secrets, options=options)
    add_embedded_models(ws)
    return ws


def open_workspace(
    path: Path,
    *,
    clock: Clock = system_clock,
    new_id: NewId = random_id,
    secrets: Secrets | None = None,
    options: Options | None = None,
) -> Workspace:
    """Open a workspace; an older one is brought up to date after a backup.

    Raises UserError when there is none or when a newer version made it, ExternalError when it cannot be opened.
    """
    store = Store.open(path, stamp=clock().strftime("%Y%m%dT%H%M%S"))
    return _composed(path, store, clock=clock, new_id=new_id, secrets=secrets, options=options)


def is_workspace(path: Path) -> bool:
    """Say whether a folder holds a workspace."""
    return (path / FILE_NAME).is_file()


def _composed(
    path: Path, store: Store, *, clock: Clock, new_id: NewId, secrets: Secrets | None, options: Options | None
) -> Workspace:
    return Workspace(
        path=path,
        store=store,
        clock=clock,
        new_id=new_id,
        monotonic=time.monotonic,
        secrets=secrets or Secrets(),
        options=options or OptionsFile().load(),
    )
