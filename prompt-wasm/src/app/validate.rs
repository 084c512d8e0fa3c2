//! Validation before data is sent to the server.

use prompt_core::Prompt;
use prompt_core::component::Component;
use prompt_core::validate::{ProfileFields, Registration, new_password};
use wasm_bindgen::prelude::*;

use super::problem::problems;
use crate::boundary::{JsResult, from_js, to_js};

/// Returns everything that prevents saving a prompt.
#[wasm_bindgen(js_name = validatePrompt, unchecked_return_type = "Problem[]")]
pub fn validate_prompt(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
) -> JsResult {
    let prompt: Prompt = from_js("prompt", prompt)?;
    to_js(&problems(&prompt.validate()))
}

/// Returns everything that prevents saving a component.
#[wasm_bindgen(js_name = validateComponent, unchecked_return_type = "Problem[]")]
pub fn validate_component(
    #[wasm_bindgen(unchecked_param_type = "Component")] component: &JsValue,
) -> JsResult {
    let component: Component = from_js("component", component)?;
    to_js(&problems(&component.validate()))
}

/// Returns everything that is invalid in a registration.
#[wasm_bindgen(js_name = validateRegistration, unchecked_return_type = "Problem[]")]
pub fn validate_registration(
    #[wasm_bindgen(unchecked_param_type = "Registration")] registration: &JsValue,
) -> JsResult {
    let registration: Registration = from_js("registration", registration)?;
    to_js(&problems(&registration.validate()))
}

/// Returns everything that is invalid in a profile.
#[wasm_bindgen(js_name = validateProfile, unchecked_return_type = "Problem[]")]
pub fn validate_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileFields")] profile: &JsValue,
) -> JsResult {
    let profile: ProfileFields = from_js("profile", profile)?;
    to_js(&problems(&profile.parse().err().unwrap_or_default()))
}

/// Returns everything that is invalid about a new password, typed twice.
#[wasm_bindgen(js_name = validateNewPassword, unchecked_return_type = "Problem[]")]
pub fn validate_new_password(text: &str, again: &str) -> JsResult {
    to_js(&problems(&new_password(text, Some(again))))
}
