"""Where things are on this machine: what ships with the program, and what belongs to the user."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs

from fidelity_app.core.errors import UserError

APPLICATION = "fidelity"
_PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str) -> Path:
    """Return the folder `name` (assets or samples) that ships with the program.

    It stands beside the package in a checkout, inside it in an installed wheel, and in the bundle of a frozen build.
    Raises UserError naming the places looked at.
    """
    bundle = getattr(sys, "_MEIPASS", None)
    places = [Path(bundle) / name] if bundle else []
    places += [_PACKAGE / name, _PACKAGE.parent / name]
    for place in places:
        if place.is_dir():
            return place
    looked = ", ".join(str(place) for place in places)
    raise UserError(f"the folder {name} that ships with Fidelity is missing (looked at {looked}); install it again")


def assets_dir() -> Path:
    """Return the folder of icons, fonts, prompts and schemas."""
    return shipped("assets")


def samples_dir() -> Path:
    """Return the folder of sample documents with their truth."""
    return shipped("samples")


def config_dir() -> Path:
    """Return the user's folder for options (not made here)."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False))


def log_dir() -> Path:
    """Return the user's folder for logs (not made here)."""
    return Path(platformdirs.user_log_dir(APPLICATION, appauthor=False))


def default_workspace() -> Path:
    """Return where the window offers to make a first workspace."""
    return Path(platformdirs.user_documents_dir()) / "Fidelity"
