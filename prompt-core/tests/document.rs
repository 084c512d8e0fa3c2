//! Editing a prompt: the effect of each edit, and its undo.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::{Document, Edit, Item, Prompt, PromptType};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Ids that are unique in a test: `new-1`, `new-2`, …
fn counter() -> impl FnMut() -> String + 'static {
    let mut next = 0;
    move || {
        next += 1;
        format!("new-{next}")
    }
}

fn prompt() -> Prompt {
    serde_json::from_value(json!({
        "title": "Review",
        "structure_type": "advanced",
        "content": {
            "segments": [
                { "id": "s0", "type": "system", "content": "You review code." },
                { "id": "s1", "type": "user", "content": "Hello 😀 world" },
            ],
            "sections": [{ "id": "c0", "title": "Role", "content": "Reviewer" }],
            "modules": [
                { "id": "m0", "title": "One", "wrappers": ["format-json"], "config": { "a": 1 } },
                { "id": "m1", "title": "Two" },
                { "id": "m2", "title": "Three" },
            ],
            "blocks": [
                {
                    "id": "b0",
                    "title": "First",
                    "modules": [{ "id": "b0m0", "title": "In" }, { "id": "b0m1", "title": "In too" }],
                    "assets": [{ "id": "b0a0", "type": "url", "reference": "https://example.org" }],
                },
                { "id": "b1", "title": "Second" },
            ],
        },
    }))
    .unwrap()
}

fn edit(value: Value) -> Edit {
    serde_json::from_value(value).unwrap()
}

fn open() -> Document {
    Document::open(prompt(), counter())
}

fn ids(document: &Document, list: &str) -> String {
    let content = serde_json::to_value(&document.prompt().content).unwrap();
    content[list].as_array().map_or(String::new(), |items| {
        let ids: Vec<_> = items
            .iter()
            .map(|item| item["id"].as_str().unwrap())
            .collect();
        ids.join(" ")
    })
}

#[test]
fn a_duplicate_stands_behind_its_original_with_ids_of_its_own() {
    for (id, list, after) in [
        ("s0", "segments", "s0 new-1 s1"),
        ("c0", "sections", "c0 new-1"),
        ("m1", "modules", "m0 m1 new-1 m2"),
        ("b0", "blocks", "b0 new-1 b1"),
    ] {
        let mut document = open();
        let applied = document
            .apply(edit(json!({ "op": "duplicate_item", "id": id })))
            .unwrap();
        assert_eq!(applied.changed[0], "new-1");
        assert_eq!(ids(&document, list), after);
    }
    let mut document = open();
    document
        .apply(edit(json!({ "op": "duplicate_item", "id": "b0" })))
        .unwrap();
    let blocks = &document.prompt().content.blocks;
    assert_eq!(blocks[1].title, "First");
    assert_eq!(blocks[1].modules[1].title, "In too");
    assert_eq!(blocks[1].assets[0].reference, "https://example.org");
    document
        .apply(edit(json!({ "op": "duplicate_item", "id": "b0a0" })))
        .unwrap();
    assert_eq!(document.prompt().content.blocks[0].assets.len(), 2);
    document.undo().unwrap();
    document.undo().unwrap();
    assert_eq!(document.prompt(), open().prompt());
}

#[test]
fn lengths_are_counted_by_item_and_for_the_structure_in_use() {
    let mut document = open();
    let characters = |document: &Document, id: &str| document.counts(id).unwrap().characters;
    assert_eq!(characters(&document, "s1"), 13, "an emoji is one character");
    assert_eq!(characters(&document, "b0a0"), 0);
    assert_eq!(document.counts("gone"), None);
    for id in ["b0m0", "b0m1"] {
        document
            .apply(edit(
                json!({ "op": "set_text", "id": id, "field": "content", "text": "four" }),
            ))
            .unwrap();
    }
    assert_eq!(characters(&document, "b0"), 8, "a block counts its modules");
    assert_eq!(
        document.total_counts().characters,
        8,
        "the other structures are not in use"
    );
}

#[test]
fn items_are_added_removed_and_moved() {
    let segment = json!({ "kind": "segment", "id": "x", "content": "new" });
    let module = json!({ "kind": "module", "id": "x", "title": "new" });
    for (change, list, after) in [
        (
            json!({ "op": "add_item", "item": segment }),
            "segments",
            "s0 s1 x",
        ),
        (
            json!({ "op": "add_item", "item": segment, "index": 0 }),
            "segments",
            "x s0 s1",
        ),
        (
            json!({ "op": "add_item", "item": segment, "index": 99 }),
            "segments",
            "s0 s1 x",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "segment" } }),
            "segments",
            "s0 s1 new-1",
        ),
        (
            json!({ "op": "add_item", "item": module, "index": 1 }),
            "modules",
            "m0 x m1 m2",
        ),
        (
            json!({ "op": "remove_item", "id": "m1" }),
            "modules",
            "m0 m2",
        ),
        (
            json!({ "op": "move_item", "id": "m0", "index": 2 }),
            "modules",
            "m1 m2 m0",
        ),
        (
            json!({ "op": "move_item", "id": "m2", "index": 0 }),
            "modules",
            "m2 m0 m1",
        ),
        (
            json!({ "op": "move_item", "id": "b1", "index": 0 }),
            "blocks",
            "b1 b0",
        ),
    ] {
        let mut document = open();
        let applied = document.apply(edit(change.clone())).unwrap();
        assert_eq!(ids(&document, list), after, "{change}");
        assert!(
            applied.structure_changed && document.is_changed(),
            "{change}"
        );
    }
}

#[test]
fn modules_and_assets_live_in_blocks() {
    let mut document = open();
    let added = document
        .apply(edit(json!({ "op": "add_item", "parent": "b1", "item":
            { "kind": "asset", "type": "file", "reference": "  notes.md " } })))
        .unwrap();
    assert_eq!(added.changed, ["new-1", "b1"]);
    let moved = document
        .apply(edit(
            json!({ "op": "move_item", "id": "b0m1", "index": 0, "parent": "b1" }),
        ))
        .unwrap();
    assert_eq!(moved.changed, ["b0m1", "b0", "b1"]);
    let block = serde_json::to_value(document.item("b1").unwrap()).unwrap();
    assert_eq!(
        block,
        json!({ "kind": "block", "id": "b1", "order": 1, "title": "Second", "description": "",
            "modules": ["b0m1"], "assets": ["new-1"] })
    );
    let asset = serde_json::to_value(document.item("new-1").unwrap()).unwrap();
    assert_eq!(asset["reference"], "notes.md");
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    for (change, code) in [
        (
            json!({ "op": "remove_item", "id": "nobody" }),
            "no_such_item",
        ),
        (
            json!({ "op": "set_text", "id": "s0", "field": "title", "text": "x" }),
            "no_such_field",
        ),
        (
            json!({ "op": "set_text", "id": "s0", "field": "content", "text": "\0" }),
            "contains_nul",
        ),
        (
            json!({ "op": "set_text", "id": "b0a0", "field": "reference", "text": " " }),
            "required",
        ),
        (
            json!({ "op": "splice", "id": "s1", "field": "content", "start": 7, "end": 8, "text": "" }),
            "bad_splice",
        ),
        (
            json!({ "op": "splice", "id": "s1", "field": "content", "start": 3, "end": 2, "text": "" }),
            "bad_splice",
        ),
        (
            json!({ "op": "splice_utf16", "id": "s1", "field": "content", "start": 7, "end": 7, "text": "" }),
            "bad_splice",
        ),
        (
            json!({ "op": "splice_utf16", "id": "s1", "field": "content", "start": 0, "end": 99, "text": "" }),
            "bad_splice",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "segment", "id": "b0a0" } }),
            "duplicate_id",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "segment" }, "parent": "b0" }),
            "wrong_parent",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "asset", "reference": "x" } }),
            "wrong_parent",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "asset", "reference": " " }, "parent": "b0" }),
            "required",
        ),
        (
            json!({ "op": "add_item", "item": { "kind": "module" }, "parent": "m0" }),
            "no_such_item",
        ),
        (
            json!({ "op": "move_item", "id": "m0", "index": 0, "parent": "b0" }),
            "wrong_parent",
        ),
        (
            json!({ "op": "set_config", "id": "m0", "json": "{ \"a\": " }),
            "invalid_json",
        ),
        (
            json!({ "op": "set_config", "id": "s0", "json": "{}" }),
            "no_such_item",
        ),
        (
            json!({ "op": "add_wrapper", "id": "b0", "wrapper": "custom" }),
            "no_such_item",
        ),
        (
            json!({ "op": "set_asset", "id": "b0a0", "asset_type": "url", "reference": "" }),
            "required",
        ),
        (
            json!({ "op": "set_structure", "structure_type": "standard" }),
            "structure_locked",
        ),
        (
            json!({ "op": "batch", "edits": [
            { "op": "set_title", "title": "Other" },
            { "op": "remove_item", "id": "b0" },
            { "op": "remove_item", "id": "b0m0" },
        ] }),
            "no_such_item",
        ),
    ] {
        let mut document = open();
        let before = document.prompt().clone();
        assert_eq!(
            document.apply(edit(change.clone())).unwrap_err().code(),
            code,
            "{change}"
        );
        assert_eq!(document.prompt(), &before, "{change}");
        assert!(
            !document.is_changed() && !document.state().can_undo,
            "{change}"
        );
    }
}

#[test]
fn an_edit_that_changes_nothing_leaves_no_trace() {
    for change in [
        json!({ "op": "set_title", "title": "Review" }),
        json!({ "op": "set_tags", "tags": [" ", ""] }),
        json!({ "op": "move_item", "id": "m2", "index": 9 }),
        json!({ "op": "add_wrapper", "id": "m0", "wrapper": "format-json" }),
        json!({ "op": "add_wrapper", "id": "m0", "wrapper": "no_wrapper" }),
        json!({ "op": "set_config", "id": "m0", "json": " { \"a\" : 1 } " }),
        json!({ "op": "set_structure", "structure_type": "advanced" }),
        json!({ "op": "splice", "id": "s0", "field": "content", "start": 0, "end": 3, "text": "You" }),
    ] {
        let mut document = open();
        let applied = document.apply(edit(change.clone())).unwrap();
        assert_eq!(
            (applied.revision, applied.changed.len()),
            (0, 0),
            "{change}"
        );
        assert!(!document.state().can_undo, "{change}");
    }
}

#[test]
fn wrappers_are_an_ordered_list_without_repeats() {
    let mut document = open();
    for change in [
        json!({ "op": "add_wrapper", "id": "m0", "wrapper": "translate" }),
        json!({ "op": "add_wrapper", "id": "m0", "wrapper": "custom", "index": 0 }),
        json!({ "op": "move_wrapper", "id": "m0", "from": 0, "to": 2 }),
        json!({ "op": "remove_wrapper", "id": "m0", "index": 0 }),
    ] {
        document.apply(edit(change)).unwrap();
    }
    let words: Vec<_> = document.prompt().content.modules[0]
        .wrappers
        .iter()
        .map(|wrapper| wrapper.as_str())
        .collect();
    assert_eq!(words, ["translate", "custom"]);
}

#[test]
fn typing_is_undone_by_the_word() {
    let mut document = open();
    let mut at = 0;
    for character in "two words\nand a line".chars() {
        let text = character.to_string();
        document
            .apply(edit(
                json!({ "op": "splice", "id": "c0", "field": "description",
                "start": at, "end": at, "text": text }),
            ))
            .unwrap();
        at += text.len();
    }
    let mut texts = Vec::new();
    while document.state().can_undo {
        texts.push(
            document.prompt().content.sections[0]
                .description
                .clone()
                .unwrap(),
        );
        document.undo().unwrap();
    }
    assert_eq!(
        texts,
        [
            "two words\nand a line",
            "two words\nand a ",
            "two words\nand ",
            "two words\n",
            "two words",
            "two "
        ]
    );
    assert!(!document.is_changed(), "everything typed was taken back");
    // Three backspaces are one step, and so is the deletion of a selection.
    for start in [15, 14, 13] {
        document
            .apply(edit(
                json!({ "op": "splice", "id": "s0", "field": "content",
                "start": start, "end": start + 1, "text": "" }),
            ))
            .unwrap();
    }
    assert_eq!(
        document.prompt().content.segments[0].content,
        "You review co"
    );
    document.undo().unwrap();
    assert_eq!(
        document.prompt().content.segments[0].content,
        "You review code."
    );
}

#[test]
fn a_composed_word_is_undone_at_once_and_what_was_typed_before_it_stays() {
    let mut document = open();
    let before = document.prompt().content.segments[0].content.clone();
    let at = before.len();
    let splice = |document: &mut Document, start: usize, end: usize, text: &str| {
        document
            .apply(edit(
                json!({ "op": "splice", "id": "s0", "field": "content",
                "start": start, "end": end, "text": text }),
            ))
            .unwrap();
    };
    splice(&mut document, at, at, "x");
    document.end_step();
    // An IME composition: に, にほ, 日本, and finally 日本語, with a save in between.
    splice(&mut document, at + 1, at + 1, "に");
    for (start, end, text) in [(4, 4, "ほ"), (1, 7, "日本"), (7, 7, "語")] {
        document.join_step();
        splice(&mut document, at + start, at + end, text);
        document.set_saved(document.prompt().clone());
    }
    // Typing over a selection is undone separately.
    splice(&mut document, at + 1, at + 4, "一");
    let content =
        |document: &Document| document.prompt().content.segments[0].content[at..].to_owned();
    let mut seen = vec![content(&document)];
    while document.state().can_undo {
        document.undo().unwrap();
        seen.push(content(&document));
    }
    assert_eq!(seen, ["x一本語", "x日本語", "x", ""]);
    assert_eq!(document.prompt().content.segments[0].content, before);
    document.redo().unwrap();
    document.redo().unwrap();
    assert_eq!(content(&document), "x日本語");
}

#[test]
fn a_title_is_undone_by_the_word() {
    let mut document = open();
    let first = document.prompt().title.clone();
    for title in ["A", "Al", "Al ", "Al B", "Al Be", "A Be"] {
        document
            .apply(edit(json!({ "op": "set_title", "title": title })))
            .unwrap();
    }
    let mut titles = Vec::new();
    while document.state().can_undo {
        titles.push(document.prompt().title.clone());
        document.undo().unwrap();
    }
    assert_eq!(titles, ["A Be", "Al Be", "Al "]);
    assert_eq!(document.prompt().title, first);
}

#[test]
fn positions_from_a_browser_fit() {
    let mut document = open();
    document
        .apply(edit(
            json!({ "op": "splice_utf16", "id": "s1", "field": "content",
            "start": 6, "end": 8, "text": "🎉🎉" }),
        ))
        .unwrap();
    assert_eq!(
        document.prompt().content.segments[1].content,
        "Hello 🎉🎉 world"
    );
}

#[test]
fn a_letter_typed_and_deleted_leaves_nothing_to_save() {
    let mut document = open();
    let id = "b0m0";
    document.apply(edit(json!({ "op": "splice", "id": id, "field": "content", "start": 0, "end": 0, "text": "x" }))).unwrap();
    assert!(document.is_changed());
    document.apply(edit(json!({ "op": "splice", "id": id, "field": "content", "start": 0, "end": 1, "text": "" }))).unwrap();
    assert!(!document.is_changed());
}

#[test]
fn saving_keeps_what_was_typed_meanwhile() {
    let mut document = open();
    document
        .apply(edit(json!({ "op": "set_title", "title": "Sent" })))
        .unwrap();
    let mut sent = document.prompt().clone();
    document
        .apply(edit(
            json!({ "op": "set_title", "title": "Typed meanwhile" }),
        ))
        .unwrap();
    sent.version_batch = 7;
    document.set_saved(sent);
    assert!(document.is_changed());
    assert_eq!(document.prompt().version().to_string(), "1.0.7");
    document.undo().unwrap();
    assert!(!document.is_changed());
}

#[test]
fn no_undo_brings_back_who_saw_the_prompt_before_that_was_changed_elsewhere() {
    let mut document = open();
    let before = document.prompt().is_public;
    let set_public = |is_public| edit(json!({ "op": "set_public", "is_public": is_public }));
    let set_title = |title| json!({ "op": "set_title", "title": title });
    let mut other = document.prompt().clone();
    other.title = "Replaced".into();
    document
        .apply(Edit::SetPrompt {
            prompt: Box::new(other),
        })
        .unwrap();
    document
        .apply(edit(
            json!({ "op": "batch", "edits": [set_title("Typed"), { "op": "set_public", "is_public": !before }] }),
        ))
        .unwrap();
    document.apply(set_public(before)).unwrap();
    document.undo().unwrap();

    document.follow_visibility(!before);
    let seen = |document: &Document| (document.prompt().title.clone(), document.prompt().is_public);
    assert_eq!(seen(&document), ("Typed".into(), !before));
    assert!(!document.state().can_redo, "all that it did is settled");
    let mut titles = vec![];
    while document.undo().unwrap().is_some() {
        titles.push(document.prompt().title.clone());
        assert_eq!(document.prompt().is_public, !before);
    }
    assert_eq!(titles, ["Replaced", open().prompt().title.as_str()]);
    assert!(!document.is_changed(), "the store has it as well");
    while document.redo().unwrap().is_some() {
        assert_eq!(document.prompt().is_public, !before);
    }

    document.apply(set_public(before)).unwrap();
    assert!(document.is_changed());
    document.follow_visibility(!before);
    assert!(
        document.is_changed(),
        "what is known already settles nothing"
    );
}

#[test]
fn structure_and_complexity_are_locked_when_the_specification_says_so() {
    let structure = || edit(json!({ "op": "set_structure", "structure_type": "modulized" }));
    let complexity = || edit(json!({ "op": "set_complexity", "complexity": "simple" }));
    let mut fresh = Document::new(Prompt::default(), counter());
    assert_eq!(
        fresh.apply(complexity()).unwrap_err().code(),
        "complexity_locked"
    );
    fresh
        .apply(edit(
            json!({ "op": "add_item", "item": { "kind": "segment" } }),
        ))
        .unwrap();
    fresh.apply(structure()).unwrap();
    assert!(
        fresh.prompt().content.has_no_items(),
        "another structure empties the content"
    );
    fresh.undo().unwrap();
    assert_eq!(
        fresh.prompt().content.segments.len(),
        1,
        "and undo brings it back"
    );
    fresh.redo().unwrap();
    fresh.set_saved(fresh.prompt().clone());
    assert_eq!(
        fresh.undo().unwrap(),
        None,
        "a saved prompt does not change its structure, not even back"
    );
    assert!(fresh.apply(structure()).unwrap().changed.is_empty());
    fresh.apply(complexity()).unwrap();
    fresh.set_saved(fresh.prompt().clone());
    assert_eq!(
        fresh
            .apply(edit(
                json!({ "op": "set_complexity", "complexity": "complex" })
            ))
            .unwrap_err()
            .code(),
        "complexity_locked"
    );
    let mut asset = Document::new(Prompt::new(PromptType::Persona), counter());
    assert_eq!(
        asset.apply(structure()).unwrap_err().code(),
        "structure_locked"
    );
}

/// An edit encoded as small numbers, resolved against the current document.
#[derive(Debug, Clone)]
struct Move {
    kind: u8,
    a: usize,
    b: usize,
    text: String,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = (0_u8..16, 0_usize..40, 0_usize..40, "[a-c é漢😀\n]{0,4}")
        .prop_map(|(kind, a, b, text)| Move { kind, a, b, text });
    prop::collection::vec(one, 1..40)
}

fn concrete(document: &Document, step: &Move) -> Option<Edit> {
    let nodes = document.skeleton();
    let all: Vec<_> = nodes
        .iter()
        .flat_map(|node| {
            std::iter::once(node)
                .chain(&node.modules)
                .chain(&node.assets)
        })
        .collect();
    let id = |n: usize| all.get(n % all.len().max(1)).map(|node| node.id.clone());
    let blocks: Vec<_> = nodes
        .iter()
        .filter(|node| node.kind.as_str() == "block")
        .collect();
    let block = (!blocks.is_empty()).then(|| blocks[step.b % blocks.len()].id.clone());
    let fields = ["content", "title", "description"];
    Some(match step.kind {
        0 => edit(json!({ "op": "set_title", "title": step.text })),
        1 => edit(json!({ "op": "set_tags", "tags": [step.text, "b", step.text] })),
        2 => edit(
            json!({ "op": "add_item", "item": { "kind": "segment", "content": step.text }, "index": step.a }),
        ),
        3 => edit(
            json!({ "op": "add_item", "item": { "kind": "module" }, "index": step.a, "parent": block? }),
        ),
        4 => edit(
            json!({ "op": "add_item", "item": { "kind": "asset", "reference": "r" }, "index": step.a, "parent": block? }),
        ),
        5 | 6 => Edit::RemoveItem { id: id(step.a)? },
        7 => Edit::MoveItem {
            id: id(step.a)?,
            index: step.b,
            parent: None,
        },
        8 => Edit::MoveItem {
            id: id(step.a)?,
            index: step.b,
            parent: block,
        },
        9..=11 => edit(
            json!({ "op": "set_text", "id": id(step.a)?, "field": fields[step.b % 3], "text": step.text }),
        ),
        12 | 13 => edit(
            json!({ "op": "splice", "id": id(step.a)?, "field": fields[step.b % 3], "start": 0, "end": step.a % 2, "text": step.text }),
        ),
        14 => edit(
            json!({ "op": "add_wrapper", "id": id(step.a)?, "wrapper": "translate", "index": step.b }),
        ),
        _ => edit(json!({ "op": "batch", "edits": [
            { "op": "set_description", "description": step.text },
            { "op": "remove_item", "id": id(step.a)? },
            { "op": "remove_item", "id": id(step.b)? },
        ] })),
    })
}

fn assert_dense(document: &Document) {
    let value = serde_json::to_value(&document.prompt().content).unwrap();
    let check = |list: &Value| {
        for (at, item) in list.as_array().into_iter().flatten().enumerate() {
            assert_eq!(item["order"], at);
        }
    };
    for list in ["segments", "sections", "modules", "blocks"] {
        check(&value[list]);
    }
    for block in value["blocks"].as_array().into_iter().flatten() {
        check(&block["modules"]);
    }
}

proptest! {
    #[test]
    fn every_edit_can_be_taken_back_and_done_again(steps in moves()) {
        let mut document = open();
        let start = document.prompt().clone();
        let mut states = vec![start.clone()];
        for step in &steps {
            let Some(edit) = concrete(&document, step) else { continue };
            let before = document.prompt().clone();
            if let Ok(applied) = document.apply(edit) {
                    let same = document.prompt() == &before;
                    prop_assert_eq!(same, applied.changed.is_empty() && !applied.details_changed && !applied.structure_changed);
                    if !same { states.push(document.prompt().clone()); }
            } else {
                prop_assert_eq!(document.prompt(), &before);
            }
            document.end_step();
            assert_dense(&document);
            prop_assert_eq!(document.is_changed(), !document.prompt().says_the_same(&start));
            for node in document.skeleton() {
                prop_assert!(document.item(&node.id).is_some());
            }
        }
        for state in states.iter().rev().skip(1) {
            document.undo().unwrap();
            prop_assert_eq!(document.prompt(), state);
            prop_assert_eq!(document.is_changed(), !state.says_the_same(&start));
        }
        prop_assert!(!document.is_changed());
        for state in states.iter().skip(1) {
            document.redo().unwrap();
            prop_assert_eq!(document.prompt(), state);
        }
    }

    #[test]
    fn typing_in_any_order_is_taken_back_whole(
        splices in prop::collection::vec((0_usize..30, 0_usize..3, "[ab é\n]{0,2}"), 1..30)
    ) {
        let mut document = open();
        let start = document.prompt().clone();
        for (at, length, text) in splices {
            let whole = &document.prompt().content.segments[1].content;
            let from = whole.floor_char_boundary(at.min(whole.len()));
            let to = whole.ceil_char_boundary((from + length).min(whole.len()));
            document.apply(Edit::Splice { id: "s1".into(), field: prompt_core::TextField::Content, start: from, end: to, text }).unwrap();
        }
        let end = document.prompt().clone();
        while document.undo().unwrap().is_some() {}
        prop_assert_eq!(document.prompt(), &start);
        while document.redo().unwrap().is_some() {}
        prop_assert_eq!(document.prompt(), &end);
    }
}

#[test]
fn a_block_comes_back_with_all_it_held() {
    let mut document = open();
    let before = document.prompt().clone();
    document
        .apply(Edit::RemoveItem { id: "b0".into() })
        .unwrap();
    assert!(document.item("b0m1").is_none());
    document.undo().unwrap();
    assert_eq!(document.prompt(), &before);
    let item: Item =
        serde_json::from_value(json!({ "kind": "block", "modules": [{ "title": "x" }] })).unwrap();
    document
        .apply(Edit::AddItem {
            item: Box::new(item),
            index: None,
            parent: None,
        })
        .unwrap();
    assert!(
        document.item("new-2").is_some(),
        "what nests gets an id as well"
    );
}

#[test]
fn number_fields_of_assets_are_whole_numbers() {
    let mut asset = Document::new(Prompt::new(PromptType::Context), counter());
    for (typed, stored) in [
        (json!("42"), json!(42)),
        (json!("3.7 pages"), json!(3)),
        (json!("many"), json!(0)),
    ] {
        asset
            .apply(edit(
                json!({ "op": "set_asset_field", "name": "max_length", "value": typed }),
            ))
            .unwrap();
        assert_eq!(asset.prompt().asset_fields["max_length"], stored);
    }
    let nothing = json!({ "op": "set_asset_field", "name": "max_length", "value": null });
    asset.apply(edit(nothing)).unwrap();
    assert!(asset.prompt().asset_fields.is_empty());
}

/// Stored names may have line breaks and control characters from before these were rejected.
#[test]
fn names_stay_on_one_line_whoever_wrote_them() {
    let stored = Prompt {
        title: "Red \u{1b}[31m".to_owned(),
        tags: vec!["a\tb".to_owned()],
        ..prompt()
    };
    let mut document = Document::open(stored.clone(), counter());
    assert!(!document.is_changed());
    assert_eq!(document.prompt().title, "Red  [31m");
    assert_eq!(document.prompt().tags, ["a b"]);
    assert!(document.prompt().validate().is_empty());
    document.set_saved(stored.clone());
    assert!(!document.is_changed());
    for (change, title, tags) in [
        (
            json!({ "op": "set_title", "title": "pasted\ttitle" }),
            "pasted title",
            "a b",
        ),
        (
            json!({ "op": "set_tags", "tags": ["c\u{7}d"] }),
            "pasted title",
            "c d",
        ),
        (
            json!({ "op": "set_prompt", "prompt": stored }),
            "Red  [31m",
            "a b",
        ),
    ] {
        document.apply(edit(change)).unwrap();
        assert_eq!(document.prompt().title, title);
        assert_eq!(document.prompt().tags, [tags]);
    }
}
