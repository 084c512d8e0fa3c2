"""Whether an answer is the prompt that was asked for: nothing else is kept or handed out."""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Any, Callable, Iterator, Optional, cast

from ._api import FetchedPieces
from ._content import pieces_of
from ._names import Wanted, same

ROLES = ("system", "user", "assistant")
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_NUMBERS = ("temperature", "max_tokens", "token_budget")


def read(text: "str | bytes", wanted: Wanted, *, is_rendered: bool = False) -> Optional[FetchedPieces]:
    """Reads an answer: pieces, or messages that are rendered already. None for what is not the prompt, or an empty one."""
    try:
        return checked(json.loads(text, parse_constant=_refused), wanted, is_rendered=is_rendered)
    except (ValueError, RecursionError):
        return None


def _refused(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def checked(body: Any, wanted: Wanted, *, is_rendered: bool = False) -> Optional[FetchedPieces]:
    """The prompt of an answer that was parsed. Each field is what the contract says it is, whatever else there is."""
    if not isinstance(body, dict):
        return None
    name, id, title, version, label = (body.get(key) for key in ("name", "id", "title", "version", "label"))
    if not (_is_text(name) and name and _is_text(id) and id and _is_text(title)):
        return None
    if not (isinstance(version, str) and _VERSION.fullmatch(version)) or not (label is None or _is_text(label)):
        return None
    # A cache on the way that passes over the query has another version or label.
    if not wanted.is_at(version, label):
        return None
    messages = _list(body.get("messages"), lambda one: _message(one, is_rendered))
    problems = _list(body.get("problems"), _problem)
    # Servers and copies of before have none. Nothing depends on them, so none is better than no prompt.
    remarks = _list(body.get("remarks"), _problem) or []
    settings = {} if is_rendered else body.get("settings")
    is_fixed = False if is_rendered else body.get("is_fixed")
    if messages is None or problems is None or not isinstance(is_fixed, bool) or not _are_settings(settings):
        return None
    is_empty = not any(piece["text"].strip() for message in messages for piece in message["pieces"])
    # One whose every text depends on values is empty without them.
    if is_empty and (is_rendered or is_fixed):
        return None
    read = {"name": name, "id": id, "title": title, "version": version, "label": label, "is_fixed": is_fixed}
    parts = {"messages": messages, "settings": settings, "problems": problems, "remarks": remarks}
    return cast(FetchedPieces, {**read, **parts})


def _is_text(value: Any) -> bool:
    """Whether it is text that can be sent: half a character cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _list(value: Any, read: Callable[[Any], Any]) -> "Optional[list[Any]]":
    """The items as they are read; None if it is no list, or one of them is not what it should be."""
    if not isinstance(value, list):
        return None
    items = [read(one) for one in value]
    return None if any(one is None for one in items) else items


def _message(value: Any, is_rendered: bool) -> "Optional[dict[str, Any]]":
    if not isinstance(value, dict) or value.get("role") not in ROLES:
        return None
    given = pieces_of(value.get("content")) if is_rendered else value.get("pieces")
    pieces = _list(given, _piece)
    return None if pieces is None else {"role": value["role"], "pieces": pieces}


def _piece(value: Any) -> "Optional[dict[str, str]]":
    if not isinstance(value, dict) or not _is_text(value.get("text")):
        return None
    variable = value.get("variable")
    image = value.get("image")
    if image is not None:
        return {"text": value["text"], "image": image} if _is_text(image) and image else None
    if variable is None:
        return {"text": value["text"]}
    return {"text": value["text"], "variable": variable} if _is_text(variable) else None


def _problem(value: Any) -> "Optional[dict[str, str]]":
    fields = ("kind", "name", "item", "message")
    if not isinstance(value, dict) or not all(_is_text(value.get(field)) for field in fields):
        return None
    return {field: value[field] for field in fields}


def _are_settings(value: Any) -> bool:
    if not isinstance(value, dict):
        return False

    def is_set(key: str, is_right: Callable[[Any], bool]) -> bool:
        return value.get(key) is None or is_right(value[key])

    return (
        is_set("model", _is_text)
        and all(is_set(key, _is_number) for key in _NUMBERS)
        and is_set("response_schema", lambda one: isinstance(one, dict))
        and is_set("tools", lambda one: isinstance(one, list) and all(map(_is_tool, one)))
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_tool(value: Any) -> bool:
    if not isinstance(value, dict) or not _is_text(value.get("name")):
        return False
    description, parameters = value.get("description"), value.get("parameters")
    return (description is None or _is_text(description)) and (parameters is None or isinstance(parameters, dict))


def digest(body: FetchedPieces) -> str:
    """Identifies the text, as `promptcase bundle` writes it."""
    texts = (
        f"{message['role']}\n{''.join(piece['text'] + (piece.get('image') or '') for piece in message['pieces'])}\0" for message in body["messages"]
    )
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def is_bundle(bundle: Any) -> bool:
    """Whether it may be what `promptcase bundle` writes."""
    return isinstance(bundle, dict) and isinstance(bundle.get("prompts"), dict)


def bundled(bundle: Any, wanted: Wanted) -> Optional[FetchedPieces]:
    """The prompt in a bundle, unless its text is not what was bundled."""
    for entry in _entries(bundle["prompts"], wanted.name) if is_bundle(bundle) else ():
        body = checked(entry.get("prompt"), wanted)
        if body and digest(body) == entry.get("sha256"):
            return body
    return None


def _entries(prompts: "dict[str, Any]", name: str) -> "Iterator[dict[str, Any]]":
    """The entries of a name: under it, in other letters, or under its owner's `@me`."""
    if isinstance(prompts.get(name), dict):
        yield prompts[name]
    for key, entry in prompts.items():
        if not isinstance(entry, dict):
            continue
        prompt = entry.get("prompt")
        owned = prompt.get("name") if isinstance(prompt, dict) else None
        at = re.search(r"(?<!^)[@:].*", key)
        if same(key) == same(name) or (isinstance(owned, str) and same(owned + (at[0] if at else "")) == same(name)):
            yield entry
