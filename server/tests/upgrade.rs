//! Upgrading an instance of an earlier version, with histories, a draft, a trashed prompt and a customer.

use crate::support::{PASSWORD, TestServer, fresh_postgres, path, server_with, version};
use promptcase_server::backup;
use promptcase_server::db::{Db, Engine};
use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tempfile::TempDir;

/// The last migration of the version that wrote the rows.
const FIRST: i64 = 41;
/// The last migration of the version before histories were packed.
const UNPACKED: i64 = 60;

/// Versions as the version before histories were packed may have: one that the program stored by itself, and one
/// whose number a restore has given to the current text as well.
const UNPACKED_VERSIONS: &str = "
    INSERT INTO prompt_versions SELECT X'01a229128fc3726daa9dcb1ff745d301', prompt_id, 1, 0, 3,
        'Kept automatically before a restore', created_by, created_at + 1, title, description, prompt_type,
        structure_type, category, type, language, complexity, tags, asset_fields, asset_metadata,
        replace(content, 'one', 'two') FROM prompt_versions WHERE version_minor = 0 AND version_batch = 2;
    INSERT INTO prompt_versions SELECT X'01a229128fc3726daa9dcb1ff745d302', prompt_id, 1, 0, 4,
        'Mine', created_by, created_at + 2, title, description, prompt_type,
        structure_type, category, type, language, complexity, tags, asset_fields, asset_metadata,
        replace(content, 'one', 'replaced') FROM prompt_versions WHERE version_minor = 0 AND version_batch = 2;
    UPDATE component_versions SET changelog = 'Kept automatically before it was replaced';
";

/// The migrations of an earlier version.
async fn earlier(engine: &str, last: i64) -> Migrator {
    let folder = format!("{}/../migrations/{engine}", env!("CARGO_MANIFEST_DIR"));
    let mut migrator = Migrator::new(std::path::Path::new(&folder)).await.unwrap();
    let migrations = migrator.migrations.to_mut();
    migrations.retain(|migration| migration.version <= last);
    migrator
}

/// A database as an earlier version left it, on the engine that the tests run on.
async fn old_database(folder: &TempDir, last: i64) -> String {
    let file = folder.path().join("old.db");
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .foreign_keys(false);
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .unwrap();
    earlier("sqlite", FIRST).await.run(&pool).await.unwrap();
    let rows = include_str!("upgrade/instance.sql");
    sqlx::raw_sql(rows).execute(&pool).await.unwrap();
    if last > FIRST {
        earlier("sqlite", last).await.run(&pool).await.unwrap();
        sqlx::raw_sql(UNPACKED_VERSIONS)
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    let sqlite = format!("sqlite:{}", file.display());
    let Some(postgres) = fresh_postgres().await else {
        return sqlite;
    };
    let pool = PgPoolOptions::new().connect(&postgres).await.unwrap();
    earlier("postgres", last).await.run(&pool).await.unwrap();
    pool.close().await;
    let (from, to) = (
        Db::connect(&sqlite, 1).await.unwrap(),
        Db::connect(&postgres, 2).await.unwrap(),
    );
    backup::copy(&from, &to).await.unwrap();
    from.close().await;
    to.close().await;
    postgres
}

/// Starts a server of this version on it.
async fn upgraded(folder: &TempDir, from: i64) -> TestServer {
    let database = old_database(folder, from).await;
    server_with(|config| config.database_url = Some(database)).await
}

fn numbers(versions: &Value) -> Vec<String> {
    versions["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(version)
        .collect()
}

#[tokio::test]
async fn an_instance_of_an_earlier_version_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = upgraded(&folder, FIRST).await;
    let sign_in = async |email: &str| {
        let client = server.visitor();
        let form = json!({ "email": email, "password": PASSWORD });
        client.post("/api/auth/login", form).await.ok();
        client
    };
    let (ada, bob) = (
        sign_in("ada@example.org").await,
        sign_in("bob@example.org").await,
    );

    // Then all users find public prompts, by words that a save had removed for other users
    let found = bob.get("/api/prompts?search=review").await.ok();
    let prompt = found["items"][0].clone();
    assert_eq!(
        (version(&prompt), prompt["title"].as_str()),
        ("1.0.4".to_owned(), Some("Code review"))
    );
    // whose text begins a card
    assert_eq!(prompt["excerpt"], "four");
    // and by its name
    assert_eq!(
        (&prompt["handle"], &prompt["slug"]),
        (&json!("ada"), &json!("code-review"))
    );
    let named = bob.get("/api/names?name=@ada/code-review").await.ok();
    assert_eq!(named["id"], prompt["id"]);
    // in tags too, and in any form of their letters
    for query in ["search=STRASSE", "search=code+strasse", "tags=Strasse"] {
        let found = bob.get(&format!("/api/prompts?{query}")).await.ok();
        assert_eq!(found["items"][0]["id"], prompt["id"], "{query}");
    }
    let hidden = bob.get("/api/prompts?search=quokka").await.ok();
    assert_eq!(hidden["items"], json!([]));
    let mine = ada.get("/api/prompts?owner=me&limit=100").await.ok();
    assert_eq!(mine["items"].as_array().unwrap().len(), 2);
    let trash = ada.get("/api/trash").await.ok();
    assert_eq!(trash["items"][0]["title"], "Thrown away");

    // Then each account owns a personal workspace with what it wrote, which nobody else may change
    let db = &server.app.db;
    for (what, sql) in [
        (
            "accounts that do not own their personal workspace",
            "SELECT COUNT(*) FROM users u WHERE NOT EXISTS (SELECT 1 FROM workspace_members m
                 JOIN workspaces w ON w.id = m.workspace_id AND w.kind = 'personal'
                 WHERE m.workspace_id = u.id AND m.user_id = u.id AND m.role = 'owner')",
        ),
        (
            "records in the workspace of another account",
            "SELECT (SELECT COUNT(*) FROM prompts WHERE workspace_id <> user_id)
                 + (SELECT COUNT(*) FROM components WHERE workspace_id <> user_id)
                 + (SELECT COUNT(*) FROM collections WHERE workspace_id <> user_id)
                 + (SELECT COUNT(*) FROM api_tokens WHERE workspace_id <> user_id)",
        ),
        (
            "workspaces without a handle",
            "SELECT COUNT(*) FROM workspaces w WHERE (SELECT COUNT(*) FROM handles h
                 WHERE h.workspace_id = w.id AND h.is_current) <> 1",
        ),
        (
            "records without a slug",
            "SELECT (SELECT COUNT(*) FROM prompts r WHERE (SELECT COUNT(*) FROM slugs s
                     WHERE s.prompt_id = r.id AND s.workspace_id = r.workspace_id AND s.is_current) <> 1)
                 + (SELECT COUNT(*) FROM components r WHERE (SELECT COUNT(*) FROM slugs s
                     WHERE s.component_id = r.id AND s.is_current) <> 1)
                 + (SELECT COUNT(*) FROM collections r WHERE (SELECT COUNT(*) FROM slugs s
                     WHERE s.collection_id = r.id AND s.is_current) <> 1)",
        ),
        (
            "rows of the ledger that were not spent, but have a spender",
            "SELECT COUNT(*) FROM credit_transactions WHERE (user_id IS NULL) = (transaction_type = 'spent')",
        ),
    ] {
        let (count,) = db.read(sql).one::<(i64,)>().await.unwrap();
        assert_eq!(count, 0, "{what}");
    }
    if db.engine() == Engine::Sqlite {
        // Tables were made anew under the rows that refer to them, and under the search index
        let broken = "SELECT COUNT(*) FROM pragma_foreign_key_check";
        assert_eq!(db.read(broken).one::<(i64,)>().await.unwrap().0, 0);
        let check = "INSERT INTO prompt_search (prompt_search, rank) VALUES ('integrity-check', 1)";
        db.write(check).execute().await.unwrap();
    }
    let taken = bob.delete(&path(&prompt, "")).await;
    taken.fails(404, "not_found");

    // Then histories are intact, and no number is reused: the last numbers of 1.0 and 1.1 are unknown, so
    // numbering continues above a margin
    let versions = path(&prompt, "/versions");
    let history = ada.get(&versions).await.ok();
    assert_eq!(numbers(&history), ["1.0.4", "1.1.0", "1.0.2"]);
    let restore = |number: &str| format!("{versions}/{number}/restore");
    let restored = ada
        .post(&restore("1.0.2"), json!({ "base_version": "1.0.4" }))
        .await
        .ok();
    assert_eq!(version(&restored), "1.0.1005");
    let restored = ada
        .post(&restore("1.1.0"), json!({ "base_version": "1.0.1005" }))
        .await
        .ok();
    assert_eq!(version(&restored), "1.1.1001");
    assert_eq!(
        numbers(&ada.get(&versions).await.ok()),
        ["1.1.1001", "1.0.1005", "1.0.4", "1.1.0", "1.0.2"]
    );

    // Then a component can be saved, whatever base version its draft had
    let components = ada.get("/api/components?owner=me").await.ok();
    let component = components["items"][0].clone();
    let at = format!("/api/components/{}", component["id"].as_str().unwrap());
    let whole = ada.get(&at).await.ok();
    let save = json!({ "base_version": version(&whole), "title": "Persona, later", "content": whole["content"] });
    let saved = ada.put(&at, save).await.ok();
    assert_eq!(
        (version(&whole), version(&saved)),
        ("1.1.0".to_owned(), "1.1.1".to_owned())
    );

    // Then integers that JavaScript would round are text, in records and versions, and can be saved
    let mut items = mine["items"].as_array().unwrap().iter();
    let notes = items.find(|item| item["title"] == "Private notes").unwrap();
    let notes = ada.get(&path(notes, "")).await.ok();
    let seed = &notes["content"]["segments"][0]["seed"];
    assert_eq!(seed, "9007199254740993");
    let save =
        json!({ "base_version": version(&notes), "title": "Notes", "content": notes["content"] });
    ada.put(&path(&notes, ""), save).await.ok();
    let snapshot = ada.get(&format!("{at}/versions/1.1.0")).await.ok();
    let seed = &snapshot["content"]["moduleConfig"]["seed"];
    assert_eq!(seed, "-9007199254740993");

    // Then credits and subscription are unchanged
    assert_eq!(ada.get("/api/credits").await.ok()["balance"], 100);
    let billing = ada.get("/api/billing").await.ok();
    assert_eq!(billing["subscription"]["status"], "canceled");
    let user = mine["items"][0]["user_id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let customer = promptcase_server::billing::store::customer(&server.app.db, user);
    assert_eq!(customer.await.unwrap().as_deref(), Some("cus_old"));
}

#[tokio::test]
async fn a_history_of_the_version_before_is_packed_and_each_number_names_one_text() {
    let folder = tempfile::tempdir().unwrap();
    let server = upgraded(&folder, UNPACKED).await;
    let ada = server.visitor();
    let form = json!({ "email": "ada@example.org", "password": PASSWORD });
    ada.post("/api/auth/login", form).await.ok();
    let mine = ada.get("/api/prompts?owner=me&search=review").await.ok();
    let prompt = mine["items"][0].clone();
    let current = ada.get(&path(&prompt, "")).await.ok();

    // Then the newer text keeps the number that both had, and the older one tells which it was
    let history = ada.get(&path(&prompt, "/versions")).await.ok();
    let told = history["items"].as_array().unwrap().iter().map(|entry| {
        let is_named = entry["is_named"].as_bool().unwrap();
        (
            version(entry),
            is_named,
            entry["changelog"].as_str().unwrap(),
        )
    });
    let told: Vec<_> = told.collect();
    let told: Vec<(&str, bool, &str)> = told
        .iter()
        .map(|(n, named, text)| (n.as_str(), *named, *text))
        .collect();
    assert_eq!(
        told,
        [
            ("1.0.4", false, ""),
            ("1.1.0", true, "Second"),
            ("1.0.1005", true, "Mine (was 1.0.4)"),
            ("1.0.3", false, "Kept automatically before a restore"),
            ("1.0.2", true, "First"),
        ]
    );
    // Then each text is read by its number
    let text = async |number: &str| {
        let entry = ada
            .get(&path(&prompt, &format!("/versions/{number}")))
            .await
            .ok();
        entry["content"]["segments"][0]["content"].clone()
    };
    for (number, says) in [
        ("1.0.2", "one"),
        ("1.0.3", "two"),
        ("1.0.1005", "replaced"),
        ("1.1.0", "three"),
    ] {
        assert_eq!(text(number).await, says, "{number}");
    }
    assert_eq!(
        text("1.0.4").await,
        current["content"]["segments"][0]["content"]
    );
    // Then saves go on above all of them
    let saved = ada.save(&current, json!({ "title": "Later" })).await.ok();
    assert_eq!(version(&saved), "1.0.1006");
    assert_eq!(
        text("1.0.4").await,
        current["content"]["segments"][0]["content"]
    );

    // Then a component's version that is the current text is one entry
    let components = ada.get("/api/components?owner=me").await.ok();
    let at = format!(
        "/api/components/{}/versions",
        components["items"][0]["id"].as_str().unwrap()
    );
    let history = ada.get(&at).await.ok();
    assert_eq!(numbers(&history), ["1.1.0"]);
    assert_eq!(history["items"][0]["is_named"], false);
}
