"""`fidelity models WS ...`: who can be asked."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import typer

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.core.asks import Outcome
from fidelity_app.core.errors import UserError

group = typer.Typer(
    help="List, add, test and remove the models of a workspace.", no_args_is_help=True, rich_markup_mode=None
)


@group.callback()
def _workspace(
    context: typer.Context,
    path: Path = typer.Argument(..., metavar="WS", help="The workspace's folder."),
) -> None:
    context.obj = path


@group.command("list")
def list_(context: typer.Context, as_json: bool = JsonOption) -> None:
    """List the models, and what keeps one from running."""
    from fidelity_app.services import models
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        rows = [_row(row.config, models.why_not(ws, row.config)) for row in models.models(ws)]
    headings = [
        Heading("Model", "name"),
        Heading("Adapter", "adapter"),
        Heading("Model id", "model_id"),
        Heading("Endpoint", "base_url"),
        Heading("Key from", "key_env"),
        Heading("Ready", "ready"),
    ]
    print_rows(rows, headings, as_json=as_json, empty="No models. Next: fidelity models WS add NAME --adapter ADAPTER")


def _row(config: Any, missing: str | None) -> dict[str, Any]:
    return {
        "name": config.name,
        "adapter": config.adapter,
        "model_id": config.model_id,
        "base_url": config.base_url,
        "key_env": config.key_env,
        "parameters": dict(config.parameters),
        "prices": dict(config.prices),
        "ready": missing or "yes",
    }


@group.command()
def add(
    context: typer.Context,
    name: str = typer.Argument(..., help="What you call it."),
    adapter: str = typer.Option(..., "--adapter", help="rapidocr, tesseract, openai or replay."),
    model_id: str = typer.Option("", "--model", help="The model id that the endpoint knows."),
    base_url: str = typer.Option("", "--base-url", help="The endpoint, for example http://127.0.0.1:8000/v1."),
    key_env: str = typer.Option("", "--key-env", help="The environment variable that holds the key."),
    file: Path | None = typer.Option(None, "--file", help="Stored replies, for the replay adapter."),
    parameter: list[str] = typer.Option([], "--parameter", metavar="NAME=VALUE", help="Passed to the adapter."),
    price: list[str] = typer.Option([], "--price", metavar="NAME=USD", help="input, cached_input, output per million."),
    concurrency: int = typer.Option(4, "--concurrency", min=1, help="Requests at the same time."),
    timeout_s: float = typer.Option(120.0, "--timeout", min=1, help="Seconds until a request is given up."),
    as_json: bool = JsonOption,
) -> None:
    """Add a model, pinned as it is described here."""
    from fidelity_app.core.asks import ModelConfig
    from fidelity_app.services import models
    from fidelity_app.services.workspace import open_workspace

    parameters: dict[str, Any] = {key: _literal(value) for key, value in _pairs(parameter, "--parameter")}
    if file is not None:
        parameters["file"] = str(file.resolve())
    config = ModelConfig(
        name=name,
        adapter=adapter,
        model_id=model_id,
        base_url=base_url,
        key_env=key_env,
        parameters=parameters,
        prices=dict(_pairs(price, "--price")),
        concurrency=concurrency,
        timeout_s=timeout_s,
    )
    with open_workspace(context.obj) as ws:
        row = models.add_model(ws, config)
        missing = models.why_not(ws, row.config)
    if as_json:
        print_json(_row(row.config, missing))
        return
    say(f"model {name} added{'' if missing is None else f'; it cannot run yet: {missing}'}")
    say(f"next: fidelity models {context.obj} test {name}")


def _pairs(options: list[str], flag: str) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = []
    for option in options:
        name, sign, value = option.partition("=")
        if not sign or not name:
            raise UserError(f"{flag} {option!r}: write NAME=VALUE")
        made.append((name, value))
    return made


def _literal(text: str) -> Any:
    """Read a number, true or false as JSON does; anything else is text."""
    import json

    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value if isinstance(value, (int, float, bool)) else text


@group.command()
def test(
    context: typer.Context,
    name: str = typer.Argument(..., help="The model."),
    as_json: bool = JsonOption,
) -> int:
    """Ask a model for a drawn picture whose digits are known."""
    from fidelity_app.services import models
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        result = models.test_model(ws, name)
    if as_json:
        shown = ("ok", "message", "expected", "answered", "seconds", "served_model")
        whole = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
        print_json({**{key: whole[key] for key in shown}, "outcome": result.outcome.value})
    else:
        say(result.message)
        say(f"expected {result.expected}, answered {result.answered or 'nothing'} in {result.seconds:.2f} s")
    if result.ok:
        return Exit.DONE
    return Exit.FAILED if result.outcome is Outcome.OK else Exit.OUTSIDE


@group.command()
def remove(context: typer.Context, name: str = typer.Argument(..., help="The model.")) -> None:
    """Take a model off the list; runs that asked it keep it."""
    from fidelity_app.services import models
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        models.remove_model(ws, name)
    say(f"model {name} removed from the list; its runs stay")
