"""Names of prompts: `@ada/code-review:production`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional
from urllib.parse import quote

_NAME = re.compile(r"(?:@?([^/@:]+)/)?([^/@:]+)(?:@([\d.]+)|:([\w-]+))?")


@dataclass(frozen=True)
class Wanted:
    """A text that is asked for."""

    #: `@ada/code-review:production`
    name: str
    #: Its path below `/api/fetch`.
    path: str
    query: "dict[str, str]" = field(default_factory=dict)

    def is_at(self, version: str, label: Optional[str]) -> bool:
        """Whether an answer is of the version or the label that is asked for."""
        if asked := self.query.get("version"):
            return label is None and _numbers(version) == _numbers(asked)
        return (label or "").lower() == self.query.get("label", "").lower()

    def is_named(self, name: str) -> bool:
        """Whether it is the name that is asked for. `@me` may be anybody."""
        handle, _, slug = name.lower().lstrip("@").partition("/")
        asked, _, asked_slug = self.name.lower().lstrip("@").partition("/")
        return asked in ("me", handle) and re.split("[@:]", asked_slug)[0] == slug


def same(name: str) -> str:
    """The name in the letters that all its spellings share."""
    text, at, version = name.lower().lstrip("@").partition("@")
    return f"{text}@{'.'.join(_numbers(version))}" if at else text


def _numbers(version: str) -> "list[str]":
    return [part.lstrip("0") for part in version.split(".")]


def wanted(name: str, label: Optional[str], version: Optional[str]) -> Wanted:
    """A name may carry a label or a version itself: `@ada/code-review:production`."""
    match = _NAME.fullmatch(name.strip())
    if not match:
        raise ValueError(f"{name} is not a name such as @ada/code-review")
    handle, slug = match[1] or "me", match[2]
    label, version = label or match[4], version or match[3]
    if label and version:
        raise ValueError("Give a label or a version, not both")
    if version and version.startswith("v"):
        version = version[1:]
    label = label and label.strip()
    at = f":{label}" if label else f"@{version}" if version else ""
    query = {"label": label} if label else {"version": version} if version else {}
    return Wanted(f"@{handle}/{slug}{at}", f"{quote(handle, safe='')}/{quote(slug, safe='')}", query)
