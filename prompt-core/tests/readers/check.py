"""Reads exports with other people's parsers and compares what they say with the prompts.

Usage: check.py FOLDER. The folder holds, for each prompt, N.expected (JSON: the prompt, the
options, values for the template of Prompty, and the messages as we render them) and N.<extension>.
"""

import base64
import hashlib
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

import frontmatter
import html5lib
import prompty
import yaml
from lxml import etree
from markdown_it import MarkdownIt
from ruamel.yaml import YAML

LISTS = {"standard": "segments", "structured": "sections", "modulized": "modules", "advanced": "blocks"}
LABELS = {"system": "System", "user": "User", "assistant": "Assistant", "context": "Context", "instruction": "Instruction"}
ITEM_KEYS = {"id", "order", "type", "title", "description", "content", "wrappers", "config", "modules", "assets", "reference"}
VERSION_KEYS = ("version_major", "version_minor", "version_batch")
DETAIL_KEYS = ("description", "prompt_type", "structure_type", "category", "type", "language", "complexity", "tags", "is_public")


class Case:
    """One prompt and the files it was written to."""

    def __init__(self, path):
        data = json.loads(path.read_text("utf-8"))
        self.number = path.stem
        self.folder = path.parent
        self.prompt = data["prompt"]
        self.metadata = data["metadata"]
        self.version = data["version"]
        self.values = data["values"]
        self.messages = data["messages"]
        self.is_template = data["is_template"]
        self.list_name = LISTS[self.prompt["structure_type"]]
        self.items = self.prompt["content"].get(self.list_name, [])

    def text(self, extension):
        raw = (self.folder / f"{self.number}.{extension}").read_bytes()
        assert not raw.startswith(b"\xef\xbb\xbf"), "a byte order mark"
        text = raw.decode("utf-8")
        assert text.endswith("\n") or text == "", "no line feed at the end"
        return text

    def flat_items(self):
        """Items in reading order, modules of blocks after their block."""
        for item in self.items:
            yield item
            yield from item.get("modules", [])

    def data(self):
        """What JSON and YAML should hold."""
        prompt = {key: value for key, value in self.prompt.items() if key not in VERSION_KEYS and key != "content"}
        content = dict(self.prompt["content"])
        content.setdefault(self.list_name, [])
        if not self.metadata:
            prompt = {key: prompt[key] for key in ("title", "structure_type")}
            content = {self.list_name: [bare(item) for item in content[self.list_name]]}
        if self.version:
            prompt |= {key: self.prompt[key] for key in VERSION_KEYS}
        return prompt | {"content": content}

    def version_text(self):
        return ".".join(str(self.prompt[key]) for key in VERSION_KEYS)


def bare(item):
    """An item without ids, orders and unknown keys."""
    kept = {key: value for key, value in item.items() if key in ITEM_KEYS and key not in ("id", "order")}
    for key in ("modules", "assets"):
        if key in kept:
            kept[key] = [bare(one) for one in kept[key]]
    return kept


def unescape(text):
    """Undoes the escapes of a text that is marked as escaped."""
    return re.sub(r"\\(\\|r|u[0-9a-f]{4})", lambda m: {"\\": "\\", "r": "\r"}.get(m[1]) or chr(int(m[1][1:], 16)), text)


def equal(found, wanted, where):
    assert found == wanted, f"{where}\n  found  {found!r}\n  wanted {wanted!r}"


def check_json(case):
    text = case.text("json")
    found = json.loads(text)
    equal(found, case.data(), "json")
    json.dumps(found, ensure_ascii=False).encode("utf-8")


def check_yaml(case):
    text = case.text("yaml")
    equal(yaml.safe_load(text), case.data(), "PyYAML")
    if int(case.number) % 4 == 0:
        equal(json.loads(json.dumps(YAML(typ="safe").load(io.StringIO(text)))), case.data(), "ruamel.yaml")


def xml_text(element):
    text = element.text or ""
    assert len(element) == 0, f"<{element.tag}> has children"
    return unescape(text) if element.get("encoding") == "escaped" else text


def xml_item(element, item, case):
    if case.metadata:
        escaped = element.get("escaped-id")
        equal(unescape(escaped) if escaped is not None else element.get("id"), item["id"], "id")
    for key in ("title", "description", "content", "reference"):
        found = element.find(key)
        equal(xml_text(found) if found is not None else "", item.get(key, ""), f"<{key}>")
    equal([xml_text(one) for one in element.findall("wrappers/wrapper")], item.get("wrappers", []), "<wrappers>")
    if element.find("config") is not None:
        equal(json.loads(xml_text(element.find("config"))), item["config"], "<config>")
    for key, tag in (("modules", "module"), ("assets", "asset")):
        found = element.findall(f"{key}/{tag}")
        equal(len(found), len(item.get(key, [])), f"<{key}>")
        for one, wanted in zip(found, item.get(key, [])):
            xml_item(one, wanted, case)


def check_xml(case):
    raw = case.text("xml").encode("utf-8")
    lxml_root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    for root in (lxml_root, ElementTree.fromstring(raw)):
        equal(root.tag, "prompt", "root")
        equal(xml_text(root.find("title")), case.prompt["title"], "<title>")
        equal(root.get("version"), case.version_text() if case.version else None, "version")
        found = root.find(case.list_name)
        equal(len(found), len(case.items), f"<{case.list_name}>")
        for element, item in zip(found, case.items):
            xml_item(element, item, case)
        if case.metadata:
            equal(xml_text(root.find("description")), case.prompt["description"], "<description>")
            equal([xml_text(one) for one in root.findall("metadata/tags/tag")], case.prompt["tags"], "<tags>")
            equal(xml_text(root.find("metadata/category")), case.prompt["category"], "<category>")


TAGS = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "h4", "p", "dl", "dt", "dd", "section", "pre", "ul", "li", "a"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "dir", "rel", "href"}


def check_html(case):
    text = case.text("html")
    page = html5lib.parse(text, namespaceHTMLElements=False)
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag in TAGS, f"<{element.tag}> in the page"
        for name, value in element.attrib.items():
            assert name in ATTRIBUTES or name.startswith("data-"), f"{name} in the page"
            if name == "href":
                assert value.startswith(("https://", "http://")), value
    equal(page.find(".//head/meta[@charset]").get("charset"), "utf-8", "charset")
    style = page.find(".//style").text
    policy = page.find(".//meta[@http-equiv='Content-Security-Policy']").get("content")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    equal(policy, f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'", "policy")

    def field(parent, name):
        found = parent.find(f"./*[@data-field='{name}']")
        if found is None:
            return ""
        value = "".join(found.itertext())
        return unescape(value) if found.get("data-encoding") == "escaped" else value

    main = page.find(".//main")
    equal(field(main, "title"), case.prompt["title"], "h1")
    equal(page.find(".//title").text or "", case.prompt["title"].replace("\0", "\ufffd"), "title")
    if case.metadata:
        equal(field(main, "description"), case.prompt["description"], "description")
    sections = main.findall("section")
    equal(len(sections), len(case.items), "sections")
    for section, item in zip(sections, case.items):
        if case.list_name == "segments":
            equal(section.find("h2").text, LABELS[item["type"]], "label")
        inner = section.findall("section")
        equal(len(inner), len(item.get("modules", [])), "modules")
        for element, wanted in [(section, item), *zip(inner, item.get("modules", []))]:
            for key in ("title", "description", "content"):
                if key in wanted:
                    equal(field(element, key), wanted[key], f"{key} of a section")


def shown(inline):
    return "".join(child.content for child in inline.children if child.type in ("text", "code_inline"))


def check_markdown(case):
    text = case.text("md")
    if case.metadata or case.version:
        post = frontmatter.loads(text)
        found = post.metadata
        if case.metadata:
            equal(found["title"], case.prompt["title"], "front matter")
            for key in DETAIL_KEYS:
                equal(found[key], case.prompt[key], f"front matter {key}")
        if case.version:
            equal(found["version"], case.version_text(), "front matter version")
        # Python's reader trims the text; the exact one follows the second fence.
        body = text.split("\n---\n", 1)[1]
    else:
        body = text
    tokens = MarkdownIt("commonmark").parse(body)
    headings, fences = [], []
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0:
            headings.append((token.tag, shown(tokens[at + 1])))
        if token.type == "fence" and token.level == 0:
            content = token.content.removesuffix("\n")
            fences.append((token.info, unescape(content) if token.info.endswith("escaped") else content))
    wanted = [("h1", case.prompt["title"])]
    for at, item in enumerate(case.items):
        # Text above the first heading is an item without one.
        parts = [item.get(part) for part in ("description", "wrappers", "config")]
        is_above = at == 0 and item.get("title") == "" and item.get("content") and not any(parts)
        if is_above and case.list_name in ("sections", "modules"):
            continue
        wanted.append(("h2", LABELS[item["type"]] if case.list_name == "segments" else item["title"]))
        wanted += [("h3", module["title"]) for module in item.get("modules", [])]
        if item.get("assets"):
            wanted.append(("h3", "Assets"))
    equal([tag for tag, _ in headings], [tag for tag, _ in wanted], "headings")
    for (_, found), (_, title) in zip(headings, wanted):
        # A heading is one line without control characters or outer blanks.
        if title == title.strip() and title.isprintable():
            equal(found, title, "heading")
    exact = [content for info, content in fences if info in ("text", "text escaped")]
    for item in case.flat_items():
        content = item.get("content", "")
        if exact and exact[0] == content:
            exact.pop(0)
        else:
            assert content == "" or f"\n{content}\n" in body, f"text {content!r}"
    equal(exact, [], "fences that no item has")


def one_kind_of_line_end(text):
    """A text as a message can hold it, without the invisible guards."""
    text = text.replace("\r\n", "\n")
    text = re.sub("[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]", "\n", text)
    return text.strip("\n").replace("\u200b", "")


def check_prompty(case):
    path = case.folder / f"{case.number}.prompty"
    case.text("prompty")
    agent = prompty.load(str(path))
    title = case.prompt["title"]
    is_reference = title.startswith("${") and title.endswith("}")
    equal(agent.name, title + " " if is_reference else title, "name")
    if case.metadata:
        metadata = agent.metadata
        equal(metadata.get("title", agent.name), title, "metadata title")
        equal(metadata.get("description", agent.description), case.prompt["description"], "description")
        for key in DETAIL_KEYS[1:]:
            equal(metadata[key], case.prompt[key], f"metadata {key}")
        if case.version:
            equal(metadata["version"], case.version_text(), "metadata version")
    names = {one.name for one in agent.inputs or []}
    assert set(case.values) <= names, f"{set(case.values) - names} is not declared"
    found = [(message.role, one_kind_of_line_end(message.text)) for message in prompty.prepare(agent, case.values)]
    # Prompty reads a prompt without text as one empty message.
    wanted = [(one["role"], one_kind_of_line_end(one["content"])) for one in case.messages] or [("system", "")]
    equal(found, wanted, "messages")


def check_plain_text(case):
    text = case.text("txt")
    for item in case.flat_items():
        assert item.get("content", "") in text, f"text {item['content']!r}"
    if case.metadata:
        assert text.startswith(case.prompt["title"]), "title"


CHECKS = {
    "json": check_json,
    "PyYAML, ruamel.yaml": check_yaml,
    "lxml, xml.etree": check_xml,
    "html5lib": check_html,
    "markdown-it-py, python-frontmatter": check_markdown,
    "prompty": check_prompty,
    "plain text": check_plain_text,
}


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = [Case(path) for path in sorted(folder.glob("*.expected"), key=lambda path: int(path.stem))]
    failures = 0
    for name, check in CHECKS.items():
        bad = 0
        for case in cases:
            if name == "prompty" and case.messages is None or name == "plain text" and case.is_template:
                continue
            try:
                check(case)
            except Exception as error:  # noqa: BLE001 - every failure of a parser is a finding
                bad += 1
                if bad <= 3:
                    print(f"{name}, prompt {case.number}: {type(error).__name__}: {str(error)[:1500]}", file=sys.stderr)
        print(f"{name:36} {len(cases) - bad:4} of {len(cases)} read as meant")
        failures += bad
    sys.exit(1 if failures else 0)


main()
