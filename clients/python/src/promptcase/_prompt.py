"""Prompts: reading answers, and putting values in the places of variables."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Optional, TypedDict
from urllib.parse import quote

from ._api import FetchedPieces, RenderProblem, Settings


class Message(TypedDict):
    """A message as chat APIs take it."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt."""

    name: str
    title: str
    version: str
    label: Optional[str]
    messages: list[Message]
    settings: Settings
    #: What is not rendered, such as a variable without a value.
    problems: list[RenderProblem]
    #: Where the text comes from.
    source: Literal["server", "cache", "bundle"]
    #: Whether the server was not asked, or not reached, for longer than its answer may be kept.
    is_stale: bool

    @property
    def text(self) -> str:
        """The messages without their roles."""
        return "\n\n".join(message["content"] for message in self.messages)


class PromptUnavailable(Exception):
    """The server gave no prompt, and there is no copy of it."""


class PromptRefused(PromptUnavailable):
    """The server answered that it does not give the prompt: 401, 403, 404 and the like."""

    def __init__(self, message: str, status: int):
        super().__init__(message)
        #: The HTTP status.
        self.status = status


@dataclass(frozen=True)
class Wanted:
    """A text that is asked for."""

    #: `@ada/code-review:production`
    name: str
    #: Its path below `/api/fetch`.
    path: str
    query: dict[str, str] = field(default_factory=dict)


_NAME = re.compile(r"(?:@?([^/@:]+)/)?([^/@:]+)(?:@([\d.]+)|:([\w-]+))?")


def wanted(name: str, label: Optional[str], version: Optional[str]) -> Wanted:
    """A name may carry a label or a version itself: `@ada/code-review:production`."""
    match = _NAME.fullmatch(name.strip())
    if not match:
        raise ValueError(f"{name} is not a name such as @ada/code-review")
    handle, slug = match[1] or "me", match[2]
    label, version = label or match[4], version or match[3]
    if label and version:
        raise ValueError("Give a label or a version, not both")
    at = f":{label}" if label else f"@{version}" if version else ""
    query = {"label": label} if label else {"version": version} if version else {}
    return Wanted(f"@{handle}/{slug}{at}", f"{quote(handle, safe='')}/{quote(slug, safe='')}", query)


def is_fillable(body: FetchedPieces, values: Mapping[str, Any]) -> bool:
    """Whether values only take the places of their variables. An empty text can change the blank lines around it, and what
    is no text, number, or yes and no is for the server."""
    given = [value for value in values.values() if value is not None]
    if not given:
        return True
    return body["is_fixed"] and all(value != "" and isinstance(value, (str, int, float)) for value in given)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def fill(
    body: FetchedPieces, values: Mapping[str, Any], source: Literal["server", "cache", "bundle"], is_stale: bool
) -> Prompt:
    """Puts values in the places of their variables, once: what a value says is never read again."""

    def has(name: Any) -> bool:
        return isinstance(name, str) and values.get(name) is not None

    messages: list[Message] = [
        {
            "role": message["role"],
            "content": "".join(
                _text(values[piece["variable"]]) if has(piece.get("variable")) else piece["text"]
                for piece in message["pieces"]
            ),
        }
        for message in body["messages"]
    ]
    problems = [one for one in body["problems"] if one["kind"] != "missing_value" or not has(one["name"])]
    return Prompt(
        body["name"], body["title"], body["version"], body["label"], messages, body["settings"], problems, source, is_stale
    )


def read(text: "str | bytes") -> Optional[FetchedPieces]:
    """Reads an answer: pieces, or messages that are rendered already. None for what is no prompt, or an empty one."""
    try:
        return checked(json.loads(text))
    except ValueError:
        return None


def checked(body: Any) -> Optional[FetchedPieces]:
    """The prompt of an answer that was parsed."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return None
    if not isinstance(body.get("version"), str) or not isinstance(body.get("name"), str):
        return None
    messages = []
    for message in body["messages"]:
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            return None
        pieces = message.get("pieces", [{"text": message.get("content")}])
        if not isinstance(pieces, list):
            return None
        if not all(isinstance(piece, dict) and isinstance(piece.get("text"), str) for piece in pieces):
            return None
        messages.append({"role": message["role"], "pieces": pieces})
    if not any(piece["text"].strip() for message in messages for piece in message["pieces"]):
        return None
    return {
        "name": body["name"],
        "id": body.get("id") or "",
        "title": body.get("title") or "",
        "version": body["version"],
        "label": body.get("label"),
        "is_fixed": body.get("is_fixed") is True,
        "messages": messages,
        "settings": body.get("settings") or {},
        "problems": body["problems"] if isinstance(body.get("problems"), list) else [],
    }


def digest(body: FetchedPieces) -> str:
    """Identifies the text, as `promptcase bundle` writes it."""
    texts = (
        f"{message['role']}\n{''.join(piece['text'] for piece in message['pieces'])}\0" for message in body["messages"]
    )
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def bundled(bundle: Any, name: str) -> Optional[FetchedPieces]:
    """The prompt of a name in a bundle, unless its text is not what was bundled."""
    entry = bundle.get("prompts", {}).get(name) if isinstance(bundle, dict) else None
    body = checked(entry.get("prompt")) if isinstance(entry, dict) else None
    return body if body and digest(body) == entry.get("sha256") else None
