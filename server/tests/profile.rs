//! Profiles, pictures, statistics, streaks and the activity list.

use std::io::Cursor;
use std::time::Duration;

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use promptcase_server::clock::Timestamp;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{Answer, Client, path, server};

fn of(client: &Client, rest: &str) -> String {
    format!("/api/profile/{}{rest}", client.id())
}

pub async fn upload(client: &Client, bytes: Vec<u8>, name: &str, media_type: &str) -> Answer {
    let part = Part::bytes(bytes)
        .file_name(name.to_owned())
        .mime_str(media_type)
        .expect("a media type");
    let request = client
        .request(Method::PUT, "/api/profile/avatar")
        .multipart(Form::new().part("file", part));
    client.send(request).await
}

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), format)
        .expect("a picture");
    bytes
}

#[tokio::test]
async fn a_profile_is_changed_field_by_field_and_shown_to_others_without_its_address() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let mine = ada.get("/api/profile").await.ok();
    assert_eq!(mine["email"], "ada@example.org");
    let change = json!({ "bio": "First programmer", "website": "https://example.org", "github_username": "@ada" });
    let changed = ada
        .send(ada.request(Method::PATCH, "/api/profile").json(&change))
        .await
        .ok();
    assert_eq!(changed["full_name"], "Ada");
    assert_eq!(changed["bio"], "First programmer");
    assert_eq!(changed["github_username"], "ada");
    let again = ada.patch("/api/profile", json!({ "bio": "" })).await.ok();
    assert_eq!(
        (&again["bio"], &again["website"]),
        (&json!(""), &json!("https://example.org"))
    );
    ada.patch("/api/profile", json!({ "full_name": "Ada L." }))
        .await
        .ok();

    for stranger in [&bob, &server.visitor()] {
        let seen = stranger.get(&of(&ada, "")).await.ok();
        assert_eq!(
            (&seen["full_name"], &seen["email"]),
            (&json!("Ada L."), &Value::Null)
        );
    }
    let unknown = "/api/profile/0190a0a0-0000-7000-8000-00000000ffff";
    for rest in ["", "/stats", "/activity", "/avatar"] {
        bob.get(&format!("{unknown}{rest}"))
            .await
            .fails(404, "not_found");
    }
    let visitor = server.visitor();
    visitor
        .get("/api/profile")
        .await
        .fails(401, "not_authenticated");
    visitor
        .patch("/api/profile", json!({}))
        .await
        .fails(401, "not_authenticated");
    visitor
        .delete("/api/profile/avatar")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn what_is_wrong_with_a_profile_is_said_at_its_field() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for (field, value, code) in [
        ("bio", "x".repeat(2001), "too_long"),
        ("website", "javascript:alert(1)".to_owned(), "not_valid"),
        ("github_username", "../x".to_owned(), "not_valid"),
        ("full_name", "x".repeat(201), "too_long"),
    ] {
        let body = ada
            .patch("/api/profile", json!({ field: value }))
            .await
            .fails(422, code);
        assert_eq!(body["field"], field);
    }
}

#[tokio::test]
async fn a_picture_is_decoded_made_small_and_served_harmlessly() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let photo = DynamicImage::ImageRgb8(RgbImage::from_pixel(900, 300, image::Rgb([200, 10, 10])));
    let drawing =
        DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 40, image::Rgba([0, 0, 200, 100])));
    let mut urls = Vec::new();
    // The type is determined from the bytes; the name and the declared type are wrong.
    for (bytes, name, media_type, served, size) in [
        (
            encoded(&photo, ImageFormat::Jpeg),
            "a.exe",
            "application/x-msdownload",
            "image/jpeg",
            (512, 171),
        ),
        (
            encoded(&drawing, ImageFormat::Png),
            "b.jpg",
            "image/jpeg",
            "image/png",
            (40, 40),
        ),
        (
            encoded(&drawing, ImageFormat::WebP),
            "c.webp",
            "image/webp",
            "image/png",
            (40, 40),
        ),
        (
            encoded(&drawing, ImageFormat::Gif),
            "d.gif",
            "image/gif",
            "image/png",
            (40, 40),
        ),
    ] {
        let mut with_more = bytes;
        with_more.extend_from_slice(b"<script>alert(1)</script>");
        let profile = upload(&ada, with_more, name, media_type).await.ok();
        let url = profile["avatar_url"]
            .as_str()
            .expect("an address")
            .to_owned();
        let picture = server.visitor().get(&url).await;
        assert_eq!(picture.headers["content-type"], served);
        assert_eq!(picture.headers["x-content-type-options"], "nosniff");
        assert_eq!(
            picture.headers["content-security-policy"],
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
        );
        let seen = image::load_from_memory(&picture.bytes).expect("a picture");
        assert_eq!((seen.width(), seen.height()), size);
        assert!(!picture.bytes.windows(8).any(|window| window == b"<script>"));
        urls.push(url);
    }
    urls.dedup();
    assert!(urls.len() >= 2, "another picture has another address");
    assert_eq!(
        ada.get("/api/auth/session").await.ok()["user"]["avatar_url"],
        *urls.last().unwrap()
    );
    ada.delete("/api/profile/avatar").await.done();
    assert_eq!(
        ada.get("/api/profile").await.ok()["avatar_url"],
        Value::Null
    );
    ada.get(&of(&ada, "/avatar")).await.fails(404, "not_found");
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let svg =
        br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#.to_vec();
    let photo = DynamicImage::ImageRgb8(RgbImage::new(40, 40));
    let mut cut = encoded(&photo, ImageFormat::Png);
    cut.truncate(50);
    let wide = encoded(
        &DynamicImage::ImageRgb8(RgbImage::new(9000, 1)),
        ImageFormat::Png,
    );
    for (bytes, code) in [
        (svg, "not_an_image"),
        (Vec::new(), "not_an_image"),
        (b"GIF89a".to_vec(), "not_an_image"),
        (cut, "not_an_image"),
        (wide, "too_large"),
        (vec![0; 5 * 1024 * 1024 + 1], "too_large"),
    ] {
        let body = upload(&ada, bytes, "a.png", "image/png")
            .await
            .fails(422, code);
        assert_eq!(body["field"], "file");
    }
    let empty = ada
        .request(Method::PUT, "/api/profile/avatar")
        .multipart(Form::new());
    let refused = ada.send(empty).await;
    assert_eq!(refused.error().0, 400);
    upload(&server.visitor(), Vec::new(), "a.png", "image/png")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn figures_count_everything_for_oneself_and_what_is_public_for_others() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let open = ada
        .prompt(json!({ "title": "Open", "is_public": true }))
        .await;
    ada.prompt(json!({ "title": "Secret" })).await;
    let gone = ada
        .prompt(json!({ "title": "Gone", "is_public": true }))
        .await;
    ada.prompt(json!({ "title": "Asset", "prompt_type": "persona", "type": "asset" }))
        .await;
    ada.post(
        "/api/collections",
        json!({ "title": "Open", "is_public": true }),
    )
    .await
    .created();
    ada.post("/api/collections", json!({ "title": "Secret" }))
        .await
        .created();
    let rated = ada
        .post(
            "/api/components",
            json!({ "title": "Rated", "is_public": true }),
        )
        .await
        .created();
    let rating = format!("/api/components/{}/rating", rated["id"].as_str().unwrap());
    bob.put(&rating, json!({ "rating_value": 5 })).await.ok();
    for prompt in [&open, &gone] {
        bob.post(&path(prompt, "/view"), json!({})).await.done();
        bob.put(&path(prompt, "/like"), json!({})).await.ok();
        bob.post(&path(prompt, "/clone"), json!({})).await.created();
    }
    ada.delete(&path(&gone, "")).await.done();

    let mine = ada.get(&of(&ada, "/stats")).await.ok();
    let seen = bob.get(&of(&ada, "/stats")).await.ok();
    for (field, own, public) in [
        ("total_prompts", json!(2), json!(1)),
        ("total_views", json!(1), json!(1)),
        ("total_likes", json!(1), json!(1)),
        ("total_forks", json!(1), json!(1)),
        ("total_collections", json!(2), json!(1)),
        ("avg_rating", json!(5.0), json!(5.0)),
        ("streak_days", json!(1), json!(1)),
        (
            "achievements",
            json!(["quality_creator"]),
            json!(["quality_creator"]),
        ),
        (
            "join_date",
            json!("2026-01-31T09:30:00.000Z"),
            json!("2026-01-31T09:30:00.000Z"),
        ),
    ] {
        assert_eq!((&mine[field], &seen[field]), (&own, &public), "{field}");
    }
    let nobody = server.person("Nobody").await;
    let none = nobody.get(&of(&nobody, "/stats")).await.ok();
    assert_eq!(
        (&none["avg_rating"], &none["streak_days"]),
        (&json!(0.0), &json!(0))
    );
    assert_eq!(none["achievements"], json!([]));
}

#[tokio::test]
async fn a_streak_counts_days_of_work_up_to_today_or_yesterday() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let streak =
        async |viewer: &Client| viewer.get(&of(&ada, "/stats")).await.ok()["streak_days"].clone();
    let mut prompt = ada.prompt(json!({})).await;
    for day in 2..=7 {
        server.pass(Timestamp::DAY);
        prompt = ada
            .save(&prompt, json!({ "title": format!("Day {day}") }))
            .await
            .ok();
        assert_eq!(streak(&ada).await, day);
    }
    let stats = ada.get(&of(&ada, "/stats")).await.ok();
    assert_eq!(stats["achievements"], json!(["consistent_creator"]));
    assert_eq!(stats["last_active"], "2026-02-06T09:30:00.000Z");
    // All of it was private, so other users see no streak.
    assert_eq!(streak(&bob).await, 0);
    server.pass(Timestamp::DAY);
    assert_eq!(streak(&ada).await, 7, "today is not over");
    // Likes do not count towards the streak.
    let open = bob.prompt(json!({ "is_public": true })).await;
    ada.put(&path(&open, "/like"), json!({})).await.ok();
    ada.delete(&path(&prompt, "")).await.done();
    ada.delete("/api/trash").await.done();
    assert_eq!(
        streak(&ada).await,
        7,
        "what was deleted was made nevertheless"
    );
    server.pass(Timestamp::DAY);
    assert_eq!(streak(&ada).await, 0);
}

#[tokio::test]
async fn the_activity_list_names_what_was_done_newest_first() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let step = || server.pass(Duration::from_secs(1));
    let prompt = ada.prompt(json!({ "title": "Secret" })).await;
    step();
    let saved = ada.save(&prompt, json!({ "description": "a" })).await.ok();
    ada.save(&saved, json!({ "description": "b" })).await.ok();
    step();
    let folder = ada
        .post(
            "/api/collections",
            json!({ "title": "Folder", "is_public": true }),
        )
        .await
        .created();
    step();
    let theirs = bob
        .prompt(json!({ "title": "Bob's", "is_public": true }))
        .await;
    ada.put(&path(&theirs, "/like"), json!({})).await.ok();
    step();
    ada.post(&path(&theirs, "/clone"), json!({}))
        .await
        .created();

    let page = ada.get(&of(&ada, "/activity")).await.ok();
    let lines: Vec<(&str, &str, i64)> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let text = |field: &str| item[field].as_str().unwrap();
            (text("kind"), text("title"), item["times"].as_i64().unwrap())
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("prompt_forked", "Bob's (Copy)", 1),
            ("prompt_liked", "Bob's", 1),
            ("collection_created", "Folder", 1),
            ("prompt_saved", "Secret", 2),
            ("prompt_created", "Secret", 1),
        ]
    );
    let first = ada.get(&of(&ada, "/activity?limit=2")).await.ok();
    let next = format!(
        "/activity?limit=2&cursor={}",
        first["next_cursor"].as_str().unwrap()
    );
    let second = ada.get(&of(&ada, &next)).await.ok();
    assert_eq!(second["items"][0]["object_id"], folder["id"]);
    assert_eq!(second["items"][0]["object_type"], "collection");

    // Other users see neither private activity nor likes.
    let seen = bob.get(&of(&ada, "/activity")).await.ok();
    let kinds: Vec<&Value> = seen["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["kind"])
        .collect();
    assert_eq!(kinds, ["collection_created"]);
}
