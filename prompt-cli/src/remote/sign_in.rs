//! The stored sign-in: a server and its token, in the platform's configuration folder.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};

use super::address::Address;
use crate::failure::Failure;

/// A personal API token. It is never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// Parses a token as typed or piped. Only printable ASCII fits into a header.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_token = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_token.then(|| Self(text.to_owned()))
    }

    /// The value of the `Authorization` header.
    pub fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The stored sign-in.
#[derive(Debug, Serialize, Deserialize)]
pub struct SignIn {
    /// The server.
    pub server: Address,
    /// The token, valid for this server only.
    pub token: Token,
    /// Whether the user allowed unencrypted connections.
    #[serde(default)]
    pub allow_http: bool,
}

impl SignIn {
    /// Loads the stored sign-in, if there is one.
    pub fn load() -> Result<Option<Self>, Failure> {
        let path = path()?;
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(cannot(&path, &error)),
        };
        serde_json::from_slice(&text).map(Some).map_err(|_| {
            Failure::content(
                format!("{} is not a sign-in", path.display()),
                "sign in again with promptcase login",
            )
        })
    }

    /// Stores the sign-in, readable only by the owner.
    pub fn store(&self) -> Result<PathBuf, Failure> {
        let path = path()?;
        let json = serde_json::to_string_pretty(self)
            .map_err(|error| cannot(&path, &io::Error::other(error)))?;
        write_private(&path, &json).map_err(|error| cannot(&path, &error))?;
        Ok(path)
    }

    /// Deletes the stored sign-in, and returns whether there was one.
    pub fn forget() -> Result<bool, Failure> {
        let path = path()?;
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(cannot(&path, &error)),
        }
    }
}

/// `promptcase/sign-in.json` in the configuration folder: `$XDG_CONFIG_HOME`, `~/.config` or `%APPDATA%`.
fn path() -> Result<PathBuf, Failure> {
    let folders = etcetera::choose_base_strategy().map_err(|_| {
        Failure::usage(
            "there is no home folder to keep a sign-in in",
            "set HOME, or PROMPTCASE_SERVER and PROMPTCASE_TOKEN",
        )
    })?;
    Ok(folders.config_dir().join("promptcase").join("sign-in.json"))
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::file(
        &path.display().to_string(),
        error,
        "make the file readable and writable for yourself, or set PROMPTCASE_SERVER and PROMPTCASE_TOKEN",
    )
}

/// Writes a file atomically, readable only by the owner from the start.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_added_extension("part");
    // A leftover temporary file may have other permissions.
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}
