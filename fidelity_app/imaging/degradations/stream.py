"""Randomness by identity (IMAGING section 3): sha256 -> SeedSequence -> PCG64, raw words only."""

from __future__ import annotations

import functools
import hashlib
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

QUANTILES = 4096
NORMAL_ONE = 8192  # one standard deviation in the table's units: 3.7 sigma still fits into int16


@functools.cache
def normal_table() -> npt.NDArray[np.int16]:
    """Return 4096 equally likely standard-normal values as int16 (8192 = one sigma)."""
    normal = NormalDist()
    values = [round(normal.inv_cdf((index + 0.5) / QUANTILES) * NORMAL_ONE) for index in range(QUANTILES)]
    table = np.array(values, np.int16)
    table.flags.writeable = False
    return table


class Stream:
    """Numbers that depend on an identity only: not on numpy's distributions, threads or other operations."""

    __slots__ = ("_bits",)

    def __init__(self, identity: str) -> None:
        digest = hashlib.sha256(identity.encode()).digest()
        words = [int.from_bytes(digest[at : at + 4], "little") for at in range(0, 32, 4)]
        self._bits = np.random.PCG64(np.random.SeedSequence(words))

    def words16(self, count: int) -> npt.NDArray[np.uint16]:
        """Return `count` uniform 16-bit words, four from each raw 64-bit one."""
        raw = np.asarray(self._bits.random_raw(max(1, -(-count // 4))), dtype="<u8")
        return np.asarray(raw.reshape(-1).view("<u2")[:count], dtype=np.uint16)

    def uniforms(self, count: int) -> npt.NDArray[np.float64]:
        """Return `count` numbers in [0, 1), 53 bits each."""
        raw = np.asarray(self._bits.random_raw(max(1, count)), dtype=np.uint64).reshape(-1)[:count]
        return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def _uniform(self) -> float:
        """Return what `uniforms(1)` holds, without an array around it."""
        return float(int(self._bits.random_raw()) >> 11) * 2.0**-53

    def between(self, low: float, high: float) -> float:
        """Return one number in [low, high)."""
        return low + (high - low) * self._uniform()

    def below(self, count: int) -> int:
        """Return one whole number in 0..count-1."""
        return min(count - 1, int(self._uniform() * count))

    def sign(self) -> float:
        """Return -1.0 or 1.0."""
        return 1.0 if self.below(2) else -1.0

    def direction(self) -> tuple[float, float]:
        """Return a unit vector, without sine or cosine (their last bit differs between libraries)."""
        while True:
            x, y = (2.0 * self.uniforms(2) - 1.0).tolist()
            square = x * x + y * y
            if 0.01 < square <= 1.0:
                length = float(np.sqrt(square))
                return x / length, y / length
