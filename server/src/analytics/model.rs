//! Rows, bodies and answers of analytics.

use prompt_core::community::Period;
use schemars::JsonSchema;
use serde::Serialize;

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
