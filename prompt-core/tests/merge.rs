//! Two users edit one prompt: both edits are merged, and only true conflicts must be resolved.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::diff::{RowKind, TextDiff, diff_text};
use prompt_core::merge::{Choice, Take, merge, resolve};
use prompt_core::{Document, Edit, Prompt};
use proptest::prelude::*;
use serde_json::{Value, json};

fn prompt(value: Value) -> Prompt {
    serde_json::from_value(value).unwrap()
}

fn base() -> Value {
    json!({
        "title": "Review", "description": "one\ntwo\nthree\n", "tags": ["a", "b"], "category": "web",
        "content": {
            "segments": [
                { "id": "s1", "order": 0, "content": "one\ntwo\nthree\n" },
                { "id": "s2", "order": 1, "content": "alpha" },
                { "id": "s3", "order": 2, "content": "omega" },
            ],
            "blocks": [
                { "id": "b1", "order": 0, "title": "First", "modules": [
                    { "id": "m1", "order": 0, "title": "M1", "wrappers": ["custom"], "config": { "x": 1, "y": { "z": 2 } } },
                    { "id": "m2", "order": 1, "title": "M2" } ] },
                { "id": "b2", "order": 1, "title": "Second", "assets": [{ "id": "a1", "reference": "r" }] },
            ],
        },
    })
}

/// Applies edits to the base.
fn edited(edits: &Value) -> Prompt {
    let mut next = 0;
    let mut document = Document::open(prompt(base()), move || {
        next += 1;
        format!("new{next}")
    });
    for edit in edits.as_array().unwrap() {
        let edit: Edit = serde_json::from_value(edit.clone()).unwrap();
        document.apply(edit).unwrap();
    }
    document.prompt().clone()
}

#[test]
fn edits_that_do_not_overlap_are_both_kept() {
    let mine = edited(&json!([
        { "op": "set_title", "title": "My review" },
        { "op": "set_tags", "tags": ["b", "mine"] },
        { "op": "splice", "id": "s1", "field": "content", "start": 0, "end": 3, "text": "ONE" },
        { "op": "remove_item", "id": "s2" },
        { "op": "add_item", "item": { "kind": "segment", "id": "my", "content": "my" } },
        { "op": "move_item", "id": "m1", "index": 0, "parent": "b2" },
        { "op": "add_wrapper", "id": "m1", "wrapper": "translate" },
        { "op": "set_config", "id": "m1", "json": "{\"x\":9,\"y\":{\"z\":2}}" },
    ]));
    let theirs = edited(&json!([
        { "op": "set_category", "category": "data" },
        { "op": "set_tags", "tags": ["a", "b", "theirs"] },
        { "op": "splice", "id": "s1", "field": "content", "start": 8, "end": 13, "text": "THREE" },
        { "op": "move_item", "id": "s3", "index": 0 },
        { "op": "add_item", "index": 1, "item": { "kind": "segment", "id": "their", "content": "their" } },
        { "op": "set_text", "id": "m1", "field": "title", "text": "Their M1" },
        { "op": "set_config", "id": "m1", "json": "{\"x\":1,\"y\":{\"z\":2,\"w\":3}}" },
        { "op": "set_text", "id": "b1", "field": "description", "text": "about" },
    ]));
    let merge = merge(&prompt(base()), &mine, &theirs);
    assert_eq!(merge.conflicts, []);
    let expected = prompt(json!({
        "title": "My review", "description": "one\ntwo\nthree\n", "tags": ["b", "mine", "theirs"], "category": "data",
        "content": {
            "segments": [
                { "id": "s3", "order": 0, "content": "omega" },
                { "id": "their", "order": 1, "content": "their" },
                { "id": "s1", "order": 2, "content": "ONE\ntwo\nTHREE\n" },
                { "id": "my", "order": 3, "content": "my" },
            ],
            "blocks": [
                { "id": "b1", "order": 0, "title": "First", "description": "about", "modules": [
                    { "id": "m2", "order": 0, "title": "M2" } ] },
                { "id": "b2", "order": 1, "title": "Second",
                    "modules": [{ "id": "m1", "order": 0, "title": "Their M1", "wrappers": ["custom", "translate"],
                        "config": { "x": 9, "y": { "z": 2, "w": 3 } } }],
                    "assets": [{ "id": "a1", "reference": "r" }] },
            ],
        },
    }));
    assert_eq!(merge.prompt, expected);
}

#[test]
fn what_both_changed_is_asked_and_resolved_one_by_one() {
    for (mine, theirs, path, take, place, result) in [
        (
            json!([{ "op": "set_title", "title": "Mine" }]),
            json!([{ "op": "set_title", "title": "Theirs" }]),
            "title",
            Take::Theirs,
            "/title",
            json!("Theirs"),
        ),
        (
            json!([{ "op": "set_category", "category": "data" }]),
            json!([{ "op": "set_category", "category": "ai" }]),
            "category",
            Take::Base,
            "/category",
            json!("web"),
        ),
        (
            json!([{ "op": "set_text", "id": "s2", "field": "content", "text": "mine" }]),
            json!([{ "op": "set_text", "id": "s2", "field": "content", "text": "theirs" }]),
            "segments[s2].content",
            Take::Both,
            "/content/segments/1/content",
            json!("mine\ntheirs"),
        ),
        (
            json!([{ "op": "remove_item", "id": "s2" }]),
            json!([{ "op": "set_text", "id": "s2", "field": "content", "text": "theirs" }]),
            "segments[s2]",
            Take::Theirs,
            "/content/segments/1/content",
            json!("theirs"),
        ),
        (
            json!([{ "op": "set_text", "id": "s2", "field": "content", "text": "mine" }]),
            json!([{ "op": "remove_item", "id": "s2" }]),
            "segments[s2]",
            Take::Theirs,
            "/content/segments/1/content",
            json!("omega"),
        ),
        (
            json!([{ "op": "remove_item", "id": "b1" }]),
            json!([{ "op": "set_text", "id": "m2", "field": "content", "text": "theirs" }]),
            "blocks[b1]",
            Take::Theirs,
            "/content/blocks/0/modules/1/content",
            json!("theirs"),
        ),
        (
            json!([{ "op": "set_config", "id": "m1", "json": "{\"x\":2}" }]),
            json!([{ "op": "set_config", "id": "m1", "json": "{\"x\":3,\"y\":{\"z\":2}}" }]),
            "blocks[b1].modules[m1].config.x",
            Take::Theirs,
            "/content/blocks/0/modules/0/config",
            json!({ "x": 3 }),
        ),
        (
            json!([{ "op": "move_item", "id": "s3", "index": 0 }]),
            json!([{ "op": "move_item", "id": "s3", "index": 1 }]),
            "segments[s3].order",
            Take::Theirs,
            "/content/segments/1/id",
            json!("s3"),
        ),
    ] {
        let (base, mine, theirs) = (prompt(base()), edited(&mine), edited(&theirs));
        let first = merge(&base, &mine, &theirs);
        let paths: Vec<_> = first
            .conflicts
            .iter()
            .map(|conflict| conflict.path.as_str())
            .collect();
        assert_eq!(paths, [path]);
        let choice = Choice {
            path: path.to_owned(),
            take,
            text: None,
        };
        let resolved = resolve(&base, &mine, &theirs, &[choice]).unwrap();
        assert_eq!(resolved.conflicts, [], "{path}");
        let value = serde_json::to_value(&resolved.prompt).unwrap();
        assert_eq!(value.pointer(place), Some(&result), "{path}");
    }
}

#[test]
fn two_stretches_of_one_text_are_two_conflicts() {
    let splice = |start, end, text| json!({ "op": "splice", "id": "s1", "field": "content", "start": start, "end": end, "text": text });
    let mine = edited(&json!([splice(8, 13, "my3"), splice(0, 3, "my1")]));
    let theirs = edited(&json!([splice(8, 13, "their3"), splice(0, 3, "their1")]));
    let base = prompt(base());
    let merged = merge(&base, &mine, &theirs);
    let paths: Vec<_> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.path.as_str())
        .collect();
    assert_eq!(paths, ["segments[s1].content#1", "segments[s1].content#2"]);
    let written = Choice {
        path: paths[1].to_owned(),
        take: Take::Written,
        text: Some("ours\n".into()),
    };
    let half = resolve(&base, &mine, &theirs, std::slice::from_ref(&written)).unwrap();
    assert_eq!(half.conflicts.len(), 1);
    assert_eq!(half.prompt.content.segments[0].content, "my1\ntwo\nours\n");
    let stray = Choice {
        path: "nowhere".into(),
        ..written
    };
    assert_eq!(
        resolve(&base, &mine, &theirs, &[stray]).unwrap_err().code(),
        "no_such_item"
    );
}

/// Rebuilds the new text, or the `old` one, from the rows of a complete diff.
fn told(diff: &TextDiff<'_>, old: bool) -> String {
    diff.rows
        .iter()
        .filter_map(|row| {
            if old {
                row.old.as_ref()
            } else {
                row.new.as_ref()
            }
        })
        .map(|side| {
            let text: String = side.spans.iter().map(|span| span.text).collect();
            text + side.end
        })
        .collect()
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec("[ab 漢😀e\u{301}]{0,4}(\n|\r\n|\r)", 0..12)
        .prop_map(|lines| lines.concat())
}

/// Edits encoded as small numbers, applied to the base.
fn changed() -> impl Strategy<Value = Prompt> {
    prop::collection::vec((0_u8..9, 0_usize..9, 0_usize..4, "[xy\n]{0,3}"), 0..8).prop_map(|steps| {
        let mut next = 0;
        let mut document = Document::open(prompt(base()), move || {
            next += 1;
            format!("new{next}")
        });
        for (kind, a, b, text) in steps {
            let ids = ["s1", "s2", "s3", "b1", "b2", "m1", "m2", "a1", "new1"];
            let edit = match kind {
                0 => json!({ "op": "set_title", "title": text }),
                1 => json!({ "op": "set_tags", "tags": [text, "b"] }),
                2 => json!({ "op": "remove_item", "id": ids[a] }),
                3 => json!({ "op": "move_item", "id": ids[a], "index": b }),
                4 => json!({ "op": "move_item", "id": ids[a], "index": b, "parent": ids[3 + b % 2] }),
                5 => json!({ "op": "add_item", "item": { "kind": "segment", "content": text }, "index": b }),
                6 => json!({ "op": "add_item", "item": { "kind": "module", "content": text }, "index": b, "parent": ids[3 + b % 2] }),
                7 => json!({ "op": "splice", "id": ids[a], "field": "content", "start": 0, "end": 0, "text": text }),
                _ => json!({ "op": "set_text", "id": ids[a], "field": "title", "text": text }),
            };
            // An invalid edit changes nothing, which is fine here.
            let _ = document.apply(serde_json::from_value(edit).unwrap());
        }
        document.prompt().clone()
    })
}

proptest! {
    #[test]
    fn an_edit_against_no_edit_is_the_edit(mine in changed()) {
        let base = prompt(base());
        let one = merge(&base, &mine, &base);
        prop_assert_eq!((&one.prompt, one.conflicts.len()), (&mine, 0));
        let other = merge(&base, &base, &mine);
        prop_assert_eq!((&other.prompt, other.conflicts.len()), (&mine, 0));
        let same = merge(&base, &mine, &mine);
        prop_assert_eq!((&same.prompt, same.conflicts.len()), (&mine, 0));
    }

    /// Takes the slow path item by item, because each side has a mark that disables the shortcuts.
    #[test]
    fn an_edit_against_an_unrelated_edit_is_both(mine in changed()) {
        let base = prompt(base());
        let mut theirs = base.clone();
        theirs.content.extra.insert("theirs".into(), json!(1));
        for (one, other) in [(&mine, &theirs), (&theirs, &mine)] {
            let merged = merge(&base, one, other);
            prop_assert_eq!(merged.conflicts.len(), 0);
            let mut expected = mine.clone();
            expected.content.extra.insert("theirs".into(), json!(1));
            prop_assert_eq!(&merged.prompt, &expected);
        }
    }

    #[test]
    fn any_two_edits_merge_into_a_sound_prompt(mine in changed(), theirs in changed()) {
        let base = prompt(base());
        let merged = merge(&base, &mine, &theirs);
        let choices: Vec<_> = merged.conflicts.iter()
            .map(|conflict| Choice { path: conflict.path.clone(), take: Take::Mine, text: None })
            .collect();
        let resolved = resolve(&base, &mine, &theirs, &choices).unwrap();
        prop_assert_eq!(resolved.conflicts.len(), 0);
        let mut sound = merged.prompt.clone();
        // Both documents generate the same new ids here; in production ids are unique.
        sound.content.normalise(&mut || "other".to_owned());
        if sound.validate().iter().all(|error| error.code() != "duplicate_id") {
            prop_assert_eq!(resolved.prompt.content.item_count(), merged.prompt.content.item_count());
        }
    }

    #[test]
    fn lines_changed_by_one_side_only_are_kept(
        lines in prop::collection::vec("[ab]{1,3}", 1..20),
        marks in prop::collection::vec(0_u8..3, 20)
    ) {
        let numbered = |side: u8| -> String {
            lines.iter().zip(&marks).enumerate().map(|(at, (line, mark))| {
                if *mark == side { format!("{at} {line} by {side}\n") } else { format!("{at} {line}\n") }
            }).collect()
        };
        let of = |text: String| Prompt { description: text, ..Prompt::default() };
        let merged = merge(&of(numbered(9)), &of(numbered(1)), &of(numbered(2)));
        prop_assert_eq!(merged.conflicts.len(), 0);
        let expected: String = lines.iter().zip(&marks).enumerate().map(|(at, (line, mark))| match mark {
            0 => format!("{at} {line}\n"),
            side => format!("{at} {line} by {side}\n"),
        }).collect();
        prop_assert_eq!(merged.prompt.description, expected);
    }

    #[test]
    fn a_diff_tells_both_texts(old in text(), new in text(), context in 0_usize..3) {
        let diff = diff_text(&old, &new, usize::MAX);
        prop_assert_eq!(&told(&diff, true), &old);
        prop_assert_eq!(&told(&diff, false), &new);
        let folded = diff_text(&old, &new, context);
        let hidden: usize = folded.rows.iter().map(|row| row.hidden).sum();
        let shown = folded.rows.iter().filter(|row| row.new.is_some()).count();
        prop_assert_eq!(hidden + shown, diff.rows.iter().filter(|row| row.new.is_some()).count());
        prop_assert_eq!(old == new, diff.rows.iter().all(|row| row.kind == RowKind::Same));
    }
}
