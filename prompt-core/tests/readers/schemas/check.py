"""Validates values with Python's jsonschema and compares the outcomes with ours: a file of [schema, value, holds]."""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

cases = json.loads((Path(sys.argv[1]) / "cases.json").read_text(encoding="utf-8"))
wrong = 0
holding = 0
for schema, value, holds in cases:
    Draft202012Validator.check_schema(schema)
    theirs = Draft202012Validator(schema).is_valid(value)
    holding += theirs
    if theirs != holds:
        wrong += 1
        if wrong <= 10:
            print(f"jsonschema says {theirs}, we say {holds}: {json.dumps(value)} against {json.dumps(schema)}")
print(f"{len(cases)} values, {holding} of them valid, {wrong} outcomes differ")
sys.exit(1 if wrong or not 0 < holding < len(cases) else 0)
