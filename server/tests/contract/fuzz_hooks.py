"""Signs the fuzzer in: with one account, or with a new one for each request that ends a session or an account."""

import itertools
import json
import os
import uuid
from pathlib import Path

import httpx
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

SERVER = os.environ["PROMPTCASE_URL"]
# Signing in ends the current session.
BEGINS = ["register", "sign_in"]


def ask_for_the_password() -> list[str]:
    """Returns the operations whose body has the account's password: ten wrong ones exhaust the rate limit."""
    contract = json.loads((Path(__file__).parents[3] / "openapi.json").read_text())
    found = []
    for operation in (operation for path in contract["paths"].values() for operation in path.values()):
        for body in operation.get("requestBody", {}).get("content", {}).values():
            name = body["schema"].get("$ref", "").rsplit("/", 1)[-1]
            fields = contract["components"]["schemas"].get(name, {}).get("properties", {})
            if {"password", "current_password"} & fields.keys():
                found.append(operation["operationId"])
    return [operation for operation in found if operation not in BEGINS]


# These end the session on success or give it another token, or may not use up the attempts at the password of all.
ENDS = ["sign_out", "end_session", "end_other_sessions", "enable_two_factor", *ask_for_the_password()]

sessions: set[str] = set()
turns = itertools.cycle([False, False, False, True])
addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))


def new_session() -> str:
    form = {"full_name": "Fuzzer", "email": f"{uuid.uuid4()}@example.org", "password": "correct horse"}
    answer = httpx.post(f"{SERVER}/api/auth/register", json=form, headers={"X-Forwarded-For": next(addresses)})
    answer.raise_for_status()
    sessions.add(answer.cookies["session"])
    return answer.cookies["session"]


class Account:
    def get(self, case, context):
        return new_session()

    def set(self, case, session, context):
        case.cookies = {**(case.cookies or {}), "session": session}


schemathesis.auth(refresh_interval=None).apply_to(operation_id=ENDS)(Account)
schemathesis.auth(refresh_interval=10_000).skip_for(operation_id=ENDS + BEGINS)(Account)


def things(session: str) -> dict[str, str]:
    """Creates a resource of every kind, and returns their ids (of a version: its number) by the path segment before."""
    with httpx.Client(base_url=SERVER, cookies={"session": session}) as me:

        def post(path: str, body: dict | None = None) -> dict:
            answer = me.post(f"/api/{path}", json=body or {}, headers={"X-Forwarded-For": next(addresses)})
            answer.raise_for_status()
            return answer.json() if answer.content else {}

        title = {"title": "Something"}
        version = {"version_type": "minor", "base_version": "1.0.0"}
        made = {}
        for kind in ("prompts", "components"):
            made[kind] = post(kind, title)["id"]
            post(f"{kind}/{made[kind]}/versions", version)
            made[f"{kind}/versions"] = "1.1.0"
        made["collections"] = post("collections", title)["id"]
        items = f"collections/{made['collections']}/items"
        made["items"] = post(items, {"prompt_ids": [made["prompts"]]})["items"][0]["id"]
        deleted = post("prompts", title)["id"]
        me.delete(f"/api/prompts/{deleted}")
        made["trash"] = deleted
        made["profile"] = me.get("/api/profile").json()["id"]
        # An account may have only so many tokens.
        tokens = me.get("/api/auth/tokens").json()["items"] or [post("auth/tokens", {"name": "Fuzzer", "password": "correct horse", "scope": "read"})]
        made["tokens"] = tokens[0]["id"]
        made["sessions"] = me.get("/api/auth/sessions").json()["items"][0]["id"]
    return made


# The session these resources belong to, and their ids by kind.
known: tuple[str, dict[str, str]] = ("", {})
uses = itertools.count()


def real_ids(case) -> dict[str, str]:
    """Returns an existing id for each path parameter. The resources are recreated after every fifty requests."""
    global known
    session = (case.cookies or {}).get("session")
    # The fuzzer also sends invalid cookies.
    if session not in sessions:
        return {}
    if session != known[0] or next(uses) % 50 == 0:
        known = (session, things(session))
    made, ids, kind = known[1], {}, ""
    for segment in case.path.strip("/").split("/")[1:]:
        name = segment.strip("{}")
        if segment == name:
            kind = f"{kind}/versions" if segment == "versions" else segment
        elif name == "type":
            ids[name] = "prompt"
        elif kind in made:
            ids[name] = made[kind]
    return ids


@schemathesis.hook
def before_call(context, case, kwargs):
    """Sends each request from a different address, because rate limits apply by address and are tested elsewhere. Three
    requests in four use existing ids, because others only yield 404. Stateful tests find their own ids."""
    case.headers = {**(case.headers or {}), "X-Forwarded-For": next(addresses)}
    is_journey = case.meta is None or case.meta.phase.name == TestPhase.STATEFUL
    if is_journey or case.meta.is_negative_at(ParameterLocation.PATH) or next(turns):
        return
    if case.path_parameters:
        case.path_parameters = case.path_parameters | real_ids(case)
