"""Statuses, error bodies and exceptions sorted into the outcome classes (WIRE rules 5 and 6)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fidelity_app.core.asks import Outcome
from fidelity_app.vision.classified import Again, Classified
from fidelity_app.vision.errorbody import ErrorBody, error_of, is_html

_BY_STATUS: Mapping[int, tuple[Outcome, Again, str]] = {
    400: (Outcome.UNSUPPORTED, Again.NO, "the request was refused"),
    401: (Outcome.AUTH, Again.NO, "the key was not accepted; check it and the variable it comes from"),
    402: (Outcome.QUOTA, Again.NO, "payment is required; top up the account"),
    403: (Outcome.AUTH, Again.NO, "the key may not use this model"),
    404: (Outcome.UNSUPPORTED, Again.NO, "nothing there; check the base URL (does it end in /v1?) and the model id"),
    408: (Outcome.TRANSPORT, Again.YES, "the server gave up waiting"),
    409: (Outcome.TRANSPORT, Again.YES, "the server reports a conflict"),
    413: (Outcome.UNSUPPORTED, Again.NO, "the request is too large for this endpoint; send smaller pictures"),
    422: (Outcome.UNSUPPORTED, Again.NO, "the request was refused"),
    429: (Outcome.QUOTA, Again.RATE, "rate limit"),
}
_NO_MONEY = ("insufficient_quota", "billing_hard_limit", "insufficient credits", "credit balance is too low")
_NOT_ABLE = ("not supported", "unsupported", "does not support", "no endpoints found that support", "mmproj")


def failed_with(error: ErrorBody, status: int | None = None) -> Classified:
    """Classify an error body by its status, or by the status that it carries inside a reply of status 200."""
    code = status if status is not None and status >= 400 else error.status
    if error.filtered:
        return Classified(Outcome.FILTERED, f"filtered: {error.message}", error=error)
    if any(words in error.words for words in _NO_MONEY):
        return Classified(Outcome.QUOTA, f"the account has no quota left: {error.message}", error=error)
    outcome, again, words = _by_status(code)
    if again is Again.YES and code is not None and code >= 500 and any(mark in error.words for mark in _NOT_ABLE):
        outcome, again, words = Outcome.UNSUPPORTED, Again.NO, "the model cannot do this"
    where = f"status {code}" if status == code else f"status {status}, error {code or error.code or 'without code'}"
    return Classified(outcome, f"{words} ({where}): {error.message}", again=again, error=error)


def _by_status(code: int | None) -> tuple[Outcome, Again, str]:
    if code is None:
        return Outcome.TRANSPORT, Again.NO, "the provider reports an error"
    if code in _BY_STATUS:
        return _BY_STATUS[code]
    if code >= 500:
        return Outcome.TRANSPORT, Again.YES, "the server failed"
    return Outcome.TRANSPORT, Again.NO, "an unexpected status"


def failed_status(status: int, body: bytes) -> Classified:
    """Classify a reply whose status is not 2xx."""
    error = ErrorBody("an HTML page") if is_html(body) else error_of(body)
    return failed_with(error, status)


def not_json(body: bytes, problem: ValueError) -> Classified:
    """Classify a reply of status 200 that is no JSON."""
    if is_html(body):
        return Classified(
            Outcome.TRANSPORT, "a web page came instead of an answer; check the base URL (does it end in /v1?)"
        )
    if not body.strip():
        return Classified(Outcome.EMPTY, "the reply has no body")
    place = f" at character {problem.pos}" if isinstance(problem, json.JSONDecodeError) else ""
    return Classified(Outcome.TRANSPORT, f"the reply is not JSON{place}; it was cut short or is no chat completion")


def failed_exception(error: BaseException) -> Classified:
    """Classify whatever the call raised; nothing that a provider or a network does is our exception."""
    chain = list(_chain(error))
    names = [type(item).__name__ for item in chain]
    detail = next((str(item) for item in reversed(chain) if str(item)), names[-1])[:300]
    if isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        return Classified(Outcome.TRANSPORT, f"no answer in time ({names[-1]})", again=Again.TIMEOUT)
    if "BodyTooLarge" in names:
        return Classified(Outcome.TRANSPORT, f"the reply is too large: {detail}")
    if any(name in {"InvalidURL", "UnsupportedProtocol", "LocalProtocolError"} for name in names):
        return Classified(Outcome.UNSUPPORTED, f"the base URL or a header cannot be used: {detail}")
    if any("certificate" in str(item).lower() for item in chain):
        return Classified(Outcome.TRANSPORT, f"the server's certificate is not trusted: {detail}")
    if any(name in _CONNECTION for name in names):
        return Classified(Outcome.TRANSPORT, f"the connection failed: {detail}", again=Again.YES)
    return Classified(Outcome.TRANSPORT, f"{names[0]}: {detail}")


_CONNECTION = {
    "APIConnectionError",
    "ConnectError",
    "ReadError",
    "WriteError",
    "CloseError",
    "RemoteProtocolError",
    "ProxyError",
    "DecodingError",
}


def _chain(error: BaseException) -> list[BaseException]:
    """Return the exception and its causes, outermost first."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain and len(chain) < 12:
        chain.append(current)
        current = current.__cause__ or current.__context__
    return chain
