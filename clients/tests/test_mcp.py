"""The Model Context Protocol, as the official SDKs and the conformance suite see it: over HTTP, over standard input and
output against a server, and over a folder of files."""

import json
import os
import subprocess
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import mcp
import pytest
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

HERE = Path(__file__).resolve().parent
VARIABLES = {
    "type": "object",
    "properties": {
        "language": {"type": "string", "default": "Rust"},
        "focus": {"type": "string", "enum": ["speed", "safety"]},
    },
}


@pytest.fixture(scope="session")
def prompts(ada):
    ada.prompt("Code review", "Review {{language}} for {{focus}}.", content={"variables": VARIABLES})
    ada.prompt("Tone", "Be kind.")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prompts")
    content = {"segments": [{"type": "user", "content": "Review {{language}} for {{focus}}."}], "variables": VARIABLES}
    stored = {"title": "Code review", "structure_type": "standard", "content": content}
    (folder / "code-review.json").write_text(json.dumps(stored))
    (folder / "Tone.md").write_text("# Tone\n\nBe kind. {{> code-review}}\n")
    return folder


def environment(server, token) -> dict:
    return os.environ | {"PROMPTCASE_SERVER": server.url, "PROMPTCASE_TOKEN": token}


@asynccontextmanager
async def connected(how: str, server, ada, folder):
    """A client of the SDK. `auto` tries the newest protocol first, `legacy` begins with `initialize`."""
    transport, mode = how.split()
    if transport == "http":
        headers = {"Authorization": f"Bearer {ada.token}"}
        async with httpx.AsyncClient(headers=headers, timeout=60) as http:
            async with mcp.Client(streamable_http_client(f"{server.url}/mcp", http_client=http), mode=mode) as client:
                yield client
        return
    program = os.environ["PROMPTCASE_PROGRAM"]
    arguments = ["mcp", str(folder)] if transport == "folder" else ["mcp"]
    parameters = StdioServerParameters(command=program, args=arguments, env=environment(server, ada.token))
    async with mcp.Client(parameters, mode=mode) as client:
        yield client


WAYS = [f"{transport} {mode}" for transport in ("http", "forwarded", "folder") for mode in ("auto", "legacy")]


@pytest.mark.parametrize("way", WAYS)
async def test_python_sdk(way, server, ada, prompts, folder):
    async with connected(way, server, ada, folder) as client:
        listed = (await client.list_prompts()).prompts
        assert {"code-review", "tone"} <= {prompt.name for prompt in listed}
        review = next(prompt for prompt in listed if prompt.name == "code-review")
        assert [argument.name for argument in review.arguments] == ["language", "focus"]
        got = await client.get_prompt("code-review", {"focus": "speed"})
        assert got.messages[0].content.text == "Review Rust for speed."
        with pytest.raises(Exception, match="Prompt not found"):
            await client.get_prompt("nothing", {})

        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"search_prompts", "read_prompt", "fill_prompt"} <= tools
        assert ("save_draft" in tools) == (not way.startswith("folder"))
        found = await client.call_tool("search_prompts", {"query": "kind"})
        assert [prompt["name"] for prompt in found.structured_content["prompts"]] == ["tone"]
        filled = await client.call_tool("fill_prompt", {"name": "code-review", "values": {"focus": "safety"}})
        assert filled.content[0].text == "Review Rust for safety."
        refused = await client.call_tool("read_prompt", {"name": "nothing"})
        assert refused.is_error and refused.content[0].text == "Prompt not found"

        resources = (await client.list_resources()).resources
        tone = next(resource for resource in resources if resource.name == "tone")
        read = await client.read_resource(tone.uri)
        assert "Be kind." in read.contents[0].text


async def test_a_changed_folder_is_noticed(tmp_path, server, ada):
    (tmp_path / "one.md").write_text("# One\n\nFirst.\n")
    async with connected("folder legacy", server, ada, tmp_path) as client:
        assert client.server_capabilities.prompts.list_changed
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["one"]
        (tmp_path / "two.txt").write_text("Second.")
        (tmp_path / "one.md").unlink()
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["two"]


def forwarded(message: str, server, token: str) -> dict:
    """The answer to one line."""
    run = subprocess.run(
        [os.environ["PROMPTCASE_PROGRAM"], "mcp"],
        env=environment(server, token), input=message + "\n", capture_output=True, text=True, check=True, timeout=60,
    )
    return json.loads(run.stdout)


def test_what_cannot_be_forwarded_is_told(server):
    ping = '{"jsonrpc": "2.0", "id": 7, "method": "ping"}'
    told = forwarded(ping, server, "nonsense")
    assert told["id"] == 7 and "This API token is not valid" in told["error"]["message"]
    assert forwarded("{", server, "nonsense")["error"]["code"] == -32700


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_typescript_sdk(transport, server, ada, prompts):
    asked = {"url": f"{server.url}/mcp", "token": ada.token}
    if transport == "stdio":
        asked |= {"program": os.environ["PROMPTCASE_PROGRAM"], "env": environment(server, ada.token)}
    run = subprocess.run(["node", "mcp_client.mjs", json.dumps(asked)], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert {"code-review", "tone"} <= set(told["prompts"])
    assert told["text"] == "Review Rust for speed."
    assert told["filled"]["content"][0]["text"] == "Be kind."
    assert told["completed"]["completion"]["values"] == ["safety"]
    assert "Prompt not found" in told["failed"]


# What the suite asks of any server. Its other scenarios want the tools, prompts and resources of its own test server.
SCENARIOS = ["server-initialize", "ping", "prompts-list", "tools-list", "resources-list", "dns-rebinding-protection"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_conformance(scenario, server, ada, prompts):
    node = HERE / "node_modules" / ".bin" / "node"
    suite = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    with_token(ada, lambda url: conforms([node, suite, "server", "--url", url, "--scenario", scenario]), server)


def conforms(command) -> None:
    run = subprocess.run(command, cwd=HERE / "node_modules", capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr


def with_token(ada, test, server) -> None:
    """The suite sends no token, so a proxy adds it."""
    process = subprocess.Popen(
        ["node", HERE / "mcp_proxy.mjs", server.url, ada.token], stdout=subprocess.PIPE, text=True
    )
    try:
        port = process.stdout.readline().strip()
        test(f"http://127.0.0.1:{port}/mcp")
    finally:
        process.kill()
        process.wait()
