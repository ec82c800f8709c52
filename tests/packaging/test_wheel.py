"""`pip install .` gives a working program: the wheel carries everything it needs and nothing of the workshop."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = Path(sysconfig.get_paths()["purelib"])
BUILT_FROM = ("fidelity_app", "assets", "samples", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")


def _run(command: list[str | Path], *, cwd: Path, **environment: str) -> str:
    """Run a program away from the checkout and return what it printed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env={**kept, **environment}, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel without network, from a copy, so that nothing is written into the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        source,
    ]
    _run(command, cwd=folder, PIP_NO_INDEX="1")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> frozenset[str]:
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a fresh environment; the libraries are those installed here already."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "env", symlinks=True, with_pip=False)
    scheme = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    site = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    _run(
        [
            *(sys.executable, "-m", "pip", "--python", folder / "env" / "bin" / "python"),
            *("install", "--quiet", "--no-index", "--no-deps", wheel),
        ],
        cwd=folder,
    )
    # The folder of libraries, but not its .pth files: this checkout must not be found through its editable install.
    (site / "libraries.pth").write_text(f"{INSTALLED}\n", encoding="utf-8")
    return folder


def _shipped_files(folder: str) -> set[str]:
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"fidelity_app/{path.relative_to(ROOT)}" for path in files if path.suffix != ".py"}


def test_every_module_and_template_is_in_the_wheel(names: frozenset[str]) -> None:
    sources = {str(path.relative_to(ROOT)) for path in (ROOT / "fidelity_app").rglob("*.py")}
    templates = {str(path.relative_to(ROOT)) for path in (ROOT / "fidelity_app").rglob("*.j2")}
    assert templates
    assert (sources | templates | {"fidelity_app/py.typed"}) - names == set()


@pytest.mark.parametrize("folder", ["assets", "samples"])
def test_assets_and_samples_are_in_the_wheel_whole(folder: str, names: frozenset[str]) -> None:
    shipped = _shipped_files(folder)
    assert len(shipped) > 10
    assert shipped - names == set()


def test_the_workshop_stays_out_of_the_wheel(names: frozenset[str]) -> None:
    roots = {name.split("/")[0] for name in names}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"fidelity_app"}
    assert [name for name in names if name.startswith("fidelity_app/samples/") and name.endswith(".py")] == []
    assert [name for name in names if "__pycache__" in name or "/tests/" in name] == []


def test_every_font_goes_with_its_licence(names: frozenset[str]) -> None:
    fonts = [name for name in names if name.endswith((".ttf", ".otf"))]
    assert fonts
    for font in fonts:
        beside = [name for name in names if name.rpartition("/")[0] == font.rpartition("/")[0] and "LICENSE" in name]
        assert beside, font


def test_the_installed_command_answers_and_finds_what_ships(home: Path) -> None:
    bin_dir = home / "env" / "bin"
    assert "import" in _run([bin_dir / "fidelity", "--help"], cwd=home)
    code = (
        "import json, fidelity_app\n"
        "from fidelity_app.settings.paths import assets_dir, samples_dir\n"
        "from fidelity_app.services.canary import canary\n"
        "print(json.dumps([fidelity_app.__file__, str(assets_dir()), str(samples_dir()), canary().field.text]))\n"
    )
    package, assets, samples, total = json.loads(_run([bin_dir / "python", "-c", code], cwd=home))
    assert str(home) in package, "the checkout was imported, not what was installed"
    assert (Path(assets), Path(samples)) == (Path(package).parent / "assets", Path(package).parent / "samples")
    assert any(character.isdigit() for character in total)


def test_the_installed_command_does_the_main_job_and_writes_both_reports(home: Path, tmp_path: Path) -> None:
    fidelity = home / "env" / "bin" / "fidelity"
    samples = next((home / "env").rglob("fidelity_app/samples"))
    truth = json.loads((samples / "kiosk-de.fidelity.json").read_text(encoding="utf-8"))
    replies = tmp_path / "replies.jsonl"
    said = json.dumps({field["key"]: field["text"] for field in truth["fields"]}, ensure_ascii=False)
    replies.write_text(json.dumps({"key": "*", "format": "chat", "text": said}), encoding="utf-8")
    own = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    def fidelity_does(*arguments: str | Path) -> str:
        return _run([fidelity, *arguments], cwd=tmp_path, **own)

    fidelity_does("new", "ws")
    fidelity_does("import", "ws", samples / "kiosk-de.fidelity.json")
    fidelity_does("models", "ws", "add", "stored", "--adapter", "replay", "--parameter", f"file={replies}")
    (row,) = json.loads(fidelity_does("run", "ws", "--model", "stored", "--json"))["headline"]
    assert row["value_fidelity"]["hits"] == row["value_fidelity"]["total"] == len(truth["fields"])
    fidelity_does("report", "ws", "last", "--csv", "out.csv", "--html", "out.html")
    assert (tmp_path / "out.csv").stat().st_size and "<html" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_the_installed_window_proves_itself(home: Path, tmp_path: Path) -> None:
    own = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
    said = _run([home / "env" / "bin" / "fidelity-app", "--smoke"], cwd=tmp_path, QT_QPA_PLATFORM="offscreen", **own)
    assert said.startswith("smoke test passed: 7 pages shown, 25 of 25 values")
    assert list(tmp_path.iterdir()) == [], "the person's options are not touched"
