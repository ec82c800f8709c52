"""The table of adapters: every way to ask a model, and the one function that makes a reader."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from fidelity_app.core.asks import ModelConfig, Reader
from fidelity_app.core.canonical import Json
from fidelity_app.core.errors import UserError
from fidelity_app.vision.limits import EndpointLimits
from fidelity_app.vision.local import Clock

OPENAI_ADAPTER_VERSION = "1"
"""Raised whenever the request that is built from the same ask and model changes."""

Secret = Callable[[], str | None]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a reader needs from the composition root: the key's source, the clock, how to wait, the shared limits."""

    secret: Secret
    clock: Clock
    sleep: Sleep
    limits: EndpointLimits


class Make(Protocol):
    """Makes a reader; heavy libraries are imported here at the earliest."""

    def __call__(self, config: ModelConfig, around: Surroundings, /) -> Reader: ...


@dataclass(frozen=True, slots=True)
class Adapter:
    """One way to ask. `version(parameters)` enters the trial key; `why_not(config)` says what is missing, or None."""

    name: str
    title: str
    local: bool
    description: str
    make: Make
    version: Callable[[Mapping[str, Json]], str]
    why_not: Callable[[ModelConfig], str | None]


def _rapidocr(config: ModelConfig, around: Surroundings, /) -> Reader:
    from fidelity_app.vision.rapidocr import RapidOcrReader

    return RapidOcrReader(config, clock=around.clock)


def _rapidocr_version(parameters: Mapping[str, Json]) -> str:
    from fidelity_app.vision.rapidocr_models import model_files

    return model_files(parameters).version()


def _rapidocr_why_not(config: ModelConfig) -> str | None:
    from fidelity_app.vision.rapidocr_models import model_files

    try:
        model_files(config.parameters)
    except UserError as error:
        return str(error)
    return None


def _tesseract(config: ModelConfig, around: Surroundings, /) -> Reader:
    from fidelity_app.vision.tesseract import TesseractReader

    return TesseractReader(config, clock=around.clock)


def _tesseract_version(parameters: Mapping[str, Json]) -> str:
    from fidelity_app.vision.tesseract import tesseract_version

    return tesseract_version(parameters)


def _tesseract_why_not(config: ModelConfig) -> str | None:
    from fidelity_app.vision.tesseract import why_not

    return why_not(config.parameters)


def _replay(config: ModelConfig, around: Surroundings, /) -> Reader:
    from fidelity_app.vision.replay import ReplayReader

    return ReplayReader.from_config(config, clock=around.clock)


def _replay_version(parameters: Mapping[str, Json]) -> str:
    from fidelity_app.vision.replay import replay_version

    return replay_version(parameters)


def _replay_why_not(config: ModelConfig) -> str | None:
    from fidelity_app.vision.replay import why_not

    return why_not(config.parameters)


def _openai(config: ModelConfig, around: Surroundings, /) -> Reader:
    from fidelity_app.vision.openai import OpenAIReader

    return OpenAIReader(config, around)


def _openai_version(_parameters: Mapping[str, Json]) -> str:
    return f"openai-compatible {OPENAI_ADAPTER_VERSION}"


def _openai_why_not(config: ModelConfig) -> str | None:
    from fidelity_app.vision.settings_of import endpoint_settings

    if not config.model_id:
        return f"model {config.name} names no model id; say which model the endpoint shall use"
    try:
        endpoint_settings(config)
    except UserError as error:
        return str(error)
    return None


ADAPTERS: Mapping[str, Adapter] = {
    adapter.name: adapter
    for adapter in (
        Adapter(
            name="rapidocr",
            title="RapidOCR (PP-OCR)",
            local=True,
            description="Reads on this machine with the PP-OCRv6 models inside the package; no key, no network.",
            make=_rapidocr,
            version=_rapidocr_version,
            why_not=_rapidocr_why_not,
        ),
        Adapter(
            name="tesseract",
            title="Tesseract",
            local=True,
            description="Reads on this machine with the Tesseract program, where it is installed.",
            make=_tesseract,
            version=_tesseract_version,
            why_not=_tesseract_why_not,
        ),
        Adapter(
            name="openai",
            title="OpenAI-compatible endpoint",
            local=False,
            description="Asks any endpoint that speaks the OpenAI protocol, in the cloud or on your own machines.",
            make=_openai,
            version=_openai_version,
            why_not=_openai_why_not,
        ),
        Adapter(
            name="replay",
            title="Replay",
            local=True,
            description="Answers from a file of stored replies; for repeating a run without network.",
            make=_replay,
            version=_replay_version,
            why_not=_replay_why_not,
        ),
    )
}


def find_adapter(name: str) -> Adapter:
    """Return the adapter of this name. Raises UserError that lists the names there are."""
    adapter = ADAPTERS.get(name)
    if adapter is None:
        raise UserError(f"there is no adapter {name!r}; there are: {', '.join(ADAPTERS)}")
    return adapter


def availability(config: ModelConfig) -> str | None:
    """Say why this model cannot be asked here, with the way out, or None when it can."""
    return find_adapter(config.adapter).why_not(config)


def adapter_version(name: str, parameters: Mapping[str, Json] | None = None) -> str:
    """Return everything about the adapter's code and files that can change an answer, for the trial key.

    Raises UserError for an unknown adapter or a missing model file.
    """
    return find_adapter(name).version(parameters or {})


def make_reader(
    config: ModelConfig,
    *,
    secret: Secret | str | None = None,
    clock: Clock,
    sleep: Sleep = asyncio.sleep,
    limits: EndpointLimits | None = None,
) -> Reader:
    """Make the reader of a model. `secret` is the key or what fetches it; it appears in no text of the reader.

    Give the same `limits` to all readers of a run: models of one endpoint then share its turns and its pauses.
    Raises UserError when the adapter is unknown or its configuration cannot work.
    """
    fetch: Secret = secret if callable(secret) else partial(_constant, secret)
    return find_adapter(config.adapter).make(config, Surroundings(fetch, clock, sleep, limits or EndpointLimits()))


def _constant(value: str | None) -> str | None:
    return value
