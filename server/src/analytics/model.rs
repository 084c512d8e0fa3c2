//! Rows, bodies and answers of analytics.

use prompt_core::VersionNumber;
use prompt_core::community::Period;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::prompts::model::PromptSummary;

/// Views, likes, forks and ratings of your own work.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analytics {
    /// 1, 7, 30 or 365 days up to today.
    #[schemars(with = "Period")]
    pub period: Period,
    pub total_prompts: u32,
    pub total_views: u32,
    pub total_likes: u32,
    pub total_forks: u32,
    pub total_collections: u32,
    /// The mean of all ratings of your components; 0 without ratings.
    pub avg_rating: f64,
    /// The same totals for the period alone.
    pub in_period: PeriodTotals,
    /// One entry per day of the period, oldest first, including days without events.
    pub by_day: Vec<DayFigures>,
    /// Your most viewed prompts of the period, the most viewed first.
    pub top_prompts: Vec<TopPrompt>,
    /// Events by kind and day, newest first.
    pub recent_activity: Vec<RecentActivity>,
}

/// The totals of the period.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct PeriodTotals {
    pub prompts_created: u32,
    pub views: u32,
    pub likes: u32,
    pub forks: u32,
}

/// The totals of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DayFigures {
    /// A day in UTC.
    #[schemars(example = &"2026-01-31")]
    pub date: String,
    pub prompts_created: u32,
    pub views: u32,
    pub likes: u32,
    pub forks: u32,
}

/// A prompt and its totals in the period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TopPrompt {
    pub prompt: PromptSummary,
    pub views: u32,
    pub likes: u32,
    pub forks: u32,
}

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    PromptCreated,
    PromptViewed,
    PromptLiked,
    PromptForked,
}

/// How often an event happened on a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecentActivity {
    pub event_type: EventType,
    /// A day in UTC.
    #[schemars(example = &"2026-01-31")]
    pub date: String,
    pub count: u32,
}

/// How the prompts of a workspace are fetched, run and tested.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AdvancedAnalytics {
    /// 1, 7, 30 or 365 days up to today.
    #[schemars(with = "Period")]
    pub period: Period,
    /// The time zone that the days begin in.
    #[schemars(example = &"Europe/Berlin")]
    pub time_zone: String,
    /// The totals of the period.
    pub in_period: UseFigures,
    /// One entry per day of the period, oldest first, including days without use.
    pub by_day: Vec<UseDay>,
    /// The hundred most fetched versions, with the label they were fetched by.
    pub by_version: Vec<VersionFigures>,
    /// The models that prompts ran on, the most used first.
    pub by_model: Vec<ModelFigures>,
}

/// How often prompts were fetched, run and tested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UseFigures {
    /// Requests of programs for a prompt, over HTTP or MCP.
    pub requests: i64,
    /// Runs, those of tests included, whether they succeeded or failed.
    pub runs: i64,
    pub failed_runs: i64,
    /// Credits charged for runs.
    pub cost: i64,
    /// Runs of tests whose checks all passed, of the last 1,000 test runs that each prompt keeps.
    pub tests_passed: i64,
    /// Runs of tests with a failed check, of the last 1,000 test runs that each prompt keeps.
    pub tests_failed: i64,
}

impl UseFigures {
    pub fn add(&mut self, more: &Self) {
        self.requests += more.requests;
        self.runs += more.runs;
        self.failed_runs += more.failed_runs;
        self.cost += more.cost;
        self.tests_passed += more.tests_passed;
        self.tests_failed += more.tests_failed;
    }
}

/// The use of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UseDay {
    /// A day in the time zone of the answer.
    #[schemars(example = &"2026-01-31")]
    pub date: String,
    #[serde(flatten)]
    pub figures: UseFigures,
}

/// How often programs fetched a version of a prompt by a label.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VersionFigures {
    pub prompt_id: Uuid,
    pub title: String,
    pub version: VersionNumber,
    /// The label that was asked for; null if the version was asked for itself.
    pub label: Option<String>,
    pub requests: i64,
    pub last_used_at: Timestamp,
}

row! {
    /// The runs on a model.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct ModelFigures {
        pub provider: String,
        pub model: String,
        pub runs: i64,
        pub failed_runs: i64,
        /// Credits charged.
        pub cost: i64,
        /// Tokens of messages and answers.
        pub tokens: i64,
        /// Milliseconds that half of the runs that succeeded took at most; null without one.
        pub median_ms: Option<i64>,
        /// Milliseconds that 95 of 100 runs that succeeded took at most; null without one.
        pub p95_ms: Option<i64>,
    }
}
