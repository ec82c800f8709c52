"""Request bodies of both protocols, and the form in which a request is stored."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping

from fidelity_app.core.asks import Ask, AskImage, ModelConfig, Outcome
from fidelity_app.core.canonical import Json, canonical_json
from fidelity_app.vision.local import LocalFault
from fidelity_app.vision.settings_of import RESPONSES_API, EndpointSettings

_MAGIC = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
SCHEMA_NAME = "reading"


UrlOf = Callable[[AskImage], str]


def request_body(
    config: ModelConfig, settings: EndpointSettings, ask: Ask, *, url_of: UrlOf | None = None
) -> dict[str, Json]:
    """Build the whole request body, with every picture as a data URL or as what `url_of` makes of it.

    Raises LocalFault for a picture that is not what it says it is.
    """
    for image in ask.images:
        _check(image)
    make = _responses if settings.api == RESPONSES_API else _chat
    return {"model": config.model_id, **make(settings, ask, url_of or data_url), **settings.body}


def _chat(settings: EndpointSettings, ask: Ask, url_of: UrlOf) -> dict[str, Json]:
    content: list[Json] = [{"type": "text", "text": ask.prompt}]
    for image in ask.images:
        picture: dict[str, Json] = {"url": url_of(image)}
        if settings.detail:
            picture["detail"] = settings.detail
        content.append({"type": "image_url", "image_url": picture})
    body: dict[str, Json] = {"messages": [{"role": "user", "content": content}]}
    if settings.token_limit is not None:
        body[settings.token_limit_name] = settings.token_limit
    if ask.schema is not None and settings.schema == "json_schema":
        named: dict[str, Json] = {"name": SCHEMA_NAME, "strict": True, "schema": _plain_schema(ask.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif ask.schema is not None and settings.schema == "json_object":
        body["response_format"] = {"type": "json_object"}
    return body


def _responses(settings: EndpointSettings, ask: Ask, url_of: UrlOf) -> dict[str, Json]:
    content: list[Json] = [{"type": "input_text", "text": ask.prompt}]
    for image in ask.images:
        picture: dict[str, Json] = {"type": "input_image", "image_url": url_of(image)}
        if settings.detail:
            picture["detail"] = settings.detail
        content.append(picture)
    body: dict[str, Json] = {"input": [{"role": "user", "content": content}], "store": False}
    if settings.token_limit is not None:
        body["max_output_tokens"] = settings.token_limit
    if ask.schema is not None and settings.schema == "json_schema":
        named: dict[str, Json] = {
            "type": "json_schema",
            "name": SCHEMA_NAME,
            "strict": True,
            "schema": _plain_schema(ask.schema),
        }
        body["text"] = {"format": named}
    elif ask.schema is not None and settings.schema == "json_object":
        body["text"] = {"format": {"type": "json_object"}}
    return body


def _plain_schema(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Leave out `$schema`, which several endpoints refuse and none needs."""
    return {name: value for name, value in schema.items() if name != "$schema"}


def data_url(image: AskImage) -> str:
    """Return the picture as a data URL: the bytes that were shown are the bytes that are sent."""
    return f"data:{image.media_type};base64,{base64.b64encode(image.data).decode('ascii')}"


def hash_url(image: AskImage) -> str:
    """Return what stands for the picture in a stored request."""
    return f"sha256:{image.sha256}"


def _check(image: AskImage) -> None:
    magic = _MAGIC.get(image.media_type)
    if magic is None or not image.data.startswith(magic):
        raise LocalFault(
            Outcome.UNSUPPORTED, f"page {image.page_index + 1} is not the PNG or JPEG that it says: {image.media_type}"
        )


def stored_request(
    body: Mapping[str, Json], settings: EndpointSettings, adjustments: frozenset[str]
) -> dict[str, Json]:
    """Return the request as it is stored, from a body built with `hash_url`: no key, no pixels, adjustments by name."""
    return {
        "url": f"{settings.base_url}/{'responses' if settings.api == RESPONSES_API else 'chat/completions'}",
        "headers": dict(settings.headers),
        "body": dict(body),
        "adjustments": sorted(adjustments),
    }


def fewest_tokens(body: Mapping[str, Json], ask: Ask) -> int:
    """Return how many input tokens the text alone must have at the very least, to notice a prompt that was cut."""
    schema = body.get("response_format", body.get("text"))
    characters = len(ask.prompt) + (len(canonical_json(schema)) if schema is not None else 0)
    return characters // 12
