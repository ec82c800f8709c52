"""What a model is told and the shape its answer must have (WIRE rule 3 and section 3).

The words and schemas here are those of `assets/prompts` and `assets/schemas`, which a workspace may replace by its own
(a test keeps the two alike). A prompt names keys and kinds, never a value and never a file's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template

from fidelity_app.core.asks import AskedField, Mode
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Kind, split_key
from fidelity_app.core.errors import UserError

_RULES = """\
Rules:
1. Copy exactly what is printed, character for character: the same digits, decimal and thousands marks, signs, currency
   signs and zeros at the ends. Do not correct, complete, round, convert, translate or calculate anything, not even
   where the document seems to be wrong.
2. What you cannot read with certainty is null. Never guess a digit.
3. Every value is a JSON string, never a JSON number.
4. Answer with one JSON object and nothing else.
"""

TEMPLATES: Mapping[Mode, str] = {
    Mode.EXTRACT: f"""\
Read the attached receipt or invoice ($pages) and write down the values of these fields:

$fields

{_RULES}5. What is not printed at all is an empty string "". A list has one object for each printed row, in
   printed order, and no others.
""",
    Mode.TRANSCRIBE: f"""\
Transcribe all text of the attached receipt or invoice ($pages), from top to bottom. Each printed line is one string of
the list "lines"; words that stand in one printed row belong to one line, from left to right.

{_RULES}""",
    Mode.CROP: f"""\
The attached picture is cut out of a receipt or invoice. It shows one value, of this kind: $kind.
Write it down as "text".

{_RULES}""",
    Mode.VERIFY: """\
Somebody says that the attached receipt or invoice ($pages) shows this value:

$key ($kind): $claim

Look at what is printed and compare it character for character. Answer with one JSON object and nothing else, whose
"answer" is "yes" if exactly these digits, marks and signs are printed there, "no" if anything else is printed, and null
if it cannot be read with certainty.
""",
}

_TEXT: Json = {"type": ["string", "null"]}


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    """Return the schema of an object that has exactly these properties (strict modes want them all required)."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMAS: Mapping[Mode, Mapping[str, Json]] = {
    Mode.EXTRACT: _object({}),
    Mode.TRANSCRIBE: _object({"lines": {"type": "array", "items": {"type": "string"}}}),
    Mode.CROP: _object({"text": _TEXT}),
    Mode.VERIFY: _object({"answer": {"type": ["string", "null"], "enum": ["yes", "no", None]}}),
}
"""Schemas by mode; that of `extract` is filled with the keys that are asked for."""

_KIND_WORDS: Mapping[Kind, str] = {
    Kind.AMOUNT: "amount of money",
    Kind.QUANTITY: "quantity",
    Kind.PERCENT: "percentage",
    Kind.DATE: "date",
    Kind.TIME: "time of day",
    Kind.IDENTIFIER: "number or code of a paper, an article or an account",
    Kind.PHONE: "telephone number",
    Kind.OTHER: "text",
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent beside the pictures."""

    text: str
    schema: Mapping[str, Json]


def prompt_for(
    mode: Mode,
    asked: Sequence[AskedField],
    *,
    pages: int = 1,
    claim: str = "",
    templates: Mapping[Mode, str] = TEMPLATES,
    schemas: Mapping[Mode, Mapping[str, Json]] = SCHEMAS,
) -> Prompt:
    """Render the prompt and the schema of one question.

    `claim` is the value to confirm in verify mode: the only mode that is told one. Raises UserError when a template
    has a placeholder that is not known, or when nothing is asked in a mode that asks for fields.
    """
    if mode is not Mode.TRANSCRIBE and not asked:
        raise UserError("nothing is asked: the document has no annotated field; annotate one or transcribe instead")
    words = {
        "pages": "1 page" if pages == 1 else f"{pages} pages, one picture each",
        "fields": _field_list(asked),
        "key": _plain_key(asked[0].key) if asked else "",
        "kind": _KIND_WORDS[asked[0].kind] if asked else "",
        "claim": claim,
    }
    try:
        text = Template(templates[mode]).substitute(words)
    except (KeyError, ValueError) as error:
        known = ", ".join(words)
        raise UserError(f"prompt template {mode.value}: {error} is no placeholder; known are: {known}") from error
    return Prompt(text, extract_schema(asked) if mode is Mode.EXTRACT else schemas[mode])


def extract_schema(asked: Sequence[AskedField]) -> dict[str, Json]:
    """Return the JSON schema of an extraction: every value a string or null, rows as a list of objects."""
    properties: dict[str, Json] = {}
    for name, cells in _grouped(asked).items():
        if "" in cells and len(cells) == 1 and cells[""].is_plain:
            properties[name] = _TEXT
        elif set(cells) == {""}:
            properties[name] = {"type": "array", "items": _TEXT}
        else:
            properties[name] = {"type": "array", "items": _object({cell: _TEXT for cell in cells if cell})}
    return _object(properties)


@dataclass(frozen=True, slots=True)
class _Cell:
    kind: Kind
    is_plain: bool


def _grouped(asked: Sequence[AskedField]) -> dict[str, dict[str, _Cell]]:
    """Group keys by name, each cell of a list once, in the order in which they are asked."""
    groups: dict[str, dict[str, _Cell]] = {}
    for field in asked:
        name, row, cell = split_key(field.key)
        groups.setdefault(name, {}).setdefault(cell, _Cell(field.kind, row is None))
    return groups


def _field_list(asked: Sequence[AskedField]) -> str:
    lines: list[str] = []
    for name, cells in _grouped(asked).items():
        if "" in cells and cells[""].is_plain:
            lines.append(f"- {name}: {_KIND_WORDS[cells[''].kind]}")
        else:
            parts = ", ".join(f"{cell or 'value'} ({_KIND_WORDS[part.kind]})" for cell, part in cells.items())
            lines.append(f"- {name}: a list, for each printed row: {parts}")
    return "\n".join(lines)


def _plain_key(key: str) -> str:
    """Say `items[2].price` as a person would: the row is counted from one."""
    name, row, cell = split_key(key)
    return name if row is None else f"{cell or name}, row {row + 1} of {name}"
