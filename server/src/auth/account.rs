//! Leaving: everything of one's own as one file, and the end of the account.

use std::io::Write;

use image::ImageFormat;
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
    /// A zip: `data.json` with every record of the account, each prompt as .md and .json, and the picture as a file that
    /// `data.json` names.
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

    let Records { by_table, files } = records(db, user).await?;
    let data = json!({ "format": "promptcase-account", "version": 1, "records": by_table });
    zip.start_file("data.json", options)
        .map_err(|error| broken(&error))?;
    serde_json::to_writer_pretty(&mut zip, &data)?;
    for (name, bytes) in files {
        zip.start_file(name, options)
            .map_err(|error| broken(&error))?;
        zip.write_all(&bytes).map_err(|error| broken(&error))?;
    }

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

/// What the zip holds of the account's rows: what JSON can hold, by table, and the rest as files that it names.
#[derive(Default)]
struct Records {
    by_table: Map<String, Value>,
    files: Vec<(String, Vec<u8>)>,
}

/// Every row that names the account as its user or maker or who added it, by table. New tables are part of it without being
/// named here.
async fn records(db: &Db, user: Uuid) -> Result<Records> {
    let mut records = Records::default();
    let owners = ["user_id", "created_by", "added_by"];
    for (table, column) in db.columns_named(&owners).await? {
        let sql = format!("SELECT * FROM {table} WHERE {column} = $1");
        let rows = db.read(AssertSqlSafe(sql)).bind(user).cells().await?;
        records.add(&table, rows);
    }
    // A draft of a component names nobody: it is its owner's.
    let drafts = db
        .read(
            "SELECT s.* FROM component_sessions s JOIN components c ON c.id = s.component_id
             WHERE c.user_id = $1",
        )
        .bind(user);
    records.add("component_sessions", drafts.cells().await?);
    let me = db.read("SELECT * FROM users WHERE id = $1").bind(user);
    records.add("users", me.cells().await?);
    Ok(records)
}

impl Records {
    fn add(&mut self, table: &str, rows: Vec<Vec<(String, Cell)>>) {
        let rows: Vec<Value> = rows
            .into_iter()
            .map(|row| self.record(table, row))
            .collect();
        let list = self.by_table.entry(table).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.extend(rows);
        }
    }

    fn record(&mut self, table: &str, row: Vec<(String, Cell)>) -> Value {
        let extension = extension_of(&row);
        let mut record = Map::new();
        for (name, cell) in row {
            if LEFT_OUT.contains(&name.as_str()) {
                continue;
            }
            let value = match cell {
                Cell::Bytes(bytes) => {
                    let file = format!("{table}/{}.{extension}", self.files.len() + 1);
                    self.files.push((file.clone(), bytes));
                    json!(file)
                }
                Cell::Number(micros) if name.ends_with("_at") => {
                    json!(crate::clock::Timestamp(micros))
                }
                Cell::Text(text) if JSON_COLUMNS.contains(&name.as_str()) => {
                    serde_json::from_str(&text).unwrap_or(Value::String(text))
                }
                Cell::Null => Value::Null,
                Cell::Number(number) => json!(number),
                Cell::Real(number) => json!(number),
                Cell::Truth(truth) => json!(truth),
                Cell::Text(text) => json!(text),
                Cell::Id(id) => json!(id),
            };
            record.insert(name, value);
        }
        Value::Object(record)
    }
}

/// How the name of a file ends that holds the bytes of this row.
fn extension_of(row: &[(String, Cell)]) -> &'static str {
    row.iter()
        .find_map(|(name, cell)| match cell {
            Cell::Text(kind) if name == "media_type" => ImageFormat::from_mime_type(kind),
            _ => None,
        })
        .and_then(|format| format.extensions_str().first().copied())
        .unwrap_or("bin")
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
