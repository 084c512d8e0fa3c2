"""Copies in memory and on disk: what is kept, and for how long."""

import json
import os
import time

import pytest
from kinds import DAY, Failed, TypeScript
from wrong import TEXT, Wrong


def test_what_people_fill_in_stays_off_the_disk(opened, wrong, tmp_path):
    folder = tmp_path / "copies"
    client = opened(wrong, cache_dir=folder)
    assert client.get("@ada/tone", values={"name": ["Wiltshire"]})["text"] == "Be kind (rendered)."
    assert client.get("@ada/tone", values={"name": "Wiltshire"})["text"] == "Be kind, Wiltshire."
    assert [path for path in folder.iterdir() if "Wiltshire" in path.read_text()] == []
    # A copy that is being written has a longer name.
    assert len(list(folder.glob("*.json"))) == 1
    # What may not be stored leaves the disk, and is in memory while the server is down.
    folder = tmp_path / "others"
    client = opened(wrong, cache_dir=folder)
    client.get("@ada/tone")
    assert len(list(folder.iterdir())) == 1
    Wrong.how = "no store"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "server"
    assert list(folder.iterdir()) == []
    Wrong.how = "broken"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "cache"


def test_what_caches_on_the_way_had_for_some_time_is_older(opened, wrong):
    client = opened(wrong)
    Wrong.how = "aged"
    assert client.get("@ada/tone")["source"] == "server"
    client.now += 4
    assert client.get("@ada/tone")["source"] == "cache"
    assert Wrong.asked == ["GET"]
    client.now += 36
    assert client.get("@ada/tone")["source"] == "server"
    # What a browser keeps would come on top.
    if isinstance(client, TypeScript):
        assert client.do("modes") == ["no-store", "no-store"]


def test_the_folder_of_copies_is_bounded(opened, wrong, tmp_path):
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
    assert opened(wrong, cache_dir=tmp_path).get("@ada/tone")["text"] == TEXT
    assert own.exists() and other.exists()
    # A newer copy may be being written beside them meanwhile.
    left = {path.name for path in tmp_path.glob("*.json")}
    assert len(left) == 1_001
    assert f"{50:064x}.json" in left and not {f"{0:064x}.json", f"{49:064x}.json", f"{1_199:064x}.json"} & left


SPOILED = {
    "empty": lambda text: "",
    "cut": lambda text: text[:80],
    "another text": lambda text: text.replace("Be kind", "Be cruel"),
    "another time": lambda text: text.replace('"at":', '"at": 9'),
    "deep": lambda text: "[" * 100_000,
    "null": lambda text: "null",
    "plain JSON": lambda text: text.split("\n", 1)[1],
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_file_that_was_changed_is_no_copy(opened, wrong, tmp_path, how):
    opened(wrong, cache_dir=tmp_path).get("@ada/tone")
    [path] = tmp_path.iterdir()
    right = path.read_text()
    path.write_text(SPOILED[how](right))
    assert path.read_text() != right
    Wrong.how = "broken"
    with pytest.raises(Failed, match="PromptUnavailable"):
        opened(wrong, cache_dir=tmp_path).get("@ada/tone")
    Wrong.how = "ok"
    assert opened(wrong, cache_dir=tmp_path).get("@ada/tone")["text"] == TEXT
    # The file of one prompt is no copy of another.
    for other in tmp_path.iterdir():
        other.rename(tmp_path / path.name)
    Wrong.how = "broken"
    assert opened(wrong, cache_dir=tmp_path).get("@ada/tone")["source"] == "cache"


def test_a_folder_that_is_none_costs_copies_and_nothing_else(opened, wrong, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    opened(wrong, cache_dir=tmp_path).get("@ada/tone")
    [path] = [one for one in tmp_path.iterdir() if one != file]
    path.unlink()
    path.mkdir()
    for folder in (file, file / "below", tmp_path):
        assert opened(wrong, cache_dir=folder).get("@ada/tone")["text"] == TEXT
    assert file.read_text() == "mine"
    assert [one.name for one in tmp_path.iterdir() if one.name.count(".") > 1] == []


def test_what_is_used_stays_in_memory(opened, wrong):
    client = opened(wrong)
    for number in range(1_100):
        # Lists are rendered by the server.
        client.get("@ada/tone", values={"name": [number]})
    Wrong.how = "broken"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "cache"


def test_a_bundle_that_is_none_is_told_and_not_used(opened, wrong, tmp_path):
    bundle = tmp_path / "promptcase.lock.json"
    for text in ("[]", '"x"', "1", '{"prompts": null}', '{"prompts": []}'):
        bundle.write_text(text)
        client = opened(wrong, bundle=bundle)
        assert client.get("@ada/tone")["text"] == TEXT
        [told] = client.errors()
        assert "the bundle is not used" in told
    for entry in (None, 5, {"prompt": 5}, {"sha256": "x", "prompt": None}):
        bundle.write_text(json.dumps({"version": 1, "prompts": {"@ada/tone": entry}}))
        with pytest.raises(Failed, match="PromptUnavailable"):
            opened("http://127.0.0.1:9", bundle=bundle).get("@ada/tone")
