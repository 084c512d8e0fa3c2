"""Made from openapi.json by scripts/gen-client-types."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict


#: The reason why a part of a prompt is not rendered.
ProblemKind = Literal["missing_value", "missing_include", "cycle", "too_deep", "too_long", "condition", "template", "settings", "no_text"]


class _Tool(TypedDict):
    #: Its name: letters of ASCII, digits, `_` and `-`.
    name: str


class Tool(_Tool, total=False):
    """A function that a model may call. Calls are shown and never made."""

    #: Its purpose.
    description: str
    #: The JSON Schema of its arguments.
    parameters: dict[str, Any]


class _FetchedPiece(TypedDict):
    #: Its text. That of a variable is its default, or the variable as it is written.
    text: str


class FetchedPiece(_FetchedPiece, total=False):
    """A piece of a text."""

    #: The variable whose value takes its place.
    variable: Optional[str]
    #: The address of the image, of the web or a `data:` address, that takes the place of the text where a model takes images.
    image: Optional[str]


#: The author of a message.
Role = Literal["system", "user", "assistant"]


class RenderProblem(TypedDict):
    """A part of a prompt that is not rendered, and why."""

    #: The reason.
    kind: ProblemKind
    #: The variable, the include or the condition.
    name: str
    #: The id of the item.
    item: str
    #: The reason in words.
    message: str


class Settings(TypedDict, total=False):
    """Which model answers, and how. What is not set is left to the model, or chosen when the prompt is run."""

    #: The name of the model.
    model: Optional[str]
    #: The sampling temperature, from 0 to 2.
    temperature: Optional[float]
    #: The most tokens of an answer.
    max_tokens: Optional[int]
    #: The most tokens that the rendered prompt should have. A longer one is warned of, and runs all the same.
    token_budget: Optional[int]
    #: The JSON Schema of the answer.
    response_schema: Optional[dict[str, Any]]
    #: The tools that the model may call.
    tools: list[Tool]


class MessagePieces(TypedDict):
    """A message for a model, in pieces."""

    role: Role
    pieces: list[FetchedPiece]


#: A version: Major.Minor.Patch
VersionNumber = str


class FetchedPieces(TypedDict):
    """A prompt whose variables an application fills in itself."""

    #: Its current name.
    name: str
    id: str
    title: str
    #: The version of the text.
    version: VersionNumber
    #: The label that was asked for.
    label: Optional[str]
    #: Whether values do no more than take the places of their variables. If not, conditions, sections or lists decide which text there is: render it with POST.
    is_fixed: bool
    messages: list[MessagePieces]
    #: The model and how it answers, as the prompt says.
    settings: Settings
    #: What is not rendered, such as a variable without a default.
    problems: list[RenderProblem]
    #: What is left out as the prompt says: modules whose condition is false.
    remarks: list[RenderProblem]
