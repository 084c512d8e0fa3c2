//! What may be stored. Every function names the place that is wrong; a prompt names all of them at once.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::content::Content;
use crate::messages::Message;
use crate::prompt::{Category, Prompt, PromptKind};
use crate::text::json_bytes;
use crate::{Error, ErrorKind, limits};

impl Prompt {
    /// Everything that keeps this prompt from being stored, each with its place: `title`, `tags[3]`,
    /// `content.blocks[2].assets[0].reference`.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        errors.extend(title(&self.title).err());
        errors.extend(description(&self.description).err());
        tags(&self.tags, &mut errors);
        if !self.prompt_type.is_asset() {
            if self.category == Category::General {
                errors.push(
                    ErrorKind::OnlyForAssets {
                        what: "category",
                        given: "general",
                    }
                    .at("category"),
                );
            }
            if self.r#type == PromptKind::Asset {
                errors.push(
                    ErrorKind::OnlyForAssets {
                        what: "type",
                        given: "asset",
                    }
                    .at("type"),
                );
            }
        }
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
}

impl Content {
    /// Everything that keeps this content from being stored, each with its place, from `content` on.
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
                if asset.reference.trim().is_empty() {
                    errors.push(
                        ErrorKind::Required { what: "Reference" }
                            .at(format!("content.blocks[{block_at}].assets[{at}].reference")),
                    );
                }
            }
        }
        self.nul_anywhere(&mut errors);
        errors
    }

    /// Stores cannot keep NUL, so it is refused wherever it stands. Without any it costs one pass and keeps nothing.
    fn nul_anywhere(&self, errors: &mut Vec<Error>) {
        if !crate::text::json_has_nul(self) {
            return;
        }
        if let Ok(Value::Object(map)) = serde_json::to_value(self) {
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

/// A title that may be stored: trimmed, not empty, not too long.
pub fn title(text: &str) -> Result<String, Error> {
    required_text("title", "Title", text, limits::TITLE_CHARS)
}

/// A description that may be stored.
pub fn description(text: &str) -> Result<String, Error> {
    bounded_text(
        "description",
        "Description",
        text,
        limits::DESCRIPTION_CHARS,
    )
}

/// A changelog or review that may be stored.
pub fn note(field: &'static str, what: &'static str, text: &str) -> Result<String, Error> {
    bounded_text(field, what, text, limits::NOTE_CHARS)
}

/// Checks tags as they stand; [`crate::text::parse_tags`] makes them from what a person typed.
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

/// One tag that may be stored: trimmed, not empty, not too long.
pub fn tag(text: &str) -> Result<String, Error> {
    required_text("tags", "Tag", text, limits::TAG_CHARS)
}

fn required_text(
    field: &str,
    what: &'static str,
    text: &str,
    limit: usize,
) -> Result<String, Error> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(ErrorKind::Required { what }.at(field));
    }
    bounded_text(field, what, trimmed, limit)
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
    // Bytes are never fewer than characters, so short texts need no counting.
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

/// What somebody fills in to get an account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Registration {
    /// The person's name.
    pub full_name: String,
    /// The address to sign in with.
    pub email: String,
    /// 6 to 256 characters.
    pub password: String,
    /// The same again. A program that has no second field sends none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub confirm_password: Option<String>,
}

impl Registration {
    /// Everything that is wrong with it, each with its field.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        errors.extend(full_name(&self.full_name).err());
        errors.extend(email(&self.email).err());
        errors.extend(password(&self.password).err());
        if self
            .confirm_password
            .as_ref()
            .is_some_and(|again| *again != self.password)
        {
            errors.push(ErrorKind::Said(Message::PasswordsDiffer).at("confirm_password"));
        }
        errors
    }
}

/// A person's name that may be stored: trimmed, not empty.
pub fn full_name(text: &str) -> Result<String, Error> {
    required_text("full_name", "Full name", text, limits::NAME_CHARS)
}

/// A password that may be used: 6 to 256 characters, none of them NUL.
pub fn password(text: &str) -> Result<(), Error> {
    if text.is_empty() {
        return Err(ErrorKind::Required { what: "Password" }.at("password"));
    }
    let chars = text.chars().count();
    if chars < limits::PASSWORD_MIN_CHARS {
        return Err(ErrorKind::Said(Message::PasswordTooShort).at("password"));
    }
    bounded_text("password", "Password", text, limits::PASSWORD_MAX_CHARS).map(drop)
}

/// An e-mail address in the form in which it is compared and stored: trimmed, lower case. The rule is that of browsers:
/// one `@`, no blanks, a domain of letters, digits and hyphens between dots.
pub fn email(text: &str) -> Result<String, Error> {
    let address = text.trim().to_lowercase();
    if address.is_empty() {
        return Err(ErrorKind::Required { what: "Email" }.at("email"));
    }
    let is_good = address.len() <= limits::EMAIL_BYTES
        && address.rsplit_once('@').is_some_and(|(local, domain)| {
            let good_local = !local.is_empty()
                && local.len() <= 64
                && local.chars().all(|c| {
                    c.is_alphanumeric() || (c.is_ascii_graphic() && !"@\"(),:;<>[\\]".contains(c))
                });
            let good_domain = domain.split('.').all(|label| {
                !label.is_empty()
                    && !label.starts_with('-')
                    && !label.ends_with('-')
                    && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            });
            good_local && good_domain
        });
    if is_good {
        Ok(address)
    } else {
        Err(ErrorKind::NotValid {
            what: "The email address",
            hint: "write it as name@example.org",
        }
        .at("email"))
    }
}

/// The fields of a profile that its owner may change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct ProfileFields {
    /// The person's name; may be empty.
    pub full_name: String,
    /// Something about the person.
    pub bio: String,
    /// A web address.
    pub website: String,
    /// A name on GitHub.
    pub github_username: String,
    /// A name on Twitter.
    pub twitter_username: String,
}

impl ProfileFields {
    /// The fields as they may be stored, or everything that is wrong with them.
    pub fn parse(&self) -> Result<Self, Vec<Error>> {
        let mut errors = Vec::new();
        let mut keep = |result: Result<String, Error>| {
            result.unwrap_or_else(|error| {
                errors.push(error);
                String::new()
            })
        };
        let name = self.full_name.trim();
        let parsed = Self {
            full_name: keep(bounded_text(
                "full_name",
                "Full name",
                name,
                limits::NAME_CHARS,
            )),
            bio: keep(bio(&self.bio)),
            website: keep(website(&self.website)),
            github_username: keep(username("github_username", &self.github_username)),
            twitter_username: keep(username("twitter_username", &self.twitter_username)),
        };
        if errors.is_empty() {
            Ok(parsed)
        } else {
            Err(errors)
        }
    }
}

/// A profile's text that may be stored.
pub fn bio(text: &str) -> Result<String, Error> {
    bounded_text("bio", "Bio", text, limits::BIO_CHARS)
}

/// A web address that may be linked to: http or https only, since a link runs what it names. Empty means none.
pub fn website(text: &str) -> Result<String, Error> {
    let url = text.trim();
    if url.is_empty() {
        return Ok(String::new());
    }
    if is_web_url(url) {
        bounded_text("website", "Website", url, limits::URL_CHARS)
    } else {
        Err(ErrorKind::NotValid {
            what: "The website",
            hint: "write the whole address, as https://example.org",
        }
        .at("website"))
    }
}

/// Whether a text is an http or https address with a host and without blanks.
pub fn is_web_url(text: &str) -> bool {
    let scheme_end = text.find("://").map_or(0, |at| at + 3);
    let (scheme, rest) = text.split_at(scheme_end);
    let scheme = scheme.to_ascii_lowercase();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (scheme == "http://" || scheme == "https://")
        && !host.is_empty()
        && !text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || "<>\"\\".contains(c))
}

/// A user name on another site, from which a link is made: letters, digits, `-` and `_`; a leading `@` is dropped.
fn username(field: &str, text: &str) -> Result<String, Error> {
    let name = text.trim().trim_start_matches('@');
    let is_good = name.len() <= 39
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_good {
        Ok(name.to_owned())
    } else {
        Err(ErrorKind::NotValid {
            what: "The user name",
            hint: "letters, digits, - and _, at most 39",
        }
        .at(field))
    }
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

    #[test]
    fn addresses_are_compared_trimmed_and_without_case() {
        for (text, address) in [
            (" Ann@Example.ORG ", Some("ann@example.org")),
            ("a.b+c@sub.example.org", Some("a.b+c@sub.example.org")),
            ("jürgen@müller.de", Some("jürgen@müller.de")),
            ("me@localhost", Some("me@localhost")),
            ("", None),
            ("plain", None),
            ("@example.org", None),
            ("a@", None),
            ("a@b..org", None),
            ("a@-b.org", None),
            ("a b@c.org", None),
            ("a@b@c.org", None),
            ("a\n@b.org", None),
        ] {
            assert_eq!(email(text).ok().as_deref(), address, "{text:?}");
        }
    }

    #[test]
    fn a_registration_is_checked_with_the_words_of_the_specification() {
        let fine = Registration {
            full_name: "Ann".into(),
            email: "ann@example.org".into(),
            password: "secret".into(),
            confirm_password: Some("secret".into()),
        };
        assert!(fine.validate().is_empty());
        let said = |registration: Registration| -> Vec<String> {
            registration
                .validate()
                .iter()
                .map(ToString::to_string)
                .collect()
        };
        assert_eq!(
            said(Registration::default()),
            [
                "Full name is required",
                "Email is required",
                "Password is required"
            ]
        );
        assert_eq!(
            said(Registration {
                password: "short".into(),
                ..fine.clone()
            }),
            [
                "Password must be at least 6 characters",
                "Passwords do not match"
            ]
        );
        assert_eq!(password(&"é".repeat(257)).unwrap_err().code(), "too_long");
        assert!(password("漢字漢字漢字").is_ok(), "six characters");
    }

    #[test]
    fn links_lead_to_the_web_and_names_fit_into_links() {
        for (url, fits) in [
            ("", true),
            (" https://example.org/a?b#c ", true),
            ("HTTP://example.org", true),
            ("example.org", false),
            ("javascript:alert(1)", false),
            ("https://", false),
            ("https:///x", false),
            ("https://a b", false),
        ] {
            assert_eq!(website(url).is_ok(), fits, "{url}");
        }
        let fields = ProfileFields {
            github_username: "@octo-cat".into(),
            twitter_username: "../x".into(),
            bio: "b".repeat(2_001),
            ..ProfileFields::default()
        };
        let errors = fields.parse().unwrap_err();
        let named: Vec<_> = errors.iter().filter_map(Error::field).collect();
        assert_eq!(named, ["bio", "twitter_username"]);
        let fields = ProfileFields {
            github_username: " @octo-cat ".into(),
            ..ProfileFields::default()
        };
        assert_eq!(fields.parse().unwrap().github_username, "octo-cat");
    }
}
