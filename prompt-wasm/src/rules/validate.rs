//! What may be stored, asked before it is sent.

use prompt_core::Prompt;
use prompt_core::component::Component;
use prompt_core::validate::{ProfileFields, Registration, new_password};
use wasm_bindgen::prelude::*;

use super::problem::problems;
use crate::boundary::{Crossing, give, take};

/// Everything that keeps a prompt from being stored.
#[wasm_bindgen(js_name = validatePrompt, unchecked_return_type = "Problem[]")]
pub fn validate_prompt(
    #[wasm_bindgen(unchecked_param_type = "Prompt")] prompt: &JsValue,
) -> Crossing {
    let prompt: Prompt = take("prompt", prompt)?;
    give(&problems(&prompt.validate()))
}

/// Everything that keeps a component from being stored.
#[wasm_bindgen(js_name = validateComponent, unchecked_return_type = "Problem[]")]
pub fn validate_component(
    #[wasm_bindgen(unchecked_param_type = "Component")] component: &JsValue,
) -> Crossing {
    let component: Component = take("component", component)?;
    give(&problems(&component.validate()))
}

/// Everything that is wrong with a registration.
#[wasm_bindgen(js_name = validateRegistration, unchecked_return_type = "Problem[]")]
pub fn validate_registration(
    #[wasm_bindgen(unchecked_param_type = "Registration")] registration: &JsValue,
) -> Crossing {
    let registration: Registration = take("registration", registration)?;
    give(&problems(&registration.validate()))
}

/// Everything that is wrong with a profile.
#[wasm_bindgen(js_name = validateProfile, unchecked_return_type = "Problem[]")]
pub fn validate_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileFields")] profile: &JsValue,
) -> Crossing {
    let profile: ProfileFields = take("profile", profile)?;
    give(&problems(&profile.parse().err().unwrap_or_default()))
}

/// Everything that is wrong with a password that takes the place of another, typed twice.
#[wasm_bindgen(js_name = validateNewPassword, unchecked_return_type = "Problem[]")]
pub fn validate_new_password(text: &str, again: &str) -> Crossing {
    give(&problems(&new_password(text, Some(again))))
}
