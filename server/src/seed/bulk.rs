//! A large instance of generated prompts for measurements, in the real tables with all dependent rows.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use prompt_core::Prompt;
use prompt_core::community::{Period, RankKey};
use prompt_core::text::fold;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use uuid::Uuid;

use super::writing::{Writing, word};
use crate::access::{self, personal_workspace};
use crate::app::App;
use crate::auth::store as accounts;
use crate::clock::{Timestamp, new_id};
use crate::db::{NewRows, SqlValue};
use crate::http::error::{ApiError, Result};
use crate::prompts::counts::Event;
use crate::records::Kind as _;
use crate::records::columns::Prepared;
use crate::records::store::texts;
use crate::snapshot::{self, Previous};

/// Prompts per transaction.
const TOGETHER: usize = 500;
/// Days over which the activity is spread.
const DAYS: i64 = 365;

/// The size of an instance for measurements.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct BulkSeed {
    /// For measuring: also add this many generated prompts by generated users, half of them public, with likes and
    /// views.
    #[arg(long, default_value_t = 0)]
    pub prompts: usize,
    /// For measuring: the total number of versions of these prompts.
    #[arg(long, default_value_t = 0)]
    pub versions: usize,
    /// For measuring: the number of their authors. The demo account wrote four in a thousand.
    #[arg(long, default_value_t = 500)]
    pub people: usize,
    /// For measuring: the length of a prompt's text.
    #[arg(long, default_value_t = 2000)]
    pub characters: usize,
}

impl BulkSeed {
    pub async fn fill(&self, app: &App) -> Result<()> {
        if self.prompts == 0 {
            return Ok(());
        }
        let mut filler = Filler::new(app, *self).await?;
        for first in (0..self.prompts).step_by(TOGETHER) {
            for number in first..self.prompts.min(first + TOGETHER) {
                filler.prompt(number)?;
            }
            filler.insert(app).await?;
            tracing::info!(prompts = self.prompts.min(first + TOGETHER), "filled");
        }
        Ok(())
    }
}

struct Filler {
    filling: BulkSeed,
    random: StdRng,
    writing: Writing,
    now: Timestamp,
    demo: Uuid,
    people: Vec<Uuid>,
    prompts: NewRows,
    tags: NewRows,
    versions: NewRows,
    numbers: NewRows,
    activity: NewRows,
    likes: NewRows,
    views: NewRows,
    days: NewRows,
    counts: NewRows,
    trends: NewRows,
    slugs: NewRows,
}

impl Filler {
    async fn new(app: &App, filling: BulkSeed) -> Result<Self> {
        let demo = accounts::credentials(&app.db, super::EMAIL).await?;
        let (demo, _) = demo.ok_or_else(|| ApiError::not_found("Demo account"))?;
        let sample: Value = serde_json::from_str(include_str!("prompts.json"))?;
        let columns: Vec<&str> = Prompt::COLUMNS.iter().map(|column| column.name).collect();
        let columns = columns.join(", ");
        let mut filler = Self {
            filling,
            // A fixed seed gives the same instance every time.
            random: StdRng::seed_from_u64(1),
            writing: Writing::new(&sample),
            now: app.clock.now(),
            demo,
            people: Vec::new(),
            prompts: NewRows::new(&format!(
                "prompts (id, workspace_id, user_id, is_public, version_major, version_minor, version_batch, created_at, updated_at,
                     search_text, excerpt, {columns})"
            )),
            tags: NewRows::new("prompt_tags (prompt_id, tag)"),
            versions: NewRows::new(
                "prompt_versions (prompt_id, seq, version_major, version_minor, version_batch, is_named, changelog,
                     changes, created_by, created_at, title, depth, digest, snapshot)",
            ),
            numbers: NewRows::new(
                "prompt_numbers (prompt_id, version_major, version_minor, last_batch)",
            ),
            activity: NewRows::new("activity (user_id, day, kind, object_id, times, at)"),
            likes: NewRows::new("prompt_likes (prompt_id, user_id, created_at)"),
            views: NewRows::new("prompt_views (prompt_id, day, user_id)"),
            days: NewRows::new("prompt_days (prompt_id, day, views, likes)"),
            counts: NewRows::new("prompt_counts (prompt_id, view_count, like_count)"),
            trends: NewRows::new("prompt_trends (prompt_id, period, rank_key, last_day)"),
            slugs: NewRows::new(
                "slugs (workspace_id, slug, prompt_id, is_current, created_at)",
            ),
        };
        filler.sign_up(app).await?;
        Ok(filler)
    }

    /// These accounts have no password, so signing in to them is impossible.
    async fn sign_up(&mut self, app: &App) -> Result<()> {
        let joined = self.now.minus(Timestamp::DAY * 366);
        let mut users = NewRows::new("users (id, email, email_key, full_name, created_at)");
        let mut handles = NewRows::new("handles (handle, workspace_id, is_current, created_at)");
        for _ in 0..self.filling.people.max(1) {
            let id = new_id(joined);
            let name = word(&mut self.random);
            let email = format!("{name}.{}@example.org", id.simple());
            users.push([
                id.into(),
                email.clone().into(),
                email.into(),
                name.into(),
                joined.0.into(),
            ]);
            let handle = format!("g-{}", id.simple());
            let workspace = personal_workspace(id);
            handles.push([
                handle.into(),
                workspace.into(),
                true.into(),
                joined.0.into(),
            ]);
            self.people.push(id);
        }
        let mut tx = app.db.begin().await?;
        users.insert(&mut tx).await?;
        access::create_personal_workspaces(&mut tx, &self.people, joined).await?;
        handles.insert(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }

    fn prompt(&mut self, number: usize) -> Result<()> {
        let is_public = self.random.random_bool(0.5);
        let owner = if number.is_multiple_of(250) {
            self.demo
        } else {
            self.somebody()
        };
        let created = self.moment(number);
        let id = new_id(created);
        let characters = self.filling.characters;
        let prompt = self
            .writing
            .prompt(&mut self.random, characters, is_public)?;
        let prompt = Prepared::of(prompt.prepare_over(&Prompt::default())?)?;
        let texts = || texts(&prompt.texts, Prompt::COLUMNS).map(|(_, text)| text);
        let versions = self.versions_of(number);
        let mut updated = created;
        let mut depth = None;
        for batch in 0..=versions {
            let text = prompt.snapshot.as_slice();
            let before = depth.map(|depth| Previous { text, depth });
            let packed =
                snapshot::pack(text, before).map_err(|error| ApiError::internal(&error))?;
            depth = Some(packed.depth);
            let (is_named, changelog) = match batch {
                0 => (false, String::new()),
                _ => (true, format!("Change {batch}")),
            };
            let entry: [SqlValue; 14] = [
                id.into(),
                (batch + 1).into(),
                1_i64.into(),
                0_i64.into(),
                batch.into(),
                is_named.into(),
                changelog.into(),
                "[]".into(),
                owner.into(),
                updated.0.into(),
                prompt.record.title.as_str().into(),
                packed.depth.into(),
                packed.digest.into(),
                packed.bytes.into(),
            ];
            self.versions.push(entry);
            if batch < versions {
                updated = updated.plus(Duration::from_mins(7));
            }
        }
        self.numbers
            .push([id.into(), 1_i64.into(), 0_i64.into(), versions.into()]);
        for tag in &prompt.record.tags {
            self.tags.push([id.into(), fold(tag).into()]);
        }
        self.activity.push([
            owner.into(),
            created.day().into(),
            "prompt_created".into(),
            id.into(),
            1_i64.into(),
            created.0.into(),
        ]);
        let head: [SqlValue; 11] = [
            id.into(),
            personal_workspace(owner).into(),
            owner.into(),
            is_public.into(),
            1_i64.into(),
            0_i64.into(),
            versions.into(),
            created.0.into(),
            updated.0.into(),
            prompt.search_text.as_str().into(),
            prompt.record.excerpt().into(),
        ];
        let slug = format!("generated-{}", number + 1);
        self.slugs.push([
            personal_workspace(owner).into(),
            slug.into(),
            id.into(),
            true.into(),
            created.0.into(),
        ]);
        self.prompts.push(head.into_iter().chain(texts()));
        if is_public {
            self.attention(id, created.day());
        }
        Ok(())
    }

    /// Likes and views of a public prompt: most prompts get few, a few get many.
    fn attention(&mut self, id: Uuid, first: i64) {
        let mut days: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        let (mut liked, mut seen) = (HashSet::new(), HashSet::new());
        for _ in 0..self.few_or_many(0.6) {
            let (day, who) = (self.day_since(first), self.somebody());
            if liked.insert(who) {
                let at = Timestamp::from_day(day).0;
                self.likes.push([id.into(), who.into(), at.into()]);
                days.entry(day).or_default().1 += 1;
            }
        }
        for _ in 0..self.few_or_many(0.75) {
            let (day, who) = (self.day_since(first), self.somebody());
            if seen.insert((day, who)) {
                self.views.push([id.into(), day.into(), who.into()]);
                days.entry(day).or_default().0 += 1;
            }
        }
        let mut total = (0, 0);
        for (&day, &(views, likes)) in &days {
            total = (total.0 + views, total.1 + likes);
            self.days
                .push([id.into(), day.into(), views.into(), likes.into()]);
        }
        self.counts
            .push([id.into(), total.0.into(), total.1.into()]);
        let today = self.now.day();
        for &period in Period::ALL {
            let keys = days
                .range(period.first_day(today)..)
                .map(|(&day, &(views, likes))| {
                    let weight = views * Event::View.weight() + likes * Event::Like.weight();
                    RankKey::of(weight, day, period)
                });
            if let (Some(key), Some((&last, _))) = (RankKey::sum(keys), days.last_key_value()) {
                self.trends
                    .push([id.into(), period.days().into(), key.0.into(), last.into()]);
            }
        }
    }

    /// When a prompt was written: in order, spread over the whole period.
    fn moment(&self, number: usize) -> Timestamp {
        let whole = Timestamp::DAY * u32::try_from(DAYS).unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let left = 1.0 - number as f64 / self.filling.prompts as f64;
        self.now.minus(whole.mul_f64(left))
    }

    fn versions_of(&self, number: usize) -> i64 {
        let until = |number: usize| number * self.filling.versions / self.filling.prompts;
        i64::try_from(until(number + 1) - until(number)).unwrap_or(0)
    }

    fn somebody(&mut self) -> Uuid {
        self.people[self.random.random_range(0..self.people.len())]
    }

    /// A day from the first to today, more often a late one.
    fn day_since(&mut self, first: i64) -> i64 {
        let span = self.now.day() - first;
        let age = self.random.random::<f64>().powi(3);
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            reason = "days are small numbers"
        )]
        let back = (age * (span as f64 + 1.0)) as i64;
        self.now.day() - back.min(span)
    }

    fn few_or_many(&mut self, steep: f64) -> usize {
        let many = (1.0 - self.random.random::<f64>()).powf(-steep) - 1.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "limited before"
        )]
        let many = many.min(400.0) as usize;
        many
    }

    async fn insert(&mut self, app: &App) -> Result<()> {
        let mut tx = app.db.begin().await?;
        for rows in [
            &mut self.prompts,
            &mut self.tags,
            &mut self.versions,
            &mut self.numbers,
            &mut self.activity,
            &mut self.likes,
            &mut self.views,
            &mut self.days,
            &mut self.counts,
            &mut self.trends,
            &mut self.slugs,
        ] {
            rows.insert(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
