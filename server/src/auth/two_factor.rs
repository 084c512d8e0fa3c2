//! The second factor: time-based codes (RFC 6238) from an authenticator app, and recovery codes as a fallback.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use qrcode::QrCode;
use qrcode::render::svg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use totp_rs::{Algorithm, Secret, TOTP};
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::notices;
use crate::auth::passwords::confirm_password;
use crate::auth::store;
use crate::clock::Timestamp;
use crate::db::{Db, NewRows, Tx};
use crate::http::error::{ApiError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::session::extractors::Browser;
use crate::session::throttle;

const STEP_SECONDS: u64 = 30;
const RECOVERY_CODES: usize = 10;

/// Whether a second factor is turned on.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct TwoFactorState {
    pub enabled: bool,
    #[schemars(with = "u32")]
    pub recovery_codes_left: i64,
}

/// The password, again, to confirm a sensitive action.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordConfirmation {
    #[schemars(example = &"correct horse battery staple")]
    pub password: String,
}

/// A code from the authenticator app.
#[derive(Deserialize, JsonSchema)]
pub struct TwoFactorCode {
    /// Six digits from the app.
    #[schemars(example = &"123456")]
    pub code: String,
}

/// The setup data for an authenticator app. No code is required until a first one has been confirmed.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct TwoFactorSetup {
    /// For typing by hand.
    pub secret: String,
    pub otpauth_url: String,
    /// The same as a QR code: a `data:` URL of an SVG.
    pub qr_code: String,
}

/// Shown once. Each works once in place of a code.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

pub struct TwoFactorApi(pub App);

#[OpenApi(prefix_path = "/auth/two-factor", tag = "Tags::Auth")]
impl TwoFactorApi {
    /// Read whether a second factor is turned on
    #[oai(path = "/", method = "get", operation_id = "get_two_factor")]
    async fn get_two_factor(&self, Browser(me): Browser) -> Result<Json<TwoFactorState>> {
        let (enabled, recovery_codes_left) = self
            .0
            .db
            .read(
                "SELECT EXISTS (SELECT 1 FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL),
                        (SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1)",
            )
            .bind(me.id)
            .one::<(bool, i64)>()
            .await?;
        Ok(Json(TwoFactorState {
            enabled,
            recovery_codes_left,
        }))
    }

    /// Start setting up a second factor
    #[oai(path = "/setup", method = "post", operation_id = "set_up_two_factor")]
    async fn set_up_two_factor(
        &self,
        Browser(me): Browser,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<Json<TwoFactorSetup>> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        let user = store::user(&app.db, me.id)
            .await?
            .ok_or_else(ApiError::not_authenticated)?;
        let secret = Secret::Raw(rand::random::<[u8; 20]>().to_vec())
            .to_encoded()
            .to_string();
        let totp = totp(&secret, &user.email)?;
        let stored = app
            .db
            .write(
                "INSERT INTO two_factor (user_id, secret) VALUES ($1, $2)
                 ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret WHERE two_factor.confirmed_at IS NULL",
            )
            .bind(me.id)
            .bind(secret.as_str())
            .execute()
            .await?;
        if stored == 0 {
            let message =
                "Two-factor authentication is on already. Turn it off first to set it up anew.";
            return Err(ApiError::conflict(message));
        }
        let otpauth_url = totp.get_url();
        let picture = QrCode::new(&otpauth_url).map_err(|error| ApiError::internal(&error))?;
        let picture = picture
            .render::<svg::Color<'_>>()
            .min_dimensions(200, 200)
            .build();
        let qr_code = format!(
            "data:image/svg+xml;base64,{}",
            BASE64_STANDARD.encode(picture)
        );
        Ok(Json(TwoFactorSetup {
            secret,
            otpauth_url,
            qr_code,
        }))
    }

    /// Turn on the second factor with a first code
    #[oai(path = "/enable", method = "post", operation_id = "enable_two_factor")]
    async fn enable_two_factor(
        &self,
        request: &Request,
        Browser(me): Browser,
        Json(form): Json<TwoFactorCode>,
    ) -> Result<Json<RecoveryCodes>> {
        let app = &self.0;
        let attempt =
            throttle::attempt(&app.db, throttle::CODE, &me.id.to_string(), app.now()).await?;
        let now = app.clock.now();
        let pending = app
            .db
            .read("SELECT secret FROM two_factor WHERE user_id = $1 AND confirmed_at IS NULL")
            .bind(me.id)
            .optional::<(String,)>()
            .await?;
        let (secret,) = pending
            .ok_or_else(|| ApiError::rule("code", "not_set_up", "Begin with the set-up first"))?;
        let step = matching_step(&secret, &form.code, now)?.ok_or_else(wrong_code)?;
        let codes = new_codes();
        let mut tx = app.db.begin().await?;
        let enabled = tx
            .query(
                "UPDATE two_factor SET confirmed_at = $2, last_step = $3
                 WHERE user_id = $1 AND secret = $4 AND confirmed_at IS NULL",
            )
            .bind(me.id)
            .bind(now)
            .bind(step)
            .bind(secret)
            .execute()
            .await?;
        if enabled == 0 {
            return Err(wrong_code());
        }
        replace_codes(&mut tx, me.id, &codes).await?;
        let enabled = audit::Entry::account(Action::TwoFactorEnabled, me.id);
        audit::record(&mut tx, me.by(), enabled, now).await?;
        tx.commit().await?;
        attempt.succeeded(&app.db).await?;
        app.sessions.renew(request, me).await?;
        let what = "Two-factor authentication was turned on for your Promptcase account.";
        notices::tell(app, me.id, "Two-factor authentication is on", what).await;
        Ok(Json(RecoveryCodes {
            recovery_codes: codes,
        }))
    }

    /// Turn off the second factor
    #[oai(
        path = "/disable",
        method = "post",
        operation_id = "disable_two_factor"
    )]
    async fn disable_two_factor(
        &self,
        request: &Request,
        Browser(me): Browser,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<NoContent> {
        confirm_password(&self.0, me.id, form.password, "password").await?;
        turn_off(&self.0.db, me.id, me.by(), self.0.now()).await?;
        self.0.sessions.renew(request, me).await?;
        let what = "Two-factor authentication was turned off for your Promptcase account.";
        notices::tell(&self.0, me.id, "Two-factor authentication is off", what).await;
        Ok(NoContent)
    }

    /// Replace the recovery codes with ten new ones
    #[oai(
        path = "/recovery-codes",
        method = "post",
        operation_id = "renew_recovery_codes"
    )]
    async fn renew_recovery_codes(
        &self,
        Browser(me): Browser,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<Json<RecoveryCodes>> {
        confirm_password(&self.0, me.id, form.password, "password").await?;
        let is_on = is_on(&self.0.db, me.id).await?;
        if !is_on {
            return Err(ApiError::conflict("Two-factor authentication is off."));
        }
        let codes = new_codes();
        let mut tx = self.0.db.begin().await?;
        replace_codes(&mut tx, me.id, &codes).await?;
        let renewed = audit::Entry::account(Action::RecoveryCodesRenewed, me.id);
        audit::record(&mut tx, me.by(), renewed, self.0.now()).await?;
        tx.commit().await?;
        Ok(Json(RecoveryCodes {
            recovery_codes: codes,
        }))
    }
}

/// Deletes an account's second factor and its recovery codes.
pub async fn turn_off(db: &Db, user: Uuid, by: By, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    remove(&mut tx, user, by, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes an account's second factor and recovery codes; returns whether it had one.
pub async fn remove(tx: &mut Tx, user: Uuid, by: By, now: Timestamp) -> Result<bool> {
    let factors = tx.query("DELETE FROM two_factor WHERE user_id = $1");
    let was_set_up = factors.bind(user).execute().await? == 1;
    tx.query("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    if was_set_up {
        let disabled = audit::Entry::account(Action::TwoFactorDisabled, user);
        audit::record(tx, by, disabled, now).await?;
    }
    Ok(was_set_up)
}

async fn is_on(db: &Db, user: Uuid) -> Result<bool> {
    let row = db
        .read("SELECT 1 FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL")
        .bind(user)
        .optional::<(i32,)>()
        .await?;
    Ok(row.is_some())
}

/// The second step of a sign-in, after the password was right. Passes if no second factor is set up.
pub async fn check(app: &App, user: Uuid, code: Option<&str>) -> Result<()> {
    let (db, now) = (&app.db, app.now());
    let found = db
        .read("SELECT secret FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL")
        .bind(user)
        .optional::<(String,)>()
        .await?;
    let Some((secret,)) = found else {
        return Ok(());
    };
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
        let message = "Enter the code from your authenticator app";
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, "code_required", message).at("code"));
    };
    let who = user.to_string();
    let attempt = throttle::attempt(db, throttle::CODE, &who, now).await?;
    let of_day = throttle::attempt(db, throttle::CODE_DAY, &who, now).await?;
    let accepted = match matching_step(&secret, code, now)? {
        // Only a later time step than the last one passes, so an observed code cannot be replayed.
        Some(step) => {
            db.write("UPDATE two_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2")
                .bind(user)
                .bind(step)
                .execute()
                .await?
        }
        None => {
            db.write("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2")
                .bind(user)
                .bind(hash_code(code))
                .execute()
                .await?
        }
    };
    if accepted == 0 {
        if of_day.number == 1 || of_day.number == throttle::CODE_DAY.times {
            let what = "Somebody signed in to your Promptcase account with the right password and a wrong code of the second \
                        factor.";
            notices::tell(app, user, "A wrong code for your account", what).await;
        }
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "wrong_code",
            "This code is not correct",
        )
        .at("code"));
    }
    attempt.succeeded(db).await?;
    of_day.succeeded(db).await
}

fn wrong_code() -> ApiError {
    ApiError::rule("code", "wrong_code", "This code is not correct")
}

fn totp(secret: &str, account: &str) -> Result<TOTP> {
    let bytes = Secret::Encoded(secret.to_owned())
        .to_bytes()
        .map_err(|error| ApiError::internal(&error))?;
    // A colon separates the issuer from the account name.
    let account = account.replace(':', "_");
    TOTP::new(
        Algorithm::SHA1,
        6,
        1,
        STEP_SECONDS,
        bytes,
        Some("Promptcase".to_owned()),
        account,
    )
    .map_err(|error| ApiError::internal(&error))
}

/// The time step that this code belongs to: the current one or a neighbour, to allow for clock drift and slow
/// typing.
fn matching_step(secret: &str, code: &str, now: Timestamp) -> Result<Option<i64>> {
    let totp = totp(secret, "")?;
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let present = now
        .0
        .div_euclid(1_000_000)
        .div_euclid(STEP_SECONDS.cast_signed());
    let steps = [present - 1, present, present + 1];
    Ok(steps
        .into_iter()
        .rev()
        .find(|step| totp.generate(step.cast_unsigned() * STEP_SECONDS) == code))
}

/// Ten codes of 50 random bits each, in letters and digits that are hard to confuse.
fn new_codes() -> Vec<String> {
    const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let code = || {
        let text: String = rand::random::<[u8; 10]>()
            .iter()
            .map(|byte| char::from(LETTERS[usize::from(byte % 31)]))
            .collect();
        format!("{}-{}", &text[..5], &text[5..])
    };
    (0..RECOVERY_CODES).map(|_| code()).collect()
}

fn hash_code(code: &str) -> Vec<u8> {
    let code: String = code
        .to_lowercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    Sha256::digest(code).to_vec()
}

async fn replace_codes(tx: &mut Tx, user: Uuid, codes: &[String]) -> Result<()> {
    tx.query("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .execute()
        .await?;
    let mut rows = NewRows::new("recovery_codes (user_id, code_hash)");
    for code in codes {
        rows.push([user.into(), hash_code(code).into()]);
    }
    rows.insert(tx).await?;
    Ok(())
}
