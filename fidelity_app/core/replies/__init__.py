"""Replies understood: what a model's stored answer says, without ever repairing it."""

from fidelity_app.core.replies.lines import lines_json
from fidelity_app.core.replies.parse import CHAT, LINES, parse_reply

__all__ = ["CHAT", "LINES", "lines_json", "parse_reply"]
