"""The picture whose digits are known: the first shipped sample with a total, for testing whether a model answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from fidelity_app.core.asks import Ask, AskedField, AskImage, Mode, ModelConfig, Outcome, Reply
from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.documents import Document, Field
from fidelity_app.core.errors import UserError
from fidelity_app.core.matching import RIGHT, document_context, match
from fidelity_app.core.prompts import prompt_for
from fidelity_app.core.replies import parse_reply
from fidelity_app.settings.paths import samples_dir

KEY = "total"
_ID = "canary"


@dataclass(frozen=True, slots=True)
class Canary:
    """A picture, the field that is asked for, and what is printed there."""

    document: Document
    field: Field
    image: AskImage

    def question(self, config: ModelConfig) -> Ask:
        """Return the question as this model takes it: by prompt, or as a page to read."""
        from fidelity_app.vision import find_adapter

        asked = (AskedField(self.field.key, self.field.kind),)
        if find_adapter(config.adapter).local:
            return Ask(_ID, Mode.EXTRACT, (self.image,), "", None, asked)
        made = prompt_for(Mode.EXTRACT, asked)
        return Ask(_ID, Mode.EXTRACT, (self.image,), made.text, made.schema, asked)

    def read(self, ask: Ask, reply: Reply) -> tuple[str, bool]:
        """Return what a reply says about the field, and whether that is its value."""
        if reply.outcome is not Outcome.OK:
            return "", False
        parsed = parse_reply(reply.format, reply.text, ask.mode, ask.fields)
        found = match((self.field,), parsed, truth_context=document_context(self.document))
        mine = next((item for item in found if item.field is not None), None)
        if mine is None or mine.text is None:
            return "", False
        return mine.text, mine.judgement.verdict in RIGHT


def canary() -> Canary:
    """Open the first sample with a total. Raises UserError when the samples are missing from the installation."""
    from fidelity_app.formats.items import ImportItem
    from fidelity_app.formats.registry import read_dataset
    from fidelity_app.imaging.encoding import to_png
    from fidelity_app.imaging.opening import open_pages

    folder = samples_dir()
    for item in chain.from_iterable(map(read_dataset, sorted(folder.glob("*.json")))):
        if not isinstance(item, ImportItem) or len(item.images) != 1:
            continue
        printed = next((field for field in item.fields if field.key == KEY), None)
        if printed is None:
            continue
        data = to_png(open_pages(item.images[0], name=item.images[0].name)[0].rgb)
        field = Field(_ID, _ID, 0, printed.key, printed.kind, printed.text, printed.box, printed.glyphs)
        document = Document(_ID, item.name, item.type, item.locale, item.currency, fields=(field,))
        width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
        return Canary(document, field, AskImage(0, "image/png", data, sha256_hex(data), width, height))
    raise UserError(f"{folder}: no sample with a {KEY} is there; install Fidelity again")
