"""The three kinds of failure that are not our bug, split by whose move is next."""

from __future__ import annotations


class FidelityError(Exception):
    """Base of all errors that a person can act on; its text names the thing, the place and the way out."""


class UserError(FidelityError):
    """The input or the request is wrong; the user can mend it."""


class ExternalError(FidelityError):
    """The outside world failed: network, disk, provider."""

    def __init__(self, message: str, *, retryable: bool = False, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retryable = retryable
        self.retry_after_s = retry_after_s


class Conflict(FidelityError):
    """Somebody else changed the same thing first; nothing was written."""


class Cancelled(FidelityError):
    """The user stopped the work; what was finished is kept."""
