//! Sends messages: at least once, of each prompt in order, and again for three days to an address that does not take
//! them.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac};
use prompt_core::plan::PlanType;
use sha2::Sha256;
use tokio::task::{JoinError, JoinSet};
use url::Url;
use uuid::Uuid;

use super::address;
use super::store::{self, Due, Outcome};
use crate::app::App;
use crate::clock::Timestamp;
use crate::http::error::{ApiError, Result};
use crate::plans;

/// The prefix of every secret.
const PREFIX: &str = "whsec_";
const SECRET_BYTES: usize = 24;
/// Messages sent at a time.
const AT_ONCE: usize = 20;
/// How long a process has a message for itself: longer than an attempt takes.
const LOCK: Duration = Duration::from_mins(1);
const CONNECT_TIME: Duration = Duration::from_secs(5);
const ATTEMPT_TIME: Duration = Duration::from_secs(10);
/// The time between looks for messages.
const LOOK: Duration = Duration::from_secs(1);
/// The waits between attempts: three days in all, after which a message has failed.
const WAITS_SECONDS: [u64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 73_500];

/// A new secret.
pub fn new_secret() -> String {
    let bytes: [u8; SECRET_BYTES] = rand::random();
    format!("{PREFIX}{}", BASE64_STANDARD.encode(bytes))
}

/// Sends what is due, for as long as the server runs. A message begins when another ends, whatever the rest do.
pub async fn run(app: App) {
    let mut sending = JoinSet::new();
    loop {
        if let Err(error) = start(&app, &mut sending).await {
            tracing::warn!(error = error.body.message, "webhooks could not be sent");
            tokio::time::sleep(LOOK * 10).await;
        }
        tokio::select! {
            Some(ended) = sending.join_next() => warn(ended),
            () = tokio::time::sleep(LOOK) => {}
        }
        while let Some(ended) = sending.try_join_next() {
            warn(ended);
        }
    }
}

fn warn(ended: std::result::Result<Result<()>, JoinError>) {
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(error = error.body.message, "a webhook could not be sent");
        }
        Err(error) => tracing::error!(%error, "a webhook could not be sent"),
    }
}

/// Sends the messages that are due, and returns how many were tried.
pub async fn send_due(app: &App) -> Result<usize> {
    let mut sending = JoinSet::new();
    let started = start(app, &mut sending).await?;
    while let Some(ended) = sending.join_next().await {
        ended.map_err(|error| ApiError::internal(&error))??;
    }
    Ok(started)
}

/// Starts to send messages that are due, as many as there is room for, unless another process has them.
async fn start(app: &App, sending: &mut JoinSet<Result<()>>) -> Result<usize> {
    let room = AT_ONCE.saturating_sub(sending.len());
    if room == 0 {
        return Ok(0);
    }
    let now = app.now();
    let most = i64::try_from(room).unwrap_or(i64::MAX);
    let mut started = 0;
    for due in store::due(&app.db, now, most).await? {
        if store::claim(&app.db, due.id, now.plus(LOCK), now).await? {
            let app = app.clone();
            sending.spawn(async move { send(&app, &due).await });
            started += 1;
        }
    }
    Ok(started)
}

/// Sends a message that this process has taken.
async fn send(app: &App, due: &Due) -> Result<()> {
    let now = app.now();
    let plan = plans::plan(&app.db, due.workspace_id, app.config.default_plan(), now).await?;
    let attempt = if plan == PlanType::Max {
        attempt(app, due).await
    } else {
        Err((None, "Webhooks are part of the Max plan.".to_owned()))
    };
    // The clock went on meanwhile.
    let now = app.now();
    let wait = usize::try_from(due.attempts)
        .ok()
        .and_then(|tried| WAITS_SECONDS.get(tried));
    let outcome = match &attempt {
        Ok(status) => Outcome {
            status: "delivered",
            next_at: now,
            answer_status: Some(i64::from(*status)),
            answer: "",
        },
        Err((status, why)) => Outcome {
            status: wait.map_or("failed", |_| "pending"),
            next_at: wait.map_or(now, |seconds| now.plus(Duration::from_secs(*seconds))),
            answer_status: status.map(i64::from),
            answer: why,
        },
    };
    store::finish(&app.db, due.id, &outcome, now).await?;
    Ok(())
}

/// The status of an answer that took the message, or why there is none.
async fn attempt(app: &App, due: &Due) -> std::result::Result<u16, (Option<u16>, String)> {
    let allow_private = app.config.webhooks_allow_private;
    let failed = |why: String| (None, why);
    let url = address::parse(&due.url, allow_private, &app.config.webhook_hosts);
    let url = url.map_err(|error| failed(error.body.message))?;
    let sent = tokio::time::timeout(ATTEMPT_TIME, post(due, &url, allow_private, app.now())).await;
    let seconds = ATTEMPT_TIME.as_secs();
    let status =
        sent.map_err(|_| failed(format!("There was no answer within {seconds} seconds.")))?;
    match status.map_err(failed)? {
        status @ 200..=299 => Ok(status),
        status @ 300..=399 => {
            let why = format!(
                "It answered {status}. Redirects are not followed: name the address itself."
            );
            Err((Some(status), why))
        }
        status => Err((Some(status), format!("It answered {status}."))),
    }
}

async fn post(
    due: &Due,
    url: &Url,
    allow_private: bool,
    now: Timestamp,
) -> std::result::Result<u16, String> {
    let addresses = address::resolve(url, allow_private).await?;
    let mut client = reqwest::Client::builder()
        .connect_timeout(CONNECT_TIME)
        .redirect(reqwest::redirect::Policy::none())
        // A proxy would resolve the name again.
        .no_proxy()
        .user_agent(concat!("promptcase/", env!("CARGO_PKG_VERSION")));
    if let Some(name) = url.domain() {
        client = client.resolve_to_addrs(name, &addresses);
    }
    let client = client.build().map_err(|error| error.to_string())?;
    let seconds = now.0.div_euclid(1_000_000);
    let id = message_id(due.id);
    let signature =
        sign(&due.secret, &id, seconds, &due.body).ok_or("The secret cannot be used.")?;
    let response = client
        .post(url.clone())
        .header("content-type", "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", signature)
        .body(due.body.clone())
        .send()
        .await;
    match response {
        Ok(response) => Ok(response.status().as_u16()),
        Err(error) if error.is_connect() => Err("It cannot be reached.".to_owned()),
        Err(error) if error.is_timeout() => Err("It did not answer in time.".to_owned()),
        Err(_) => Err("The connection ended without an answer.".to_owned()),
    }
}

/// The id of a message as a receiver sees it.
fn message_id(id: Uuid) -> String {
    format!("msg_{}", id.simple())
}

/// The signature after Standard Webhooks.
fn sign(secret: &str, id: &str, seconds: i64, body: &str) -> Option<String> {
    let key = BASE64_STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    let signed = BASE64_STANDARD.encode(mac.finalize().into_bytes());
    Some(format!("v1,{signed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_standard() {
        // The example of the specification's libraries.
        let signature = sign(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signature.as_deref(), Some(expected));
        assert_eq!(sign("nonsense", "a", 0, "b"), None);
        assert!(sign(&new_secret(), "a", 0, "b").is_some());
    }

    #[test]
    fn a_message_is_tried_for_three_days() {
        let seconds: u64 = WAITS_SECONDS.iter().sum();
        assert!((259_200..260_000).contains(&seconds), "{seconds}");
    }
}
