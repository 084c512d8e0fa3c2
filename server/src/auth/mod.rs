//! auth: accounts, signing in and out, passwords, second factors and API tokens.

pub mod api;
pub mod model;
pub mod password_reset;
pub mod passwords;
pub mod signed_in_browsers;
pub mod store;
pub mod tokens;
pub mod two_factor;
