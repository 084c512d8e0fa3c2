//! The operations of `openapi.json` that the program uses.

use std::fmt::Write as _;

use prompt_core::credits::Provider;
use prompt_core::name::{At, Slug};
use prompt_core::plan::PlanType;
use prompt_core::{Prompt, VersionNumber, VersionType};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::answers::{
    Billing, Folder, FolderItem, Included, LabelOf, Labels, Named, Page, Save, Session, Stored,
    Summary, TestRun, Version, Whole,
};
use super::http::{Request, Server};
use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// An operation, identified as in `openapi.json`.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: &'static str,
}

pub const GET_SESSION: Operation = Operation {
    method: Method::Get,
    path: "/api/auth/session",
};
pub const GET_BILLING: Operation = Operation {
    method: Method::Get,
    path: "/api/billing",
};
pub const LIST_PROMPTS: Operation = Operation {
    method: Method::Get,
    path: "/api/prompts",
};
pub const CREATE_PROMPT: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts",
};
pub const GET_PROMPT: Operation = Operation {
    method: Method::Get,
    path: "/api/prompts/{id}",
};
pub const SAVE_PROMPT: Operation = Operation {
    method: Method::Put,
    path: "/api/prompts/{id}",
};
pub const UPDATE_PROMPT: Operation = Operation {
    method: Method::Patch,
    path: "/api/prompts/{id}",
};
pub const DELETE_PROMPT: Operation = Operation {
    method: Method::Delete,
    path: "/api/prompts/{id}",
};
pub const LIST_VERSIONS: Operation = Operation {
    method: Method::Get,
    path: "/api/prompts/{id}/versions",
};
pub const CREATE_VERSION: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts/{id}/versions",
};
pub const GET_VERSION: Operation = Operation {
    method: Method::Get,
    path: "/api/prompts/{id}/versions/{version}",
};
pub const RESTORE_VERSION: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts/{id}/versions/{version}/restore",
};

pub const RESOLVE_NAME: Operation = Operation {
    method: Method::Get,
    path: "/api/names",
};
pub const FETCH_PROMPT: Operation = Operation {
    method: Method::Get,
    path: "/api/fetch/{handle}/{slug}",
};
pub const LOAD_INCLUDES: Operation = Operation {
    method: Method::Post,
    path: "/api/includes",
};
pub const LIST_LABELS: Operation = Operation {
    method: Method::Get,
    path: "/api/prompts/{id}/labels",
};
pub const MOVE_LABEL: Operation = Operation {
    method: Method::Put,
    path: "/api/prompts/{id}/labels/{label}",
};
pub const UNDO_LABEL: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts/{id}/labels/{label}/undo",
};

pub const JUDGE_RUN: Operation = Operation {
    method: Method::Post,
    path: "/api/runs/{id}/judge",
};
pub const RUN_PROMPT: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts/{id}/runs",
};

pub const LIST_COLLECTIONS: Operation = Operation {
    method: Method::Get,
    path: "/api/collections",
};
pub const CREATE_COLLECTION: Operation = Operation {
    method: Method::Post,
    path: "/api/collections",
};
pub const ADD_TO_COLLECTION: Operation = Operation {
    method: Method::Post,
    path: "/api/collections/{id}/items",
};

pub const LIST_COLLECTION_ITEMS: Operation = Operation {
    method: Method::Get,
    path: "/api/collections/{id}/items",
};
pub const REMOVE_COLLECTION_ITEM: Operation = Operation {
    method: Method::Delete,
    path: "/api/collections/{id}/items/{item_id}",
};

/// The names of the query parameters.
pub mod query {
    pub const KIND: &str = "kind";
    pub const SEARCH: &str = "search";
    pub const CATEGORY: &str = "category";
    pub const STRUCTURE_TYPE: &str = "structure_type";
    pub const COMPLEXITY: &str = "complexity";
    pub const IS_PUBLIC: &str = "is_public";
    pub const PROMPT_TYPE: &str = "prompt_type";
    pub const OWNER: &str = "owner";
    pub const TAGS: &str = "tags";
    pub const SORT: &str = "sort";
    pub const CURSOR: &str = "cursor";
    pub const LIMIT: &str = "limit";
    pub const NAMED: &str = "named";
    pub const PARENT_ID: &str = "parent_id";
    pub const CONTAINS: &str = "contains";
    pub const NAME: &str = "name";
}

/// The names of the headers.
pub mod header {
    /// Prevents a repeated creation from creating a second prompt.
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
}

impl Operation {
    /// Fills the path parameters in.
    pub fn path(self, ids: &[String]) -> String {
        let mut ids = ids.iter();
        let parts = self.path.split('/').map(|part| {
            if part.starts_with('{') {
                ids.next().map_or(part, String::as_str)
            } else {
                part
            }
        });
        parts.collect::<Vec<_>>().join("/")
    }

    fn of(self, ids: &[Uuid]) -> Request<'static> {
        Request {
            operation: self,
            ids: ids.iter().map(Uuid::to_string).collect(),
            query: Vec::new(),
            body: None,
            headers: Vec::new(),
        }
    }

    /// An operation on a version of a prompt.
    fn at(self, id: Uuid, version: VersionNumber) -> Request<'static> {
        Request {
            ids: vec![id.to_string(), version.to_string()],
            ..self.of(&[])
        }
    }

    fn with(self, ids: &[Uuid], body: &impl Serialize) -> Result<Request<'static>, Failure> {
        let body = serde_json::to_vec(body)
            .map_err(|error| Failure::content(error.to_string(), "see promptcase validate"))?;
        Ok(Request {
            body: Some(body),
            ..self.of(ids)
        })
    }
}

/// The outcome of a save.
pub enum Saved {
    /// Saved, as this prompt.
    Done(Box<Stored>),
    /// Another client saved first; this is the current prompt.
    Conflict(Box<Stored>),
}

/// A request to save the current prompt as a version.
#[derive(Serialize)]
pub struct NewVersion<'a> {
    pub version_type: VersionType,
    pub changelog: &'a str,
    pub base_version: VersionNumber,
}

/// A request to restore a version.
#[derive(Serialize)]
pub struct Restore {
    pub base_version: VersionNumber,
}

/// A request to change the title.
#[derive(Serialize)]
pub struct NewTitle<'a> {
    pub title: &'a str,
    pub base_version: VersionNumber,
}

/// A request for the prompts that a prompt includes.
#[derive(Serialize)]
pub struct IncludesWanted<'a> {
    pub references: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<Uuid>,
}

/// A request to run a test of a prompt.
#[derive(Serialize)]
pub struct NewRun<'a> {
    pub test_id: &'a str,
    pub version: Option<VersionNumber>,
    pub provider: Provider,
    pub model: &'a str,
}

/// A request to judge the answer of a test.
#[derive(Serialize)]
pub struct NewJudgement<'a> {
    pub provider: Provider,
    pub model: &'a str,
}

/// A request to move a label.
#[derive(Serialize)]
pub struct LabelTarget<'a> {
    pub version: VersionNumber,
    pub reason: &'a str,
    pub confirm: bool,
}

/// A request to undo the last move of a label.
#[derive(Serialize)]
pub struct LabelUndo {
    pub from: Option<VersionNumber>,
    pub confirm: bool,
}

/// A request to create a collection.
#[derive(Serialize)]
pub struct NewFolder<'a> {
    pub title: &'a str,
    pub parent_id: Option<Uuid>,
}

/// A request to add prompts to a collection.
#[derive(Serialize)]
pub struct NewItems<'a> {
    pub prompt_ids: &'a [Uuid],
}

impl Server {
    /// Loads the token's user and scope.
    pub fn session(&self) -> Result<Session, Failure> {
        self.ask(&GET_SESSION.of(&[]))
    }

    /// Loads the plan of the token's user.
    pub fn plan(&self) -> Result<PlanType, Failure> {
        let billing: Billing = self.ask(&GET_BILLING.of(&[]))?;
        Ok(billing.plan_type)
    }

    /// Loads a page of prompts.
    pub fn prompts(&self, query: Vec<(&str, String)>) -> Result<Page<Whole<Summary>>, Failure> {
        self.ask(&Request {
            query,
            ..LIST_PROMPTS.of(&[])
        })
    }

    /// Loads the current prompt.
    pub fn prompt(&self, id: Uuid) -> Result<Stored, Failure> {
        self.ask(&GET_PROMPT.of(&[id]))
    }

    /// Creates a prompt, once per idempotency key.
    pub fn create(&self, prompt: &Prompt, key: Uuid) -> Result<Stored, Failure> {
        self.ask(&Request {
            headers: vec![(header::IDEMPOTENCY_KEY, key.to_string())],
            ..CREATE_PROMPT.with(&[], prompt)?
        })
    }

    /// Saves a prompt on top of its base version.
    pub fn save(&self, id: Uuid, save: &Save) -> Result<Saved, Failure> {
        let answer = self.send(&SAVE_PROMPT.with(&[id], save)?)?;
        let current = answer.conflict().and_then(|body| body.current);
        match current.map(serde_json::from_value) {
            Some(Ok(current)) => Ok(Saved::Conflict(Box::new(current))),
            _ => self.read(&answer).map(Saved::Done),
        }
    }

    /// Loads a page of a prompt's versions, newest first.
    pub fn versions(
        &self,
        id: Uuid,
        query: Vec<(&str, String)>,
    ) -> Result<Page<Whole<Version>>, Failure> {
        self.ask(&Request {
            query,
            ..LIST_VERSIONS.of(&[id])
        })
    }

    /// Loads a prompt as of a version. Versions do not store visibility, so it comes from the current prompt.
    pub fn prompt_at(
        &self,
        id: Uuid,
        number: VersionNumber,
        now: &Prompt,
    ) -> Result<Prompt, Failure> {
        if now.version() == number {
            return Ok(now.clone());
        }
        let was: Prompt = self.ask(&GET_VERSION.at(id, number))?;
        Ok(Prompt {
            is_public: now.is_public,
            ..was
        })
    }

    /// Gives a prompt another title.
    pub fn rename(&self, id: Uuid, new: &NewTitle<'_>) -> Result<Stored, Failure> {
        self.ask(&UPDATE_PROMPT.with(&[id], new)?)
    }

    /// Moves a prompt to the trash.
    pub fn delete(&self, id: Uuid) -> Result<(), Failure> {
        self.done(&DELETE_PROMPT.of(&[id]))
    }

    /// Saves the current prompt as a version.
    pub fn snapshot(&self, id: Uuid, new: &NewVersion<'_>) -> Result<Whole<Version>, Failure> {
        self.ask(&CREATE_VERSION.with(&[id], new)?)
    }

    /// Restores a version.
    pub fn restore(
        &self,
        id: Uuid,
        number: VersionNumber,
        base_version: VersionNumber,
    ) -> Result<Stored, Failure> {
        let body = RESTORE_VERSION.with(&[id], &Restore { base_version })?;
        self.ask(&Request {
            ids: RESTORE_VERSION.at(id, number).ids,
            ..body
        })
    }

    /// The record and the version that a name stands for, or why there is none.
    pub fn resolve(&self, name: &str) -> Result<Result<Named, Failure>, Failure> {
        let answer = self.send(&Request {
            query: vec![(query::NAME, name.to_owned())],
            ..RESOLVE_NAME.of(&[])
        })?;
        if answer.is_not_found() {
            return Ok(Err(self.failure(&answer)));
        }
        self.read(&answer).map(Ok)
    }

    /// Fetches a prompt in pieces, as applications fill it in.
    pub fn fetch_pieces(&self, handle: &str, slug: &Slug, at: &At) -> Result<Value, Failure> {
        let mut query = vec![("format", "pieces".to_owned())];
        match at {
            At::Newest => {}
            At::Version(number) => query.push(("version", number.to_string())),
            At::Label(label) => query.push(("label", label.to_string())),
        }
        self.ask(&Request {
            ids: vec![handle.to_owned(), encoded(slug.as_str())],
            query,
            ..FETCH_PROMPT.of(&[])
        })
    }

    /// Loads the prompts that a prompt includes, or a file if it is none, by the references to them.
    pub fn includes(
        &self,
        prompt_id: Option<Uuid>,
        references: &[String],
    ) -> Result<Included, Failure> {
        let wanted = IncludesWanted {
            references,
            prompt_id,
        };
        self.ask(&LOAD_INCLUDES.with(&[], &wanted)?)
    }

    /// Loads the labels of a prompt.
    pub fn labels(&self, id: Uuid) -> Result<Labels, Failure> {
        self.ask(&LIST_LABELS.of(&[id]))
    }

    /// Runs a test of a prompt on a model.
    pub fn run(&self, id: Uuid, new: &NewRun<'_>) -> Result<TestRun, Failure> {
        self.ask(&RUN_PROMPT.with(&[id], new)?)
    }

    /// Lets a model judge the answer of a test.
    pub fn judge(&self, run: Uuid, new: &NewJudgement<'_>) -> Result<TestRun, Failure> {
        self.ask(&JUDGE_RUN.with(&[run], new)?)
    }

    /// Moves a label of a prompt.
    pub fn move_label(
        &self,
        id: Uuid,
        label: &str,
        target: &LabelTarget<'_>,
    ) -> Result<LabelOf, Failure> {
        let body = MOVE_LABEL.with(&[], target)?;
        let ids = vec![id.to_string(), label.to_owned()];
        self.ask(&Request { ids, ..body })
    }

    /// Undoes the last move of a label. The answer has none if it did not exist before.
    pub fn undo_label(&self, id: Uuid, label: &str, undo: &LabelUndo) -> Result<Labels, Failure> {
        let body = UNDO_LABEL.with(&[], undo)?;
        let ids = vec![id.to_string(), label.to_owned()];
        self.ask(&Request { ids, ..body })
    }

    /// Loads a page of collections.
    pub fn collections(&self, query: Vec<(&str, String)>) -> Result<Page<Whole<Folder>>, Failure> {
        self.ask(&Request {
            query,
            ..LIST_COLLECTIONS.of(&[])
        })
    }

    /// Creates a collection.
    pub fn create_collection(&self, new: &NewFolder<'_>) -> Result<Folder, Failure> {
        self.ask(&CREATE_COLLECTION.with(&[], new)?)
    }

    /// Adds prompts to a collection. Those that are in it already stay.
    pub fn add_to_collection(&self, id: Uuid, prompt_ids: &[Uuid]) -> Result<(), Failure> {
        let items = NewItems { prompt_ids };
        self.done(&ADD_TO_COLLECTION.with(&[id], &items)?)
    }

    /// Loads a page of what is in a collection.
    pub fn collection_items(
        &self,
        id: Uuid,
        query: Vec<(&str, String)>,
    ) -> Result<Page<Whole<FolderItem>>, Failure> {
        self.ask(&Request {
            query,
            ..LIST_COLLECTION_ITEMS.of(&[id])
        })
    }

    /// Removes an item from a collection.
    pub fn remove_from_collection(&self, id: Uuid, item: Uuid) -> Result<(), Failure> {
        self.done(&REMOVE_COLLECTION_ITEM.of(&[id, item]))
    }
}

/// A slug may have letters of any script.
fn encoded(slug: &str) -> String {
    let mut path = String::new();
    for byte in slug.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            path.push(char::from(byte));
        } else {
            let _ = write!(path, "%{byte:02X}");
        }
    }
    path
}
