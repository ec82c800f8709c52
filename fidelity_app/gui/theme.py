"""The look: Fusion, palette and style sheet from the tokens, and the one monospace font for values."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import qtawesome
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from fidelity_app.gui.stylesheet import style_sheet
from fidelity_app.gui.tokens import DARK, LIGHT, Tokens


class Scheme(StrEnum):
    """Which of the two looks; `system` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Keeps one application's look. `changed` fires after the new palette is set, so a receiver may read `tokens`.

    `chosen(scheme)` fires when a person chose one, so that it can be remembered.
    """

    changed = Signal()
    chosen = Signal(str)

    def __init__(self, app: QApplication, *, scheme: Scheme = Scheme.SYSTEM, fonts: Path | None = None) -> None:
        super().__init__(app)
        self._app = app
        self._scheme = scheme
        self._family, text_family = _load_fonts(fonts)
        if text_family:
            size = app.font().pointSizeF()
            font = QFont(text_family)
            font.setPointSizeF(size if size > 0 else 10.0)
            app.setFont(font)
        self.tokens: Tokens = LIGHT
        app.setStyle("Fusion")
        # Queued, because the signal fires before the desktop's palette is set (STYLE.md, traps measured).
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply, Qt.ConnectionType.QueuedConnection)
        self._apply()

    @property
    def scheme(self) -> Scheme:
        return self._scheme

    def set_scheme(self, scheme: Scheme) -> None:
        """Switch to light, dark, or back to what the desktop says."""
        self._scheme = scheme
        self._apply()
        self.chosen.emit(scheme.value)

    def toggle(self) -> None:
        """Switch between light and dark, whatever was chosen before."""
        self.set_scheme(Scheme.LIGHT if self.tokens.dark else Scheme.DARK)

    def mono(self, point_size: float | None = None, *, bold: bool = False) -> QFont:
        """Return the font for values: monospaced, with a slashed or dotted zero."""
        font = QFont(self._family)
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setPointSizeF(point_size or self._app.font().pointSizeF())
        font.setBold(bold)
        return font

    def icon(self, name: str, *, color: str = "", active: str = "") -> QIcon:
        """Return a drawn icon by its name (`mdi6.pencil-outline`), in the text's colour unless told otherwise."""
        tint = color or self.tokens.text
        icon: QIcon = qtawesome.icon(name, color=tint, color_on=active or tint, color_selected=active or tint)
        return icon

    def _apply(self) -> None:
        self.tokens = DARK if self._wants_dark() else LIGHT
        self._app.setPalette(_palette(self.tokens))
        self._app.setStyleSheet(style_sheet(self.tokens, mono=self._family))
        self.changed.emit()

    def _wants_dark(self) -> bool:
        if self._scheme is Scheme.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._scheme is Scheme.DARK


RAIL_ICON = QSize(22, 22)


def _load_fonts(folder: Path | None) -> tuple[str, str]:
    """Register the bundled fonts; return the families for values and for text.

    Without a bundled font the system's own monospace is taken, and the text font is left as it is (empty).
    """
    families: list[str] = []
    for path in sorted(folder.iterdir()) if folder is not None and folder.is_dir() else []:
        if path.suffix.lower() in (".ttf", ".otf"):
            number = QFontDatabase.addApplicationFont(str(path))
            families += QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    fixed = [family for family in families if QFontDatabase.isFixedPitch(family)]
    plain = [family for family in families if family not in fixed]
    mono = fixed[0] if fixed else QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return mono, plain[0] if plain else ""


def _palette(tokens: Tokens) -> QPalette:
    roles = QPalette.ColorRole
    table = {
        roles.Window: tokens.window,
        roles.WindowText: tokens.text,
        roles.Base: tokens.surface,
        roles.AlternateBase: tokens.surface_alt,
        roles.Text: tokens.text,
        roles.PlaceholderText: tokens.text_muted,
        roles.Button: tokens.surface,
        roles.ButtonText: tokens.text,
        roles.BrightText: tokens.wrong,
        roles.Highlight: tokens.selection,
        roles.HighlightedText: tokens.selection_text,
        roles.Link: tokens.accent,
        roles.ToolTipBase: tokens.hint,
        roles.ToolTipText: tokens.hint_text,
        roles.Mid: tokens.border,
        roles.Light: tokens.surface_alt,
        roles.Dark: tokens.border,
    }
    palette = QPalette()
    for role, color in table.items():
        palette.setColor(role, QColor(color))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.text_muted))
    return palette
