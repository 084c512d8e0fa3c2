//! auth: accounts, signing in and out, addresses, passwords, second factors and API tokens.

pub mod api;
pub mod email;
pub mod identities;
pub mod invitations;
pub mod model;
pub mod notices;
pub mod password_reset;
pub mod passwords;
pub mod registration;
pub mod signed_in_browsers;
pub mod store;
pub mod tokens;
pub mod two_factor;
