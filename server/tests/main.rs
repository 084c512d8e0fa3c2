//! HTTP tests of the server, one file or folder per feature. They form a single binary, which links faster than
//! many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod account;
mod administration;
mod advanced_analytics;
mod analytics;
mod auth;
mod authorization_matrix;
mod billing;
mod bulk;
mod collections;
mod community;
mod components;
mod contract;
mod control_characters;
mod credits;
mod durability;
mod export;
mod fetch;
mod generation;
mod http_caching;
mod improvement;
mod labels;
mod layers;
mod mail;
mod mcp;
mod middleware;
mod multi_instance;
mod names;
mod notifications;
mod oidc;
mod onboarding;
mod operations;
mod patch;
mod profile;
mod prompts;
mod random_walk;
mod reports;
mod runs;
mod seed;
mod share;
mod sign_in_required;
mod slow;
mod sqlite_group_commit;
mod tags;
mod teams;
mod tests;
mod trash;
mod upgrade;
mod versions;
mod webhooks;
mod workspaces;

#[test]
fn every_file_is_part_of_this_program() {
    let main = include_str!("main.rs");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.join("mod.rs").is_file() {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name == "main" || main.contains(&format!("mod {name};")),
            "add `mod {name};` to tests/main.rs"
        );
    }
}
