"""Bodies of status 200: Chat Completions and Responses, with everything that servers put there instead of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fidelity_app.core.asks import Outcome, Usage
from fidelity_app.vision.classified import Classified
from fidelity_app.vision.errorbody import error_in
from fidelity_app.vision.failures import failed_with

_CUT = {"length", "max_tokens", "max_output_tokens", "model_length"}
_FILTER = {"content_filter", "content_filtered", "safety", "prohibited_content", "recitation", "blocklist"}
_REASONING = ("reasoning_content", "reasoning")


def read_chat(data: object, *, reasoning_is_answer: bool = False) -> Classified:
    """Understand the envelope of a chat completion."""
    if not isinstance(data, Mapping):
        return Classified(Outcome.TRANSPORT, f"a chat completion is an object, not {type(data).__name__}")
    return _stamped(_chat_choice(data, reasoning_is_answer), data)


def _chat_choice(data: Mapping[str, object], reasoning_is_answer: bool) -> Classified:
    choices = data.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, Mapping):
        error = error_in(data)
        return failed_with(error) if error else Classified(Outcome.EMPTY, "the reply has no choices")
    if error := error_in({"error": choice.get("error") or data.get("error")}):
        return failed_with(error)
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    finish = str(choice.get("finish_reason") or "").lower()
    text = _content(message.get("content"))
    reasoning = next((found for name in _REASONING if (found := _content(message.get(name))).strip()), "")
    if not text.strip() and reasoning_is_answer:
        text = reasoning
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal.strip():
        return Classified(Outcome.REFUSED, f"refused: {refusal.strip()[:200]}", text)
    return _finished(finish, text, thought=bool(reasoning))


def _finished(finish: str, text: str, *, thought: bool) -> Classified:
    blank = not text.strip().strip("\ufeff")
    if finish in _FILTER:
        return Classified(Outcome.FILTERED, f"cut by a content filter ({finish})", text)
    if finish in _CUT:
        spent = "the token limit was spent before any answer" if blank else "cut off at the token limit"
        return Classified(Outcome.TRUNCATED, f"{spent} ({finish})", text)
    if finish == "error":
        return Classified(Outcome.TRANSPORT, 'the provider broke off (finish_reason "error")', text)
    if blank:
        where = "; what it says stands in its reasoning, which is no answer" if thought else ""
        return Classified(Outcome.EMPTY, f"no content (finish_reason {finish or 'missing'}){where}", text)
    return Classified(Outcome.OK, "", text)


def read_responses(data: object, *, reasoning_is_answer: bool = False) -> Classified:
    """Understand the envelope of a Responses reply."""
    if not isinstance(data, Mapping):
        return Classified(Outcome.TRANSPORT, f"a response is an object, not {type(data).__name__}")
    if error := error_in({"error": data.get("error")}):
        return _stamped(failed_with(error), data)
    output = data.get("output")
    items = [item for item in output if isinstance(item, Mapping)] if isinstance(output, list) else []
    if not items and (flat := error_in(data)):
        return _stamped(failed_with(flat), data)
    parts = [part for item in items if item.get("type") == "message" for part in _parts(item.get("content"))]
    refusals = [str(part["refusal"]) for part in parts if part.get("type") == "refusal" and part.get("refusal")]
    text = "".join(_content(part.get("text")) for part in parts if part.get("type") == "output_text")
    thinking = [part for item in items if item.get("type") == "reasoning" for part in _parts(item.get("summary"))]
    reasoning = "".join(_content(part.get("text")) for part in thinking)
    if not text.strip() and reasoning_is_answer:
        text = reasoning
    if refusals:
        return _stamped(Classified(Outcome.REFUSED, f"refused: {refusals[0].strip()[:200]}", text), data)
    return _stamped(_finished(_responses_finish(data), text, thought=bool(reasoning)), data)


def _responses_finish(data: Mapping[str, object]) -> str:
    """Translate status and incomplete_details into a chat finish reason."""
    details = data.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, Mapping) else None
    status = str(data.get("status") or "completed")
    if status in {"failed", "cancelled"}:
        return "error"
    return str(reason or ("length" if status == "incomplete" else "stop"))


def _parts(content: object) -> list[Mapping[str, object]]:
    return [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []


def _content(content: object) -> str:
    """Return content as text: a string, or the text parts of a list, in order.

    A lone surrogate, which no file can hold, is written as its escape, as the JSON of the reply had it.
    """
    if isinstance(content, list):
        return "".join(_content(part.get("text")) for part in _parts(content) if part.get("type") != "thinking")
    if not isinstance(content, str):
        return ""
    return content.encode("utf-8", "backslashreplace").decode("utf-8")


def _stamped(found: Classified, data: Mapping[str, object]) -> Classified:
    return replace(
        found,
        usage=read_usage(data.get("usage")),
        served_model=_name(data.get("model")),
        system_fingerprint=_name(data.get("system_fingerprint")),
    )


def _name(value: object) -> str:
    return _content(value) if isinstance(value, str) else ""


def read_usage(usage: object) -> Usage:
    """Read token counts as the provider states them; what is missing or absurd is unknown, never zero."""
    if not isinstance(usage, Mapping):
        return Usage()
    details = usage.get("prompt_tokens_details") or usage.get("input_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    return Usage(
        input_tokens=_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
        cached_tokens=_count(cached),
        output_tokens=_count(usage.get("completion_tokens", usage.get("output_tokens"))),
        total_tokens=_count(usage.get("total_tokens")),
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None
