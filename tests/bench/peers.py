"""What albumentations and augraphy offer of our degradations, asked for as much of each as ours does at severity 3.

Imported only where both are installed (`make bench` keeps them in an environment of their own).
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2

from tests.bench.floor_parts import Page

os.environ["NO_ALBUMENTATIONS_UPDATE"] = "1"  # it asks its registry for news when it is imported

import albumentations as alb
import augraphy as aug

Values = Mapping[str, float]
Work = Callable[[Page], object]


@dataclass(frozen=True, slots=True)
class Peer:
    """One operation of a library. `make` gets our values (lengths in px of this page) and the page's scale.

    `small_only`: it takes minutes over 12 megapixels, and is raced on the A4 page alone.
    """

    operation: str
    name: str
    make: Callable[[Values, float], Work]
    parameters: Mapping[str, float] = field(default_factory=dict)
    small_only: bool = False


def _alb(*make: Callable[[Values, float], alb.BasicTransform]) -> Callable[[Values, float], Work]:
    def made(values: Values, px: float) -> Work:
        whole = alb.Compose([one(values, px) for one in make]) if len(make) > 1 else make[0](values, px)
        return lambda rgb: whole(image=rgb)["image"]

    return made


def _dark(values: Values, _px: float) -> alb.BasicTransform:
    less = 2.0 ** (-values["stops"] / 2.2) - 1
    return alb.RandomBrightnessContrast((less, less), (0, 0), brightness_by_max=False, p=1)


def _jpeg(values: Values, _px: float) -> alb.BasicTransform:
    return alb.ImageCompression("jpeg", (round(values["quality"]),) * 2, p=1)


def _downscale(share: float) -> alb.BasicTransform:
    pair = {"downscale": cv2.INTER_AREA, "upscale": cv2.INTER_LINEAR}
    return alb.Downscale((share, share), pair, p=1)


def _noise(sigma: float) -> alb.BasicTransform:
    return alb.GaussNoise((sigma / 255, sigma / 255), p=1)


def _morphology(radius: float, operation: str) -> alb.BasicTransform:
    return alb.Morphological((2 * math.ceil(radius) + 1,) * 2, operation, p=1)


def _veil(values: Values, _px: float) -> alb.BasicTransform:
    less, more = values["ratio"] - 1, 196 / 255 * (1 - values["ratio"])
    return alb.RandomBrightnessContrast((more, more), (less, less), p=1)


NO_NOISE = {"sigma": 0.0}
SHOT_ALONE = {"sigma": 0.0, "shot": 10.0}
WIDE_SHADOW = dict(num_shadows_limit=(1, 1), shadow_intensity_range=(0.5, 0.5))

ALBUMENTATIONS: tuple[Peer, ...] = (
    Peer("defocus", "Defocus", _alb(lambda v, px: alb.Defocus((round(v["radius"]),) * 2, (0.1, 0.1), p=1))),
    Peer("motion", "MotionBlur", _alb(lambda v, px: alb.MotionBlur((round(v["length"]) | 1,) * 2, p=1))),
    Peer("jpeg", "ImageCompression", _alb(_jpeg)),
    Peer("recompress", "Downscale, ImageCompression", _alb(lambda v, px: _downscale(v["scale"]), _jpeg)),
    Peer("low_resolution", "Downscale", _alb(lambda v, px: _downscale(v["dpi"] / (150 * px)))),
    Peer("noise", "GaussNoise", _alb(lambda v, px: _noise(v["sigma"]))),
    Peer("noise", "ShotNoise", _alb(lambda v, px: alb.ShotNoise((0.04, 0.04), p=1)), SHOT_ALONE),
    Peer("low_light", "RandomBrightnessContrast, GaussNoise", _alb(_dark, lambda v, px: _noise(v["sigma"]))),
    Peer("low_light", "RandomBrightnessContrast", _alb(_dark), NO_NOISE),
    Peer("low_contrast", "RandomBrightnessContrast", _alb(_veil)),
    Peer("shadow", "RandomShadow", _alb(lambda v, px: alb.RandomShadow((0, 0, 1, 1), p=1, **WIDE_SHADOW))),
    Peer("shadow", "PlasmaShadow", _alb(lambda v, px: alb.PlasmaShadow((0.75, 0.75), p=1))),
    Peer("glare", "RandomSunFlare", _alb(lambda v, px: alb.RandomSunFlare(src_radius=round(236 * px), p=1))),
    Peer("skew", "Affine", _alb(lambda v, px: alb.Affine(rotate=(v["angle"],) * 2, fit_output=True, p=1))),
    Peer("perspective", "Perspective", _alb(lambda v, px: alb.Perspective((0.1, 0.1), fit_output=True, p=1))),
    Peer("crumple", "ElasticTransform", _alb(lambda v, px: alb.ElasticTransform(300 * px, 50 * px, p=1))),
    Peer("ink_bleed", "Morphological", _alb(lambda v, px: _morphology(v["radius"], "erosion"))),
    Peer("ink_thinning", "Morphological", _alb(lambda v, px: _morphology(v["radius"], "dilation"))),
)


def _fax(values: Values, px: float) -> Work:
    coarser = 150 * px / values["dpi"]
    return aug.Faxify((coarser, coarser), monochrome=1, monochrome_method="threshold_sauvola", halftone=0)


def _scribbles(_values: Values, px: float) -> Work:
    size, thick = (round(34 * px), round(68 * px)), (round(1.6 * px), round(2.6 * px))
    return aug.Scribbles("lines", "pen", "random", size, (80, 80), thick, scribbles_lines_stroke_count_range=(1, 1))


AUGRAPHY: tuple[Peer, ...] = (
    Peer("defocus", "DepthSimulatedBlur", lambda v, px: aug.DepthSimulatedBlur(), small_only=True),
    Peer("jpeg", "Jpeg", lambda v, px: aug.Jpeg((round(v["quality"]),) * 2)),
    Peer("noise", "SubtleNoise", lambda v, px: aug.SubtleNoise(round(v["sigma"]))),
    Peer("noise", "LowLightNoise", lambda v, px: aug.LowLightNoise(), SHOT_ALONE),
    Peer("low_light", "Brightness", lambda v, px: aug.Brightness((0.28, 0.28)), NO_NOISE),
    Peer("low_light", "LowLightNoise", lambda v, px: aug.LowLightNoise()),
    Peer("shadow", "ShadowCast", lambda v, px: aug.ShadowCast()),
    Peer("glare", "ReflectedLight", lambda v, px: aug.ReflectedLight()),
    Peer("glare", "LensFlare", lambda v, px: aug.LensFlare()),
    Peer("skew", "Geometric", lambda v, px: aug.Geometric(rotate_range=(round(v["angle"]),) * 2)),
    Peer("fold", "Folding", lambda v, px: aug.Folding(fold_count=round(v["creases"]))),
    Peer("moire", "Moire", lambda v, px: aug.Moire()),
    Peer("fax", "Faxify", _fax),
    Peer("fax", "BadPhotoCopy", lambda v, px: aug.BadPhotoCopy()),
    Peer("ink_bleed", "InkBleed", lambda v, px: aug.InkBleed()),
    Peer("bleed_through", "BleedThrough", lambda v, px: aug.BleedThrough()),
    Peer("stains", "Stains", lambda v, px: aug.Stains()),
    Peer("handwriting", "Scribbles", _scribbles),
)

PEERS: Mapping[str, tuple[Peer, ...]] = {"albumentations": ALBUMENTATIONS, "augraphy": AUGRAPHY}


def in_a_folder_of_its_own() -> tempfile.TemporaryDirectory[str]:
    """Move to a folder that is thrown away: augraphy keeps pages that it was given in a folder of its own."""
    folder = tempfile.TemporaryDirectory()
    os.chdir(folder.name)
    return folder
