//! Prompts as agent skills: the file of one, and the index of a collection that `npx skills add` reads.

use std::collections::HashSet;

use poem::Response;
use poem::http::header;
use prompt_core::Prompt;
use prompt_core::export::{ForeignFormat, skill_name};
use prompt_core::import::export_for_tool;
use serde::Serialize;
use sha2::{Digest, Sha256};

const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/// The longest description that an index may have.
const DESCRIPTION_CHARS: usize = 1_024;

/// The index of a collection of skills, version 0.2.
#[derive(Serialize)]
struct Index<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    skills: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    description: String,
    r#type: &'static str,
    /// Relative to the index.
    url: String,
    /// Clients leave a skill out if its file has another one.
    digest: String,
}

/// A prompt as a skill.
pub struct Skill {
    /// Its name in the index, which is the name of its folder.
    name: String,
    description: String,
    text: String,
}

impl Skill {
    /// The file of a prompt: the one it was imported from, if that was a skill.
    pub fn of(prompt: &Prompt) -> Self {
        Self {
            name: skill_name(&prompt.title),
            description: match prompt.description.trim() {
                "" => prompt.title.clone(),
                text => text.to_owned(),
            },
            text: export_for_tool(prompt, ForeignFormat::Skill).text,
        }
    }

    /// The file as an answer.
    pub fn into_response(self) -> Response {
        answer("text/markdown; charset=utf-8", self.text)
    }
}

/// Titles of which no two make the same name of a skill.
pub fn told_apart(titles: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let titles = titles.map(|title| {
        // A name has at most 64 characters.
        let stem: String = title.chars().take(50).collect();
        let mut told = title;
        let mut number = 2;
        while !taken.insert(skill_name(&told)) {
            told = format!("{stem} {number}");
            number += 1;
        }
        told
    });
    titles.collect()
}

/// The index of skills.
pub fn index(skills: &[Skill]) -> serde_json::Result<Response> {
    let entries = skills.iter().map(|skill| Entry {
        name: &skill.name,
        description: skill.description.chars().take(DESCRIPTION_CHARS).collect(),
        r#type: "skill-md",
        url: format!("{}/SKILL.md", skill.name),
        digest: format!("sha256:{:x}", Sha256::digest(&skill.text)),
    });
    let index = Index {
        schema: SCHEMA,
        skills: entries.collect(),
    };
    Ok(answer(
        "application/json",
        serde_json::to_string_pretty(&index)?,
    ))
}

fn answer(media_type: &str, body: String) -> Response {
    Response::builder()
        .content_type(media_type)
        // The digests of an index are those of the files at the same moment.
        .header(header::CACHE_CONTROL, "no-cache")
        .body(body)
}
