//! The Promptcase server: persists what people write, enforces the core's rules, and serves the web app.
//!
//! Each room of the product is one module with its routes, and its SQL beside it. What they share: [`app`] puts them
//! together, [`db`] knows which engine runs, [`error`] is the one shape of a failure, [`payload`] carries types over
//! HTTP, [`shape`] refuses lists in place of objects, [`openapi`] writes the contract down, [`edge`] holds what happens to
//! every request, [`encodings`] knows what a client unpacks, [`connections`] who is still there, [`private`] what others on
//! the machine may not read, [`numbers`] which version numbers were given.

pub mod access;
pub mod activity;
pub mod admin;
pub mod analytics;
pub mod app;
pub mod auth;
pub mod backup;
pub mod billing;
pub mod clock;
pub mod collections;
pub mod community;
pub mod components;
pub mod config;
pub mod connections;
pub mod credits;
pub mod db;
pub mod edge;
pub mod encodings;
pub mod error;
pub mod generation;
pub mod health;
pub mod idempotency;
pub mod mail;
pub mod metrics;
pub mod numbers;
pub mod onboarding;
pub mod openapi;
pub mod page;
pub mod param;
pub mod payload;
pub mod private;
pub mod profile;
pub mod prompts;
pub mod search;
pub mod seed;
pub mod shape;
pub mod trash;
pub mod versions;
pub mod web;
