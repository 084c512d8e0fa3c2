"""A prompt as the arguments of other libraries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._api import Tool
from ._content import anthropic, text_of_content
from ._prompt import Prompt


def _said(settings: Mapping[str, Any], names: "Mapping[str, str]") -> "dict[str, Any]":
    """Settings that are set, by the names of another library."""
    return {theirs: settings[ours] for ours, theirs in names.items() if settings.get(ours) is not None}


def _function(tool: Tool) -> "dict[str, Any]":
    return {"type": "function", "function": _said(tool, {key: key for key in ("name", "description", "parameters")})}


def to_openai(prompt: Prompt) -> "dict[str, Any]":
    """Arguments of OpenAI's `chat.completions.create`."""
    settings = prompt.settings
    names = {"model": "model", "temperature": "temperature", "max_tokens": "max_completion_tokens"}
    # Images are said by the user alone.
    messages = [
        {"role": message["role"], "content": message["content"] if message["role"] == "user" else text_of_content(message["content"])}
        for message in prompt.messages
    ]
    arguments: "dict[str, Any]" = {"messages": messages, **_said(settings, names)}
    schema, tools = settings.get("response_schema"), settings.get("tools")
    if schema is not None:
        arguments["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    if tools:
        arguments["tools"] = [_function(tool) for tool in tools]
    return arguments


def to_anthropic(prompt: Prompt) -> "dict[str, Any]":
    """Arguments of Anthropic's `messages.create`. System messages become `system`; a prompt of nothing else is said by
    the user. The schema of the answer is said in `system`, as Promptcase itself does it: not every model has a parameter
    for it."""
    settings = prompt.settings
    system = [text_of_content(message["content"]) for message in prompt.messages if message["role"] == "system"]
    said: "list[dict[str, Any]]" = [
        {"role": message["role"], "content": anthropic(message["content"])}
        for message in prompt.messages
        if message["role"] != "system"
    ]
    if not said:
        said, system = [{"role": "user", "content": "\n\n".join(system)}], []
    if (schema := settings.get("response_schema")) is not None:
        text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
        system.append(f"Answer with a single JSON value and nothing else. It must match this JSON Schema:\n\n{text}")
    arguments: "dict[str, Any]" = {"messages": said}
    if system:
        arguments["system"] = "\n\n".join(system)
    arguments.update(_said(settings, {"model": "model", "temperature": "temperature"}))
    # Anthropic's API refuses a call without it.
    arguments["max_tokens"] = settings.get("max_tokens") or 4096
    if tools := settings.get("tools"):
        arguments["tools"] = [
            {
                **_said(tool, {"name": "name", "description": "description"}),
                "input_schema": {**(tool.get("parameters") or {}), "type": "object"},
            }
            for tool in tools
        ]
    return arguments


def to_langchain(prompt: Prompt) -> "dict[str, Any]":
    """What LangChain takes: `messages` for `invoke`, `model` for `init_chat_model`, and where the prompt has them `tools`
    for `bind_tools` and `response_schema` for `with_structured_output`.

        arguments = to_langchain(prompt)
        init_chat_model(**arguments["model"]).invoke(arguments["messages"])
    """
    settings = prompt.settings
    arguments: "dict[str, Any]" = {
        "messages": [(message["role"], message["content"]) for message in prompt.messages],
        "model": _said(settings, {key: key for key in ("model", "temperature", "max_tokens")}),
    }
    if tools := settings.get("tools"):
        arguments["tools"] = [_function(tool) for tool in tools]
    if (schema := settings.get("response_schema")) is not None:
        # LangChain names the answer by the title.
        arguments["response_schema"] = {"title": "answer", **schema}
    return arguments
