"""Work off the GUI thread and its way back."""

from __future__ import annotations

import asyncio
import threading

from PySide6.QtCore import QObject, QThread

from fidelity_app.core.errors import Cancelled, UserError
from fidelity_app.gui.bridge import LOOP_THREAD_NAME, Latest


def test_a_result_arrives_on_the_gui_thread_and_the_work_was_elsewhere(qtbot, jobs):
    seen = []
    job = jobs.run(
        lambda job: threading.current_thread().name,
        done=lambda name: seen.append((name, QThread.currentThread().isMainThread())),
    )
    qtbot.waitSignal(job.finished).wait()
    assert seen[0][0].startswith("fidelity-pixels")
    assert seen[0][1] is True
    assert not jobs.busy


def test_an_error_arrives_whole(qtbot, jobs):
    errors = []

    def work(job):
        raise UserError("no such file: a.png")

    job = jobs.run(work, failed=errors.append)
    qtbot.waitSignal(job.finished).wait()
    assert str(errors[0]) == "no such file: a.png"


def test_a_cancelled_job_ends_and_tells_no_error(qtbot, jobs):
    errors, ready = [], threading.Event()

    def work(job):
        ready.set()
        while True:
            job.token.check()

    job = jobs.run(work, failed=errors.append)
    with qtbot.waitSignal(job.cancelled):
        assert ready.wait(5)
        job.cancel()
    assert errors == []


def test_progress_is_coalesced_and_the_last_report_is_never_lost(qtbot, jobs):
    reports = []

    def work(job):
        for number in range(5000):
            job.report(number + 1, 5000, "page")

    job = jobs.run(work, progress=lambda *report: reports.append(report))
    qtbot.waitSignal(job.finished).wait()
    assert len(reports) < 500
    assert reports[-1] == (5000, 5000, "page")


def test_a_coroutine_runs_on_the_one_named_thread(qtbot, jobs):
    names = []

    async def work(job):
        await asyncio.sleep(0)
        return threading.current_thread().name

    for _ in range(2):
        job = jobs.run_async(work, done=names.append)
        qtbot.waitSignal(job.finished).wait()
    assert names == [LOOP_THREAD_NAME, LOOP_THREAD_NAME]


def test_a_coroutine_that_raises_cancelled_counts_as_cancelled(qtbot, jobs):
    async def work(job):
        raise Cancelled("stopped")

    job = jobs.run_async(work)
    with qtbot.waitSignal(job.cancelled):
        pass


def test_closing_ends_a_coroutine_that_would_wait_for_ever(qtbot, jobs):
    started = threading.Event()

    async def work(job):
        started.set()
        await asyncio.Event().wait()

    jobs.run_async(work)
    assert started.wait(5)
    jobs.close()
    assert not [thread for thread in threading.enumerate() if thread.name == LOOP_THREAD_NAME]


def test_nothing_is_delivered_once_the_owner_is_gone(qtbot, jobs):
    heard, gate = [], threading.Event()
    owner = QObject()
    job = jobs.run(lambda job: gate.wait(5), owner=owner, done=heard.append)
    owner.deleteLater()
    qtbot.waitUntil(lambda: job.token.cancelled)
    with qtbot.waitSignal(job.finished):
        gate.set()
    assert heard == []


def test_of_many_requests_only_the_newest_is_answered(qtbot, jobs):
    answers, gate = [], threading.Event()
    owner = QObject()
    latest = Latest(jobs, owner)

    def ask(number):
        def work(job):
            gate.wait(5)
            return number

        latest.submit(work, done=answers.append, failed=answers.append)

    for number in range(20):
        ask(number)
    gate.set()
    qtbot.waitUntil(lambda: not latest.busy)
    assert answers == [19]


def test_after_closing_nothing_is_started_any_more(qtbot, jobs):
    started = []
    jobs.close()
    job = jobs.run(started.append)
    assert not job.running
    assert not jobs.busy
    assert started == []
