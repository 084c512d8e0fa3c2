//! Rows, bodies and answers of analytics.

use prompt_core::community::Period;
use schemars::JsonSchema;
use serde::Serialize;

use crate::prompts::model::PromptSummary;

/// What came of one's own prompts.
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
    /// The mean of all ratings of one's components, 0 without any.
    pub avg_rating: f64,
    /// The same of the period alone.
    pub in_period: PeriodTotals,
    /// One entry a day of the period, the first day first, days without anything among them.
    pub by_day: Vec<DayFigures>,
    /// One's own prompts that were looked at most in the period, the first the most.
    pub top_prompts: Vec<TopPrompt>,
    /// What happened, by kind and day, newest first.
    pub recent_activity: Vec<RecentActivity>,
}

/// What happened in the period.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct PeriodTotals {
    pub prompts_created: u32,
    pub views: u32,
    pub likes: u32,
    pub forks: u32,
}

/// What happened on a day.
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

/// A prompt and what came of it in the period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TopPrompt {
    pub prompt: PromptSummary,
    pub views: u32,
    pub likes: u32,
    pub forks: u32,
}

/// What can have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    PromptCreated,
    PromptViewed,
    PromptLiked,
    PromptForked,
}

/// How often something happened on a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecentActivity {
    pub event_type: EventType,
    /// A day in UTC.
    #[schemars(example = &"2026-01-31")]
    pub date: String,
    pub count: u32,
}
