//! Server addresses, and whether a token may be sent to one.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ureq::http::Uri;

/// The base URL of a server without a trailing slash: `https://prompts.example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address {
    url: String,
    is_encrypted: bool,
    is_here: bool,
}

impl Address {
    /// Whether the connection is encrypted or stays on this machine.
    pub const fn is_safe(&self) -> bool {
        self.is_encrypted || self.is_here
    }

    /// Whether the server runs on this machine.
    pub const fn is_here(&self) -> bool {
        self.is_here
    }

    /// Appends a path to the server's URL.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

impl FromStr for Address {
    type Err = String;

    /// Parses an address as typed. The default scheme is https, or http for this machine.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let unreadable = || "write an address such as https://prompts.example.org".to_owned();
        let url = if text.contains("://") {
            text.to_owned()
        } else {
            let host = format!("http://{text}").parse::<Uri>().ok();
            let is_here = host.is_some_and(|uri| uri.host().is_some_and(is_here));
            format!("{}://{text}", if is_here { "http" } else { "https" })
        };
        let url = url.trim_end_matches('/').to_owned();
        let uri: Uri = url.parse().map_err(|_| unreadable())?;
        let is_encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(unreadable()),
        };
        let authority = uri.authority().ok_or_else(unreadable)?;
        if authority.as_str().contains('@') {
            return Err("leave out the user and the password; a token says who you are".to_owned());
        }
        if uri.query().is_some() || authority.host().is_empty() {
            return Err(unreadable());
        }
        Ok(Self {
            is_encrypted,
            is_here: is_here(authority.host()),
            url,
        })
    }
}

impl TryFrom<String> for Address {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.url
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

/// Whether a host is this machine.
fn is_here(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_type_it() {
        for (typed, url, is_safe) in [
            (
                "https://prompts.example.org/",
                "https://prompts.example.org",
                true,
            ),
            ("prompts.example.org", "https://prompts.example.org", true),
            (
                "https://example.org/prompts/",
                "https://example.org/prompts",
                true,
            ),
            ("localhost:8080", "http://localhost:8080", true),
            ("127.0.0.1:8080", "http://127.0.0.1:8080", true),
            ("http://[::1]:8080", "http://[::1]:8080", true),
            (
                "http://prompts.example.org",
                "http://prompts.example.org",
                false,
            ),
            (
                "http://127.0.0.1.example.org",
                "http://127.0.0.1.example.org",
                false,
            ),
            (
                "http://localhost.example.org",
                "http://localhost.example.org",
                false,
            ),
        ] {
            let address: Address = typed.parse().expect(typed);
            assert_eq!(
                (address.to_string().as_str(), address.is_safe()),
                (url, is_safe)
            );
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for typed in [
            "",
            "ftp://x",
            "https://",
            "https://a:b@example.org",
            "https://x?y=z",
            "a b",
        ] {
            assert!(typed.parse::<Address>().is_err(), "{typed}");
        }
    }
}
