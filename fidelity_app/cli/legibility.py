"""`fidelity legibility`: how hard each field of a document is under a recipe, and what nobody can read at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.core.errors import UserError

if TYPE_CHECKING:
    from fidelity_app.core.documents import Document, Field
    from fidelity_app.core.illegible import IllegibleMark
    from fidelity_app.core.recipes import Recipe
    from fidelity_app.services.legibility import FieldLegibility, Legible
    from fidelity_app.services.workspace import Workspace

_HEADINGS = (
    Heading("Field", "field"),
    Heading("Printed", "printed"),
    Heading("Digit px", "digit_height_px", number=True),
    Heading("Contrast", "contrast", number=True),
    Heading("Sharpness", "sharpness", number=True),
    Heading("As loaded: px", "digit_height_px_before", number=True),
    Heading("contrast", "contrast_before", number=True),
    Heading("sharpness", "sharpness_before", number=True),
    Heading("Illegible", "illegible"),
)
_MARK_HEADINGS = (
    Heading("Field", "field"),
    Heading("Recipe", "recipe"),
    Heading("From severity", "from_severity", number=True),
    Heading("Seed", "seed", number=True),
    Heading("Who", "who"),
    Heading("When", "at"),
    Heading("Note", "note"),
    Heading("Taken back by", "taken_back_by"),
    Heading("when", "taken_back_at"),
)


def legibility(
    path: Path = WorkspaceArgument,
    document: str = typer.Argument(..., metavar="DOCUMENT", help="The document's name or id."),
    recipe: str = typer.Option("clean", "--recipe", metavar="NAME[:SEVERITY]|FILE.json", help="What is done to it."),
    seed: int = typer.Option(0, "--seed", help="The seed of the degradations, as of the run."),
    mark: list[str] = typer.Option(
        [], "--mark", metavar="KEY", help="Nobody can read this field under the recipe, from its severity up."
    ),
    unmark: list[str] = typer.Option([], "--unmark", metavar="KEY", help="Take the field's marks back."),
    note: str = typer.Option("", "--note", help="Why, kept with the marks."),
    history: bool = typer.Option(False, "--history", help="List all marks of the document, those taken back too."),
    as_json: bool = JsonOption,
) -> None:
    """List how hard each field is, hardest first, and mark what nobody can read: runs judge it so when scored."""
    from fidelity_app.services import degrading
    from fidelity_app.services.prose_claims import find_document
    from fidelity_app.services.workspace import open_workspace

    if history and (mark or unmark):
        raise UserError("--history only lists; leave it out to mark or unmark")
    if note and not mark:
        raise UserError("--note is kept with a mark: say which field, --mark KEY")
    with open_workspace(path) as ws:
        found = find_document(ws, document)
        if history:
            _print_history(ws, found, as_json=as_json)
            return
        used = degrading.find_recipe(ws, recipe)
        changed = _change(ws, found, used, seed=seed, mark=mark, unmark=unmark, note=note)
        if not changed:
            _print_measures(ws, found, used, seed=seed, as_json=as_json)
        elif as_json:
            print_json([_mark_json(one, found) for one in changed])
        else:
            _tell(ws, path, found, changed)


def _change(
    ws: Workspace,
    document: Document,
    recipe: Recipe,
    *,
    seed: int,
    mark: Sequence[str],
    unmark: Sequence[str],
    note: str,
) -> list[IllegibleMark]:
    """Make and take back marks, all or none; return what changed. A key that is annotated twice means both."""
    from fidelity_app.services import illegible

    wanted = [(field, True) for key in dict.fromkeys(mark) for field in _fields(document, key)]
    wanted += [(field, False) for key in dict.fromkeys(unmark) for field in _fields(document, key)]
    if len({field.id for field, _ in wanted}) < len(wanted):
        raise UserError("a field cannot be marked and unmarked at once")
    changed: list[IllegibleMark] = []
    with ws.store.write():
        for field, made in wanted:
            if made:
                changed.append(illegible.mark(ws, document.id, field.id, recipe, seed=seed, note=note))
            else:
                changed += illegible.unmark(ws, document.id, field.id, recipe, seed=seed)
    known = {one.id: one for one in illegible.marks_of(ws, document.id, taken_back=True)}
    return [known.get(one.id, one) for one in changed]


def _fields(document: Document, key: str) -> list[Field]:
    found = [field for field in document.fields if field.key == key]
    if not found:
        keys = ", ".join(dict.fromkeys(field.key for field in document.fields))
        raise UserError(f"{document.name} has no field {key!r}; it has: {keys or 'none'}")
    return found


def _tell(ws: Workspace, path: Path, document: Document, changed: Sequence[IllegibleMark]) -> None:
    from fidelity_app.services import illegible

    keys = {field.id: field.key for field in document.fields}
    for one in changed:
        is_gone = one.taken_back_at is not None
        say(f"{keys[one.field_id]}: {'no longer ' if is_gone else ''}{illegible.mark_words(one)}")
    late = illegible.unscored(ws, changed)
    if late:
        run = f" {late[0]}" if len(late) == 1 else ""
        say(f"Scored before: {', '.join(late)}. Next: fidelity rescore {path}{run}")
    standing = [one for one in changed if one.taken_back_at is None]
    others = dict.fromkeys(name for one in standing for name in illegible.not_covered(ws, one))
    if others:
        say(f"Not covered: {', '.join(others)}")


def _print_measures(ws: Workspace, document: Document, recipe: Recipe, *, seed: int, as_json: bool) -> None:
    from fidelity_app.core.documents import Legibility
    from fidelity_app.services.illegible import mark_words, marked_under, marks_of
    from fidelity_app.services.legibility import document_legibility

    measured = document_legibility(ws, document, recipe, seed=seed)
    marks = marked_under(marks_of(ws, document.id), recipe, seed=seed)

    def words(field: Field) -> str | None:
        if field.id in marks:
            return mark_words(marks[field.id])
        return "illegible on the page" if field.legibility is Legibility.ILLEGIBLE else None

    known = {one.field.id for one in measured}
    rows = [_row(one.field, one, words) for one in measured]
    rows += [_row(field, None, words) for field in document.fields if field.id not in known]
    if as_json:
        shown = {"document": document.name, "recipe": recipe.label, "recipe_key": recipe.key, "seed": seed}
        print_json({**shown, "fields": rows})
        return
    say(f"{document.name}, {recipe.label}, seed {seed}; hardest first")
    print_rows([_rounded(row) for row in rows], _HEADINGS, as_json=False, empty="No field is annotated.")


def _row(field: Field, one: FieldLegibility | None, words: Callable[[Field], str | None]) -> dict[str, Any]:
    return {
        "field": field.key,
        "printed": field.text,
        **_figures(None if one is None else one.after, ""),
        **_figures(None if one is None else one.before, "_before"),
        "illegible": words(field),
    }


def _figures(found: Legible | None, end: str) -> dict[str, float | None]:
    names = ("digit_height_px", "contrast", "sharpness")
    return {f"{name}{end}": None if found is None else getattr(found, name) for name in names}


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value for key, value in row.items()
    }


def _print_history(ws: Workspace, document: Document, *, as_json: bool) -> None:
    from fidelity_app.services.illegible import marks_of

    rows = [_mark_json(one, document) for one in marks_of(ws, document.id, taken_back=True)]
    shown = rows if as_json else list(_history_rows(rows))
    empty = f"Nothing was ever marked illegible in {document.name}."
    print_rows(shown, _MARK_HEADINGS, as_json=as_json, empty=empty)


def _history_rows(rows: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    for row in rows:
        yield {**row, **{name: row[name] and str(row[name])[:16] for name in ("at", "taken_back_at")}}


def _mark_json(one: IllegibleMark, document: Document) -> dict[str, Any]:
    keys = {field.id: field.key for field in document.fields}
    return {
        "field": keys.get(one.field_id),
        "field_id": one.field_id,
        "recipe": one.recipe.name,
        "from_severity": one.recipe.severity,
        "recipe_key": one.recipe.key,
        "seed": one.seed,
        "who": one.who,
        "at": one.at.isoformat(),
        "note": one.note,
        "taken_back_by": one.taken_back_by or None,
        "taken_back_at": None if one.taken_back_at is None else one.taken_back_at.isoformat(),
    }
