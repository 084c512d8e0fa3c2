//! Accounts, sessions and passwords.

use crate::support::{Answer, TestServer};
use reqwest::Method;
use serde_json::Value;

mod email;
mod password;
mod register;
mod sign_in;
mod throttle;
mod two_factor;

/// The current code of an authenticator app.
fn code_of(server: &TestServer, secret: &str) -> String {
    let bytes = totp_rs::Secret::Encoded(secret.to_owned())
        .to_bytes()
        .unwrap();
    let totp = totp_rs::TOTP::new(
        totp_rs::Algorithm::SHA1,
        6,
        1,
        30,
        bytes,
        None,
        String::new(),
    )
    .unwrap();
    totp.generate(u64::try_from(server.clock.now().0 / 1_000_000).unwrap())
}

/// Sends a request with a client address in `X-Forwarded-For`, as a trusted proxy does.
async fn from(server: &TestServer, address: &str, path: &str, body: Value) -> Answer {
    let visitor = server.visitor();
    let request = visitor.request(Method::POST, path).json(&body);
    visitor
        .send(request.header("x-forwarded-for", address))
        .await
}
