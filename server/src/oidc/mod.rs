//! oidc: signing in by an OpenID Connect provider.
//!
//! An identity is an issuer and a subject. It is linked to an account that it makes, or to one whose owner, signed in and by
//! password, asks for it; an address alone links nothing.

pub mod api;
pub mod callback;
pub mod start;
pub mod store;
