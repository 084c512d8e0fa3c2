"""Fuzzes the API: no request causes an internal error, and every response matches the contract."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


# Malformed requests do not depend on the engine, so the second run skips those phases.
PHASES = "fuzzing,stateful" if "TEST_DATABASE_URL" in os.environ else "examples,coverage,fuzzing,stateful"


def test_no_request_gets_an_answer_that_contradicts_the_contract(server, tmp_path):
    program = Path(sys.executable).with_name("schemathesis")
    run = subprocess.run(
        [
            *(program, "--config-file", HERE / "schemathesis.toml"),
            *("run", f"{server.url}/api/openapi.json", "--phases", PHASES),
        ],
        env=os.environ | {"PROMPTCASE_URL": server.url, "PYTHONPATH": str(HERE)},
        # State of one run must not affect the next.
        cwd=tmp_path,
    )
    assert run.returncode == 0, "schemathesis names every answer above"
    assert "internal error" not in server.log.read_text()
