"""Add or edit a model: what is needed depends on the adapter, and says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.errors import UserError
from fidelity_app.gui.models.draft import FILE_PARAMETER, PRICES, ModelDraft, parameter_lines, read_parameters
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services import models
from fidelity_app.vision.presets import ENDPOINT_PRESETS, EndpointPreset

OTHER = "Another endpoint"
OPENAI, REPLAY, TESSERACT = "openai", "replay", "tesseract"
HINTS = {
    OPENAI: "one a line, for example\ntemperature = 0\nmax_tokens = 2048",
    TESSERACT: "one a line, for example\npsm = 6\nlang = eng",
}


class ModelDialog(QDialog):
    """Collects a model. `saving(ModelDraft)` fires at Save; the owner saves it, then calls `accept` or `complain`."""

    saving = Signal(object)

    def __init__(
        self, parent: QWidget | None, theme: Theme, *, config: ModelConfig | None = None, key_source: str = ""
    ) -> None:
        super().__init__(parent)
        self._editing = config is not None
        self.setWindowTitle(f"Edit {config.name}" if config is not None else "Add a model")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._descriptions = {name: text for name, _, text in models.adapters()}
        self.adapter, self.preset = QComboBox(), QComboBox()
        self.name, self.model_id, self.base_url = _line("Name"), _line("Model id"), _line("Base URL")
        self.key_env, self.key, self.file = _line("Key variable"), _line("Key"), _line("Replies file")
        self.parameters = QPlainTextEdit()
        self.prices = {name: _price(title, tip) for name, title, tip in PRICES}
        self.concurrency, self.timeout_s = QSpinBox(), QDoubleSpinBox()
        self.problem = plain_label("", wrap=True, name="wrongText")
        self._about = plain_label("", wrap=True, name="muted")
        self._quirks = plain_label("", wrap=True, name="muted")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(f"now from: {key_source}" if key_source else "pasted keys go into the keyring")
        self.parameters.setFont(theme.mono())
        self._form = QFormLayout()
        self._fill()
        self._build()
        self.adapter.currentIndexChanged.connect(lambda _number: self._on_adapter())
        self.preset.activated.connect(lambda _number: self._on_preset())
        self.show_config(config or ModelConfig("", OPENAI))
        self.resize(600, 640)

    def show_config(self, config: ModelConfig, *, name: str | None = None) -> None:
        """Show a model's settings; `name` in place of its own."""
        self.adapter.setCurrentIndex(max(0, self.adapter.findData(config.adapter)))
        self.name.setText(config.name if name is None else name)
        self.name.setReadOnly(self._editing)
        self.name.setToolTip("Runs know a model by its name; to rename it, copy it." if self._editing else "")
        for line, text in (
            (self.model_id, config.model_id),
            (self.base_url, config.base_url),
            (self.key_env, config.key_env),
            (self.file, str(config.parameters.get(FILE_PARAMETER, ""))),
        ):
            line.setText(text)
        shown = {key: value for key, value in config.parameters.items() if not self._file_of(config.adapter, key)}
        self.parameters.setPlainText(parameter_lines(shown))
        for key, price in self.prices.items():
            price.setText(config.prices.get(key, ""))
        self.concurrency.setValue(config.concurrency)
        self.timeout_s.setValue(config.timeout_s)
        self.preset.setCurrentIndex(max(0, self.preset.findData(_preset_of(config))))
        self._on_adapter()

    def draft(self) -> ModelDraft:
        """Return what is written. Raises UserError naming what cannot be meant."""
        adapter = str(self.adapter.currentData())
        parameters = read_parameters(self.parameters.toPlainText())
        if adapter == REPLAY:
            parameters[FILE_PARAMETER] = self.file.text().strip()
        remote = adapter == OPENAI
        config = ModelConfig(
            name=self.name.text().strip(),
            adapter=adapter,
            model_id=self.model_id.text().strip() if remote else "",
            base_url=self.base_url.text().strip() if remote else "",
            key_env=self.key_env.text().strip() if remote else "",
            parameters=parameters,
            prices={name: line.text().strip() for name, line in self.prices.items() if line.text().strip()},
            concurrency=self.concurrency.value(),
            timeout_s=self.timeout_s.value(),
        )
        if not config.name:
            raise UserError("Give the model a name; it is what runs, tables and reports call it.")
        return ModelDraft(config, self.key.text().strip() if remote else "")

    def complain(self, error: BaseException) -> None:
        """Say why it was not saved; everything that was written stays."""
        self.problem.setText(str(error))
        self.problem.show()
        self._buttons.setEnabled(True)

    def save(self) -> None:
        """Hand the model over to be saved."""
        try:
            draft = self.draft()
        except UserError as error:
            self.complain(error)
            return
        self.problem.hide()
        self._buttons.setEnabled(False)
        self.saving.emit(draft)

    # --- building ------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        for name, title, _ in models.adapters():
            self.adapter.addItem(title, name)
        self.adapter.setAccessibleName("Adapter")
        self.preset.addItem(OTHER, "")
        for preset in ENDPOINT_PRESETS.values():
            self.preset.addItem(preset.title, preset.name)
        self.preset.setAccessibleName("Endpoint")
        self.parameters.setAccessibleName("Parameters")
        self.parameters.setTabChangesFocus(True)
        self.parameters.setFixedHeight(4 * self.parameters.fontMetrics().lineSpacing() + 14)
        self.concurrency.setRange(1, 512)
        self.concurrency.setAccessibleName("Questions at the same time")
        self.timeout_s.setRange(1, 86_400)
        self.timeout_s.setDecimals(0)
        self.timeout_s.setSuffix(" s")
        self.timeout_s.setAccessibleName("Timeout in seconds")
        self.problem.hide()

    def _build(self) -> None:
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setVerticalSpacing(7)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Asked by", self.adapter),
            ("", self._about),
            ("Endpoint", self.preset),
            ("", self._quirks),
            ("Name", self.name),
            ("Model id", self.model_id),
            ("Base URL", self.base_url),
            ("Key from variable", self.key_env),
            ("or paste the key", self.key),
            ("Replies file", self._with_button(self.file, "Choose…", self._choose_file)),
            ("Parameters", self.parameters),
            ("Prices, USD", self._prices_row()),
            ("At the same time", self.concurrency),
            ("Give up after", self.timeout_s),
        )
        for title, widget in rows:
            self._form.addRow(title, widget)
        self.concurrency.setMaximumWidth(110)
        self.timeout_s.setMaximumWidth(110)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 4, 12, 4)
        column.addLayout(self._form)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        for button in self._buttons.buttons():
            button.setIcon(QIcon())
        self._buttons.accepted.connect(self.save)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self._buttons)

    def _prices_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        for line in self.prices.values():
            layout.addWidget(line)
        return row

    def _with_button(self, line: QLineEdit, title: str, act: Callable[[], None]) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        button = QPushButton(title)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        layout.addWidget(line, 1)
        layout.addWidget(button)
        self._file_row = row
        return row

    # --- what depends on the adapter -----------------------------------------------------------------------------

    def _on_adapter(self) -> None:
        adapter = str(self.adapter.currentData())
        self._about.setText(self._descriptions.get(adapter, ""))
        remote = adapter == OPENAI
        shown: Mapping[QWidget, bool] = {
            self.preset: remote,
            self._quirks: remote and bool(self._quirks.text()),
            self.model_id: remote,
            self.base_url: remote,
            self.key_env: remote,
            self.key: remote,
            self._file_row: adapter == REPLAY,
        }
        for widget, visible in shown.items():
            self._form.setRowVisible(widget, visible)
        self.parameters.setPlaceholderText(HINTS.get(adapter, "one a line: name = value"))
        self._say_quirks()

    def _on_preset(self) -> None:
        preset = ENDPOINT_PRESETS.get(str(self.preset.currentData()))
        if preset is not None:
            self._apply(preset)
        self._say_quirks()

    def _apply(self, preset: EndpointPreset) -> None:
        self.base_url.setText(preset.base_url)
        self.key_env.setText(preset.key_env)
        self.parameters.setPlainText(parameter_lines(preset.parameters))
        self.concurrency.setValue(preset.concurrency)
        self.timeout_s.setValue(preset.timeout_s)
        if not self.name.text() and not self._editing:
            self.name.setText(preset.name)

    def _say_quirks(self) -> None:
        preset = ENDPOINT_PRESETS.get(str(self.preset.currentData()))
        self._quirks.setText("\n".join(preset.quirks) if preset is not None else "")
        self.model_id.setPlaceholderText(preset.model_hint if preset is not None else "as the endpoint calls it")
        self.base_url.setPlaceholderText("https://host/v1")
        visible = preset is not None and self.adapter.currentData() == OPENAI
        self._form.setRowVisible(self._quirks, visible)

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Stored replies", self.file.text(), "JSON lines (*.jsonl);;All (*)")
        if name:
            self.file.setText(str(Path(name)))

    @staticmethod
    def _file_of(adapter: str, parameter: str) -> bool:
        return adapter == REPLAY and parameter == FILE_PARAMETER


def copied(config: ModelConfig) -> ModelConfig:
    """Return a model's settings for a copy that has no name yet."""
    return replace(config, name="")


def _preset_of(config: ModelConfig) -> str:
    return next((preset.name for preset in ENDPOINT_PRESETS.values() if preset.base_url == config.base_url), "")


def _line(name: str) -> QLineEdit:
    line = QLineEdit()
    line.setAccessibleName(name)
    return line


def _price(title: str, tip: str) -> QLineEdit:
    line = _line(tip)
    line.setPlaceholderText(title.lower())
    line.setToolTip(f"{tip}. Empty: unknown.")
    return line
