//! Rate limits on guessing: sign-ins, second factors, resets and tokens are counted, by account and by address.
//!
//! An attempt is counted before it is checked, so that parallel guesses count as well, and uncounted if it
//! succeeds.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use poem::http::StatusCode;
use sha2::{Digest, Sha256};

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};

/// How many attempts are allowed in a time window.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    pub name: &'static str,
    pub times: i64,
    pub within: Duration,
}

const fn allow(name: &'static str, times: i64, within: Duration) -> Allowance {
    Allowance {
        name,
        times,
        within,
    }
}

/// One account from one address: a user who forgot a password.
pub const SIGN_IN_PAIR: Allowance = allow("sign-in", 10, Duration::from_mins(15));
/// One account from anywhere: many machines guessing one password. The limit is high, and only attempts that pass
/// the pair limit count, so one machine cannot lock an owner out.
pub const SIGN_IN_ACCOUNT: Allowance = allow("sign-in account", 100, Duration::from_mins(15));
/// One address at any account: one machine trying a list.
pub const SIGN_IN_ADDRESS: Allowance = allow("sign-in address", 100, Duration::from_mins(15));
/// Accounts created from one address: each gets credits, and each attempt reveals whether an email address has an
/// account.
pub const REGISTRATION: Allowance = allow("registration", 20, Duration::from_hours(1));
/// The password of a user who is already signed in.
pub const PASSWORD: Allowance = allow("password", 10, Duration::from_mins(15));
/// Reset mails to one account.
pub const RESET_ACCOUNT: Allowance = allow("reset account", 5, Duration::from_hours(1));
/// Reset mails requested and reset links tried from one address.
pub const RESET_ADDRESS: Allowance = allow("reset address", 30, Duration::from_hours(1));
/// Mails to confirm an address, for one account.
pub const CONFIRMATION: Allowance = allow("confirmation", 5, Duration::from_hours(1));
/// Mails that invite to one team.
pub const INVITATION: Allowance = allow("invitation", 50, Duration::from_hours(1));
/// Unknown invitations from one address.
pub const INVITATION_ADDRESS: Allowance = allow("invitation address", 30, Duration::from_hours(1));
/// Second-factor codes.
pub const CODE: Allowance = allow("code", 10, Duration::from_mins(15));
/// Second-factor codes in a day, of somebody who knows the password.
pub const CODE_DAY: Allowance = allow("code day", 30, Duration::from_hours(24));
/// Sign-ins by the provider begun from one address. Each makes the server ask the provider.
pub const OIDC_ADDRESS: Allowance = allow("oidc address", 100, Duration::from_mins(15));
/// Reports of public pages from one address.
pub const REPORT: Allowance = allow("report", 10, Duration::from_hours(1));
/// Unknown API tokens from one address.
pub const TOKEN_ADDRESS: Allowance = allow("token address", 100, Duration::from_mins(15));

/// Parses an address, with or without a port.
pub fn parse_address(address: &str) -> Option<IpAddr> {
    let with_port = || address.parse().map(|address: SocketAddr| address.ip());
    let bare = address.trim_start_matches('[').trim_end_matches(']');
    let parsed: IpAddr = bare.parse().or_else(|_| with_port()).ok()?;
    // An IPv4 address may arrive mapped to IPv6.
    Some(parsed.to_canonical())
}

/// Normalises an address for counting. For IPv6 only the /64 prefix counts, because one machine has all addresses
/// below it.
pub fn origin(address: &str) -> String {
    match parse_address(address) {
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let half = u128::from(address) >> 64 << 64;
            format!("{}/64", Ipv6Addr::from(half))
        }
        // A proxy may send a word instead of an address.
        None => address.to_owned(),
    }
}

/// An attempt that was counted.
#[must_use = "a successful attempt is to be forgotten"]
pub struct Attempt {
    key: Vec<u8>,
    /// Which one it is in its time window, counted from 1.
    pub number: i64,
}

fn key(allowance: Allowance, who: &str) -> Vec<u8> {
    Sha256::digest(format!("{}\n{who}", allowance.name)).to_vec()
}

/// Resets the counter of `who`.
pub async fn forget(db: &Db, allowance: Allowance, who: &str) -> Result<()> {
    db.write("DELETE FROM attempts WHERE key_hash = $1")
        .bind(key(allowance, who))
        .execute()
        .await?;
    Ok(())
}

/// Counts an attempt of `who`, and rejects it with 429 above the limit.
pub async fn attempt(db: &Db, allowance: Allowance, who: &str, now: Timestamp) -> Result<Attempt> {
    let key = key(allowance, who);
    let (count, window_ends) = db
        .write(
            "INSERT INTO attempts (key_hash, count, window_ends) VALUES ($1, 1, $2)
             ON CONFLICT (key_hash) DO UPDATE SET
                 count = CASE WHEN attempts.window_ends <= $3 THEN 1 ELSE attempts.count + 1 END,
                 window_ends = CASE WHEN attempts.window_ends <= $3 THEN excluded.window_ends
                                    ELSE attempts.window_ends END
             RETURNING count, window_ends",
        )
        .bind(key.as_slice())
        .bind(now.plus(allowance.within))
        .bind(now)
        .one::<(i64, i64)>()
        .await?;
    if count > allowance.times {
        let seconds = u64::try_from((window_ends - now.0).max(1))
            .unwrap_or(1)
            .div_ceil(1_000_000);
        let message = "Too many attempts. Please wait a while and try again.";
        return Err(ApiError::later(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_attempts",
            message,
            seconds,
        ));
    }
    Ok(Attempt { key, number: count })
}

impl Attempt {
    /// Uncounts the attempt, because it succeeded.
    pub async fn succeeded(self, db: &Db) -> Result<()> {
        db.write("UPDATE attempts SET count = count - 1 WHERE key_hash = $1 AND count > 0")
            .bind(self.key)
            .execute()
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_machine_count_as_one() {
        for (address, counted) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:5123", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2:3::4]:443", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("unknown", "unknown"),
            ("", ""),
        ] {
            assert_eq!(origin(address), counted, "{address}");
        }
    }
}
