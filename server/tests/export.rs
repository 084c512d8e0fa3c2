//! Exporting prompts as files.

use crate::support::{path, server};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use sha2::{Digest, Sha256};

#[tokio::test]
async fn a_prompt_is_readable_in_every_format_by_whoever_may_see_it() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let content = json!({ "segments": [{ "id": "s", "order": 0, "type": "user", "content": "Say <b>héllo</b> 你好" }] });
    let shown = ada
        .prompt(json!({ "title": "Über Größe!", "content": content, "is_public": true }))
        .await;
    let hidden = ada.prompt(json!({ "content": content })).await;
    for (format, media_type, extension) in [
        ("plain-text", "text/plain; charset=utf-8", "txt"),
        ("markdown", "text/markdown; charset=utf-8", "md"),
        ("yaml", "application/yaml; charset=utf-8", "yaml"),
        ("html", "text/html; charset=utf-8", "html"),
        ("xml", "application/xml; charset=utf-8", "xml"),
        ("json", "application/json", "json"),
        ("prompty", "text/x-prompty; charset=utf-8", "prompty"),
    ] {
        for client in [&ada, &bob, &server.visitor()] {
            let answer = client
                .get(&path(&shown, &format!("/export?format={format}")))
                .await;
            assert_eq!(answer.status, 200, "{format}");
            assert_eq!(answer.headers["content-type"], media_type);
            let disposition = answer.headers["content-disposition"].to_str().unwrap();
            let name = format!("filename*=UTF-8''%C3%BCber-gr%C3%B6%C3%9Fe-v1-0-0.{extension}");
            assert!(disposition.ends_with(&name), "{disposition}");
            assert!(answer.text().contains("你好"), "{format}");
        }
        bob.get(&path(&hidden, &format!("/export?format={format}")))
            .await
            .fails(404, "not_found");
    }
}

#[tokio::test]
async fn the_options_are_the_cores() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({ "title": "T", "tags": ["marked"] }))
        .await;
    let full = ada
        .get(&path(&prompt, "/export?format=yaml&comments=false"))
        .await
        .text();
    let bare = ada
        .get(&path(
            &prompt,
            "/export?format=yaml&include_metadata=false&include_version_info=false",
        ))
        .await
        .text();
    assert!(
        full.contains("marked") && !bare.contains("marked"),
        "{full}\n{bare}"
    );
    let unknown = ada
        .get(&path(&prompt, "/export?format=docx"))
        .await
        .fails(422, "unsupported_export_format");
    assert_eq!(unknown["message"], "Unsupported export format: docx");
    ada.get(&path(&prompt, "/export?indentation=3"))
        .await
        .fails(422, "out_of_range");
    let accepted = ada
        .send(
            ada.request(reqwest::Method::GET, &path(&prompt, "/export"))
                .header("accept", "application/json"),
        )
        .await;
    assert_eq!(accepted.headers["content-type"], "application/json");
}

#[tokio::test]
async fn a_prompt_is_readable_in_the_formats_of_other_tools_and_as_its_original() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let content = json!({ "segments": [{ "id": "s", "order": 0, "type": "user", "content": "Say {{word}}" }] });
    let prompt = ada
        .prompt(json!({ "title": "Code review", "content": content }))
        .await;
    for (format, file_name, text) in [
        ("skill", "SKILL.md", "name: code-review"),
        ("claude-command", "code-review.md", "Say $ARGUMENTS"),
        ("cursor", "code-review.mdc", "alwaysApply"),
        ("gemini", "code-review.toml", "Say {{args}}"),
        ("langchain", "code-review.langchain.json", "Say {word}"),
        ("prompty-1", "code-review.prompty", "Say {{ word }}"),
    ] {
        let answer = ada
            .get(&path(&prompt, &format!("/export?format={format}")))
            .await;
        assert_eq!(answer.status, 200, "{format}");
        let disposition = answer.headers["content-disposition"].to_str().unwrap();
        let name = format!("filename=\"{file_name}\"");
        assert!(disposition.contains(&name), "{disposition}");
        assert!(answer.text().contains(text), "{format}");
    }
    ada.get(&path(&prompt, "/export?format=original"))
        .await
        .fails(422, "no_original");

    let rule = "---\ndescription: Be kind\nglobs: **/*.rs\n---\n\nBe kind.\n";
    let imported = prompt_core::import::import(rule.as_bytes(), Some("kind.mdc"), None);
    let imported = ada
        .prompt(serde_json::to_value(&imported.prompts[0].prompt).unwrap())
        .await;
    for format in ["original", "cursor"] {
        let answer = ada
            .get(&path(&imported, &format!("/export?format={format}")))
            .await;
        assert_eq!(answer.text(), rule, "{format}");
    }
}

/// The hashes that the elements of a page need in its content security policy.
fn hashes(page: &str, tag: &str) -> Vec<String> {
    let (start, end) = (format!("<{tag}>"), format!("</{tag}>"));
    let elements = page.split(&start).skip(1);
    let texts = elements.map(|rest| rest.split(&end).next().unwrap());
    texts
        .map(|text| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text))))
        .collect()
}

#[tokio::test]
async fn an_html_file_fills_itself_in_with_what_it_includes() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let said = |title: &str, text: &str| {
        json!({ "title": title, "is_public": true,
            "content": { "segments": [{ "id": "s", "order": 0, "type": "user", "content": text }] } })
    };
    let tone = ada.prompt(said("Tone", "Be {{mood}}.")).await;
    let whole = ada.prompt(said("Whole", "{{> tone}} Now.")).await;
    let fetched = "/api/fetch/ada/whole?format=html";
    let before = bob.get(fetched).await;
    for address in [
        &*path(&whole, "/export?format=html"),
        fetched,
        "/p/ada/whole.html",
    ] {
        let page = bob.get(address).await.text();
        for part in [
            "<textarea id=\"v-mood\"",
            "<span>Be </span><mark data-variable=\"mood\">{{mood}}</mark><span>.</span><span> Now.</span>",
        ] {
            assert!(page.contains(part), "{address}: {part} is not in {page}");
        }
        let policy = page
            .split("Content-Security-Policy\" content=\"")
            .nth(1)
            .unwrap();
        let policy = policy.split('"').next().unwrap();
        assert_eq!(
            policy,
            format!(
                "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
                hashes(&page, "style").join(" "),
                hashes(&page, "script").join(" ")
            ),
            "{address}"
        );
    }
    // What is included is part of the answer.
    let content = json!({ "segments": [{ "id": "s", "order": 0, "type": "user", "content": "Be {{mood}}!" }] });
    ada.save(&tone, json!({ "content": content })).await.ok();
    let after = bob.get(fetched).await;
    assert_ne!(before.headers["etag"], after.headers["etag"]);
    assert!(after.text().contains("</mark><span>!</span>"));
}
