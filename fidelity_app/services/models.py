"""Models: which readers a workspace has, what they need, and whether they answer."""

from __future__ import annotations

import asyncio

from fidelity_app.core.asks import Ask, Attempt, ModelConfig, Outcome, Reply
from fidelity_app.core.canonical import key_of
from fidelity_app.core.costs import checked_prices
from fidelity_app.core.errors import UserError
from fidelity_app.services.jobs import CancelToken
from fidelity_app.services.views import ModelTest
from fidelity_app.services.workspace import Workspace
from fidelity_app.settings.secrets import NO_KEY
from fidelity_app.store import models as table
from fidelity_app.store.rows import ModelRow

EMBEDDED = (
    ModelConfig(name="rapidocr", adapter="rapidocr", concurrency=2),
    ModelConfig(name="tesseract", adapter="tesseract", concurrency=2),
)


def models(ws: Workspace, *, retired: bool = False) -> list[ModelRow]:
    """Return the models in the order they were added; the retired ones only when asked for."""
    return table.rows(ws.store.read(), retired=retired)


def model(ws: Workspace, name: str) -> ModelRow:
    """Return one model. Raises UserError that lists the names there are."""
    return table.get(ws.store.read(), name)


def adapters() -> tuple[tuple[str, str, str], ...]:
    """Return name, title and description of every way to ask a model."""
    from fidelity_app.vision import ADAPTERS

    return tuple((item.name, item.title, item.description) for item in ADAPTERS.values())


def missing(config: ModelConfig) -> str | None:
    """Say what a model lacks on this machine (a program, a file, a setting), or None when it can be asked."""
    from fidelity_app.vision import availability

    return availability(config)


def why_not(ws: Workspace, config: ModelConfig) -> str | None:
    """Say what keeps a model from being asked here, with the way out; None when nothing does."""
    lacking = missing(config)
    if lacking is not None:
        return lacking
    if config.key_env and ws.secrets.source(config.name, key_env=config.key_env) == NO_KEY:
        return f"no key: set the environment variable {config.key_env}, or paste the key on the Models page"
    return None


def model_key(config: ModelConfig) -> str:
    """Return the sha256 of what can change an answer: adapter, endpoint, model id and parameters."""
    return key_of(
        {
            "adapter": config.adapter,
            "base_url": config.base_url,
            "model_id": config.model_id,
            "parameters": dict(config.parameters),
        }
    )


def add_model(ws: Workspace, config: ModelConfig) -> ModelRow:
    """Add a model, in place of one of the same name (old runs keep what they asked).

    Raises UserError for an unknown adapter or a setting that cannot be meant.
    """
    from fidelity_app.vision import find_adapter

    find_adapter(config.adapter)
    _check(config)
    with ws.store.write() as tx:
        table.add(tx, config, key=model_key(config), at=ws.clock())
    return model(ws, config.name)


def _check(config: ModelConfig) -> None:
    if not config.name.strip() or config.name != config.name.strip() or "\n" in config.name:
        raise UserError(f"{config.name!r} is no name for a model: it needs letters, without spaces at its ends")
    if config.concurrency < 1:
        raise UserError(f"model {config.name}: concurrency is at least 1, not {config.concurrency}")
    if not config.timeout_s > 0:
        raise UserError(f"model {config.name}: the timeout is more than 0 seconds, not {config.timeout_s:g}")
    try:
        checked_prices(config.prices)
    except UserError as error:
        raise UserError(f"model {config.name}: {error}") from error


def remove_model(ws: Workspace, name: str) -> None:
    """Take a model off the list; old runs keep it. Raises UserError that lists the names there are."""
    with ws.store.write() as tx:
        if not table.retire(tx, name, at=ws.clock()):
            table.get(tx, name)


def add_embedded_models(ws: Workspace) -> None:
    """Add the models that come with the installation and can be asked on this machine."""
    for config in EMBEDDED:
        if missing(config) is None:
            add_model(ws, config)


def test_model(ws: Workspace, name: str, *, cancel: CancelToken | None = None) -> ModelTest:
    """Ask a model for the total of the first sample document, whose digits are known, and say what came back.

    Blocks until it answers; run it in a job. Nothing of it is stored.
    """
    # Matching brings scipy along, and most who open the list of models test none.
    from fidelity_app.services.canary import canary

    config = model(ws, name).config
    picture = canary()
    ask = picture.question(config)
    found: list[Attempt] = []
    started_s = ws.monotonic()
    reply = asyncio.run(_ask_once(ws, config, ask, found=found, cancel=cancel))
    answered, ok = picture.read(ask, reply)
    return ModelTest(
        ok=ok,
        message=_message(config, reply, answered=answered, ok=ok, expected=picture.field.text),
        expected=picture.field.text,
        answered=answered,
        outcome=reply.outcome,
        seconds=ws.monotonic() - started_s,
        served_model=found[-1].served_model if found else "",
        attempts=tuple(found),
        picture_png=picture.image.data,
    )


async def _ask_once(
    ws: Workspace, config: ModelConfig, ask: Ask, *, found: list[Attempt], cancel: CancelToken | None
) -> Reply:
    from fidelity_app.vision import make_reader

    async def record(attempt: Attempt) -> None:
        found.append(attempt)

    reader = make_reader(config, secret=lambda: ws.secrets.get(config.name, key_env=config.key_env), clock=ws.clock)
    task = asyncio.create_task(reader.ask(ask, record))
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=0.1)
            if cancel is not None and cancel.cancelled:
                task.cancel()
        if task.cancelled():
            return Reply(Outcome.CANCELLED, "cancelled", "chat", "", len(found))
        return task.result()
    finally:
        await reader.close()


def _message(config: ModelConfig, reply: Reply, *, answered: str, ok: bool, expected: str) -> str:
    if reply.outcome is not Outcome.OK:
        return f"{config.name} did not answer ({reply.outcome.value}): {reply.reason}"
    if ok:
        return f"{config.name} read the total of the test receipt right: {expected}"
    read = f"read {answered}" if answered else "found none"
    return f"{config.name} answered, but {read} where the test receipt prints the total {expected}"
