"""Where the camera stands: skew and perspective."""

from __future__ import annotations

import math

import numpy as np

from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.warps import Frame, Homography, Points, shift

_FOCAL = 1.6  # focal length in longer sides of the page: a phone held so that the page fills the picture


def _around(frame: Frame, matrix: Points) -> Homography:
    x, y = frame.centre
    return Homography(shift(x, y).matrix @ matrix @ shift(-x, -y).matrix)


def _skew(frame: Frame, setting: Setting) -> Homography:
    angle = math.radians(setting["angle"]) * setting.stream().sign()
    c, s = math.cos(angle), math.sin(angle)
    return _around(frame, np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]))


def _perspective(frame: Frame, setting: Setting) -> Homography:
    """Tilt the page about an axis in its plane and look at it through a pinhole, its centre at scale one."""
    tilt, azimuth = math.radians(setting["tilt"]), setting["azimuth"]
    turn = math.radians(azimuth)
    ax, ay = setting.stream().direction() if azimuth < 0 else (math.cos(turn), math.sin(turn))
    c, s = math.cos(tilt), math.sin(tilt)
    far = _FOCAL * max(frame.width, frame.height)
    # Rodrigues' rotation about the axis (-ay, ax, 0); the side at (ax, ay) moves away from the camera.
    kx, ky = -ay, ax
    matrix = np.array(
        [
            [c + kx * kx * (1 - c), kx * ky * (1 - c), 0.0],
            [kx * ky * (1 - c), c + ky * ky * (1 - c), 0.0],
            [s * ax / far, s * ay / far, 1.0],
        ]
    )
    return _around(frame, matrix)


CAMERA = (
    Degradation(
        name="skew",
        title="Laid askew",
        stage=Stage.GEOMETRY,
        parameters=(
            Parameter(
                "angle",
                "Angle",
                "degrees",
                0,
                45,
                (0, 1, 4, 8, 12, 20),
                0.5,
                "How far the page is turned; the seed decides the direction. Nothing of it is cut off.",
            ),
        ),
        description="The page lies crooked on the glass or in the picture.",
        warp=_skew,
    ),
    Degradation(
        name="perspective",
        title="Seen from the side",
        stage=Stage.GEOMETRY,
        parameters=(
            Parameter(
                "tilt",
                "Tilt",
                "degrees",
                0,
                65,
                (0, 8, 20, 30, 40, 50),
                1,
                "Angle between the camera's axis and the upright on the page.",
            ),
            Parameter(
                "azimuth",
                "Direction",
                "degrees",
                -1,
                360,
                (-1, -1, -1, -1, -1, -1),
                1,
                "Which side is farther away, 0 the right, 90 the bottom; -1 lets the seed choose.",
            ),
        ),
        description="The camera looks at the page from the side: near lines are larger than far ones.",
        warp=_perspective,
        on_desk=True,
    ),
)
