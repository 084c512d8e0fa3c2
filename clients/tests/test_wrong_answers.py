"""A server that answers wrongly, slowly or not at all: a copy is used, and nothing wrong is kept or handed out."""

import datetime
import decimal
import fractions
import subprocess
import sys
import time
import uuid
import warnings
from pathlib import Path

import pytest
from kinds import DAY, Failed, eventually
from wrong import BODIES, RENDERED, TEXT, TONE, Wrong

WAYS = [*BODIES, "broken", "part", "slow", "slow body", "slow headers", "gzip", "unchanged", "redirect"]


@pytest.mark.parametrize("how", WAYS)
def test_a_wrong_answer_is_no_prompt(opened, wrong, tmp_path, how):
    client = opened(wrong, timeout=1.0, cache_dir=tmp_path)
    Wrong.how = how
    with pytest.raises(Failed, match="PromptUnavailable"):
        client.get("@ada/tone")
    Wrong.how = "ok"
    client.now += DAY
    assert client.get("@ada/tone")["text"] == TEXT
    Wrong.how = how
    client.now += DAY
    begun = time.time()
    got = client.get("@ada/tone")
    assert (got["text"], got["source"]) == (TEXT, "server" if how == "unchanged" else "cache")
    # A server that does not answer is waited for once, not by every call.
    client.now += 1
    assert client.get("@ada/tone", values={"name": "Ada"})["text"] == "Be kind, Ada."
    assert time.time() - begun < 2.5
    # What is wrong does not take the place of the copy.
    if how != "unchanged":
        Wrong.how = "broken"
        again = opened(wrong, timeout=1.0, cache_dir=tmp_path).get("@ada/tone", values={"name": "Ada"})
        assert (again["text"], again["source"]) == ("Be kind, Ada.", "cache")


def test_another_prompt_is_no_answer(opened, wrong):
    client = opened(wrong)
    client.get("@ada/tone")
    other = TONE | {"name": "@eve/other", "id": "019c0000-0000-7000-8000-000000000002"}
    client.now += DAY
    Wrong.how = other
    assert client.get("@ada/tone")["name"] == "@ada/tone"
    assert "another prompt" in client.errors()[0]
    # One that was renamed keeps its id, and one that was made anew has the name.
    for right in (TONE | {"name": "@ada/kind-tone"}, TONE | {"id": other["id"]}):
        client.now += DAY
        Wrong.how = right
        assert client.get("@ada/tone")["name"] == right["name"]
        assert client.errors() == []
        Wrong.how = "ok"
        client.now += DAY
        client.get("@ada/tone")
    # A cache on the way that passes over the query has another version or label.
    Wrong.how = "ok"
    for name in ("@ada/tone@1.0.1", "@ada/tone:production"):
        with pytest.raises(Failed, match="the answer is no prompt"):
            client.get(name)
    Wrong.how = TONE | {"label": "production"}
    assert client.get("@ada/tone:Production")["label"] == "production"
    with pytest.raises(Failed, match="the answer is no prompt"):
        client.get("@ada/tone@1.0.0")


def test_an_alarm_that_fails_stops_nothing(opened, wrong):
    client = opened(wrong, alarms=True)
    client.get("@ada/tone")
    for how in ("html", "broken", "refused"):
        Wrong.how = how
        client.now += DAY
        assert client.get("@ada/tone")["source"] == "cache"
        assert len(client.errors()) == 1


def test_values_that_the_server_should_render_have_an_answer_without_it(opened, wrong):
    client = opened(wrong)
    for how in ("broken", "html", "refused", RENDERED | {"messages": []}):
        Wrong.rendering = how
        for value, text in (("", "Be kind, ."), ([1, "é"], 'Be kind, [1,"é"].'), ({"a": 1}, 'Be kind, {"a":1}.')):
            client.now += DAY
            got = client.get("@ada/tone", values={"name": value})
            assert (got["text"], got["settings"], got["is_stale"]) == (text, {"model": "gpt-5"}, False)
            [problem] = got["problems"]
            assert (problem["kind"], problem["name"]) == ("not_rendered", "@ada/tone")
            assert len(client.errors()) == 1
    # The server is dead, and conditions decide about the text.
    Wrong.how = TONE | {"is_fixed": False, "messages": [*TONE["messages"], {"role": "user", "pieces": [{"text": "{{x.y}}", "variable": "x.y"}]}]}
    client.now += DAY
    assert len(client.get("@ada/tone")["messages"]) == 2
    Wrong.how = "html"
    client.now += DAY
    got = client.get("@ada/tone", values={"name": "Ada", "x": {"y": 2}})
    assert [one["content"] for one in got["messages"]] == ["Be kind, Ada.", "2"]
    assert ([one["kind"] for one in got["problems"]], got["is_stale"]) == (["not_rendered"], True)
    # A message of nothing is left out.
    got = client.get("@ada/tone", values={"name": "Ada", "x.y": ""})
    assert [one["content"] for one in got["messages"]] == ["Be kind, Ada."]


def test_no_prompt_is_empty(opened, wrong):
    Wrong.how = TONE | {"messages": [{"role": "user", "pieces": [{"text": "{{name}}", "variable": "name"}]}]}
    client = opened(wrong)
    client.get("@ada/tone")
    Wrong.how = "broken"
    for value in ("", " \n"):
        got = client.get("@ada/tone", values={"name": value})
        assert got["text"] == "{{name}}"
        assert [one["kind"] for one in got["problems"]] == ["missing_value", "not_rendered"]


def test_numbers_are_written_as_the_server_writes_them(opened, server, ada):
    ada.prompt("Numbers", "{{x}}")
    client = opened(server.url, token=ada.token)
    numbers = [0, 1, -1, 2**53 - 1, 0.5, -2.25, 1e-4, 1e-5, 1e-7, 1.5e-10, 123456.789, True, False, "1e5"]
    for number in numbers:
        rendered = ada.do("POST", "/api/fetch/me/numbers", {"values": {"x": number}})
        assert client.get("numbers", values={"x": number})["messages"] == rendered["messages"], number
    assert client.errors() == []
    # What the server refuses is told. It is filled in as it is, or not at all.
    for number, texts in ((1e16, {"10000000000000000"}), (2**53, {str(2**53)}), (float("nan"), {"{{x}}"}), (float("inf"), {"{{x}}"})):
        got = client.get("numbers", values={"x": number})
        assert got["text"] in texts and got["problems"][-1]["kind"] == "not_rendered"
        assert len(client.errors()) == 1


def test_settings_come_with_every_set_of_values(opened, own):
    server, ada = own
    settings = {"model": "gpt-5", "temperature": 0.2, "max_tokens": 50, "tools": [{"name": "find"}]}
    prompt = ada.prompt("Set", "Use {{x}}", content={"settings": settings})
    client = opened(server.url, token=ada.token)
    for value in ("1", "", [1], {"a": 1}):
        got = client.get("set", values={"x": value})
        assert got["settings"] == settings, value
        assert got["problems"] == []
    # The text and the settings are of one version.
    other = {"segments": [{"id": "s1", "order": 0, "type": "user", "content": "Try {{x}}"}], "settings": {"model": "o3"}}
    ada.do("PATCH", f"/api/prompts/{prompt['id']}", {"content": other})
    got = client.get("set", values={"x": [2]})
    assert (got["text"], got["settings"], got["version"]) == ("Try [2]", {"model": "o3"}, "1.0.1")
    # Copies of rendered texts have them too, also when the server is gone.
    server.kill()
    client.now += DAY
    got = client.get("set", values={"x": [2]})
    assert (got["text"], got["settings"], got["is_stale"]) == ("Try [2]", {"model": "o3"}, True)
    assert client.get("set", values={"x": [3]})["settings"] == {"model": "o3"}


def test_a_server_that_hangs_is_waited_for_once(opened, wrong, tmp_path):
    client = opened(wrong, timeout=1.0)
    client.get("@ada/tone")
    Wrong.how = "slow"
    client.now += DAY
    begun = time.time()
    for number in range(10):
        got = client.get("@ada/tone", values={"name": [number]})
        assert got["text"] == f"Be kind, [{number}]."
    assert time.time() - begun < 2.5
    # It is asked in the background meanwhile, for one text; then it renders again.
    Wrong.how = "ok"
    client.now += 11
    eventually(lambda: client.get("@ada/tone", values={"name": [1]})["text"] == "Be kind (rendered).")


def test_what_one_set_of_values_breaks_is_rendered_for_others(opened, wrong):
    client = opened(wrong)
    Wrong.rendering = "broken"
    assert client.get("@ada/tone", values={"name": [1]})["problems"]
    Wrong.rendering = "ok"
    assert client.get("@ada/tone", values={"name": [2]})["text"] == "Be kind (rendered)."


def test_whoever_changes_a_prompt_changes_no_copy(wrong):
    from promptcase import Promptcase

    client = Promptcase(wrong, cache_dir=None)
    client.get("@ada/tone").settings["model"] = "other"
    client.get("@ada/tone").messages.clear()
    got = client.get("@ada/tone")
    assert (got.settings, got.text) == ({"model": "gpt-5"}, TEXT)


def test_warnings_that_are_errors_stop_nothing(wrong):
    from promptcase import Promptcase

    now = time.time()
    client = Promptcase(wrong, cache_dir=None, now=lambda: now)
    client.get("@ada/tone")
    Wrong.how = "broken"
    now += DAY
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert client.get("@ada/tone").source == "cache"
        # Neither does a bundle that is not there.
        assert Promptcase(wrong, bundle="/nowhere.json", cache_dir=None)


def test_values_that_are_no_json_have_an_answer(wrong):
    from promptcase import Promptcase

    told = []
    client = Promptcase(wrong, cache_dir=None, on_error=told.append)
    loop = []
    loop.append(loop)
    for value in (object(), {1: 2, "a": {3}}, loop, 2j):
        got = client.get("@ada/tone", values={"name": value})
        assert (got.text, got.problems[-1]["kind"]) == (TEXT, "not_rendered")
    assert len(told) == 4
    # What JSON writes otherwise is written so.
    for value, text in (
        (datetime.date(2026, 12, 1), "2026-12-01"),
        (decimal.Decimal("1.50"), "1.50"),
        (fractions.Fraction(1, 4), "0.25"),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ):
        assert client.get("@ada/tone", values={"name": value}).text == f"Be kind, {text}."
        assert client.get("@ada/tone", values={"name": [value]}).text == "Be kind (rendered)."
    assert len(told) == 4


def test_a_process_that_ends_still_gets_its_prompt(wrong, tmp_path):
    """Threads cannot be started any more while Python ends."""
    program = f"""
import atexit, time
from promptcase import Promptcase
now = [time.time()]
client = Promptcase({wrong!r}, cache_dir={str(tmp_path)!r}, now=lambda: now[0])
client.get("@ada/tone")
now[0] += 20
atexit.register(lambda: print(client.get("@ada/tone").source))
"""
    source = Path(__file__).resolve().parents[1] / "python" / "src"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={"PYTHONPATH": str(source)}, timeout=30
    )
    assert (ended.stdout, ended.returncode) == ("cache\n", 0), ended.stderr


def test_one_client_serves_one_loop_after_another(wrong):
    import asyncio

    from promptcase import AsyncPromptcase

    now = time.time()
    client = AsyncPromptcase(wrong, cache_dir=None, now=lambda: now)
    for _ in range(3):
        now += DAY
        assert asyncio.run(client.get("@ada/tone")).source == "server"
