//! Validation before records are stored. Every function returns the invalid field; a prompt returns all
//! of them at once.

mod person;

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::Prompt;
use crate::content::Content;
use crate::content::settings::Settings;
use crate::content::test_case::{check_tests, unusable_checks};
use crate::text::{breaks_a_line, ends_its_directions, is_blank, json_bytes, keep_on_one_line};
use crate::{Error, ErrorKind, asset, limits};

pub use person::{
    ProfileFields, Registration, bio, email, full_name, is_web_url, new_password, password,
    sign_in, website,
};

impl Prompt {
    /// Returns everything that prevents saving this prompt, each error with its field: `title`,
    /// `tags[3]`, `content.blocks[2].assets[0].reference`.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        errors.extend(title(&self.title).err());
        errors.extend(description(&self.description).err());
        tags(&self.tags, &mut errors);
        for (what, given, is_fitting) in [
            (
                "category",
                self.category.as_str(),
                self.category.is_for(self.prompt_type),
            ),
            (
                "type",
                self.r#type.as_str(),
                self.r#type.is_for(self.prompt_type),
            ),
        ] {
            if !is_fitting {
                errors.push(ErrorKind::OnlyForAssets { what, given }.at(what));
            }
        }
        errors.extend(
            asset::parse_fields(self.prompt_type, &self.asset_fields)
                .err()
                .unwrap_or_default(),
        );
        nul_in_map("asset_fields", &self.asset_fields, &mut errors);
        nul_in_map("asset_metadata", &self.asset_metadata, &mut errors);
        let details = json_bytes(&self.asset_fields) + json_bytes(&self.asset_metadata);
        if details > limits::CONTENT_BYTES {
            errors.push(
                ErrorKind::TooLarge {
                    limit: limits::CONTENT_BYTES,
                    actual: details,
                }
                .at("asset_fields"),
            );
        }
        errors.extend(self.content.validate());
        errors
    }

    /// Replaces line breaks and control characters in title and tags by blanks, for files and for
    /// records stored before they were rejected. Returns whether the title and the tags changed
    /// visibly.
    pub fn keep_names_on_one_line(&mut self) -> (bool, bool) {
        keep_names_on_one_line(&mut self.title, &mut self.tags)
    }
}

/// Like [`Prompt::keep_names_on_one_line`], for any record with a title and tags.
pub fn keep_names_on_one_line(title: &mut String, tags: &mut [String]) -> (bool, bool) {
    let in_tags = tags
        .iter_mut()
        .fold(false, |any, tag| any | keep_on_one_line(tag));
    (keep_on_one_line(title), in_tags)
}

impl Content {
    /// Returns everything that prevents saving this content, each error with its path from `content`
    /// on.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        let bytes = json_bytes(self);
        if bytes > limits::CONTENT_BYTES {
            errors.push(
                ErrorKind::TooLarge {
                    limit: limits::CONTENT_BYTES,
                    actual: bytes,
                }
                .at("content"),
            );
        }
        if self.item_count() > limits::ITEMS {
            errors.push(
                ErrorKind::TooMany {
                    what: "items",
                    limit: limits::ITEMS,
                    actual: self.item_count(),
                }
                .at("content"),
            );
        }
        let mut ids = HashSet::new();
        self.each_place(|id, _| {
            if !id.is_empty() && !ids.insert(id) {
                errors.push(ErrorKind::DuplicateId { id: id.to_owned() }.at("content"));
            }
        });
        for (block_at, block) in self.blocks.iter().enumerate() {
            for (at, asset) in block.assets.iter().enumerate() {
                if is_blank(&asset.reference) {
                    errors.push(
                        ErrorKind::Required { what: "Reference" }
                            .at(format!("content.blocks[{block_at}].assets[{at}].reference")),
                    );
                }
            }
        }
        if let Err(error) = Settings::check(self.settings()) {
            let at = format!("content.{}", error.field().unwrap_or_default());
            errors.push(error.at(at));
        }
        if let Err(error) = check_tests(self.stored_tests()) {
            let at = format!("content.{}", error.field().unwrap_or_default());
            errors.push(error.at(at));
        }
        self.nul_anywhere(&mut errors);
        errors
    }

    /// What is stored and can never be used: settings that prevent every run, and checks that can never be made. It
    /// does not prevent saving, since it may come from a file of somebody else.
    pub fn unusable(&self) -> Vec<Error> {
        let mut errors = Settings::read(self.settings()).unusable();
        let checks = unusable_checks(self.stored_tests()).into_iter();
        errors.extend(checks.map(|(_, error)| error));
        errors
    }

    /// Rejects NUL in any field, because databases cannot store it. A content without NUL costs one
    /// pass and no allocation.
    fn nul_anywhere(&self, errors: &mut Vec<Error>) {
        if !crate::text::json_has_nul(self) {
            return;
        }
        let tree = crate::text::json(self).and_then(|json| serde_json::from_slice(&json));
        if let Ok(Value::Object(map)) = tree {
            nul_in_map("content", &map, errors);
        }
    }
}

fn nul_in_map(path: &str, map: &Map<String, Value>, errors: &mut Vec<Error>) {
    for (key, value) in map {
        let path = format!("{path}.{key}");
        if key.contains('\0') {
            errors.push(ErrorKind::ContainsNul { what: "The name" }.at(path.replace('\0', "�")));
        }
        nul_in_value(&path, value, errors);
    }
}

fn nul_in_value(path: &str, value: &Value, errors: &mut Vec<Error>) {
    match value {
        Value::String(text) if text.contains('\0') => {
            errors.push(ErrorKind::ContainsNul { what: "The text" }.at(path));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                nul_in_value(&format!("{path}[{at}]"), item, errors);
            }
        }
        Value::Object(map) => nul_in_map(path, map, errors),
        _ => {}
    }
}

/// Whether title or tags contain a character that [breaks a line](breaks_a_line).
pub fn has_broken_names(title: &str, tags: &[String]) -> bool {
    title.contains(breaks_a_line) || tags.iter().any(|tag| tag.contains(breaks_a_line))
}

/// Replaces line breaks and control characters that the stored title and tags already had. New ones are
/// left, so that validation rejects them.
pub fn keep_old_names(names: (&mut String, &mut [String]), stood: (&str, &[String])) {
    let (title, tags) = names;
    if title == stood.0 {
        keep_on_one_line(title);
    }
    for tag in tags.iter_mut().filter(|tag| stood.1.contains(tag)) {
        keep_on_one_line(tag);
    }
}

/// Trims and validates a title.
///
/// # Errors
///
/// Returns an error if the title is empty, too long, or not a single line.
pub fn title(text: &str) -> Result<String, Error> {
    required_text("title", "Title", text, limits::TITLE_CHARS)
}

/// Validates a description.
///
/// # Errors
///
/// Returns an error if the description is too long or contains NUL.
pub fn description(text: &str) -> Result<String, Error> {
    bounded_text(
        "description",
        "Description",
        text,
        limits::DESCRIPTION_CHARS,
    )
}

/// Validates a changelog or a review.
///
/// # Errors
///
/// Returns an error if the text is too long or contains NUL.
pub fn note(field: &'static str, what: &'static str, text: &str) -> Result<String, Error> {
    bounded_text(field, what, text, limits::NOTE_CHARS)
}

/// Validates parsed tags; [`crate::text::parse_tags`] parses user input.
pub fn tags(tags: &[String], errors: &mut Vec<Error>) {
    if tags.len() > limits::TAGS {
        errors.push(
            ErrorKind::TooMany {
                what: "tags",
                limit: limits::TAGS,
                actual: tags.len(),
            }
            .at("tags"),
        );
    }
    let mut seen = HashSet::new();
    for (at, tag) in tags.iter().enumerate() {
        let field = || format!("tags[{at}]");
        if let Err(error) = self::tag(tag) {
            errors.push(error.at(field()));
        } else if !seen.insert(tag.trim()) {
            errors.push(ErrorKind::DuplicateTag { tag: tag.clone() }.at(field()));
        }
    }
}

/// Trims and validates one tag.
///
/// # Errors
///
/// Returns an error if the tag is empty, too long, or not a single line.
pub fn tag(text: &str) -> Result<String, Error> {
    required_text("tags", "Tag", text, limits::TAG_CHARS)
}

fn required_text(
    field: &str,
    what: &'static str,
    text: &str,
    limit: usize,
) -> Result<String, Error> {
    if is_blank(text) {
        return Err(ErrorKind::Required { what }.at(field));
    }
    line(field, what, text.trim(), limit)
}

/// Trims and validates the name of an API token.
///
/// # Errors
///
/// Returns an error if the name is empty, too long, or not a single line.
pub fn token_name(text: &str) -> Result<String, Error> {
    required_text("name", "Name", text, limits::TOKEN_NAME_CHARS)
}

/// Trims and validates the name of a team.
///
/// # Errors
///
/// Returns an error if the name is empty, too long, or not a single line.
pub fn workspace_name(text: &str) -> Result<String, Error> {
    required_text("name", "Name", text, limits::WORKSPACE_NAME_CHARS)
}

/// Validates single-line text, which must not affect the text around it.
fn line(field: &str, what: &'static str, text: &str, limit: usize) -> Result<String, Error> {
    if !ends_its_directions(text) {
        let hint = "it turns the direction of what follows it; remove the invisible characters";
        return Err(ErrorKind::NotValid { what, hint }.at(field));
    }
    // NUL has a separate error.
    let mut characters = text.chars();
    if characters.any(|character| character != '\0' && breaks_a_line(character)) {
        let hint = "it has line breaks, tabs or other control characters; write it on one line";
        return Err(ErrorKind::NotValid { what, hint }.at(field));
    }
    bounded_text(field, what, text, limit)
}

fn bounded_text(
    field: &str,
    what: &'static str,
    text: &str,
    limit: usize,
) -> Result<String, Error> {
    if text.contains('\0') {
        return Err(ErrorKind::ContainsNul { what }.at(field));
    }
    // A text has at least as many bytes as characters, so short texts need no counting.
    if text.len() > limit {
        let actual = text.chars().count();
        if actual > limit {
            return Err(ErrorKind::TooLong {
                what,
                limit,
                actual,
            }
            .at(field));
        }
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_prompt_names_everything_that_is_wrong() {
        let long = "é".repeat(201);
        for (prompt, expected) in [
            (json!({ "title": "Fine" }), vec![]),
            (json!({ "title": " " }), vec![("title", "required")]),
            (json!({ "title": long }), vec![("title", "too_long")]),
            (json!({ "title": "é".repeat(200) }), vec![]),
            (json!({ "title": "a\0b" }), vec![("title", "contains_nul")]),
            (
                json!({ "title": "\u{200b}\u{202e}" }),
                vec![("title", "required")],
            ),
            (
                json!({ "title": "a\u{202e}b", "tags": ["\u{2067}c"] }),
                vec![("title", "not_valid"), ("tags[0]", "not_valid")],
            ),
            (
                json!({ "title": "a\u{1b}[31mb", "tags": ["c\td", "e\u{2028}f"] }),
                vec![
                    ("title", "not_valid"),
                    ("tags[0]", "not_valid"),
                    ("tags[1]", "not_valid"),
                ],
            ),
            (
                json!({ "title": " a\n", "description": "several\n\tlines" }),
                vec![],
            ),
            (
                json!({ "title": "x", "description": "é".repeat(2_001) }),
                vec![("description", "too_long")],
            ),
            (
                json!({ "title": "x", "tags": ["a", " ", "a", "é".repeat(51)] }),
                vec![
                    ("tags[1]", "required"),
                    ("tags[2]", "duplicate_tag"),
                    ("tags[3]", "too_long"),
                ],
            ),
            (
                json!({ "title": "x", "category": "general", "type": "asset" }),
                vec![("category", "only_for_assets"), ("type", "only_for_assets")],
            ),
            (
                json!({ "title": "x", "prompt_type": "persona", "category": "general", "type": "asset" }),
                vec![],
            ),
            (
                json!({ "title": "x", "prompt_type": "context", "asset_fields": { "contact": "nobody", "source_url": "" } }),
                vec![("asset_fields.contact", "not_valid")],
            ),
            (
                json!({ "title": "x", "asset_fields": { "a": ["\0"] } }),
                vec![("asset_fields.a[0]", "contains_nul")],
            ),
            (
                json!({ "title": "x", "content": { "blocks": [
                { "id": "a", "assets": [{ "id": "b", "reference": "ok" }, { "id": "c", "reference": " " }] },
                { "id": "a" },
            ] } }),
                vec![
                    ("content", "duplicate_id"),
                    ("content.blocks[0].assets[1].reference", "required"),
                ],
            ),
            (
                json!({ "title": "x", "content": { "modules": [
                { "id": "a", "content": "fine \\u0000", "config": { "deep": ["\0"] } },
            ] } }),
                vec![("content.modules[0].config.deep[0]", "contains_nul")],
            ),
            (
                json!({ "title": "x", "content": { "segments": [{ "content": "x".repeat(limits::CONTENT_BYTES) }] } }),
                vec![("content", "too_large")],
            ),
            (
                json!({ "title": "x", "content": { "segments": vec![json!({}); 2_001] } }),
                vec![("content", "too_many")],
            ),
        ] {
            let prompt: Prompt = serde_json::from_value(prompt).unwrap();
            let errors = prompt.validate();
            let found: Vec<_> = errors
                .iter()
                .map(|error| (error.field().unwrap_or_default(), error.code()))
                .collect();
            assert_eq!(found, expected);
        }
        let many: Vec<String> = (0..51).map(|n| n.to_string()).collect();
        let prompt = Prompt {
            tags: many,
            ..Prompt::default()
        };
        assert_eq!(
            prompt.validate()[0].to_string(),
            "At most 50 tags are allowed, there are 51"
        );
    }
}
