"""RapidOCR on this machine: detection and recognition on pages, recognition on crops, a box per character."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from fidelity_app.core.asks import Ask, AskImage, Mode, ModelConfig, Outcome, ReadItem, Recorder, Reply
from fidelity_app.core.canonical import Json
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.core.replies import lines_json
from fidelity_app.vision.glyphs import glyphs_with_spaces
from fidelity_app.vision.local import Clock, LocalAnswer, LocalFault, Started, answer_locally
from fidelity_app.vision.rapidocr_models import ModelFiles, model_files

TEXT_SCORE = 0.5
"""Lines the library is less sure of are dropped, as it does itself by default; parameter `text_score`."""


def rapidocr_version(parameters: Mapping[str, Json]) -> str:
    """Return library version and model hashes, for the trial key. Raises UserError when a file is missing."""
    return model_files(parameters).version()


class Engine:
    """The library behind one door: bytes of a picture in, located lines out. Usable from several threads."""

    def __init__(self, files: ModelFiles, *, text_score: float, use_cls: bool, threads: int) -> None:
        from rapidocr import RapidOCR

        self._text_score = text_score
        _refuse_a_recogniser_without_dictionary(files)
        self._ocr: Any = RapidOCR(params=_parameters(files, use_cls=use_cls, threads=threads))

    def read_page(self, image: AskImage) -> list[ReadItem]:
        """Detect and recognise all lines of a page."""
        # The library is told to keep every line and we drop the unsure ones: its own filter loses count of the
        # character boxes.
        result = self._ocr(image.data)
        if getattr(result, "txts", None) is None:
            return []
        words = result.word_results
        located = len(words) == len(result.txts)
        return [
            _line(text, score, box, words[index] if located else (), image.page_index)
            for index, (text, score, box) in enumerate(zip(result.txts, result.scores, result.boxes, strict=True))
            if score >= self._text_score
        ]

    def read_crop(self, image: AskImage) -> list[ReadItem]:
        """Recognise a crop as one line; where that gives nothing sure, detect lines in it first."""
        result = self._ocr.recognize_txt([self._ocr.load_img(image.data)])
        text, score = str(result.txts[0]), round(float(result.scores[0]), 5)
        if text.strip() and score >= self._text_score:
            whole = Quad.rect(0, 0, image.width_px, image.height_px)
            glyphs = _crop_glyphs(text, result.word_results[0], whole)
            return [ReadItem(text, page_index=image.page_index, box=whole, glyphs=glyphs, confidence=score)]
        return self.read_page(image)


def _parameters(files: ModelFiles, *, use_cls: bool, threads: int) -> dict[str, Any]:
    """Return the library's settings; every model path is given, so that nothing is ever downloaded."""
    settings: dict[str, Any] = {
        "Global.log_level": "critical",
        "Global.text_score": 0.0,
        "Global.use_cls": use_cls,
        "Global.return_word_box": True,
        "Global.return_single_char_box": True,
        "Det.model_path": str(files.det_model),
        "Rec.model_path": str(files.rec_model),
        "Cls.model_path": str(files.cls_model),
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
    }
    if files.rec_keys is not None:
        settings["Rec.rec_keys_path"] = str(files.rec_keys)
    return settings


def _refuse_a_recogniser_without_dictionary(files: ModelFiles) -> None:
    """Raise LocalFault where the library would go and download a dictionary."""
    if files.rec_keys is not None:
        return
    import onnxruntime

    session = onnxruntime.InferenceSession(str(files.rec_model), providers=["CPUExecutionProvider"])
    if "character" not in session.get_modelmeta().custom_metadata_map:
        raise LocalFault(
            Outcome.UNSUPPORTED,
            f"{files.rec_model.name} carries no dictionary; name its dictionary file in the parameter rec_keys",
        )


def _line(text: str, score: float, box: Any, words: Any, page_index: int) -> ReadItem:
    quad = Quad.from_flat([float(value) for point in box for value in point])
    inked = [
        (str(char), Quad.from_flat([float(value) for point in points for value in point]))
        for char, _confidence, points in words
        if points is not None and not str(char).isspace()
    ]
    # Boxes are only taken where they spell the line: the library groups by word type and may leave some out.
    spelt = "".join(char for char, _quad in inked) == "".join(text.split())
    glyphs = glyphs_with_spaces(text, [glyph for _char, glyph in inked]) if spelt else ()
    return ReadItem(text, page_index=page_index, box=quad, glyphs=glyphs, confidence=round(float(score), 5))


def _crop_glyphs(text: str, word: Any, whole: Quad) -> tuple[Quad, ...]:
    """Return a quad per character of a crop from the recogniser's time steps (its columns run left to right)."""
    columns = [column for group in word.word_cols for column in group]
    if not columns or not word.line_txt_len:
        return ()
    step = 1.0 / float(word.line_txt_len)
    centres = [(column + 0.5) * step for column in columns]
    gaps = [b - a for a, b in pairwise(centres)]
    half = min(gaps, default=step * 2) / 2
    quads = [whole.slice(max(0.0, centre - half), min(1.0, centre + half)) for centre in centres]
    return glyphs_with_spaces(text, quads)


class RapidOcrReader:
    """Asks RapidOCR in its own small thread pool; one engine per thread, made when first needed."""

    def __init__(self, config: ModelConfig, *, clock: Clock) -> None:
        self._config = config
        self._clock = clock
        cores = os.cpu_count() or 1
        self._workers = max(1, min(config.concurrency, cores))
        self._threads = max(1, cores // self._workers)
        self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="rapidocr")
        self._mine = threading.local()
        self._warm = False

    async def ask(self, ask: Ask, record: Recorder) -> Reply:
        """Read all pictures of the ask; the reply is located lines."""
        cold, self._warm = not self._warm, True
        return await answer_locally(
            ask,
            record,
            engine=self._describe(),
            produce=lambda started: self._produce(ask, started),
            clock=self._clock,
            timeout_s=self._config.timeout_s,
            cold=cold,
        )

    async def _produce(self, ask: Ask, started: Started) -> LocalAnswer:
        lines = await asyncio.get_running_loop().run_in_executor(self._pool, self._read, ask, started)
        text = lines_json(lines)
        if not lines:
            return LocalAnswer(text, text.encode(), Outcome.EMPTY, "no text was found in the picture")
        return LocalAnswer(text, text.encode())

    def _read(self, ask: Ask, started: Started) -> list[ReadItem]:
        started()
        engine = self._engine()
        read = engine.read_crop if ask.mode is Mode.CROP else engine.read_page
        return [line for image in ask.images for line in read(image)]

    def _engine(self) -> Engine:
        engine: Engine | None = getattr(self._mine, "engine", None)
        if engine is None:
            parameters = self._config.parameters
            try:
                files = model_files(parameters)
            except UserError as error:
                raise LocalFault(Outcome.UNSUPPORTED, str(error)) from error
            engine = Engine(
                files,
                text_score=_number(parameters.get("text_score"), TEXT_SCORE),
                use_cls=parameters.get("use_cls", True) is not False,
                threads=self._threads,
            )
            self._mine.engine = engine
        return engine

    def _describe(self) -> dict[str, Json]:
        try:
            version = rapidocr_version(self._config.parameters)
        except UserError as error:
            version = f"unavailable: {error}"
        return {"adapter": "rapidocr", "version": version, "parameters": dict(self._config.parameters)}

    async def close(self) -> None:
        """End the threads; an inference that is running is waited for off the event loop."""
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _number(value: Json, default: float) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else default
