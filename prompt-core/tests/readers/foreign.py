"""Reads exports to the formats of other tools with those tools' loaders, and renders them with the same values.

Usage: foreign.py FOLDER. The folder holds, for each case, N.expected (JSON: the values, the messages as we render them)
and a file N.FORMAT for each format.
"""

import json
import pathlib
import re
import sys
import tempfile
import warnings

import frontmatter
import tomli
import yaml
from langchain_core.load import loads
from langfuse.api import Prompt_Chat, Prompt_Text
from langfuse.model import ChatPromptClient, TextPromptClient
from skills_ref import validate


# The loader of LangChain says that it is a beta.
warnings.simplefilter("ignore")


class Case:
    """One prompt, the values, and what a model should get."""

    def __init__(self, path):
        data = json.loads(path.read_text("utf-8"))
        self.path = path
        self.name = data["name"]
        self.values = data["values"]
        self.variables = data["variables"]
        self.messages = [(one["role"], plain(one["content"])) for one in data["messages"]]
        self.parts = [(one["role"], flat(one["content"])) for one in data["parts"]]
        self.text = plain("\n\n".join(one["content"] for one in data["messages"]))
        self.without_values = plain(data["without_values"])
        self.warnings = data["warnings"]

    def read(self, name):
        return self.path.with_suffix(f".{name}").read_bytes().decode("utf-8")

    def is_left_to_the_reader(self, name):
        """Whether the export warned that the tool would read the text in another way."""
        return {"braces_read_as_variable", "template_kept"} & set(self.warnings[name])


def plain(text):
    return text.replace("\u200b", "").strip()


def flat(content):
    """A content as a list of its texts and the addresses of its images, in the forms of OpenAI and Anthropic."""
    if isinstance(content, str):
        return [plain(content)]
    parts = []
    for part in content:
        source = part.get("source") or {}
        data = f"data:{source.get('media_type')};base64,{source.get('data')}"
        parts.append(
            plain(part["text"])
            if part["type"] == "text"
            else part["image_url"]["url"]
            if part["type"] == "image_url"
            else source.get("url", data)
        )
    return parts


def equal(found, wanted, where):
    assert found == wanted, f"{where}\n  found  {found!r}\n  wanted {wanted!r}"


def replaced(text, pattern, value):
    """A text in which each match is replaced once, and no value is read again."""
    return plain(re.sub(pattern, value, text))


def check_markdown(case, name):
    """Skills, agents and rules have no variables: the text is the one without values."""
    post = frontmatter.loads(case.read(name))
    equal(plain(post.content), case.without_values, "text")
    if name in ("skill", "claude-agent"):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", post["name"]), post["name"]
        assert 1 <= len(post["description"]) <= 1024


def check_skill(case, name):
    check_markdown(case, name)
    with tempfile.TemporaryDirectory() as folder:
        skill = pathlib.Path(folder) / frontmatter.loads(case.read(name))["name"]
        skill.mkdir()
        (skill / "SKILL.md").write_text(case.read(name), "utf-8")
        equal(validate(skill), [], "skills-ref")


def check_agents_md(case, name):
    equal(plain(case.read(name)), case.without_values, "text")


def check_command(case, name):
    post = frontmatter.loads(case.read(name))
    given = [case.values[one] for one in case.variables]
    text = replaced(post.content, r"\$(ARGUMENTS|\d)", lambda m: given[0] if m[1] == "ARGUMENTS" else given[int(m[1]) - 1])
    equal(text, case.text, "text")
    hint = post.get("argument-hint", "")
    equal(hint, " ".join(f"[{one}]" for one in case.variables), "argument-hint")


def check_vscode(case, name):
    text = replaced(frontmatter.loads(case.read(name)).content, r"\$\{input:([^}:]+)\}", lambda m: case.values[m[1]])
    equal(text, case.text, "text")


def check_gemini(case, name):
    # Of Gemini CLI only the rules can be checked: prompt is required, description is a text.
    command = tomli.loads(case.read(name))
    equal(set(command), {"prompt", "description"}, "keys")
    if len(case.variables) > 1:
        assert "one_argument" in case.warnings[name]
        return
    text = replaced(command["prompt"], r"\{\{args\}\}", lambda _: case.values[case.variables[0]])
    equal(text, case.text, "text")


def in_braces(case, text):
    return replaced(text, r"\{\{([^{}\s]+)\}\}", lambda m: str(case.values.get(m[1], m[0])))


def in_content(case, content):
    return [in_braces(case, part) for part in flat(content)]


def check_github(case, name):
    file = yaml.safe_load(case.read(name))
    assert set(file) <= {"name", "description", "messages"}, file
    equal([(one["role"], in_braces(case, one["content"])) for one in file["messages"]], case.messages, "messages")


def check_openai(case, name):
    file = json.loads(case.read(name))
    equal([(one["role"], in_content(case, one["content"])) for one in file["messages"]], case.parts, "messages")


def check_anthropic(case, name):
    file = json.loads(case.read(name))
    found = [("system", in_content(case, file["system"]))] if "system" in file else []
    found += [(one["role"], in_content(case, one["content"])) for one in file["messages"]]
    equal(found, case.parts, "messages")


def check_langchain(case, name):
    template = loads(case.read(name), allowed_objects="core")
    roles = {"human": "user", "ai": "assistant", "system": "system"}
    messages = template.format_messages(**case.values)
    equal([(roles[one.type], flat(one.content)) for one in messages], case.parts, "messages")
    equal(set(template.input_variables), set(case.variables), "input_variables")


def check_langfuse(case, name):
    [entry] = json.loads(case.read(name))
    if entry.pop("type") == "text":
        client = TextPromptClient(Prompt_Text(version=1, **entry))
        found = [("user", plain(client.compile(**case.values)))]
    else:
        client = ChatPromptClient(Prompt_Chat(version=1, **entry))
        found = [(one["role"], plain(one["content"])) for one in client.compile(**case.values)]
    equal(found, case.messages, "messages")


CHECKS = {
    "skill": check_skill,
    "claude-agent": check_markdown,
    "cursor": check_markdown,
    "vscode-instructions": check_markdown,
    "vscode-agent": check_markdown,
    "agents-md": check_agents_md,
    "claude-command": check_command,
    "vscode-prompt": check_vscode,
    "gemini": check_gemini,
    "github-models": check_github,
    "openai": check_openai,
    "anthropic": check_anthropic,
    "langchain": check_langchain,
    "langfuse": check_langfuse,
}


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = [Case(path) for path in sorted(folder.glob("*.expected"))]
    failures = 0
    for name, check in CHECKS.items():
        bad, read = 0, 0
        for case in cases:
            if case.is_left_to_the_reader(name):
                continue
            read += 1
            try:
                check(case, name)
            except Exception as error:  # noqa: BLE001 - every failure of a loader is a finding
                bad += 1
                print(f"{name}, {case.name}: {type(error).__name__}: {str(error)[:1500]}", file=sys.stderr)
        assert read >= 10, f"{name}: only {read} cases were read"
        print(f"{name:36} {read - bad:4} of {read} read as meant")
        failures += bad
    sys.exit(1 if failures else 0)


main()
