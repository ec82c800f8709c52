"""The Tesseract program, asked through its command line: a list of arguments, never a shell."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import lru_cache

from fidelity_app.core.asks import Ask, AskImage, Mode, ModelConfig, Outcome, ReadItem, Recorder, Reply
from fidelity_app.core.canonical import Json
from fidelity_app.core.replies import lines_json
from fidelity_app.vision.local import Clock, LocalAnswer, LocalFault, Started, answer_locally
from fidelity_app.vision.tesseract_hocr import read_hocr

PAGE_PSM = 6
CROP_PSM = 7
_LANGUAGE = re.compile(r"[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?(\+[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?)*")
_WAY_OUT = 'install it (Debian: apt-get install tesseract-ocr) or name it in the model\'s parameter "program"'


def find_program(parameters: Mapping[str, Json]) -> str | None:
    """Return the program's path, from the parameter `program` or the search path, or None."""
    return shutil.which(str(parameters.get("program") or "tesseract"))


def why_not(parameters: Mapping[str, Json]) -> str | None:
    """Say why Tesseract cannot run here, with the way out, or None when it can."""
    if find_program(parameters) is None:
        return f"the Tesseract program is not on this machine: {_WAY_OUT}"
    return None


def tesseract_version(parameters: Mapping[str, Json]) -> str:
    """Return the program's version for the trial key, or "tesseract missing"."""
    program = find_program(parameters)
    return _version_of(program) if program else "tesseract missing"


@lru_cache(maxsize=8)
def _version_of(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, timeout=20, check=False)
    lines = (done.stdout or done.stderr).decode("utf-8", "replace").splitlines()
    return lines[0].strip() if lines else "tesseract unknown"


class TesseractReader:
    """Runs one single-threaded process per picture, at most `concurrency` (never more than cores) at a time."""

    def __init__(self, config: ModelConfig, *, clock: Clock) -> None:
        self._config = config
        self._clock = clock
        self._slots = asyncio.Semaphore(max(1, min(config.concurrency, os.cpu_count() or 1)))
        self._version = tesseract_version(config.parameters)
        self._warm = False

    async def ask(self, ask: Ask, record: Recorder) -> Reply:
        """Read all pictures of the ask; the reply is located segments with a box per character."""
        cold, self._warm = not self._warm, True
        engine: dict[str, Json] = {
            "adapter": "tesseract",
            "version": self._version,
            "arguments": list(self._arguments(ask.mode)),
        }
        return await answer_locally(
            ask,
            record,
            engine=engine,
            produce=lambda started: self._produce(ask, started),
            clock=self._clock,
            timeout_s=self._config.timeout_s,
            cold=cold,
        )

    def _arguments(self, mode: Mode) -> tuple[str, ...]:
        parameters = self._config.parameters
        psm = parameters.get("crop_psm", CROP_PSM) if mode is Mode.CROP else parameters.get("psm", PAGE_PSM)
        language = str(parameters.get("lang") or "eng")
        return ("stdin", "stdout", "-l", language, "--psm", str(psm), "-c", "hocr_char_boxes=1", "hocr")

    async def _produce(self, ask: Ask, started: Started) -> LocalAnswer:
        self._check()
        async with self._slots:
            started()
            pages = [await self._run(image, ask.mode) for image in ask.images]
        lines: list[ReadItem] = []
        for image, raw in zip(ask.images, pages, strict=True):
            lines += read_hocr(raw.decode("utf-8", "replace"), image.page_index)
        body = b"\n".join(pages)
        if not lines:
            return LocalAnswer(lines_json(lines), body, Outcome.EMPTY, "no text was found in the picture")
        return LocalAnswer(lines_json(lines), body)

    def _check(self) -> None:
        """Raise LocalFault for what can be known to fail before the program is started."""
        parameters = self._config.parameters
        if reason := why_not(parameters):
            raise LocalFault(Outcome.UNSUPPORTED, reason)
        language = str(parameters.get("lang") or "eng")
        if not _LANGUAGE.fullmatch(language):
            raise LocalFault(Outcome.UNSUPPORTED, f"parameter lang: {language!r} is no language such as eng or deu+fra")
        for name in ("psm", "crop_psm"):
            value = parameters.get(name, PAGE_PSM)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 13:
                raise LocalFault(Outcome.UNSUPPORTED, f"parameter {name}: {value!r} is not a whole number 0..13")

    async def _run(self, image: AskImage, mode: Mode) -> bytes:
        program = find_program(self._config.parameters)
        assert program is not None
        process = await asyncio.create_subprocess_exec(
            program,
            *self._arguments(mode),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
        try:
            out, err = await process.communicate(image.data)
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode != 0:
            said = err.decode("utf-8", "replace").strip()[:300]
            raise LocalFault(_class_of(said), f"tesseract ended with {process.returncode}: {said}", body=out)
        return out

    async def close(self) -> None:
        """Nothing is held between asks."""


def _class_of(said: str) -> Outcome:
    lacks_language = "couldn't load any languages" in said.lower() or "failed loading language" in said.lower()
    return Outcome.UNSUPPORTED if lacks_language else Outcome.TRANSPORT
