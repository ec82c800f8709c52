"""A slider for a number with bounds and a unit; the same number can be typed beside it."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLineEdit, QSlider, QSpinBox, QWidget

from fidelity_app.gui.widgets.text import ElidedLabel, escaped_tip


class CalmSlider(QSlider):
    """A slider that leaves the wheel to the list around it: scrolling must not change a recipe."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmSpin(QDoubleSpinBox):
    """A number box that leaves the wheel to the list around it, and Ctrl+Z to the page once its number holds."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Claim undo and redo only while something is half typed."""
        if leaves_undo(self.lineEdit(), event):
            event.ignore()
            return True
        return super().event(event)


class CalmSeed(QSpinBox):
    """A box for a whole number that leaves Ctrl+Z to the page once its number holds."""

    def event(self, event: QEvent) -> bool:
        """Claim undo and redo only while something is half typed."""
        if leaves_undo(self.lineEdit(), event):
            event.ignore()
            return True
        return super().event(event)


def leaves_undo(line: QLineEdit, event: QEvent) -> bool:
    """Say whether a key asks for undo or redo of what is done, not of what is being typed in this line."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent) or line.isModified():
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


class FloatSlider(QWidget):
    """`moved(value)` fires while a person drags or after typing, never for `show_value`."""

    moved = Signal(float)

    def __init__(
        self,
        title: str,
        *,
        minimum: float,
        maximum: float,
        step: float,
        unit: str = "",
        tip: str = "",
        of: str = "",
    ) -> None:
        super().__init__()
        self._minimum, self._step = minimum, step
        self.title = ElidedLabel(title)
        self.slider = CalmSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, max(1, round((maximum - minimum) / step)))
        name = f"{title} of {of}" if of else title
        self.slider.setAccessibleName(name)
        self.spin = CalmSpin()
        self.spin.setRange(minimum, maximum)
        self.spin.setDecimals(max(0, -math.floor(math.log10(step))) if step < 1 else 0)
        self.spin.setSingleStep(step)
        self.spin.setSuffix(f" {unit}" if unit else "")
        self.spin.setAccessibleName(name)
        self.spin.setKeyboardTracking(False)
        self.spin.setFixedWidth(96)
        self.spin.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.setToolTip(escaped_tip(tip))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(0)
        layout.addWidget(self.title, 0, 0)
        layout.addWidget(self.slider, 0, 1)
        layout.addWidget(self.spin, 0, 2)
        layout.setColumnStretch(0, 4)
        layout.setColumnStretch(1, 5)
        self.slider.valueChanged.connect(self._on_slider)
        self.spin.valueChanged.connect(self._on_spin)

    @property
    def value(self) -> float:
        return self.spin.value()

    def show_value(self, value: float) -> None:
        """Show a value without telling anybody."""
        for widget in (self.slider, self.spin):
            widget.blockSignals(True)
        self.slider.setValue(round((value - self._minimum) / self._step))
        self.spin.setValue(value)
        for widget in (self.slider, self.spin):
            widget.blockSignals(False)

    def _on_slider(self, place: int) -> None:
        self.show_value(self._minimum + place * self._step)
        self.moved.emit(self.value)

    def _on_spin(self, value: float) -> None:
        self.show_value(value)
        self.moved.emit(value)
