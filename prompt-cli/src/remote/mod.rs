//! The API client: server address, sign-in and operations.

mod address;
mod answers;
#[cfg(test)]
mod contract;
mod http;
mod operations;
mod sign_in;

use clap::Args;

use crate::failure::Failure;

pub use address::Address;
pub use answers::{
    Folder, FolderItem, LabelOf, Page, Save, Scope, Stored, Summary, User, Version, Whole,
};
pub use http::Server;
pub use operations::{
    LabelTarget, LabelUndo, NewFolder, NewJudgement, NewRun, NewTitle, NewVersion, Saved, query,
};
pub use sign_in::{SignIn, Token};

/// The options of every command that uses a server.
#[derive(Args)]
#[command(next_help_heading = "Server")]
pub struct Remote {
    #[arg(
        long,
        value_name = "URL",
        help = "Address of the server; without it PROMPTCASE_SERVER, or the one that was signed in to"
    )]
    server: Option<Address>,
    #[arg(
        long,
        help = "Allow http:// to another machine, as PROMPTCASE_ALLOW_HTTP=1 does: whoever is on the way can read the token"
    )]
    allow_http: bool,
    /// Log every request to standard error, without the token
    #[arg(short, long)]
    verbose: bool,
}

/// The source of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `promptcase login`.
    SignIn,
    /// `PROMPTCASE_TOKEN`.
    Environment,
}

impl Remote {
    /// Connects with the token if there is one, or anonymously to read public prompts.
    pub fn open(&self) -> Result<Server, Failure> {
        let saved = SignIn::load()?;
        let Some(address) = self
            .named()?
            .or_else(|| saved.as_ref().map(|saved| saved.server.clone()))
        else {
            return Err(Failure::server(
                "no server is known",
                "sign in with promptcase login --server URL, or set PROMPTCASE_SERVER and PROMPTCASE_TOKEN",
            ));
        };
        // A stored token is sent only to the server it was created for.
        let saved = saved.filter(|saved| saved.server == address);
        let allow_http = saved.as_ref().is_some_and(|saved| saved.allow_http);
        let token = match token_of_environment()? {
            Some(token) => Some((token, Source::Environment)),
            None => saved.map(|saved| (saved.token, Source::SignIn)),
        };
        self.connect(address, token, allow_http)
    }

    /// Connects, and fails without a token.
    pub fn signed_in(&self) -> Result<Server, Failure> {
        let server = self.open()?;
        if server.source().is_some() {
            return Ok(server);
        }
        Err(Failure::server(
            format!("you are not signed in to {}", server.address()),
            "sign in with promptcase login, or set PROMPTCASE_TOKEN",
        ))
    }

    /// Connects to the server to sign in to, with the token once it was entered.
    pub fn sign_in(&self, address: &Address, token: Option<Token>) -> Result<Server, Failure> {
        let token = token.map(|token| (token, Source::SignIn));
        self.connect(address.clone(), token, false)
    }

    /// The server to sign in to: the one named, the previous one, or this machine.
    pub fn to_sign_in(&self) -> Result<Address, Failure> {
        if let Some(address) = self.named()? {
            return Ok(address);
        }
        match SignIn::load() {
            Ok(Some(saved)) => Ok(saved.server),
            // An unreadable sign-in is about to be replaced.
            _ => "http://localhost:8080"
                .parse()
                .map_err(|error| Failure::usage(error, "name the server with --server")),
        }
    }

    /// The server named on the command line or in the environment.
    fn named(&self) -> Result<Option<Address>, Failure> {
        if self.server.is_some() {
            return Ok(self.server.clone());
        }
        let named = environment("PROMPTCASE_SERVER").map(|text| text.parse());
        named.transpose().map_err(|error: String| {
            Failure::usage("PROMPTCASE_SERVER holds no address of a server", error)
        })
    }

    /// Whether the user allowed unencrypted connections.
    pub fn allows_http(&self) -> bool {
        let consent = environment("PROMPTCASE_ALLOW_HTTP");
        self.allow_http || consent.is_some_and(|it| !["0", "false", "no"].contains(&it.as_str()))
    }

    /// Whether `PROMPTCASE_TOKEN` takes precedence over a stored token.
    #[expect(clippy::unused_self, reason = "it is a setting like the others")]
    pub fn is_overruled(&self) -> Result<bool, Failure> {
        Ok(token_of_environment()?.is_some())
    }

    fn connect(
        &self,
        address: Address,
        token: Option<(Token, Source)>,
        allow_http: bool,
    ) -> Result<Server, Failure> {
        if address.is_safe() || allow_http || self.allows_http() {
            return Ok(Server::new(address, token, self.verbose));
        }
        Err(Failure::usage(
            format!("{address} is not encrypted: whoever is on the way could read the token"),
            "use https://, or --allow-http where you trust the whole way",
        ))
    }
}

fn token_of_environment() -> Result<Option<Token>, Failure> {
    let Some(text) = environment("PROMPTCASE_TOKEN") else {
        return Ok(None);
    };
    Token::read(&text).map(Some).ok_or_else(|| {
        Failure::usage(
            "PROMPTCASE_TOKEN holds no token",
            "set it to a token from Settings, Account, or unset it",
        )
    })
}

/// Reads an environment variable. An empty one counts as unset, as CI sets missing secrets to the empty string.
pub fn environment(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where the program asks its environment"
    )]
    std::env::var(name).ok().filter(|text| !text.is_empty())
}
