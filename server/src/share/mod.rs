//! Pages that anybody can read without an account: public prompts, profiles, and prompts by their secret link.
//!
//! A page shows what a visitor may see, whoever asks for it, so that it may be cached and never shows more than its
//! address promises. A link shows its prompt to whoever has it, and nothing else that its author may see. Text of users is escaped by the templates, and the content security policy allows the page's
//! own style and script only.

pub mod api;
mod collection_page;
mod document;
mod form;
pub mod links;
pub mod links_api;
mod profile_page;
mod prompt_page;
mod report;
mod skills;
mod store;
