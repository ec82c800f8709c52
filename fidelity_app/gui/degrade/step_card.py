"""One step of a recipe: its severity, and, when opened, every parameter of its degradation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fidelity_app.core.recipes import Step
from fidelity_app.gui.degrade.float_slider import FloatSlider
from fidelity_app.gui.widgets.text import escaped_tip, plain_label
from fidelity_app.services.catalogue import Operation

SEVERITY_STEP = 0.1


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
        self.severity = FloatSlider("severity", minimum=0, maximum=5, step=SEVERITY_STEP)
        self.severity.moved.connect(self.severity_wanted)
        self.parameters = {
            slider.name: FloatSlider(
                slider.title,
                minimum=slider.minimum,
                maximum=slider.maximum,
                step=slider.step,
                unit=slider.unit,
                tip=slider.description,
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
        layout.setContentsMargins(10, 7, 10, 8)
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

    def _head(self, *, is_open: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        self.toggle = QToolButton()
        self.toggle.setCheckable(True)
        self.toggle.setChecked(is_open)
        self.toggle.setAutoRaise(True)
        self.toggle.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.toggle.setAccessibleName(f"Parameters of {self.operation.title}")
        self.toggle.toggled.connect(self._on_toggled)
        title = plain_label(self.operation.title, name="pageTitle")
        title.setToolTip(escaped_tip(self.operation.description))
        self.remove = QToolButton()
        self.remove.setText("✕")
        self.remove.setAutoRaise(True)
        self.remove.setAccessibleName(f"Remove {self.operation.title}")
        self.remove.setToolTip("Remove this step")
        self.remove.clicked.connect(lambda: self.removal_wanted.emit())
        row.addWidget(self.toggle)
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(plain_label(self.operation.stage, name="muted"))
        row.addWidget(self.remove)
        return row

    def _on_toggled(self, is_open: bool) -> None:
        self.toggle.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self._details.setVisible(is_open)
        self.opened.emit(is_open)
