"""Prompts from a Promptcase server, kept for the time when it cannot be reached."""

from ._adapters import to_anthropic, to_langchain, to_openai
from ._client import AsyncPromptcase, Promptcase
from ._prompt import Message, Problem, Prompt, PromptRefused, PromptUnavailable

__all__ = [
    "AsyncPromptcase",
    "Message",
    "Problem",
    "Prompt",
    "PromptRefused",
    "PromptUnavailable",
    "Promptcase",
    "to_anthropic",
    "to_langchain",
    "to_openai",
]
