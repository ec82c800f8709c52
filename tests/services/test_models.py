"""Models: added, replaced, refused, tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.workspaces import new_workspace

from fidelity_app.core.asks import ModelConfig, Outcome
from fidelity_app.core.errors import UserError
from fidelity_app.services import models
from fidelity_app.services.canary import canary
from fidelity_app.services.jobs import CancelToken
from fidelity_app.services.workspace import create_workspace, open_workspace
from fidelity_app.settings.options import Options


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        yield ws


def _replay(ws, tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({"key": "*", "format": "chat", "text": text}) + "\n")
    models.add_model(ws, ModelConfig(name="replay", adapter="replay", parameters={"file": str(path)}))


def _nobody(key_env: str = "") -> ModelConfig:
    """Return a model at a port of this machine where nobody listens."""
    url, once = "http://127.0.0.1:9/v1", {"max_attempts": 1}
    return ModelConfig("down", "openai", "m", base_url=url, key_env=key_env, parameters=once, timeout_s=4)


def test_a_new_workspace_lists_the_readers_that_can_be_asked_here(ws) -> None:
    names = [row.config.name for row in models.models(ws)]
    assert names[0] == "rapidocr"
    assert all(models.missing(row.config) is None for row in models.models(ws))


def test_a_model_comes_back_as_it_was_configured(ws) -> None:
    config = ModelConfig(
        name="mine",
        adapter="openai",
        model_id="some/model",
        base_url="http://127.0.0.1:1/v1",
        key_env="MY_KEY",
        parameters={"temperature": 0, "nested": {"a": [1, None]}},
        prices={"input": "0.25", "output": "1.00"},
        concurrency=7,
        timeout_s=9.5,
    )
    assert models.add_model(ws, config).config == config


def test_a_model_of_the_same_name_takes_the_place_of_the_first(ws) -> None:
    models.add_model(ws, ModelConfig(name="m", adapter="rapidocr", concurrency=1))
    models.add_model(ws, ModelConfig(name="m", adapter="tesseract", parameters={"psm": 4}))
    assert [row.config.adapter for row in models.models(ws) if row.config.name == "m"] == ["tesseract"]
    assert len([row for row in models.models(ws, retired=True) if row.config.name == "m"]) == 2


def test_the_key_of_a_model_is_what_can_change_an_answer() -> None:
    first = ModelConfig(name="a", adapter="openai", model_id="m", prices={"input": "1"}, concurrency=1)
    second = ModelConfig(name="b", adapter="openai", model_id="m", key_env="K", timeout_s=3)
    other = ModelConfig(name="a", adapter="openai", model_id="m", parameters={"temperature": 1})
    assert models.model_key(first) == models.model_key(second) != models.model_key(other)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (ModelConfig(name="m", adapter="ghost"), "no adapter 'ghost'"),
        (ModelConfig(name=" ", adapter="rapidocr"), "no name"),
        (ModelConfig(name="m", adapter="rapidocr", concurrency=0), "at least 1"),
        (ModelConfig(name="m", adapter="rapidocr", timeout_s=0), "timeout"),
        (ModelConfig(name="m", adapter="rapidocr", prices={"input": "cheap"}), "price input"),
        (ModelConfig(name="m", adapter="rapidocr", prices={"lunch": "1"}), "lunch"),
    ],
)
def test_a_configuration_that_cannot_be_meant_is_refused(ws, config: ModelConfig, words: str) -> None:
    with pytest.raises(UserError, match=words):
        models.add_model(ws, config)


def test_removing_a_model_that_is_not_there_lists_the_ones_that_are(ws) -> None:
    with pytest.raises(UserError, match="there are: rapidocr"):
        models.remove_model(ws, "ghost")


def test_a_model_that_reads_the_test_receipt_right_passes(ws, tmp_path: Path) -> None:
    printed = canary().field.text
    _replay(ws, tmp_path, json.dumps({"total": printed}))
    result = models.test_model(ws, "replay")
    assert result.ok
    assert (result.expected, result.answered, len(result.attempts)) == (printed, printed, 1)
    assert result.picture_png.startswith(b"\x89PNG")


def test_a_model_that_reads_it_wrong_is_told_what_it_read(ws, tmp_path: Path) -> None:
    _replay(ws, tmp_path, '{"total": "1.11"}')
    result = models.test_model(ws, "replay")
    assert not result.ok
    assert "read 1.11" in result.message


def test_a_model_that_cannot_be_reached_says_why(ws) -> None:
    models.add_model(ws, _nobody())
    result = models.test_model(ws, "down")
    assert not result.ok
    assert result.outcome in (Outcome.TRANSPORT, Outcome.AUTH)
    assert "down did not answer" in result.message


def test_a_test_can_be_cancelled(ws) -> None:
    cancel = CancelToken()
    cancel.cancel()
    models.add_model(ws, ModelConfig(name="slow", adapter="rapidocr", concurrency=1))
    result = models.test_model(ws, "slow", cancel=cancel)
    assert (result.ok, result.outcome) == (False, Outcome.CANCELLED)
    assert "slow did not answer (cancelled)" in result.message


def test_no_key_is_anywhere_in_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-very-secret-0123")
    with create_workspace(tmp_path / "ws", options=Options()) as ws:
        models.add_model(ws, _nobody(key_env="MY_KEY"))
        result = models.test_model(ws, "down")
        assert "sk-very-secret-0123" not in repr(result)
        assert "sk-very-secret-0123" not in repr(ws)
    with open_workspace(tmp_path / "ws", options=Options()) as again:
        assert again.name == "ws"
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"sk-very-secret-0123" not in path.read_bytes()
