"""The client libraries against a real server: killed, slow, wrong, with a label moved meanwhile and the clock moved."""

import asyncio
import http.server
import json
import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import httpx
import pytest
from conftest import Server

HERE = Path(__file__).resolve().parent
VARIABLES = {"type": "object", "properties": {"language": {"type": "string", "default": "Rust"}, "n": {"type": "number"}}}
SETTINGS = {"model": "gpt-5", "temperature": 0.5, "max_tokens": 300}
DAY = 86_400.0


class Failed(Exception):
    pass


class Sync:
    """The client that waits."""

    def __init__(self, url, **options):
        from promptcase import Promptcase

        self.kind, self.now, self.told = Promptcase, time.time(), []
        self.client = self.kind(url, now=lambda: self.now, on_error=lambda error: self.told.append(str(error)), **options)

    def get(self, name, **options):
        return self.described(lambda: self.client.get(name, **options))

    def described(self, ask):
        from promptcase import to_anthropic, to_langchain, to_openai

        try:
            prompt = ask()
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from error
        fields = ("name", "title", "version", "label", "messages", "text", "settings", "problems", "source", "is_stale")
        return {name: getattr(prompt, name) for name in fields} | {
            "openai": to_openai(prompt),
            "anthropic": to_anthropic(prompt),
            "langchain": [list(pair) for pair in to_langchain(prompt)],
        }

    def errors(self):
        told, self.told = self.told, []
        return told

    def close(self):
        pass


class Async(Sync):
    """The client to await, on a loop of its own."""

    def __init__(self, url, **options):
        from promptcase import AsyncPromptcase

        self.now, self.told = time.time(), []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.client = AsyncPromptcase(
            url, now=lambda: self.now, on_error=lambda error: self.told.append(str(error)), **options
        )

    def get(self, name, **options):
        ask = self.client.get(name, **options)
        return self.described(lambda: asyncio.run_coroutine_threadsafe(ask, self.loop).result(60))

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)


class TypeScript:
    """The client in Node."""

    def __init__(self, url, *, timeout=2.0, bundle=None, cache_dir=None, token=None):
        if bundle is not None:
            bundle = json.loads(Path(bundle).read_text())
        self.process = subprocess.Popen(
            ["node", HERE / "client_driver.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._now = time.time()
        options = {"server": url, "timeout": timeout * 1000, "bundle": bundle}
        options["cache_dir"] = None if cache_dir is None else str(cache_dir)
        if token:
            options["token"] = token
        self.do("clock", at=self._now)
        self.do("open", **options)

    def do(self, command, **options):
        self.process.stdin.write(json.dumps({"command": command, **options}) + "\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline())
        if "error" in told:
            raise Failed(told["error"])
        return told["result"]

    def get(self, name, **options):
        return self.do("get", name=name, **options)

    def errors(self):
        return self.do("errors")

    @property
    def now(self):
        return self._now

    @now.setter
    def now(self, at):
        self._now = at
        self.do("clock", at=at)

    def close(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(params=[Sync, Async, TypeScript])
def opened(request):
    """Opens clients of one kind, and closes them."""
    clients = []

    def open_client(url, **options):
        clients.append(request.param(url, **({"cache_dir": None} | options)))
        return clients[-1]

    yield open_client
    for client in clients:
        client.close()


@pytest.fixture
def own(tmp_path):
    """A server of this test, which it may kill, and an account."""
    server = Server(tmp_path)
    server.start()
    yield server, server.person("Ada")
    server.kill()


def eventually(look, patience=20.0):
    end = time.time() + patience
    while True:
        if found := look():
            return found
        assert time.time() < end, "it did not happen"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def review(ada):
    content = {"variables": VARIABLES, "settings": SETTINGS}
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


def test_a_prompt_becomes_the_arguments_of_other_libraries(opened, server, ada, review):
    got = opened(server.url, token=ada.token).get("review-it", values={"n": 1})
    messages = [{"role": "user", "content": "Review Rust, 1 times."}]
    settings = {"model": "gpt-5", "temperature": 0.5}
    assert got["openai"] == {"messages": messages, **settings, "max_completion_tokens": 300}
    assert got["anthropic"] == {"messages": messages, **settings, "max_tokens": 300}
    assert got["langchain"] == [["user", "Review Rust, 1 times."]]


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
    assert set(json.loads(bundle.read_text())["prompts"]) == {"@ada/größe:production", "@me/größe"}
    server.kill()
    client = opened(server.url, token=ada.token, bundle=bundle)
    for name in ("@ada/größe:production", "größe"):
        got = client.get(name, values={"how": "kind"})
        assert (got["text"], got["source"], got["is_stale"]) == ("Be kind.", "bundle", True)
    with pytest.raises(Failed, match="PromptUnavailable: @ada/other is not available"):
        client.get("@ada/other")
    # A text that was changed by hand is not what was reviewed.
    bundle.write_text(bundle.read_text().replace("Be ", "Be un"))
    with pytest.raises(Failed, match="PromptUnavailable"):
        opened(server.url, bundle=bundle).get("größe")


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


def test_what_people_fill_in_stays_off_the_disk(opened, server, ada, review, wrong, tmp_path):
    folder = tmp_path / "copies"
    client = opened(server.url, token=ada.token, cache_dir=folder)
    assert client.get("sections", values={"names": ["Wiltshire"]})["text"] == "Hi Wiltshire!"
    assert [path for path in folder.iterdir() if "Wiltshire" in path.read_text()] == []
    assert len(list(folder.iterdir())) == 1
    # What may not be stored leaves the disk, and is in memory while the server is down.
    folder = tmp_path / "others"
    client = opened(wrong, cache_dir=folder)
    Wrong.how = "ok"
    client.get("@ada/tone")
    assert len(list(folder.iterdir())) == 1
    Wrong.how = "no store"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "server"
    assert list(folder.iterdir()) == []
    Wrong.how = "broken"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "cache"


def test_the_folder_of_copies_is_bounded(opened, wrong, tmp_path):
    Wrong.how = "ok"
    opened(wrong, cache_dir=tmp_path).get("@ada/tone")
    [own] = tmp_path.iterdir()
    month = time.time() - 31 * DAY
    for number in range(1_200):
        path = tmp_path / f"{number:064x}.json"
        path.write_text("{}")
        at = month if number < 50 else time.time() - 3_600 - number
        os.utime(path, (at, at))
    other = tmp_path / "notes.json"
    other.write_text("{}")
    os.utime(other, (month, month))
    # A copy that was read lately stays, whatever else is deleted.
    assert opened(wrong, cache_dir=tmp_path).get("@ada/tone")["text"] == "Be kind."
    assert own.exists() and other.exists()
    # A newer copy may be being written beside them meanwhile.
    left = {path.name for path in tmp_path.glob("*.json")}
    assert len(left) == 1_001
    assert f"{50:064x}.json" in left and not {f"{0:064x}.json", f"{49:064x}.json", f"{1_199:064x}.json"} & left


class Wrong(http.server.BaseHTTPRequestHandler):
    """A server that answers as it is told, or not."""

    how = "ok"

    def do_GET(self):
        body = {"name": "@ada/tone", "version": "1.0.0", "messages": [{"role": "user", "pieces": [{"text": "Be kind."}]}]}
        answers = {
            "ok": (200, json.dumps(body)),
            "broken": (500, "oops"),
            "html": (200, "<html>Sign in to the proxy</html>"),
            "empty": (200, ""),
            "nothing": (200, "{}"),
            "no messages": (200, json.dumps(body | {"messages": []})),
            "no text": (200, json.dumps(body | {"messages": [{"role": "user", "pieces": [{"text": " "}]}]})),
            "unchanged": (304, ""),
            "redirect": (302, ""),
        }
        if Wrong.how == "slow":
            time.sleep(3)
        status, text = answers.get(Wrong.how, answers["ok"])
        self.send_response(status)
        if Wrong.how == "no store":
            self.send_header("Cache-Control", "private, No-Store")
        if Wrong.how == "redirect":
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        try:
            self.wfile.write(text.encode())
        except OSError:
            pass

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def wrong():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Wrong)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


WAYS = ["broken", "html", "empty", "nothing", "no messages", "no text", "slow", "unchanged", "redirect"]


@pytest.mark.parametrize("how", WAYS)
def test_a_wrong_answer_is_no_prompt(opened, wrong, how):
    client = opened(wrong, timeout=0.5)
    Wrong.how = how
    with pytest.raises(Failed, match="PromptUnavailable"):
        client.get("@ada/tone")
    Wrong.how = "ok"
    client.now += DAY
    assert client.get("@ada/tone")["text"] == "Be kind."
    Wrong.how = how
    client.now += DAY
    begun = time.time()
    got = client.get("@ada/tone")
    assert (got["text"], got["source"]) == ("Be kind.", "server" if how == "unchanged" else "cache")
    # A server that does not answer is waited for once, not by every call.
    client.now += 1
    assert client.get("@ada/tone")["text"] == "Be kind."
    assert time.time() - begun < 1.5


def test_packages_are_complete(tmp_path):
    """The wheel can be imported, and the npm package holds what it says."""
    packed = subprocess.run(
        ["npm", "pack", "--dry-run", "--json"], cwd=HERE.parent / "typescript", capture_output=True, text=True, check=True
    )
    files = {file["path"] for file in json.loads(packed.stdout)[0]["files"]}
    assert {"dist/index.js", "dist/index.d.ts", "README.md", "package.json"} <= files
    assert not any(path.startswith("src/") for path in files)
    assert shutil.which("node")
