"""Telling a person that something went wrong: a toast for what they can act on, a dialog for our bugs."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fidelity_app import __version__
from fidelity_app.core.errors import Cancelled, FidelityError
from fidelity_app.gui.widgets.text import plain_label

TOAST_MS = 8000
TOAST_MARGIN_PX = 40


class Toast(QFrame):
    """One message over the bottom of the window; it goes by itself, or by its button."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setObjectName("toast")
        self._label = plain_label("", wrap=True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton("Close")
        self._button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QHBoxLayout(self)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._button)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self._button.clicked.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    def say(self, text: str) -> None:
        """Show a message; a newer one replaces it."""
        self._label.setText(text)
        self.setAccessibleName(text)
        self._place()
        self.show()
        self.raise_()
        self._timer.start(TOAST_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        window = self._window
        width = min(680, window.width() - 2 * TOAST_MARGIN_PX)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((window.width() - width) // 2, window.height() - self.height() - TOAST_MARGIN_PX)


class BugDialog(QDialog):
    """A bug of ours: what happened in one line, the details to copy, and the assurance that the window lives on."""

    def __init__(self, parent: QWidget | None, error: BaseException) -> None:
        super().__init__(parent)
        self.setWindowTitle("Fidelity has a bug")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.details = details_of(error)
        head = plain_label(
            f"{type(error).__name__}: {error}\n\nThis is our mistake, not yours. What was saved is safe, and the "
            "window goes on. Please send us the details.",
            wrap=True,
        )
        text = QPlainTextEdit(self.details, readOnly=True)
        text.setAccessibleName("Details")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy details", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.details))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(head)
        layout.addWidget(text)
        layout.addWidget(buttons)
        self.resize(640, 420)


class Notifier(QObject):
    """Sends an error to the place where it belongs. `on_shown` hears what was told (tests, log)."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.toast = Toast(window)
        self.last_error: BaseException | None = None
        self._dialog: BugDialog | None = None

    def info(self, text: str) -> None:
        """Tell something that needs no answer."""
        self.toast.say(text)

    def error(self, error: BaseException) -> None:
        """Tell an error: a toast when a person can act on it, else the bug dialog. A cancelled job tells nothing."""
        if isinstance(error, Cancelled):
            return
        self.last_error = error
        if isinstance(error, FidelityError):
            self.toast.say(str(error))
            return
        traceback.print_exception(error)
        if self._dialog is not None:
            return
        self._dialog = BugDialog(self._window, error)
        self._dialog.finished.connect(self._forget_dialog)
        self._dialog.open()

    def _forget_dialog(self) -> None:
        self._dialog = None


def details_of(error: BaseException) -> str:
    """Return the version and the traceback, without local values (they may hold a document's content)."""
    trace = "".join(traceback.format_exception(error))
    return f"Fidelity {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n\n{trace}"


def install_excepthook(tell: Callable[[BaseException], None]) -> None:
    """Send what nobody caught (a slot that raised) to `tell`; the application stays alive."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        tell(error.with_traceback(trace))

    sys.excepthook = hook


def muted(text: str) -> QLabel:
    """Return a label in the muted colour."""
    label = plain_label(text)
    label.setObjectName("muted")
    return label
