"""Put assets/ and samples/ into the wheel: they stand beside the package in a checkout and inside it when installed."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
NOT_SHIPPED = shutil.ignore_patterns("*.py", "__pycache__")


class BuildWithData(build_py):
    """Copy the two data folders beside the built modules; an editable install finds them in the checkout."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for folder in ("assets", "samples"):
            target = Path(self.build_lib) / "fidelity_app" / folder
            shutil.copytree(ROOT / folder, target, dirs_exist_ok=True, ignore=NOT_SHIPPED)


setup(cmdclass={"build_py": BuildWithData})
