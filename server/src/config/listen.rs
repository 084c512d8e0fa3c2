//! The address to listen on, in the forms in which people write one.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The port of an address that names none.
const DEFAULT_PORT: u16 = 8080;

/// Reads an address and port: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `0.0.0.0`, `:8080` (every address of
/// this machine), `8080` (this machine only). The error is a sentence for the administrator.
pub fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let cannot = || {
        "write an address and a port, as 127.0.0.1:8080, or 0.0.0.0:8080 for other machines"
            .to_owned()
    };
    read(text).ok_or_else(cannot)
}

fn read(text: &str) -> Option<SocketAddr> {
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Some(address);
    }
    if let Ok(port) = text.parse::<u16>() {
        return Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    }
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') => (host, port.parse().ok()?),
        _ => (text, DEFAULT_PORT),
    };
    let host = match host {
        "" | "*" if !text.is_empty() => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        "localhost" => IpAddr::V4(Ipv4Addr::LOCALHOST),
        address => {
            let bare = address
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            bare.unwrap_or(address).parse().ok()?
        }
    };
    Some(SocketAddr::new(host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_in_every_usual_form() {
        for (text, expected) in [
            ("127.0.0.1:9000", "127.0.0.1:9000"),
            ("[::1]:9000", "[::1]:9000"),
            ("localhost:9000", "127.0.0.1:9000"),
            ("localhost", "127.0.0.1:8080"),
            ("0.0.0.0", "0.0.0.0:8080"),
            ("::", "[::]:8080"),
            (":9000", "0.0.0.0:9000"),
            ("*:9000", "0.0.0.0:9000"),
            ("9000", "127.0.0.1:9000"),
        ] {
            let read = listen_address(text).map(|address| address.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
        for text in ["", "example.org:80", "127.0.0.1:http", "127.0.0.1:70000"] {
            let error = listen_address(text).expect_err(text);
            assert!(error.contains("as 127.0.0.1:8080"), "{text}");
        }
    }
}
