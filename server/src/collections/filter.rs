//! The saved filter of a smart collection.

use prompt_core::{Category, Complexity, PromptType, StructureType, limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::error::{ApiError, Result};
use crate::prompts::list::{Owner, PromptFilter};
use crate::prompts::model::{PromptSort, RecordKind};
use crate::session::extractors::Viewer;

/// Maximum number of characters of a filter's search.
const SEARCH_CHARS: usize = 200;

/// The filter of a smart collection. A condition that is left out matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SmartFilter {
    /// Prompts (the default), assets or both.
    pub kind: RecordKind,
    /// Your own (the default), or all public ones too.
    pub owner: FilterOwner,
    /// Words that must all occur in the title, description, tags or content.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub search: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure_type: Option<StructureType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complexity: Option<Complexity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_type: Option<PromptType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_public: Option<bool>,
    /// Prompts with at least one of these tags match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// The owners whose prompts a smart collection includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FilterOwner {
    /// The owner of the collection.
    #[default]
    Me,
    /// The owner's own and all public ones.
    All,
}

impl SmartFilter {
    pub fn check(&self) -> Result<()> {
        if self.search.chars().count() > SEARCH_CHARS {
            let message = format!("A search may have at most {SEARCH_CHARS} characters");
            return Err(ApiError::rule("filter.search", "too_long", message));
        }
        if self.tags.len() > limits::TAGS {
            let message = format!("At most {} tags are allowed", limits::TAGS);
            return Err(ApiError::rule("filter.tags", "too_many", message));
        }
        if self
            .tags
            .iter()
            .any(|tag| tag.chars().count() > limits::TAG_CHARS)
        {
            let message = format!("A tag may have at most {} characters", limits::TAG_CHARS);
            return Err(ApiError::rule("filter.tags", "too_long", message));
        }
        Ok(())
    }
}

/// A smart collection, for a viewer.
pub struct Smart<'f> {
    pub workspace: Uuid,
    /// Whether the viewer is a member of the workspace.
    pub is_own: bool,
    pub filter: &'f SmartFilter,
}

impl Smart<'_> {
    /// The prompt list of the items, and the workspace whose private prompts it may contain. It is always the
    /// selection of the collection's workspace: other viewers get its public part, and never their own private
    /// prompts.
    pub fn query(
        &self,
        viewer: Viewer,
        cursor: Option<String>,
        limit: usize,
    ) -> (Uuid, PromptFilter) {
        let Self {
            workspace,
            is_own,
            filter,
        } = *self;
        let query = PromptFilter {
            kind: filter.kind,
            search: filter.search.clone(),
            category: filter.category,
            structure_type: filter.structure_type,
            complexity: filter.complexity,
            is_public: if is_own {
                filter.is_public
            } else {
                filter.is_public.or(Some(true))
            },
            prompt_type: filter.prompt_type,
            owner: match filter.owner {
                FilterOwner::All if is_own || filter.is_public != Some(false) => Owner::All,
                FilterOwner::All | FilterOwner::Me => Owner::Workspace(workspace),
            },
            favourites: false,
            tags: filter.tags.clone(),
            sort: PromptSort::UpdatedAt,
            cursor,
            limit,
        };
        let readable = if is_own {
            workspace
        } else {
            viewer.workspace()
        };
        (readable, query)
    }
}
