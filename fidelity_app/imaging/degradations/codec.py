"""What happens on the wire: JPEG, chat apps, fax."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.blending import Grey
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import paper_of
from fidelity_app.imaging.degradations.spec import REFERENCE_DPI, Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.encoding import from_jpeg, to_jpeg
from fidelity_app.imaging.resample import area_average, enlarge

_NOT_COMPRESSED = 100


def _jpeg(rgb: Rgb, setting: Setting) -> Rgb:
    quality = round(setting["quality"])
    return rgb if quality >= _NOT_COMPRESSED else from_jpeg(to_jpeg(rgb, max(1, quality)))


def _recompress(rgb: Rgb, setting: Setting) -> Rgb:
    """Shrink, compress, and show at the old size, so that the page's boxes stay where they are."""
    height, width = rgb.shape[:2]
    scale, quality = min(1.0, setting["scale"]), round(setting["quality"])
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = rgb if size == (width, height) else area_average(rgb, size)
    if quality < _NOT_COMPRESSED:
        small = from_jpeg(to_jpeg(small, max(1, quality)))
    return small if size == (width, height) else enlarge(small, (width, height))


def _fax(rgb: Rgb, setting: Setting) -> Rgb:
    """Sample at the machine's resolution, decide black or white for each dot, add dirt."""
    height, width = rgb.shape[:2]
    share = min(1.0, setting["dpi"] / (REFERENCE_DPI * setting.px))
    size = max(1, round(width * share)), max(1, round(height * share))
    light, bare = (_luma(area_average(part, size)) for part in (rgb, paper_of(rgb, setting.px)))
    white = light.astype(np.int32) * 256 > bare.astype(np.int32) * round(setting["threshold"] * 256)
    white &= bare > 40  # what is dark without print (a desk) stays dark
    dirt = setting.stream().words16(white.size).reshape(white.shape)
    level = round(setting["speckle"] * 65536)
    white = np.where(white, dirt >= level, dirt < level // 2)
    # Not cv2.INTER_NEAREST_EXACT: it took other dots in OpenCV 4.13 than in 5.0.
    rows, columns = (_nearest(length, dots) for length, dots in zip((height, width), white.shape, strict=True))
    page = cv2.cvtColor((white * np.uint8(255)).astype(np.uint8)[:, columns], cv2.COLOR_GRAY2RGB)
    return np.asarray(page, dtype=np.uint8)[rows]


def _nearest(length: int, dots: int) -> npt.NDArray[np.int64]:
    return (2 * np.arange(length, dtype=np.int64) + 1) * dots // (2 * length)


def _luma(rgb: Rgb) -> Grey:
    red, green, blue = (np.asarray(channel, dtype=np.uint16) for channel in cv2.split(rgb))
    return ((red * 77 + green * 150 + blue * 29) >> 8).astype(np.uint8)  # the weights sum to 256


CODEC = (
    Degradation(
        name="recompress",
        title="Sent by a chat app",
        stage=Stage.CODEC,
        parameters=(
            Parameter(
                "scale",
                "Scale",
                "",
                0.05,
                1,
                (1, 0.6, 0.5, 0.5, 0.4, 0.4),
                0.05,
                "The picture is shrunk to this share before it is compressed, and shown at its old size.",
            ),
            Parameter(
                "quality",
                "JPEG quality",
                "",
                1,
                100,
                (100, 60, 15, 8, 15, 8),
                1,
                "Quality of the JPEG that is sent; 100 leaves it as it is.",
            ),
        ),
        description="Shrunk and compressed on the way, as messengers do.",
        pixels=_recompress,
    ),
    Degradation(
        name="jpeg",
        title="JPEG compression",
        stage=Stage.CODEC,
        parameters=(
            Parameter(
                "quality",
                "Quality",
                "",
                1,
                100,
                (100, 60, 30, 15, 8, 3),
                1,
                "Quality of the JPEG; 100 leaves the picture as it is.",
            ),
        ),
        description="Blocks and rings of strong compression.",
        pixels=_jpeg,
    ),
    Degradation(
        name="fax",
        title="Fax or photocopy",
        stage=Stage.CODEC,
        parameters=(
            Parameter(
                "dpi",
                "Resolution",
                "dpi",
                20,
                600,
                (150, 100, 90, 80, 65, 51),
                1,
                "Dots per inch of the machine; the page keeps its size.",
            ),
            Parameter(
                "threshold",
                "Threshold",
                "",
                0.2,
                0.98,
                (0.75, 0.75, 0.75, 0.75, 0.75, 0.75),
                0.01,
                "Darker than this share of the paper becomes black.",
            ),
            Parameter(
                "speckle",
                "Dirt",
                "",
                0,
                0.2,
                (0, 0.001, 0.003, 0.006, 0.01, 0.02),
                0.001,
                "Share of the dots that are wrong.",
            ),
        ),
        description="Every dot is black or white, coarse and dirty.",
        pixels=_fax,
    ),
)
