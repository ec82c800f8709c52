"""Verify mode: what is claimed, how often it is asked, how each claim fared, and what becomes of it later."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.loopback_plays import completion
from support.loopback_server import LoopbackServer
from support.workspaces import import_receipt, new_workspace, replay_model

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.claims import Verified
from fidelity_app.core.edits import ChangeField
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import annotating, claiming, comparing, library, reporting, rescoring, running
from fidelity_app.services.executing import RunControl
from fidelity_app.services.models import add_model
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import runs as run_table

pytestmark = pytest.mark.timeout(180)
EIGHT_FOR_THREE = {"8": "3"}


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with new_workspace(tmp_path / "ws", environment={"LOOPBACK_KEY": "sk-test"}) as ws:
        yield ws


@pytest.fixture
def document_id(ws: Workspace, tmp_path: Path) -> str:
    return import_receipt(ws, tmp_path / "in")


def far_model(ws: Workspace, server: LoopbackServer, name: str = "far") -> None:
    add_model(ws, ModelConfig(name, "openai", "loopback", server.base_url, "LOOPBACK_KEY", concurrency=1))


def request(ws: Workspace, document_id: str, *names: str, **more: object) -> RunRequest:
    recipes = (running.recipe_ref(ws, "clean"),)
    return RunRequest((document_id,), recipes, names or ("far",), mode=Mode.VERIFY, **more)  # type: ignore[arg-type]


def started(ws: Workspace, wanted: RunRequest) -> str:
    return running.start_run(ws, running.plan_run(ws, wanted))


def asked_and_scored(ws: Workspace, wanted: RunRequest) -> str:
    run_id = started(ws, wanted)
    asyncio.run(running.execute_run(ws, run_id))
    return run_id


def outcomes(ws: Workspace, run_id: str) -> list[tuple[str, str, str]]:
    return [(row.key, row.claim, row.outcome.value) for row in claiming.claim_rows(ws, run_id)]


def prompts(server: LoopbackServer) -> list[str]:
    return [str(one.body["messages"]) for one in server.received]


def test_claims_are_frozen_by_the_seed_and_counted_before_anything_is_asked(ws, document_id) -> None:
    with LoopbackServer() as server:
        far_model(ws, server)
        plans = [running.plan_run(ws, request(ws, document_id, seed=seed, repeats=2)) for seed in (5, 5, 6)]
        assert [plan.estimate.trials for plan in plans] == [12, 12, 12]
        assert [plan.estimate.asks for plan in plans] == [12, 12, 12]
        assert "6 claims about 3 fields" in plans[0].estimate.notes[0]
        first, again, other = (plan.frozen.documents[0].claims for plan in plans)
        assert first == again != other
        run_id = running.start_run(ws, plans[0])
        assert run_table.load_frozen(ws.store.read(), run_id).documents[0].claims == first
        assert server.count == 0


def test_a_reader_that_reads_right_confirms_what_is_printed_and_nothing_else(ws, document_id) -> None:
    with LoopbackServer() as server:
        far_model(ws, server)
        run_id = asked_and_scored(ws, request(ws, document_id))
        assert server.count == 6
        claims = claiming.claim_rows(ws, run_id)
        assert all(claim.claim in prompt for claim, prompt in zip(claims, prompts(server), strict=True))
    assert [claim.outcome for claim in claims] == [Verified.CONFIRMED_RIGHT, Verified.REJECTED_WRONG] * 3
    assert [claim.answer for claim in claims] == ["yes", "no"] * 3
    assert all(bool(claim.fault) is (claim.is_true is False) for claim in claims)
    (rates,) = claiming.claim_rates(ws, run_id)
    assert (rates.false_confirmations.hits, rates.false_confirmations.total) == (0, 3)
    assert (rates.false_rejections.hits, rates.false_rejections.total) == (0, 3)
    assert (rates.right_answers.hits, rates.right_answers.total, rates.claims) == (6, 6, 6)


def test_a_reader_that_takes_8_for_3_refuses_what_is_printed_and_confirms_its_own_fault(ws, document_id) -> None:
    with LoopbackServer(misreads=EIGHT_FOR_THREE) as server:
        far_model(ws, server)
        seed = next(seed for seed in range(500) if _claims_23_90(ws, document_id, seed))
        run_id = asked_and_scored(ws, request(ws, document_id, seed=seed))
    found = {(claim.key, claim.is_true): claim for claim in claiming.claim_rows(ws, run_id)}
    assert found["total", True].outcome is Verified.REJECTED_RIGHT
    assert (found["total", False].outcome, found["total", False].claim) == (Verified.CONFIRMED_WRONG, "23.90")
    assert found["total", False].fault == "substitution"
    (rates,) = claiming.claim_rates(ws, run_id)
    assert (rates.false_confirmations.hits, rates.false_confirmations.total) == (1, 3)
    assert (rates.false_rejections.hits, rates.false_rejections.total) == (1, 3)


def _claims_23_90(ws: Workspace, document_id: str, seed: int) -> bool:
    return ("total", "23.90") in claiming.claims_about(library.document(ws, document_id), seed=seed)


def test_abstentions_and_failures_stay_in_the_denominators(ws, document_id) -> None:
    plays = [completion('{"answer": null}'), completion('{"answer": "yes, but 23.90"}'), completion("")]
    with LoopbackServer(script=plays, always=completion('{"answer": "yes"}')) as server:
        far_model(ws, server)
        run_id = asked_and_scored(ws, request(ws, document_id))
    (rates,) = claiming.claim_rates(ws, run_id)
    assert rates.abstained == 1
    assert rates.abstained + rates.failed + rates.right_answers.hits + rates.false_confirmations.hits == 6
    assert (rates.false_confirmations.total, rates.false_rejections.total) == (3, 3)
    failed = [claim for claim in claiming.claim_rows(ws, run_id) if claim.outcome is Verified.FAILED]
    assert failed
    assert all(claim.reason for claim in failed)


def test_two_claims_about_one_field_never_share_an_answer_and_a_second_run_asks_nothing(ws, document_id) -> None:
    with LoopbackServer() as server:
        far_model(ws, server)
        first = asked_and_scored(ws, request(ws, document_id))
        again = running.plan_run(ws, request(ws, document_id, name="again"))
        assert (again.estimate.reusable, again.estimate.asks) == (6, 0)
        second = running.start_run(ws, again)
        asyncio.run(running.execute_run(ws, second))
        assert server.count == 6
    assert len({claim.trial_key for claim in claiming.claim_rows(ws, first)}) == 6
    assert outcomes(ws, second) == outcomes(ws, first)


def test_a_stopped_run_is_resumed_and_asks_only_what_is_open(ws, document_id) -> None:
    with LoopbackServer() as server:
        far_model(ws, server)
        run_id = started(ws, request(ws, document_id))
        control = RunControl()
        stop = lambda now: control.stop() if now.done >= 2 else None  # noqa: E731
        outcome = asyncio.run(running.execute_run(ws, run_id, control=control, progress=stop))
        assert 0 < outcome.open < 6
        assert len(claiming.claim_rows(ws, run_id)) == 6 - outcome.open
        asyncio.run(running.execute_run(ws, run_id))
        assert server.count == 6
    assert len(claiming.claim_rows(ws, run_id)) == 6


def test_mended_truth_turns_a_claim_round_without_asking(ws, document_id) -> None:
    with LoopbackServer(misreads=EIGHT_FOR_THREE) as server:
        far_model(ws, server)
        seed = next(seed for seed in range(500) if _claims_23_90(ws, document_id, seed))
        run_id = asked_and_scored(ws, request(ws, document_id, seed=seed))
        document = library.document(ws, document_id)
        total = next(item for item in document.fields if item.key == "total")
        annotating.apply(ws, ChangeField(total, replace(total, text="23.90")))
        rescoring.rescore_run(ws, run_id)
        assert server.count == 6
    found = {claim.claim: claim.outcome for claim in claiming.claim_rows(ws, run_id) if claim.key == "total"}
    assert found == {"28.90": Verified.REJECTED_WRONG, "23.90": Verified.CONFIRMED_RIGHT}


def test_a_verify_run_has_no_readings_and_breaks_no_list(ws, document_id) -> None:
    with LoopbackServer() as server:
        far_model(ws, server)
        run_id = asked_and_scored(ws, request(ws, document_id))
    assert comparing.matrix(ws, run_id).total == 0
    assert reporting.headline(ws, run_id) == []


def test_a_reader_that_takes_no_prompt_is_refused_before_the_run(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, {"total": "28.90"})
    with pytest.raises(UserError, match="answers no questions"):
        running.plan_run(ws, request(ws, document_id, "replay"))
