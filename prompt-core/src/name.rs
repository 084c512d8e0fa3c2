//! Names of records: slugs, handles, labels, and the references made of them, such as `@ada/code-review:production`.
//!
//! ```
//! use prompt_core::name::{At, Reference, Slug, Target};
//!
//! assert_eq!(Slug::from_title("Code Review!", "prompt").as_str(), "code-review");
//! let reference: Reference = "@ada/code-review@1.2.0".parse()?;
//! assert!(matches!(reference.target, Target::Named { handle: Some(_), .. }));
//! assert!(matches!(reference.at, At::Version(_)));
//! assert_eq!(reference.to_string(), "@ada/code-review@1.2.0");
//! # Ok::<(), prompt_core::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization as _;

use crate::limits::{HANDLE_CHARS, LABEL_CHARS, SLUG_CHARS};
use crate::text::is_mark;
use crate::{Error, ErrorKind, VersionNumber};

/// Handles that name a part of the program, or that would be taken for its owner.
const RESERVED_HANDLES: &[&str] = &[
    "about",
    "account",
    "admin",
    "administrator",
    "all",
    "analytics",
    "anonymous",
    "api",
    "app",
    "assets",
    "auth",
    "billing",
    "blog",
    "collections",
    "community",
    "components",
    "console",
    "contact",
    "dashboard",
    "docs",
    "editor",
    "everyone",
    "explore",
    "export",
    "features",
    "fetch",
    "handle",
    "handles",
    "health",
    "help",
    "home",
    "import",
    "legal",
    "library",
    "login",
    "logout",
    "mail",
    "marketplace",
    "mcp",
    "me",
    "metrics",
    "moderator",
    "new",
    "news",
    "nobody",
    "null",
    "official",
    "oembed",
    "onboarding",
    "owner",
    "p",
    "pricing",
    "privacy",
    "profile",
    "prompt",
    "promptcase",
    "prompts",
    "public",
    "raw",
    "register",
    "root",
    "search",
    "security",
    "settings",
    "share",
    "sitemap",
    "skills",
    "staff",
    "static",
    "status",
    "support",
    "system",
    "team",
    "teams",
    "terms",
    "trash",
    "undefined",
    "user",
    "users",
    "v1",
    "versions",
    "webhook",
    "webhooks",
    "well-known",
    "workspace",
    "workspaces",
    "www",
    "you",
];

/// Labels that would be taken for the text without a label.
const RESERVED_LABELS: &[&str] = &["current", "draft", "latest", "newest"];

/// The name of a record in its workspace: lower-case letters and digits of any script, with single hyphens between
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slug(String);

impl Slug {
    /// Makes a slug from a title. A title without letters and digits gives `fallback`.
    ///
    /// ```
    /// # use prompt_core::name::Slug;
    /// assert_eq!(Slug::from_title("Größe & 漢字", "prompt").as_str(), "größe-漢字");
    /// assert_eq!(Slug::from_title("???", "asset").as_str(), "asset");
    /// ```
    pub fn from_title(title: &str, fallback: &str) -> Self {
        let slug = hyphenated(title);
        if slug.is_empty() {
            Self(fallback.to_owned())
        } else if is_id(&slug) {
            Self(cut(&format!("{fallback}-{slug}"), SLUG_CHARS))
        } else {
            Self(slug)
        }
    }

    /// The slug of the `number`-th record with this name: `code-review-2`.
    #[must_use]
    pub fn twin(&self, number: usize) -> Self {
        Self(numbered(&self.0, number, SLUG_CHARS))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Slug {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let slug = hyphenated(text);
        let written: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
        if slug.is_empty() || slug != written || is_id(&slug) {
            return Err(ErrorKind::NotValid {
                what: "The name",
                hint: "use letters and digits with single hyphens between them, at most 80 characters, such as code-review",
            }
            .at("slug"));
        }
        Ok(Self(slug))
    }
}

/// The name of an account or workspace: ASCII letters in lower case, digits, and single hyphens between them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(String);

impl Handle {
    /// The handle of whoever asks.
    pub const ME: &'static str = "me";

    /// Suggests a handle for a new account: its name, else `member`. A handle is public, so nothing of an email
    /// address is in it.
    ///
    /// ```
    /// # use prompt_core::name::Handle;
    /// assert_eq!(Handle::suggest("José Núñez").as_str(), "jose-nunez");
    /// assert_eq!(Handle::suggest("山田").as_str(), "member");
    /// ```
    pub fn suggest(full_name: &str) -> Self {
        let plain: String = full_name.nfkd().filter(|&one| !is_mark(one)).collect();
        let ascii: String = plain
            .chars()
            .map(|one| if one.is_ascii() { one } else { ' ' })
            .collect();
        let suggested = cut(&hyphenated(&ascii), HANDLE_CHARS).parse();
        suggested.unwrap_or_else(|_| Self("member".to_owned()))
    }

    /// The `number`-th handle of this name: `ada-2`.
    #[must_use]
    pub fn twin(&self, number: usize) -> Self {
        Self(numbered(&self.0, number, HANDLE_CHARS))
    }

    /// Its text, without `@`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Handle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let text = text.strip_prefix('@').unwrap_or(text).to_ascii_lowercase();
        if !is_handle(&text) {
            return Err(ErrorKind::NotValid {
                what: "The handle",
                hint: "use 2 to 39 letters a to z and digits, with single hyphens between them",
            }
            .at("handle"));
        }
        if RESERVED_HANDLES.contains(&text.as_str()) {
            return Err(ErrorKind::NotValid {
                what: "The handle",
                hint: "this one is reserved, choose another",
            }
            .at("handle"));
        }
        Ok(Self(text))
    }
}

/// The name of a label: `production`, `staging`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(String);

impl Label {
    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim().to_ascii_lowercase();
        if !is_plain(&text) || text.len() > LABEL_CHARS {
            return Err(ErrorKind::NotValid {
                what: "The label",
                hint: "use letters a to z and digits with single hyphens between them, at most 40 characters, such as production",
            }
            .at("label"));
        }
        if RESERVED_LABELS.contains(&text.as_str()) {
            return Err(ErrorKind::NotValid {
                what: "The label",
                hint: "this word means the newest text, which needs no label; choose another",
            }
            .at("label"));
        }
        Ok(Self(text))
    }
}

/// A reference to a record: an id, a slug or `@handle/slug`, each at its newest text, at a version (`@1.2.0`) or at a
/// label (`:production`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The record.
    pub target: Target,
    /// Its text.
    pub at: At,
}

/// The record that a [`Reference`] names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// The id of a record.
    Id(String),
    /// A slug, in the workspace of a handle or in one's own.
    Named {
        /// Whose it is; `None` for one's own. `me` is the handle of whoever asks.
        handle: Option<String>,
        /// Its slug.
        slug: Slug,
    },
}

/// The text of a record that a [`Reference`] names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum At {
    /// The newest text.
    #[default]
    Newest,
    /// The text under a number.
    Version(VersionNumber),
    /// The text that a label points to.
    Label(Label),
}

impl FromStr for Reference {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let (handle, rest) = match text.strip_prefix('@') {
            None => (None, text),
            Some(named) => {
                let (handle, rest) = named.split_once('/').ok_or_else(|| {
                    ErrorKind::NotValid {
                        what: "The name",
                        hint: "write @handle/name, such as @ada/code-review",
                    }
                    .at("name")
                })?;
                let handle = handle.to_ascii_lowercase();
                if !is_handle(&handle) {
                    // Says what a handle is.
                    handle.parse::<Handle>()?;
                }
                (Some(handle), rest)
            }
        };
        let end = rest.find(['@', ':']).unwrap_or(rest.len());
        let (name, suffix) = rest.split_at(end);
        let at = match suffix.split_at_checked(1) {
            None => At::Newest,
            Some(("@", version)) => At::Version(version.parse()?),
            Some((_, label)) => At::Label(label.parse()?),
        };
        let target = if handle.is_none() && is_id(name) {
            Target::Id(name.to_ascii_lowercase())
        } else {
            let slug = name.parse()?;
            Target::Named { handle, slug }
        };
        Ok(Self { target, at })
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Target::Id(id) => f.write_str(id)?,
            Target::Named { handle, slug } => {
                if let Some(handle) = handle {
                    write!(f, "@{handle}/")?;
                }
                f.write_str(slug.as_str())?;
            }
        }
        match &self.at {
            At::Newest => Ok(()),
            At::Version(version) => write!(f, "@{version}"),
            At::Label(label) => write!(f, ":{}", label.as_str()),
        }
    }
}

macro_rules! texts {
    ($($name:ident)+) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

texts! { Slug Handle Label }

macro_rules! first_free {
    ($($name:ident)+) => {$(
        impl $name {
            /// The name or the first of its twins that is not taken.
            #[must_use]
            pub fn first_free(&self, is_taken: impl Fn(&str) -> bool) -> Self {
                if !is_taken(&self.0) {
                    return self.clone();
                }
                let mut number = 2;
                loop {
                    let twin = self.twin(number);
                    if !is_taken(&twin.0) {
                        return twin;
                    }
                    number += 1;
                }
            }
        }
    )+};
}

first_free! { Slug Handle }

/// A text in lower case with every run of characters other than letters and digits replaced by a hyphen, at most as
/// long as a slug.
fn hyphenated(text: &str) -> String {
    let mut name = String::new();
    for one in text.nfkc().flat_map(char::to_lowercase) {
        if one.is_alphanumeric() || (is_mark(one) && !name.is_empty()) {
            name.push(one);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    // Lower case of some letters is two, which compose anew.
    let composed: String = name.nfkc().collect();
    cut(&composed, SLUG_CHARS)
}

/// The first characters of a name, without a hyphen at the end.
fn cut(name: &str, chars: usize) -> String {
    let cut: String = name.chars().take(chars).collect();
    cut.trim_end_matches('-').to_owned()
}

fn numbered(name: &str, number: usize, chars: usize) -> String {
    let number = format!("-{number}");
    format!("{}{number}", cut(name, chars.saturating_sub(number.len())))
}

/// Whether a text is ASCII letters in lower case and digits, with single hyphens between them.
fn is_plain(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split('-').all(is_part)
}

/// Whether a text can be a handle, reserved or not.
pub fn is_handle(text: &str) -> bool {
    is_plain(text) && (2..=HANDLE_CHARS).contains(&text.len())
}

/// Whether a text is the id of a record: a UUID with hyphens.
pub fn is_id(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths = parts.iter().map(|part| part.len());
    lengths.eq([8, 4, 4, 4, 12])
        && parts
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "019c376f-cdc0-710d-ad2e-f260a56d409d";

    #[test]
    fn slugs_are_made_of_letters_and_digits_of_any_script() {
        for (title, slug) in [
            ("Code review", "code-review"),
            ("  --Hello,   World!-- ", "hello-world"),
            ("ÄRGER über ÖL", "ärger-über-öl"),
            ("Cafe\u{301}", "café"),
            ("コードレビュー", "コードレビュー"),
            ("हिन्दी", "हिन्दी"),
            ("مرحبا 123", "مرحبا-123"),
            ("ﬁle ＡＢ", "file-ab"),
            ("İstanbul", "i\u{307}stanbul"),
            ("../../etc/passwd", "etc-passwd"),
            ("\u{301}a", "a"),
            ("🎉", "prompt"),
            ("", "prompt"),
            (ID, "prompt-019c376f-cdc0-710d-ad2e-f260a56d409d"),
        ] {
            let made = Slug::from_title(title, "prompt");
            assert_eq!(made.as_str(), slug, "{title}");
            assert_eq!(slug.parse::<Slug>().unwrap(), made, "{title}");
        }
        let long = Slug::from_title(&"ab ".repeat(100), "prompt");
        assert_eq!(long.as_str().chars().count(), 80);
        assert_eq!(long.twin(12).as_str().chars().count(), 80);
        assert!(long.twin(12).as_str().ends_with("ab-12"));
        assert_eq!(
            "Code-Review".parse::<Slug>().unwrap().as_str(),
            "code-review"
        );
        for wrong in [
            "",
            "-",
            "a--b",
            "-a",
            "a-",
            "a b",
            "a/b",
            "a@b",
            "a:b",
            "a.b",
            ID,
            &"a".repeat(81),
        ] {
            let error = wrong.parse::<Slug>().unwrap_err();
            assert_eq!(
                (error.code(), error.field()),
                ("not_valid", Some("slug")),
                "{wrong}"
            );
        }
    }

    #[test]
    fn handles_are_ascii_and_some_are_reserved() {
        for (name, handle) in [
            ("Ada Lovelace", "ada-lovelace"),
            ("Zoë D'Arc", "zoe-d-arc"),
            ("Admin", "member"),
            ("山田", "member"),
            ("A", "member"),
            ("", "member"),
        ] {
            assert_eq!(Handle::suggest(name).as_str(), handle, "{name}");
        }
        let long = Handle::suggest(&"abcd ".repeat(20));
        assert!(long.as_str().len() <= 39 && long.twin(1234).as_str().len() <= 39);
        assert_eq!("@Ada".parse::<Handle>().unwrap().as_str(), "ada");
        for wrong in [
            "",
            "a",
            "a b",
            "é",
            "ada_l",
            "-ada",
            "ada--l",
            "api",
            "p",
            "me",
            "Settings",
            &"a".repeat(40),
        ] {
            let error = wrong.parse::<Handle>().unwrap_err();
            assert_eq!(
                (error.code(), error.field()),
                ("not_valid", Some("handle")),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_reference_is_an_id_or_a_name_with_a_version_or_a_label() {
        for text in [
            "tone",
            "tone@1.2.0",
            "tone:production",
            "@ada/tone",
            "@me/tone:staging",
            "@ada/größe-2@10.0.3",
            ID,
            "019c376f-cdc0-710d-ad2e-f260a56d409d:production",
        ] {
            let reference: Reference = text.parse().unwrap();
            assert_eq!(reference.to_string(), text);
            assert_eq!(
                matches!(reference.target, Target::Id(_)),
                text.starts_with("019c")
            );
        }
        assert_eq!(
            "@Ada/Tone:Production"
                .parse::<Reference>()
                .unwrap()
                .to_string(),
            "@ada/tone:production"
        );
        for wrong in [
            "",
            "@ada",
            "@ada/",
            "@/tone",
            "tone@",
            "tone@1",
            "tone:",
            "tone:latest",
            "a/b",
            "tone@1.0.0:x",
            "Code review",
        ] {
            assert!(wrong.parse::<Reference>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_label_is_a_plain_word() {
        for good in ["production", "v2", "eu-west-1"] {
            assert_eq!(good.parse::<Label>().unwrap().as_str(), good);
        }
        for wrong in [
            "",
            "1.2.0",
            "a b",
            "latest",
            "current",
            "é",
            &"a".repeat(41),
        ] {
            let error = wrong.parse::<Label>().unwrap_err();
            assert_eq!(
                (error.code(), error.field()),
                ("not_valid", Some("label")),
                "{wrong}"
            );
        }
    }
}
