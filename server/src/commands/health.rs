//! `health`: whether a server answers, for container platforms that run a command to find out.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use promptcase_server::clients::ai;
use promptcase_server::config::Config;

use super::Outcome;

/// How long the server may take to answer.
const TIME: Duration = Duration::from_secs(4);

/// Asks the server that listens on `LISTEN` whether it is ready.
pub async fn health(config: Config) -> Outcome {
    let url = format!("http://{}/readyz", reachable(config.listen));
    let answer = ai::client()?.get(&url).timeout(TIME).send().await;
    let answer = answer.map_err(|error| format!("{url} does not answer: {error}"))?;
    if answer.status().is_success() {
        Ok(())
    } else {
        Err(format!("{url} answers {}", answer.status()).into())
    }
}

/// A server that listens on every address of the machine is reached on its own.
fn reachable(mut listen: SocketAddr) -> SocketAddr {
    match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => {
            listen.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        IpAddr::V6(address) if address.is_unspecified() => {
            listen.set_ip(Ipv6Addr::LOCALHOST.into());
        }
        _ => {}
    }
    listen
}
