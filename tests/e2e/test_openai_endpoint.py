"""An OpenAI-compatible endpoint, by command: a real server that really reads the picture it was sent."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import Said, Shell, receipt_files
from support.desktop import rows
from support.loopback_plays import BUSY, READ, failure
from support.loopback_server import LoopbackServer, Received

from fidelity_app.cli.exits import Exit

KEY = "sk-loopback-5f1e6c2a9d"
DINNER = (("Soup", "6.20"), ("Rice", "11.75"), ("TOTAL", "17.95"))
pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    return Shell(capsys)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def ws(shell: Shell, server: LoopbackServer, tmp_path: Path) -> Path:
    """A workspace with two receipts and the loopback server as a model named `far`."""
    path = tmp_path / "ws"
    receipt_files(tmp_path / "in", name="lunch")
    receipt_files(tmp_path / "in", name="dinner", rows=DINNER)
    assert shell("new", path).code == shell("import", path, tmp_path / "in").code == Exit.DONE
    add_model(shell, path, "far", server.base_url)
    return path


def add_model(shell: Shell, ws: Path, name: str, base_url: str, *options: str) -> Said:
    address = ("--adapter", "openai", "--base-url", base_url, "--model", "loopback", "--key-env", "LOOPBACK_KEY")
    said = shell("models", ws, "add", name, *address, *options)
    assert said.code == Exit.DONE, said.err
    return said


def report(shell: Shell, ws: Path) -> list[dict[str, str]]:
    path = ws.parent / "out.csv"
    assert shell("report", ws, "last", "--csv", path).code == Exit.DONE
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def pictures_in(request: Received) -> list[str]:
    """Return the sha256 of every picture in a request, from the bytes as they came over the wire."""
    urls = re.findall(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)", json.dumps(request.body))
    return [hashlib.sha256(base64.b64decode(url)).hexdigest() for url in urls]


def files_holding(folder: Path, words: bytes) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and words in path.read_bytes()]


@pytest.mark.parametrize(("mode", "asks"), [("extract", 2), ("transcribe", 2)])
def test_printed_values_are_read_off_the_pictures_and_scored(
    shell: Shell, ws: Path, server: LoopbackServer, mode: str, asks: int
) -> None:
    said = shell("run", ws, "--model", "far", "--mode", mode, "--json")
    assert (said.code, said.json["answered"], said.json["failed"], server.count) == (Exit.DONE, asks, 0, asks)
    (headline,) = said.json["headline"]
    assert (headline["value_fidelity"]["hits"], headline["value_fidelity"]["total"]) == (6, 6)
    read = {(row["document"], row["field"]): row["read"] for row in report(shell, ws)}
    assert (read["lunch", "total"], read["dinner", "total"]) == ("28.90", "17.95")


def test_one_crop_a_field_is_asked_and_read(shell: Shell, ws: Path, server: LoopbackServer) -> None:
    said = shell("run", ws, "--model", "far", "--mode", "crop", "--documents", "dinner", "--json")
    assert (said.code, said.json["answered"], server.count) == (Exit.DONE, 3, 3)
    assert [(row["printed"], row["read"]) for row in report(shell, ws)] == [(amount, amount) for _, amount in DINNER]


def test_what_is_kept_of_a_request_is_all_of_it_but_the_key(shell: Shell, ws: Path, server: LoopbackServer) -> None:
    shell("run", ws, "--model", "far", "--recipe", "phone-in-a-hurry:1", "--documents", "lunch")
    (received,) = server.received
    assert received.headers["authorization"] == f"Bearer {KEY}"
    (sent,) = pictures_in(received)
    ((request, body),) = rows(ws, "SELECT request, body FROM attempts")
    assert json.loads(request)["body"]["model"] == "loopback" and sent in request and "base64" not in request
    assert json.loads(body)["choices"][0]["message"]["content"]
    assert rows(ws, "SELECT image_sha FROM variants") == [(sent,)], "the pixels sent are the pixels kept"
    assert hashlib.sha256((ws / "images" / sent[:2] / sent[2:]).read_bytes()).hexdigest() == sent
    shell("report", ws, "last", "--html", ws / "report.html", "--csv", ws / "report.csv")
    assert files_holding(ws, b"loopback") and not files_holding(ws, KEY.encode())


def test_an_endpoint_that_is_down_is_failed_rows_and_the_other_goes_on(
    shell: Shell, ws: Path, server: LoopbackServer
) -> None:
    with LoopbackServer() as closed:
        gone = closed.base_url
    add_model(shell, ws, "gone", gone, "--parameter", "max_attempts=1")
    said = shell("run", ws, "--model", "gone", "--model", "far", "--json")
    assert (said.code, said.json["answered"], said.json["failed"]) == (Exit.DONE, 2, 2)
    found = report(shell, ws)
    assert [row["outcome"] for row in found if row["model"] == "gone"] == ["transport"] * 6
    assert [row["verdict"] for row in found if row["model"] == "far"] == ["exact"] * 6


def test_a_refused_key_is_said_once_and_not_tried_again(shell: Shell, ws: Path) -> None:
    refusal = failure(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key")
    with LoopbackServer(always=refusal) as strict:
        add_model(shell, ws, "strict", strict.base_url)
        said = shell("run", ws, "--model", "strict", "--documents", "lunch", "--json")
        assert (said.code, said.json["failed"], strict.count) == (Exit.OUTSIDE, 1, 1)
    assert {row["outcome"] for row in report(shell, ws)} == {"auth"}
    assert not files_holding(ws, KEY.encode()), "not even where the endpoint repeats it"


def test_a_busy_endpoint_is_asked_again_and_then_answers(shell: Shell, ws: Path) -> None:
    busy = BUSY.with_headers(retry_after_ms="20")
    with LoopbackServer(script=[busy, busy, READ]) as endpoint:
        add_model(shell, ws, "popular", endpoint.base_url)
        said = shell("run", ws, "--model", "popular", "--documents", "lunch", "--json")
        assert (said.code, said.json["answered"], endpoint.count) == (Exit.DONE, 1, 3)
    attempts = rows(ws, "SELECT number, status, outcome FROM attempts ORDER BY id")
    assert attempts == [(1, 429, "quota"), (2, 429, "quota"), (3, 200, "ok")]
    assert [row["verdict"] for row in report(shell, ws)] == ["exact"] * 3


def test_a_model_is_tested_by_command_with_a_picture_whose_digits_are_known(shell: Shell, ws: Path) -> None:
    said = shell("models", ws, "test", "far", "--json")
    assert (said.code, said.json["outcome"], said.json["served_model"]) == (Exit.DONE, "ok", "loopback")
    assert said.json["answered"] == said.json["expected"]


def test_claims_are_asked_estimated_and_told_apart_in_every_output(shell: Shell, ws: Path) -> None:
    """A reader that takes 8 for 3 confirms what it misreads; every output says which claim, and of how many."""
    with LoopbackServer(misreads={"8": "3", "7": "1"}) as faulty:
        add_model(shell, ws, "faulty", faulty.base_url)
        asked = ("run", ws, "--model", "faulty", "--mode", "verify", "--seed", "3")
        estimate = shell(*asked, "--dry-run", "--json").json
        assert (estimate["trials"], estimate["asks"], faulty.count) == (12, 12, 0)
        said = shell(*asked)
        assert (said.code, faulty.count) == (Exit.DONE, 12)
        assert "Faults confirmed" in said.out
        assert "True rejected" in said.out
    found = shell("report", ws, "last", "--json").json
    (rates,) = found["claim_rates"]
    claims = found["claims"]
    assert (rates["claims"], len(claims)) == (12, 12)
    rejected = [claim["printed"] for claim in claims if claim["outcome"] == "rejected_right"]
    assert sorted(rejected) == ["11.75", "17.95", "28.90"]
    assert (rates["false_rejections"]["hits"], rates["false_rejections"]["total"]) == (3, 6)
    assert rates["false_confirmations"]["total"] == 6
    html = ws.parent / "out.html"
    rows_of_csv = report(shell, ws)
    assert [row["outcome"] for row in rows_of_csv] == [claim["outcome"] for claim in claims]
    lines = csv.DictReader(io.StringIO((ws.parent / "out-measures.csv").read_text(encoding="utf-8-sig")))
    assert {line["measure"]: line["numerator"] for line in lines}["claims:false_rejections"] == "3"
    assert shell("report", ws, "last", "--html", html).code == Exit.DONE
    assert "rejected what is printed" in html.read_text(encoding="utf-8")


def test_a_reader_without_a_prompt_is_not_asked_about_claims(shell: Shell, ws: Path) -> None:
    assert shell("models", ws, "add", "ocr", "--adapter", "rapidocr").code == Exit.DONE
    said = shell("run", ws, "--model", "ocr", "--mode", "verify")
    assert said.code == Exit.USAGE
    assert "answers no questions" in said.err
