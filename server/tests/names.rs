//! Slugs and handles: how they are made, changed and found, and that they give nothing away.

use crate::support::{Client, PASSWORD, path, server, server_with};
use prompt_core::plan::PlanType;
use serde_json::{Value, json};

fn slug(of: &Value) -> &str {
    of["slug"].as_str().unwrap()
}

async fn find(client: &Client, name: &str) -> Value {
    client.get(&format!("/api/names?name={name}")).await.ok()
}

async fn finds_nothing(client: &Client, name: &str) {
    let answer = client.get(&format!("/api/names?name={name}")).await;
    answer.fails(404, "not_found");
}

#[tokio::test]
async fn a_record_is_named_by_its_title_and_twins_are_numbered() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let titled = async |title: &str| ada.prompt(json!({ "title": title })).await;
    assert_eq!(slug(&titled("Code Review!").await), "code-review");
    assert_eq!(slug(&titled("Code review").await), "code-review-2");
    assert_eq!(slug(&titled("code - review").await), "code-review-3");
    assert_eq!(slug(&titled("コードレビュー").await), "コードレビュー");
    assert_eq!(slug(&titled("🎉").await), "prompt");
    let asset = json!({ "title": "…", "prompt_type": "context" });
    assert_eq!(slug(&ada.prompt(asset).await), "asset");
    // The name is that of one thing, of whatever kind.
    let folder = json!({ "title": "Code review" });
    let folder = ada.post("/api/collections", folder).await.created();
    assert_eq!(slug(&folder), "code-review-4");
    let piece = json!({ "title": "Code review", "content": {} });
    let piece = ada.post("/api/components", piece).await.created();
    assert_eq!(slug(&piece), "code-review-5");
    // Another workspace has names of its own.
    let bob = server.person("Bob").await;
    let prompt = bob.prompt(json!({ "title": "Code review" })).await;
    assert_eq!(
        (slug(&prompt), &prompt["handle"]),
        ("code-review", &json!("bob"))
    );
    // Long titles have twins too.
    let long = "word ".repeat(40);
    let first = titled(&long).await;
    let second = titled(&long).await;
    assert_eq!(slug(&first).chars().count(), 79);
    assert!(slug(&second).ends_with("-2") && slug(&second).chars().count() <= 80);
}

#[tokio::test]
async fn a_slug_stays_until_it_is_changed_and_the_old_one_leads_to_the_new() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let saved = ada.save(&prompt, json!({ "title": "Voice" })).await.ok();
    assert_eq!(slug(&saved), "tone");
    let changed = ada
        .patch(&path(&prompt, ""), json!({ "slug": "Voice" }))
        .await
        .ok();
    assert_eq!(
        (slug(&changed), &changed["version_batch"]),
        ("voice", &json!(1))
    );
    for name in ["@ada/tone", "@ada/voice", "tone", "@me/voice"] {
        let found = find(&ada, name).await;
        assert_eq!(
            (&found["id"], &found["name"]),
            (&prompt["id"], &json!("@ada/voice"))
        );
    }
    // A name never leads to something else.
    let other = ada.prompt(json!({ "title": "Tone" })).await;
    assert_eq!(slug(&other), "tone-2");
    let taken = ada
        .patch(&path(&other, ""), json!({ "slug": "tone" }))
        .await;
    assert_eq!(taken.fails(422, "slug_taken")["field"], "slug");
    let back = ada
        .patch(&path(&prompt, ""), json!({ "slug": "tone" }))
        .await
        .ok();
    assert_eq!(slug(&back), "tone");
    for wrong in ["", "a b", "a--b", "-a"] {
        let answer = ada
            .patch(&path(&prompt, ""), json!({ "slug": wrong }))
            .await;
        assert_eq!(answer.fails(422, "not_valid")["field"], "slug", "{wrong}");
    }
    // A collection and a component change theirs in the same way.
    let folder = ada
        .post("/api/collections", json!({ "title": "Letters" }))
        .await
        .created();
    let address = format!("/api/collections/{}", folder["id"].as_str().unwrap());
    let changed = ada.patch(&address, json!({ "slug": "post" })).await.ok();
    assert_eq!(slug(&changed), "post");
    assert_eq!(find(&ada, "@ada/letters").await["kind"], "collection");
    let piece = json!({ "title": "Persona", "content": {} });
    let piece = ada.post("/api/components", piece).await.created();
    let address = format!("/api/components/{}", piece["id"].as_str().unwrap());
    let changed = ada.patch(&address, json!({ "slug": "who" })).await.ok();
    assert_eq!(slug(&changed), "who");
    let found = find(&ada, "persona").await;
    assert_eq!(
        (&found["kind"], &found["name"]),
        (&json!("component"), &json!("@ada/who"))
    );
}

#[tokio::test]
async fn a_handle_is_suggested_chosen_and_changed_and_never_given_again() {
    let server = server().await;
    let ada = server.person("Ada").await;
    server.demote_all().await;
    assert_eq!(ada.user["handle"], "ada");
    let visitor = server.visitor();
    let suggest = async |query: &str| {
        let found = visitor.get(&format!("/api/auth/handle?{query}")).await.ok();
        found["handle"].as_str().unwrap().to_owned()
    };
    assert_eq!(suggest("full_name=Ada").await, "ada-2");
    assert_eq!(suggest("full_name=Jos%C3%A9").await, "jose");
    assert_eq!(suggest("full_name=Admin").await, "member");
    let form = |email: &str, handle: &str| json!({ "full_name": "Eve", "email": email, "password": PASSWORD, "handle": handle });
    for (handle, code) in [
        ("ada", "handle_taken"),
        ("settings", "not_valid"),
        ("a b", "not_valid"),
    ] {
        let answer = visitor
            .post("/api/auth/register", form("eve@example.org", handle))
            .await;
        assert_eq!(answer.fails(422, code)["field"], "handle");
    }
    let eve = server.visitor();
    let signed_in = eve
        .post("/api/auth/register", form("eve@example.org", "@Eve-1"))
        .await;
    assert_eq!(signed_in.created()["user"]["handle"], "eve-1");

    let changed = ada
        .patch("/api/profile", json!({ "handle": "countess" }))
        .await
        .ok();
    assert_eq!(changed["handle"], "countess");
    let prompt = ada
        .prompt(json!({ "title": "Tone", "is_public": true }))
        .await;
    assert_eq!(prompt["handle"], "countess");
    for name in ["@ada/tone", "@countess/tone"] {
        assert_eq!(find(&visitor, name).await["name"], "@countess/tone");
    }
    assert_eq!(find(&visitor, "@ada").await["name"], "@countess");
    let taken = eve.patch("/api/profile", json!({ "handle": "ada" })).await;
    assert_eq!(taken.fails(422, "handle_taken")["field"], "handle");
    let back = ada
        .patch("/api/profile", json!({ "handle": "ada" }))
        .await
        .ok();
    assert_eq!(back["handle"], "ada");

    // All handles stay taken, so there is an end to them; one may always go back.
    for number in 0..18 {
        let handle = json!({ "handle": format!("countess-{number}") });
        ada.patch("/api/profile", handle).await.ok();
    }
    let more = ada
        .patch("/api/profile", json!({ "handle": "countess-18" }))
        .await;
    assert_eq!(more.fails(422, "too_many")["field"], "handle");
    ada.patch("/api/profile", json!({ "handle": "countess" }))
        .await
        .ok();

    // The names of a deleted account lead nowhere, and nobody else gets them.
    let gone = json!({ "password": PASSWORD });
    ada.post("/api/auth/account/delete", gone).await.done();
    for name in ["@ada", "@ada/tone", "@countess"] {
        finds_nothing(&visitor, name).await;
    }
    assert_eq!(suggest("full_name=Ada").await, "ada-2");
}

#[tokio::test]
async fn a_private_name_is_a_missing_one() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let prompt = ada.prompt(json!({ "title": "Secret plan" })).await;
    let target = json!({ "version": "1.0.0" });
    ada.put(&path(&prompt, "/labels/live"), target).await.ok();
    let visitor = server.visitor();
    for client in [&bob, &visitor] {
        for name in [
            "secret-plan",
            "secret-plan@1.0.0",
            "secret-plan:live",
            "secret-plan:no",
        ] {
            let there = client.get(&format!("/api/names?name=@ada/{name}")).await;
            let missing = name.replace("secret", "missing");
            let missing = client.get(&format!("/api/names?name=@ada/{missing}")).await;
            assert_eq!(there.error(), (404, "not_found".to_owned()));
            assert_eq!(there.text(), missing.text());
        }
        for query in [
            "",
            "?version=1.0.0",
            "?label=live",
            "?label=no",
            "?format=source",
        ] {
            let there = client
                .get(&format!("/api/fetch/ada/secret-plan{query}"))
                .await;
            let missing = client.get(&format!("/api/fetch/ada/missing{query}")).await;
            let nobody = client
                .get(&format!("/api/fetch/nobody-here/missing{query}"))
                .await;
            assert_eq!(there.error(), (404, "not_found".to_owned()), "{query}");
            assert_eq!(there.text(), missing.text());
            assert_eq!(there.text(), nobody.text());
        }
    }
    // A private prompt of one's own by its short name is another's missing one.
    finds_nothing(&bob, "secret-plan").await;
    assert_eq!(find(&ada, "secret-plan").await["id"], prompt["id"]);
}
