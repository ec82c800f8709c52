"""Well-known endpoints as data: where they are, where their key comes from, and what they do differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fidelity_app.core.canonical import Json


@dataclass(frozen=True, slots=True)
class EndpointPreset:
    """A starting point for a model of the `openai` adapter. `key_env` empty: no key is needed.

    `base_url` may hold a part in capitals that the user replaces. `quirks` are sentences for the Models page.
    """

    name: str
    title: str
    base_url: str
    key_env: str
    model_hint: str
    parameters: Mapping[str, Json] = field(default_factory=dict)
    quirks: tuple[str, ...] = ()
    concurrency: int = 4
    timeout_s: float = 120.0


ENDPOINT_PRESETS: Mapping[str, EndpointPreset] = {
    preset.name: preset
    for preset in (
        EndpointPreset(
            name="openai",
            title="OpenAI",
            base_url="https://api.openai.com/v1",
            key_env="OPENAI_API_KEY",
            model_hint="a dated snapshot, such as gpt-4.1-2025-04-14: an alias changes under you",
            parameters={"detail": "high"},
            quirks=(
                "Reasoning models refuse max_tokens and temperature; both are adjusted once and recorded.",
                "An exhausted account answers 429 insufficient_quota; that is never asked again.",
            ),
        ),
        EndpointPreset(
            name="azure",
            title="Azure OpenAI",
            base_url="https://YOUR-RESOURCE.openai.azure.com/openai/v1",
            key_env="AZURE_OPENAI_API_KEY",
            model_hint="the name of your deployment",
            parameters={"key_header": "api-key"},
            quirks=(
                "The content filter answers 400; such a reading counts as filtered.",
                "Older resources need the parameter query with an api-version.",
            ),
        ),
        EndpointPreset(
            name="openrouter",
            title="OpenRouter",
            base_url="https://openrouter.ai/api/v1",
            key_env="OPENROUTER_API_KEY",
            model_hint="vendor/model, such as qwen/qwen2.5-vl-72b-instruct",
            quirks=(
                "Errors may come with status 200; they are recognised.",
                "The provider behind a model may change between asks; the served model is recorded.",
            ),
        ),
        EndpointPreset(
            name="gemini",
            title="Google Gemini (compatible endpoint)",
            base_url="https://generativelanguage.googleapis.com/v1beta/openai",
            key_env="GEMINI_API_KEY",
            model_hint="such as gemini-2.5-flash",
            quirks=(
                "Errors come as a list; unknown fields of a schema are refused.",
                "Thinking tokens may be missing from the completion tokens; the total is used.",
            ),
        ),
        EndpointPreset(
            name="anthropic",
            title="Anthropic (compatible endpoint)",
            base_url="https://api.anthropic.com/v1",
            key_env="ANTHROPIC_API_KEY",
            model_hint="a dated snapshot of a Claude model",
            parameters={"schema": "none", "max_tokens": 2048},
            quirks=("The compatible endpoint does not hold to a JSON schema; the prompt alone asks for JSON.",),
        ),
        EndpointPreset(
            name="vllm",
            title="vLLM",
            base_url="http://127.0.0.1:8000/v1",
            key_env="",
            model_hint="the served model name",
            quirks=(
                "Without --limit-mm-per-prompt only one picture per ask is taken: documents of several pages fail.",
            ),
            concurrency=16,
            timeout_s=300.0,
        ),
        EndpointPreset(
            name="ollama",
            title="Ollama",
            base_url="http://127.0.0.1:11434/v1",
            key_env="",
            model_hint="such as qwen2.5vl:7b",
            quirks=(
                "A context that is too small cuts the prompt silently; a suspicious count is noted on the answer.",
            ),
            concurrency=1,
            timeout_s=600.0,
        ),
        EndpointPreset(
            name="lmstudio",
            title="LM Studio",
            base_url="http://127.0.0.1:1234/v1",
            key_env="",
            model_hint="the identifier that LM Studio shows",
            quirks=("Pictures may be shrunk to 500 pixels without a word; json_object is refused.",),
            concurrency=1,
            timeout_s=600.0,
        ),
        EndpointPreset(
            name="llamacpp",
            title="llama.cpp server",
            base_url="http://127.0.0.1:8080/v1",
            key_env="",
            model_hint="any name; the server has one model",
            quirks=("Needs --mmproj for pictures; without it every ask is a 500 that is not asked again.",),
            concurrency=1,
            timeout_s=600.0,
        ),
    )
}
