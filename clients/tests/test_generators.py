"""Clients that common generators write from `openapi.json` compile and read the answers of a server.

`openapi-python-client` is tried in `server/tests/contract`, with a whole journey."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

HERE = Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "openapi.json"
TOOLS = HERE / "node_modules" / ".bin"


def run(*command, cwd: Path) -> str:
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def owner(server):
    return server.person("Generated")


@pytest.fixture(scope="module")
def prompt(owner):
    segments = [{"type": "user", "content": "Hello {{name}}."}]
    made = owner.do("POST", "/api/prompts", {"title": "Greeting", "content": {"segments": segments}})
    owner.do("POST", f"/api/prompts/{made['id']}/versions", {"base_version": "1.0.0", "version_type": "minor", "changelog": "First"})
    return made


def test_the_contract_is_openapi_3_1_and_says_who_may_ask():
    contract = json.loads(CONTRACT.read_text())
    assert contract["openapi"].startswith("3.1.")
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            assert "security" in operation, f"{method} {path}"


def test_clients_in_typescript(server, owner, prompt, tmp_path):
    (tmp_path / "node_modules").symlink_to(HERE / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(CONTRACT, tmp_path / "openapi.json")
    shutil.copy(HERE / "generated_driver.ts", tmp_path / "driver.ts")
    output = {"target": "./orval/client.ts", "client": "fetch", "baseUrl": server.url}
    orval = {"promptcase": {"input": "./openapi.json", "output": output}}
    (tmp_path / "orval.config.cjs").write_text(f"module.exports = {json.dumps(orval)};")
    plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"]
    hey = {"input": "./openapi.json", "output": "./hey", "plugins": plugins}
    (tmp_path / "hey.config.mjs").write_text(f"export default {json.dumps(hey)};")
    compiler = {
        "target": "ES2022",
        "module": "ESNext",
        "moduleResolution": "bundler",
        "strict": True,
        "skipLibCheck": True,
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "types": [],
        "noEmit": True,
    }
    files = ["driver.ts", "schema.d.ts", "hey", "orval"]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": compiler, "include": files}))
    generators = [
        [TOOLS / "openapi-typescript", "openapi.json", "-o", "schema.d.ts"],
        [TOOLS / "openapi-ts", "-f", "hey.config.mjs"],
        [TOOLS / "orval", "--config", "orval.config.cjs"],
    ]
    started = [
        subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for command in generators
    ]
    for process in started:
        said, _ = process.communicate(timeout=600)
        assert process.returncode == 0, said
    run(TOOLS / "tsc", "-p", ".", cwd=tmp_path)
    bundle = ["driver.ts", "--bundle", "--platform=node", "--format=esm", "--outfile=driver.mjs", "--log-level=error"]
    run(TOOLS / "esbuild", *bundle, cwd=tmp_path)
    said = run("node", "driver.mjs", server.url, owner.token, prompt["id"], cwd=tmp_path)
    read = json.loads(said)
    assert sorted(read) == ["hey-api", "openapi-typescript", "orval"]
    for name, seen in read.items():
        assert seen["titles"] == ["Greeting"], name
        assert seen["content"] == "Hello {{name}}.", name
        assert seen["text"] == "Hello {{name}}.", name
        assert "First" in seen["versions"], name
        assert seen["missing"] == 404, name


def test_models_in_python_read_every_answer(server, owner, prompt, tmp_path):
    codegen = Path(sys.executable).with_name("datamodel-codegen")
    options = ["--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    run(codegen, "--input", CONTRACT, *options, "--target-python-version", "3.11", "--output", "models.py", cwd=tmp_path)
    spec = importlib.util.spec_from_file_location("models", tmp_path / "models.py")
    models = importlib.util.module_from_spec(spec)
    sys.modules["models"] = models
    spec.loader.exec_module(models)

    contract = json.loads(CONTRACT.read_text())
    values = {"id": prompt["id"], "handle": "me", "slug": "greeting"}
    needed = {"name": "greeting", "path": "/explorer"}
    read = 0
    for path, operations in contract["paths"].items():
        operation = operations.get("get")
        if operation is None:
            continue
        address = path
        for name, value in values.items():
            address = address.replace(f"{{{name}}}", value)
        schema = operation["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
        if "{" in address or "$ref" not in schema:
            continue
        query = {
            one["name"]: needed.get(one["name"], "")
            for one in operation.get("parameters", [])
            if one.get("required") and one["in"] == "query"
        }
        answer = owner.http.get(address, params=query)
        if answer.status_code != 200:
            continue
        model = getattr(models, schema["$ref"].rsplit("/", 1)[1])
        model.model_validate(answer.json())
        read += 1
    assert read >= 30, "most answers were read"
