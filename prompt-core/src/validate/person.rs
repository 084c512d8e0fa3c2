//! Validation of registrations, passwords and profiles.

use std::net::{Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};

use super::{bounded_text, line, required_text};
use crate::messages::Message;
use crate::name::Handle;
use crate::text::{ends_its_directions, is_blank};
use crate::{Error, ErrorKind, limits};

/// A registration form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Registration {
    /// The user's name.
    #[cfg_attr(feature = "schema", schemars(example = &"Ada Lovelace"))]
    pub full_name: String,
    /// The handle that names the account, as in `@ada`; suggested from the name if left out.
    #[cfg_attr(feature = "schema", schemars(example = &"ada"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub handle: Option<String>,
    /// The email address to sign in with.
    #[cfg_attr(feature = "schema", schemars(example = &"ada@example.org"))]
    pub email: String,
    /// 6 to 256 characters.
    #[cfg_attr(feature = "schema", schemars(example = &"correct horse battery staple"))]
    pub password: String,
    /// The repeated password; clients without a second field omit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub confirm_password: Option<String>,
    /// The token of an invitation, from its link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invitation: Option<String>,
}

impl Registration {
    /// Returns everything that is invalid, each error with its field.
    pub fn validate(&self) -> Vec<Error> {
        let mut errors = Vec::new();
        errors.extend(full_name(&self.full_name).err());
        errors.extend(self.chosen_handle().err());
        errors.extend(email(&self.email).err());
        errors.extend(password(&self.password).err());
        errors.extend(same_again(&self.password, self.confirm_password.as_deref()).err());
        errors
    }

    /// The handle that was chosen; `None` if it was left empty.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no handle, or reserved.
    pub fn chosen_handle(&self) -> Result<Option<Handle>, Error> {
        match self.handle.as_deref().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => text.parse().map(Some),
        }
    }
}

/// Returns the missing sign-in fields. Only the server checks the credentials.
pub fn sign_in(email: &str, password: &str) -> Vec<Error> {
    let mut errors = Vec::new();
    if is_blank(email) {
        errors.push(ErrorKind::Required { what: "Email" }.at("email"));
    }
    // A password may consist of blanks.
    if password.is_empty() {
        errors.push(ErrorKind::Required { what: "Password" }.at("password"));
    }
    errors
}

/// Returns everything that is invalid about a new password, each error with its field: `new_password`
/// or `confirm_password`. Clients without a second field pass `None`.
pub fn new_password(text: &str, again: Option<&str>) -> Vec<Error> {
    let mut errors = Vec::new();
    errors.extend(password(text).err().map(|error| error.at("new_password")));
    errors.extend(same_again(text, again).err());
    errors
}

fn same_again(password: &str, again: Option<&str>) -> Result<(), Error> {
    if again.is_some_and(|again| again != password) {
        return Err(ErrorKind::Said(Message::PasswordsDiffer).at("confirm_password"));
    }
    Ok(())
}

/// Trims and validates a user's name.
///
/// # Errors
///
/// Returns an error if the name is empty, too long, or not a single line.
pub fn full_name(text: &str) -> Result<String, Error> {
    required_text("full_name", "Full name", text, limits::NAME_CHARS)
}

/// Validates a password.
///
/// # Errors
///
/// Returns an error unless the password has 6 to 256 characters and no NUL.
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

/// Normalises an email address for comparison and storage: trimmed, lower case. The rule is that of
/// browsers: one `@`, no blanks, a domain of letters, digits and hyphens between dots.
///
/// # Errors
///
/// Returns an error if the address is missing, too long or invalid.
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

/// The editable fields of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct ProfileFields {
    /// The user's name; may be empty.
    pub full_name: String,
    /// A short biography.
    pub bio: String,
    /// A web address.
    pub website: String,
    /// A GitHub user name.
    pub github_username: String,
    /// A Twitter user name.
    pub twitter_username: String,
}

impl ProfileFields {
    /// Normalises the fields.
    ///
    /// # Errors
    ///
    /// Returns everything that is invalid, each error with its field.
    pub fn parse(&self) -> Result<Self, Vec<Error>> {
        let mut errors = Vec::new();
        let mut keep = |result: Result<String, Error>| {
            result.unwrap_or_else(|error| {
                errors.push(error);
                String::new()
            })
        };
        let name = if is_blank(&self.full_name) {
            ""
        } else {
            self.full_name.trim()
        };
        let parsed = Self {
            full_name: keep(line("full_name", "Full name", name, limits::NAME_CHARS)),
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

/// Validates a profile's bio.
///
/// # Errors
///
/// Returns an error if the text is too long or contains NUL.
pub fn bio(text: &str) -> Result<String, Error> {
    bounded_text("bio", "Bio", text, limits::BIO_CHARS)
}

/// Validates a web address to link to: only http and https, because other schemes can execute code.
/// Empty means none.
///
/// # Errors
///
/// Returns an error if the address is too long or not a web address.
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
            hint: "write the whole address without a password, as https://example.org",
        }
        .at("website"))
    }
}

/// Whether a text is an http or https address with a host and without credentials.
pub fn is_web_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let disturbs = |c: char| c.is_whitespace() || c.is_control() || "<>\"\\".contains(c);
    is_web && is_authority(authority) && ends_its_directions(text) && !text.chars().any(disturbs)
}

/// Whether a text is a host with an optional port, as browsers parse it: a name, an IPv4 address, or an
/// IPv6 address in brackets.
fn is_authority(text: &str) -> bool {
    let (is_host, port) = if let Some(rest) = text.strip_prefix('[') {
        let Some((address, port)) = rest.split_once(']') else {
            return false;
        };
        (address.parse::<Ipv6Addr>().is_ok(), port)
    } else {
        let (name, port) = text.split_at(text.find(':').unwrap_or(text.len()));
        let last = name.strip_suffix('.').unwrap_or(name).rsplit('.').next();
        let is_number = last.is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
        let is_host = if is_number {
            name.parse::<Ipv4Addr>().is_ok()
        } else {
            !name.is_empty() && !name.contains(['@', '%', '^', '|', '[', ']'])
        };
        (is_host, port)
    };
    let is_port = |port: &str| port.is_empty() || port.parse::<u16>().is_ok();
    is_host && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Validates a user name on another site, used in a link: letters, digits, `-` and `_`. A leading `@`
/// is removed.
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
    use super::*;

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
    fn signing_in_takes_an_address_and_a_password_whatever_they_are() {
        let said = |email, password| -> Vec<String> {
            let errors = sign_in(email, password);
            errors.iter().map(ToString::to_string).collect()
        };
        let (email, word) = ("Email is required", "Password is required");
        assert_eq!(said("", ""), [email, word]);
        assert_eq!(said(" \u{200b}", "secret"), [email]);
        assert_eq!(said("ann", ""), [word]);
        // Passwords from before the current rule, or of six blanks, can still sign in.
        assert!(said("ann", "      ").is_empty());
    }

    #[test]
    fn a_registration_is_checked_with_the_words_of_the_specification() {
        let fine = Registration {
            full_name: "Ann".into(),
            handle: None,
            email: "ann@example.org".into(),
            password: "secret".into(),
            confirm_password: Some("secret".into()),
            invitation: None,
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
        assert_eq!(
            said(Registration {
                full_name: "\u{200b}\u{202e}".into(),
                ..fine.clone()
            }),
            ["Full name is required"]
        );
        assert_eq!(
            full_name("Ann\u{202e}").unwrap_err().to_string(),
            "Full name is not valid: it turns the direction of what follows it; remove the invisible characters"
        );
        assert_eq!(password(&"é".repeat(257)).unwrap_err().code(), "too_long");
        for (text, again, wrong) in [
            ("secret", Some("secret"), &[][..]),
            ("secret", None, &[]),
            ("secret", Some(""), &["confirm_password"]),
            ("short", Some("short"), &["new_password"]),
            ("", Some("secret"), &["new_password", "confirm_password"]),
        ] {
            let errors = new_password(text, again);
            let fields: Vec<_> = errors.iter().filter_map(Error::field).collect();
            assert_eq!(fields, wrong, "{text:?} and {again:?}");
        }
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
            ("http://[::1]:8080/x", true),
            ("http://[::1", false),
            ("http://[::g]/", false),
            ("http://::1/", false),
            ("https://user:pw@example.org", false),
            ("https://user@example.org/a", false),
            ("https://example.org/@user?to=a@b.org", true),
            ("https://example.org:443", true),
            ("https://example.org:/", true),
            ("https://example.org:65536", false),
            ("https://example.org:port", false),
            ("https://exa%mple.org", false),
            ("http://127.0.0.1:8080/x", true),
            ("http://256.0.0.1", false),
            ("http://1.2.3.4.5", false),
            ("http://[::1]x", false),
            ("https://.", false),
            ("https://müller.de/größe", true),
            ("https://مثال.إختبار/صفحة", true),
            ("https://example.org/list?filter[x]=1|2&q=50%", true),
            ("https://example.org/\u{202e}gro", false),
            ("https://a\\b", false),
            ("mailto:ann@example.org", false),
        ] {
            assert_eq!(website(url).is_ok(), fits, "{url}");
            // An accepted address must also be valid for an independent parser, with a host and without
            // credentials.
            if fits && !url.is_empty() {
                let parsed = url::Url::parse(url.trim()).unwrap();
                assert!(parsed.has_host() && parsed.username().is_empty(), "{url}");
            }
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
