//! Version numbers are never reused.

use super::{history, restore, snapshot};
use crate::support::{path, server, version};
use futures_util::future::join_all;
use promptcase_server::db::Engine;
use serde_json::json;
use std::collections::HashSet;
use std::time::Duration;

#[tokio::test]
async fn a_number_that_a_snapshot_has_is_never_taken_again() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let first = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    for (part, base) in [
        ("batch", "1.0.1"),
        ("batch", "1.0.2"),
        ("minor", "1.0.3"),
        ("major", "1.1.0"),
    ] {
        server.pass(Duration::from_secs(1));
        snapshot(&ada, &prompt, part, base).await;
    }
    let back = restore(&server, &ada, &prompt, &first, "2.0.0").await;
    assert_eq!(version(&back), "1.0.4");
    // A save from here must not reuse 1.0.5 if it were taken, and minor and major skip 1.1.0 and 2.0.0.
    assert_eq!(
        version(&snapshot(&ada, &prompt, "minor", "1.0.4").await),
        "1.2.0"
    );
    assert_eq!(
        version(&snapshot(&ada, &prompt, "major", "1.2.0").await),
        "3.0.0"
    );
    let numbers = history(&ada, &prompt).await;
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
}

#[tokio::test]
async fn parallel_versions_and_restores_give_unique_numbers() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    let first = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let restore_path = path(&prompt, &format!("/versions/{}/restore", version(&first)));
    let tries = (0..40).map(|n| {
        let (ada, prompt, restore_path) = (&ada, &prompt, &restore_path);
        async move {
            let mut base = version(&ada.get(&path(prompt, "")).await.ok());
            loop {
                let answer = if n % 4 == 0 {
                    ada.post(restore_path, json!({ "base_version": base }))
                        .await
                } else {
                    let part = ["major", "minor", "batch"][n % 3];
                    ada.post(
                        &path(prompt, "/versions"),
                        json!({ "version_type": part, "base_version": base }),
                    )
                    .await
                };
                match answer.status.as_u16() {
                    200 | 201 => return,
                    409 => base = version(&answer.json()["current"]),
                    _ => panic!("{}", answer.text()),
                }
            }
        }
    });
    join_all(tries).await;
    let numbers = history(&ada, &prompt).await;
    assert!(numbers.len() > 30, "{numbers:?}");
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
}

#[tokio::test]
async fn a_number_at_its_limit_refuses_with_words_and_another_part_goes_on() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let last = "1.0.4294967295";
    let prompt = ada.prompt(json!({ "version_batch": u32::MAX })).await;
    let stands = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(version(&stands), last, "what is imported keeps its number");
    let refused = ada.save(&stands, json!({ "title": "One save more" })).await;
    let refused = refused.fails(422, "version_limit");
    assert_eq!(
        refused["message"],
        format!(
            "The patch number of {last} cannot grow any further: create a version that raises another part"
        )
    );
    let new = |part: &str| json!({ "version_type": part, "base_version": last });
    ada.post(&path(&prompt, "/versions"), new("batch"))
        .await
        .fails(422, "version_limit");
    let minor = ada.post(&path(&prompt, "/versions"), new("minor")).await;
    assert_eq!(version(&minor.created()), "1.1.0");
    let too_large = json!({ "title": "x", "version_batch": 4_294_967_296_u64 });
    ada.post("/api/prompts", too_large)
        .await
        .fails(400, "unreadable");
}

/// Regression: a stale save passed because a restore reused the number of an earlier save.
#[tokio::test]
async fn a_number_that_a_save_had_is_never_given_again_and_a_stale_save_is_refused() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "First" })).await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let first = ada.get(&path(&prompt, "")).await.ok();
    let second = ada.save(&first, json!({ "title": "Second" })).await.ok();
    let laptop = ada.save(&second, json!({ "title": "Third" })).await.ok();
    assert_eq!(version(&laptop), "1.0.3");

    snapshot(&ada, &prompt, "minor", "1.0.3").await;
    let back = restore(&server, &ada, &prompt, &old, "1.1.0").await;
    assert_eq!(version(&back), "1.0.4");
    let important = ada.save(&back, json!({ "title": "Important" })).await.ok();
    let stale = ada.save(&laptop, json!({ "title": "Stale" })).await;
    assert_eq!(stale.fails(409, "conflict")["current"], important);

    // The same with a bulk change; a minor version skips 1.1, which exists.
    let tag = json!({ "prompt_ids": [prompt["id"]], "action": "add_tags", "tags": ["t"] });
    ada.post("/api/prompts/bulk", tag).await.ok();
    let back = restore(&server, &ada, &prompt, &old, "1.0.6").await;
    assert_eq!(version(&back), "1.0.7");
    let minor = snapshot(&ada, &prompt, "minor", "1.0.7").await;
    assert_eq!(version(&minor), "1.2.0");
}

/// The migration that created the number table backfills it from existing prompts and versions.
#[tokio::test]
async fn the_numbers_of_an_older_instance_are_taken_from_its_prompts_and_versions() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({ "title": "First" })).await;
    let old = snapshot(&ada, &prompt, "batch", "1.0.0").await;
    let current = ada.get(&path(&prompt, "")).await.ok();
    let saved = ada.save(&current, json!({ "title": "Second" })).await.ok();
    let saved = ada.save(&saved, json!({ "title": "Third" })).await.ok();
    assert_eq!(version(&saved), "1.0.3");

    let migration = match server.app.db.engine() {
        Engine::Sqlite => include_str!("../../../migrations/sqlite/0042_versions.sql"),
        Engine::Postgres => include_str!("../../../migrations/postgres/0042_versions.sql"),
    };
    let run = async |sql: &'static str| server.app.db.write(sql).execute().await.unwrap();
    for table in [
        "DELETE FROM prompt_numbers",
        "DELETE FROM component_numbers",
    ] {
        run(table).await;
    }
    for statement in migration.split_inclusive(';').map(str::trim) {
        if statement.starts_with("INSERT") {
            run(statement).await;
        }
    }
    let back = restore(&server, &ada, &prompt, &old, "1.0.3").await;
    assert_eq!(version(&back), "1.0.4");
}
