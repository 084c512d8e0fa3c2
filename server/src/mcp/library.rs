//! The prompts that a caller may see, as the protocol asks for them.

use poem::http::request::Parts;
use prompt_core::name::{At, Reference};
use prompt_core::render::references;
use prompt_core::text::{fold, json_bytes};
use prompt_core::{Prompt, VersionNumber};
use prompt_mcp::{Change, Collection, Failure, Library, Loaded, NewVersion, Page, Saved, Summary};
use rmcp::model::Extensions;
use uuid::Uuid;

use super::names::{entry, found_name, listed};
use super::store::{self, Entry};
use crate::access::Object;
use crate::app::App;
use crate::collections;
use crate::collections::list::{CollectionQuery, Level};
use crate::counter::Counter;
use crate::db::Db;
use crate::fetch::includes;
use crate::fetch::resolve::{self, Found};
use crate::fetch::usage::Key;
use crate::heavy;
use crate::http::error::{ApiError, Result as ApiResult};
use crate::http::json::Omittable;
use crate::http::pagination;
use crate::prompts::list::{self, Owner, PromptFilter};
use crate::prompts::model::{PromptPatch, RecordKind, StoredPrompt};
use crate::records::{store as records, versions};
use crate::session::extractors::{Me, Viewer};
use crate::session::tokens::{self, Limits, Scope};
use crate::share::links;
use crate::versions::model::VersionSummary;

/// Prompts on a page.
const PAGE: usize = 50;
/// Prompts of a limited token that a search reads at a time.
const SCANNED: usize = 500;
/// Collections in a list.
const LISTED: usize = 100;
/// Items of a collection.
const ITEMS: usize = 1_000;
/// The cursor of the pages after one's own prompts: those of others that the account likes.
const LIKED: &str = "liked";

/// Who asks, and by which program.
#[derive(Clone)]
pub struct Caller {
    pub me: Me,
    pub client: String,
}

impl Caller {
    fn viewer(&self) -> Viewer {
        Viewer(Some(self.me))
    }
}

/// The prompts of the database.
pub struct Prompts {
    app: App,
    counter: Counter<Key>,
}

impl Prompts {
    pub fn new(app: App) -> Self {
        Self {
            app,
            counter: Counter::default(),
        }
    }

    async fn loaded(&self, caller: &Caller, reference: &Reference) -> ApiResult<(Uuid, Loaded)> {
        let (db, me) = (&self.app.db, caller.me);
        let resolved = resolve::permitted(db, caller.viewer(), reference).await?;
        let (version, prompt) = resolve::text(db, me.id, &resolved).await?;
        let wanted = heavy::apart(json_bytes(&prompt), || references(&prompt));
        let included = includes::load(db, me.id, resolved.found.workspace_id, wanted).await?;
        let summary = Summary {
            name: found_name(me, &resolved.found, &reference.at),
            title: prompt.title.clone(),
            description: prompt.description.clone(),
            version,
        };
        let loaded = Loaded {
            summary,
            prompt,
            includes: included.prompts,
        };
        Ok((resolved.found.id, loaded))
    }

    /// A page of what a limited token may fetch.
    async fn of_limited(
        &self,
        me: Me,
        token: Uuid,
        cursor: Option<&str>,
        limit: usize,
    ) -> ApiResult<Page<Summary>> {
        let limits = Limits::of(&self.app.db, token).await?;
        let page = store::of_limited(&self.app.db, me, &limits, cursor, limit).await?;
        Ok(named(me, page))
    }

    /// The first of those that a limited token may fetch whose title and description have the words.
    async fn search_limited(
        &self,
        me: Me,
        token: Uuid,
        words: &str,
        limit: usize,
    ) -> ApiResult<Vec<Summary>> {
        let words = fold(words);
        let matches = |one: &Summary| {
            let text = fold(&format!("{} {}", one.title, one.description));
            words.split_whitespace().all(|word| text.contains(word))
        };
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let page = self.of_limited(me, token, cursor.as_deref(), SCANNED);
            let page = page.await?;
            found.extend(page.items.into_iter().filter(matches));
            if found.len() >= limit || page.next_cursor.is_none() {
                found.truncate(limit);
                return Ok(found);
            }
            cursor = page.next_cursor;
        }
    }

    /// The prompt to change. A limited token changes nothing.
    async fn writable(&self, me: Me, name: &str) -> ApiResult<Found> {
        let reference: Reference = name.parse()?;
        if reference.at != At::Newest {
            let message = "Name the prompt without a version or a label";
            return Err(ApiError::rule("name", "not_valid", message));
        }
        let found = resolve::record(
            &self.app.db,
            me.id,
            me.workspace,
            Object::Prompt,
            &reference.target,
        );
        let found = found.await?;
        found.ok_or_else(|| ApiError::not_found(Object::Prompt.name()))
    }

    fn saved(me: Me, stored: StoredPrompt) -> Saved {
        let summary = listed(me, stored.summary);
        Saved {
            name: summary.name,
            version: summary.version,
        }
    }
}

/// A page of the protocol.
fn named(me: Me, page: pagination::Page<Entry>) -> Page<Summary> {
    Page {
        items: page.items.into_iter().map(|one| entry(me, one)).collect(),
        next_cursor: page.next_cursor,
    }
}

/// 422 if others read the prompt: what is saved in it, and its versions, would be published.
async fn expect_unread(db: &Db, found: &Found, advice: &str) -> ApiResult<()> {
    let how = if found.is_public {
        "is public"
    } else if links::exists(db, found.id).await? {
        "is shared by a link"
    } else {
        return Ok(());
    };
    // Whoever is no member is refused as such.
    if !found.is_own {
        return Ok(());
    }
    let message = format!("{} {how}, and others would read {advice}", found.name());
    Err(ApiError::rule("name", "is_public", message))
}

fn check_write(me: Me) -> ApiResult<()> {
    if me.limited.is_some() {
        return Err(tokens::limited());
    }
    Ok(())
}

impl Library for Prompts {
    type Caller = Caller;

    fn caller(&self, extensions: &Extensions) -> Result<Caller, Failure> {
        let parts = extensions.get::<Parts>();
        let caller = parts.and_then(|parts| parts.extensions.get::<Caller>());
        let caller = caller.cloned();
        caller.ok_or_else(|| ApiError::not_authenticated().into())
    }

    fn can_write(&self, caller: &Caller) -> bool {
        caller.me.scope == Some(Scope::Write) && caller.me.limited.is_none()
    }

    async fn list(
        &self,
        caller: &Caller,
        cursor: Option<String>,
    ) -> Result<Page<Summary>, Failure> {
        let (db, me) = (&self.app.db, caller.me);
        if let Some(token) = me.limited {
            return Ok(self.of_limited(me, token, cursor.as_deref(), PAGE).await?);
        }
        if let Some(rest) = cursor.as_deref().and_then(|one| one.strip_prefix(LIKED)) {
            let after = rest.strip_prefix('.');
            let mut page = named(me, store::liked(db, me, after, PAGE).await?);
            page.next_cursor = page.next_cursor.map(|next| format!("{LIKED}.{next}"));
            return Ok(page);
        }
        let filter = PromptFilter {
            owner: Owner::Me,
            cursor,
            limit: PAGE,
            ..PromptFilter::default()
        };
        let page = list::list(db, caller.viewer(), &filter).await?;
        let next_cursor = match page.next_cursor {
            Some(next) => Some(next),
            None if store::liked(db, me, None, 1).await?.items.is_empty() => None,
            None => Some(LIKED.to_owned()),
        };
        Ok(Page {
            items: page.items.into_iter().map(|row| listed(me, row)).collect(),
            next_cursor,
        })
    }

    async fn search(
        &self,
        caller: &Caller,
        words: &str,
        limit: usize,
    ) -> Result<Vec<Summary>, Failure> {
        let me = caller.me;
        if let Some(token) = me.limited {
            return Ok(self.search_limited(me, token, words, limit).await?);
        }
        let filter = PromptFilter {
            kind: RecordKind::All,
            search: words.to_owned(),
            limit,
            ..PromptFilter::default()
        };
        let page = list::list(&self.app.db, caller.viewer(), &filter).await?;
        let found = page.items.into_iter();
        Ok(found.map(|row| listed(me, row)).collect())
    }

    async fn load(&self, caller: &Caller, name: &str, is_used: bool) -> Result<Loaded, Failure> {
        let reference: Reference = name.parse()?;
        let (prompt, loaded) = self.loaded(caller, &reference).await?;
        if is_used {
            let label = match &reference.at {
                At::Label(label) => label.to_string(),
                _ => String::new(),
            };
            let now = self.app.now();
            let key = Key {
                prompt,
                hour: now.hour(),
                version: loaded.summary.version,
                label,
                client: caller.client.clone(),
            };
            self.counter.count(&self.app.db, key, now);
        }
        Ok(loaded)
    }

    async fn collections(
        &self,
        caller: &Caller,
        cursor: Option<String>,
    ) -> Result<Page<Collection>, Failure> {
        if caller.me.limited.is_some() {
            return Ok(Page {
                items: Vec::new(),
                next_cursor: None,
            });
        }
        let query = CollectionQuery {
            level: Level::Any,
            search: String::new(),
            is_public: None,
            owner: Owner::Me,
            contains: None,
            cursor,
            limit: LISTED,
        };
        let page = collections::list::list(&self.app.db, caller.viewer(), &query).await?;
        let items = page.items.into_iter().map(|one| Collection {
            name: one.slug,
            title: one.title,
            description: one.description,
        });
        Ok(Page {
            items: items.collect(),
            next_cursor: page.next_cursor,
        })
    }

    async fn in_turn<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        heavy::in_turn(work).await
    }

    async fn collection(
        &self,
        caller: &Caller,
        name: &str,
    ) -> Result<(Collection, Page<Summary>), Failure> {
        let (db, me) = (&self.app.db, caller.me);
        check_write(me)?;
        let target = name.parse::<Reference>()?.target;
        let found = resolve::record(db, me.id, me.workspace, Object::Collection, &target).await?;
        let found = found.ok_or_else(|| ApiError::not_found(Object::Collection.name()))?;
        let detail = collections::list::detail(db, caller.viewer(), found.id).await?;
        let items = collections::items::list(db, caller.viewer(), found.id, None, ITEMS).await?;
        let prompts = items.items.into_iter().filter_map(|item| item.prompt);
        let collection = Collection {
            name: found_name(me, &found, &At::Newest),
            title: detail.collection.title,
            description: detail.collection.description,
        };
        let prompts = Page {
            items: prompts.map(|row| listed(me, row)).collect(),
            next_cursor: items.next_cursor,
        };
        Ok((collection, prompts))
    }

    async fn save(
        &self,
        caller: &Caller,
        name: Option<&str>,
        change: Change,
    ) -> Result<Saved, Failure> {
        let (db, me, now) = (&self.app.db, caller.me, self.app.now());
        check_write(me)?;
        let patch = PromptPatch {
            base_version: Omittable(change.base_version),
            title: Omittable(change.title),
            description: Omittable(change.description),
            tags: Omittable(change.tags),
            content: Omittable(change.content),
            ..PromptPatch::default()
        };
        let stored = if let Some(name) = name {
            let found = self.writable(me, name).await?;
            let advice = "a draft of it at once. Save the draft as a new prompt, without a name, for a person to take over.";
            expect_unread(db, &found, advice).await?;
            let id = found.id;
            records::save::<Prompt>(db, me, id, &patch, now).await?
        } else {
            let new = patch.over(Prompt::default());
            records::create(db, me, new, None, now).await?
        };
        Ok(Self::saved(me, stored))
    }

    async fn create_version(&self, caller: &Caller, new: NewVersion) -> Result<Saved, Failure> {
        let me = caller.me;
        check_write(me)?;
        let found = self.writable(me, &new.name).await?;
        let advice = "the version at once. A person makes the versions of such a prompt.";
        expect_unread(&self.app.db, &found, advice).await?;
        let id = found.id;
        let version = versions::NewVersion {
            part: new.part,
            changelog: &new.changelog,
            base: new.base_version,
        };
        let (db, now) = (&self.app.db, self.app.now());
        let created = versions::create::<Prompt, VersionSummary>(db, me, id, version, now).await?;
        let number: VersionNumber = created.1.version();
        Ok(Saved {
            name: new.name,
            version: number,
        })
    }
}
