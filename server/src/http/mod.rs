//! HTTP without features: bodies, queries, pagination, errors, middleware and the OpenAPI document.

pub mod compression;
pub mod connections;
pub mod error;
pub mod events;
pub mod json;
pub mod limit;
pub mod metrics;
pub mod middleware;
pub mod openapi;
pub mod pagination;
pub mod query;
pub mod tags;
pub mod trace;
