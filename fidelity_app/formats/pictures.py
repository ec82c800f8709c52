"""Which files are pictures or PDFs by name, and where pictures stand in a data set's folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

# Names only: what a file really is, is found out when it is opened.
SUFFIXES = frozenset(
    {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".tif", ".tiff", ".bmp", ".gif", ".webp", ".heic", ".heif", ".avif"}
    | {".jp2", ".ppm", ".pgm", ".pbm", ".pdf"}
)


def is_picture(path: Path) -> bool:
    """Say whether a file's name is that of a picture or PDF."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".") and path.is_file()


def pictures_in(folder: Path) -> Iterator[Path]:
    """Yield the pictures directly in a folder, in the order of their names."""
    return (path for path in sorted(folder.iterdir()) if is_picture(path))


def beside(folder: Path, stem: str) -> Path | None:
    """Return the picture with this stem in a folder, or None."""
    return next((path for path in pictures_in(folder) if path.stem == stem), None)


def layout_root(path: Path, *folders: str) -> Path | None:
    """Return the root of a data set laid out in these folders, for its root or for one picture inside `img`."""
    root = path if path.is_dir() else path.parent.parent
    if path.is_file() and not (is_picture(path) and path.parent.name == "img"):
        return None
    return root if all((root / name).is_dir() for name in folders) else None


def chosen(path: Path, root: Path) -> Iterator[Path]:
    """Yield the pictures meant by a path: all of `img`, or the one that the path names."""
    return iter([path]) if path.is_file() else pictures_in(root / "img")
