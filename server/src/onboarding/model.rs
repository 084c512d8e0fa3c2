//! Rows, bodies and answers of onboarding.

use prompt_core::onboarding::OnboardingData;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Your progress.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Onboarding {
    /// Whether it was finished or skipped.
    pub completed: bool,
    /// The step to continue with, 1 to 5.
    pub current_step: u32,
    /// The answers so far.
    pub data: OnboardingData,
}

/// A completed step.
#[derive(Deserialize, JsonSchema)]
pub struct StepData {
    /// All answers so far, including this step's.
    #[serde(default)]
    pub data: OnboardingData,
}
