"""Options: sparse, checked, kept with the user's own comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.settings.options import Options, OptionsFile


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert OptionsFile(tmp_path / "options.toml").load() == Options()


def test_a_change_is_kept_and_nothing_else_is_written(tmp_path: Path) -> None:
    file = OptionsFile(tmp_path / "deep" / "options.toml")
    assert file.set(theme="dark").theme == "dark"
    assert OptionsFile(file.path).load() == Options(theme="dark")
    assert file.path.read_text().strip() == 'theme = "dark"'


def test_comments_and_unknown_entries_of_the_user_survive(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text('# mine\nfuture = 1\ntheme = "light"\n')
    OptionsFile(path).set(reviewer="Anna")
    assert path.read_text() == '# mine\nfuture = 1\ntheme = "light"\nreviewer = "Anna"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('theme = "pink"', "one of system, light, dark"),
        ("max_pixels = true", "must be a int"),
        ("max_pixels = 0", "must be 1 to 100000000000, not 0"),
        ("pdf_dpi = 20000", "must be 36 to 1200, not 20000"),
        ("theme = ", "not readable as TOML"),
    ],
)
def test_what_cannot_be_meant_is_named_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "options.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=words) as caught:
        OptionsFile(path).load()
    assert str(path) in str(caught.value)


def test_an_unknown_option_cannot_be_set(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no option 'colour'"):
        OptionsFile(tmp_path / "options.toml").set(colour="red")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_text("")
    with pytest.raises(ExternalError, match="in-the-way"):
        OptionsFile(tmp_path / "in-the-way" / "options.toml").set(theme="dark")


def test_the_workspace_opened_last_comes_first(tmp_path: Path) -> None:
    file = OptionsFile(tmp_path / "options.toml")
    for number in range(12):
        file.remember_workspace(tmp_path / str(number))
    options = file.remember_workspace(tmp_path / "5")
    assert options.last_workspace == str(tmp_path / "5")
    assert options.recent_workspaces[:2] == (str(tmp_path / "5"), str(tmp_path / "11"))
    assert len(options.recent_workspaces) == 10
