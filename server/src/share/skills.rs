//! Prompts as agent skills: the file of one, and the index of a collection that `npx skills add` reads.

use std::collections::HashSet;

use any_ascii::any_ascii;
use poem::Response;
use poem::http::header;
use prompt_core::Prompt;
use prompt_core::export::{ForeignFormat, skill_name};
use prompt_core::import::export_for_tool;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/// The longest description that an index may have.
const DESCRIPTION_CHARS: usize = 1_024;
/// The part of a name before a number: a name has at most 64 characters.
const STEM_CHARS: usize = 56;

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
    /// The file of a prompt under a name: the one it was imported from, if that was a skill.
    pub fn of(prompt: Prompt, name: String) -> Self {
        let description = match prompt.description.trim() {
            "" => prompt.title.clone(),
            text => text.to_owned(),
        };
        if skill_name(&prompt.title) == name {
            let text = export_for_tool(&prompt, ForeignFormat::Skill).text;
            return Self {
                name,
                description,
                text,
            };
        }
        // The name of a file is made from the title.
        let title = Value::from(prompt.title);
        let prompt = Prompt {
            title: name.clone(),
            description: description.clone(),
            ..prompt
        };
        let text = export_for_tool(&prompt, ForeignFormat::Skill).text;
        let text = text.replacen(
            &format!("\n  title: {name}\n"),
            &format!("\n  title: {title}\n"),
            1,
        );
        Self {
            name,
            description,
            text,
        }
    }

    /// The file as an answer.
    pub fn into_response(self) -> Response {
        answer("text/markdown; charset=utf-8", self.text)
    }
}

/// The name of the skill of a slug, which may be in any script: small letters `a` to `z`, digits and hyphens.
pub fn name(slug: &str) -> String {
    skill_name(&any_ascii(slug))
}

/// The names of the skills of slugs. The first of several that have the same one keeps it.
pub fn told_apart<'a>(slugs: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<String> = slugs.map(name).collect();
    // A number makes no name that another one has by itself.
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let mut seen = HashSet::new();
    let names = names.into_iter().map(|name| {
        if seen.insert(name.clone()) {
            return name;
        }
        let stem: String = name.chars().take(STEM_CHARS).collect();
        let mut number = 2;
        loop {
            let told = format!("{}-{number}", stem.trim_end_matches('-'));
            if taken.insert(told.clone()) {
                return told;
            }
            number += 1;
        }
    });
    names.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_has_the_slug_as_its_name_in_latin_letters() {
        let slugs = [
            "review",
            "review-2",
            "review",
            "größe",
            "日本語",
            "中文",
            "prompt",
            "café",
            "cafe",
            "2",
            "review",
        ];
        let names = [
            "review", "review-2", "review-3", "grosse", "ribenyu", "zhongwen", "prompt", "cafe",
            "cafe-2", "2", "review-4",
        ];
        assert_eq!(told_apart(slugs.into_iter()), names);
        let long = "a".repeat(80);
        let both = told_apart([&*long, &*long].into_iter());
        assert_eq!((both[0].len(), both[1].len()), (64, 58));
    }
}
