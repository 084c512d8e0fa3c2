"""Renders templates with Jinja2 and compares the texts with ours. Usage: jinja.py FILE, a JSON list of
{"template", "values", "text"}. The environment is that of a prompt: no escaping, and a line break at the end stays."""

import json
import sys

import jinja2

environment = jinja2.Environment(
    autoescape=False, keep_trailing_newline=True, undefined=jinja2.ChainableUndefined, extensions=["jinja2.ext.loopcontrols"]
)
cases = json.loads(open(sys.argv[1], encoding="utf-8").read())
wrong = 0
for case in cases:
    try:
        text = environment.from_string(case["template"]).render(case["values"])
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
    if text != case["text"]:
        wrong += 1
        print(f"{case['template']!r}\n  with {json.dumps(case['values'])[:300]}\n  jinja2 {text!r}\n  ours   {case['text']!r}")
print(f"{len(cases) - wrong} of {len(cases)} templates give the text of jinja2 {jinja2.__version__}")
sys.exit(1 if wrong else 0)
