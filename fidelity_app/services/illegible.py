"""Marking what nobody can read: a field under a recipe, from a severity up; taken back, kept on record, and scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fidelity_app.core.documents import Document, Field, Legibility
from fidelity_app.core.errors import UserError
from fidelity_app.core.illegible import IllegibleMark, as_legible_as, holding
from fidelity_app.core.recipes import Recipe, recipe_from_json
from fidelity_app.services.variants import exact
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import legibility as table


def mark(
    ws: Workspace, document_id: str, field_id: str, recipe: Recipe, *, seed: int = 0, note: str = "", who: str = ""
) -> IllegibleMark:
    """Say that nobody can read a field under a recipe, from its severity up (`IllegibleMark` says what that covers).

    Verdicts that stand are not touched: `unscored` names the runs to score again. Raises UserError when there is no
    such field, when it prints nothing, when a mark holds already, or when the recipe changes nothing (then it is the
    field itself that is illegible, which Annotate says).
    """
    field = _field(document_table.get(ws.store.read(), document_id), field_id)
    pinned = exact(recipe)
    if pinned.is_identity:
        raise UserError(
            f"{recipe.label} changes nothing: a field that cannot be read on the page itself is marked in Annotate"
        )
    if not field.text.strip():
        raise UserError(f"{field.key} prints nothing, so there is nothing that could be illegible")
    with ws.store.write() as tx:
        known = holding(table.marks_of(tx, document_id), pinned, seed=seed).get(field_id)
        if known is not None:
            raise UserError(f"{field.key} is marked already: {mark_words(known)}")
        made = IllegibleMark(
            ws.new_id(), document_id, field_id, pinned, seed, who or ws.options.reviewer, ws.clock(), note.strip()
        )
        table.add_marks(tx, [made])
    return made


def unmark(
    ws: Workspace, document_id: str, field_id: str, recipe: Recipe, *, seed: int = 0, who: str = ""
) -> tuple[IllegibleMark, ...]:
    """Take back every mark that makes a field illegible under a recipe, milder ones too, and return them.

    Raises UserError when there is none.
    """
    pinned = exact(recipe)
    field = _field(document_table.get(ws.store.read(), document_id), field_id)
    with ws.store.write() as tx:
        standing = table.marks_of(tx, document_id)
        found = tuple(one for one in standing if one.field_id == field_id and one.holds(pinned, seed=seed))
        if not found:
            raise UserError(f"{field.key} is not marked illegible under {recipe.label}, seed {seed}")
        _take_back(ws, found, who=who)
    return found


def take_back(ws: Workspace, marks: Sequence[IllegibleMark], *, who: str = "") -> int:
    """Take back these marks, or those made again in their place, and return how many still stood (undo of `mark`)."""
    places = {_place(one) for one in marks}
    with ws.store.write() as tx:
        documents = dict.fromkeys(one.document_id for one in marks)
        standing = [one for document_id in documents for one in table.marks_of(tx, document_id)]
        return _take_back(ws, [one for one in standing if _place(one) in places], who=who)


def renew(ws: Workspace, marks: Sequence[IllegibleMark], *, who: str = "") -> tuple[IllegibleMark, ...]:
    """Make marks again as they were (undo of `unmark`), as new ones: who and when are of this moment."""
    person, at = who or ws.options.reviewer, ws.clock()
    made = tuple(replace(one, id=ws.new_id(), who=person, at=at, taken_back_at=None, taken_back_by="") for one in marks)
    with ws.store.write() as tx:
        table.add_marks(tx, made)
    return made


def marks_of(ws: Workspace, document_id: str, *, taken_back: bool = False) -> tuple[IllegibleMark, ...]:
    """Return the marks of a document that stand, oldest first; with `taken_back` all there ever were (the history)."""
    return table.marks_of(ws.store.read(), document_id, taken_back=taken_back)


def document_under(ws: Workspace, document: Document, recipe: Recipe, *, seed: int) -> Document:
    """Return a document as a person can read it under a recipe: what is marked is illegible."""
    return as_legible_as(document, marks_of(ws, document.id), recipe, seed=seed)


def unscored(ws: Workspace, marks: Sequence[IllegibleMark]) -> tuple[str, ...]:
    """Return the names of the runs whose verdicts do not know of these marks, made or taken back; oldest first."""
    names: dict[str, str] = {}
    for one in marks:
        db = ws.store.read()
        document = document_table.get(db, one.document_id)
        standing = table.marks_of(db, one.document_id)
        for run_id, name, seed, recipe, legibility in table.scored_under(db, one.document_id, one.field_id):
            used = recipe_from_json(recipe, source=name)
            if replace(one, taken_back_at=None).holds(used, seed=seed):
                fields = as_legible_as(document, standing, used, seed=seed).fields
                now = next((field.legibility.value for field in fields if field.id == one.field_id), legibility)
                if Legibility.ILLEGIBLE.value in (now, legibility) and now != legibility:
                    names[run_id] = name or run_id
    return tuple(names.values())


def not_covered(ws: Workspace, one: IllegibleMark) -> tuple[str, ...]:
    """Return the runs under a recipe of the mark's name, as severe, that it does not hold for, each with the reason."""
    names: dict[str, str] = {}
    rows = table.scored_under(ws.store.read(), one.document_id, one.field_id)
    for run_id, name, seed, recipe, _ in rows:
        used = recipe_from_json(recipe, source=name)
        is_alike = used.name == one.recipe.name and used.severity >= one.recipe.severity
        if is_alike and not replace(one, taken_back_at=None).holds(used, seed=seed):
            is_same = replace(one, seed=seed).holds(used, seed=seed)
            reason = f"seed {seed}" if is_same else f"{used.name} was another recipe then"
            names[run_id] = f"{name or run_id} ({reason})"
    return tuple(names.values())


def marked_under(marks: Sequence[IllegibleMark], recipe: Recipe, *, seed: int) -> dict[str, IllegibleMark]:
    """Return by field id the mark that holds for a recipe (pinned or not) and a seed."""
    return holding(marks, exact(recipe), seed=seed)


def mark_words(one: IllegibleMark) -> str:
    """Say what a mark covers, who made it and when."""
    person = f" by {one.who}" if one.who else ""
    return (
        f"illegible under {one.recipe.name} from severity {one.recipe.severity:g} up, seed {one.seed}"
        f"{person}, {one.at:%Y-%m-%d %H:%M}"
    )


def _place(one: IllegibleMark) -> tuple[str, str, int]:
    """Return what a mark is about: a mark made again is another one about the same."""
    return one.field_id, one.recipe.key, one.seed


def _take_back(ws: Workspace, marks: Sequence[IllegibleMark], *, who: str) -> int:
    with ws.store.write() as tx:
        return table.take_back(tx, [one.id for one in marks], who=who or ws.options.reviewer, at=ws.clock())


def _field(document: Document, field_id: str) -> Field:
    for field in document.fields:
        if field.id == field_id:
            return field
    raise UserError(f"{document.name} has no field {field_id} any more")
