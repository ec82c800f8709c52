"""Options of the user: declared once with title and default, kept sparsely in a TOML file, applied at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.settings.paths import config_dir

FILE_NAME = "options.toml"


@dataclass(frozen=True, slots=True)
class Options:
    """What a person may set. `theme` is system, light or dark; `max_pixels` refuses larger pictures."""

    theme: str = "system"
    reviewer: str = ""
    max_pixels: int = 120_000_000
    pdf_dpi: int = 200
    last_workspace: str = ""
    recent_workspaces: tuple[str, ...] = ()
    degrade_look: str = "side"


TITLES = {
    "theme": "Appearance: system, light or dark",
    "reviewer": "Your name, as it stands beside your edits and decisions",
    "max_pixels": "Largest picture that is opened, in pixels",
    "pdf_dpi": "Resolution at which PDF pages are drawn",
    "last_workspace": "Workspace opened last",
    "recent_workspaces": "Workspaces opened before",
    "degrade_look": "Original on the Degrade page: side (by side), or split (before/after)",
}
assert set(TITLES) == {item.name for item in fields(Options)}, "every option has a title"

_CHOICES = {"theme": ("system", "light", "dark"), "degrade_look": ("side", "split")}
_BOUNDS = {"max_pixels": (1, 100_000_000_000), "pdf_dpi": (36, 1200)}


class OptionsFile:
    """The file of options. Reading a missing file gives the defaults; writing keeps the user's comments."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_dir() / FILE_NAME

    def load(self) -> Options:
        """Return the options. Raises UserError naming the file and what is wrong with it."""
        data = self._document().unwrap()
        known = {item.name: item for item in fields(Options)}
        return Options(**{name: self._checked(name, value) for name, value in data.items() if name in known})

    def set(self, **changes: Any) -> Options:
        """Change options and return all of them; the file is replaced as a whole.

        Raises UserError for an unknown option or value, ExternalError when the disk refuses.
        """
        unknown = sorted(set(changes) - set(TITLES))
        if unknown:
            raise UserError(f"there is no option {unknown[0]!r}; there are: {', '.join(TITLES)}")
        checked = {name: self._checked(name, value) for name, value in changes.items()}
        document = self._document()
        for name, value in checked.items():
            document[name] = list(value) if isinstance(value, tuple) else value
        self._write(tomlkit.dumps(document))
        return replace(self.load(), **checked)

    def remember_workspace(self, path: Path) -> Options:
        """Put a workspace first among the recent ones."""
        place = str(path.absolute())
        recent = (place, *(item for item in self.load().recent_workspaces if item != place))
        return self.set(last_workspace=place, recent_workspaces=recent[:10])

    def _document(self) -> tomlkit.TOMLDocument:
        try:
            return tomlkit.parse(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return tomlkit.document()
        except (TOMLKitError, UnicodeDecodeError) as error:
            raise UserError(f"{self.path}: not readable as TOML ({error}); mend it or delete it") from error
        except OSError as error:
            raise ExternalError(f"{self.path}: {error.strerror or error}") from error

    def _checked(self, name: str, value: Any) -> Any:
        default = getattr(Options(), name)
        if isinstance(default, tuple) and isinstance(value, (list, tuple)):
            return tuple(str(item) for item in value)
        if type(value) is not type(default):
            raise UserError(f"{self.path}: {name} must be a {type(default).__name__}, not {value!r}")
        if name in _CHOICES and value not in _CHOICES[name]:
            raise UserError(f"{self.path}: {name} must be one of {', '.join(_CHOICES[name])}, not {value!r}")
        if name in _BOUNDS and not _BOUNDS[name][0] <= value <= _BOUNDS[name][1]:
            raise UserError(f"{self.path}: {name} must be {_BOUNDS[name][0]} to {_BOUNDS[name][1]}, not {value!r}")
        return value

    def _write(self, text: str) -> None:
        temporary = self.path.with_name(f".{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError as error:
            why = error.strerror or error
            raise ExternalError(f"{self.path}: {why}; the option holds until the program ends") from error
