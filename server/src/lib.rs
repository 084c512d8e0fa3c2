//! The Promptcase server: stores prompts, enforces the core's rules, and serves the web app.
//!
//! [`router`] lists every route and is the only module that imports handlers; [`app`] is their shared state and
//! knows no feature. A feature is a folder with `model.rs` (rows, bodies, responses), `api.rs` (handlers) and
//! `store.rs` (SQL). Below the features are [`session`] (authentication), [`access`] (authorisation), [`plans`],
//! [`records`], [`names`] and [`search`], then [`http`], [`clients`] and [`db`], which know no feature. `tests/layers.rs`
//! checks these rules.

pub mod access;
pub mod account;
pub mod activity;
pub mod admin;
pub mod analytics;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod billing;
pub mod bulk;
pub mod clients;
pub mod clock;
pub mod collections;
pub mod community;
pub mod components;
pub mod config;
mod counter;
pub mod credits;
pub mod db;
pub mod fetch;
pub mod figures;
pub mod generation;
pub mod health;
pub mod heavy;
pub mod http;
pub mod idempotency;
pub mod labels;
pub mod mail;
pub mod mcp;
pub mod names;
pub mod notifications;
pub mod oidc;
pub mod onboarding;
pub mod outbox;
pub mod plans;
pub mod private;
pub mod profile;
pub mod prompts;
pub mod records;
pub mod reports;
pub mod router;
pub mod runs;
pub mod search;
pub mod secret;
pub mod seed;
pub mod session;
pub mod share;
mod sign_in_required;
pub mod snapshot;
pub mod tags;
pub mod tests;
pub mod trash;
pub mod versions;
pub mod web;
pub mod webhooks;
pub mod workspaces;
