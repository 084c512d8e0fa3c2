"""Starts a server for the tests of this folder: the shipped program with an empty data folder."""

import os
import random
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[3]
# Two runs execute in parallel.
GENERATED = ROOT / "target" / "contract" / ("postgresql" if "TEST_DATABASE_URL" in os.environ else "sqlite")


@dataclass
class Server:
    url: str
    log: Path


def free_port() -> int:
    """Returns an unused port below the system's ephemeral range, so that it is not reassigned before use."""
    while True:
        port = random.randrange(10_240, 32_240)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Runs the program named by `PROMPTCASE_SERVER`, on PostgreSQL if `scripts/with-postgres` started one."""
    folder = tmp_path_factory.mktemp("server")
    port, log = free_port(), folder / "log"
    settings = {
        "LISTEN": f"127.0.0.1:{port}",
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "DATA_DIR": str(folder / "data"),
        "DEFAULT_PLAN": "pro",
        # The fuzzer sends a different client address with each request, so that no per-address rate limit
        # applies.
        "TRUSTED_PROXIES": "1",
        # With a user's own key the fuzzer would reach a real provider: nothing listens at this proxy.
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "LOG": os.environ.get("LOG", "warn"),
    }
    if postgres := os.environ.get("TEST_DATABASE_URL"):
        settings["DATABASE_URL"] = f"{postgres}/postgres"
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            [os.environ["PROMPTCASE_SERVER"]], env=os.environ | settings, stderr=stderr
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_ready(url, process, log)
        yield Server(url, log)
    finally:
        process.terminate()
        assert process.wait(timeout=40) == 0, "the server did not stop as asked"


def wait_until_ready(url: str, process: subprocess.Popen, log: Path) -> None:
    for _ in range(1_200):
        assert process.poll() is None, log.read_text()
        try:
            if httpx.get(f"{url}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("the server did not become ready")


def pytest_configure(config):
    """Generates the client for each run and makes it importable as `promptcase_client`. Fails if the generator cannot read
    a part of the contract."""
    subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--overwrite"),
            *("--fail-on-warning", "--path", ROOT / "openapi.json", "--config", Path(__file__).with_name("client.yaml")),
            *("--output-path", GENERATED / "promptcase_client"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    sys.path.insert(0, str(GENERATED))
