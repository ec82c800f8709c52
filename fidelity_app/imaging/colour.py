"""From any decoded Pillow image to RGB uint8: depth, alpha, CMYK, Lab and ICC profiles."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageCms

Rgb = npt.NDArray[np.uint8]

_DEEP_MODES = ("I;16", "I;16B", "I;16L", "I;16N", "I", "F")
_WHITE_IS_ZERO, _PHOTOMETRIC = 0, 262


def to_rgb(image: Image.Image, notes: list[str]) -> Rgb:
    """Turn a loaded image into RGB uint8 (H, W, 3), adding a sentence to the notes for each real change."""
    if image.mode in _DEEP_MODES:
        grey = _deep_to_grey(image, notes)
        return np.repeat(grey[:, :, None], 3, axis=2)
    image = _with_plain_alpha(image)
    alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    rgb = np.asarray(_to_srgb(_without_alpha(image), image.info.get("icc_profile"), notes))
    return rgb if alpha is None else _on_white(rgb, np.asarray(alpha), notes)


def _with_plain_alpha(image: Image.Image) -> Image.Image:
    """Resolve palettes, premultiplied alpha and colour-key transparency."""
    if image.mode in ("RGBa", "La"):
        return image.convert("RGBA" if image.mode == "RGBa" else "LA")
    if image.mode in ("P", "PA"):
        has_alpha = image.mode == "PA" or "transparency" in image.info
        return image.convert("RGBA" if has_alpha else "RGB")
    if "transparency" in image.info and image.mode in ("1", "L", "RGB"):
        return image.convert("RGBA")
    return image


def _without_alpha(image: Image.Image) -> Image.Image:
    plain = {"RGBA": "RGB", "LA": "L", "1": "L", "RGBX": "RGB"}.get(image.mode)
    return image.convert(plain) if plain else image


def _to_srgb(image: Image.Image, profile: bytes | None, notes: list[str]) -> Image.Image:
    if image.mode == "LAB":
        notes.append("CIELAB colours converted to sRGB")
        return _transform(image, ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")))
    if profile:
        converted = _by_profile(image, profile, notes)
        if converted is not None:
            return converted
    if image.mode == "CMYK":
        notes.append("CMYK converted to RGB without a colour profile")
    return image if image.mode == "RGB" else image.convert("RGB")


def _by_profile(image: Image.Image, profile: bytes, notes: list[str]) -> Image.Image | None:
    """Apply an embedded ICC profile; None when there is nothing to do or the profile is no use."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        title = ImageCms.getProfileDescription(source).strip() or "unnamed"
        if image.mode == "RGB" and title.lower().startswith(("srgb", "c2")):
            return None
        converted = _transform(image, source)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError) as error:
        notes.append(f"the colour profile is broken and was not used ({error})")
        return None
    notes.append(f"colours converted to sRGB from the profile {title[:60]!r}")
    return converted


def _transform(image: Image.Image, source: ImageCms.ImageCmsProfile) -> Image.Image:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    transform = ImageCms.buildTransform(
        source,
        srgb,
        image.mode,
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    converted = ImageCms.applyTransform(image, transform)
    assert converted is not None
    return converted


def _on_white(rgb: Rgb, alpha: npt.NDArray[np.uint8], notes: list[str]) -> Rgb:
    if alpha.min(initial=255) == 255:
        return rgb
    notes.append("transparent parts laid on white")
    a = alpha.astype(np.uint16)[:, :, None]
    return ((rgb * a + 255 * (255 - a) + 127) // 255).astype(np.uint8)


def _deep_to_grey(image: Image.Image, notes: list[str]) -> npt.NDArray[np.uint8]:
    values = np.asarray(image)
    grey = (_float_to_grey if values.dtype.kind == "f" else _integer_to_grey)(values, notes)
    tags = getattr(image, "tag_v2", None)
    if tags is not None and tags.get(_PHOTOMETRIC) == _WHITE_IS_ZERO:
        notes.append("stored with white as zero, inverted")
        return 255 - grey
    return grey


def _integer_to_grey(values: npt.NDArray[np.integer], notes: list[str]) -> npt.NDArray[np.uint8]:
    wide = values.astype(np.int64)
    low, high = int(wide.min(initial=0)), int(wide.max(initial=0))
    if low < 0 or high > 65535:
        notes.append(f"32-bit grey {low}..{high} scaled to 8 bits by its range")
        return ((wide - low) * 255 // max(1, high - low)).astype(np.uint8)
    if 0 < high <= 4095:
        notes.append(f"16-bit grey that uses only 0..{high} (12 bits or less), scaled to 8 bits by its maximum")
        return ((wide * 255 + high // 2) // high).astype(np.uint8)
    notes.append("16-bit grey scaled to 8 bits")
    return ((wide + 128) // 257).astype(np.uint8)


def _float_to_grey(values: npt.NDArray[np.floating], notes: list[str]) -> npt.NDArray[np.uint8]:
    finite = np.nan_to_num(values.astype(np.float64), nan=0.0, posinf=1.0, neginf=0.0)
    high = float(finite.max(initial=0.0))
    scale = 1.0 if high <= 1.0 else 255.0 if high <= 255.0 else high
    notes.append(f"floating-point grey 0..{scale:g} scaled to 8 bits")
    return np.rint(np.clip(finite / scale, 0.0, 1.0) * 255.0).astype(np.uint8)


TURNS: dict[int, Callable[[Rgb], Rgb]] = {
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.transpose(1, 0, 2),
    6: lambda a: a[::-1].transpose(1, 0, 2),
    7: lambda a: a[::-1, ::-1].transpose(1, 0, 2),
    8: lambda a: a[:, ::-1].transpose(1, 0, 2),
}
