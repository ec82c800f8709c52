"""A model's parameters parted: what steers our client, and what is sent to the endpoint as it stands."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.canonical import Json
from fidelity_app.core.errors import UserError
from fidelity_app.vision.retry import RetryPolicy

DEFAULT_BASE_URL = "https://api.openai.com/v1"
CHAT_API, RESPONSES_API = "chat", "responses"
SCHEMA_FORMS = ("json_schema", "json_object", "none")

_OURS = {
    "api",
    "schema",
    "detail",
    "headers",
    "query",
    "key_header",
    "connect_timeout_s",
    "silence_timeout_s",
    "max_attempts",
    "longest_wait_s",
    "requests_per_minute",
    "reasoning_is_answer",
    "local",
    "preset",
}
_TOKEN_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_LOCAL_NAMES = ("localhost", "host.docker.internal")


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """How an endpoint is asked. `body` goes into the request unchanged; `token_limit` under the name it accepts."""

    base_url: str
    api: str
    schema: str
    detail: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    key_header: str
    connect_timeout_s: float
    silence_timeout_s: float
    requests_per_minute: int | None
    reasoning_is_answer: bool
    local: bool
    retry: RetryPolicy
    token_limit: int | None
    token_limit_name: str
    body: Mapping[str, Json] = field(default_factory=dict)


def endpoint_settings(config: ModelConfig) -> EndpointSettings:
    """Part a model's parameters. Raises UserError naming the parameter that cannot be used."""
    parameters = config.parameters
    base_url = (config.base_url or DEFAULT_BASE_URL).strip()
    local = parameters.get("local")
    is_local = local if isinstance(local, bool) else _is_local(base_url)
    limit_name = next((name for name in _TOKEN_LIMITS if name in parameters), "max_tokens")
    per_minute = _whole(parameters, "requests_per_minute", 0)
    return EndpointSettings(
        base_url=_checked_url(base_url, config.name),
        api=_choice(parameters, "api", (CHAT_API, RESPONSES_API)),
        schema=_choice(parameters, "schema", SCHEMA_FORMS),
        detail=_choice(parameters, "detail", ("", "low", "high", "auto", "original")),
        headers=_texts(parameters, "headers"),
        query=_texts(parameters, "query"),
        key_header=str(parameters.get("key_header") or ""),
        connect_timeout_s=_seconds(parameters, "connect_timeout_s", 10.0),
        silence_timeout_s=_seconds(parameters, "silence_timeout_s", config.timeout_s),
        requests_per_minute=per_minute or None,
        reasoning_is_answer=parameters.get("reasoning_is_answer") is True,
        local=is_local,
        retry=RetryPolicy(
            max_attempts=max(1, _whole(parameters, "max_attempts", 5)),
            longest_wait_s=_seconds(parameters, "longest_wait_s", 120.0),
            max_timeouts=2 if is_local else 3,
        ),
        token_limit=_whole(parameters, limit_name, 0) or None,
        token_limit_name=limit_name,
        body={name: value for name, value in parameters.items() if name not in _OURS and name not in _TOKEN_LIMITS},
    )


def _checked_url(url: str, model: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UserError(f"model {model}: base URL {url!r} must begin with http:// or https:// and name a host")
    if parts.username or parts.password:
        raise UserError(f"model {model}: the base URL must not hold a password; name the key's variable instead")
    return url.rstrip("/")


def _is_local(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host in _LOCAL_NAMES or host.endswith(".local"):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _choice(parameters: Mapping[str, Json], name: str, choices: tuple[str, ...]) -> str:
    value = parameters.get(name)
    if value is None:
        return choices[0]
    if value not in choices:
        raise UserError(f"parameter {name}: {value!r} is not one of {', '.join(filter(None, choices))}")
    return str(value)


def _texts(parameters: Mapping[str, Json], name: str) -> dict[str, str]:
    value = parameters.get(name) or {}
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for text in value.values()):
        raise UserError(f"parameter {name}: an object of texts is expected")
    texts = {str(key): str(text) for key, text in value.items()}
    if secret := next((key for key in texts if key.lower() in ("authorization", "api-key", "x-api-key")), None):
        raise UserError(f"parameter {name}: {secret} is a secret; use key_env, and key_header for another header")
    return texts


def _seconds(parameters: Mapping[str, Json], name: str, default: float) -> float:
    value = parameters.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 10**6:
        raise UserError(f"parameter {name}: {value!r} is not a number of seconds")
    return float(value)


def _whole(parameters: Mapping[str, Json], name: str, default: int) -> int:
    value = parameters.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UserError(f"parameter {name}: {value!r} is not a whole number")
    return value
