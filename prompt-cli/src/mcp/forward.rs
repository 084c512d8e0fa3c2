//! Carries an agent's messages to the server and its answers back, with the token.

use std::io::{BufRead as _, Write as _, stdin, stdout};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::failure::{self, Failure, Outcome};
use crate::remote::Server;

/// From this version of the protocol, headers repeat the method and the name.
const WITH_HEADERS: &str = "2026-07-28";
/// The code of a message that did not reach the server.
const UNREACHED: i32 = -32000;

/// Forwards one message a line until standard input ends.
pub fn run(server: &Server) -> Outcome {
    let mut negotiated = None;
    for line in stdin().lock().lines() {
        let line = line.map_err(|error| cannot("read", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(answer) = forward(server, &line, &mut negotiated) {
            let mut out = stdout().lock();
            let written = writeln!(out, "{answer}").and_then(|()| out.flush());
            written.map_err(|error| cannot("write", &error))?;
        }
    }
    Ok(failure::OK)
}

fn cannot(act: &str, error: &std::io::Error) -> Failure {
    Failure::content(
        format!("cannot {act} a message: {error}"),
        "let an agent start this command",
    )
}

/// The answer to a message; `None` for one that has none. `negotiated` is the version of the protocol that `initialize`
/// agreed on.
fn forward(server: &Server, line: &str, negotiated: &mut Option<String>) -> Option<Value> {
    let message: Value = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => {
            let said =
                json!({ "code": -32700, "message": format!("The message is no JSON: {error}") });
            return Some(json!({ "jsonrpc": "2.0", "id": null, "error": said }));
        }
    };
    let id = message.get("id").cloned();
    let text = |at: &str| message.pointer(at).and_then(Value::as_str);
    let own = text("/params/_meta/io.modelcontextprotocol~1protocolVersion").map(str::to_owned);
    let version = own.or_else(|| negotiated.clone());
    let mut headers = vec![("accept", "application/json, text/event-stream".to_owned())];
    if let Some(version) = &version {
        headers.push(("mcp-protocol-version", version.clone()));
        if version.as_str() >= WITH_HEADERS {
            headers.extend(text("/method").map(|method| ("mcp-method", method.to_owned())));
            let name = text("/params/name").or_else(|| text("/params/uri"));
            let coded = |name| format!("=?base64?{}?=", BASE64_STANDARD.encode(name));
            headers.extend(name.map(|name| ("mcp-name", coded(name))));
        }
    }
    let answer = match server.message(line.as_bytes().to_vec(), headers) {
        Ok(answer) => answer?,
        // A notification has no answer, not even that it did not arrive.
        Err(failure) => {
            let said = json!({ "code": UNREACHED, "message": failure.to_string() });
            return id.map(|id| json!({ "jsonrpc": "2.0", "id": id, "error": said }));
        }
    };
    if text("/method") == Some("initialize")
        && let Some(version) = answer.pointer("/result/protocolVersion")
    {
        *negotiated = version.as_str().map(str::to_owned);
    }
    Some(answer)
}
