"""Starts a server for the tests of this folder: the shipped program with an empty data folder, and an account."""

import http.server
import os
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from kinds import KINDS
from wrong import Wrong

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))


def free_port() -> int:
    """Returns an unused port below the system's ephemeral range, so that it is not reassigned before use."""
    while True:
        port = random.randrange(10_240, 32_240)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """A server that can be killed and started again on its port and data."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self) -> None:
        settings = {
            "LISTEN": f"127.0.0.1:{self.port}",
            "PUBLIC_URL": self.url,
            "DATA_DIR": str(self.folder / "data"),
            "UNSAFE_FAST_PASSWORDS": "true",
            "LOG": "warn",
        }
        with (self.folder / "log").open("ab") as stderr:
            program = [os.environ["PROMPTCASE_SERVER"]]
            self.process = subprocess.Popen(program, env=os.environ | settings, stderr=stderr)
        for _ in range(1_200):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            try:
                if httpx.get(f"{self.url}/readyz").is_success:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server did not become ready")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def person(self, name: str) -> "Person":
        return Person(self, name)


class Person:
    """A signed-in account with a token that may write."""

    def __init__(self, server: Server, name: str):
        self.http = httpx.Client(base_url=server.url, timeout=60)
        form = {"full_name": name, "email": f"{name.lower()}@example.org", "password": "correct horse"}
        self.do("POST", "/api/auth/register", form)
        self.token = self.new_token(scope="write")

    def do(self, method: str, path: str, body=None):
        answer = self.http.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def new_token(self, **fields) -> str:
        return self.do("POST", "/api/auth/tokens", {"name": "Test", "password": "correct horse", **fields})["token"]

    def prompt(self, title: str, text: str, **fields) -> dict:
        content = {"segments": [{"id": "s1", "order": 0, "type": "user", "content": text}]}
        content |= fields.pop("content", {})
        return self.do("POST", "/api/prompts", {"title": title, "content": content, **fields})

    def say(self, prompt: dict, text: str) -> dict:
        """Saves another text."""
        content = {"segments": [{"id": "s1", "order": 0, "type": "user", "content": text}]}
        return self.do("PATCH", f"/api/prompts/{prompt['id']}", {"content": content})

    def label(self, prompt: dict, name: str, version: str) -> None:
        self.do("PUT", f"/api/prompts/{prompt['id']}/labels/{name}", {"version": version, "confirm": True})


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def ada(server):
    return server.person("Ada")


@pytest.fixture(params=KINDS)
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


@pytest.fixture(scope="session")
def wrong_server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Wrong)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@pytest.fixture
def wrong(wrong_server):
    """The address of a server that answers as `Wrong` is told."""
    Wrong.how, Wrong.rendering, Wrong.elsewhere = "ok", "ok", None
    Wrong.asked.clear()
    return wrong_server
