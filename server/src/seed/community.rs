//! The sample's community: collections, a component, and users who view, like and rate.

use std::collections::HashMap;

use prompt_core::component::Component;
use rand::distr::{Alphanumeric, SampleString};
use serde::Deserialize;
use uuid::Uuid;

use super::sign_up;
use crate::app::App;
use crate::collections::model::{NewCollection, NewItems};
use crate::components::model::NewRating;
use crate::http::error::{ApiError, Result};
use crate::session::extractors::{Me, Viewer};
use crate::{collections, community, components, records};

#[derive(Deserialize)]
pub struct Surroundings {
    collections: Vec<Folder>,
    components: Vec<Component>,
    readers: Vec<Reader>,
}

/// A collection, its items, and the collections nested in it.
#[derive(Deserialize)]
struct Folder {
    collection: NewCollection,
    /// Titles of prompts.
    #[serde(default)]
    prompts: Vec<String>,
    #[serde(default)]
    inside: Vec<Folder>,
}

/// A user who views, likes and rates the published items. The random password is not stored anywhere.
#[derive(Deserialize)]
struct Reader {
    full_name: String,
    email: String,
    /// Titles of prompts.
    views: Vec<String>,
    likes: Vec<String>,
    #[serde(default)]
    ratings: Vec<Review>,
}

#[derive(Deserialize)]
struct Review {
    /// Title of a component.
    title: String,
    #[serde(flatten)]
    rating: NewRating,
}

/// Ids of the created items by title.
type Titles = HashMap<String, Uuid>;

fn named(titles: &Titles, title: &str) -> Result<Uuid> {
    let found = titles.get(title).copied();
    found.ok_or_else(|| ApiError::not_found("Sample"))
}

impl Surroundings {
    pub fn read() -> Result<Self> {
        Ok(serde_json::from_str(include_str!("community.json"))?)
    }

    /// The addresses of the users it creates.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.readers.iter().map(|reader| reader.email.as_str())
    }

    /// Creates everything, for the account that owns the prompts.
    pub async fn plant(self, app: &App, owner: Me, prompts: &Titles) -> Result<()> {
        let mut left: Vec<(Option<Uuid>, Folder)> = Vec::new();
        left.extend(self.collections.into_iter().map(|folder| (None, folder)));
        while let Some((parent, mut folder)) = left.pop() {
            folder.collection.parent_id = parent;
            let id = collections::store::create(&app.db, owner, folder.collection, None, app.now())
                .await?;
            let prompt_ids: Result<Vec<Uuid>> = folder
                .prompts
                .iter()
                .map(|title| named(prompts, title))
                .collect();
            let items = NewItems {
                prompt_ids: prompt_ids?,
                collection_ids: Vec::new(),
            };
            if !items.prompt_ids.is_empty() {
                collections::items::add(&app.db, owner, id, &items, app.now()).await?;
            }
            left.extend(folder.inside.into_iter().map(|inner| (Some(id), inner)));
        }
        let mut parts = Titles::new();
        for component in self.components {
            let made = records::store::create(&app.db, owner, component, None, app.now()).await?;
            parts.insert(made.summary.title, made.summary.id);
        }
        for reader in self.readers {
            reader.read(app, prompts, &parts).await?;
        }
        Ok(())
    }
}

impl Reader {
    async fn read(self, app: &App, prompts: &Titles, parts: &Titles) -> Result<()> {
        let password = Alphanumeric.sample_string(&mut rand::rng(), 40);
        let Some(me) = sign_up(app, &self.email, &self.full_name, password).await? else {
            return Ok(());
        };
        for title in &self.views {
            community::store::view(&app.db, Viewer(Some(me)), named(prompts, title)?, app.now())
                .await?;
        }
        for title in &self.likes {
            community::store::like(&app.db, me, named(prompts, title)?, true, app.now()).await?;
        }
        for review in &self.ratings {
            let part = named(parts, &review.title)?;
            components::ratings::rate(&app.db, me, part, &review.rating, app.now()).await?;
        }
        Ok(())
    }
}
