//! Images in messages: of blocks, of imported messages and of dotprompt's helper.

use prompt_core::export::{ForeignFormat, export_foreign};
use prompt_core::import::import;
use prompt_core::render::{
    IMAGE_BYTES, IMAGE_TOKENS, IMAGES, MessageContent, Origin, ProblemKind, Rendered, render,
};
use prompt_core::{Prompt, StructureType, runs};
use serde_json::{Value, json};

const PIXEL: &str = "data:image/png;base64,iVBORw0KGgo=";

fn block(assets: &Value) -> Prompt {
    let content = json!({ "blocks": [{
        "id": "b", "title": "Look",
        "modules": [{ "id": "m", "title": "", "content": "What is this?" }],
        "assets": assets,
    }] });
    Prompt {
        structure_type: StructureType::Advanced,
        content: serde_json::from_value(content).expect("the content is valid"),
        ..Prompt::default()
    }
}

fn image(reference: &str) -> Value {
    json!({ "id": "i", "type": "image", "title": "Chart", "reference": reference })
}

fn filled(prompt: &Prompt, values: &Value) -> Rendered {
    render(
        prompt,
        values.as_object().expect("values are an object"),
        &(),
    )
}

fn read(name: &str, file: &Value) -> Prompt {
    let text = file.to_string();
    import(text.as_bytes(), Some(name), None)
        .prompts
        .remove(0)
        .prompt
}

#[test]
fn an_image_is_named_in_texts_and_a_part_where_it_stands() {
    let after = json!({ "id": "u", "type": "url", "reference": "https://example.org/b" });
    for (address, shown, source) in [
        (
            "https://example.org/a.png",
            "https://example.org/a.png",
            json!({ "type": "url", "url": "https://example.org/a.png" }),
        ),
        (
            PIXEL,
            "data:image/png (1 KB)",
            json!({ "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" }),
        ),
    ] {
        let prompt = block(&json!([image("{{photo}}"), after]));
        let rendered = filled(&prompt, &json!({ "photo": address }));
        assert_eq!(rendered.problems, []);
        assert_eq!(
            rendered.text(),
            format!(
                "# Look\n\nWhat is this?\n\nReferences:\n- Chart: {shown}\n- https://example.org/b"
            )
        );
        let text = "# Look\n\nWhat is this?\n\nReferences:\n- Chart: ";
        assert_eq!(
            rendered.messages_json()[0]["content"],
            json!([
                { "type": "text", "text": text },
                { "type": "image_url", "image_url": { "url": address } },
                { "type": "text", "text": "- https://example.org/b" },
            ])
        );
        assert_eq!(
            rendered.messages[0].content().anthropic(),
            json!([
                { "type": "text", "text": text },
                { "type": "image", "source": source },
                { "type": "text", "text": "- https://example.org/b" },
            ])
        );
        assert!(runs::tokens(&rendered) > IMAGE_TOKENS);
        assert!(runs::length(&rendered, &Value::Null) > 4 * IMAGE_TOKENS);
    }
}

#[test]
fn other_addresses_and_other_roles_are_listed() {
    for address in [
        "http://example.org/a.png",
        "javascript:alert(1)",
        "data:text/html;base64,PHA+",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png;base64,<script>",
        "https://example.org/{{name}}",
        "https://example.org/a b",
        "https://",
        "photo.png",
    ] {
        let mut prompt = block(&json!([image("{{photo}}")]));
        let rendered = filled(&prompt, &json!({ "photo": address }));
        assert!(
            rendered.messages_json()[0]["content"].is_string(),
            "{address}"
        );
        assert!(rendered.text().ends_with(address), "{address}");
        prompt.content.extra.insert("role".into(), json!("system"));
        let rendered = filled(&prompt, &json!({ "photo": PIXEL }));
        assert!(rendered.messages_json()[0]["content"].is_string());
        assert_eq!(rendered.messages[0].images(), 0);
    }
    let missing = filled(&block(&json!([image("{{photo}}")])), &json!({}));
    assert_eq!(missing.problems[0].kind, ProblemKind::MissingValue);
}

#[test]
fn too_many_and_too_large_images_are_not_sent() {
    let many = vec![image(PIXEL); IMAGES + 1];
    let large = vec![image(&format!("{PIXEL}{}", "A".repeat(IMAGE_BYTES)))];
    let full = vec![
        image(&format!(
            "data:image/png;base64,{}",
            "A".repeat(IMAGE_BYTES - 99)
        ));
        5
    ];
    for (images, taken) in [(many, IMAGES), (large, 0), (full, 4)] {
        let rendered = filled(&block(&json!(images)), &json!({}));
        assert_eq!(rendered.messages[0].images(), taken);
        assert_eq!(rendered.problems[0].kind, ProblemKind::TooLong);
        assert!(rendered.text().len() < 10_000);
        let failed = rendered.messages[0].pieces.iter();
        assert!(
            failed
                .filter(|piece| piece.origin == Origin::Failed)
                .count()
                > 0
        );
    }
}

#[test]
fn images_of_imported_messages_go_along_and_come_back() {
    let openai = json!({ "messages": [
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": [
            { "type": "text", "text": "What is in {{place}}?" },
            { "type": "image_url", "image_url": { "url": PIXEL } },
        ] },
        { "role": "user", "content": [
            { "type": "image_url", "image_url": { "url": "https://example.org/a.png" } },
        ] },
    ] });
    let prompt = read("a.json", &openai);
    let written = export_foreign(&prompt, ForeignFormat::Openai).text;
    let written: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(written["messages"], openai["messages"]);

    let written = export_foreign(&prompt, ForeignFormat::Anthropic).text;
    let anthropic: Value = serde_json::from_str(&written).unwrap();
    let source = json!({ "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" });
    assert_eq!(
        anthropic["messages"][0]["content"],
        json!([
            { "type": "text", "text": "What is in {{place}}?" },
            { "type": "image", "source": source },
        ])
    );
    let again = read("b.json", &anthropic);
    let values = json!({ "place": "it" });
    assert_eq!(
        filled(&again, &values).messages_json(),
        filled(&prompt, &values).messages_json()
    );
    // An image that comes before its text stays there.
    let before = json!({ "messages": [{ "role": "user", "content": [
        { "type": "image", "source": { "type": "url", "url": "https://example.org/a.png" } },
        { "type": "text", "text": "Why?" },
    ] }], "system": "x" });
    let written = export_foreign(&read("c.json", &before), ForeignFormat::Anthropic).text;
    let written: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(written["messages"], before["messages"]);
}

#[test]
fn dotprompt_has_a_helper_for_images() {
    let prompt = block(&json!([image("{{photo}}"), image(PIXEL)]));
    let written = export_foreign(&prompt, ForeignFormat::Dotprompt).text;
    assert!(
        written.contains("- Chart: {{media url=photo}}\n"),
        "{written}"
    );
    assert!(
        written.contains(&format!("- Chart: {{{{media url=\"{PIXEL}\"}}}}")),
        "{written}"
    );
    assert!(written.contains("\"photo?\": string"), "{written}");

    let prompt = import(written.as_bytes(), Some("a.prompt"), None)
        .prompts
        .remove(0)
        .prompt;
    let address = "https://example.org/a.png";
    let rendered = filled(&prompt, &json!({ "photo": address }));
    let MessageContent::Parts(parts) = rendered.messages[0].content() else {
        panic!("there are images");
    };
    let urls: Vec<_> = parts
        .iter()
        .filter_map(|part| Some(&*part.image_url.as_ref()?.url))
        .collect();
    assert_eq!(urls, [address, PIXEL]);
    let rendered = filled(&prompt, &json!({ "photo": "none" }));
    assert_eq!(rendered.problems[0].kind, ProblemKind::Template);
    assert!(rendered.text().contains("{{media url=photo}}"));
}

#[test]
fn templates_of_apis_keep_the_place_of_an_image() {
    let prompt = block(&json!([image("{{photo}}")]));
    let written = export_foreign(&prompt, ForeignFormat::Openai).text;
    let written: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(
        written["messages"][0]["content"][1],
        json!({ "type": "image_url", "image_url": { "url": "{{photo}}" } })
    );
    let written = export_foreign(&prompt, ForeignFormat::GithubModels).text;
    assert!(written.contains("- Chart: {{photo}}"), "{written}");
}
