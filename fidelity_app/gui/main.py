"""The desktop application's entry point: choose a workspace, show its window, stay alive whatever a slot raises."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from fidelity_app import __version__
from fidelity_app.core.errors import FidelityError
from fidelity_app.gui.application import Application
from fidelity_app.gui.notify import install_excepthook
from fidelity_app.gui.pages import PAGES
from fidelity_app.gui.theme import Scheme, Theme
from fidelity_app.settings.options import OptionsFile
from fidelity_app.settings.paths import assets_dir

EXIT_INPUT = 2
EXIT_OUTSIDE = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run the application; return 0, 2 when the workspace that was named cannot be opened, 1 when --smoke fails."""
    arguments = _parser().parse_args(argv)
    if no_display():
        sys.stderr.write(
            "fidelity-app: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "Start it from a desktop, or use the commands: fidelity --help\n"
        )
        return EXIT_OUTSIDE
    app = _qt_application()
    options = OptionsFile()
    try:
        scheme = arguments.scheme or options.load().theme
    except FidelityError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_INPUT
    theme = Theme(app, scheme=Scheme(scheme), fonts=assets_dir() / "fonts")
    if arguments.smoke:
        from fidelity_app.gui.smoke import run_smoke

        return run_smoke(theme)
    application = Application(theme, options=options)
    previous_hook = sys.excepthook
    install_excepthook(application.tell)
    try:
        application.start(arguments.workspace, page_id=arguments.page)
        return app.exec()
    except FidelityError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_INPUT
    finally:
        application.close()
        sys.excepthook = previous_hook


def no_display() -> bool:
    """Say whether Qt would find nothing to draw on and abort the process without a word that a person understands."""
    asked_for = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform == "linux" and not any(os.environ.get(name) for name in asked_for)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fidelity-app", description="Fidelity, the desktop application.")
    parser.add_argument("workspace", nargs="?", type=Path, help="the workspace to open (default: the last one)")
    parser.add_argument("--page", choices=[page.id for page in PAGES], default="", help="the page to open")
    parser.add_argument("--scheme", choices=[scheme.value for scheme in Scheme], default="", help="the look")
    parser.add_argument("--smoke", action="store_true", help="prove that this installation works, and quit")
    parser.add_argument("--version", action="version", version=f"Fidelity {__version__}")
    return parser


def _qt_application() -> QApplication:
    """Return the process's application object, made if there is none yet (tests have one)."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["fidelity"])
    app.setApplicationName("fidelity")
    app.setApplicationDisplayName("Fidelity")
    app.setDesktopFileName("fidelity")
    icon = assets_dir() / "icon.png"
    if icon.is_file():
        app.setWindowIcon(QIcon(str(icon)))
    return app


if __name__ == "__main__":
    sys.exit(main())
