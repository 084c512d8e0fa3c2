"""A prompt as the arguments of other libraries."""

from __future__ import annotations

from typing import Any

from ._prompt import Prompt


def to_openai(prompt: Prompt) -> dict[str, Any]:
    """Arguments of OpenAI's `chat.completions.create`."""
    settings = prompt.settings
    names = {"model": "model", "temperature": "temperature", "max_tokens": "max_completion_tokens"}
    said = {theirs: settings[ours] for ours, theirs in names.items() if settings.get(ours) is not None}
    return {"messages": [dict(message) for message in prompt.messages], **said}


def to_anthropic(prompt: Prompt) -> dict[str, Any]:
    """Arguments of Anthropic's `messages.create`. System messages become `system`; a prompt of nothing else is said by
    the user."""
    settings = prompt.settings
    system = "\n\n".join(message["content"] for message in prompt.messages if message["role"] == "system")
    said = [dict(message) for message in prompt.messages if message["role"] != "system"]
    arguments: dict[str, Any] = {"messages": said or [{"role": "user", "content": system}]}
    if said and system:
        arguments["system"] = system
    for name in ("model", "temperature"):
        if settings.get(name) is not None:
            arguments[name] = settings[name]
    # Anthropic's API refuses a call without it.
    arguments["max_tokens"] = settings.get("max_tokens") or 4096
    return arguments


def to_langchain(prompt: Prompt) -> list[tuple[str, str]]:
    """Messages as LangChain takes them: `model.invoke(to_langchain(prompt))`."""
    return [(message["role"], message["content"]) for message in prompt.messages]
