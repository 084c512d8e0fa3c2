"""A prompt as the arguments of OpenAI, Anthropic and LangChain, with all that its settings say."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from wrong import TONE, Wrong

HERE = Path(__file__).resolve().parent
SCHEMA = {"type": "object", "properties": {"größe": {"type": "string"}}}
FIND = {"name": "find", "description": "Finds.", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}
SETTINGS = {
    "model": "gpt-5",
    "temperature": 0.5,
    "max_tokens": 300,
    "token_budget": 1000,
    "response_schema": SCHEMA,
    "tools": [FIND, {"name": "ping"}],
}
FUNCTIONS = [{"type": "function", "function": FIND}, {"type": "function", "function": {"name": "ping"}}]
SAID = "Answer with a single JSON value and nothing else. It must match this JSON Schema:\n\n"
SAID += '{"type":"object","properties":{"größe":{"type":"string"}}}'


def described(opened, wrong, roles, settings):
    messages = [{"role": role, "pieces": [{"text": f"I am {role}."}]} for role in roles]
    Wrong.how = TONE | {"messages": messages, "settings": settings, "problems": []}
    return opened(wrong).get("@ada/tone")


def test_everything_that_is_set_is_carried(opened, wrong):
    got = described(opened, wrong, ["system", "user"], SETTINGS)
    messages = [{"role": role, "content": f"I am {role}."} for role in ("system", "user")]
    assert got["openai"] == {
        "messages": messages,
        "model": "gpt-5",
        "temperature": 0.5,
        "max_completion_tokens": 300,
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}},
        "tools": FUNCTIONS,
    }
    assert got["anthropic"] == {
        "messages": messages[1:],
        "system": f"I am system.\n\n{SAID}",
        "model": "gpt-5",
        "temperature": 0.5,
        "max_tokens": 300,
        "tools": [
            {"name": "find", "description": "Finds.", "input_schema": FIND["parameters"]},
            {"name": "ping", "input_schema": {"type": "object"}},
        ],
    }
    langchain = json.loads(json.dumps(got["langchain"]).replace("maxTokens", "max_tokens").replace("responseSchema", "response_schema"))
    assert langchain == {
        "messages": [[one["role"], one["content"]] for one in messages],
        "model": {"model": "gpt-5", "temperature": 0.5, "max_tokens": 300},
        "tools": FUNCTIONS,
        "response_schema": {"title": "answer", **SCHEMA},
    }


def test_what_is_not_set_is_left_out(opened, wrong):
    got = described(opened, wrong, ["user"], {"model": None, "tools": []})
    messages = [{"role": "user", "content": "I am user."}]
    assert got["openai"] == {"messages": messages}
    assert got["anthropic"] == {"messages": messages, "max_tokens": 4096}
    assert json.loads(json.dumps(got["langchain"])) == {"messages": [["user", "I am user."]], "model": {}}
    # A prompt of the system alone is said by the user, and the schema is not.
    got = described(opened, wrong, ["system"], {"response_schema": SCHEMA})
    assert got["anthropic"] == {
        "messages": [{"role": "user", "content": "I am system."}],
        "system": SAID,
        "max_tokens": 4096,
    }


def test_images_are_for_the_user_alone(opened, wrong):
    image = "data:image/png;base64,iVBORw0KGgo="
    pieces = [{"text": "See "}, {"text": image, "image": image}]
    Wrong.how = TONE | {"messages": [{"role": role, "pieces": pieces} for role in ("system", "user")], "problems": []}
    got = opened(wrong).get("@ada/tone")
    parts = [{"type": "text", "text": "See "}, {"type": "image_url", "image_url": {"url": image}}]
    assert got["openai"]["messages"] == [
        {"role": "system", "content": "See \n\ndata:image/png (1 KB)"},
        {"role": "user", "content": parts},
    ]
    source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    assert got["anthropic"]["messages"] == [{"role": "user", "content": [parts[0], {"type": "image", "source": source}]}]


@pytest.mark.parametrize("roles", [["user"], ["system", "user", "assistant", "user"], ["system"]])
@pytest.mark.parametrize("settings", [{}, SETTINGS])
def test_official_libraries_take_the_arguments(opened, wrong, roles, settings):
    """Each argument is one that the library knows, and of its type."""
    from pydantic import TypeAdapter

    got = described(opened, wrong, roles, settings)
    for library, name, path in (
        ("openai", "CompletionCreateParamsNonStreaming", "openai.types.chat.completion_create_params"),
        ("anthropic", "MessageCreateParamsNonStreaming", "anthropic.types.message_create_params"),
    ):
        params = getattr(importlib.import_module(path), name)
        arguments = {"model": "m", **got[library]}
        assert set(arguments) <= set(params.__required_keys__) | set(params.__optional_keys__)
        TypeAdapter(params).validate_python(arguments)


def test_strict_projects_compile():
    """The examples of an application, and the Python client itself, with the strictest options."""
    strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature"]
    emit = ["--noEmit", "--skipLibCheck", "--verbatimModuleSyntax", "--isolatedModules", "--target", "ES2022"]
    for resolution in (["NodeNext", "NodeNext"], ["ESNext", "Bundler"]):
        module = ["--module", resolution[0], "--moduleResolution", resolution[1]]
        passed(["node_modules/.bin/tsc", *strict, *emit, *module, "strict_app.mts"])
    passed([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "../python/src/promptcase", "strict_app.py"])


def passed(program):
    source = HERE.parent / "python" / "src"
    ended = subprocess.run(program, cwd=HERE, env=os.environ | {"MYPYPATH": str(source)}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
