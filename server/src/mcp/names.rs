//! What prompts are called, and failures in the words of the protocol.

use prompt_core::name::At;
use prompt_mcp::{Failure, Kind, Summary};
use uuid::Uuid;

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

/// A name of a prompt in the caller's workspace is its slug.
fn name_of(me: Me, workspace: Uuid, slug: &str, handle: Option<&str>) -> String {
    match handle {
        Some(handle) if workspace != me.workspace => format!("@{handle}/{slug}"),
        _ => slug.to_owned(),
    }
}

pub fn found_name(me: Me, found: &Found, at: &At) -> String {
    let name = name_of(me, found.workspace_id, &found.slug, found.handle.as_deref());
    match at {
        At::Newest => name,
        At::Version(number) => format!("{name}@{number}"),
        At::Label(label) => format!("{name}:{label}"),
    }
}

/// A prompt of a list. It says whose it is by its author; a workspace of one's own has one's own handle.
pub fn listed(me: Me, own: Option<&str>, row: PromptSummary) -> Summary {
    let is_own = row.handle.as_deref() == own;
    let workspace = if is_own { me.workspace } else { Uuid::nil() };
    Summary {
        name: name_of(me, workspace, &row.slug, row.handle.as_deref()),
        title: row.title,
        description: row.description,
        version: version(row.version_major, row.version_minor, row.version_batch),
    }
}
