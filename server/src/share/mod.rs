//! Pages that anybody can read without an account: public prompts and profiles, as HTML without scripts.
//!
//! A page shows what a visitor may see, whoever asks for it, so that it may be cached and never shows more than its
//! address promises. Text of users is escaped by the templates, and the content security policy allows the page's
//! own style and script only.

pub mod api;
mod document;
mod form;
mod profile_page;
mod prompt_page;
mod store;
