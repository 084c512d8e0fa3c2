//! The form with which a visitor reports a page, and its handler.

use maud::{Markup, html};
use poem::Request;
use poem::http::StatusCode;
use poem::web::{Data, Form};
use poem::{Response, handler};
use serde::Deserialize;
use uuid::Uuid;

use super::api::{NEWEST, VISITOR, bare, decoded, find, find_collection, find_linked, not_found};
use super::document::{self, path};
use crate::app::App;
use crate::fetch::resolve;
use crate::http::error::{ApiError, Result};
use crate::mail::{self, Mail};
use crate::profile;
use crate::reports::model::{MESSAGE_CHARS, Reason, Reported};
use crate::reports::store;
use crate::session::throttle;

/// The form, closed until a visitor opens it. `about` is the path of the page.
pub fn form(about: &str) -> Markup {
    html! {
        details id="report" {
            summary { "Report this page" }
            form method="post" action="/report" {
                input type="hidden" name="about" value=(about);
                div class="field" {
                    label for="report-reason" { "What is wrong with it?" }
                    select id="report-reason" name="reason" required {
                        option value="" { "Choose a reason" }
                        @for reason in Reason::ALL { option value=(reason.as_str()) { (reason.label()) } }
                    }
                }
                div class="field" {
                    label for="report-message" { "What should we know? (optional)" }
                    p id="report-hint" { "Add your address if we may ask you back." }
                    textarea id="report-message" name="message" rows="4" maxlength=(MESSAGE_CHARS) aria-describedby="report-hint" {}
                }
                p class="actions" { button type="submit" { "Send report" } }
            }
        }
    }
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Sent {
    about: String,
    reason: String,
    #[serde(default)]
    message: String,
}

/// Stores a report, and mails it to the operator if there is an address for that.
#[handler]
pub async fn report(app: Data<&App>, request: &Request, Form(sent): Form<Sent>) -> Response {
    let origin = app.config.origin();
    match kept(&app, request, &sent).await {
        Ok(()) => document::notice(
            origin,
            StatusCode::OK,
            "Thank you for your report",
            "The operator of this site will read it.",
        ),
        Err(error) if error.status == StatusCode::TOO_MANY_REQUESTS => document::notice(
            origin,
            error.status,
            "Too many reports",
            "Many reports came from your address. Wait an hour and try again.",
        ),
        Err(error) if error.body.code == "required" => document::notice(
            origin,
            error.status,
            "The report was not sent",
            "Go back and choose what is wrong with the page.",
        ),
        Err(error) if error.status.is_client_error() => document::missing(origin),
        Err(error) => error.response(),
    }
}

async fn kept(app: &App, request: &Request, sent: &Sent) -> Result<()> {
    let reason = Reason::parse(&sent.reason)
        .ok_or_else(|| ApiError::rule("reason", "required", "A reason is required"))?;
    let client = throttle::origin(&app.sessions.client_address(request));
    // A report is never forgiven: each one counts.
    let _ = throttle::attempt(&app.db, throttle::REPORT, &client, app.now()).await?;
    let page = reported(app, &sent.about).await?;
    let message = sent.message.replace('\0', "\u{fffd}").replace("\r\n", "\n");
    let message: String = message.trim().chars().take(MESSAGE_CHARS).collect();
    store::add(&app.db, &page, reason, &message, app.now()).await?;
    if let Some(to) = &app.config.reports_to {
        let place = match page.path.as_str() {
            "" => "The page of a secret link",
            path => &format!("{}{path}", app.config.origin()),
        };
        let text = format!(
            "{place}\n{}\n\n{}\n\n{message}\n\nAll reports: promptcase-server reports\n",
            page.title,
            reason.label()
        );
        app.mail(Mail {
            to: to.clone(),
            subject: "A page was reported".to_owned(),
            body: text,
            valid: mail::A_DAY,
        });
    }
    Ok(())
}

/// The page at a path, as a visitor may see it.
async fn reported(app: &App, about: &str) -> Result<Reported> {
    let segments: Vec<String> = about.split('/').skip(1).map(decoded).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    match segments[..] {
        ["s", token] => {
            let (_, resolved) = find_linked(app, token, &NEWEST).await?;
            Ok(Reported {
                path: String::new(),
                title: resolved.found.title,
                prompt: Some(resolved.found.id),
            })
        }
        ["p", handle] => {
            let workspace = resolve::workspace(&app.db, VISITOR, &bare(handle)).await?;
            let workspace = workspace.ok_or_else(not_found)?;
            let profile = profile::store::get(&app.db, Uuid::nil(), workspace).await?;
            Ok(Reported {
                path: path(&[&profile.handle]),
                title: profile.full_name,
                prompt: None,
            })
        }
        ["p", handle, slug] => {
            let prompt = match find(app, handle, slug, &NEWEST).await {
                Err(error) if error.status == StatusCode::NOT_FOUND => None,
                found => Some(found?.found),
            };
            let (found, prompt) = match prompt {
                Some(found) => {
                    let id = found.id;
                    (found, Some(id))
                }
                None => (find_collection(app, handle, slug).await?, None),
            };
            let handle = found.handle.as_deref().ok_or_else(not_found)?;
            Ok(Reported {
                path: path(&[handle, &found.slug]),
                title: found.title,
                prompt,
            })
        }
        _ => Err(not_found()),
    }
}
