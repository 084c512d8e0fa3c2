//! Account deletion, account export, and API tokens.

use std::io::Read as _;
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use prompt_core::plan::PlanType;
use promptcase_server::account::store;
use promptcase_server::audit::By;
use promptcase_server::session::token_uses;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::profile::{encoded, upload};
use crate::support::{Answer, Client, PASSWORD, TestServer, path, seen, server, server_with};

async fn with_token(
    server: &TestServer,
    method: Method,
    address: &str,
    token: &str,
    body: Value,
) -> Answer {
    let visitor = server.visitor();
    let request = visitor.request(method.clone(), address).bearer_auth(token);
    let request = if method == Method::GET {
        request
    } else {
        request.json(&body)
    };
    visitor.send(request).await
}

async fn token(client: &Client, scope: &str, expires_at: Value) -> Value {
    let new =
        json!({ "name": "CI", "password": PASSWORD, "scope": scope, "expires_at": expires_at });
    client.post("/api/auth/tokens", new).await.created()
}

#[tokio::test]
async fn a_token_acts_for_its_owner_within_its_scope_until_it_ends() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({})).await;
    let read = token(&ada, "read", Value::Null).await;
    let write = token(&ada, "write", json!("2026-02-01T00:00:00Z")).await;
    let (reads, writes) = (
        read["token"].as_str().unwrap(),
        write["token"].as_str().unwrap(),
    );
    assert!(reads.starts_with("promptcase_"));

    let get = async |token: &str| {
        with_token(&server, Method::GET, &path(&prompt, ""), token, Value::Null).await
    };
    let post = async |token: &str| {
        with_token(
            &server,
            Method::POST,
            "/api/prompts",
            token,
            json!({ "title": "By token" }),
        )
        .await
    };
    assert_eq!(get(reads).await.ok(), prompt);
    post(reads).await.fails(403, "insufficient_scope");
    assert_eq!(post(writes).await.created()["user_id"], ada.id());
    // The session endpoint returns a token's user and scope; a browser session has no scope.
    for (token, scope) in [(reads, "read"), (writes, "write")] {
        let session = "/api/auth/session";
        let answer = with_token(&server, Method::GET, session, token, Value::Null).await;
        let told = answer.ok();
        assert_eq!(
            (&told["user"]["id"], &told["token_scope"]),
            (&json!(ada.id()), &json!(scope))
        );
    }
    assert_eq!(
        ada.get("/api/auth/session").await.ok().get("token_scope"),
        None
    );
    for bad in ["promptcase_unknown", "", "x"] {
        get(bad).await.fails(401, "invalid_token");
    }
    // API tokens cannot manage passwords or tokens.
    for (method, address) in [
        (Method::GET, "/api/auth/tokens"),
        (Method::POST, "/api/auth/tokens"),
        (Method::GET, "/api/auth/account/export"),
    ] {
        let body = json!({ "name": "more", "password": PASSWORD, "scope": "write" });
        with_token(&server, method, address, writes, body)
            .await
            .fails(403, "session_required");
    }

    let list = ada.get("/api/auth/tokens").await.ok();
    assert_eq!(list["items"].as_array().unwrap().len(), 2);
    assert!(!list.to_string().contains(reads) && list["items"][0].get("token").is_none());
    assert_eq!(list["items"][0]["last_used_at"], "2026-01-31T09:30:00.000Z");
    let one = format!("/api/auth/tokens/{}", read["id"].as_str().unwrap());
    bob.delete(&one).await.fails(404, "not_found");
    ada.delete(&one).await.done();
    get(reads).await.fails(401, "invalid_token");
    assert_eq!(get(writes).await.status, 200);
    server.pass(Duration::from_hours(24));
    get(writes).await.fails(401, "invalid_token");
}

#[tokio::test]
async fn the_uses_of_a_token_are_told_to_its_owner() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({})).await;
    let read = token(&ada, "read", Value::Null).await;
    let other = token(&ada, "read", Value::Null).await;
    let use_it = async |token: &Value, method: Method, address: &str| {
        let token = token["token"].as_str().unwrap();
        with_token(&server, method, address, token, json!({})).await
    };
    use_it(&read, Method::GET, &path(&prompt, "")).await.ok();
    server.pass(Duration::from_hours(2));
    use_it(&read, Method::GET, &path(&prompt, "")).await.ok();
    // What it may not do is told as well.
    let refused = use_it(&read, Method::POST, "/api/prompts").await;
    refused.fails(403, "insufficient_scope");
    use_it(&other, Method::GET, "/api/prompts").await.ok();

    let address = format!("/api/auth/tokens/{}/uses", read["id"].as_str().unwrap());
    let uses = seen(async || {
        let uses = ada.get(&address).await.ok()["items"].clone();
        (uses.as_array().unwrap().len() == 2).then_some(uses)
    });
    let read_prompt = json!({
        "request": "GET /api/prompts/…", "address": "127.0.0.1", "times": 2,
        "first_used_at": "2026-01-31T09:00:00.000Z", "last_used_at": "2026-01-31T11:30:00.000Z",
    });
    let uses = uses.await.unwrap();
    assert!(uses.as_array().unwrap().contains(&read_prompt), "{uses}");
    assert_eq!(uses[1]["request"], "POST /api/prompts");

    bob.get(&address).await.fails(404, "not_found");
    let db = &server.app.db;
    let in_days = |days: u64| server.clock.now().plus(Duration::from_hours(24 * days));
    assert_eq!(token_uses::forget_old(db, in_days(89)).await.unwrap(), 0);
    assert!(token_uses::forget_old(db, in_days(91)).await.unwrap() > 2);
}

#[tokio::test]
async fn tokens_come_with_a_plan_and_have_a_name_and_a_future() {
    let free = server().await;
    let new = json!({ "name": "CI", "password": PASSWORD, "scope": "read" });
    free.person("Ada")
        .await
        .post("/api/auth/tokens", new)
        .await
        .fails(403, "plan_required");
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    for (name, expires_at, code, field) in [
        (" ", Value::Null, "required", "name"),
        (&*"x".repeat(101), Value::Null, "too_long", "name"),
        (
            "CI",
            json!("2026-01-31T09:30:00Z"),
            "in_the_past",
            "expires_at",
        ),
    ] {
        let new = json!({ "name": name, "password": PASSWORD, "scope": "read", "expires_at": expires_at });
        assert_eq!(
            ada.post("/api/auth/tokens", new).await.fails(422, code)["field"],
            field
        );
    }
    // A session alone makes no lasting access.
    for password in [json!("guess"), Value::Null] {
        let new = json!({ "name": "CI", "scope": "read", "password": password });
        let refused = ada.post("/api/auth/tokens", new).await;
        assert!([400, 422].contains(&refused.status.as_u16()), "{refused:?}");
    }
    let tokens = ada.get("/api/auth/tokens").await.ok();
    assert_eq!(tokens["items"], json!([]));
    server
        .visitor()
        .post(
            "/api/auth/tokens",
            json!({ "name": "x", "password": PASSWORD, "scope": "read" }),
        )
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_token_rests_while_the_plan_does_not_include_it() {
    let paid = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let ada = paid.person("Ada").await;
    let token = token(&ada, "read", Value::Null).await;
    let token = token["token"].as_str().unwrap();
    let unpaid = paid
        .twin_with(|config| config.default_plan = Some(PlanType::Free))
        .await;
    let get =
        async |server| with_token(server, Method::GET, "/api/prompts", token, Value::Null).await;
    get(&paid).await.ok();
    get(&unpaid).await.fails(403, "plan_required");
    get(&paid).await.ok();
}

#[tokio::test]
async fn an_export_holds_everything_of_ones_own_and_no_secret() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = ada.prompt(json!({ "title": "Mine", "content": { "segments": [{ "id": "s", "content": "my text" }] } })).await;
    ada.post(
        &path(&prompt, "/versions"),
        json!({ "version_type": "minor", "changelog": "noted", "base_version": "1.0.0" }),
    )
    .await
    .created();
    bob.prompt(json!({ "title": "Bobs", "is_public": true }))
        .await;
    let folder = ada
        .post("/api/collections", json!({ "title": "Folder" }))
        .await
        .created();
    ada.post(
        &format!("/api/collections/{}/items", folder["id"].as_str().unwrap()),
        json!({ "prompt_ids": [prompt["id"]] }),
    )
    .await
    .ok();
    let piece = ada
        .post("/api/components", json!({ "title": "Piece" }))
        .await
        .created();
    ada.put(
        &format!("/api/components/{}/session", piece["id"].as_str().unwrap()),
        json!({ "base_version": "1.0.0", "data": { "title": "Begun" } }),
    )
    .await
    .ok();
    // More rows than one batch of the export, in a table without an id.
    for n in 1..=9 {
        let piece = json!({ "title": format!("Piece {n}") });
        let piece = ada.post("/api/components", piece).await.created();
        let session = format!("/api/components/{}/session", piece["id"].as_str().unwrap());
        let draft = json!({ "base_version": "1.0.0", "data": { "title": format!("Draft {n}") } });
        ada.put(&session, draft).await.ok();
    }
    let drawing = DynamicImage::ImageRgb8(RgbImage::from_pixel(9, 9, Rgb([12, 90, 90])));
    let drawing = encoded(&drawing, ImageFormat::Png);
    let profile = upload(&ada, drawing, "me.png", "image/png").await.ok();
    let shown = ada.get(profile["avatar_url"].as_str().unwrap()).await;

    let answer = ada.get("/api/auth/account/export").await;
    assert_eq!(answer.headers["content-type"], "application/zip");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(answer.bytes)).unwrap();
    let names: Vec<String> = zip.file_names().map(str::to_owned).collect();
    let folder = format!("prompts/{}", prompt["id"].as_str().unwrap());
    for file in ["mine-v1-1-0.md", "mine-v1-1-0.json"] {
        assert!(names.contains(&format!("{folder}/{file}")), "{names:?}");
    }
    let mut text = String::new();
    zip.by_name("data.json")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    let records = &data["records"];
    assert_eq!(records["users"][0]["email"], "ada@example.org");
    assert_eq!(
        records["users"][0]["created_at"],
        "2026-01-31T09:30:00.000Z"
    );
    assert_eq!(
        records["prompts"][0]["content"]["segments"][0]["content"],
        "my text"
    );
    let history = records["prompt_versions"].as_array().unwrap().iter();
    let history = history.map(|entry| {
        (
            &entry["changelog"],
            &entry["content"]["segments"][0]["content"],
        )
    });
    let said = json!("my text");
    assert_eq!(
        history.collect::<Vec<_>>(),
        [(&json!(""), &said), (&json!("noted"), &said)]
    );
    assert_eq!(records["collection_items"][0]["prompt_id"], prompt["id"]);
    let drafts = records["component_sessions"].as_array().unwrap().iter();
    let mut drafts: Vec<&str> = drafts
        .map(|draft| draft["data"]["title"].as_str().unwrap())
        .collect();
    drafts.sort_unstable();
    let begun = (1..=9).map(|n| format!("Draft {n}"));
    let mut begun: Vec<String> = begun.collect();
    begun.insert(0, "Begun".to_owned());
    assert_eq!(drafts, begun);
    assert_eq!(records["avatars"][0]["bytes"], "avatars/1.jpg");
    let mut picture = Vec::new();
    zip.by_name("avatars/1.jpg")
        .unwrap()
        .read_to_end(&mut picture)
        .unwrap();
    assert_eq!(picture, shown.bytes);
    assert!(
        !text.contains("Bobs") && !text.contains("argon2") && !text.contains("token_hash"),
        "{text}"
    );
    server
        .visitor()
        .get("/api/auth/account/export")
        .await
        .fails(401, "not_authenticated");
}

/// All like-derived counters of every prompt.
async fn counted(server: &TestServer) -> Vec<(Uuid, i64, i64, Option<i64>, Option<f64>)> {
    server
        .app
        .db
        .read(
            "SELECT c.prompt_id, c.like_count, COALESCE(CAST((SELECT SUM(likes) FROM prompt_days d
                     WHERE d.prompt_id = c.prompt_id) AS BIGINT), 0) AS days,
                 t.last_day, t.rank_key
             FROM prompt_counts c LEFT JOIN prompt_trends t ON t.prompt_id = c.prompt_id AND t.period = 7
             ORDER BY c.prompt_id",
        )
        .all()
        .await
        .unwrap()
}

#[tokio::test]
async fn the_likes_of_a_deleted_account_are_taken_back_from_their_days() {
    let server = server().await;
    let bob = server.person("Bob").await;
    let (ada, eve) = (server.person("Ada").await, server.person("Eve").await);
    let mut prompts = Vec::new();
    for _ in 0..4 {
        prompts.push(bob.prompt(json!({ "is_public": true })).await);
    }
    let like = async |who: &Client, prompt: &Value| {
        who.put(&path(prompt, "/like"), json!({})).await.ok();
    };
    like(&eve, &prompts[0]).await;
    server.pass(Duration::from_hours(48));
    like(&eve, &prompts[1]).await;
    let before = counted(&server).await;
    like(&ada, &prompts[0]).await;
    like(&ada, &prompts[1]).await;
    like(&ada, &prompts[2]).await;
    server.pass(Duration::from_hours(48));
    like(&ada, &prompts[3]).await;
    let login = json!({ "password": PASSWORD });
    ada.post("/api/auth/account/delete", login).await.done();

    let after = counted(&server).await;
    let (liked, unliked): (Vec<_>, Vec<_>) = after.into_iter().partition(|row| row.1 > 0);
    assert_eq!(liked, before);
    assert_eq!(unliked.len(), 2);
    assert!(
        unliked
            .iter()
            .all(|row| (row.1, row.2, row.3) == (0, 0, None)),
        "{unliked:?}"
    );
}

/// Guards against five statements per like: ten thousand likes would hold the writer in one long transaction.
#[tokio::test]
async fn an_account_with_many_likes_is_deleted_in_few_statements() {
    let server = server().await;
    let db = &server.app.db;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    server.demote_all().await;
    let prompt = bob.prompt(json!({ "is_public": true })).await;
    server.add_copies("prompts", &prompt, 10_000).await;
    for sql in [
        "INSERT INTO prompt_likes (prompt_id, user_id, created_at) SELECT p.id, $1, p.created_at FROM prompts p",
        "INSERT INTO prompt_counts (prompt_id, like_count) SELECT prompt_id, 1 FROM prompt_likes WHERE user_id = $1",
        "INSERT INTO prompt_days (prompt_id, day, likes)
             SELECT prompt_id, created_at / 86400000000, 1 FROM prompt_likes WHERE user_id = $1",
        "INSERT INTO prompt_trends (prompt_id, period, rank_key, last_day)
             SELECT prompt_id, 7, 1.5, created_at / 86400000000 FROM prompt_likes WHERE user_id = $1",
    ] {
        let id: Uuid = ada.id().parse().unwrap();
        db.write(sql).bind(id).execute().await.unwrap();
    }
    let begun = Instant::now();
    store::delete(
        db,
        ada.id().parse().unwrap(),
        By::CommandLine,
        server.app.now(),
    )
    .await
    .unwrap();
    let took = begun.elapsed();
    println!("10,001 likes were taken back in {took:?}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    let counted = counted(&server).await;
    assert_eq!(counted.len(), 10_001);
    let is_zero = |row: &(_, i64, i64, Option<i64>, _)| (row.1, row.2, row.3) == (0, 0, None);
    assert!(counted.iter().all(is_zero));
}

#[tokio::test]
async fn a_deleted_account_is_gone_with_all_it_owned_and_copies_of_others_stay() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    server.demote_all().await;
    let prompt = ada
        .prompt(json!({ "title": "Public", "is_public": true }))
        .await;
    let copy = bob
        .post(&path(&prompt, "/clone"), json!({}))
        .await
        .created();
    let bobs = bob.prompt(json!({ "is_public": true })).await;
    ada.put(&path(&bobs, "/like"), json!({})).await.ok();
    let shown = json!({ "title": "Bob's", "is_public": true });
    let folder = bob.post("/api/collections", shown.clone()).await.created();
    let folder = format!("/api/collections/{}", folder["id"].as_str().unwrap());
    ada.put(&format!("{folder}/like"), json!({})).await.ok();
    let piece = bob.post("/api/components", shown).await.created();
    let piece = format!("/api/components/{}", piece["id"].as_str().unwrap());
    ada.put(&format!("{piece}/rating"), json!({ "rating_value": 1 }))
        .await
        .ok();

    ada.post("/api/auth/account/delete", json!({ "password": "wrong" }))
        .await
        .fails(422, "wrong_password");
    let cookie = ada.cookie();
    ada.post("/api/auth/account/delete", json!({ "password": PASSWORD }))
        .await
        .done();
    assert_eq!(ada.cookie(), None);
    ada.set_cookie(cookie);
    assert_eq!(ada.get("/api/auth/session").await.ok()["user"], Value::Null);
    ada.post("/api/prompts", json!({}))
        .await
        .fails(401, "not_authenticated");
    bob.get(&path(&prompt, "")).await.fails(404, "not_found");
    assert_eq!(
        bob.get(&path(&copy, "")).await.ok()["title"],
        "Public (Copy)"
    );
    assert_eq!(bob.get(&path(&bobs, "")).await.ok()["like_count"], 0);
    assert_eq!(bob.get(&folder).await.ok()["like_count"], 0);
    let unrated = bob.get(&piece).await.ok();
    assert_eq!(
        (&unrated["rating"], &unrated["rating_count"]),
        (&json!(0.0), &json!(0))
    );
    let login = json!({ "email": "ada@example.org", "password": PASSWORD });
    server
        .visitor()
        .post("/api/auth/login", login)
        .await
        .fails(401, "invalid_login");
    server.person("Ada").await;
}
