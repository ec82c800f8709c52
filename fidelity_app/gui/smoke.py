"""`--smoke`: prove that an installation works. Open the window on a sample, ask the replay model, visit every page."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.documents import Document
from fidelity_app.core.errors import ExternalError
from fidelity_app.core.plans import RunRequest
from fidelity_app.core.recipes import CLEAN
from fidelity_app.gui.bridge import Job
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.notify import install_excepthook
from fidelity_app.gui.pages import PAGES
from fidelity_app.gui.theme import Theme
from fidelity_app.services import library, models, reporting, running
from fidelity_app.services.importing import import_paths
from fidelity_app.services.views import RunOutcome
from fidelity_app.services.workspace import Workspace, create_workspace
from fidelity_app.settings.options import Options
from fidelity_app.settings.paths import samples_dir

SAMPLE = "kiosk-de.fidelity.json"
MODEL = "smoke-replay"
PATIENCE_MS = 60_000
EXIT_FAILED = 1


def run_smoke(theme: Theme) -> int:
    """Return 0 when the window does its work here, else 1 after one sentence on the error stream.

    Everything happens in a temporary workspace; the person's options and workspaces are not touched.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="fidelity-smoke-") as folder:
            said = _work(theme, Path(folder))
    except Exception as error:  # noqa: BLE001 - whatever a page or a room raises here is what the test is for
        _tell(sys.stderr, f"smoke test failed: {type(error).__name__}: {error}")
        return EXIT_FAILED
    _tell(sys.stdout, said)
    return 0


def _work(theme: Theme, folder: Path) -> str:
    workspace = create_workspace(folder / "workspace", options=Options())
    window: MainWindow | None = None
    previous_hook = sys.excepthook
    try:
        document, run_id = _prepare(workspace, folder)
        window = MainWindow(workspace, theme)
        install_excepthook(window.notifier.error)
        window.show()
        right, printed = _ask(window, run_id)
        for page in PAGES:
            _visit(window, page.id)
    finally:
        if window is not None:
            window.close()
        workspace.close()
        sys.excepthook = previous_hook
    return f"smoke test passed: {len(PAGES)} pages shown, {right} of {printed} values of {document.name} read right"


def _prepare(workspace: Workspace, folder: Path) -> tuple[Document, str]:
    """Import the sample, add a model that answers with its truth, and start a run of the two."""
    report = import_paths(workspace, [samples_dir() / SAMPLE])
    (document_id,) = report.added
    document = library.document(workspace, document_id)
    replies = folder / "replies.jsonl"
    truth = json.dumps({field.key: field.text for field in document.fields}, ensure_ascii=False)
    replies.write_text(json.dumps({"key": "*", "format": "chat", "text": truth}) + "\n", encoding="utf-8")
    models.add_model(workspace, ModelConfig(MODEL, "replay", parameters={"file": str(replies)}))
    request = RunRequest((document_id,), (running.recipe_ref(workspace, CLEAN.name),), (MODEL,), name="smoke")
    return document, running.start_run(workspace, running.plan_run(workspace, request))


def _ask(window: MainWindow, run_id: str) -> tuple[int, int]:
    """Execute the run on the window's own loop and return how many values were read right, of how many."""

    async def ask(_job: Job) -> RunOutcome:
        return await running.execute_run(window.workspace, run_id)

    failures: list[BaseException] = []
    job = window.jobs.run_async(ask, title="smoke", owner=window, failed=failures.append)
    _wait_for(job)
    if failures:
        raise ExternalError(f"the run ended with {type(failures[0]).__name__}: {failures[0]}")
    rows = reporting.headline(window.workspace, run_id)
    if len(rows) != 1:
        raise ExternalError(f"the run's headline has {len(rows)} rows where one model was asked about one recipe")
    measure = rows[0].value_fidelity
    if not measure.total or measure.hits != measure.total:
        raise ExternalError(f"the replay model was scored {measure.hits} of {measure.total} values right, not all")
    return measure.hits, measure.total


def _wait_for(job: Job) -> None:
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    QTimer.singleShot(PATIENCE_MS, loop, loop.quit)
    if job.running:
        loop.exec()
    if job.running:
        raise ExternalError(f"the run did not end within {PATIENCE_MS // 1000} s")


def _visit(window: MainWindow, page_id: str) -> None:
    """Bring a page to the front, let its background work end, and draw it."""
    window.go(page_id, "")
    loop = QEventLoop()
    waited = QTimer(interval=20)
    waited.timeout.connect(lambda: None if window.jobs.busy else loop.quit())
    waited.start()
    QTimer.singleShot(PATIENCE_MS, loop, loop.quit)
    loop.exec()
    QApplication.processEvents()
    if window.grab().isNull():
        raise ExternalError(f"the page {page_id} could not be drawn")
    if window.notifier.last_error is not None:
        error = window.notifier.last_error
        raise ExternalError(f"the page {page_id} told {type(error).__name__}: {error}")


def _tell(stream: object, text: str) -> None:
    """Write a line where there is a stream: a windowed executable may have none."""
    if hasattr(stream, "write"):
        stream.write(f"{text}\n")
