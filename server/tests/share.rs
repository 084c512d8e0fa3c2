//! The pages that anybody can read: prompts, profiles, files, and what machines read about them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, fakes, path, server, version};

async fn said(client: &Client, fields: Value, text: &str) -> Value {
    let mut prompt = json!({
        "content": { "segments": [{ "id": "s1", "order": 0, "type": "system", "content": text }] },
        "is_public": true,
    });
    for (name, value) in fields.as_object().into_iter().flatten() {
        prompt[name] = value.clone();
    }
    client.prompt(prompt).await
}

/// The page at an address, which must exist.
async fn page(client: &Client, address: &str) -> String {
    let answer = client.get(address).await;
    assert_eq!(answer.status, 200, "{address}: {}", answer.text());
    answer.text()
}

/// Sends the form of a page.
async fn fill(client: &Client, address: &str, fields: &[(&str, &str)]) -> Answer {
    let form: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let request = client.request(Method::POST, address).body(form);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    client.send(request).await
}

#[tokio::test]
async fn a_visitor_reads_a_public_prompt_and_takes_it_as_a_file() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let fields =
        json!({ "title": "Code review", "description": "Finds what is wrong.", "tags": ["rust"] });
    let prompt = said(&ada, fields, "Review {{language}}\r\ncode.").await;
    let html = page(&visitor, "/p/ada/code-review").await;
    for part in [
        "<h1>Code review</h1>",
        ">Ada</a>",
        "Finds what is wrong.",
        "<li>rust</li>",
        "<mark data-variable=\"language\">{{language}}</mark><span>&#13;\ncode.</span>",
        "<textarea id=\"v-language\" name=\"language\"",
        "data-variables=\"fixed\"",
        "href=\"/p/ada/code-review.prompty\"",
        "<meta property=\"og:title\" content=\"Code review by Ada\">",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    assert!(html.contains(&format!(
        "/editor?prompt={}",
        prompt["id"].as_str().unwrap()
    )));
    assert_eq!(page(&visitor, "/p/@Ada/code-review").await, html);
    assert_eq!(page(&ada, "/p/ada/code-review").await, html);
    for (ending, part) in [
        ("txt", "Review {{language}}"),
        ("md", "Code review"),
        ("json", "\"title\""),
    ] {
        let file = page(&visitor, &format!("/p/ada/code-review.{ending}")).await;
        assert!(file.contains(part), "{ending}: {file}");
    }
    let answer = visitor.get("/p/ada/code-review").await;
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    assert!(
        answer.headers["cache-control"]
            .to_str()
            .unwrap()
            .starts_with("public, max-age=30")
    );
    assert!(answer.headers.get("set-cookie").is_none());
    // Less than 50 KB before compression.
    assert!(html.len() < 50_000, "{} bytes", html.len());
}

#[tokio::test]
async fn files_for_strangers_leave_the_tests_out() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let bob = server.person("Bob").await;
    let tests = json!([{ "id": "t1", "title": "A patient", "values": { "name": "Mrs Byron" }, "checks": [] }]);
    let content = json!({
        "segments": [{ "id": "s1", "order": 0, "type": "user", "content": "A letter to {{name}}." }],
        "tests": tests,
    });
    let prompt = json!({ "title": "Letter", "content": content, "is_public": true });
    let prompt = ada.prompt(prompt).await;
    ada.put(&path(&prompt, "/link"), json!({})).await;
    let link = ada.get(&path(&prompt, "/link")).await.json();
    let link = link["path"].as_str().unwrap().to_owned();
    for ending in ["md", "yaml", "html", "xml", "json", "prompty", "txt"] {
        for client in [&ada, &bob, &visitor] {
            for address in [
                format!("/p/ada/letter.{ending}"),
                format!("{link}.{ending}"),
            ] {
                let file = page(client, &address).await;
                assert!(file.contains("A letter to"), "{address}: {file}");
                assert!(!file.contains("Byron"), "{address}: {file}");
            }
        }
    }
    for format in ["json", "yaml", "github-models"] {
        let address = path(&prompt, &format!("/export?format={format}"));
        assert!(ada.get(&address).await.text().contains("Byron"), "{format}");
        for client in [&bob, &visitor] {
            let file = page(client, &address).await;
            assert!(!file.contains("Byron"), "{format}: {file}");
        }
    }
    // Fetched by members the source has them, and no shared cache may give it to others.
    for format in ["source", "json", "yaml"] {
        let address = format!("/api/fetch/ada/letter?format={format}");
        let own = ada.get(&address).await;
        assert!(own.text().contains("Byron"), "{format}");
        assert!(
            own.headers["cache-control"]
                .to_str()
                .unwrap()
                .starts_with("private")
        );
        for client in [&bob, &visitor] {
            let other = client.get(&address).await;
            assert!(!other.text().contains("Byron"), "{format}");
            assert_ne!(other.headers["etag"], own.headers["etag"], "{format}");
        }
    }
    // Nor are they told by a comparison, nor found by a search.
    let version = json!({ "version_type": "minor", "changelog": "First", "base_version": "1.0.0" });
    ada.post(&path(&prompt, "/versions"), version)
        .await
        .created();
    let fuller = json!({ "base_version": "1.1.0", "content": {
        "segments": [{ "id": "s1", "order": 0, "type": "user", "content": "A letter for {{name}}." }],
        "tests": [{ "id": "t1", "title": "A poet", "values": { "name": "Mr Keats" }, "checks": [] }],
    } });
    ada.patch(&path(&prompt, ""), fuller).await.ok();
    let compared = path(&prompt, "/compare?from=1.1.0&to=current");
    assert!(ada.get(&compared).await.text().contains("Keats"));
    for client in [&bob, &visitor] {
        let told = client.get(&compared).await;
        let told = told.text();
        assert!(
            told.contains("A letter for") && !told.contains("Keats"),
            "{told}"
        );
        for (word, found) in [("letter", 1), ("keats", 0), ("poet", 0)] {
            let list = client
                .get(&format!("/api/prompts?search={word}"))
                .await
                .ok();
            assert_eq!(list["items"].as_array().unwrap().len(), found, "{word}");
        }
    }
}

#[tokio::test]
async fn a_secret_link_shows_no_other_private_prompt_in_any_form() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let segment = |text: &str| json!({ "segments": [{ "id": "a", "order": 0, "type": "user", "content": text }] });
    ada.prompt(json!({ "title": "Inner", "content": segment("Byron's secret.") }))
        .await;
    let outer = json!({ "title": "Outer", "content": segment("Hello {{> inner}}") });
    let outer = ada.prompt(outer).await;
    ada.put(&path(&outer, "/link"), json!({})).await;
    let link = ada.get(&path(&outer, "/link")).await.json();
    let link = link["path"].as_str().unwrap().to_owned();
    for ending in [
        "", ".md", ".yaml", ".html", ".xml", ".json", ".prompty", ".txt",
    ] {
        for client in [&ada, &visitor] {
            let shown = page(client, &format!("{link}{ending}")).await;
            assert!(
                shown.contains("Hello") && !shown.contains("Byron"),
                "{ending}: {shown}"
            );
        }
    }
}

#[tokio::test]
async fn a_private_prompt_says_whether_it_has_a_link() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = said(&ada, json!({ "is_public": false }), "Hello.").await;
    let has_link = async || {
        let listed = ada.get("/api/prompts?owner=me").await.json();
        let read = ada.get(&path(&prompt, "")).await.json();
        assert_eq!(listed["items"][0]["has_link"], read["has_link"]);
        read["has_link"].clone()
    };
    assert_eq!(has_link().await, false);
    ada.put(&path(&prompt, "/link"), json!({})).await;
    assert_eq!(has_link().await, true);
    let public = json!({ "is_public": true });
    let change = ada.patch(&path(&prompt, ""), public).await;
    assert_eq!(change.status, 200, "{}", change.text());
    // Everybody sees a public prompt, and nobody else its link.
    assert_eq!(has_link().await, false);
}

#[tokio::test]
async fn what_is_not_public_looks_as_if_it_did_not_exist() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    said(
        &ada,
        json!({ "title": "Secret", "is_public": false }),
        "hidden words",
    )
    .await;
    let binned = said(&ada, json!({ "title": "Binned" }), "hidden words").await;
    ada.delete(&path(&binned, "")).await.done();
    said(&ada, json!({ "title": "Open" }), "text").await;
    let missing = visitor.get("/p/ada/no-such-prompt").await;
    assert_eq!(missing.status, 404);
    for address in [
        "/p/ada/secret",
        "/p/ada/secret.md",
        "/p/ada/secret?version=1.0.0",
        "/p/ada/secret?label=production",
        "/p/ada/binned",
        "/p/nobody/secret",
        "/p/nobody",
        "/p/ada/open?version=9.9.9",
        "/p/ada/open?version=x",
        "/p/ada/open?label=production",
        "/p/ada/open.exe",
        "/p/me/secret",
    ] {
        // Whoever asks: the author too sees what a visitor sees.
        for client in [&visitor, &ada] {
            let answer = client.get(address).await;
            assert_eq!(answer.status, 404, "{address}");
            assert_eq!(answer.text(), missing.text(), "{address}");
        }
    }
    let answer = fill(&visitor, "/p/ada/secret", &[("a", "b")]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.text()),
        (404, missing.text())
    );
    let profile = page(&visitor, "/p/ada").await;
    assert!(profile.contains("Open") && !profile.contains("Secret") && !profile.contains("Binned"));
    let sitemap = page(&visitor, "/sitemap.xml").await;
    assert!(sitemap.contains("/p/ada/open</loc>") && !sitemap.contains("secret"));
    for (name, status) in [("open", 200), ("secret", 404), ("nothing", 404)] {
        let url = format!("{}/p/ada/{name}", server.app.config.origin());
        let answer = visitor.get(&format!("/oembed?url={url}")).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.text());
    }
}

#[tokio::test]
async fn text_of_users_is_never_markup() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'>&amp;";
    let name = json!({ "full_name": hostile, "bio": hostile });
    ada.patch("/api/profile", name).await.ok();
    let variables = json!({ "type": "object", "properties": { "a": {
        "type": "string", "default": hostile, "description": hostile, "enum": [hostile],
    } } });
    let segment = json!({ "id": "s1", "order": 0, "type": "user", "content": format!("{{{{a}}}} {hostile}") });
    let content = json!({ "segments": [segment], "variables": variables });
    let fields = json!({
        "title": hostile, "description": hostile, "tags": ["<b>"], "content": content, "is_public": true,
    });
    let prompt = ada.prompt(fields).await;
    let slug = prompt["slug"].as_str().unwrap();
    let address = format!("/p/ada/{slug}");
    let filled = fill(&visitor, &address, &[("a", hostile), (hostile, hostile)]).await;
    assert_eq!(filled.status, 200);
    for html in [
        page(&visitor, &address).await,
        page(&visitor, "/p/ada").await,
        filled.text(),
    ] {
        assert!(
            !html.contains("<script>alert") && !html.contains("<img") && !html.contains("<b>"),
            "{html}"
        );
        // The page's own script and its data.
        assert_eq!(html.matches("<script").count(), 2, "{html}");
        assert_eq!(html.matches("</script").count(), 2, "{html}");
    }
}

#[tokio::test]
async fn a_form_is_filled_in_without_a_script_and_conditions_hold() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let module = |title: &str, content: &str, condition: &str| {
        json!({
            "id": title, "order": 0, "title": title, "description": "", "content": content,
            "wrappers": ["conditional-logic"], "config": { "condition": condition },
        })
    };
    let content = json!({ "modules": [
        module("one", "Only for {{who}}.", "who == \"you\""),
        module("two", "For all others.", "who != \"you\""),
    ] });
    let fields = json!({ "title": "Greeting", "structure_type": "modulized", "content": content, "is_public": true });
    ada.prompt(fields).await;
    let html = page(&visitor, "/p/ada/greeting").await;
    assert!(html.contains("data-variables=\"rendered\"") && html.contains("For all others."));
    let filled = fill(&visitor, "/p/ada/greeting", &[("who", "you")]).await;
    assert_eq!(filled.headers["cache-control"], "no-store");
    let html = filled.text();
    assert!(html.contains("Only for ") && html.contains("<mark data-variable=\"who\">you</mark>"));
    assert!(!html.contains("For all others."));
    assert!(
        html.contains(">\nyou</textarea>"),
        "the form keeps what was entered"
    );
}

#[tokio::test]
async fn former_names_lead_to_the_page_and_versions_have_their_own() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let prompt = said(&ada, json!({ "title": "Über alles" }), "one").await;
    ada.patch(&path(&prompt, ""), json!({ "slug": "all" }))
        .await
        .ok();
    let html = page(&visitor, "/p/ada/%C3%BCber-alles").await;
    assert!(html.contains("<h1>Über alles</h1>"));
    let named = json!({
        "version_type": "major", "changelog": "First <b>one</b>", "base_version": version(&prompt),
    });
    ada.post(&path(&prompt, "/versions"), named).await.created();
    let prompt = ada.get(&path(&prompt, "")).await.ok();
    let content =
        json!({ "segments": [{ "id": "s1", "order": 0, "type": "system", "content": "two" }] });
    ada.save(&prompt, json!({ "content": content })).await.ok();
    assert!(
        page(&visitor, "/p/ada/all")
            .await
            .contains("<span>two</span>")
    );
    let label = json!({ "version": "2.0.0" });
    ada.put(&path(&prompt, "/labels/live"), label).await.ok();
    let live = page(&visitor, "/p/ada/all?label=live").await;
    assert!(live.contains("<span>one</span>") && live.contains("the label live"));
    assert!(live.contains("href=\"/p/ada/all.md?label=live\""));
    // A name may be taken back, so a browser does not keep where it led.
    let former = format!("http://{}/p/ada/%C3%BCber-alles?label=live", server.address);
    let stays = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let moved = stays.build().unwrap().get(former).send().await.unwrap();
    assert_eq!(moved.status(), 307);
    assert_eq!(moved.headers()["location"], "/p/ada/all?label=live");
    let newest = page(&visitor, "/p/ada/all").await;
    assert!(
        newest.contains("href=\"/p/ada/all?version=2.0.0\"")
            && newest.contains("First &lt;b&gt;one")
    );
    let old = page(&visitor, "/p/ada/all?version=2.0.0").await;
    assert!(old.contains("<span>one</span>") && old.contains("This is version 2.0.0."));
    assert!(old.contains("href=\"/p/ada/all.md?version=2.0.0\""));
    let file = page(&visitor, "/p/ada/all.txt?version=2.0.0").await;
    assert!(file.contains("one") && !file.contains("two"));
}

#[tokio::test]
async fn whoever_has_the_link_reads_the_prompt_and_nothing_else() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let private = json!({ "title": "Half done", "is_public": false });
    said(
        &ada,
        json!({ "title": "Tone", "is_public": false }),
        "hidden words",
    )
    .await;
    let prompt = said(&ada, private, "Say {{word}}. {{> tone}}").await;
    let link = path(&prompt, "/link");
    assert_eq!(ada.get(&link).await.ok()["path"], Value::Null);
    for stranger in [&bob, &visitor] {
        let answer = stranger.get(&link).await;
        assert!([401, 404].contains(&answer.status.as_u16()));
    }
    bob.put(&link, json!({})).await.fails(404, "not_found");
    let made = ada.put(&link, json!({})).await.ok();
    let address = made["path"].as_str().unwrap().to_owned();
    assert_eq!(ada.put(&link, json!({})).await.ok(), made);
    assert_eq!(ada.get(&link).await.ok(), made);

    // Its page is read, filled and taken as a file, and is neither listed nor kept by anybody.
    for client in [&visitor, &bob, &ada] {
        let answer = client.get(&address).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["cache-control"], "no-store");
        let html = answer.text();
        assert!(html.contains("<h1>Half done</h1>") && html.contains("noindex"));
        // What the prompt includes is private, and nothing leads to the author's other pages.
        for word in ["hidden words", "/p/ada", "/editor", "oembed"] {
            assert!(!html.contains(word), "{word} is in {html}");
        }
    }
    let filled = fill(&visitor, &address, &[("word", "please")]).await.text();
    assert!(filled.contains(">please</mark>"));
    let file = visitor.get(&format!("{address}.txt")).await;
    assert!(file.text().contains("Say {{word}}."));
    assert_eq!(file.headers["cache-control"], "no-store");
    let elsewhere = path(&prompt, "");
    visitor.get(&elsewhere).await.fails(404, "not_found");
    assert_eq!(visitor.get("/p/ada/half-done").await.status, 404);

    // Named versions are shown; saves between them are not.
    let named = json!({
        "version_type": "minor", "changelog": "First", "base_version": version(&prompt),
    });
    ada.post(&path(&prompt, "/versions"), named).await.created();
    let html = page(&visitor, &address).await;
    assert!(html.contains(&format!("href=\"{address}?version=1.1.0\"")));
    page(&visitor, &format!("{address}?version=1.1.0")).await;
    for unnamed in ["?version=1.0.0", ".md?version=1.0.0", "?label=production"] {
        let answer = visitor.get(&format!("{address}{unnamed}")).await;
        assert_eq!(answer.status, 404, "{unnamed}");
    }

    // In the trash it is gone, and an ended link never comes back.
    let missing = visitor.get("/s/nothing").await;
    assert_eq!(missing.status, 404);
    ada.delete(&elsewhere).await.done();
    assert_eq!(visitor.get(&address).await.text(), missing.text());
    ada.get(&link).await.fails(404, "not_found");
    let trashed = format!("/api/trash/prompt/{}", prompt["id"].as_str().unwrap());
    ada.post(&format!("{trashed}/restore"), json!({}))
        .await
        .done();
    assert_eq!(visitor.get(&address).await.text(), missing.text());
    assert_eq!(ada.get(&link).await.ok()["path"], Value::Null);
    assert_eq!(ada.get(&elsewhere).await.ok()["has_link"], false);
    let second = ada.put(&link, json!({})).await.ok();
    let second = second["path"].as_str().unwrap();
    assert_ne!(second, address);
    page(&visitor, second).await;
    ada.delete(&link).await.done();
    assert_eq!(visitor.get(second).await.text(), missing.text());
    let again = ada.put(&link, json!({})).await.ok();
    assert_ne!(again["path"], second);
    // What was public and becomes private is read by nobody.
    let set_public = async |is_public: bool| {
        let fields = json!({ "is_public": is_public });
        ada.patch(&elsewhere, fields).await.ok();
    };
    set_public(true).await;
    page(&visitor, again["path"].as_str().unwrap()).await;
    set_public(false).await;
    assert_eq!(ada.get(&link).await.ok()["path"], Value::Null);
}

#[tokio::test]
async fn a_public_collection_has_a_page_and_installs_as_skills() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let fields = json!({ "title": "Code review", "description": "Finds what is wrong." });
    let first = said(&ada, fields, "Review it.").await;
    let twin = said(&ada, json!({ "title": "Code Review!" }), "Another one.").await;
    let private = json!({ "title": "Secret", "is_public": false });
    let secret = said(&ada, private, "hidden words").await;
    let collection = |title: &str, is_public: bool, parent: &Value| {
        let parent = &parent["id"];
        json!({ "title": title, "is_public": is_public, "parent_id": parent, "description": "Mine." })
    };
    let made = async |fields: Value| ada.post("/api/collections", fields).await.created();
    let skills = made(collection("My skills", true, &Value::Null)).await;
    made(collection("Open <b>", true, &skills)).await;
    made(collection("Closed", false, &skills)).await;
    let items = format!("/api/collections/{}/items", skills["id"].as_str().unwrap());
    for prompt in [&secret, &twin, &first] {
        let item = json!({ "prompt_ids": [prompt["id"]] });
        ada.post(&items, item).await.ok();
    }

    let html = page(&visitor, "/p/ada/my-skills").await;
    for part in [
        "<h1>My skills</h1>",
        "Mine.",
        "href=\"/p/ada/open-b\">Open &lt;b&gt;</a>",
        "href=\"/p/ada/code-review\">Code review</a>",
        "/p/ada/my-skills</pre>",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    for hidden in ["Secret", "Closed"] {
        assert!(!html.contains(hidden));
    }
    let file = page(&visitor, "/p/ada/code-review/SKILL.md").await;
    assert!(file.starts_with("---\nname: code-review\n") && file.ends_with("\nReview it.\n"));

    // The common tool puts the skills where a coding agent looks for them.
    let home = tempfile::tempdir().unwrap();
    let address = format!("http://localhost:{}/p/ada/my-skills", server.address.port());
    let mut install = std::process::Command::new("node");
    install
        .arg(fakes::folder().join("node_modules/skills/bin/cli.mjs"))
        .args(["add", &address, "--skill", "*", "-a", "claude-code"])
        .args(["-y", "--copy"])
        .env("DISABLE_TELEMETRY", "1")
        .env("HOME", home.path())
        .current_dir(home.path());
    let output = tokio::task::spawn_blocking(move || install.output().unwrap());
    let output = output.await.unwrap();
    let installed = |name: &str| {
        let path = format!(".claude/skills/{name}/SKILL.md");
        std::fs::read_to_string(home.path().join(path)).unwrap_or_default()
    };
    assert_eq!(installed("code-review"), file, "{output:?}");
    let second = installed("code-review-2");
    assert!(second.starts_with("---\nname: code-review-2\n"), "{second}");
    assert!(second.contains("Another one."), "{output:?}");

    // A private collection is no page, whatever it holds.
    for address in [
        "/p/ada/closed",
        "/p/ada/closed/.well-known/agent-skills/index.json",
    ] {
        assert_eq!(visitor.get(address).await.status, 404, "{address}");
        assert_eq!(ada.get(address).await.status, 404, "{address}");
    }
}

#[tokio::test]
async fn pages_and_files_are_compressed_bounded_and_found_with_a_slash() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    said(&ada, json!({ "title": "Tone" }), "Be kind. ").await;
    for address in ["/p/ada/tone", "/p/ada/tone.md", "/p/ada", "/sitemap.xml"] {
        let request = visitor
            .request(Method::GET, address)
            .header("accept-encoding", "br");
        let answer = visitor.send(request).await;
        assert_eq!(answer.status, 200, "{address}");
        assert_eq!(answer.headers["content-encoding"], "br", "{address}");
        let vary = answer.headers["vary"].to_str().unwrap().to_lowercase();
        assert!(vary.contains("accept-encoding"), "{address}: {vary}");
    }
    let tag = async |coding: &str| {
        let request = visitor
            .request(Method::GET, "/p/ada/tone.md")
            .header("accept-encoding", coding);
        visitor.send(request).await.headers["etag"].clone()
    };
    assert_ne!(tag("br").await, tag("identity").await);
    // The client follows to the address without it.
    let slash = page(&visitor, "/p/ada/tone/?version=1.0.0").await;
    assert!(slash.contains("This is version 1.0.0."));
    for nothing in [
        "/p/",
        "/s/",
        "/p//example.org/",
        "/p/ada/tone/more/and/more",
    ] {
        let answer = visitor.get(nothing).await;
        assert_eq!(answer.status, 404, "{nothing}");
        assert!(answer.text().starts_with("<!DOCTYPE html>"), "{nothing}");
    }
    let long = "Größe ".repeat(50_000);
    said(&ada, json!({ "title": "Long" }), &long).await;
    let html = page(&visitor, "/p/ada/long").await;
    assert!(html.len() < 230_000, "{} bytes", html.len());
    assert!(
        html.contains("This is the beginning of a long text.")
            && !html.contains("data-action=\"copy\"")
    );
    assert!(page(&visitor, "/p/ada/long.txt").await.contains(&long));
    // A file that fills itself in runs under the policy of its own.
    let file = visitor.get("/p/ada/tone.html").await;
    let policy = file.headers["content-security-policy"].to_str().unwrap();
    let own = file.text();
    let own = own
        .split("Content-Security-Policy\" content=\"")
        .nth(1)
        .unwrap();
    let own = own.split('"').next().unwrap();
    assert_eq!(policy, format!("{own}; frame-ancestors 'none'"));
}

#[tokio::test]
async fn collections_and_profiles_are_mapped_embedded_and_listed_in_pages() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let prompt = said(&ada, json!({ "title": "Tone" }), "Be kind.").await;
    let shown = json!({ "title": "Shown", "is_public": true });
    ada.post("/api/collections", shown).await.created();
    let hidden = json!({ "title": "Hidden" });
    ada.post("/api/collections", hidden).await.created();
    server.person("Bob").await;
    let map = page(&visitor, "/sitemap.xml").await;
    for address in ["/p/ada/tone<", "/p/ada/shown<", "/p/ada<"] {
        assert!(map.contains(address), "{address} is not in {map}");
    }
    assert!(!map.contains("hidden") && !map.contains("/p/bob"));
    let origin = server.app.config.origin().to_owned();
    for (name, title) in [("ada/shown", "Shown"), ("ada", "Ada (@ada)")] {
        let url = format!("/oembed?url={origin}/p/{name}");
        let answer = visitor.get(&url).await.ok();
        assert_eq!(answer["title"], title);
        assert_eq!(answer["author_url"], format!("{origin}/p/ada"));
        assert!(
            page(&visitor, &format!("/p/{name}"))
                .await
                .contains("oembed")
        );
    }
    for name in ["ada/hidden", "nobody"] {
        let answer = visitor.get(&format!("/oembed?url={origin}/p/{name}")).await;
        assert_eq!(answer.status, 404, "{name}");
    }
    server.add_copies("prompts", &prompt, 204).await;
    let count = |html: &str| html.matches("<li><a href=\"/p/ada/").count();
    let first = page(&visitor, "/p/ada").await;
    assert_eq!(count(&first), 200);
    assert!(first.contains("href=\"/p/ada?page=2\""));
    let second = page(&visitor, "/p/ada?page=2").await;
    assert_eq!(count(&second), 5);
    assert!(second.contains("href=\"/p/ada?page=1\"") && !second.contains("page=3"));
}

#[tokio::test]
async fn a_large_collection_is_read_in_pages_and_installs_whole() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let collection = json!({ "title": "Large", "is_public": true });
    let collection = ada.post("/api/collections", collection).await.created();
    let items = path_of_items(&collection);
    let mut slugs = Vec::new();
    for number in 1..=105 {
        let title = format!("Prompt number {number}");
        let prompt = said(&ada, json!({ "title": title }), "Text.").await;
        slugs.push(prompt["slug"].as_str().unwrap().to_owned());
        let item = json!({ "prompt_ids": [prompt["id"]] });
        ada.post(&items, item).await.ok();
    }
    let listed = |html: &str| -> Vec<String> {
        let of = |slug: &&String| html.contains(&format!("href=\"/p/ada/{slug}\""));
        slugs.iter().filter(of).cloned().collect()
    };
    let first = page(&visitor, "/p/ada/large").await;
    assert_eq!(listed(&first), slugs[5..]);
    assert!(first.contains("At most 1000 of them"), "{first}");
    let next = first.split("rel=\"next\" href=\"").nth(1).unwrap();
    let next = next.split('"').next().unwrap().replace("&amp;", "&");
    let second = page(&visitor, &next).await;
    assert_eq!(listed(&second), slugs[..5]);
    assert!(second.contains("href=\"/p/ada/large\">Newest") && !second.contains("rel=\"next\""));
    let index = "/p/ada/large/.well-known/agent-skills/index.json";
    let index = visitor.get(index).await.ok();
    let names: Vec<_> = index["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, slugs);
    let oldest = format!(
        "/p/ada/large/.well-known/agent-skills/{}/SKILL.md",
        slugs[0]
    );
    assert_eq!(visitor.get(&oldest).await.status, 200);
    assert_eq!(
        visitor.get("/p/ada/large?cursor=nonsense").await.status,
        404
    );
}

fn path_of_items(collection: &Value) -> String {
    format!(
        "/api/collections/{}/items",
        collection["id"].as_str().unwrap()
    )
}

#[tokio::test]
async fn a_skill_keeps_its_name_whatever_else_is_collected() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let collection = json!({ "title": "Mine", "is_public": true });
    let collection = ada.post("/api/collections", collection).await.created();
    let add = async |client: &Client, title: &str| {
        let prompt = said(client, json!({ "title": title }), "Text.").await;
        let item = json!({ "prompt_ids": [prompt["id"]] });
        ada.post(&path_of_items(&collection), item).await.ok();
        prompt
    };
    let index = async || {
        let index = "/p/ada/mine/.well-known/agent-skills/index.json";
        let index = visitor.get(index).await.ok();
        let skills = index["skills"].as_array().unwrap().iter();
        let names = skills.map(|skill| skill["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let first = add(&ada, "Review!").await;
    assert_eq!(index().await, ["review"]);
    let second = add(&ada, "review").await;
    let bob = server.person("Bob").await;
    add(&bob, "Review?").await;
    add(&ada, "日本語").await;
    add(&ada, "2").await;
    let names = ["review", "review-2", "review-3", "ribenyu", "2"];
    assert_eq!(index().await, names);
    // The title is told as it is, in the index and in the file.
    let skill = "/p/ada/mine/.well-known/agent-skills/ribenyu/SKILL.md";
    let skill = visitor.get(skill).await.text();
    assert!(skill.starts_with("---\nname: ribenyu\n"), "{skill}");
    assert!(skill.contains("  title: \"日本語\"\n"), "{skill}");
    // Neither another title nor the end of the first gives anybody another's name.
    let title = json!({ "title": "Review" });
    ada.patch(&path(&second, ""), title).await.ok();
    ada.delete(&path(&first, "")).await.done();
    assert_eq!(index().await[..2], ["review-2", "review"]);
}

#[tokio::test]
async fn files_under_a_former_name_lead_to_the_current_one_and_no_cache_keeps_them() {
    let server = server().await;
    let (ada, visitor) = (server.person("Ada").await, server.visitor());
    let prompt = said(&ada, json!({ "title": "Old" }), "Text.").await;
    let named =
        json!({ "version_type": "minor", "changelog": "One", "base_version": version(&prompt) });
    ada.post(&path(&prompt, "/versions"), named).await.created();
    for version in ["", "?version=1.1.0"] {
        let file = visitor.get(&format!("/p/ada/old.md{version}")).await;
        assert_eq!(
            file.headers["cache-control"],
            "public, max-age=30, stale-while-revalidate=30"
        );
    }
    let slug = json!({ "slug": "new" });
    ada.patch(&path(&prompt, ""), slug).await.ok();
    let origin = format!("http://localhost:{}", server.address.port());
    let stays = reqwest::redirect::Policy::none();
    let stays = reqwest::Client::builder().redirect(stays).build().unwrap();
    let old = format!("{origin}/p/ada/old.md?version=1.1.0");
    let moved = stays.get(old).send().await.unwrap();
    assert_eq!(moved.status(), 307);
    assert_eq!(moved.headers()["location"], "/p/ada/new.md?version=1.1.0");
    let twice = visitor.get("/p/ada/new?version=1.1.0&version=1.0.0").await;
    assert_eq!(twice.status, 404);
    assert!(twice.text().contains("<html"));
}
