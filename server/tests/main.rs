//! The server from outside, over HTTP: one file a room, one program for all of them, because linking one is quick.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod account;
mod analytics;
mod auth;
mod billing;
mod bulk;
mod collections;
mod community;
mod components;
mod contract;
mod credits;
mod durability;
mod edge;
mod export;
mod generation;
mod improvement;
mod kept;
mod names;
mod onboarding;
mod operations;
mod profile;
mod prompts;
mod seed;
mod slow;
mod strangers;
mod together;
mod trash;
mod upgrade;
mod versions;
mod writers;

#[test]
fn every_file_is_part_of_this_program() {
    let main = include_str!("main.rs");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name == "main" || main.contains(&format!("mod {name};")),
            "add `mod {name};` to tests/main.rs"
        );
    }
}
