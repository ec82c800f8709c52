"""RapidOCR and Tesseract read real pictures, say where, and fail by name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PIL import Image
from support.loopback_asks import Recorded, TickingClock, ask_of
from support.loopback_pictures import ROW_PX, ask_image, draw, receipt_image

from fidelity_app.core.asks import Ask, Mode, ModelConfig, Outcome, Reader, Reply
from fidelity_app.core.geometry import Quad
from fidelity_app.vision import ADAPTERS, adapter_version, availability, make_reader

LOCAL = ("rapidocr", "tesseract")


def asked(config: ModelConfig, ask: Ask, recorded: Recorded) -> Reply:
    """Make a reader, ask once, and close it."""
    return with_reader(config, lambda reader: reader.ask(ask, recorded))


def with_reader(config: ModelConfig, use: Callable[[Reader], Awaitable[Reply]]) -> Reply:
    async def main() -> Reply:
        reader = make_reader(config, clock=TickingClock())
        try:
            return await use(reader)
        finally:
            await reader.close()

    return asyncio.run(main())


def rows(reply: Reply) -> list[dict[str, Any]]:
    assert reply.format == "lines"
    return json.loads(reply.text)


@pytest.mark.parametrize("adapter", LOCAL)
def test_a_page_is_read_line_by_line(adapter: str) -> None:
    reply = asked(ModelConfig(adapter, adapter), ask_of(), Recorded())
    assert reply.outcome is Outcome.OK
    assert {"28.90", "2.89", "31.79", "7.80"} <= {row["text"] for row in rows(reply)}


@pytest.mark.parametrize("adapter", LOCAL)
def test_a_line_lies_where_it_is_printed(adapter: str) -> None:
    reply = asked(ModelConfig(adapter, adapter), ask_of(), Recorded())
    row = next(row for row in rows(reply) if row["text"] == "28.90")
    left, top, right, bottom = Quad.from_flat(row["box"]).bounds
    assert 190 < left < 215 and 275 < right < 290
    assert 20 + 2 * ROW_PX - 6 < top < bottom < 20 + 3 * ROW_PX
    assert 0.5 < row["confidence"] <= 1


@pytest.mark.parametrize("adapter", LOCAL)
def test_every_character_has_its_own_box_from_left_to_right(adapter: str) -> None:
    reply = asked(ModelConfig(adapter, adapter), ask_of(), Recorded())
    row = next(row for row in rows(reply) if row["text"].startswith("CORNER"))
    centres = [(q[0] + q[2]) / 2 for q in row["glyphs"]]
    assert len(centres) == len(row["text"])
    assert centres == sorted(centres)
    pitch_px = (centres[-1] - centres[0]) / (len(centres) - 1)
    assert 13 < pitch_px < 16


@pytest.mark.parametrize("adapter", LOCAL)
def test_a_crop_is_read_as_one_value_with_its_characters(adapter: str) -> None:
    crop = ask_image(draw(["28.90"], width_px=120))
    reply = asked(ModelConfig(adapter, adapter), ask_of(crop, mode=Mode.CROP, crop_key="subtotal"), Recorded())
    (row,) = rows(reply)
    assert row["text"] == "28.90"
    assert len(row["glyphs"]) == 5


@pytest.mark.parametrize("adapter", LOCAL)
def test_pages_keep_their_number(adapter: str) -> None:
    second = ask_image(draw(["PAGE TWO", "TOTAL 44.10"]), page_index=1)
    reply = asked(ModelConfig(adapter, adapter), ask_of(receipt_image(), second), Recorded())
    assert {row["page_index"] for row in rows(reply)} == {0, 1}


@pytest.mark.parametrize("adapter", LOCAL)
def test_an_empty_page_is_empty_and_not_an_invention(adapter: str) -> None:
    blank = ask_image(Image.new("RGB", (300, 200), "white"))
    reply = asked(ModelConfig(adapter, adapter), ask_of(blank), Recorded())
    assert (reply.outcome, rows(reply)) == (Outcome.EMPTY, [])


@pytest.mark.parametrize("adapter", LOCAL)
def test_the_attempt_is_recorded_with_the_pictures_by_their_hash(adapter: str) -> None:
    recorded = Recorded()
    image = receipt_image()
    asked(ModelConfig(adapter, adapter), ask_of(image), recorded)
    (attempt,) = recorded.attempts
    assert attempt.outcome is Outcome.OK and attempt.cold and attempt.body
    assert attempt.request["images"][0]["sha256"] == image.sha256  # type: ignore[index,call-overload]
    assert attempt.queued_at < attempt.ended_at
    assert attempt.served_model == adapter_version(adapter)


@pytest.mark.parametrize("adapter", LOCAL)
def test_bytes_that_are_no_picture_are_a_classified_failure(adapter: str) -> None:
    broken = ask_image(draw(["X"]))
    broken = type(broken)(0, "image/png", b"\x89PNG but not really", broken.sha256, 10, 10)
    recorded = Recorded()
    reply = asked(ModelConfig(adapter, adapter), ask_of(broken), recorded)
    assert reply.outcome is Outcome.TRANSPORT and reply.reason
    assert recorded.attempts[0].outcome is Outcome.TRANSPORT


@pytest.mark.parametrize("adapter", LOCAL)
def test_a_cancelled_ask_is_recorded_as_cancelled(adapter: str) -> None:
    recorded = Recorded()

    async def use(reader: Reader) -> Reply:
        task = asyncio.ensure_future(reader.ask(ask_of(), recorded))
        for _turn_of_the_loop in range(5):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return Reply(Outcome.CANCELLED, "", "lines", "", 1)

    with_reader(ModelConfig(adapter, adapter), use)
    assert [attempt.outcome for attempt in recorded.attempts] == [Outcome.CANCELLED]


def test_a_time_limit_is_a_transport_failure() -> None:
    reply = asked(ModelConfig("slow", "tesseract", timeout_s=0.001), ask_of(), Recorded())
    assert reply.outcome is Outcome.TRANSPORT and "0.001 s" in reply.reason


def test_a_missing_program_is_unsupported_and_names_the_way_out() -> None:
    config = ModelConfig("t", "tesseract", parameters={"program": "/nowhere/tesseract"})
    reply = asked(config, ask_of(), Recorded())
    assert reply.outcome is Outcome.UNSUPPORTED and "apt-get install tesseract-ocr" in reply.reason
    assert availability(config) == reply.reason


@pytest.mark.parametrize(
    ("parameters", "named"),
    [({"lang": "xyz"}, "xyz"), ({"lang": "eng;ls"}, "eng;ls"), ({"psm": 99}, "psm"), ({"psm": "6"}, "psm")],
)
def test_a_wrong_tesseract_parameter_is_unsupported_and_named(parameters: dict[str, Any], named: str) -> None:
    reply = asked(ModelConfig("t", "tesseract", parameters=parameters), ask_of(), Recorded())
    assert reply.outcome is Outcome.UNSUPPORTED and named in reply.reason


def test_rapidocr_names_a_model_file_that_is_not_there() -> None:
    config = ModelConfig("r", "rapidocr", parameters={"rec_model": "/nowhere/rec.onnx"})
    reply = asked(config, ask_of(), Recorded())
    assert reply.outcome is Outcome.UNSUPPORTED and "/nowhere/rec.onnx" in reply.reason
    assert availability(config) is not None


def test_rapidocr_answers_the_same_however_many_ask_at_once() -> None:
    recorded = Recorded()
    texts: list[str] = []

    async def use(reader: Reader) -> Reply:
        replies = await asyncio.gather(*(reader.ask(ask_of(key=str(i)), recorded) for i in range(4)))
        texts.extend(reply.text for reply in replies)
        return replies[0]

    with_reader(ModelConfig("r", "rapidocr", concurrency=4), use)
    assert len(set(texts)) == 1
    assert [attempt.cold for attempt in recorded.attempts].count(True) == 1


def test_every_adapter_names_itself_and_its_version() -> None:
    assert all(name == adapter.name and adapter.title for name, adapter in ADAPTERS.items())
    assert "PP-OCRv6_rec_small:" in adapter_version("rapidocr")
    assert adapter_version("tesseract").startswith("tesseract ")
