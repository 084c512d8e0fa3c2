//! Files without ids: reading them twice returns the same prompt, comparing lists the changes, and
//! merging creates no duplicates.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use std::collections::HashSet;

use prompt_core::compare::compare;
use prompt_core::import::import;
use prompt_core::merge::{Choice, Take, merge, resolve};
use prompt_core::{Content, Prompt, pairing};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Reads a prompt from one of our own files without ids.
fn read(value: &Value) -> Prompt {
    let imported = import(value.to_string().as_bytes(), Some("a.json"), None);
    let [only] = &imported.prompts[..] else {
        panic!("{imported:?}");
    };
    only.prompt.clone()
}

fn prompty(system: &str) -> Prompt {
    let text = format!("---\nname: a\n---\nsystem:\n{system}\n\nuser:\nHi {{{{x}}}}\n");
    import(text.as_bytes(), Some("a.prompty"), None).prompts[0]
        .prompt
        .clone()
}

fn told(old: &Prompt, new: &Prompt) -> Vec<String> {
    let changes = compare(old, new).changes;
    changes
        .into_iter()
        .map(|change| change.description)
        .collect()
}

/// The content without its ids, and without the source of the file that it came from.
fn said(content: &Content) -> Value {
    fn forget(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("id");
                map.remove("imported_source");
                map.values_mut().for_each(forget);
            }
            Value::Array(list) => list.iter_mut().for_each(forget),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(content).unwrap();
    forget(&mut value);
    value
}

#[test]
fn a_changed_message_is_one_change() {
    let (old, new) = (
        prompty("Be kind.\nLine two."),
        prompty("Be brief.\nLine two."),
    );
    assert_eq!(told(&old, &new), ["Content of Segment 1 changed"]);
    assert!(told(&old, &prompty("Be kind.\nLine two.")).is_empty());
}

#[test]
fn a_merge_of_messages_doubles_none() {
    let base = prompty("Be kind.\n\nAlways.\n\nLine two.");
    let mine = prompty("Be kind.\n\nAlways.\n\nLine 2.");
    let theirs = prompty("Be brief.\n\nAlways.\n\nLine two.");
    let merged = merge(&base, &mine, &theirs);
    assert_eq!(merged.conflicts, []);
    assert_eq!(
        said(&merged.prompt.content),
        said(&prompty("Be brief.\n\nAlways.\n\nLine 2.").content)
    );
}

#[test]
fn items_are_paired_by_title_then_likeness_then_place() {
    let old = read(&json!({ "title": "x", "sections": [
        { "title": "Role", "content": "You review code." },
        { "title": "Steps", "content": "Read the change. Look for races and leaks." },
        { "title": "Tone", "content": "Kind." },
    ] }));
    let new = read(&json!({ "title": "x", "sections": [
        { "title": "Method", "content": "Read the change twice. Look for races and leaks." },
        { "title": "Manner", "content": "Brisk" },
        { "title": "Role", "content": "Something else entirely." },
        { "title": "End", "content": "Nothing of the sort stood here." },
    ] }));
    assert_eq!(
        told(&old, &new),
        [
            "Title of Section \"Method\" changed",
            "Content of Section \"Method\" changed",
            "Title of Section \"Manner\" changed",
            "Content of Section \"Manner\" changed",
            "Section \"Role\" moved from position 1 to position 3",
            "Content of Section \"Role\" changed",
            "Section \"End\" added",
        ]
    );
}

#[test]
fn ids_of_their_own_are_not_paired_by_anything_else() {
    let of = |id: &str, text: &str| -> Prompt {
        serde_json::from_value(json!({ "title": "x", "content": {
            "segments": [{ "id": id, "order": 0, "content": text }] } }))
        .unwrap()
    };
    assert_eq!(
        told(&of("s1", "the same text"), &of("s2", "the same text")),
        ["Segment 1 removed", "Segment 1 added"]
    );
}

#[test]
fn a_plain_file_is_compared_with_a_prompt_that_has_ids() {
    let plain = prompty("Be kind.\nLine two.");
    let mut stored = plain.clone();
    for (at, item) in stored.content.segments.iter_mut().enumerate() {
        item.id = format!("own-{at}");
    }
    assert!(told(&plain, &stored).is_empty());
    assert!(told(&stored, &plain).is_empty());
    let edited = prompty("Be brief.\nLine two.");
    let changes = compare(&stored, &edited).changes;
    assert_eq!(changes[0].path, "segments[own-0].content");
    // Ids that other programs may refer to are retained.
    let merged = merge(&plain, &edited, &stored);
    let ids: Vec<_> = merged
        .prompt
        .content
        .segments
        .iter()
        .map(|item| item.id.as_str())
        .collect();
    assert_eq!(ids, ["own-0", "own-1"]);
    assert_eq!(said(&merged.prompt.content), said(&edited.content));
}

#[test]
fn a_save_without_ids_keeps_those_that_are_stored() {
    let mut stored = prompty("Be kind.\nLine two.").content;
    for (at, item) in stored.segments.iter_mut().enumerate() {
        item.id = format!("own-{at}");
    }
    let mut sent = prompty("Be brief.\nLine two.").content;
    sent.segments.insert(
        0,
        prompt_core::Segment {
            content: "New.".into(),
            ..Default::default()
        },
    );
    for item in &mut sent.segments {
        item.id.clear();
    }
    pairing::fill_ids(&stored, &mut sent);
    let ids: Vec<_> = sent.segments.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["", "own-0", "own-1"]);
    // A sent id is retained, known or not.
    sent.segments[1].id = "another".into();
    pairing::fill_ids(&stored, &mut sent);
    assert_eq!(sent.segments[1].id, "another");
}

/// A stored prompt whose items have these ids and texts.
fn stored(items: &[(&str, &str)]) -> Prompt {
    let segments: Vec<Value> = items
        .iter()
        .map(|(id, content)| json!({ "id": id, "order": 0, "content": content }))
        .collect();
    serde_json::from_value(json!({ "title": "x", "content": { "segments": segments } })).unwrap()
}

const DERIVED_1: &str = "00000000-0000-8000-8000-000000000001";
const DERIVED_2: &str = "00000000-0000-8000-8000-000000000002";

#[test]
fn derived_ids_of_stored_prompts_stay_with_their_items() {
    let base = stored(&[(DERIVED_1, "Ask first."), (DERIVED_2, "Read it.")]);
    let mine = stored(&[("own", "Something new"), (DERIVED_2, "Read it.")]);
    let theirs = stored(&[(DERIVED_1, "Never ask."), (DERIVED_2, "Read it.")]);
    let kinds = |base: &Prompt, mine: &Prompt, theirs: &Prompt| -> Vec<_> {
        let conflicts = merge(base, mine, theirs).conflicts;
        conflicts.into_iter().map(|it| it.kind.as_str()).collect()
    };
    assert_eq!(kinds(&base, &mine, &theirs), ["removed"]);
    assert_eq!(kinds(&base, &theirs, &mine), ["removed"]);
    let choices = merge(&base, &mine, &theirs).conflicts.into_iter();
    let choices: Vec<Choice> = choices
        .map(|conflict| Choice {
            path: conflict.path,
            take: Take::Theirs,
            text: None,
        })
        .collect();
    let merged = resolve(&base, &mine, &theirs, &choices).unwrap().prompt;
    let mut texts: Vec<_> = (merged.content.segments.iter())
        .map(|item| item.content.as_str())
        .collect();
    texts.sort_unstable();
    assert_eq!(texts, ["Never ask.", "Read it.", "Something new"]);
    assert_eq!(told(&base, &mine), ["Segment 1 removed", "Segment 1 added"]);
    assert_eq!(told(&mine, &base), ["Segment 1 removed", "Segment 1 added"]);
    // Even if all other items are gone, the other edit determines which ids are retained.
    let alone = stored(&[("own", "Something new")]);
    assert_eq!(kinds(&base, &alone, &theirs), ["removed"]);
}

#[test]
fn an_equal_text_says_more_than_a_derived_id() {
    let first =
        read(&json!({ "title": "x", "content": { "segments": [{ "content": "Be kind." }] } }));
    let id = first.content.segments[0].id.clone();
    let edited = stored(&[(&id, "Be brief, and say why.")]);
    // A file without ids in which the first text occurs again.
    let file = read(&json!({ "title": "x", "content": { "segments": [
        { "content": "Be brief, and say why." }, { "content": "Be kind." }] } }));
    assert_eq!(told(&edited, &file), ["Segment 2 added"]);
    let mut adopted = file.clone();
    pairing::adopt_ids(&edited.content, &mut adopted.content);
    let ids: Vec<_> = (adopted.content.segments.iter())
        .map(|item| item.id.as_str())
        .collect();
    assert_eq!(ids[0], id);
    assert_ne!(ids[1], id);
    assert_eq!(told(&edited, &adopted), ["Segment 2 added"]);
}

#[test]
fn items_of_one_title_are_paired_by_likeness() {
    let of = |texts: &[&str]| {
        let sections: Vec<Value> = texts
            .iter()
            .map(|text| json!({ "title": "Example", "content": text }))
            .collect();
        read(&json!({ "title": "x", "sections": sections }))
    };
    let base = of(&[
        "A dog barks loud.",
        "Blue cars drive fast.",
        "Cats sleep all day.",
    ]);
    let mine = of(&["Blue cars drive fast.", "Cats sleep all night."]);
    assert_eq!(
        told(&base, &mine),
        [
            "Section \"Example\" removed",
            "Content of Section \"Example\" changed"
        ]
    );
    let changes = compare(&base, &mine).changes;
    assert_eq!(changes[0].old_value.as_deref(), Some("A dog barks loud."));
}

#[test]
fn items_of_one_title_are_paired_in_their_block_first() {
    let of = |blocks: &[(&str, &[&str])]| {
        let blocks: Vec<Value> = blocks
            .iter()
            .map(|(title, texts)| {
                let modules: Vec<Value> = texts
                    .iter()
                    .map(|text| json!({ "title": "Example", "content": text }))
                    .collect();
                json!({ "title": title, "modules": modules })
            })
            .collect();
        read(&json!({ "title": "x", "blocks": blocks }))
    };
    let base = of(&[("One", &["A dog barks."]), ("Two", &["Cats sleep."])]);
    let mine = of(&[("One", &[]), ("Two", &["Birds sing."])]);
    assert_eq!(
        told(&base, &mine),
        [
            "Module \"Example\" removed",
            "Content of Module \"Example\" changed"
        ]
    );
    // Blocks with equal titles are distinguished by their nested items.
    let base = of(&[
        ("Step", &["A dog barks."]),
        ("Step", &["Cats sleep all day."]),
    ]);
    let mine = of(&[("Step", &["Cats sleep all night."])]);
    assert_eq!(
        told(&base, &mine),
        [
            "Block \"Step\" removed",
            "Content of Module \"Example\" changed"
        ]
    );
}

/// Lists of items without ids. Their texts have few words, so that many are similar and some are equal.
fn file() -> impl Strategy<Value = Prompt> {
    let text = || {
        prop::collection::vec("(one|two|three|four|five)( |\n)", 0..5)
            .prop_map(|words| words.concat())
    };
    let title = || "(|Role|Task|Tone)";
    let module = move || {
        (title(), text()).prop_map(|(title, content)| json!({ "title": title, "content": content }))
    };
    let asset = move || {
        (title(), "[ab]")
            .prop_map(|(title, reference)| json!({ "title": title, "reference": reference }))
    };
    let segments = prop::collection::vec(
        text().prop_map(|content| json!({ "content": content })),
        0..6,
    );
    let sections = prop::collection::vec(module(), 0..5);
    let modules = prop::collection::vec(module(), 0..4);
    let blocks = prop::collection::vec(
        (title(), prop::collection::vec(module(), 0..4), prop::collection::vec(asset(), 0..3))
            .prop_map(|(title, modules, assets)| json!({ "title": title, "modules": modules, "assets": assets })),
        0..4,
    );
    (segments, sections, modules, blocks).prop_map(|(segments, sections, modules, blocks)| {
        read(
            &json!({ "title": "x", "structure_type": "standard", "content": {
            "segments": segments, "sections": sections, "modules": modules, "blocks": blocks } }),
        )
    })
}

/// The kind of items in a file.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Segments,
    /// Sections with equal titles.
    Sections,
    /// Modules with equal titles in two blocks, the first half in the first.
    Blocks,
    /// Like `Blocks`, with equal block titles too.
    EqualBlocks,
}

impl Shape {
    fn prompt(self, halves: &[Vec<String>; 2]) -> Prompt {
        let titled = |texts: &[String]| -> Vec<Value> {
            let titled = |text| json!({ "title": "Example", "content": text });
            texts.iter().map(titled).collect()
        };
        let [first, second] = halves;
        let content = match self {
            Self::Segments => {
                let bare: Vec<Value> = (halves.concat().iter())
                    .map(|text| json!({ "content": text }))
                    .collect();
                json!({ "segments": bare })
            }
            Self::Sections => json!({ "sections": titled(&halves.concat()) }),
            Self::Blocks => json!({ "blocks": [
                { "title": "One", "modules": titled(first) }, { "title": "Two", "modules": titled(second) }] }),
            Self::EqualBlocks => json!({ "blocks": [
                { "title": "Step", "modules": titled(first) }, { "title": "Step", "modules": titled(second) }] }),
        };
        read(&json!({ "title": "x", "structure_type": "standard", "content": content }))
    }
}

/// All texts of a content in reading order.
fn all_texts(content: &Content) -> Vec<&str> {
    let segments = content.segments.iter().map(|item| item.content.as_str());
    let sections = content.sections.iter().map(|item| item.content.as_str());
    let modules = content.blocks.iter().flat_map(|block| &block.modules);
    segments
        .chain(sections)
        .chain(modules.map(|item| item.content.as_str()))
        .collect()
}

/// Edits the items of a file: keeps, changes or removes each, or adds one after it. A number makes
/// every text unique.
fn edited(shape: Shape, lines: &[String], acts: &[u8], side: &str) -> Prompt {
    let mut items = [const { Vec::new() }; 2];
    for (at, line) in lines.iter().enumerate() {
        let text = format!("line {at}\n{line}\nend {at}\n");
        let items = &mut items[usize::from(2 * at >= lines.len())];
        match acts.get(at).copied().unwrap_or_default() {
            1 => items.push(format!("{side} edited {at}\n\n{text}")),
            2 => {}
            3 => items.extend([text, format!("{side} added {at}")]),
            _ => items.push(text),
        }
    }
    shape.prompt(&items)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_read_twice_is_the_same_prompt(file in file()) {
        let value = serde_json::to_value(&file).unwrap();
        let mut bare = value;
        bare["content"] = said(&file.content);
        prop_assert_eq!(&read(&bare), &file);
        let ids: Vec<_> = file.content.skeleton().into_iter()
            .flat_map(|node| [vec![node.id], node.modules.into_iter().chain(node.assets).map(|inner| inner.id).collect()].concat())
            .collect();
        prop_assert_eq!(ids.iter().collect::<HashSet<_>>().len(), file.content.item_count());
    }

    #[test]
    fn a_file_is_equal_to_itself(file in file()) {
        prop_assert!(told(&file, &file).is_empty());
    }

    #[test]
    fn no_edit_against_an_edit_is_the_edit(base in file(), edited in file()) {
        for merged in [merge(&base, &base, &edited), merge(&base, &edited, &base), merge(&base, &edited, &edited)] {
            prop_assert_eq!(merged.conflicts.len(), 0);
            prop_assert_eq!(said(&merged.prompt.content), said(&edited.content));
            prop_assert!(merged.prompt.validate().iter().all(|error| error.code() != "duplicate_id"));
        }
    }

    #[test]
    fn any_two_edits_of_a_file_merge_into_a_sound_prompt(base in file(), mine in file(), theirs in file()) {
        let merged = merge(&base, &mine, &theirs).prompt;
        prop_assert!(merged.validate().iter().all(|error| error.code() != "duplicate_id"));
    }

    #[test]
    fn no_text_is_doubled_or_dropped(
        shape in prop::sample::select(vec![Shape::Segments, Shape::Sections, Shape::Blocks, Shape::EqualBlocks]),
        lines in prop::collection::vec("[a-z]{3,8} [a-z]{3,8}", 1..8),
        my_acts in prop::collection::vec(0_u8..4, 8),
        their_acts in prop::collection::vec(0_u8..4, 8),
    ) {
        let base = edited(shape, &lines, &[], "");
        let (mine, theirs) = (edited(shape, &lines, &my_acts, "mine"), edited(shape, &lines, &their_acts, "theirs"));
        let merged = merge(&base, &mine, &theirs);
        let texts = |texts: Vec<&str>| texts.join("\n");
        let whole = texts(all_texts(&merged.prompt.content));
        let asked = texts(merged.conflicts.iter()
            .flat_map(|conflict| [&conflict.mine, &conflict.theirs])
            .flatten()
            .map(String::as_str)
            .collect());
        let count = |line: &str| whole.lines().filter(|other| *other == line).count();
        for at in 0..lines.len() {
            prop_assert!(count(&format!("line {at}")) <= 1, "doubled {at}:\n{}", whole);
            for (side, acts) in [("mine", &my_acts), ("theirs", &their_acts)] {
                let added = match acts[at] {
                    1 => format!("{side} edited {at}"),
                    3 => format!("{side} added {at}"),
                    _ => continue,
                };
                prop_assert!(count(&added) <= 1, "doubled {}:\n{}", added, whole);
                prop_assert!(count(&added) == 1 || asked.contains(&added), "dropped {}:\n{}", added, whole);
            }
            if my_acts[at] != 2 && their_acts[at] != 2 {
                let line = format!("line {at}");
                prop_assert!(count(&line) == 1 || asked.contains(&line), "dropped {}:\n{}", at, whole);
            }
        }
    }
}
