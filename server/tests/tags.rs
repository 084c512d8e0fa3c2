//! Tags of a workspace, favourites, and what else a list of many prompts needs.

use serde_json::{Value, json};

use crate::support::{path, server, version};

#[tokio::test]
async fn tags_are_counted_as_most_prompts_spell_them() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for tags in [json!(["Sales", "b"]), json!(["sales"]), json!(["sales"])] {
        ada.prompt(json!({ "title": "One", "tags": tags })).await;
    }
    ada.prompt(json!({ "title": "P", "prompt_type": "persona", "tags": ["b"] }))
        .await;
    bob.prompt(json!({ "title": "Public", "is_public": true, "tags": ["bob"] }))
        .await;
    let tags = async |query: &str| ada.get(&format!("/api/prompts/tags{query}")).await.ok();
    assert_eq!(
        tags("").await["items"],
        json!([{ "tag": "sales", "count": 3 }, { "tag": "b", "count": 2 }])
    );
    assert_eq!(
        tags("?kind=asset").await["items"],
        json!([{ "tag": "b", "count": 1 }])
    );
    server
        .visitor()
        .get("/api/prompts/tags")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_renamed_tag_changes_in_all_of_ones_own_and_nowhere_else() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let one = ada
        .prompt(json!({ "title": "One", "tags": ["custmer", "b", "customer"] }))
        .await;
    let two = ada.prompt(json!({ "title": "Two", "tags": ["b"] })).await;
    let piece = json!({ "title": "Piece", "tags": ["Custmer"], "content": {} });
    let piece = ada.post("/api/components", piece).await.created();
    let smart = json!({ "title": "Smart", "is_smart": true, "filter": { "tags": ["custmer"] } });
    let smart = ada.post("/api/collections", smart).await.created();
    let theirs = bob
        .prompt(json!({ "title": "Theirs", "is_public": true, "tags": ["custmer"] }))
        .await;

    let rename = json!({ "from": ["custmer"], "to": " customer " });
    let done = ada
        .post("/api/prompts/tags/rename", rename.clone())
        .await
        .ok();
    assert_eq!(done, json!({ "changed": 2 }));
    let now = ada.get(&path(&one, "")).await.ok();
    assert_eq!(
        (&now["tags"], version(&now).as_str()),
        (&json!(["customer", "b"]), "1.0.1")
    );
    let old = ada.get(&path(&one, "/versions/1.0.0")).await.ok();
    assert_eq!(old["tags"], one["tags"]);
    assert_eq!(ada.get(&path(&two, "")).await.ok(), two);
    assert_eq!(bob.get(&path(&theirs, "")).await.ok(), theirs);
    let read = async |kind: &str, of: &Value| {
        let id = of["id"].as_str().unwrap();
        ada.get(&format!("/api/{kind}/{id}")).await.ok()
    };
    assert_eq!(
        read("components", &piece).await["tags"],
        json!(["customer"])
    );
    let filter = read("collections", &smart).await["filter"].clone();
    assert_eq!(filter["tags"], json!(["customer"]));
    let found = ada.get("/api/prompts?tags=custmer&owner=me").await.ok();
    assert_eq!(found["items"], json!([]));

    let again = ada.post("/api/prompts/tags/rename", rename).await.ok();
    assert_eq!(again, json!({ "changed": 0 }));
    for (from, to, code, field) in [
        (json!(["b"]), json!(" "), "required", "to"),
        (json!(["b"]), json!("x".repeat(51)), "too_long", "to"),
        (json!([" "]), json!("c"), "out_of_range", "from"),
        (
            json!((0..51).map(|at| at.to_string()).collect::<Vec<_>>()),
            json!("c"),
            "out_of_range",
            "from",
        ),
    ] {
        let body = json!({ "from": from, "to": to });
        let refused = ada.post("/api/prompts/tags/rename", body).await;
        assert_eq!(refused.fails(422, code)["field"], field);
    }
}

#[tokio::test]
async fn favourites_are_ones_own_and_end_with_what_one_may_see() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let public = ada
        .prompt(json!({ "title": "Public", "is_public": true }))
        .await;
    let private = ada.prompt(json!({ "title": "Private" })).await;
    let favourites = async |who: &crate::support::Client| {
        let list = who.get("/api/prompts?favourites=true").await.ok();
        let count = who.get("/api/prompts/count?favourites=true").await.ok();
        assert_eq!(count["count"], list["items"].as_array().unwrap().len());
        list["items"].clone()
    };
    let star = path(&public, "/favourite");
    for _ in 0..2 {
        let starred = bob.put(&star, json!({})).await.ok();
        assert_eq!(starred, json!({ "is_favourite": true }));
    }
    bob.put(&path(&private, "/favourite"), json!({}))
        .await
        .fails(404, "not_found");
    assert_eq!(favourites(&bob).await[0]["title"], "Public");
    assert_eq!(favourites(&ada).await, json!([]));
    assert_eq!(
        ada.get(&path(&public, "")).await.ok()["is_favourite"],
        false
    );
    assert_eq!(bob.get(&path(&public, "")).await.ok()["is_favourite"], true);

    ada.patch(&path(&public, ""), json!({ "is_public": false }))
        .await
        .ok();
    assert_eq!(favourites(&bob).await, json!([]));
    ada.patch(&path(&public, ""), json!({ "is_public": true }))
        .await
        .ok();
    let gone = bob.delete(&star).await.ok();
    assert_eq!(gone, json!({ "is_favourite": false }));
    assert_eq!(favourites(&bob).await, json!([]));
}

#[tokio::test]
async fn a_count_counts_what_the_list_holds() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for title in ["One", "Two", "Three"] {
        ada.prompt(json!({ "title": title, "tags": [title] })).await;
    }
    bob.prompt(json!({ "title": "Shown", "is_public": true }))
        .await;
    bob.prompt(json!({ "title": "Hidden" })).await;
    for (query, count) in [
        ("", 4),
        ("?owner=me", 3),
        ("?tags=one&tags=two", 2),
        ("?search=thr", 1),
        ("?kind=asset", 0),
    ] {
        let counted = ada.get(&format!("/api/prompts/count{query}")).await.ok();
        assert_eq!(counted, json!({ "count": count, "more": false }), "{query}");
    }
    // A visitor counts what is public.
    let public = server.visitor().get("/api/prompts/count").await.ok();
    assert_eq!(public["count"], 1);
}

#[tokio::test]
async fn a_list_shows_how_a_text_begins() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let content = json!({ "segments": [{ "content": "Answer\n  kindly." }] });
    let prompt = ada
        .prompt(json!({ "title": "One", "content": content }))
        .await;
    let shown = async || ada.get("/api/prompts").await.ok()["items"][0]["excerpt"].clone();
    assert_eq!(shown().await, "Answer kindly.");
    let content = json!({ "segments": [{ "content": "Be brief." }] });
    ada.save(&prompt, json!({ "content": content })).await.ok();
    assert_eq!(shown().await, "Be brief.");
}
