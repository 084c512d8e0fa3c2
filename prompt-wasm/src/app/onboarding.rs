//! The five steps that welcome a new user.

use prompt_core::onboarding::OnboardingStep;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::boundary::{JsResult, from_js, to_js};

/// A step with what its buttons say and do.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OnboardingView {
    /// Which step.
    pub step: OnboardingStep,
    /// Its number, from 1.
    pub number: u32,
    /// How many there are.
    pub steps: usize,
    /// Its heading.
    pub label: &'static str,
    /// What the button that goes on says.
    pub continue_label: &'static str,
    /// Whether that button is enabled, as long as nothing is being saved.
    pub can_continue: bool,
    /// Whether Previous is enabled.
    pub can_go_back: bool,
    /// Whether Skip is offered.
    pub can_skip: bool,
}

/// The step with a number, with what was filled in so far.
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
