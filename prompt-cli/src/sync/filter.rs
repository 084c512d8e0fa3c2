//! Which prompts are synchronized: all of the user's, or those of a collection or with a tag.

use std::collections::{HashMap, HashSet};

use clap::Args;
use uuid::Uuid;

use crate::collections;
use crate::failure::Failure;
use crate::remote::{Server, Summary, query};

/// A part of the user's prompts.
#[derive(Args)]
pub struct Filter {
    /// Only prompts of this collection and those below it, by id or title
    #[arg(long, value_name = "ID|TITLE")]
    pub collection: Option<String>,
    /// Only prompts with this tag; when repeated, any of the tags matches
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
}

impl Filter {
    /// The ids of the prompts that it lets through.
    pub fn prompts(
        &self,
        server: &Server,
        all: &HashMap<Uuid, Summary>,
    ) -> Result<HashSet<Uuid>, Failure> {
        let mut wanted: HashSet<Uuid> = all.keys().copied().collect();
        if !self.tags.is_empty() {
            let tags: Vec<_> = self
                .tags
                .iter()
                .map(|tag| (query::TAGS, tag.clone()))
                .collect();
            let tagged = super::mine(server, &tags)?;
            wanted.retain(|id| tagged.contains_key(id));
        }
        if let Some(name) = &self.collection {
            let collection = collections::find(server, name)?;
            let inside = collections::prompts_below(server, collection)?;
            wanted.retain(|id| inside.contains(id));
        }
        Ok(wanted)
    }
}
