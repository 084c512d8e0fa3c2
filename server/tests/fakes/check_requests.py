"""Checks request bodies with the official client libraries.

Reads `{"openai": [body, …], "anthropic": [body, …]}`. Each body must match the library's types, have no
unknown key, and be sent by the library as the same JSON.
"""

import json
import sys

import anthropic
import httpx
import httpx2
import openai
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
from pydantic import TypeAdapter

sent = []


def client_of(library):
    """An HTTP client that records requests. The two libraries use different generations of httpx."""

    def note(request):
        sent.append((request.url.path, json.loads(request.content)))
        return library.Response(200, text="data: [DONE]\n\n", headers={"content-type": "text/event-stream"})

    return library.Client(transport=library.MockTransport(note))


openai_client = openai.OpenAI(api_key="k", base_url="http://fake/v1", http_client=client_of(httpx2))
anthropic_client = anthropic.Anthropic(api_key="k", base_url="http://fake", http_client=client_of(httpx))

checks = {
    "openai": (CompletionCreateParamsStreaming, openai_client.chat.completions.create, "/v1/chat/completions"),
    "anthropic": (MessageCreateParamsStreaming, anthropic_client.messages.create, "/v1/messages"),
}

checked = 0
for provider, bodies in json.load(sys.stdin).items():
    params, create, path = checks[provider]
    for body in bodies:
        unknown = set(body) - set(params.__required_keys__) - set(params.__optional_keys__)
        assert not unknown, f"{provider} does not know {unknown}"
        TypeAdapter(params).validate_python(body)
        create(**body)
        assert sent.pop() == (path, body), f"{provider} would send something else than {body}"
        checked += 1
print(f"{checked} requests checked")
