"""The table of commands. Each module imports its services when it is called, so that help stays quick."""

from __future__ import annotations

import typer

from fidelity_app.cli import (
    claims,
    degrade,
    demo,
    documents,
    legibility,
    models,
    parse,
    recipes,
    report,
    rescore,
    runs,
    score,
    variants,
)

app = typer.Typer(
    name="fidelity",
    help="Can you trust the digits a vision model reads off your receipts and invoices?",
    epilog="Without a command the window opens. Exit codes: 0 done, 1 gate failed, 2 usage or input, "
    "3 network, disk or provider, 4 our bug.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("new")(documents.new)
app.command("import")(documents.import_)
app.command("documents")(documents.documents)
app.add_typer(recipes.group, name="recipes")
app.command("degrade")(degrade.degrade)
app.command("legibility")(legibility.legibility)
app.add_typer(variants.group, name="variants")
app.add_typer(models.group, name="models")
app.command("run")(runs.run)
app.command("resume")(runs.resume)
app.command("runs")(runs.runs)
app.command("rescore")(rescore.rescore)
app.command("claims")(claims.claims)
app.command("score")(score.score)
app.command("parse", context_settings={"ignore_unknown_options": True})(parse.parse)
app.command("report")(report.report)
app.command("demo")(demo.demo)


@app.callback(invoke_without_command=True)
def _options(version: bool = typer.Option(False, "--version", help="Print the version and end.")) -> None:
    if version:
        from fidelity_app import __version__

        typer.echo(__version__)
        raise typer.Exit
