//! What prompts are called, and failures in the words of the protocol.

use prompt_core::name::At;
use prompt_mcp::{Failure, Kind, Summary};
use uuid::Uuid;

use super::store::Entry;
use crate::fetch::resolve::Found;
use crate::http::error::ApiError;
use crate::prompts::model::PromptSummary;
use crate::records::columns::version;
use crate::session::extractors::Me;

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        let kind = match error.status.as_u16() {
            404 => Kind::NotFound,
            500.. => Kind::Internal,
            _ => Kind::Refused,
        };
        Self {
            kind,
            code: error.body.code.to_owned(),
            message: error.body.message,
            field: error.body.field,
        }
    }
}

/// A name of a prompt in the caller's workspace is its slug. One of a workspace without a handle has its id alone.
fn name_of(me: Me, workspace: Uuid, slug: &str, handle: Option<&str>, id: Uuid) -> String {
    match handle {
        _ if workspace == me.workspace => slug.to_owned(),
        Some(handle) => format!("@{handle}/{slug}"),
        None => id.to_string(),
    }
}

pub fn found_name(me: Me, found: &Found, at: &At) -> String {
    let name = name_of(
        me,
        found.workspace_id,
        &found.slug,
        found.handle.as_deref(),
        found.id,
    );
    match at {
        At::Newest => name,
        At::Version(number) => format!("{name}@{number}"),
        At::Label(label) => format!("{name}:{label}"),
    }
}

/// A prompt of a list.
pub fn listed(me: Me, row: PromptSummary) -> Summary {
    Summary {
        name: name_of(
            me,
            row.workspace_id,
            &row.slug,
            row.handle.as_deref(),
            row.id,
        ),
        title: row.title,
        description: row.description,
        version: version(row.version_major, row.version_minor, row.version_batch),
    }
}

/// A prompt that a limited token may fetch, or one that the account likes.
pub fn entry(me: Me, entry: Entry) -> Summary {
    let name = name_of(
        me,
        entry.workspace_id,
        &entry.slug,
        entry.handle.as_deref(),
        entry.id,
    );
    Summary {
        name: match entry.label {
            Some(label) => format!("{name}:{label}"),
            None => name,
        },
        title: entry.title,
        description: entry.description,
        version: version(
            entry.version_major,
            entry.version_minor,
            entry.version_batch,
        ),
    }
}
