"""The desk of a run: it prepares questions, takes in what comes back, and knows what was answered before.

All its work with the database and with pixels happens on two small thread pools, so that an event loop that serves many
endpoints never waits for a disk. A reply is on disk before anything looks into it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from fidelity_app.core.asks import Attempt, ModelConfig, Outcome, Recorder, Reply
from fidelity_app.core.documents import Document
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.replies import parse_reply
from fidelity_app.services.asking import Cell, Question, asked_of, question
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import replies as table
from fidelity_app.store.rows import TrialRow
from fidelity_app.store.runs import FrozenRun

T = TypeVar("T")

REUSABLE = (Outcome.OK,)
"""WIRE rule 11: errors and refusals are never served again for another trial."""
REUSABLE_LOCALLY = (Outcome.OK, Outcome.EMPTY)
"""An engine on this machine that finds no text in a picture finds none in the same picture again."""
_DOCUMENTS_AT_HAND = 64


class Desk:
    """Serves the trials of one run; use it from one event loop and close it."""

    def __init__(self, ws: Workspace, run: FrozenRun, *, pixel_threads: int = 2) -> None:
        self.ws = ws
        self.run = run
        self._asked = {item.document_id: item.asked for item in run.documents}
        self._recipes: Mapping[str, Recipe] = {recipe.key: recipe for recipe in run.recipes}
        self._models: Mapping[str, ModelConfig] = {item.config.name: item.config for item in run.models}
        self._documents: dict[str, Document] = {}
        self._asking: dict[str, asyncio.Event] = {}
        self.drifted: set[str] = set()
        """The pictures among those asked about that were made again with other pixels than are remembered."""
        self._making: dict[tuple[str, str], asyncio.Lock] = {}
        self._pixels = ThreadPoolExecutor(pixel_threads, thread_name_prefix="pixels")
        self._records = ThreadPoolExecutor(1, thread_name_prefix="records")

    def close(self) -> None:
        """End the thread pools; what is being written is written."""
        self._pixels.shutdown(wait=True)
        self._records.shutdown(wait=True)

    def cell(self, trial: TrialRow) -> Cell:
        """Return what a trial is about."""
        return Cell(
            document=self._document(trial.document_id),
            recipe=self._recipes[trial.recipe_key],
            seed=trial.seed,
            config=self._models[trial.model],
            mode=self.run.mode,
            asked=self._asked[trial.document_id],
            repeat=trial.repeat,
            crop_key=trial.crop_key,
            claim=trial.claim,
        )

    async def prepare(self, trial: TrialRow) -> Question | TrialRow:
        """Return the question to ask, or the trial as it stands when it needs no asking any more.

        It needs none when its own reply is on disk already, or when an equal question was answered in any run. Two
        equal questions at once: the second waits for the first. Ends with `settle` or `give_up` for every question
        returned.
        """
        kept = await self._on(self._records, partial(self._kept_answer, trial))
        if kept is not None:
            return kept
        lock = self._making.setdefault((trial.document_id, trial.recipe_key), asyncio.Lock())
        async with lock:
            asked = await self._on(self._pixels, lambda: question(self.ws, self.cell(trial)))
        self.drifted.update(item.sha for item in asked.pictures if item.drifted)
        while (other := self._asking.get(asked.key)) is not None:
            await other.wait()
        self._asking[asked.key] = asyncio.Event()
        try:
            known = await self._on(self._records, partial(self._equal_answer, trial, asked))
        except BaseException:
            self._let_go(asked)
            raise
        if known is not None:
            self._let_go(asked)
            return known
        return asked

    def recorder(self, trial: TrialRow) -> Recorder:
        """Return what stores the attempts of a trial; it comes back when an attempt is on disk."""

        async def record(attempt: Attempt) -> None:
            await self._on(self._records, partial(self._write_attempt, trial.id, attempt))

        return record

    async def settle(self, trial: TrialRow, asked: Question, reply: Reply) -> TrialRow:
        """Store a reply, then read it, then write how the trial ended."""
        try:
            return await self._on(self._records, partial(self._write_reply, trial, reply))
        finally:
            self._let_go(asked)

    async def fail(self, trial: TrialRow, outcome: Outcome, reason: str) -> TrialRow:
        """Write that a trial could not even be asked; it counts as a failure."""
        return await self._on(self._records, partial(self._write_failure, trial, outcome, reason))

    def give_up(self, asked: Question) -> None:
        """Let an equal question go on; this one was cancelled and stays open."""
        self._let_go(asked)

    def _let_go(self, asked: Question) -> None:
        event = self._asking.pop(asked.key, None)
        if event is not None:
            event.set()

    async def _on(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _document(self, document_id: str) -> Document:
        found = self._documents.get(document_id)
        if found is None:
            found = document_table.get(self.ws.store.read(), document_id)
            if len(self._documents) >= _DOCUMENTS_AT_HAND:
                self._documents.clear()
            self._documents[document_id] = found
        return found

    def _kept_answer(self, trial: TrialRow) -> TrialRow | None:
        """After a crash: a reply that is on disk but was not read yet is read now, and nothing is asked again."""
        reply = table.reply(self.ws.store.read(), trial.id)
        if reply is None or reply.outcome is not Outcome.OK:
            return None
        stored = Reply(reply.outcome, reply.reason, reply.format, reply.text, reply.attempts)
        return self._write_end(trial, stored)

    def _equal_answer(self, trial: TrialRow, asked: Question) -> TrialRow | None:
        from fidelity_app.vision import find_adapter

        allowed = REUSABLE_LOCALLY if find_adapter(self._models[trial.model].adapter).local else REUSABLE
        with self.ws.store.write() as tx:
            table.set_question(tx, trial.id, key=asked.key, image_shas=[item.sha for item in asked.pictures])
            known = table.answered(tx, asked.key, allowed)
            if known is not None and known.outcome is not None:
                table.set_answer(
                    tx,
                    trial.id,
                    answer_trial_id=known.id,
                    outcome=known.outcome,
                    reason=known.reason,
                    at=self.ws.clock(),
                )
                return table.trial(tx, trial.id)
        return None

    def _write_attempt(self, trial_id: str, attempt: Attempt) -> None:
        with self.ws.store.write() as tx:
            table.add_attempt(tx, trial_id, attempt)

    def _write_reply(self, trial: TrialRow, reply: Reply) -> TrialRow:
        with self.ws.store.write() as tx:
            table.put_reply(tx, trial.id, reply, at=self.ws.clock())
        return self._write_end(trial, reply)

    def _write_end(self, trial: TrialRow, reply: Reply) -> TrialRow:
        outcome, reason = reply.outcome, reply.reason
        if outcome is Outcome.OK:
            parsed = parse_reply(reply.format, reply.text, self.run.mode, asked_of(self.cell(trial)))
            outcome, reason = parsed.outcome, parsed.reason
        return self._end(trial, outcome, reason, answer_trial_id=trial.id)

    def _write_failure(self, trial: TrialRow, outcome: Outcome, reason: str) -> TrialRow:
        return self._end(trial, outcome, reason, answer_trial_id=None)

    def _end(self, trial: TrialRow, outcome: Outcome, reason: str, *, answer_trial_id: str | None) -> TrialRow:
        with self.ws.store.write() as tx:
            at = self.ws.clock()
            table.set_answer(tx, trial.id, answer_trial_id=answer_trial_id, outcome=outcome, reason=reason, at=at)
            return table.trial(tx, trial.id)
