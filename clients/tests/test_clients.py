"""The client libraries against a real server: killed, slow, wrong, with a label moved meanwhile and the clock moved."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from kinds import DAY, Failed, eventually

HERE = Path(__file__).resolve().parent
VARIABLES = {"type": "object", "properties": {"language": {"type": "string", "default": "Rust"}, "n": {"type": "number"}}}


@pytest.fixture(scope="session")
def review(ada):
    content = {"variables": VARIABLES}
    prompt = ada.prompt("Review it", "Review {{language}}, {{n}} times.", content=content)
    conditional = {"template_language": "mustache"}
    ada.prompt("Sections", "Hi{{#names}} {{.}}{{/names}}!", content=conditional)
    return prompt


def test_values_fill_the_places_as_the_server_does(opened, server, ada, review):
    client = opened(server.url, token=ada.token)
    for values in [{}, {"language": "{{n}} $& \\ é"}, {"n": 2}, {"language": True}, {"language": ""}, {"n": 0.5, "x": [1]}]:
        got = client.get("review-it", values=values)
        rendered = ada.do("POST", "/api/fetch/me/review-it", {"values": values})
        assert got["messages"] == rendered["messages"], values
        assert [one["name"] for one in got["problems"]] == [one["name"] for one in rendered["problems"]]
    assert (got["name"], got["version"]) == ("@ada/review-it", "1.0.0")
    # Sections are rendered by the server.
    got = client.get("@ada/sections", values={"names": ["Ada", "Bob"]})
    assert got["text"] == "Hi Ada Bob!"
    assert client.errors() == []


def test_images_are_parts_of_messages(opened, server, ada):
    image, pixel = "https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo="
    assets = [{"type": "image", "title": title, "reference": address} for title, address in [("A", image), ("B", pixel)]]
    blocks = [{"title": "Look", "modules": [{"title": "It", "content": "At {{what}}."}], "assets": assets}]
    ada.do("POST", "/api/prompts", {"title": "Look", "structure_type": "advanced", "content": {"blocks": blocks}})
    client = opened(server.url, token=ada.token)
    got = client.get("look", values={"what": "it"})
    rendered = ada.do("POST", "/api/fetch/me/look", {"values": {"what": "it"}})
    assert got["messages"] == rendered["messages"] == got["openai"]["messages"]
    texts = ["# Look\n\n## It\n\nAt it.\n\nReferences:\n- A: ", "- B: "]
    parts = [
        {"type": "text", "text": texts[0]},
        {"type": "image_url", "image_url": {"url": image}},
        {"type": "text", "text": texts[1]},
        {"type": "image_url", "image_url": {"url": pixel}},
    ]
    assert got["messages"] == [{"role": "user", "content": parts}]
    # As a text an image is its address, or the kind and size of its data.
    assert got["text"] == "\n\n".join([texts[0], image, texts[1], "data:image/png (1 KB)"])
    assert json.loads(json.dumps(got["langchain"]))["messages"] == [["user", parts]]
    sources = {"type": "url", "url": image}, {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    [said] = got["anthropic"]["messages"]
    assert [said["content"][1]["source"], said["content"][3]["source"]] == list(sources)
    # What is no plain text is rendered by the server.
    assert client.get("look", values={"what": [1]})["messages"][0]["content"][1:] == parts[1:]


def test_a_moved_label_arrives_within_a_minute(opened, own):
    server, ada = own
    prompt = ada.prompt("Tone", "Be kind.")
    ada.label(prompt, "production", "1.0.0")
    ada.say(prompt, "Be brief.")
    client = opened(server.url, token=ada.token)
    assert client.get("tone", label="production")["text"] == "Be kind."
    ada.label(prompt, "production", "1.0.1")
    # Within its time a copy is used without a question.
    assert client.get("tone:production")["text"] == "Be kind."
    # Then it is used once more while the server is asked.
    client.now += 31
    got = client.get("tone:production")
    assert (got["text"], got["source"], got["is_stale"]) == ("Be kind.", "cache", False)
    eventually(lambda: client.get("tone:production")["text"] == "Be brief.")
    # After a minute nobody gets the old text.
    ada.label(prompt, "production", "1.0.0")
    client.now += 61
    got = client.get("tone:production")
    assert (got["text"], got["source"]) == ("Be kind.", "server")
    # A version is kept for ever.
    assert client.get("tone@1.0.1")["text"] == "Be brief."
    server.kill()
    client.now += 300 * DAY
    assert client.get("tone", version="1.0.1")["is_stale"] is False
    assert client.errors() == []


def test_a_killed_server_is_not_missed_for_a_day(opened, own, tmp_path):
    server, ada = own
    ada.prompt("Tone", "Be kind.")
    folder = tmp_path / "copies"
    client = opened(server.url, token=ada.token, cache_dir=folder)
    assert client.get("tone")["source"] == "server"
    server.kill()
    for moved in (40, DAY, -3 * DAY):
        client.now += moved
        got = client.get("tone")
        assert (got["text"], got["source"]) == ("Be kind.", "cache")
    eventually(client.errors)
    # Another process has the copy from the disk, and one without the token has not.
    assert opened(server.url, token=ada.token, cache_dir=folder).get("tone")["source"] == "cache"
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())
    with pytest.raises(Failed, match="PromptUnavailable"):
        opened(server.url, cache_dir=folder).get("tone")
    # When the server is back, so is its text.
    server.start()
    client.now += 10 * DAY
    assert client.get("tone")["source"] == "server"


def test_a_bundle_is_the_last_resort(opened, own, tmp_path):
    server, ada = own
    prompt = ada.prompt("Größe", "Be {{how}}.")
    ada.label(prompt, "production", "1.0.0")
    bundle = tmp_path / "promptcase.lock.json"
    environment = os.environ | {"PROMPTCASE_SERVER": server.url, "PROMPTCASE_TOKEN": ada.token}
    program = [os.environ["PROMPTCASE_PROGRAM"], "bundle", "-o", bundle]
    subprocess.run([*program, "@ada/größe:production", "größe"], env=environment, check=True)
    missing = subprocess.run([*program, "größe", "nothing"], env=environment, capture_output=True, text=True)
    assert missing.returncode == 4 and "Prompt not found" in missing.stderr
    ada.prompt("Blank", " \n")
    empty = subprocess.run([*program, "größe", "blank"], env=environment, capture_output=True, text=True)
    assert empty.returncode == 3 and "@me/blank has no text" in empty.stderr, empty
    assert set(json.loads(bundle.read_text())["prompts"]) == {"@ada/größe:production", "@me/größe"}
    server.kill()
    client = opened(server.url, token=ada.token, bundle=bundle)
    for name in ("@ada/größe:production", "größe", "@ada/größe", "GRÖSSE".replace("SS", "ß"), "@Ada/GRößE:PRODUCTION"):
        got = client.get(name, values={"how": "kind"})
        assert (got["text"], got["source"], got["is_stale"]) == ("Be kind.", "bundle", True)
    with pytest.raises(Failed, match="PromptUnavailable: @ada/other is not available"):
        client.get("@ada/other")
    # Neither another label nor a version is what was bundled, nor is the prompt of somebody else.
    for name in ("größe:production", "@ada/größe@1.0.0", "@bob/größe"):
        with pytest.raises(Failed, match="PromptUnavailable"):
            client.get(name)
    # A text that was changed by hand is not what was reviewed.
    bundle.write_text(bundle.read_text().replace("Be ", "Be un"))
    with pytest.raises(Failed, match="PromptUnavailable"):
        opened(server.url, bundle=bundle).get("größe")


def test_a_prompt_that_is_empty_without_values_has_a_text_with_them(opened, own):
    server, ada = own
    mustache = {"template_language": "mustache"}
    empty = {"variables": {"type": "object", "properties": {"x": {"type": "string", "default": ""}}}}
    ada.prompt("Section", "{{#x}}Hi {{.}}{{/x}}", content=mustache)
    ada.prompt("Default", "{{x}}", content=empty)
    client = opened(server.url, token=ada.token)
    assert client.get("section", values={"x": ["Ada"]})["text"] == "Hi Ada"
    assert client.get("default", values={"x": "Hi"})["text"] == "Hi"
    for name in ("section", "default"):
        with pytest.raises(Failed, match=f"PromptUnavailable: @ada/{name} is empty"):
            client.get(name)
    server.kill()
    client.now += DAY
    assert client.get("section", values={"x": ["Ada"]})["text"] == "Hi Ada"
    with pytest.raises(Failed, match="PromptUnavailable: @ada/section is empty: The server did not render"):
        client.get("section", values={"x": ["Bob"]})


def test_what_is_refused_is_told(opened, server, ada, review):
    client = opened(server.url)
    with pytest.raises(Failed, match="Prompt not found"):
        client.get("@ada/review-it")
    with pytest.raises(Failed, match="not a name"):
        client.get("not a/name/at all")
    with pytest.raises(Failed, match="label or a version"):
        client.get("review-it:a", version="1.0.0")


def test_a_refusal_is_told_and_makes_nothing_else_stale(opened, own):
    server, ada = own
    gone = ada.prompt("Gone", "Be gone.")
    ada.prompt("Tone", "Be kind.")
    client = opened(server.url, token=ada.token)
    assert (client.get("gone")["source"], client.get("tone")["source"]) == ("server", "server")
    ada.do("DELETE", f"/api/prompts/{gone['id']}")
    client.now += DAY
    # The application goes on with the copy, and is told each time: the server is not taken for down.
    for _ in range(2):
        got = client.get("gone")
        assert (got["text"], got["source"], got["is_stale"]) == ("Be gone.", "cache", True)
        [told] = client.errors()
        assert "404 Prompt not found" in told
    assert (client.get("tone")["source"], client.errors()) == ("server", [])


def test_packages_are_complete(tmp_path):
    """The wheel can be imported, and the npm package holds what it says."""
    packed = subprocess.run(
        ["npm", "pack", "--dry-run", "--json"], cwd=HERE.parent / "typescript", capture_output=True, text=True, check=True
    )
    files = {file["path"] for file in json.loads(packed.stdout)[0]["files"]}
    assert {"dist/index.js", "dist/index.d.ts", "README.md", "package.json"} <= files
    assert not any(path.startswith("src/") for path in files)
    assert shutil.which("node")
