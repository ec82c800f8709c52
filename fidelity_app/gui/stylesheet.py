"""The style sheet, made from the tokens: one rule set for the rail, pills, cards, tables and hints."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from fidelity_app.gui.tokens import Tokens

_RULES = Template(
    """
QMainWindow, QDialog { background: $window; }
QToolTip { background: $hint; color: $hint_text; border: 0; padding: 4px 6px; }
#rail { background: $rail; }
#rail QToolButton { color: $rail_text; background: transparent; border: 0; border-radius: 6px; padding: 5px 2px; }
#rail QToolButton:hover { background: $rail_active; }
#rail QToolButton:checked { background: $rail_active; color: $rail_text_active; }
#rail QToolButton:focus { border: 1px solid $accent; }
#header { background: $surface; border-bottom: 1px solid $border; }
#pageTitle { font-weight: 600; }
#bigTitle { font-size: 18pt; font-weight: 600; }
#palette { border: 1px solid $border; }
#commands { border: 0; }
#commands::item { padding: 5px 6px; }
#commands::item:selected { background: $selection; color: $selection_text; }
#statusLine { background: $surface; border-top: 1px solid $border; color: $text_muted; }
#statusLine QLabel { color: $text_muted; }
#statusLine QLabel[state="unsaved"] { color: $wrong; font-weight: 600; }
#severity { background: $surface; color: $text; border: 1px solid $border; border-radius: 5px; padding: 3px 2px; }
#severity:hover { background: $surface_alt; }
#severity:checked { background: $primary; color: $primary_text; border-color: $primary; }
#severity:focus { border: 1px solid $accent; }
#card { background: $surface; border: 1px solid $border; border-radius: 6px; }
#panel { background: $surface; }
#footer { background: $surface_alt; border-top: 1px solid $border; }
#canvasHint { background: $hint; color: $hint_text; border-radius: 3px; padding: 3px 8px; }
#toast { background: $hint; color: $hint_text; border-radius: 6px; }
#toast QLabel { color: $hint_text; }
#toast QPushButton { color: $hint_text; background: transparent; border: 1px solid $text_muted; border-radius: 4px;
    padding: 2px 8px; }
#emptyTitle { font-weight: 600; }
#emptyText, #muted { color: $text_muted; }
#wrongText { color: $wrong; }
#rightText { color: $right; }
QPushButton[pill="true"], QToolButton[pill="true"] { background: $surface; color: $text; border: 1px solid $border;
    border-radius: 13px; padding: 3px 11px; min-height: 18px; }
QPushButton[pill="true"]:hover, QToolButton[pill="true"]:hover { background: $surface_alt; }
QPushButton[pill="true"]:checked, QToolButton[pill="true"]:checked { background: $primary; color: $primary_text;
    border-color: $primary; }
QPushButton[pill="true"]:focus, QToolButton[pill="true"]:focus { border: 1px solid $accent; }
QPushButton[pill="true"]:disabled, QToolButton[pill="true"]:disabled { color: $text_muted; }
QPushButton[primary="true"] { background: $primary; color: $primary_text; border-color: $primary; font-weight: 600; }
QPushButton[primary="true"]:hover { background: $accent; color: $accent_text; }
QPushButton[primary="true"]:disabled { background: $border; color: $text_muted; border-color: $border; }
QToolButton[pill="true"]::menu-indicator, QPushButton[pill="true"]::menu-indicator { image: none; width: 0; }
QLineEdit, QPlainTextEdit { background: $surface; color: $text; border: 1px solid $border;
    border-radius: 4px; padding: 3px 6px; selection-background-color: $accent; selection-color: $accent_text; }
QLineEdit:focus, QPlainTextEdit:focus { border: 1px solid $accent; }
QComboBox QLineEdit, QComboBox QLineEdit:focus,
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus { border: 0; padding: 0 2px; background: transparent; }
QLineEdit[search="true"] { border-radius: 13px; padding: 3px 11px; min-height: 18px; }
QLineEdit[value="true"] { border: 2px solid $accent; padding: 4px 8px; }
QTableView, QListView, QTreeView { background: $surface; color: $text; border: 0; gridline-color: $border;
    selection-background-color: $selection; selection-color: $selection_text; outline: 0; }
QHeaderView { background: $surface_alt; }
QHeaderView::section { background: $surface_alt; color: $text_muted; border: 0; border-bottom: 1px solid $border;
    padding: 5px 8px; font-weight: 600; }
QSplitter::handle { background: $border; }
QProgressBar { background: $surface_alt; border: 1px solid $border; border-radius: 4px; text-align: center;
    color: $text; min-height: 14px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QMenu { background: $surface; color: $text; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 4px 22px; border-radius: 3px; }
QMenu::item:selected { background: $selection; color: $selection_text; }
QMenu::item:disabled { color: $text_muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QScrollArea { border: 0; background: transparent; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; background: $border; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $surface; border: 2px solid $accent; width: 12px; margin: -6px 0;
    border-radius: 8px; }
QSlider::handle:horizontal:focus { background: $accent; }
"""
)


def style_sheet(tokens: Tokens, *, mono: str) -> str:
    """Return the application's style sheet for one scheme; `mono` is the value font's family."""
    colours = {name: str(value) for name, value in asdict(tokens).items()}
    return _RULES.substitute(colours) + f'\nQLineEdit[value="true"] {{ font-family: "{mono}"; }}\n'
