"""From any decoded Pillow image to RGB uint8: depth, alpha, CMYK, Lab and ICC profiles."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageCms

from fidelity_app.imaging.cv import cv2

Rgb = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

_DEEP_MODES = ("I;16", "I;16B", "I;16L", "I;16N", "I", "F")
_WHITE_IS_ZERO, _PHOTOMETRIC = 0, 262
_MODE_OF_SPACE = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
_BAND_PIXELS = 1 << 20
_OVERSHOOT = 1.25


def to_rgb(image: Image.Image, notes: list[str]) -> Rgb:
    """Turn a loaded image into RGB uint8 (H, W, 3), adding a sentence to the notes for each real change."""
    profile = image.info.get("icc_profile")
    if image.mode in _DEEP_MODES:
        grey, alpha = _deep_to_grey(image, notes)
        rgb = _pixels(_to_srgb(Image.fromarray(grey), profile, notes))
        return rgb if alpha is None else _on_white(rgb, alpha, notes)
    image = _with_plain_alpha(_with_ink_as_ink(image, notes))
    mask = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    rgb = _pixels(_to_srgb(_without_alpha(image), profile, notes))
    return rgb if mask is None else _on_white(rgb, np.asarray(mask), notes)


def _with_ink_as_ink(image: Image.Image, notes: list[str]) -> Image.Image:
    """Undo the inversion that Pillow takes for granted: only files with Adobe's mark store CMYK inverted.

    ITU-T T.872 (printing), 6.1 and 6.5.3: without the mark, 0 is no ink.
    """
    if image.mode != "CMYK" or image.format not in ("JPEG", "MPO") or "adobe" in image.info:
        return image
    notes.append("CMYK without Adobe's mark, so 0 means no ink")
    info, image = image.info, ImageChops.invert(image)
    image.info = info
    return image


def _with_plain_alpha(image: Image.Image) -> Image.Image:
    """Resolve palettes, premultiplied alpha, colour-key transparency and colour models that no profile is for."""
    if image.mode in ("RGBa", "La"):
        return image.convert("RGBA" if image.mode == "RGBa" else "LA")
    if image.mode in ("P", "PA"):
        has_alpha = image.mode == "PA" or "transparency" in image.info
        return image.convert("RGBA" if has_alpha else "RGB")
    if "transparency" in image.info and image.mode in ("1", "L", "RGB"):
        return image.convert("RGBA")
    return image.convert("RGB") if image.mode in ("YCbCr", "HSV") else image


def _without_alpha(image: Image.Image) -> Image.Image:
    plain = {"RGBA": "RGB", "LA": "L", "1": "L", "RGBX": "RGB"}.get(image.mode)
    return image.convert(plain) if plain else image


def _to_srgb(image: Image.Image, profile: bytes | None, notes: list[str]) -> Image.Image:
    if image.mode == "LAB":
        notes.append("CIELAB colours converted to sRGB")
        return _applied(_transform(ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")), "LAB"), image)
    if profile:
        converted = _by_profile(image, profile, notes)
        if converted is not None:
            return converted
    if image.mode == "CMYK":
        notes.append("CMYK converted to RGB without a colour profile")
    return image if image.mode in ("RGB", "L") else image.convert("RGB")


def _pixels(image: Image.Image) -> Rgb:
    """Return the pixels of an RGB or grey picture as RGB."""
    pixels = np.asarray(image)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), np.uint8) if image.mode == "L" else pixels


def _by_profile(image: Image.Image, profile: bytes, notes: list[str]) -> Image.Image | None:
    """Apply an embedded ICC profile; None when there is nothing to do or the profile is no use."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        title = repr(ImageCms.getProfileDescription(source).strip()[:60] or "unnamed")
        space = str(source.profile.xcolor_space).strip()
        if space == "RGB" and image.mode == "L":
            image = image.convert("RGB")
        if _MODE_OF_SPACE.get(space) != image.mode:
            notes.append(f"the colour profile {title} is for {space[:8]!r} and not for this picture; it was not used")
            return None
        transform = _transform(source, image.mode)
        if image.mode == "RGB" and _changes_nothing(transform):
            return None
        converted = _applied(transform, image)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError, AttributeError) as error:
        notes.append(f"the colour profile is broken and was not used ({' '.join(str(error).split())[:80]})")
        return None
    notes.append(f"colours converted to sRGB from the profile {title}")
    return converted


def _changes_nothing(transform: ImageCms.ImageCmsTransform) -> bool:
    """Say whether a profile is sRGB, by what it does and not by its name: no colour moves by more than 2 levels."""
    steps = np.linspace(0, 255, 9).round().astype(np.uint8)
    colours = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(27, 27, 3)
    moved = np.asarray(_applied(transform, Image.fromarray(colours)))
    return bool(np.abs(moved.astype(np.int16) - colours).max() <= 2)


def _transform(source: ImageCms.ImageCmsProfile, mode: str) -> ImageCms.ImageCmsTransform:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    return ImageCms.buildTransform(source, srgb, mode, "RGB", intent, flags)


def _applied(transform: ImageCms.ImageCmsTransform, image: Image.Image) -> Image.Image:
    converted = ImageCms.applyTransform(image, transform)
    assert converted is not None
    return converted


def _on_white(rgb: Rgb, alpha: Mask, notes: list[str]) -> Rgb:
    if alpha.min(initial=255) == 255:
        return rgb
    notes.append("transparent parts laid on white")
    laid = np.empty(rgb.shape, np.uint8)
    for rows in _bands(rgb.shape):
        a = alpha[rows].astype(np.uint16)[:, :, None]
        laid[rows] = (rgb[rows] * a + 255 * (255 - a) + 127) // 255
    return laid


def _bands(shape: tuple[int, ...]) -> Iterator[slice]:
    """Cut a picture into bands of rows, so that wide numbers are held for a part of it only."""
    rows = max(1, _BAND_PIXELS // max(1, shape[1]))
    return (slice(top, top + rows) for top in range(0, shape[0], rows))


def _deep_to_grey(image: Image.Image, notes: list[str]) -> tuple[Mask, Mask | None]:
    """Return 8-bit grey, and a mask when one of the deep values means "transparent"."""
    values = np.asarray(image)
    grey = (_float_to_grey if values.dtype.kind == "f" else _integer_to_grey)(values, notes)
    tags = getattr(image, "tag_v2", None)
    if tags is not None and tags.get(_PHOTOMETRIC) == _WHITE_IS_ZERO:
        notes.append("stored with white as zero, inverted")
        grey = 255 - grey
    key = image.info.get("transparency")
    return grey, np.where(values == key, 0, 255).astype(np.uint8) if isinstance(key, int) else None


def _integer_to_grey(values: npt.NDArray[np.integer], notes: list[str]) -> Mask:
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    if low < 0 or high > 65535:
        notes.append(f"32-bit grey {low}..{high} scaled to 8 bits by its range")
        span = max(1, high - low)
        return _by_bands(values, lambda band: (band.astype(np.int64) - low) * 255 // span)
    if 0 < high <= 4095:
        notes.append(f"16-bit grey that uses only 0..{high} (12 bits or less), scaled to 8 bits by its maximum")
        return _by_bands(values, lambda band: (band.astype(np.int64) * 255 + high // 2) // high)
    notes.append("16-bit grey scaled to 8 bits")
    return _by_bands(values, lambda band: (band.astype(np.int64) + 128) // 257)


def _float_to_grey(values: npt.NDArray[np.floating], notes: list[str]) -> Mask:
    high = max((float(_finite(values[rows]).max(initial=0.0)) for rows in _bands(values.shape)), default=0.0)
    # Resampling and sharpening overshoot white by a little; taking that for a range of 255 would give a black page.
    scale = 1.0 if high <= _OVERSHOOT else 255.0 if high <= _OVERSHOOT * 255.0 else high
    notes.append(f"floating-point grey 0..{scale:g} scaled to 8 bits")
    return _by_bands(values, lambda band: np.rint(np.clip(_finite(band) / scale, 0.0, 1.0) * 255.0))


def _finite(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    return np.nan_to_num(values.astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)


def _by_bands(values: npt.NDArray[Any], grey_of: Callable[[npt.NDArray[Any]], npt.NDArray[Any]]) -> Mask:
    grey = np.empty(values.shape, np.uint8)
    for rows in _bands(values.shape):
        grey[rows] = grey_of(values[rows])
    return grey


def turned(rgb: Rgb, orientation: int) -> Rgb:
    """Turn or mirror a stored picture as its EXIF orientation says (CIPA DC-008, 4.6.5.1: 2 to 8)."""
    return np.ascontiguousarray(_TURNS[orientation](rgb), np.uint8)


# By OpenCV: numpy copies a transposed picture eight times slower.
_TURNS: dict[int, Callable[[Rgb], npt.NDArray[Any]]] = {
    2: lambda a: cv2.flip(a, 1),
    3: lambda a: cv2.flip(a, -1),
    4: lambda a: cv2.flip(a, 0),
    5: lambda a: cv2.transpose(a),
    6: lambda a: cv2.rotate(a, cv2.ROTATE_90_CLOCKWISE),
    7: lambda a: cv2.flip(cv2.transpose(a), -1),
    8: lambda a: cv2.rotate(a, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
ORIENTATIONS = frozenset(_TURNS)
