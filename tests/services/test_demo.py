"""The demonstration, on one sample: done twice, the second asks nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidelity_app.services import demo, library, running
from fidelity_app.services.workspace import open_workspace
from fidelity_app.settings.paths import samples_dir


def test_the_demonstration_ends_in_a_report_and_asks_nothing_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "DOCUMENTS", ("petrol-my",))
    monkeypatch.setattr(demo, "RECIPES", ("clean",))
    monkeypatch.setattr(demo.models, "EMBEDDED", demo.models.EMBEDDED[:1])
    first = demo.run_demo(tmp_path / "demo")
    assert (first.outcome.answered, first.outcome.reused, first.outcome.open) == (1, 0, 0)
    assert first.csv.stat().st_size > 1000
    assert first.html.stat().st_size > 1000
    assert "value_fidelity" in (tmp_path / "demo" / "measures.csv").read_text(encoding="utf-8-sig")
    assert [row.model for row in first.headline] == ["rapidocr"]
    second = demo.run_demo(tmp_path / "demo")
    assert (second.outcome.answered, second.outcome.reused) == (1, 1)
    assert second.headline == first.headline
    with open_workspace(tmp_path / "demo") as ws:
        assert len(running.runs(ws)) == 1
        assert library.count(ws) == len(list(samples_dir().glob("*.fidelity.json")))


def test_the_selection_names_samples_and_recipes_that_are_there(tmp_path: Path) -> None:
    from fidelity_app.services.degrading import find_recipe

    shipped = {path.name.removesuffix(".fidelity.json") for path in samples_dir().glob("*.fidelity.json")}
    assert set(demo.DOCUMENTS) <= shipped
    assert [find_recipe(None, name).label for name in demo.RECIPES] == list(demo.RECIPES)
