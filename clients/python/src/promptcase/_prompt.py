"""Prompts, and putting values in the places of their variables."""

from __future__ import annotations

import copy
import datetime
import decimal
import json
import numbers
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Optional, TypedDict, Union

from ._api import FetchedPieces, ProblemKind, Settings
from ._content import Content, content_of, text_of_content

Source = Literal["server", "cache", "bundle"]
#: The largest integer that the server takes: 2^53 - 1.
_MOST = 9_007_199_254_740_991


class Message(TypedDict):
    """A message as chat APIs take it."""

    role: Literal["system", "user", "assistant"]
    #: A text, or parts if there are images.
    content: Content


class Problem(TypedDict):
    """A part of a prompt that is not rendered, and why."""

    #: The reason. `not_rendered`: the server did not render the values, so conditions, sections and lists are as without them.
    kind: Union[ProblemKind, Literal["not_rendered"]]
    #: The variable, the include or the condition; the prompt, for `not_rendered`.
    name: str
    #: The id of the item.
    item: str
    #: The reason in words.
    message: str


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt."""

    name: str
    title: str
    version: str
    label: Optional[str]
    messages: "list[Message]"
    settings: Settings
    #: What is not rendered, such as a variable without a value.
    problems: "list[Problem]"
    #: Where the text comes from.
    source: Source
    #: Whether the server was not asked, or not reached, for longer than its answer may be kept.
    is_stale: bool

    @property
    def text(self) -> str:
        """The messages without their roles."""
        return "\n\n".join(text_of_content(message["content"]) for message in self.messages)


class PromptUnavailable(Exception):
    """The server gave no prompt, and there is no copy of it."""


class PromptRefused(PromptUnavailable):
    """The server answered that it does not give the prompt: 401, 403, 404 and the like."""

    def __init__(self, message: str, status: int):
        super().__init__(message)
        #: The HTTP status.
        self.status = status


def plain(value: Any) -> Any:
    """Numbers of other libraries, dates and the like as JSON has them."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID, os.PathLike)):
        return str(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    return value


def to_json(value: Any) -> str:
    """Raises for what JSON has not."""

    def other(one: Any) -> Any:
        if (known := plain(one)) is one:
            raise TypeError(f"{type(one).__name__} is no JSON")
        return known

    return json.dumps(value, default=other, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def is_fillable(body: FetchedPieces, values: Mapping[str, Any]) -> bool:
    """Whether values only take the places of their variables. An empty text can change the blank lines around it, and what
    is no text, number that is written alike everywhere, or yes and no is for the server."""
    given = [value for value in values.values() if value is not None]
    return not given or (body["is_fixed"] and all(map(_is_plain, given)))


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip() != ""
    if isinstance(value, float):
        return value == 0 or 1e-4 <= abs(value) <= _MOST
    return isinstance(value, int) and abs(value) <= _MOST


def fill(body: FetchedPieces, values: Mapping[str, Any], source: Source, is_stale: bool) -> Prompt:
    """Puts values in the places of their variables, once: what a value says is never read again."""
    texts = {name: text for name, value in values.items() if (text := _text(value)) is not None}
    return _prompt(body, _filled(body, texts), texts, source, is_stale, [])


def fill_roughly(body: FetchedPieces, values: Mapping[str, Any], source: Source, is_stale: bool, because: object) -> Prompt:
    """What there is when the server does not render the values: they take the places of their variables, and what
    conditions, sections and lists decide is as without values. It says so, and is never empty."""
    places = {piece["variable"] for message in body["messages"] for piece in message["pieces"] if piece.get("variable")}
    texts = {str(name): text for name in places if (text := _text(_given(values, str(name)))) is not None}
    messages = [message for message in _filled(body, texts) if text_of_content(message["content"]).strip()]
    if not messages:
        texts = {}
        messages = _filled(body, texts)
    problem: Problem = {
        "kind": "not_rendered",
        "name": body["name"],
        "item": "",
        "message": f"The server did not render the values, so they only took the places of their variables: {because}",
    }
    return _prompt(body, messages, texts, source, is_stale, [problem])


def _given(values: Mapping[str, Any], name: str) -> Any:
    """The value of a name as a whole, else of the path that its dots make."""
    if name in values:
        return values[name]
    first, *path = name.split(".")
    value = values.get(first) if path else None
    for key in path:
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, (list, tuple)) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _text(value: Any) -> Optional[str]:
    """A text as it is, any other value as JSON; None for what is neither."""
    if value is None:
        return None
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float) and 1e-6 <= abs(value) < 1e21:
        return f"{decimal.Decimal(float.__repr__(value)):f}"
    try:
        text = to_json(value)
    except (TypeError, ValueError, RecursionError):
        return None
    # 1e-07 is 1e-7 for everybody else.
    return text.replace("e-0", "e-") if isinstance(value, float) else text


def _filled(body: FetchedPieces, texts: Mapping[str, str]) -> "list[Message]":
    return [
        {
            "role": message["role"],
            "content": content_of(
                message["pieces"], [texts.get(piece.get("variable") or "", piece["text"]) for piece in message["pieces"]]
            ),
        }
        for message in body["messages"]
    ]


def _prompt(
    body: FetchedPieces,
    messages: "list[Message]",
    texts: Mapping[str, str],
    source: Source,
    is_stale: bool,
    more: "list[Problem]",
) -> Prompt:
    problems: "list[Problem]" = []
    for one in body["problems"]:
        # Whether there is text is seen when the values are in.
        if one["kind"] != "no_text" and (one["kind"] != "missing_value" or one["name"] not in texts):
            problems.append({"kind": one["kind"], "name": one["name"], "item": one["item"], "message": one["message"]})
    problems += more
    if not any(text_of_content(message["content"]).strip() for message in messages):
        raise PromptUnavailable(f"{body['name']} is empty" + "".join(f": {one['message']}" for one in problems))
    settings = _copied(body["settings"])
    return Prompt(
        body["name"], body["title"], body["version"], body["label"], messages, settings, problems, source, is_stale
    )


def _copied(settings: Settings) -> Settings:
    """Whoever changes what it is given changes no copy."""
    try:
        return copy.deepcopy(settings)
    except RecursionError:
        return settings
