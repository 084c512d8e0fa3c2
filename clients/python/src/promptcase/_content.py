"""What messages say: a text, or parts if there are images."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union

_DATA = re.compile(r"data:([^;,]+);base64,(.*)")


class ImageUrl(TypedDict):
    """Where an image is."""

    #: An address on the web, or the image itself as a `data:` address.
    url: str


class TextPart(TypedDict):
    """A text of a message with images."""

    type: Literal["text"]
    text: str


class ImagePart(TypedDict):
    """An image of a message."""

    type: Literal["image_url"]
    image_url: ImageUrl


Content = Union[str, "list[Union[TextPart, ImagePart]]"]


def content_of(pieces: "Sequence[Any]", texts: "Sequence[str]") -> Content:
    """The content of texts, some of which an image takes the place of."""
    if not any(piece.get("image") for piece in pieces):
        return "".join(texts)
    parts: "list[Union[TextPart, ImagePart]]" = []
    before = ""
    for piece, text in [*zip(pieces, texts), (None, "")]:
        image = piece.get("image") if piece else None
        if piece and not image:
            before += text
            continue
        # Without the line breaks that set it apart from an image. Providers refuse a text of blanks.
        if before.strip():
            parts.append({"type": "text", "text": before.strip("\r\n")})
        before = ""
        if image:
            parts.append({"type": "image_url", "image_url": {"url": image}})
    return parts


def pieces_of(content: Any) -> "list[Any]":
    """The pieces of the content of a rendered answer."""
    if not isinstance(content, list):
        return [{"text": content}]
    return [_piece(part) if isinstance(part, dict) else part for part in content]


def _piece(part: "dict[str, Any]") -> "dict[str, Any]":
    image = part.get("image_url")
    if not isinstance(image, dict):
        return {"text": part.get("text")}
    return {"text": image.get("url"), "image": image.get("url")}


def text_of_content(content: Content) -> str:
    """The text of a message. An image is its address, or the kind and size of its data."""
    if isinstance(content, str):
        return content
    return "\n\n".join(part["text"] if part["type"] == "text" else _shown(part["image_url"]["url"]) for part in content)


def _shown(url: str) -> str:
    data = _DATA.fullmatch(url)
    return f"data:{data[1]} ({-(-len(data[2]) // 1366)} KB)" if data else url


def anthropic(content: Content) -> Any:
    """A content as Anthropic's API takes it."""
    if isinstance(content, str):
        return content
    return [dict(part) if part["type"] == "text" else _image(part["image_url"]["url"]) for part in content]


def _image(url: str) -> "dict[str, Any]":
    data = _DATA.fullmatch(url)
    if data:
        return {"type": "image", "source": {"type": "base64", "media_type": data[1], "data": data[2]}}
    return {"type": "image", "source": {"type": "url", "url": url}}
