"""Models are listed with what keeps them from answering, added, edited, removed and tested through the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDialogButtonBox, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot
from support.compared import replay_model
from support.workspaces import new_workspace

from fidelity_app.core.asks import ModelConfig
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.models.dialog import ModelDialog
from fidelity_app.gui.models.page import ModelsPage
from fidelity_app.services import models
from fidelity_app.services.workspace import Workspace

OpenWindow = Callable[..., MainWindow]
CLOUD = ModelConfig(
    "cloud <b>1</b>", "openai", "gpt-x", "http://127.0.0.1:9/v1", "KEY_FOR_TESTS", {"temperature": 0}, {"input": "2.50"}
)


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    made = new_workspace(tmp_path / "workspace")
    models.add_model(made, replay_model(tmp_path, "echo", json.dumps({"total": "17,55"})))
    models.add_model(made, CLOUD)
    return made


@pytest.fixture
def page(ws: Workspace, open_window: OpenWindow, qtbot: QtBot) -> ModelsPage:
    page = open_window(ws, "models").page("models")
    assert isinstance(page, ModelsPage)
    qtbot.waitUntil(lambda: bool(page.model.records))
    return page


@pytest.fixture
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)


def shown(page: ModelsPage, name: str) -> dict[str, str]:
    row = page.model.row_of(name)
    return {column.title: str(page.model.index(row, n).data()) for n, column in enumerate(page.model.columns)}


def dialog_of(page: ModelsPage) -> ModelDialog:
    assert page.dialog is not None
    return page.dialog


def save(page: ModelsPage, qtbot: QtBot) -> None:
    button = dialog_of(page)._buttons.button(QDialogButtonBox.StandardButton.Save)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_list_says_what_keeps_a_model_from_answering(page: ModelsPage) -> None:
    row = shown(page, CLOUD.name)
    assert row["Model"] == "cloud <b>1</b>"
    assert row["Endpoint"] == "http://127.0.0.1:9/v1"
    assert row["Key"] == "not found"
    assert row["Prices, USD"] == "input 2.50"
    assert row["Ready"].startswith("✕ no key: set the environment variable KEY_FOR_TESTS")
    assert shown(page, "echo")["Ready"] == "✓ yes"


def test_a_key_in_the_environment_makes_it_ready(tmp_path: Path, open_window: OpenWindow, qtbot: QtBot) -> None:
    ws = new_workspace(tmp_path / "keyed", environment={"KEY_FOR_TESTS": "secret-123"})
    models.add_model(ws, CLOUD)
    page = open_window(ws, "models").page("models")
    qtbot.waitUntil(lambda: page.model.row_of(CLOUD.name) >= 0)
    row = shown(page, CLOUD.name)
    assert (row["Key"], row["Ready"]) == ("environment variable KEY_FOR_TESTS", "✓ yes")
    assert "secret-123" not in "".join(row.values())


def test_a_preset_fills_the_endpoint_and_the_saved_model_is_what_was_written(
    ws: Workspace, page: ModelsPage, qtbot: QtBot
) -> None:
    page.add()
    dialog = dialog_of(page)
    dialog.preset.setCurrentIndex(dialog.preset.findData("azure"))
    dialog.preset.activated.emit(dialog.preset.currentIndex())
    assert dialog.key_env.text() == "AZURE_OPENAI_API_KEY"
    dialog.name.setText("ours")
    dialog.model_id.setText("deployment-7")
    dialog.base_url.setText("https://example.invalid/openai/v1")
    dialog.parameters.setPlainText('key_header = api-key\nmax_tokens = 512\nheaders = {"X-Team": "0012"}')
    dialog.prices["output"].setText("10.00")
    save(page, qtbot)
    qtbot.waitUntil(lambda: page.model.row_of("ours") >= 0)
    config = models.model(ws, "ours").config
    assert config.parameters == {"key_header": "api-key", "max_tokens": 512, "headers": {"X-Team": "0012"}}
    assert (config.model_id, config.prices) == ("deployment-7", {"output": "10.00"})
    assert (config.key_env, config.base_url) == ("AZURE_OPENAI_API_KEY", "https://example.invalid/openai/v1")
    assert page.dialog is None
    assert page.table.current() is not None and page.table.current().config.name == "ours"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda dialog: dialog.name.setText(""), "Give the model a name"),
        (lambda dialog: dialog.parameters.setPlainText("a = 1\nnonsense"), "parameters, line 2"),
        (lambda dialog: dialog.prices["input"].setText("cheap"), "'cheap'"),
    ],
    ids=["name", "parameter", "price"],
)
def test_what_cannot_be_meant_is_said_and_nothing_written_is_lost(
    ws: Workspace, page: ModelsPage, qtbot: QtBot, spoil: Callable[[ModelDialog], None], words: str
) -> None:
    page.add()
    dialog = dialog_of(page)
    dialog.name.setText("draft")
    dialog.model_id.setText("kept")
    spoil(dialog)
    save(page, qtbot)
    qtbot.waitUntil(lambda: words in dialog.problem.text())
    assert page.dialog is dialog and dialog.model_id.text() == "kept"
    assert dialog._buttons.isEnabled()
    assert [row.config.name for row in models.models(ws) if row.config.name == "draft"] == []
    dialog.reject()


def test_editing_shows_the_settings_and_changes_only_what_was_changed(
    ws: Workspace, page: ModelsPage, qtbot: QtBot
) -> None:
    page.table.choose(CLOUD.name)
    page.edit()
    dialog = dialog_of(page)
    assert dialog.name.isReadOnly() and dialog.name.text() == CLOUD.name
    assert dialog.parameters.toPlainText() == "temperature = 0"
    dialog.concurrency.setValue(9)
    save(page, qtbot)
    qtbot.waitUntil(lambda: page.dialog is None)
    config = models.model(ws, CLOUD.name).config
    assert config.concurrency == 9
    assert (config.parameters, config.prices, config.key_env) == (CLOUD.parameters, CLOUD.prices, CLOUD.key_env)


def test_a_copy_starts_from_the_settings_under_another_name(ws: Workspace, page: ModelsPage, qtbot: QtBot) -> None:
    page.table.choose(CLOUD.name)
    page.copy()
    assert dialog_of(page).name.text() == f"{CLOUD.name} copy" and not dialog_of(page).name.isReadOnly()
    save(page, qtbot)
    qtbot.waitUntil(lambda: page.model.row_of(f"{CLOUD.name} copy") >= 0)
    assert models.model(ws, f"{CLOUD.name} copy").config.model_id == CLOUD.model_id
    assert models.model(ws, CLOUD.name).config == CLOUD


def test_what_an_adapter_does_not_need_is_not_asked(page: ModelsPage) -> None:
    page.add()
    dialog = dialog_of(page)
    dialog.adapter.setCurrentIndex(dialog.adapter.findData("rapidocr"))
    for widget in (dialog.model_id, dialog.base_url, dialog.key_env, dialog.key, dialog.file):
        assert not widget.isVisible()
    dialog.adapter.setCurrentIndex(dialog.adapter.findData("replay"))
    assert dialog.file.isVisible() and not dialog.base_url.isVisible()
    dialog.adapter.setCurrentIndex(dialog.adapter.findData("openai"))
    assert dialog.base_url.isVisible() and not dialog.file.isVisible()
    dialog.reject()


def test_a_removed_model_leaves_the_list(ws: Workspace, page: ModelsPage, qtbot: QtBot) -> None:
    page.table.choose(CLOUD.name)
    line = page.table.current()
    assert line is not None
    page.remove(line)
    qtbot.waitUntil(lambda: page.model.row_of(CLOUD.name) < 0)
    assert CLOUD.name not in [row.config.name for row in models.models(ws)]


def test_a_test_shows_the_picture_what_came_back_and_the_time(page: ModelsPage, qtbot: QtBot) -> None:
    page.table.choose("echo")
    page.test()
    assert not page.test_button.isEnabled()
    qtbot.waitUntil(lambda: page.test_job is None, timeout=20_000)
    assert page.panel.picture.image.width() > 100
    assert page.panel.message.text() == "✓ echo read the total of the test receipt right: 17,55"
    assert "printed 17,55 · read 17,55 · " in page.panel.facts.text()
    assert [page.panel.tabs.tabText(n) for n in range(page.panel.tabs.count())] == ["What came back", "What was sent"]
    assert '{"total": "17,55"}' in page.panel.tabs.widget(0).toPlainText()
    assert page.test_button.isEnabled()


def test_a_wrong_answer_is_marked_by_a_sign_and_says_what_is_printed(
    ws: Workspace, page: ModelsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    models.add_model(ws, replay_model(tmp_path, "liar", json.dumps({"total": "17,95"})))
    page.context.hub.tell("models", "liar")
    qtbot.waitUntil(lambda: page.table.choose("liar"))
    page.test()
    qtbot.waitUntil(lambda: page.test_job is None, timeout=20_000)
    assert page.panel.message.text().startswith("✕ liar answered, but read 17,95")
    assert page.panel.message.textFormat() is Qt.TextFormat.PlainText


def test_every_label_of_the_page_is_plain_text(page: ModelsPage) -> None:
    assert {label.textFormat() for label in page.findChildren(QLabel)} == {Qt.TextFormat.PlainText}


def test_a_test_can_be_cancelled(page: ModelsPage, qtbot: QtBot) -> None:
    page.table.choose(CLOUD.name)
    page.test()
    qtbot.mouseClick(page.strip.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.test_job is None, timeout=20_000)
    assert page.test_button.isEnabled() and not page.strip.isVisible()


def test_a_key_that_no_keyring_takes_is_said_and_the_model_is_not_saved(
    ws: Workspace, page: ModelsPage, qtbot: QtBot, no_keyring: None
) -> None:
    page.add()
    dialog = dialog_of(page)
    dialog.name.setText("keyed")
    dialog.key.setText("sk-secret-456")
    save(page, qtbot)
    qtbot.waitUntil(lambda: "no usable keyring" in dialog.problem.text())
    assert "sk-secret-456" not in dialog.problem.text()
    assert "keyed" not in [row.config.name for row in models.models(ws)]
    assert dialog.key.text() == "sk-secret-456" and dialog.key.echoMode() is QLineEdit.EchoMode.Password
    dialog.reject()


def test_everything_that_takes_the_focus_has_a_name(page: ModelsPage) -> None:
    page.add()
    dialog = dialog_of(page)
    kinds = (QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit)
    inputs = [child for kind in kinds for child in dialog.findChildren(kind)]
    inputs = [child for child in inputs if child.objectName() != "qt_spinbox_lineedit"]
    assert len(inputs) > 10
    assert [child for child in inputs if not child.accessibleName()] == []
    dialog.reject()
