//! Who sends a request: sessions of browsers, API tokens, passwords, and limits on guessing.

pub mod extractors;
pub mod passwords;
pub mod sessions;
pub mod store;
pub mod throttle;
pub mod tokens;
