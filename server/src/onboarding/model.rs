//! Rows, bodies and answers of onboarding.

use prompt_core::onboarding::OnboardingData;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far somebody got.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Onboarding {
    /// Whether it was finished or skipped.
    pub completed: bool,
    /// The step to go on with, 1 to 5.
    pub current_step: u32,
    /// What was filled in so far.
    pub data: OnboardingData,
}

/// A step that was filled in.
#[derive(Deserialize, JsonSchema)]
pub struct StepData {
    /// Everything filled in so far, this step's answers among it.
    #[serde(default)]
    pub data: OnboardingData,
}
