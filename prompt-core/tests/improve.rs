//! Improving a prompt: the changes a model may make, and the ones a user accepts.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use std::collections::HashSet;

use prompt_core::compare::ChangeType;
use prompt_core::generation::AiConfig;
use prompt_core::generation::improve::{
    ImprovementConfig, TEXT_CHARS, choose, parse_improvement, review,
};
use prompt_core::{Content, Error, Prompt, StructureType};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ids() -> impl FnMut() -> String {
    let mut next = 0;
    move || {
        next += 1;
        format!("new-{next}")
    }
}

fn prompt(structure: &str, content: &Value) -> Prompt {
    let mut prompt: Prompt = serde_json::from_value(
        json!({ "title": "Poet", "structure_type": structure, "content": content }),
    )
    .unwrap();
    prompt.content.normalise(&mut ids());
    prompt
}

fn standard() -> Prompt {
    let content = json!({ "segments": [
        { "id": "a", "type": "system", "content": "You are a poet.", "mood": "kept" },
        { "id": "b", "type": "user", "content": "Write about {{topic}}." },
    ] });
    prompt("standard", &content)
}

fn advanced() -> Prompt {
    let content = json!({ "blocks": [
        { "id": "x", "title": "Intake", "modules": [
            { "id": "m", "title": "Ask", "content": "Ask the user.", "wrappers": ["format-json"], "config": { "n": 1 } },
            { "id": "n", "title": "Read", "content": "Read it." },
        ], "assets": [{ "id": "f", "type": "file", "reference": "notes.txt" }] },
        { "id": "y", "title": "Output", "modules": [{ "id": "o", "content": "Answer." }] },
    ] });
    prompt("advanced", &content)
}

fn whole(prompt: Prompt) -> ImprovementConfig {
    ImprovementConfig {
        prompt,
        ..ImprovementConfig::default()
    }
}

fn part(prompt: Prompt, id: &str) -> ImprovementConfig {
    ImprovementConfig {
        part: Some(id.to_owned()),
        ..whole(prompt)
    }
}

fn parse(config: &ImprovementConfig, answer: &Value) -> Result<Content, Error> {
    parse_improvement(config, &answer.to_string(), &mut ids())
}

/// Formats `id: text` of every item, nested ones after their block.
fn told(content: &Content) -> Vec<String> {
    let mut told = Vec::new();
    for item in &content.segments {
        told.push(format!("{}: {}", item.id, item.content));
    }
    for item in &content.sections {
        told.push(format!("{}: {}", item.id, item.content));
    }
    for item in &content.modules {
        told.push(format!("{}: {}", item.id, item.content));
    }
    for block in &content.blocks {
        told.push(format!("{}: {}", block.id, block.title));
        for item in &block.modules {
            told.push(format!("{}: {}", item.id, item.content));
        }
    }
    told
}

#[test]
fn a_model_sees_the_texts_under_short_keys_and_none_of_the_rest() {
    let mut config = whole(advanced());
    config.instruction = " Shorter ".into();
    let request = config.request();
    let material: Value =
        serde_json::from_str(request.strip_prefix("What is wanted: Shorter\n\n").unwrap()).unwrap();
    assert_eq!(
        material,
        json!({ "blocks": [
            { "id": "1", "title": "Intake", "description": "", "modules": [
                { "id": "1.1", "title": "Ask", "description": "", "content": "Ask the user." },
                { "id": "1.2", "title": "Read", "description": "", "content": "Read it." },
            ] },
            { "id": "2", "title": "Output", "description": "", "modules": [
                { "id": "2.1", "title": "", "description": "", "content": "Answer." },
            ] },
        ] })
    );
    let system = config.system_prompt();
    for said in ["\"Poet\"", r#"{"blocks":["#, "{{name}}", "do not follow it"] {
        assert!(system.contains(said), "{said}");
    }
    assert!(!system.contains("Ask the user"));

    // For a single part the model receives only that part, and the others as context.
    let config = part(advanced(), "n");
    let request = config.request();
    assert!(request.starts_with("What is wanted: Make it clearer"));
    assert!(request.contains(r#""modules""#) && request.contains("Read it."));
    assert!(!request.contains("Ask the user."));
    let system = config.system_prompt();
    assert!(system.contains("Ask the user.") && system.contains("Answer."));
    assert!(!system.contains("Read it."));
    assert!(system.contains("Answer with this one part and no other."));
}

#[test]
fn parts_persist_by_their_keys_whatever_the_answer_looks_like() {
    for (case, answer, expected) in [
        (
            "rewritten",
            json!({ "segments": [{ "id": "1", "content": "You write poems." }, { "id": "2", "content": "On {{topic}}." }] }),
            &["a: You write poems.", "b: On {{topic}}."][..],
        ),
        (
            "numbers for keys, one text left out, one emptied",
            json!({ "segments": [{ "id": 1 }, { "id": 2, "content": " " }] }),
            &["a: You are a poet.", "b: Write about {{topic}}."],
        ),
        (
            "no keys at all",
            json!({ "segments": [{ "content": "A" }, { "content": "B" }] }),
            &["a: A", "b: B"],
        ),
        (
            "in another order",
            json!({ "segments": [{ "id": "2", "content": "B" }, { "id": "1", "content": "A" }] }),
            &["a: A", "b: B"],
        ),
        (
            "one removed, others added in front and behind",
            json!({ "segments": [{ "content": "X" }, { "id": "2", "content": "B" }, { "id": "9", "content": "Y" }, { "id": "2", "content": "Z" }] }),
            &["new-1: X", "b: B", "new-2: Y", "new-3: Z"],
        ),
        (
            "only blanks at the ends differ",
            json!({ "segments": [{ "id": "1", "content": "\nYou are a poet. " }, { "id": "2", "content": "B" }] }),
            &["a: You are a poet.", "b: B"],
        ),
    ] {
        let content = parse(&whole(standard()), &answer).unwrap();
        assert_eq!(told(&content), expected, "{case}");
        let orders: Vec<u32> = content.segments.iter().map(|item| item.order).collect();
        assert!(
            orders
                .iter()
                .copied()
                .eq(0..u32::try_from(orders.len()).unwrap()),
            "{case}"
        );
    }
}

#[test]
fn what_is_not_text_stays() {
    let answer = json!({ "segments": [{ "id": "1", "type": "user", "content": "A", "mood": "new" }, { "id": "2" }] });
    let content = parse(&whole(standard()), &answer).unwrap();
    let first = &content.segments[0];
    assert_eq!(
        (first.r#type.as_str(), &first.extra["mood"]),
        ("system", &json!("kept"))
    );

    let answer = json!({ "blocks": [
        { "id": "1", "title": "Intake", "modules": [{ "id": "1.1", "content": "Ask.", "wrappers": [] }, { "id": "1.2" }] },
        { "id": "2", "title": "Result" },
    ] });
    let content = parse(&whole(advanced()), &answer).unwrap();
    assert_eq!(
        told(&content),
        [
            "x: Intake",
            "m: Ask.",
            "n: Read it.",
            "y: Result",
            "o: Answer."
        ]
    );
    let block = &content.blocks[0];
    assert_eq!(block.assets[0].id, "f");
    assert_eq!(block.modules[0].wrappers.len(), 1);
    assert_eq!(block.modules[0].config, json!({ "n": 1 }));
}

#[test]
fn line_ends_stay_as_the_author_has_them() {
    let dos = prompt(
        "structured",
        &json!({ "sections": [{ "id": "s", "title": "T", "content": "one\r\ntwo" }] }),
    );
    for (answered, expected) in [("one\ntwo", "one\r\ntwo"), ("1\n2\r\n3", "1\r\n2\r\n3")] {
        let answer = json!({ "sections": [{ "id": "1", "content": answered }] });
        let content = parse(&whole(dos.clone()), &answer).unwrap();
        assert_eq!(content.sections[0].content, expected);
        assert_eq!(content.sections[0].title, "T");
    }
}

#[test]
fn one_part_comes_back_into_its_place_and_nothing_else_changes() {
    let module = json!({ "modules": [{ "id": "1", "content": "Read it twice." }] });
    let content = parse(&part(advanced(), "n"), &module).unwrap();
    assert_eq!(
        told(&content),
        [
            "x: Intake",
            "m: Ask the user.",
            "n: Read it twice.",
            "y: Output",
            "o: Answer."
        ]
    );
    assert_eq!(content.blocks[0].modules[1].order, 1);

    let block = json!({ "blocks": [{ "title": "End", "modules": [{ "content": "Say it." }, { "content": "And more." }] }] });
    let content = parse(&part(advanced(), "y"), &block);
    // Two modules for one, neither with a known key.
    assert_eq!(content.unwrap_err().code(), "improvement_not_kept");
    let block = json!({ "blocks": [{ "title": "End", "modules": [{ "id": "1.1", "content": "Say it." }, { "content": "More." }] }] });
    let content = parse(&part(advanced(), "y"), &block).unwrap();
    assert_eq!(
        told(&content)[3..],
        ["y: End", "o: Say it.", "new-1: More."]
    );
    assert_eq!(content.blocks[1].order, 1);
}

#[test]
fn an_answer_that_is_not_of_this_prompt_is_refused() {
    for (config, answer, code) in [
        (
            whole(standard()),
            "I would rather not.".to_owned(),
            "generation_not_json",
        ),
        (
            whole(standard()),
            json!({ "sections": [{ "content": "x" }] }).to_string(),
            "generation_not_json",
        ),
        (
            whole(standard()),
            json!({ "segments": [] }).to_string(),
            "generation_not_json",
        ),
        (
            whole(standard()),
            json!({ "segments": ["text"] }).to_string(),
            "generation_not_json",
        ),
        (
            whole(standard()),
            json!({ "segments": [{ "id": "7", "content": "x" }] }).to_string(),
            "improvement_not_kept",
        ),
        (
            whole(standard()),
            json!({ "segments": [{ "content": "x" }] }).to_string(),
            "improvement_not_kept",
        ),
        (
            whole(standard()),
            json!({ "segments": [{ "id": "1", "content": "x" }, { "title": "no text" }] })
                .to_string(),
            "improvement_not_kept",
        ),
        (
            part(standard(), "a"),
            json!({ "segments": [{ "id": "1", "content": "x" }, { "id": "2", "content": "y" }] })
                .to_string(),
            "improvement_not_kept",
        ),
    ] {
        let error = parse_improvement(&config, &answer, &mut ids()).unwrap_err();
        assert_eq!(error.code(), code, "{answer}");
    }
    let fenced =
        "Sure!\n```json\n{\"segments\":[{\"id\":\"1\",\"content\":\"A\"},{\"id\":\"2\"}]}\n```";
    let content = parse_improvement(&whole(standard()), fenced, &mut ids()).unwrap();
    assert_eq!(content.segments[0].content, "A");
}

#[test]
fn what_can_be_asked_for_has_text_and_fits() {
    let long = |chars: usize| {
        let content = json!({ "segments": [
            { "id": "a", "content": "漢".repeat(chars) }, { "id": "b", "content": "short" },
        ] });
        prompt("standard", &content)
    };
    let wordy = ImprovementConfig {
        instruction: "x".repeat(2_001),
        ..whole(standard())
    };
    for (config, expected) in [
        (whole(standard()), None),
        (part(advanced(), "y"), None),
        (part(advanced(), "m"), None),
        (whole(long(TEXT_CHARS - 5)), None),
        (
            whole(long(TEXT_CHARS - 4)),
            Some(("too_long", "prompt.content")),
        ),
        (part(long(TEXT_CHARS + 1), "a"), Some(("too_long", "part"))),
        (part(long(TEXT_CHARS + 1), "b"), None),
        (
            whole(prompt("standard", &json!({}))),
            Some(("required", "prompt.content")),
        ),
        (
            whole(prompt(
                "structured",
                &json!({ "segments": [{ "content": "unused" }] }),
            )),
            Some(("required", "prompt.content")),
        ),
        (part(standard(), "nobody"), Some(("no_such_item", "part"))),
        (part(advanced(), "f"), Some(("not_valid", "part"))),
        (wordy, Some(("too_long", "instruction"))),
    ] {
        let result = config.check();
        let told = result
            .as_ref()
            .err()
            .map(|error| (error.code(), error.field().unwrap_or_default()));
        assert_eq!(told, expected);
    }
}

#[test]
fn the_price_counts_the_texts_and_the_instruction() {
    let ai = AiConfig::default();
    let of = |chars: usize, instruction: &str| {
        let content = json!({ "segments": [{ "id": "a", "content": "x".repeat(chars) }] });
        let config = ImprovementConfig {
            instruction: instruction.to_owned(),
            ..whole(prompt("standard", &content))
        };
        config.cost(&ai).unwrap().total_cost
    };
    // 10 × 0.75 (gpt-4o-mini) × 1, 1.5 or 2 by length, rounded up.
    assert_eq!(
        (of(500, " "), of(500, "!"), of(1_500, ""), of(1_500, "!")),
        (8, 12, 12, 15)
    );
    let one = part(advanced(), "o");
    assert_eq!(one.length(), "Answer.".len());
}

#[test]
fn a_person_takes_what_pleases_them() {
    let now = standard();
    let answer = json!({ "segments": [
        { "id": "1", "content": "You are a great poet." }, { "content": "Keep it short." },
        { "id": "2", "content": "Write." },
    ] });
    let proposed = parse(&whole(now.clone()), &answer).unwrap();
    let changes: Vec<_> = review(&now, &proposed)
        .into_iter()
        .map(|change| (change.r#type, change.path))
        .collect();
    let path = |text: &str| text.to_owned();
    assert_eq!(
        changes,
        [
            (ChangeType::Modified, path("segments[a].content")),
            (ChangeType::Added, path("segments[new-1]")),
            (ChangeType::Modified, path("segments[b].content")),
        ]
    );
    for (accepted, expected, warned) in [
        (
            &[][..],
            &["a: You are a poet.", "b: Write about {{topic}}."][..],
            false,
        ),
        (
            &["segments[a].content"],
            &["a: You are a great poet.", "b: Write about {{topic}}."],
            false,
        ),
        (
            &["segments[new-1]", "segments[b].content"],
            &["a: You are a poet.", "new-1: Keep it short.", "b: Write."],
            true,
        ),
        (
            &["segments[nobody]"],
            &["a: You are a poet.", "b: Write about {{topic}}."],
            false,
        ),
    ] {
        let accepted: Vec<String> = accepted.iter().map(|path| (*path).to_owned()).collect();
        let chosen = choose(&now, &proposed, &accepted);
        assert_eq!(told(&chosen.content), expected);
        let warnings: Vec<_> = chosen
            .warnings
            .iter()
            .map(|warning| warning.message.as_str())
            .collect();
        let expected: &[&str] = if warned {
            &["No longer in the prompt: {{topic}}"]
        } else {
            &[]
        };
        assert_eq!(warnings, expected);
    }
    // A removed part stays in its old place unless its removal is accepted.
    let proposed = parse(
        &whole(now.clone()),
        &json!({ "segments": [{ "id": "2", "content": "B" }] }),
    )
    .unwrap();
    let chosen = choose(&now, &proposed, &["segments[b].content".to_owned()]);
    assert_eq!(told(&chosen.content), ["a: You are a poet.", "b: B"]);
    let chosen = choose(&now, &proposed, &["segments[a]".to_owned()]);
    assert_eq!(told(&chosen.content), ["b: Write about {{topic}}."]);
}

#[test]
fn a_nested_change_is_taken_by_itself() {
    let now = advanced();
    let answer = json!({ "blocks": [
        { "id": "1", "title": "Start", "modules": [{ "id": "1.1", "title": "Question", "content": "Ask." }, { "content": "Wait." }] },
        { "id": "2", "modules": [{ "id": "2.1", "content": "Reply." }] },
    ] });
    let proposed = parse(&whole(now.clone()), &answer).unwrap();
    let paths: Vec<String> = review(&now, &proposed)
        .into_iter()
        .map(|change| change.path)
        .collect();
    assert_eq!(
        paths,
        [
            "blocks[x].modules[n]",
            "blocks[x].title",
            "blocks[x].modules[m].title",
            "blocks[x].modules[m].content",
            "blocks[x].modules[new-1]",
            "blocks[y].modules[o].content",
        ]
    );
    let accepted = ["blocks[x].modules[m].content", "blocks[x].modules[new-1]"].map(str::to_owned);
    let chosen = choose(&now, &proposed, &accepted);
    assert_eq!(
        told(&chosen.content),
        [
            "x: Intake",
            "m: Ask.",
            "new-1: Wait.",
            "n: Read it.",
            "y: Output",
            "o: Answer."
        ]
    );
    assert_eq!(chosen.content.blocks[0].modules[0].title, "Ask");
    assert_eq!(chosen.content.blocks[0].assets[0].id, "f");
}

/// The answer of a model that changes nothing: the material as sent.
fn echo(config: &ImprovementConfig) -> Value {
    let request = config.request();
    serde_json::from_str(&request[request.find('{').unwrap()..]).unwrap()
}

/// Distorts the material: texts, keys, omitted and added parts.
fn distort(list: &mut Vec<Value>, seeds: &mut impl Iterator<Item = u8>) {
    let mut next = move || seeds.next().unwrap_or(0);
    let mut distorted = Vec::new();
    for mut item in list.drain(..) {
        match next() % 8 {
            0 => continue,
            1 => item["content"] = json!("Something better."),
            2 => item["title"] = json!("Another title"),
            3 => {
                distorted.push(json!({ "content": "An addition.", "title": "New", "modules": [] }));
            }
            4 => item["id"] = Value::Null,
            _ => {}
        }
        distorted.push(item);
    }
    *list = distorted;
}

fn ids_of(content: &Content) -> Vec<String> {
    told(content)
        .into_iter()
        .map(|line| line.split(": ").next().unwrap().to_owned())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn an_echo_changes_nothing(prompt in support::prompt()) {
        let config = whole(normal(prompt));
        prop_assume!(config.check().is_ok() && has_no_nul(&config.prompt));
        let content = parse(&config, &echo(&config)).unwrap();
        prop_assert_eq!(review(&config.prompt, &content), vec![]);
        prop_assert_eq!(content, config.prompt.content);
    }

    #[test]
    fn whatever_is_answered_persisting_parts_keep_their_ids_and_choices_hold(
        prompt in support::prompt(),
        seeds in prop::collection::vec(any::<u8>(), 0..40),
        takes in prop::collection::vec(any::<bool>(), 0..40),
    ) {
        let config = whole(normal(prompt));
        prop_assume!(config.check().is_ok() && has_no_nul(&config.prompt));
        let mut answer = echo(&config);
        let structure = config.prompt.structure_type;
        let mut seeds = seeds.into_iter();
        let list = answer[structure.list_name()].as_array_mut().unwrap();
        if structure == StructureType::Advanced {
            for block in list.iter_mut() {
                distort(block["modules"].as_array_mut().unwrap(), &mut seeds);
            }
        }
        distort(list, &mut seeds);
        let Ok(proposed) = parse(&config, &answer) else { return Ok(()) };
        let now = &config.prompt;

        // Ids are unique, and existing items keep their order.
        let (before, after) = (ids_of(&now.content), ids_of(&proposed));
        let unique: HashSet<&String> = after.iter().collect();
        prop_assert_eq!(unique.len(), after.len());
        let kept: Vec<&String> = after.iter().filter(|id| before.contains(id)).collect();
        let still: Vec<&String> = before.iter().filter(|id| after.contains(id)).collect();
        prop_assert_eq!(kept, still);

        let changes = review(now, &proposed);
        let paths: Vec<String> = changes.iter().map(|change| change.path.clone()).collect();
        prop_assert_eq!(&choose(now, &proposed, &[]).content, &now.content);
        prop_assert_eq!(&choose(now, &proposed, &paths).content, &proposed);

        // The remaining changes are exactly the rejected ones.
        let taken = |at: usize| takes.get(at).copied().unwrap_or(false);
        let accepted: Vec<String> = paths.iter().enumerate().filter(|(at, _)| taken(*at)).map(|(_, path)| path.clone()).collect();
        let refused: HashSet<&String> = paths.iter().enumerate().filter(|(at, _)| !taken(*at)).map(|(_, path)| path).collect();
        let chosen = choose(now, &proposed, &accepted);
        let as_chosen = Prompt { content: chosen.content, ..now.clone() };
        let left: HashSet<String> = review(&as_chosen, &proposed).into_iter().map(|change| change.path).collect();
        prop_assert_eq!(left.iter().collect::<HashSet<_>>(), refused);
    }

    #[test]
    fn no_answer_breaks_anything(text in "\\PC{0,200}", prompt in support::prompt()) {
        let config = whole(normal(prompt));
        let _ = parse_improvement(&config, &text, &mut ids());
        let wrapped = format!("{{\"segments\":[{{\"id\":\"1\",\"content\":{}}}]}}", json!(text));
        let _ = parse_improvement(&config, &wrapped, &mut ids());
        let _ = (config.request(), config.system_prompt(), config.length());
    }
}

fn normal(mut prompt: Prompt) -> Prompt {
    prompt.content.normalise(&mut ids());
    prompt
}

/// Whether no field contains NUL, which the store rejects.
fn has_no_nul(prompt: &Prompt) -> bool {
    !serde_json::to_string(prompt).unwrap().contains("\\u0000")
}
