"""Every preset makes a model that can be asked, and a probe tells what a person wants to know first."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from support.loopback_asks import ask_of
from support.loopback_client import config_for, with_reader
from support.loopback_plays import completion, failure
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Attempt, ModelConfig, Outcome
from fidelity_app.vision import ENDPOINT_PRESETS, EndpointPreset, availability, probe_reader
from fidelity_app.vision.settings_of import endpoint_settings

LOCAL = {"vllm", "ollama", "lmstudio", "llamacpp"}


@pytest.mark.parametrize("preset", ENDPOINT_PRESETS.values(), ids=ENDPOINT_PRESETS.keys())
def test_a_preset_makes_a_model_that_can_be_asked(preset: EndpointPreset) -> None:
    config = ModelConfig(
        preset.name, "openai", "some-model", preset.base_url, preset.key_env, parameters=preset.parameters
    )
    assert availability(config) is None
    settings = endpoint_settings(config)
    assert settings.local is (preset.name in LOCAL) is (not preset.key_env)
    assert not set(settings.body) & {"key_header", "schema", "detail"}


def test_every_endpoint_that_the_specification_names_has_a_preset() -> None:
    cloud = {"openai", "azure", "openrouter", "gemini", "anthropic"}
    assert set(ENDPOINT_PRESETS) == cloud | LOCAL


def test_a_probe_tells_outcome_latency_served_model_and_adjustments() -> None:
    seen: list[Attempt] = []
    refusal = failure(400, "temperature is not supported", param="temperature")
    with LoopbackServer(script=[refusal], always=completion(model="loopback-2")) as server:
        config = config_for(server, parameters={"temperature": 0})
        probe = with_reader(config, lambda reader: probe_reader(reader, ask_of(), watch=seen.append))
    assert probe.outcome is Outcome.OK and probe.served_model == "loopback-2"
    assert probe.adjustments == ("without temperature",)
    assert probe.latency_s is not None and probe.latency_s > 0
    assert len(seen) == len(probe.attempts) == 2


def test_naming_the_adapters_loads_no_heavy_library() -> None:
    code = (
        "import sys, json, fidelity_app.vision;"
        "print(json.dumps([m for m in ('openai', 'httpx2', 'rapidocr', 'onnxruntime', 'cv2', 'numpy') "
        "if m in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == []
