//! Authentication: sessions of browsers, API tokens, passwords, and rate limits on guessing.

pub mod extractors;
pub mod passwords;
pub mod sessions;
pub mod store;
pub mod throttle;
pub mod token_uses;
pub mod tokens;
