"""Parameters are written line by line and read back as they were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.errors import UserError
from fidelity_app.gui.models.draft import ModelDraft, parameter_lines, read_parameters

NAMES = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_parameters_survive_being_written_and_read(parameters: dict[str, object]) -> None:
    assert read_parameters(parameter_lines(parameters)) == parameters  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "value"),
    [("a = 0", 0), ("a=0.5", 0.5), ("a = true", True), ("a = eng+deu", "eng+deu"), ("a = 0012", "0012"), ("a =", "")],
)
def test_a_value_that_is_json_is_meant_as_json_and_any_other_is_text(text: str, value: object) -> None:
    assert read_parameters(text) == {"a": value}


@pytest.mark.parametrize(("text", "line"), [("a = 1\n\nb", "line 3"), ("= 1", "line 1"), ("a = 1\na = 2", "line 2")])
def test_a_line_that_cannot_be_read_is_named(text: str, line: str) -> None:
    with pytest.raises(UserError, match=line):
        read_parameters(text)


def test_a_pasted_key_is_not_in_the_text_of_a_draft() -> None:
    assert "sk-secret" not in repr(ModelDraft(ModelConfig("m", "openai"), "sk-secret"))
