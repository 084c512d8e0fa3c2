//! The operations of the contract that the program uses.

use prompt_core::plan::PlanType;
use prompt_core::{Prompt, VersionNumber, VersionType};
use serde::Serialize;
use uuid::Uuid;

use super::answers::{Billing, Page, Save, Session, Stored, Summary, Version, Whole};
use super::http::{Request, Server};
use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
}

impl Method {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

/// One operation, by its place in the contract.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub method: Method,
    /// Its path, with braces where an id belongs.
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
    path: "/api/prompts/{id}/versions/{version_id}",
};
pub const RESTORE_VERSION: Operation = Operation {
    method: Method::Post,
    path: "/api/prompts/{id}/versions/{version_id}/restore",
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
}

/// The names of the headers.
pub mod header {
    /// Makes a creation that is repeated create nothing twice.
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
}

impl Operation {
    /// The path with ids in place of its braces.
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

    fn with(self, ids: &[Uuid], body: &impl Serialize) -> Result<Request<'static>, Failure> {
        let body = serde_json::to_vec(body)
            .map_err(|error| Failure::content(error.to_string(), "see promptcase validate"))?;
        Ok(Request {
            body: Some(body),
            ..self.of(ids)
        })
    }
}

/// What came of a save.
pub enum Saved {
    /// It stands, as this.
    Done(Box<Stored>),
    /// Somebody saved first, and this stands now.
    Conflict(Box<Stored>),
}

/// A new version of what the prompt says now.
#[derive(Serialize)]
pub struct NewVersion<'a> {
    pub version_type: VersionType,
    pub changelog: &'a str,
    pub base_version: VersionNumber,
}

/// Going back to a version.
#[derive(Serialize)]
pub struct Restore {
    pub base_version: VersionNumber,
}

impl Server {
    /// Whose token it is, and what it may do.
    pub fn session(&self) -> Result<Session, Failure> {
        self.ask(&GET_SESSION.of(&[]))
    }

    /// The plan in force for whose token it is.
    pub fn plan(&self) -> Result<PlanType, Failure> {
        let billing: Billing = self.ask(&GET_BILLING.of(&[]))?;
        Ok(billing.plan_type)
    }

    /// A page of prompts.
    pub fn prompts(&self, query: Vec<(&str, String)>) -> Result<Page<Whole<Summary>>, Failure> {
        self.ask(&Request {
            query,
            ..LIST_PROMPTS.of(&[])
        })
    }

    /// A prompt as it stands.
    pub fn prompt(&self, id: Uuid) -> Result<Stored, Failure> {
        self.ask(&GET_PROMPT.of(&[id]))
    }

    /// Creates a prompt, once for each key.
    pub fn create(&self, prompt: &Prompt, key: Uuid) -> Result<Stored, Failure> {
        self.ask(&Request {
            headers: vec![(header::IDEMPOTENCY_KEY, key.to_string())],
            ..CREATE_PROMPT.with(&[], prompt)?
        })
    }

    /// Saves a prompt over the version that was edited.
    pub fn save(&self, id: Uuid, save: &Save) -> Result<Saved, Failure> {
        let answer = self.send(&SAVE_PROMPT.with(&[id], save)?)?;
        let current = answer.conflict().and_then(|body| body.current);
        match current.map(serde_json::from_value) {
            Some(Ok(current)) => Ok(Saved::Conflict(Box::new(current))),
            _ => self.read(&answer).map(Saved::Done),
        }
    }

    /// A page of a prompt's versions, the newest first.
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

    /// A prompt as it was in a version. Who can see it is of the prompt and not of its versions.
    pub fn prompt_at(
        &self,
        id: Uuid,
        number: VersionNumber,
        now: &Prompt,
    ) -> Result<Prompt, Failure> {
        if now.version() == number {
            return Ok(now.clone());
        }
        let version = self.version(id, number)?;
        let was: Prompt = self.ask(&GET_VERSION.of(&[id, version]))?;
        Ok(Prompt {
            is_public: now.is_public,
            ..was
        })
    }

    /// Keeps what a prompt says now as a version.
    pub fn snapshot(&self, id: Uuid, new: &NewVersion<'_>) -> Result<Whole<Version>, Failure> {
        self.ask(&CREATE_VERSION.with(&[id], new)?)
    }

    /// Goes back to a version.
    pub fn restore(
        &self,
        id: Uuid,
        number: VersionNumber,
        base_version: VersionNumber,
    ) -> Result<Stored, Failure> {
        let version = self.version(id, number)?;
        self.ask(&RESTORE_VERSION.with(&[id, version], &Restore { base_version })?)
    }

    /// The id of the version with a number.
    fn version(&self, id: Uuid, number: VersionNumber) -> Result<Uuid, Failure> {
        let mut cursor = None;
        loop {
            let mut asked = vec![(query::LIMIT, "100".to_owned())];
            asked.extend(cursor.map(|cursor| (query::CURSOR, cursor)));
            let page = self.versions(id, asked)?;
            let mut versions = page.items.into_iter().map(|version| version.read);
            if let Some(found) = versions.find(|it| VersionNumber::from(it.number) == number) {
                return Ok(found.id);
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                return Err(Failure::server(
                    format!("there is no version {number}"),
                    format!("see promptcase versions {id}"),
                ));
            }
        }
    }
}
