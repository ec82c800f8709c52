"""The directories of a TIFF file, read by ourselves: pages, loops, previews, and what a cut file still holds.

Adobe TIFF 6.0 (1992), BigTIFF for files over 4 GiB, Adobe PageMaker 6.0 technical notes for SubIFDs.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from fidelity_app.imaging.limits import MAX_PAGES

_SUBFILE, _WIDTH, _LENGTH, _BITS, _COMPRESSION, ORIENTATION = 254, 256, 257, 258, 259, 274
_STRIP_OFFSETS, _SAMPLES, _ROWS_PER_STRIP, _STRIP_BYTES, _PLANAR = 273, 277, 278, 279, 284
_TILE_WIDTH, _TILE_LENGTH, _TILE_OFFSETS, _TILE_BYTES, _FORMAT = 322, 323, 324, 325, 339
_SUB_DIRECTORIES, _DNG = 330, 50706
_WANTED = frozenset(
    (
        *(_SUBFILE, _WIDTH, _LENGTH, _BITS, _COMPRESSION, ORIENTATION, _STRIP_OFFSETS, _SAMPLES, _ROWS_PER_STRIP),
        *(_STRIP_BYTES, _PLANAR, _TILE_WIDTH, _TILE_LENGTH, _TILE_OFFSETS, _TILE_BYTES, _FORMAT),
        *(_SUB_DIRECTORIES, _DNG),
    )
)
_TYPES = {1: "B", 3: "H", 4: "L", 13: "L", 16: "Q"}
_LAST_TYPE = 18
_REDUCED, _MASK = 1, 4
_MOST_ENTRIES, _MOST_VALUES = 4_096, 4_000_000
_UNCOMPRESSED, _ONE_PLANE = 1, 1


@dataclass(frozen=True, slots=True)
class Directory:
    """One directory of the file: where it stands, the tags needed here, and where their entries stand."""

    offset: int
    tags: Mapping[int, tuple[int, ...]]
    entries: Mapping[int, int]

    def one(self, tag: int, default: int = 0) -> int:
        """Return the first value of a tag."""
        return next(iter(self.tags.get(tag, ())), default)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as stored, (0, 0) when the directory does not say."""
        return self.one(_WIDTH), self.one(_LENGTH)

    @property
    def tile(self) -> tuple[int, int] | None:
        """Width and height of a tile; None when the picture lies in strips."""
        return (self.one(_TILE_WIDTH), self.one(_TILE_LENGTH)) if _TILE_WIDTH in self.tags else None

    @property
    def is_extra(self) -> bool:
        """Say whether this is a smaller copy or a mask of another page, and no page itself."""
        return bool(self.one(_SUBFILE) & (_REDUCED | _MASK))

    @property
    def is_sixteen_bit_colour(self) -> bool:
        """Say whether the picture has several samples of 16 bits, of which Pillow keeps the upper 8."""
        return self.one(_SAMPLES, 1) >= 2 and self.one(_BITS, 1) == 16

    def described(self) -> str:
        """Say of which kind the picture is, for a message."""
        bits = "/".join(str(value) for value in self.tags.get(_BITS, (1,))[:5])
        kind = {1: "", 2: " signed", 3: " floating-point"}.get(self.one(_FORMAT, 1), " special")
        return f"{self.one(_SAMPLES, 1)} samples of {bits} bits{kind}, compression {self.one(_COMPRESSION, 1)}"


@dataclass(frozen=True, slots=True)
class Chain:
    """The directories of a file in order: whether the chain loops, and whether it leads out of the file."""

    directories: tuple[Directory, ...]
    loops: bool = False
    breaks: bool = False

    @property
    def pages(self) -> tuple[Directory, ...]:
        """The directories that are pages; all of them when the file calls each a smaller copy."""
        return tuple(d for d in self.directories if not d.is_extra) or self.directories

    @property
    def is_camera_raw(self) -> bool:
        """Say whether this is a digital negative, or a file with nothing but a preview outside its SubIFDs."""
        return all(d.one(_SUBFILE) & _REDUCED for d in self.directories) and any(
            _DNG in d.tags or _SUB_DIRECTORIES in d.tags for d in self.directories
        )


@dataclass(frozen=True, slots=True)
class _Layout:
    order: str
    start: int
    pointer: str
    count: str
    entry: str

    @property
    def entry_bytes(self) -> int:
        return struct.calcsize(self.order + self.entry)

    @property
    def pointer_bytes(self) -> int:
        return struct.calcsize(self.order + self.pointer)


def _layout(data: bytes) -> _Layout:
    order = "<" if data[:2] == b"II" else ">"
    big = data[2:4] in (b"+\x00", b"\x00+")
    return _Layout(order, 8, "Q", "Q", "HHQQ") if big else _Layout(order, 4, "L", "H", "HHLL")


def read_chain(data: bytes) -> Chain:
    """Follow the chain of directories from the header, each once. Never raises."""
    layout = _layout(data)
    found: list[Directory] = []
    seen: set[int] = set()
    offset = _pointer(data, layout, layout.start)
    while offset and offset not in seen and len(found) <= MAX_PAGES:
        seen.add(offset)
        directory, following = _directory(data, layout, offset)
        if directory is None:
            return Chain(tuple(found), breaks=True)
        found.append(directory)
        offset = following
    return Chain(tuple(found), loops=bool(offset) and offset in seen, breaks=offset is None)


def _pointer(data: bytes, layout: _Layout, at: int) -> int | None:
    try:
        (value,) = struct.unpack_from(layout.order + layout.pointer, data, at)
    except (struct.error, OverflowError):
        return None
    return int(value)


def _directory(data: bytes, layout: _Layout, offset: int) -> tuple[Directory | None, int | None]:
    try:
        (count,) = struct.unpack_from(layout.order + layout.count, data, offset)
    except (struct.error, OverflowError):
        return None, None
    first = offset + struct.calcsize(layout.order + layout.count)
    after = first + count * layout.entry_bytes
    if not 0 < count <= _MOST_ENTRIES or after > len(data):
        return None, None
    tags, entries, senseless = {}, {}, 0
    for index in range(count):
        at = first + index * layout.entry_bytes
        tag, kind, length, _ = struct.unpack_from(layout.order + layout.entry, data, at)
        senseless += not 0 < kind <= _LAST_TYPE
        if tag in _WANTED:
            tags[tag], entries[tag] = _values(data, layout, at, kind=kind, length=length), at
    if senseless > count // 4:  # libtiff would complain of each on the standard error
        return None, None
    # Some writers leave the last pointer out: the file then ends with the entries, and the chain with it.
    return Directory(offset, tags, entries), 0 if after == len(data) else _pointer(data, layout, after)


def _values(data: bytes, layout: _Layout, at: int, *, kind: int, length: int) -> tuple[int, ...]:
    letter = _TYPES.get(kind)
    if letter is None or length > _MOST_VALUES:
        return ()
    pattern, place = f"{layout.order}{length}{letter}", at + layout.entry_bytes - layout.pointer_bytes
    if struct.calcsize(pattern) > layout.pointer_bytes:
        place = _pointer(data, layout, place) or 0
    try:
        return struct.unpack_from(pattern, data, place)
    except (struct.error, OverflowError):
        return ()


def alone(data: bytes, directory: Directory) -> bytes:
    """Return the file with this directory as its first: what then is decoded does not depend on the chain."""
    layout = _layout(data)
    pointer = struct.pack(layout.order + layout.pointer, directory.offset)
    if data[layout.start : layout.start + len(pointer)] == pointer:
        return data
    return data[: layout.start] + pointer + data[layout.start + len(pointer) :]


def whole_rows(data: bytes, directory: Directory) -> int:
    """Return how many rows from the top lie wholly in the file, as its strips or tiles tell."""
    width, height = directory.size
    tile = directory.tile
    offsets = directory.tags.get(_TILE_OFFSETS if tile else _STRIP_OFFSETS, ())
    sizes = directory.tags.get(_TILE_BYTES if tile else _STRIP_BYTES, ())
    if not offsets or len(offsets) != len(sizes) or directory.one(_PLANAR, _ONE_PLANE) != _ONE_PLANE:
        return 0
    across = -(-width // max(1, tile[0])) if tile else 1
    rows = tile[1] if tile else min(height, directory.one(_ROWS_PER_STRIP, height) or height)
    whole = next((i for i, at in enumerate(offsets) if at + sizes[i] > len(data)), len(offsets))
    complete = min(height, whole // across * rows)
    if tile is None and whole < len(offsets) and directory.one(_COMPRESSION, 1) == _UNCOMPRESSED:
        bits = sum(directory.tags.get(_BITS, (1,))) or 1
        complete += min(rows, max(0, len(data) - offsets[whole]) // max(1, -(-width * bits // 8)))
    return min(height, complete)


def with_rows(data: bytes, directory: Directory, rows: int) -> bytes:
    """Return the file with its picture shortened to `rows` rows and its orientation set to 1."""
    changed, layout = bytearray(alone(data, directory)), _layout(data)
    for tag, value in ((_LENGTH, rows), (ORIENTATION, 1)):
        if tag not in directory.entries:
            continue
        at = directory.entries[tag]
        (kind,) = struct.unpack_from(layout.order + "H", data, at + 2)
        place = at + layout.entry_bytes - layout.pointer_bytes
        struct.pack_into(layout.order + _TYPES[kind], changed, place, value)
    return bytes(changed)
