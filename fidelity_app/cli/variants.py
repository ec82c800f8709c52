"""`fidelity variants WS ...`: pages after recipes, made ahead of asking, kept, checked, and removed on request."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.groups import ListingGroup, size_words
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.cli.progress import live_progress
from fidelity_app.core.errors import UserError

if TYPE_CHECKING:
    from fidelity_app.services.checking_variants import Checked
    from fidelity_app.services.kept_variants import KeptRecipe, Removed
    from fidelity_app.services.making_variants import MadeVariants
    from fidelity_app.services.workspace import Workspace

group = typer.Typer(
    cls=ListingGroup,
    help="List, make, check and remove the variants (pages after a recipe) that a workspace keeps.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

OneRecipe = typer.Option("", "--recipe", metavar="NAME[:SEVERITY]|FILE.json|KEY", help="Only this recipe's variants.")


@group.callback()
def _workspace(
    context: typer.Context,
    path: str = typer.Argument(..., metavar="WS", help="The workspace's folder.", show_default=False),
) -> None:
    if not path:
        raise UserError("say of which workspace: fidelity variants WS [COMMAND]")
    context.obj = Path(path)


@group.command("list")
def list_(context: typer.Context, as_json: bool = JsonOption) -> None:
    """List how many variants are kept and how much they take, by recipe."""
    from fidelity_app.services.making_variants import variants_kept
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        kept = variants_kept(ws)
    rows = [_row(row) for row in kept.recipes]
    if as_json:
        print_json({"variants": kept.count, "bytes": kept.bytes, "asked": kept.asked, "recipes": rows})
        return
    headings = [
        Heading("Recipe", "recipe"),
        Heading("Key", "begin"),
        Heading("Variants", "variants", number=True),
        Heading("Size", "size", number=True),
        Heading("Asked by runs", "asked", number=True),
        Heading("Drifted", "drifted", number=True),
    ]
    empty = f"No variants yet. Next: fidelity variants {context.obj} make --recipe NAME"
    shown = [{**row, "begin": row["key"][:8], "size": size_words(row["bytes"])} for row in rows]
    print_rows(shown, headings, as_json=False, empty=empty)
    if rows:
        say(f"{_counted(kept.count, 'variant')}, {size_words(kept.bytes)}")


def _row(row: KeptRecipe) -> dict[str, Any]:
    return {
        "recipe": row.label or "unknown recipe",
        "key": row.key,
        "variants": row.variants,
        "bytes": row.bytes,
        "asked": row.asked,
        "drifted": row.drifted,
    }


@group.command("make")
def make(
    context: typer.Context,
    recipe: list[str] = typer.Option(
        ..., "--recipe", metavar="NAME[:SEVERITY]|FILE.json", help="A recipe; may be given several times."
    ),
    documents: str = typer.Option("", "--documents", help="Only documents whose name, tag or text holds this."),
    seed: list[int] = typer.Option(
        [0], "--seed", min=-(2**63), max=2**63 - 1, help="The seed of the degradations; may be given several times."
    ),
    workers: int | None = typer.Option(
        None, "--workers", min=1, max=64, help="Threads; one for each core, at most four, when left out."
    ),
    as_json: bool = JsonOption,
) -> int:
    """Make the variants of documents before they are asked for; those that are there are not made again."""
    from fidelity_app.services import degrading
    from fidelity_app.services.making_variants import make_variants
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        ids = _document_ids(ws, documents)
        recipes = [degrading.find_recipe(ws, name) for name in recipe]
        with live_progress(quiet=as_json) as progress:
            made = make_variants(ws, ids, recipes, seeds=tuple(dict.fromkeys(seed)), workers=workers, progress=progress)
    _say_made(made, as_json=as_json)
    # Nothing at all was made though something was wrong: a script must notice.
    return Exit.OUTSIDE if made.failed and not made.made and not made.known else Exit.DONE


def _document_ids(ws: Workspace, text: str) -> list[str]:
    from fidelity_app.services import library
    from fidelity_app.store.rows import DocumentFilter

    found = library.documents(ws, DocumentFilter(text=text))
    if not found:
        wanted = f" that match {text!r}" if text else ""
        raise UserError(f"{ws.path} has no documents{wanted}; see them with: fidelity documents {ws.path}")
    return [row.id for row in found]


def _say_made(made: MadeVariants, *, as_json: bool) -> None:
    if as_json:
        failed = [
            {"document": x.document_name, "page": x.page_index + 1, "recipe": x.recipe or None, "reason": x.reason}
            for x in made.failed
        ]
        counts = {"made": made.made, "known": made.known, "bytes": made.bytes, "drifted": made.drifted}
        print_json({**counts, "failed": failed})
        return
    say(f"{_counted(made.made, 'variant')} made ({size_words(made.bytes)}), {made.known} here already")
    if made.drifted:
        say(f"{_counted(made.drifted, 'variant')} drifted: other pixels than when they were first made")
    for item in made.failed:
        say(f"not made: {item.document_name}, page {item.page_index + 1}, {item.recipe or 'no recipe'}: {item.reason}")


@group.command("check")
def check(context: typer.Context, recipe: str = OneRecipe, as_json: bool = JsonOption) -> int:
    """Make what is kept again and compare the pixels; nothing is written. Exit code 1 when one is not the same."""
    from fidelity_app.imaging.agreement import Agreement
    from fidelity_app.services.checking_variants import check_variants
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        key = _key(ws, recipe)
        with live_progress(quiet=as_json) as progress:
            found = check_variants(ws, recipe=key, progress=progress)
    counts = {kind.value: sum(item.agreement is kind for item in found) for kind in Agreement}
    counts["not_made"] = sum(item.agreement is None for item in found)
    others = [item for item in found if item.agreement is not Agreement.VERIFIED]
    if as_json:
        print_json({**counts, "others": [_checked(item) for item in others]})
    else:
        say(", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()))
        _say_checked(others)
    return Exit.FAILED if others else Exit.DONE


@group.command("remove")
def remove(
    context: typer.Context,
    recipe: str = OneRecipe,
    asked: bool = typer.Option(
        False, "--asked", help="Also those that a run was asked about, each after it was made again and compared."
    ),
    yes: bool = typer.Option(False, "--yes", help="Do not ask whether it is meant."),
    as_json: bool = JsonOption,
) -> int:
    """Remove the pictures of variants; what they were stays remembered, and they are made again when needed."""
    from fidelity_app.services.making_variants import remove_variants, variants_kept
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(context.obj) as ws:
        key = _key(ws, recipe)
        rows = [row for row in variants_kept(ws).recipes if key in (None, row.key)]
        count = sum(row.variants - (0 if asked else row.asked) for row in rows)
        if not yes and not _confirmed(count):
            say("nothing was removed")
            return Exit.DONE
        with live_progress(quiet=as_json) as progress:
            removed = remove_variants(ws, recipe=key, unused_only=not asked, progress=progress)
    _say_removed(removed, asked=asked, as_json=as_json)
    return Exit.DONE


def _key(ws: Workspace, text: str) -> str | None:
    from fidelity_app.services.recipe_labels import recipe_key

    return recipe_key(ws, text) if text else None


def _confirmed(count: int) -> bool:
    if not sys.stdin.isatty():
        raise UserError("nobody is here to ask whether this is meant: say --yes to remove variants")
    return typer.confirm(f"Remove the pictures of {_counted(count, 'variant')}?", err=True)


def _say_removed(removed: Removed, *, asked: bool, as_json: bool) -> None:
    if as_json:
        counts = {"removed": removed.count, "bytes": removed.bytes, "kept": removed.kept}
        stay = [_checked(item) for item in removed.not_again]
        print_json({**counts, "leftovers": removed.leftovers, "not_reproducible": stay})
        return
    say(f"{_counted(removed.count, 'variant')} removed, {size_words(removed.bytes)} free now")
    if removed.leftovers:
        say(f"with them {_counted(removed.leftovers, 'file')} that nothing names")
    if removed.not_again:
        say(f"{_counted(len(removed.not_again), 'variant')} stay: they cannot be made again here as they were")
        _say_checked(removed.not_again)
    elif removed.kept:
        why = "pages are made of the same files" if asked else "runs were asked about them, or pages are made of them"
        say(f"{_counted(removed.kept, 'variant')} stay: {why}")


def _say_checked(items: Sequence[Checked]) -> None:
    """Say once for each recipe and reason what is not the same; --json names every variant."""
    told = Counter((_agreement(item), item.record.recipe_key[:8], item.reason) for item in items)
    for (agreement, key, reason), count in told.items():
        say(f"{agreement}: {_counted(count, 'variant')} of recipe {key}{f': {reason}' if reason else ''}")


def _agreement(item: Checked) -> str:
    return "not made" if item.agreement is None else item.agreement.value


def _checked(item: Checked) -> dict[str, Any]:
    return {
        "agreement": _agreement(item),
        "recipe_key": item.record.recipe_key,
        "seed": item.record.seed,
        "page_pixels": item.record.source_sha,
        "sha256": item.record.image_sha,
        "reason": item.reason,
    }


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
