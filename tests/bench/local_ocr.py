"""Reading two shipped samples through the adapter (records, replies, a box per character) and by the bare library."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from itertools import count

from fidelity_app.core.asks import Ask, AskImage, Attempt, Mode, ModelConfig, Outcome
from fidelity_app.core.canonical import sha256_hex
from fidelity_app.imaging.encoding import to_png
from fidelity_app.imaging.opening import open_pages
from fidelity_app.settings.paths import samples_dir
from fidelity_app.vision import make_reader
from tests.bench.racing import Entrant, Result, race

SAMPLES = ("kiosk-de.jpg", "grocery-us.jpg")


def pages() -> list[AskImage]:
    """Return the samples as a model is sent them."""
    made = []
    for name in SAMPLES:
        opened = open_pages(samples_dir() / name, name=name)[0]
        data = to_png(opened.rgb)
        height_px, width_px = opened.rgb.shape[:2]
        made.append(AskImage(0, "image/png", data, sha256_hex(data), width_px, height_px))
    return made


def bench() -> list[Result]:
    """Race the adapter, one page at a time, against the library in a loop; one thread each."""
    from rapidocr import RapidOCR

    images = pages()
    ticks = count()
    reader = make_reader(
        ModelConfig("bench", "rapidocr", concurrency=os.cpu_count() or 1),  # one thread for each page
        clock=lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(ticks)),
    )
    library = RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.return_word_box": True,
            "Global.return_single_char_box": True,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        }
    )

    async def through_the_adapter() -> None:
        for image in images:
            reply = await reader.ask(Ask(image.sha256, Mode.TRANSCRIBE, (image,), "", None, ()), _recorded)
            assert reply.outcome is Outcome.OK, reply.reason

    with asyncio.Runner() as runner:
        entrants = (
            Entrant("Fidelity: rapidocr adapter", lambda: runner.run(through_the_adapter())),
            Entrant("rapidocr: bare loop", lambda: [library(image.data) for image in images]),
        )
        result = race("Read two receipts", entrants, unit="pages", units=len(images), rounds=2)
        runner.run(reader.close())
    return [result]


async def _recorded(_attempt: Attempt) -> None:
    """Take an attempt as the store does, without a disk."""
