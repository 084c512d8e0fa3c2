//! `promptcase login`, `logout` and `whoami`: signing in with an API token.

use std::io::{self, IsTerminal as _};

use clap::Args;

use crate::failure::{self, Failure, Outcome};
use crate::files::{self, STREAM};
use crate::remote::{Remote, Scope, Server, SignIn, Source, Token, User};
use crate::terminal::one_line;

/// Sign in to a server with a personal API token
#[derive(Args)]
#[command(
    after_help = "A token is made in the browser under Settings, Account (Pro and Max). It is checked and then kept in \
            promptcase/sign-in.json in your folder for settings, readable only by you. Without --server it is the server you were \
            signed in to, or http://localhost:8080.

In CI set PROMPTCASE_SERVER and PROMPTCASE_TOKEN instead; they come before what is kept.

Examples:
  promptcase login --server https://prompts.example.org
  promptcase login --with-token <token.txt"
)]
pub struct Login {
    /// Read the token from standard input instead of asking for it
    #[arg(long)]
    with_token: bool,
    #[command(flatten)]
    remote: Remote,
}

/// Delete the stored token
#[derive(Args)]
#[command(
    after_help = "The token itself stays valid: revoke it in the browser under Settings, Account.

Examples:
  promptcase logout"
)]
pub struct Logout {}

/// Show who is signed in, and on which server
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase whoami
  promptcase whoami --json | jq -r .email")]
pub struct Whoami {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Login {
    pub fn run(self) -> Outcome {
        let address = self.remote.to_sign_in()?;
        // Refuse an unsafe address before asking for the token.
        self.remote.sign_in(&address, None)?;
        let token = if self.with_token {
            piped_token()?
        } else {
            typed_token(&format!("Token for {address}: "))?
        };
        let server = self.remote.sign_in(&address, Some(token.clone()))?;
        let (user, _) = user(&server)?;
        let sign_in = SignIn {
            server: address,
            token,
            allow_http: self.remote.allows_http(),
        };
        let path = sign_in.store()?;
        files::print(&format!(
            "Signed in to {} as {}.\n",
            sign_in.server,
            name(&user)
        ))?;
        files::note(&format!("The token is kept in {}.", path.display()));
        if self.remote.is_overruled()? {
            files::note("PROMPTCASE_TOKEN is set too, and comes before it.");
        }
        Ok(failure::OK)
    }
}

impl Logout {
    #[expect(
        clippy::unused_self,
        reason = "every command is run by its arguments, and this one has none"
    )]
    pub fn run(self) -> Outcome {
        files::print(if SignIn::forget()? {
            "Signed out. The token stays valid until you revoke it under Settings, Account.\n"
        } else {
            "Nobody was signed in.\n"
        })?;
        Ok(failure::OK)
    }
}

impl Whoami {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let (user, scope) = user(&server)?;
        let plan = server.plan()?;
        let source = match server.source() {
            Some(Source::Environment) => "PROMPTCASE_TOKEN",
            _ => "promptcase login",
        };
        let told = if self.json {
            let mut json = serde_json::json!(user);
            json["plan"] = plan.as_str().into();
            json["server"] = server.address().to_string().into();
            json["token"] = source.into();
            json["scope"] = serde_json::json!(scope);
            files::json(&json)?
        } else {
            let scope = match scope {
                Some(Scope::Read) => ", which may only read",
                Some(Scope::Write) => ", which may read and write",
                None => "",
            };
            format!(
                "{}, {}\n{}, by the token of {source}{scope}\n",
                name(&user),
                plan.label(),
                server.address()
            )
        };
        files::print(&told)?;
        Ok(failure::OK)
    }
}

/// Returns the token's user and scope. A server that accepts the token but names no user is not Promptcase.
fn user(server: &Server) -> Result<(User, Option<Scope>), Failure> {
    let session = server.session()?;
    let user = session.user.ok_or_else(|| {
        Failure::server(
            format!("{} does not know whose token this is", server.address()),
            "check the address of the server and the token",
        )
    })?;
    Ok((user, session.token_scope))
}

fn name(user: &User) -> String {
    one_line(&format!("{} <{}>", user.full_name, user.email))
}

fn piped_token() -> Result<Token, Failure> {
    let input = files::read(STREAM)?;
    token(&String::from_utf8_lossy(&input.bytes))
}

fn typed_token(question: &str) -> Result<Token, Failure> {
    if !io::stdin().is_terminal() {
        return Err(Failure::server(
            "a token can be typed only at a terminal",
            "pipe it into promptcase login --with-token, or set PROMPTCASE_TOKEN",
        ));
    }
    let typed = rpassword::prompt_password(question)
        .map_err(|error| Failure::file("the terminal", &error, "use --with-token"))?;
    token(&typed)
}

fn token(text: &str) -> Result<Token, Failure> {
    Token::read(text).ok_or_else(|| {
        Failure::usage(
            "that is no token",
            "make one in the browser under Settings, Account, and copy it whole",
        )
    })
}
