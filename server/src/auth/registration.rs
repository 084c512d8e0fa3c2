//! Who may sign up.

use poem::http::StatusCode;

use crate::config::{Config, Registrations};
use crate::http::error::{ApiError, Result};

/// Refuses a registration that this server does not want.
pub fn may_register(config: &Config, invitation: Option<&str>) -> Result<()> {
    let (code, message) = match config.registration {
        Registrations::Closed => (
            "registration_closed",
            "Nobody can sign up on this server. Ask whoever runs it for an account.",
        ),
        Registrations::Invite if invitation.is_none() => (
            "invitation_required",
            "You need an invitation to sign up on this server. Ask whoever runs it for one.",
        ),
        Registrations::Open | Registrations::Invite => return Ok(()),
    };
    Err(ApiError::new(StatusCode::FORBIDDEN, code, message))
}

/// Refuses an address whose domain may not sign up.
pub fn expect_domain(config: &Config, email: &str) -> Result<()> {
    let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
    let domains = &config.registration_domains;
    if domains.is_empty()
        || domains
            .iter()
            .any(|allowed| allowed.eq_ignore_ascii_case(domain))
    {
        return Ok(());
    }
    let message = format!("Sign up with an address at {}", domains.join(" or "));
    Err(ApiError::rule("email", "domain_not_allowed", message))
}
