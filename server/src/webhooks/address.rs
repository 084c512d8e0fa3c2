//! Which addresses messages may be sent to: those of the internet, so that nobody reaches the server's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::lookup_host;
use url::{Host, Url};

use crate::http::error::{ApiError, Result};

const URL_CHARS: usize = 2000;

/// Reads an address that a person wrote, or that was stored under other settings. Where its name leads is checked when a
/// message is sent.
pub fn parse(text: &str, allow_private: bool, hosts: &[String]) -> Result<Url> {
    let refused = |code, message: &str| Err(ApiError::rule("url", code, message));
    let Ok(url) = Url::parse(text.trim()) else {
        return refused(
            "not_valid",
            "Write an address such as https://hooks.example.org/promptcase",
        );
    };
    if url.as_str().len() > URL_CHARS {
        return refused("too_long", "An address has at most 2,000 characters");
    }
    if !(url.scheme() == "https" || (allow_private && url.scheme() == "http")) {
        return refused("not_https", "The address must begin with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refused(
            "not_valid",
            "Leave out the user and the password: messages are signed",
        );
    }
    let is_private = match url.host() {
        None => true,
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => !is_public(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => !is_public(IpAddr::V6(address)),
    };
    if is_private && !allow_private {
        return refused("private_address", PRIVATE);
    }
    if !hosts.is_empty() && !hosts.iter().any(|host| is_of(host, &url)) {
        let message = format!(
            "On this server webhooks lead to {} only",
            hosts.join(" or ")
        );
        return refused("host_not_allowed", &message);
    }
    Ok(url)
}

/// Whether an address leads to a host of the settings: a name, or `*.example.org` for all below it.
fn is_of(host: &str, url: &Url) -> bool {
    let name = url.host_str().unwrap_or_default();
    let host = host.trim().to_ascii_lowercase();
    match host.strip_prefix("*.") {
        Some(above) => {
            let below = name.strip_suffix(above);
            below.is_some_and(|below| below.ends_with('.'))
        }
        None => name == host,
    }
}

/// An address without its path and query, which often hold a secret.
pub fn origin(url: &str) -> String {
    match Url::parse(url) {
        Ok(url) => url.origin().ascii_serialization(),
        Err(_) => String::new(),
    }
}

const PRIVATE: &str =
    "The address is one of a private network. Name one that the internet can reach.";

/// The addresses of a host. All must be public: the connection is made to one of these, so a name cannot lead elsewhere
/// afterwards.
pub async fn resolve(
    url: &Url,
    allow_private: bool,
) -> std::result::Result<Vec<SocketAddr>, String> {
    let port = url.port_or_known_default().unwrap_or(443);
    let found: Vec<SocketAddr> = match url.host() {
        None => Vec::new(),
        Some(Host::Ipv4(address)) => vec![SocketAddr::new(address.into(), port)],
        Some(Host::Ipv6(address)) => vec![SocketAddr::new(address.into(), port)],
        Some(Host::Domain(name)) => {
            let found = lookup_host((name, port)).await;
            let found = found.map_err(|error| format!("{name} has no address: {error}"))?;
            found.collect()
        }
    };
    if found.is_empty() {
        return Err("The host has no address.".to_owned());
    }
    if !allow_private && found.iter().any(|address| !is_public(address.ip())) {
        return Err(PRIVATE.to_owned());
    }
    Ok(found)
}

/// Whether an address is one of the internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_reserved = match (first, second, third) {
        // This network, carrier-grade NAT, protocol assignments, 6to4 relays, benchmarks, multicast and the rest.
        (0 | 224.., ..) | (100, 64..128, _) | (192, 0, 0) | (192, 88, 99) | (198, 18..20, _) => {
            true
        }
        _ => false,
    };
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // An IPv4 address in the forms that lead to it: mapped, compatible, translated (NAT64) and 6to4.
    let embedded = match segments {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some((high, low))
        }
        [0x2002, high, low, ..] => Some((high, low)),
        _ => None,
    };
    if let Some((high, low)) = embedded {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // Only 2000::/3 is given out, and of it not what is for documentation, Teredo and other protocols.
    let is_given_out = segments[0] & 0xe000 == 0x2000;
    let is_reserved = (segments[0] == 0x2001 && (segments[1] < 0x200 || segments[1] == 0xdb8))
        || (segments[0] == 0x3fff && segments[1] < 0x1000);
    is_given_out && !is_reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "3fff::1",
            "64:ff9b:1::1",
            "100::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.3.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2001:4860::8888",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn an_address_that_leads_into_a_private_network_is_refused() {
        for (text, code) in [
            ("hooks.example.org", "not_valid"),
            ("http://hooks.example.org", "not_https"),
            ("ftp://hooks.example.org", "not_https"),
            ("https://ada:secret@hooks.example.org", "not_valid"),
            ("https://localhost/x", "private_address"),
            ("https://a.localhost", "private_address"),
            // The forms of an address that a parser of URLs knows.
            ("https://127.1", "private_address"),
            ("https://2130706433", "private_address"),
            ("https://0x7f.0.0.1", "private_address"),
            ("https://[::ffff:127.0.0.1]", "private_address"),
            (
                "https://169.254.169.254/latest/meta-data",
                "private_address",
            ),
        ] {
            let error = parse(text, false, &[]).unwrap_err();
            assert_eq!(error.body.code, code, "{text}");
        }
        assert!(parse("https://hooks.example.org:8443/x?y", false, &[]).is_ok());
        let hosts = ["hooks.example.org", "*.example.com"].map(str::to_owned);
        for (url, is_allowed) in [
            ("https://hooks.example.org/x", true),
            ("https://HOOKS.example.org/x", true),
            ("https://a.b.example.com/x", true),
            ("https://example.com/x", false),
            ("https://badexample.com/x", false),
            ("https://hooks.example.org.evil.example/x", false),
            ("https://192.0.43.7/x", false),
        ] {
            assert_eq!(parse(url, false, &hosts).is_ok(), is_allowed, "{url}");
        }
        assert!(parse("http://127.0.0.1:9", true, &[]).is_ok());
    }

    #[tokio::test]
    async fn a_name_that_leads_into_a_private_network_is_refused_when_it_is_used() {
        let url = Url::parse("https://localhost:9/").unwrap();
        assert_eq!(resolve(&url, false).await.unwrap_err(), PRIVATE);
        assert!(!resolve(&url, true).await.unwrap().is_empty());
    }
}
