"""Loads exports in the dialect of Prompty 1 with its own loader. Usage: check.py FOLDER; see ../foreign.py."""

import json
import pathlib
import sys

import prompty


def plain(text):
    return text.replace("\u200b", "").strip()


failures = 0
cases = sorted(pathlib.Path(sys.argv[1]).glob("*.expected"))
for path in cases:
    case = json.loads(path.read_text("utf-8"))
    if "template_kept" in case["warnings"]["prompty-1"]:
        continue
    try:
        file = path.with_suffix(".prompty")
        file.write_text(path.with_suffix(".prompty-1").read_text("utf-8"), "utf-8")
        loaded = prompty.load(str(file))
        assert set(loaded.inputs) == set(case["variables"]), loaded.inputs
        found = [(one["role"], plain(one["content"])) for one in prompty.prepare(loaded, case["values"])]
        wanted = [(one["role"], plain(one["content"])) for one in case["messages"]]
        assert found == wanted, f"\n  found  {found!r}\n  wanted {wanted!r}"
    except Exception as error:  # noqa: BLE001 - every failure of the loader is a finding
        failures += 1
        print(f"prompty 1, {case['name']}: {type(error).__name__}: {str(error)[:1500]}", file=sys.stderr)
print(f"{'prompty 1':36} {len(cases) - failures:4} of {len(cases)} read as meant")
sys.exit(1 if failures else 0)
