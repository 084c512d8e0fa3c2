//! Sample data for a new instance.

pub mod bulk;
mod community;
mod writing;

use std::collections::HashMap;

use community::Surroundings;
use prompt_core::{Prompt, VersionType};
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::account;
use crate::app::App;
use crate::audit::By;
use crate::auth::store::{self as accounts, NewUser};
use crate::clock::new_id;
use crate::http::error::Result;
use crate::http::json::Put;
use crate::prompts::model::PromptSave;
use crate::records::store;
use crate::records::versions::{self, NewVersion};
use crate::session::extractors::Me;
use crate::session::tokens::new_token;
use crate::versions::model::VersionSummary;

pub const EMAIL: &str = "demo@promptcase.example";
/// The password of the demo account of an instance on one's own machine.
pub const PASSWORD: &str = "promptcase";
/// The demo account's address until seeding is complete.
const UNFINISHED: &str = "unfinished@promptcase.example";

/// A prompt of the sample, and the later changes to it.
#[derive(Deserialize)]
struct Sample {
    prompt: Prompt,
    versions: Vec<SampleVersion>,
}

#[derive(Deserialize)]
struct SampleVersion {
    version_type: VersionType,
    changelog: String,
    /// Fields saved before the version was created.
    changes: Map<String, Value>,
}

/// The result of seeding.
#[derive(Debug, PartialEq, Eq)]
pub enum Seeded {
    /// Created the account with this password, and this many prompts.
    New { prompts: usize, password: String },
    /// The demo account exists already; nothing was changed.
    AlreadyThere,
}

/// Creates the demo account with its prompts, unless it exists.
pub async fn seed(app: &App) -> Result<Seeded> {
    let samples: Vec<Sample> = serde_json::from_str(include_str!("prompts.json"))?;
    let surroundings = Surroundings::read()?;
    if accounts::credentials(&app.db, EMAIL).await?.is_some() {
        return Ok(Seeded::AlreadyThere);
    }
    // Removes the remains of an interrupted run.
    for address in surroundings.addresses().chain([UNFINISHED]) {
        if let Some((id, _)) = accounts::credentials(&app.db, address).await? {
            account::store::delete(&app.db, id, By::CommandLine, app.now()).await?;
        }
    }
    // Everybody knows the usual one, so it is none where others may reach the server.
    let password = if app.config.is_behind_proxy() {
        new_token()
    } else {
        PASSWORD.to_owned()
    };
    let Some(me) = sign_up(app, UNFINISHED, "Demo Author", password.clone()).await? else {
        return Ok(Seeded::AlreadyThere);
    };
    let count = samples.len();
    let mut prompts = HashMap::new();
    for sample in samples {
        let title = sample.prompt.title.clone();
        prompts.insert(title, plant(app, me, sample).await?);
    }
    surroundings.plant(app, me, &prompts).await?;
    app.db
        .write("UPDATE users SET email = $2, email_key = $2 WHERE id = $1")
        .bind(me.id)
        .bind(EMAIL)
        .execute()
        .await?;
    Ok(Seeded::New {
        prompts: count,
        password,
    })
}

/// Creates an account; `None` if the address has one.
async fn sign_up(app: &App, email: &str, full_name: &str, password: String) -> Result<Option<Me>> {
    let now = app.clock.now();
    let me = Me::personal(new_id(now));
    let account = NewUser {
        id: me.id,
        email: email.to_owned(),
        full_name: full_name.to_owned(),
        handle: None,
        password_hash: Some(app.passwords.hash(password).await?),
        identity: None,
        email_confirmed: false,
        created_at: now,
        invited: None,
        by: By::CommandLine,
    };
    let is_new = accounts::insert_user(&app.db, account).await?;
    Ok(is_new.then_some(me))
}

async fn plant(app: &App, me: Me, sample: Sample) -> Result<Uuid> {
    let db = &app.db;
    let created = store::create(db, me, sample.prompt, None, app.now()).await?;
    let id = created.summary.id;
    for step in sample.versions {
        let stored: Prompt = store::record(db, me.id, id).await?;
        let mut draft = serde_json::to_value(&stored)?;
        for (field, value) in step.changes {
            draft[field] = value;
        }
        draft["base_version"] = stored.version().to_string().into();
        let Put(save): PromptSave = serde_json::from_value(draft)?;
        store::save(db, me, id, &save, app.now()).await?;
        let saved: Prompt = store::record(db, me.id, id).await?;
        let new = NewVersion {
            part: step.version_type,
            changelog: &step.changelog,
            base: saved.version(),
        };
        versions::create::<Prompt, VersionSummary>(db, me, id, new, app.now()).await?;
    }
    Ok(id)
}
