//! Leaving: everything of one's own as one file, and the end of the account.

use std::io::Write;

use poem::http::{HeaderValue, header};
use poem::web::cookie::CookieJar;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::{ApiResponse, OpenApi};
use prompt_core::export::{ExportFormat, ExportOptions, export};
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::app::{App, Tags};
use crate::auth::confirm_password;
use crate::auth::session::{self, Browser};
use crate::auth::two_factor::PasswordConfirmation;
use crate::billing;
use crate::db::{Cell, Db};
use crate::error::{ApiError, ProviderError, Result};
use crate::payload::{NoContent, Serde};
use crate::prompts::StoredPrompt;
use crate::prompts::store::{FROM, SUMMARY};

/// Columns that are secrets, or derived from what is there anyway.
const LEFT_OUT: &[&str] = &[
    "password_hash",
    "token_hash",
    "code_hash",
    "request_hash",
    "secret",
    "search_text",
    "rid",
];
/// Columns that hold JSON as text.
const JSON_COLUMNS: &[&str] = &[
    "content",
    "tags",
    "asset_fields",
    "asset_metadata",
    "filter",
    "data",
];
/// Prompts that are read at once.
const CHUNK: i64 = 100;

pub struct AccountApi(pub App);

#[OpenApi(prefix_path = "/auth/account", tag = "Tags::Auth")]
impl AccountApi {
    /// Export everything of one's own
    ///
    /// A zip: `data.json` with every record of the account, and each prompt as .md and .json.
    #[oai(path = "/export", method = "get", operation_id = "export_account")]
    async fn export_account(&self, Browser(me): Browser) -> Result<ZipFile> {
        Ok(ZipFile(pack(&self.0.db, me.id).await?))
    }

    /// Delete the account and everything it owns
    ///
    /// Asks for the password. Copies that others made of public prompts stay theirs. There is no way back.
    #[oai(path = "/delete", method = "post", operation_id = "delete_account")]
    async fn delete_account(
        &self,
        Browser(me): Browser,
        jar: &CookieJar,
        Serde(form): Serde<PasswordConfirmation>,
    ) -> Result<NoContent, ProviderError> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        billing::end_now(app, me.id).await?;
        delete(&app.db, me.id).await?;
        session::forget(app, jar);
        Ok(NoContent)
    }
}

/// Rows go with the account by their foreign keys; what it counted on other people's things is taken back first.
pub async fn delete(db: &Db, user: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.query(
        "UPDATE prompt_counts SET like_count = like_count - 1
         WHERE prompt_id IN (SELECT l.prompt_id FROM prompt_likes l WHERE l.user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    tx.query(
        "UPDATE collection_counts SET like_count = like_count - 1
         WHERE collection_id IN (SELECT l.collection_id FROM collection_likes l WHERE l.user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    tx.query(
        "UPDATE component_counts SET rating_count = rating_count - 1, rating_sum = rating_sum -
             (SELECT r.rating FROM component_ratings r
              WHERE r.component_id = component_counts.component_id AND r.user_id = $1)
         WHERE component_id IN (SELECT r.component_id FROM component_ratings r WHERE r.user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    tx.query("DELETE FROM users WHERE id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

async fn pack(db: &Db, user: Uuid) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    let broken = |error: &dyn std::fmt::Display| ApiError::internal(error);

    zip.start_file("data.json", options)
        .map_err(|error| broken(&error))?;
    serde_json::to_writer_pretty(&mut zip, &records(db, user).await?)?;

    let sql = format!(
        "SELECT {SUMMARY}, p.asset_fields, p.asset_metadata, p.content FROM {FROM}
         WHERE p.user_id = $1 AND p.deleted_at IS NULL AND p.id > $2 ORDER BY p.id LIMIT {CHUNK}"
    );
    let mut last = Uuid::nil();
    loop {
        let chunk: Vec<StoredPrompt> = db
            .read(AssertSqlSafe(sql.clone()))
            .bind(user)
            .bind(last)
            .all()
            .await?;
        let Some(newest) = chunk.last() else { break };
        last = newest.summary.id;
        for stored in &chunk {
            let prompt = stored.to_prompt()?;
            for format in [ExportFormat::Markdown, ExportFormat::Json] {
                let file = export(&prompt, &ExportOptions::new(format));
                // Two prompts may have one title; the id tells them apart.
                let name = format!("prompts/{}/{}", stored.summary.id, file.file_name);
                zip.start_file(name, options)
                    .map_err(|error| broken(&error))?;
                zip.write_all(file.text.as_bytes())
                    .map_err(|error| broken(&error))?;
            }
        }
    }
    let packed = zip.finish().map_err(|error| broken(&error))?;
    Ok(packed.into_inner())
}

/// Every row that names the account as its user or maker or who added it, by table. New tables are part of it without being named here.
async fn records(db: &Db, user: Uuid) -> Result<Value> {
    let mut all = Map::new();
    let owners = ["user_id", "created_by", "added_by"];
    for (table, column) in db.columns_named(&owners).await? {
        let sql = format!("SELECT * FROM {table} WHERE {column} = $1");
        add(
            &mut all,
            &table,
            db.read(AssertSqlSafe(sql)).bind(user).cells().await?,
        );
    }
    // A draft of a component names nobody: it is its owner's.
    add(
        &mut all,
        "component_sessions",
        db.read(
            "SELECT s.* FROM component_sessions s JOIN components c ON c.id = s.component_id
             WHERE c.user_id = $1",
        )
        .bind(user)
        .cells()
        .await?,
    );
    add(
        &mut all,
        "users",
        db.read("SELECT * FROM users WHERE id = $1")
            .bind(user)
            .cells()
            .await?,
    );
    Ok(json!({ "format": "promptcase-account", "version": 1, "records": all }))
}

fn add(all: &mut Map<String, Value>, table: &str, rows: Vec<Vec<(String, Cell)>>) {
    let list = all.entry(table).or_insert_with(|| json!([]));
    if let Value::Array(list) = list {
        list.extend(rows.into_iter().map(|row| {
            let fields = row
                .into_iter()
                .filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
            Value::Object(
                fields
                    .map(|(name, cell)| {
                        let value = readable(&name, cell);
                        (name, value)
                    })
                    .collect(),
            )
        }));
    }
}

fn readable(name: &str, cell: Cell) -> Value {
    match cell {
        Cell::Number(micros) if name.ends_with("_at") => json!(crate::clock::Timestamp(micros)),
        Cell::Text(text) if JSON_COLUMNS.contains(&name) => {
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        }
        cell => cell.into_json(),
    }
}

pub struct ZipFile(Vec<u8>);

impl IntoResponse for ZipFile {
    fn into_response(self) -> Response {
        let mut response = Response::builder()
            .content_type("application/zip")
            .body(self.0);
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"promptcase-export.zip\""),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl ApiResponse for ZipFile {
    fn meta() -> MetaResponses {
        let schema = MetaSchema::new_with_format("string", "binary");
        let content = vec![MetaMediaType {
            content_type: "application/zip",
            schema: MetaSchemaRef::Inline(Box::new(schema)),
        }];
        let response = MetaResponse {
            description: "The zip.",
            status: Some(200),
            status_range: None,
            content,
            headers: vec![],
        };
        MetaResponses {
            responses: vec![response],
        }
    }

    fn register(_: &mut Registry) {}
}
