"""One step of a recipe: its severity, and, when opened, every parameter of its degradation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fidelity_app.core.recipes import Step
from fidelity_app.gui.degrade.float_slider import FloatSlider
from fidelity_app.gui.widgets.text import ElidedLabel, escaped_tip, plain_label
from fidelity_app.services.catalogue import Operation

SEVERITY_STEP = 0.1
LIFTED_OPACITY = 0.55


class Grip(QToolButton):
    """Where a card is held. `dragged(y)` and `dropped(y)` say the height under the cursor, in screen pixels."""

    dragged = Signal(float)
    dropped = Signal(float)
    let_go = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setText("⠿")
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"Move {title}")
        self.setAccessibleDescription("Alt+Up and Alt+Down move the step")
        self.setToolTip("Drag to change the order among steps of the same kind, or press Alt+Up and Alt+Down")
        self._held = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.setFocus()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the card."""
        if self._held:
            self.dragged.emit(event.globalPosition().y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put the card down."""
        if self._held:
            self._release()
            self.dropped.emit(event.globalPosition().y())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let go without moving anything by Esc; other keys are actions."""
        if self._held and event.key() == Qt.Key.Key_Escape:
            self._release()
            self.let_go.emit()
            return
        event.ignore()

    def _release(self) -> None:
        self._held = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)


class StepCard(QFrame):
    """Sliders generated from the degradation's own table; it holds no recipe, it shows one step of it."""

    severity_wanted = Signal(float)
    parameter_wanted = Signal(str, float)
    removal_wanted = Signal()
    opened = Signal(bool)

    def __init__(self, operation: Operation, *, is_open: bool) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(operation.title)
        self.operation = operation
        self.grip = Grip(operation.title)
        self.severity = FloatSlider("severity", minimum=0, maximum=5, step=SEVERITY_STEP, of=operation.title)
        self.severity.moved.connect(self.severity_wanted)
        self.parameters = {
            slider.name: FloatSlider(
                slider.title,
                minimum=slider.minimum,
                maximum=slider.maximum,
                step=slider.step,
                unit=slider.unit,
                tip=slider.description,
                of=operation.title,
            )
            for slider in operation.sliders
        }
        self._details = QWidget()
        details = QVBoxLayout(self._details)
        details.setContentsMargins(0, 4, 0, 0)
        details.setSpacing(4)
        for name, widget in self.parameters.items():
            widget.moved.connect(lambda value, name=name: self.parameter_wanted.emit(name, value))
            details.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 7, 10, 8)
        layout.setSpacing(4)
        layout.addLayout(self._head(is_open=is_open))
        layout.addWidget(self.severity)
        layout.addWidget(self._details)
        self._details.setVisible(is_open)

    def show_step(self, step: Step) -> None:
        """Show a step's numbers: what it overrides, else what its severity's table says."""
        self.severity.show_value(step.severity)
        for slider in self.operation.sliders:
            value = step.parameters.get(slider.name, slider.at(step.severity))
            self.parameters[slider.name].show_value(value)
            own = slider.name in step.parameters
            self.parameters[slider.name].title.setText(f"{slider.title} *" if own else slider.title)

    def lift(self, lifted: bool) -> None:
        """Look like a card in the hand, or like one that lies."""
        effect = QGraphicsOpacityEffect(self) if lifted else None
        if effect is not None:
            effect.setOpacity(LIFTED_OPACITY)
        self.setGraphicsEffect(effect)  # type: ignore[arg-type]

    def _head(self, *, is_open: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.toggle = QToolButton()
        self.toggle.setCheckable(True)
        self.toggle.setChecked(is_open)
        self.toggle.setAutoRaise(True)
        self.toggle.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.toggle.setAccessibleName(f"Parameters of {self.operation.title}")
        self.toggle.toggled.connect(self._on_toggled)
        title = ElidedLabel(self.operation.title)
        title.setObjectName("pageTitle")
        title.setToolTip(escaped_tip(self.operation.description))
        self.remove = QToolButton()
        self.remove.setText("✕")
        self.remove.setAutoRaise(True)
        self.remove.setAccessibleName(f"Remove {self.operation.title}")
        self.remove.setToolTip("Remove this step")
        self.remove.clicked.connect(lambda: self.removal_wanted.emit())
        row.addWidget(self.grip)
        row.addWidget(self.toggle)
        row.addWidget(title, 1)
        row.addWidget(plain_label(self.operation.stage, name="muted"))
        row.addWidget(self.remove)
        return row

    def _on_toggled(self, is_open: bool) -> None:
        self.toggle.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self._details.setVisible(is_open)
        self.opened.emit(is_open)
