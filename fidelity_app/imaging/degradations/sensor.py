"""What the chip adds: noise, darkness, coarse sampling, moire."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.spec import REFERENCE_DPI, Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.degradations.stream import NORMAL_ONE, Stream, normal_table
from fidelity_app.imaging.resample import area_average, enlarge

_LEVELS = 1024  # normal quantiles of the noise table: 256 x 1024 bytes stay in the processor's cache
_BLOCK_ROWS = 128
_WAVE = 1024

Bytes = npt.NDArray[np.uint8]


def _noisy(rgb: Rgb, table: Bytes, stream: Stream) -> Rgb:
    """Look every pixel up by its value and a random quantile: one exact step for any signal-dependent noise."""
    flat = table.reshape(-1)
    out = np.empty_like(rgb)
    for top in range(0, rgb.shape[0], _BLOCK_ROWS):
        part = rgb[top : top + _BLOCK_ROWS]
        index = part.astype(np.uint32)
        index <<= 10
        index |= (stream.words16(part.size) >> 6).reshape(part.shape)
        np.take(flat, index, out=out[top : top + _BLOCK_ROWS], mode="clip")
    return out


def _noise_table(levels: npt.NDArray[np.float64], sigma: float, shot: float) -> Bytes:
    """Return the noisy value for each pixel value (256) and quantile (1024)."""
    quantiles = normal_table()[2::4].astype(np.float64) / NORMAL_ONE
    spread = np.sqrt(sigma * sigma + shot * shot * levels / 255.0)
    noisy = levels[:, None] + spread[:, None] * quantiles[None, :]
    return np.rint(np.clip(noisy, 0.0, 255.0)).astype(np.uint8)


def _noise(rgb: Rgb, setting: Setting) -> Rgb:
    sigma, shot = setting["sigma"], setting["shot"]
    if sigma <= 0 and shot <= 0:
        return rgb
    return _noisy(rgb, _noise_table(np.arange(256, dtype=np.float64), sigma, shot), setting.stream())


def _low_light(rgb: Rgb, setting: Setting) -> Rgb:
    stops, sigma = setting["stops"], setting["sigma"]
    if stops <= 0 and sigma <= 0:
        return rgb
    dark = from_light(to_light(np.arange(256, dtype=np.float64)) * 2.0**-stops)
    return _noisy(rgb, _noise_table(dark, sigma, sigma / 2), setting.stream())


def to_light(levels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the linear light 0..1 of sRGB levels 0..255 (IEC 61966-2-1)."""
    share = levels / 255.0
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def from_light(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the sRGB level 0..255 of linear light 0..1, rounded to 1/256 level."""
    share = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    return np.rint(share * 255.0 * 256.0) / 256.0


def _low_resolution(rgb: Rgb, setting: Setting) -> Rgb:
    """Sample coarsely and show at the old size, so that the page's boxes stay where they are."""
    height, width = rgb.shape[:2]
    share = setting["dpi"] / (REFERENCE_DPI * setting.px)
    if share >= 1:
        return rgb
    size = max(1, round(width * share)), max(1, round(height * share))
    return enlarge(area_average(rgb, size), (width, height))


@functools.cache
def _wave_table() -> npt.NDArray[np.int32]:
    """Return one period of a sine in 1024 whole-number steps (256 = 1)."""
    return np.asarray(np.rint(np.sin(np.arange(_WAVE) * (2 * np.pi / _WAVE)) * 256), dtype=np.int32)


def _moire(rgb: Rgb, setting: Setting) -> Rgb:
    """Add the beat of a screen's grid with the sensor's: slow coloured bands and a fine grid."""
    amplitude, period = setting["amplitude"], max(2.0, setting["period"])
    if amplitude <= 0:
        return rgb
    stream = setting.stream()
    bands = [_grating(stream, period * stretch) for stretch in (1.0, 1.13, 5.0)]
    bend = round(stream.between(-0.4, 0.4) * _WAVE * 65536 / (300.0 * setting.px) ** 2)
    out, dim = np.empty_like(rgb), round(amplitude / 2)  # white cannot get brighter: the bands darken it
    x = np.arange(rgb.shape[1], dtype=np.int64)
    table = ((_wave_table() * round(amplitude * 16)) // 4096).astype(np.int16)
    for top in range(0, rgb.shape[0], 32):
        y = np.arange(top, min(rgb.shape[0], top + 32), dtype=np.int64)
        phases = [
            ((((bend * x + dx) * x)[None, :] + ((2 * bend * y + dy) * y)[:, None]) >> 16).astype(np.int32) + start
            for dx, dy, start in bands
        ]
        fine = table[phases[0] & 1023] + table[phases[1] & 1023] - 4 * dim
        part = out[top : top + 32]
        for channel, turn in enumerate((0, 140, 280)):
            wave = (fine + 2 * table[(phases[2] + turn) & 1023]) >> 2
            wave += rgb[top : top + 32, :, channel]
            part[:, :, channel] = np.clip(wave, 0, 255)
    return out


def _grating(stream: Stream, period_px: float) -> tuple[int, int, int]:
    dx, dy = stream.direction()
    step = _WAVE * 65536 / period_px
    return round(dx * step), round(dy * step), stream.below(_WAVE)


SENSOR = (
    Degradation(
        name="moire",
        title="Photo of a screen",
        stage=Stage.SENSOR,
        parameters=(
            Parameter(
                "amplitude",
                "Amplitude",
                "DN",
                0,
                200,
                (0, 10, 35, 70, 90, 120),
                1,
                "Height of the bands in grey levels.",
            ),
            Parameter(
                "period",
                "Period",
                "px",
                2,
                60,
                (6, 6, 6, 6, 6, 6),
                0.5,
                "Width of the fine bands, in px at 150 dpi.",
                length=True,
            ),
        ),
        description="The grid of a screen beats with the grid of the sensor: coloured bands over the text.",
        pixels=_moire,
    ),
    Degradation(
        name="low_resolution",
        title="Low resolution",
        stage=Stage.SENSOR,
        parameters=(
            Parameter(
                "dpi",
                "Effective resolution",
                "dpi",
                10,
                600,
                (150, 97, 60, 40, 36, 30),
                1,
                "Samples per inch of paper. The picture keeps its size, so boxes stay where they are.",
            ),
        ),
        description="Too few pixels for the page: photographed from too far away, or a thumbnail enlarged.",
        pixels=_low_resolution,
    ),
    Degradation(
        name="low_light",
        title="Low light",
        stage=Stage.SENSOR,
        parameters=(
            Parameter(
                "stops", "Underexposure", "EV", 0, 10, (0, 1, 3, 4, 4.5, 6), 0.1, "How many times the light is halved."
            ),
            Parameter(
                "sigma",
                "Noise",
                "DN",
                0,
                40,
                (0, 6, 6, 6, 6, 6),
                0.5,
                "Standard deviation of the noise that remains, in grey levels per pixel.",
            ),
        ),
        description="Too little light: a dark picture in which the noise is as strong as the print.",
        pixels=_low_light,
    ),
    Degradation(
        name="noise",
        title="Sensor noise",
        stage=Stage.SENSOR,
        parameters=(
            Parameter(
                "sigma",
                "Read noise",
                "DN",
                0,
                150,
                (0, 10, 30, 40, 50, 75),
                1,
                "Standard deviation in grey levels per pixel; it does not scale with the resolution.",
            ),
            Parameter(
                "shot",
                "Shot noise",
                "DN",
                0,
                100,
                (0, 3, 8, 10, 12, 18),
                1,
                "Additional standard deviation at white; it grows with the square root of the light.",
            ),
        ),
        description="Grain of a small sensor at high sensitivity.",
        pixels=_noise,
    ),
)
