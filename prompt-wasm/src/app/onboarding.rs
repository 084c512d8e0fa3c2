//! The five onboarding steps of a new user.

use prompt_core::onboarding::OnboardingStep;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js};

/// A step with the state of its buttons.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OnboardingView {
    /// The step.
    pub step: OnboardingStep,
    /// Its number, from 1.
    pub number: u32,
    /// The number of steps.
    pub steps: usize,
    /// Its heading.
    pub label: &'static str,
    /// The label of the Continue button.
    pub continue_label: &'static str,
    /// Whether Continue is enabled while no save is in progress.
    pub can_continue: bool,
    /// Whether Previous is enabled.
    pub can_go_back: bool,
    /// Whether Skip is available.
    pub can_skip: bool,
}

/// Returns the step with a number, given the answers so far.
#[wasm_bindgen(js_name = onboardingStep, unchecked_return_type = "OnboardingView")]
pub fn onboarding_step(
    number: u32,
    #[wasm_bindgen(unchecked_param_type = "OnboardingData")] data: &JsValue,
) -> JsResult {
    let step = OnboardingStep::from_number(number);
    to_js(&OnboardingView {
        step,
        number: step.number(),
        steps: OnboardingStep::ALL.len(),
        label: step.label(),
        continue_label: step.continue_label(),
        can_continue: step.can_continue(&from_js("data", data)?),
        can_go_back: step.can_go_back(),
        can_skip: step.can_skip(),
    })
}
