//! The Model Context Protocol over HTTP: who may do what with which token, and how prompts are offered to clients with
//! known faults. Clients that others wrote are tried in `clients/tests`.

use crate::support::{Answer, Client, PASSWORD, TestServer, path, seen, server_with};
use prompt_core::plan::PlanType;
use reqwest::Method;
use reqwest::header::{ACCEPT, HOST, ORIGIN};
use serde_json::{Value, json};

async fn pro() -> TestServer {
    server_with(|config| config.default_plan = Some(PlanType::Pro)).await
}

async fn token(client: &Client, fields: Value) -> String {
    let mut new = json!({ "name": "Agent", "password": PASSWORD, "scope": "read" });
    for (name, value) in fields.as_object().unwrap() {
        new[name] = value.clone();
    }
    let made = client.post("/api/auth/tokens", new).await.created();
    made["token"].as_str().unwrap().to_owned()
}

async fn ask(client: &Client, token: Option<&str>, method: &str, params: Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let request = client
        .request(Method::POST, "/mcp")
        .header(ACCEPT, "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25")
        .json(&body);
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    client.send(request).await
}

/// The result of a request that succeeds.
async fn result(server: &TestServer, token: &str, method: &str, params: Value) -> Value {
    let answer = ask(&server.visitor(), Some(token), method, params).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body: Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert!(body.get("result").is_some(), "{method}: {body}");
    body["result"].clone()
}

/// The error of a request that fails.
async fn error(server: &TestServer, token: &str, method: &str, params: Value) -> Value {
    let answer = ask(&server.visitor(), Some(token), method, params).await;
    let body: Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert!(body.get("error").is_some(), "{method}: {body}");
    body["error"].clone()
}

async fn call(server: &TestServer, token: &str, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    result(server, token, "tools/call", params).await
}

/// The structured result of a tool that succeeds.
async fn done(server: &TestServer, token: &str, tool: &str, arguments: Value) -> Value {
    let called = call(server, token, tool, arguments).await;
    assert_eq!(called["isError"], false, "{tool}: {called}");
    called["structuredContent"].clone()
}

/// The code of a tool that fails.
async fn refused(server: &TestServer, token: &str, tool: &str, arguments: Value) -> String {
    let called = call(server, token, tool, arguments).await;
    assert_eq!(called["isError"], true, "{tool}: {called}");
    let code = called["structuredContent"]["code"].as_str();
    code.unwrap_or_default().to_owned()
}

async fn names(server: &TestServer, token: &str) -> Vec<String> {
    let listed = result(server, token, "prompts/list", json!({})).await;
    let listed = listed["prompts"].as_array().unwrap().clone();
    let names = listed
        .iter()
        .map(|one| one["name"].as_str().unwrap().to_owned());
    names.collect()
}

fn content(text: &str) -> Value {
    json!({ "segments": [{ "id": "s1", "order": 0, "type": "user", "content": text }] })
}

/// A prompt with variables of several kinds.
async fn review(client: &Client) -> Value {
    let mut content = content("Review {{language}}: {{focus}} {{strict}} {{code}}");
    content["variables"] = json!({
        "type": "object",
        "required": ["code"],
        "properties": {
            "language": { "type": "string", "default": "Rust", "description": "The language of the code" },
            "focus": { "type": "string", "enum": ["speed", "safety", "style"] },
            "strict": { "type": "boolean", "default": false },
            "code": { "type": "string", "description": "The code to review" },
        },
    });
    client
        .prompt(json!({ "title": "Code review", "description": "Finds bugs", "content": content }))
        .await
}

#[tokio::test]
async fn a_prompt_is_offered_with_arguments_and_rendered_as_fetching_does() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    review(&ada).await;
    let including = ada
        .prompt(json!({ "title": "All", "content": content("Begin. {{> code-review}}") }))
        .await;
    ada.put(
        &path(&including, "/labels/live"),
        json!({ "version": "1.0.0" }),
    )
    .await
    .ok();
    let token = token(&ada, json!({})).await;

    let listed = result(&server, &token, "prompts/list", json!({})).await;
    let prompts = listed["prompts"].as_array().unwrap();
    let prompt = prompts
        .iter()
        .find(|one| one["name"] == "code-review")
        .unwrap();
    assert_eq!(prompt["description"], "Code review: Finds bugs");
    let arguments = prompt["arguments"].as_array().unwrap();
    let told: Vec<_> = arguments
        .iter()
        .map(|one| {
            (
                one["name"].as_str().unwrap(),
                one["description"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("language", "The language of the code · default \"Rust\""),
            ("focus", "one of speed, safety, style"),
            ("strict", "yes or no · default false"),
            ("code", "The code to review · required"),
        ]
    );
    // The variables of what is included are arguments too.
    let all = prompts.iter().find(|one| one["name"] == "all").unwrap();
    assert_eq!(all["arguments"].as_array().unwrap().len(), 4);

    let values = json!({ "code": "let x = {{language}};", "strict": "true" });
    let asked = json!({ "name": "all", "arguments": values });
    let got = result(&server, &token, "prompts/get", asked).await;
    let values = json!({ "values": { "code": "let x = {{language}};", "strict": true } });
    let fetched = ada.post("/api/fetch/me/all", values).await.ok();
    assert_eq!(
        got["messages"][0]["content"]["text"],
        fetched["messages"][0]["content"]
    );
    assert_eq!(got["messages"][0]["role"], "user");
    // At a version and at a label.
    for name in ["all@1.0.0", "all:live", "@ada/all:live", "@me/all"] {
        let asked = json!({ "name": name, "arguments": { "code": "x" } });
        let got = result(&server, &token, "prompts/get", asked).await;
        let text = got["messages"][0]["content"]["text"].as_str().unwrap();
        assert!(text.starts_with("Begin."), "{name}: {text}");
    }
    let told = error(&server, &token, "prompts/get", json!({ "name": "all:lve" })).await;
    assert_eq!(told["data"]["code"], "no_such_label");
    assert!(
        told["message"]
            .as_str()
            .unwrap()
            .contains("Its labels: live")
    );

    // Choices are completed.
    let complete = async |argument: &str, value: &str| {
        let params = json!({
            "ref": { "type": "ref/prompt", "name": "code-review" },
            "argument": { "name": argument, "value": value },
        });
        result(&server, &token, "completion/complete", params).await["completion"]["values"].clone()
    };
    assert_eq!(
        complete("focus", "S").await,
        json!(["speed", "safety", "style"])
    );
    assert_eq!(complete("focus", "sp").await, json!(["speed"]));
    assert_eq!(complete("strict", "").await, json!(["true", "false"]));
    assert_eq!(complete("language", "").await, json!([]));

    // Reads by agents are counted as reads by applications are.
    let usage = path(&including, "/usage");
    let counted = seen(async || {
        let usage = ada.get(&usage).await.ok();
        (usage["requests"].as_u64()? >= 5).then_some(())
    });
    counted.await.expect("reads are counted");
}

/// Each fault of a client, by the number of its issue.
#[tokio::test]
async fn clients_with_known_faults_get_along() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    review(&ada).await;
    let token = token(&ada, json!({})).await;
    let get = async |params: Value| {
        let got = result(&server, &token, "prompts/get", params).await;
        got["messages"][0]["content"]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let listed = result(&server, &token, "prompts/list", json!({})).await;
    let prompt = &listed["prompts"][0];
    // claude-code 5542, 10992: a title is taken for the name, and a name with blanks cannot be typed.
    assert_eq!(prompt["name"], "code-review");
    assert!(prompt.get("title").is_none(), "{prompt}");
    // claude-code 57951: required arguments arrive empty, so none is announced as required…
    for argument in prompt["arguments"].as_array().unwrap() {
        assert_eq!(argument["required"], false, "{argument}");
    }
    // …an empty one counts as none, and the error says what is missing and how to give it.
    let empty = json!({ "name": "code-review", "arguments": { "code": "", "language": "" } });
    let told = error(&server, &token, "prompts/get", empty).await;
    assert_eq!(
        (&told["code"], &told["data"]["code"]),
        (&json!(-32602), &json!("missing_value"))
    );
    let message = told["message"].as_str().unwrap();
    assert!(message.contains("code (The code to review)"), "{message}");
    assert!(message.contains("fill_prompt"), "{message}");
    // claude-code 5597, continue 4980: without any arguments defaults apply, where nothing is required.
    ada.prompt(json!({ "title": "Greet", "content": {
        "segments": [{ "id": "s1", "order": 0, "type": "user", "content": "Greet {{who}}." }],
        "variables": { "type": "object", "properties": { "who": { "type": "string", "default": "everybody" } } },
    } }))
    .await;
    for asked in [
        json!({ "name": "greet" }),
        json!({ "name": "greet", "arguments": {} }),
        json!({ "name": "greet", "arguments": { "who": "" } }),
    ] {
        assert_eq!(get(asked).await, "Greet everybody.");
    }
    // claude-code 14210: words after the first are cut; the tool takes a whole text.
    let whole = json!({ "name": "greet", "values": { "who": "Ada and\nher  friends" } });
    let filled = done(&server, &token, "fill_prompt", whole).await;
    assert_eq!(
        filled["messages"][0]["content"],
        "Greet Ada and\nher  friends."
    );
    // claude-code 11054: a model does not see prompts, so it has tools for them.
    let found = done(
        &server,
        &token,
        "search_prompts",
        json!({ "query": "bugs" }),
    )
    .await;
    assert_eq!(found["prompts"][0]["name"], "code-review");
    // gemini-cli 21077: prompts do not appear; the capability is announced, and the list needs no handshake before it.
    let hello = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
    });
    let hello = result(&server, &token, "initialize", hello).await;
    assert!(hello["capabilities"]["prompts"].is_object(), "{hello}");
    assert_eq!(hello["serverInfo"]["name"], "promptcase");
    assert_eq!(names(&server, &token).await.len(), 2);
}

#[tokio::test]
async fn an_agent_saves_and_makes_versions_but_moves_no_label() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    let prompt = review(&ada).await;
    let label = json!({ "version": "1.0.0", "is_protected": true });
    ada.put(&path(&prompt, "/labels/production"), label)
        .await
        .ok();
    let writer = token(&ada, json!({ "scope": "write" })).await;

    let read = done(
        &server,
        &writer,
        "read_prompt",
        json!({ "name": "code-review" }),
    )
    .await;
    assert_eq!(
        (&read["version"], &read["variables"][1]["kind"]),
        (&json!("1.0.0"), &json!("choice"))
    );
    let messages = json!([
        { "role": "system", "content": "Be kind." }, { "role": "user", "content": "Review {{code}}" },
    ]);
    let draft = json!({ "name": "code-review", "messages": messages });
    assert_eq!(
        refused(&server, &writer, "save_draft", draft).await,
        "required"
    );
    let draft = json!({ "name": "code-review", "base_version": "1.0.0", "messages": messages });
    let saved = done(&server, &writer, "save_draft", draft.clone()).await;
    assert_eq!(saved, json!({ "name": "code-review", "version": "1.0.1" }));
    // The same save again changes nothing; another one on the old version does not win.
    assert_eq!(
        done(&server, &writer, "save_draft", draft).await["version"],
        "1.0.1"
    );
    let late = json!({ "name": "code-review", "base_version": "1.0.0", "title": "Late" });
    assert_eq!(
        refused(&server, &writer, "save_draft", late).await,
        "conflict"
    );
    let new = json!({ "name": "code-review", "base_version": "1.0.1", "type": "minor", "changelog": "Kinder" });
    let made = done(&server, &writer, "create_version", new).await;
    assert_eq!(made["version"], "1.1.0");
    // Variables stay with new messages, and the label with its version.
    let now = ada.get(&path(&prompt, "")).await.ok();
    assert_eq!(now["content"]["segments"][1]["content"], "Review {{code}}");
    assert_eq!(now["content"]["variables"]["required"], json!(["code"]));
    let label = ada.get(&path(&prompt, "/labels/production")).await.ok();
    assert_eq!(label["version"], "1.0.0");
    let tools = result(&server, &writer, "tools/list", json!({})).await;
    for tool in tools["tools"].as_array().unwrap() {
        assert!(!tool["name"].as_str().unwrap().contains("label"), "{tool}");
    }

    // A new prompt is private.
    let draft =
        json!({ "title": "Haiku", "messages": [{ "role": "user", "content": "Write a haiku." }] });
    let saved = done(&server, &writer, "save_draft", draft).await;
    assert_eq!(saved, json!({ "name": "haiku", "version": "1.0.0" }));
    let found = ada.get("/api/names?name=haiku").await.ok();
    let made = ada
        .get(&format!("/api/prompts/{}", found["id"].as_str().unwrap()))
        .await
        .ok();
    assert_eq!(made["is_public"], false);
    // A message in the place of one by the same speaker keeps its id and its type.
    let written = json!({ "segments": [
        { "id": "about", "order": 0, "type": "context", "content": "We build bridges." },
        { "id": "task", "order": 1, "type": "instruction", "content": "Greet." },
        { "id": "last", "order": 2, "type": "user", "content": "Now." },
    ] });
    let greeting = json!({ "title": "Greeting", "content": written });
    let greeting = ada.prompt(greeting).await;
    let draft = json!({
        "name": "greeting", "base_version": "1.0.0",
        "messages": [
            { "role": "system", "content": "We build roads." },
            { "role": "assistant", "content": "Yes?" },
            { "role": "user", "content": "Now!" },
        ],
    });
    done(&server, &writer, "save_draft", draft).await;
    let now = ada.get(&path(&greeting, "")).await.ok();
    let segments = now["content"]["segments"].as_array().unwrap();
    let seen: Vec<_> = segments
        .iter()
        .map(|one| {
            (
                one["type"].as_str().unwrap(),
                one["content"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("context", "We build roads."),
        ("assistant", "Yes?"),
        ("user", "Now!"),
    ];
    assert_eq!(seen, expected);
    assert_eq!(
        (&segments[0]["id"], &segments[2]["id"]),
        (&json!("about"), &json!("last"))
    );
    // Others would read a draft of a public prompt at once.
    let shown = json!({ "title": "Shown", "is_public": true, "content": content("Be kind.") });
    let shown = ada.prompt(shown).await;
    let draft = json!({ "name": "shown", "base_version": "1.0.0", "messages": messages });
    assert_eq!(
        refused(&server, &writer, "save_draft", draft).await,
        "is_public"
    );
    let now = ada.get(&path(&shown, "")).await.ok();
    assert_eq!(now["version_batch"], 0);
    // And so would whoever has the secret link of a private one.
    let linked = json!({ "title": "Linked", "content": content("Be kind.") });
    let linked = ada.prompt(linked).await;
    ada.put(&path(&linked, "/link"), json!({})).await;
    let draft = json!({ "name": "linked", "base_version": "1.0.0", "messages": messages });
    assert_eq!(
        refused(&server, &writer, "save_draft", draft).await,
        "is_public"
    );
    for name in ["shown", "linked"] {
        let new =
            json!({ "name": name, "base_version": "1.0.0", "type": "major", "changelog": "Mine" });
        assert_eq!(
            refused(&server, &writer, "create_version", new).await,
            "is_public"
        );
    }
    // Rules and unknown arguments are told as the API tells them.
    let empty = json!({ "title": "", "messages": [] });
    assert_eq!(
        refused(&server, &writer, "save_draft", empty).await,
        "required"
    );
    let public = json!({ "title": "Public", "is_public": true });
    assert_eq!(
        refused(&server, &writer, "save_draft", public).await,
        "unreadable"
    );
    let unknown = error(
        &server,
        &writer,
        "tools/call",
        json!({ "name": "move_label" }),
    )
    .await;
    assert_eq!(unknown["code"], -32602);
    // What is written in blocks is not overwritten with messages.
    let blocks = json!({ "blocks": [{ "id": "b1", "order": 0, "title": "One", "content": "1" }] });
    let fields = json!({ "title": "Blocks", "structure_type": "advanced", "content": blocks });
    ada.prompt(fields).await;
    let draft = json!({ "name": "blocks", "base_version": "1.0.0", "messages": messages });
    assert_eq!(
        refused(&server, &writer, "save_draft", draft).await,
        "not_messages"
    );
}

#[tokio::test]
async fn a_token_may_do_what_it_may_elsewhere() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    let prompt = review(&ada).await;
    let tone = ada
        .prompt(json!({ "title": "Tone", "content": content("Be kind.") }))
        .await;
    ada.put(&path(&tone, "/labels/live"), json!({ "version": "1.0.0" }))
        .await
        .ok();
    let collection = ada
        .post("/api/collections", json!({ "title": "Mine" }))
        .await
        .created();
    let items = format!(
        "/api/collections/{}/items",
        collection["id"].as_str().unwrap()
    );
    ada.post(&items, json!({ "prompt_ids": [tone["id"]] }))
        .await
        .ok();

    let reader = token(&ada, json!({})).await;
    let tools = result(&server, &reader, "tools/list", json!({})).await;
    assert_eq!(tools["tools"].as_array().unwrap().len(), 3);
    let draft = json!({ "title": "New" });
    assert_eq!(
        refused(&server, &reader, "save_draft", draft.clone()).await,
        "insufficient_scope"
    );
    let resources = result(&server, &reader, "resources/list", json!({})).await;
    assert_eq!(
        resources["resources"][0]["uri"],
        "promptcase://collections/mine"
    );
    let mine = json!({ "uri": "promptcase://collections/mine" });
    let mine = result(&server, &reader, "resources/read", mine).await;
    let mine: Value = serde_json::from_str(mine["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(mine["prompts"][0]["name"], "tone");
    let text = json!({ "uri": "promptcase://prompts/%40ada/tone:live" });
    let text = result(&server, &reader, "resources/read", text).await;
    assert!(
        text["contents"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Be kind.")
    );
    let missing = json!({ "uri": "promptcase://prompts/nothing" });
    assert_eq!(
        error(&server, &reader, "resources/read", missing).await["code"],
        -32002
    );

    // A limited token sees its prompts, at its labels, and nothing else.
    let one = token(&ada, json!({ "prompt_ids": [tone["id"]] })).await;
    assert_eq!(names(&server, &one).await, ["tone"]);
    let live = token(&ada, json!({ "labels": ["live"] })).await;
    assert_eq!(names(&server, &live).await, ["tone:live"]);
    let found = done(&server, &live, "search_prompts", json!({ "query": "" })).await;
    assert_eq!(found["prompts"].as_array().unwrap().len(), 1);
    for (token, name) in [(&one, "code-review"), (&live, "code-review:live")] {
        let code = refused(&server, token, "fill_prompt", json!({ "name": name })).await;
        assert!(
            ["not_found", "no_such_label"].contains(&code.as_str()),
            "{code}"
        );
    }
    let read = json!({ "name": "tone" });
    assert_eq!(
        refused(&server, &live, "read_prompt", read).await,
        "token_limited"
    );
    assert_eq!(
        refused(&server, &live, "save_draft", draft).await,
        "insufficient_scope"
    );
    let mine = json!({ "uri": "promptcase://collections/mine" });
    assert_eq!(
        error(&server, &one, "resources/read", mine).await["data"]["code"],
        "token_limited"
    );
    let elsewhere = server
        .visitor()
        .request(Method::GET, &path(&prompt, ""))
        .bearer_auth(&one);
    server
        .visitor()
        .send(elsewhere)
        .await
        .fails(403, "token_limited");
}

/// All names of a list, page by page, and how many pages there are.
async fn pages(server: &TestServer, token: &str, list: &str, key: &str) -> (Vec<String>, usize) {
    let (mut names, mut cursor, mut count) = (Vec::new(), None::<Value>, 0);
    loop {
        let params = cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }));
        let page = result(server, token, &format!("{list}/list"), params).await;
        for one in page[list].as_array().unwrap() {
            names.push(one[key].as_str().unwrap().to_owned());
        }
        count += 1;
        match page.get("nextCursor") {
            Some(next) => cursor = Some(next.clone()),
            None => return (names, count),
        }
    }
}

#[tokio::test]
async fn long_lists_come_in_pages_and_say_so() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    let mut first = None;
    for number in 0..52 {
        let prompt = ada
            .prompt(json!({ "title": format!("Tone {number}"), "content": content("Be kind.") }))
            .await;
        for label in ["live", "other"] {
            let label = path(&prompt, &format!("/labels/{label}"));
            ada.put(&label, json!({ "version": "1.0.0" })).await.ok();
        }
        first = first.or(Some(prompt));
    }
    for number in 0..101 {
        let new = json!({ "title": format!("Collection {number}") });
        ada.post("/api/collections", new).await.created();
    }
    let first = first.unwrap();
    let change = json!({ "title": "Secret plan", "description": "Not for all" });
    ada.save(&first, change).await.ok();

    let reader = token(&ada, json!({})).await;
    let (names, count) = pages(&server, &reader, "prompts", "name").await;
    assert_eq!((names.len(), count), (52, 2));
    let (uris, count) = pages(&server, &reader, "resources", "uri").await;
    let collections = uris.iter().filter(|uri| uri.contains("/collections/"));
    assert_eq!((collections.count(), uris.len(), count), (101, 153, 3));

    // A limited token: every prompt at its label, once.
    let live = token(&ada, json!({ "labels": ["live"] })).await;
    let (mut names, count) = pages(&server, &live, "prompts", "name").await;
    names.sort();
    names.dedup();
    assert_eq!((names.len(), count), (52, 2));
    assert!(
        names.iter().all(|name| name.ends_with(":live")),
        "{names:?}"
    );
    let (mut uris, count) = pages(&server, &live, "resources", "name").await;
    uris.sort();
    assert_eq!((&uris, count), (&names, 2));
    let last = done(
        &server,
        &live,
        "search_prompts",
        json!({ "query": "tone 51" }),
    )
    .await;
    assert_eq!(last["prompts"][0]["name"], "tone-51:live");
    // The title is that of the version that it may have.
    let new = done(
        &server,
        &live,
        "search_prompts",
        json!({ "query": "secret" }),
    )
    .await;
    assert_eq!(new["prompts"], json!([]));
    let old = done(
        &server,
        &live,
        "search_prompts",
        json!({ "query": "tone 0" }),
    )
    .await;
    assert_eq!(old["prompts"][0]["title"], "Tone 0");
    assert_eq!(old["prompts"][0]["version"], "1.0.0");
    assert_eq!(old["prompts"][0]["description"], "");

    // By prompts and labels, and by prompts alone.
    let fields = json!({ "prompt_ids": [first["id"]], "labels": ["live", "other"] });
    let both = token(&ada, fields).await;
    let (names, _) = pages(&server, &both, "prompts", "name").await;
    assert_eq!(names, ["tone-0:live", "tone-0:other"]);
    let one = token(&ada, json!({ "prompt_ids": [first["id"]] })).await;
    let (names, _) = pages(&server, &one, "prompts", "name").await;
    assert_eq!(names, ["tone-0"]);
    let told = error(&server, &live, "prompts/list", json!({ "cursor": "x" })).await;
    assert_eq!(told["code"], -32602);
}

#[tokio::test]
async fn a_prompt_of_a_workspace_without_a_handle_is_not_taken_for_ones_own() {
    let server = pro().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    ada.prompt(json!({ "title": "Tone", "content": content("Ada's.") }))
        .await;
    let shared = json!({ "title": "Tone", "is_public": true, "content": content("Bob's.") });
    let shared = bob.prompt(shared).await;
    let token = token(&ada, json!({})).await;
    server
        .app
        .db
        .write("UPDATE handles SET is_current = FALSE")
        .execute()
        .await
        .unwrap();
    let found = done(
        &server,
        &token,
        "search_prompts",
        json!({ "query": "tone" }),
    )
    .await;
    let found = found["prompts"].as_array().unwrap();
    let mut names: Vec<&str> = found
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    let mut expected = ["tone", shared["id"].as_str().unwrap()];
    expected.sort_unstable();
    assert_eq!(names, expected);
    for name in names {
        let filled = done(&server, &token, "fill_prompt", json!({ "name": name })).await;
        let text = if name == "tone" { "Ada's." } else { "Bob's." };
        assert_eq!(filled["messages"][0]["content"], text);
    }
}

#[tokio::test]
async fn a_stranger_sees_nothing_private() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    review(&ada).await;
    let shared = json!({ "title": "Shared", "is_public": true, "content": content("For all.") });
    let shared = ada.prompt(shared).await;
    let bob = server.person("Bob").await;
    let token = token(&bob, json!({ "scope": "write" })).await;
    assert_eq!(names(&server, &token).await, Vec::<String>::new());
    for name in ["@ada/code-review", "@ada/nothing"] {
        let told = error(&server, &token, "prompts/get", json!({ "name": name })).await;
        assert_eq!(told["message"], "Prompt not found");
        let draft = json!({ "name": name, "base_version": "1.0.0", "title": "Taken over" });
        assert_eq!(
            refused(&server, &token, "save_draft", draft).await,
            "not_found"
        );
    }
    let found = done(&server, &token, "search_prompts", json!({ "query": "" })).await;
    let found = found["prompts"].as_array().unwrap().clone();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["name"], "@ada/shared");
    let filled = done(
        &server,
        &token,
        "fill_prompt",
        json!({ "name": "@ada/shared" }),
    )
    .await;
    assert_eq!(filled["messages"][0]["content"], "For all.");
    let draft = json!({ "name": "@ada/shared", "base_version": "1.0.0", "title": "Taken over" });
    assert_eq!(
        refused(&server, &token, "save_draft", draft).await,
        "not_found"
    );
    // One that Bob likes is among his.
    bob.put(&path(&shared, "/like"), json!({})).await.ok();
    let first = result(&server, &token, "prompts/list", json!({})).await;
    assert_eq!(
        (&first["prompts"], &first["nextCursor"]),
        (&json!([]), &json!("liked"))
    );
    let liked = result(
        &server,
        &token,
        "prompts/list",
        json!({ "cursor": "liked" }),
    )
    .await;
    assert_eq!(liked["prompts"][0]["name"], "@ada/shared");
    let told = error(&server, &token, "prompts/list", json!({ "cursor": "x" })).await;
    assert_eq!(told["code"], -32602);
}

#[tokio::test]
async fn only_a_valid_token_opens_it() {
    let server = server_with(|config| {
        config.default_plan = Some(PlanType::Pro);
        config.fetch_limit = 3;
        config.public_url = "https://prompts.example.org".to_owned();
    })
    .await;
    let ada = server.person("Ada").await;
    let reader = token(&ada, json!({})).await;
    let visitor = server.visitor();
    let post = |client: &Client, token: Option<&str>, host: &str| {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
        let request = client
            .request(Method::POST, "/mcp")
            .header(ACCEPT, "application/json, text/event-stream")
            .header(HOST, host)
            .json(&body);
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    };
    let host = "prompts.example.org";
    // No visitor, no bad token, and no browser: a page of another site could send its cookie.
    let expected = "Bearer resource_metadata=\"https://prompts.example.org/.well-known/oauth-protected-resource/mcp\"";
    for (client, token, code) in [
        (&visitor, None, "not_authenticated"),
        (&visitor, Some("nonsense"), "invalid_token"),
        (&ada, None, "not_authenticated"),
    ] {
        let answer = client.send(post(client, token, host)).await;
        assert_eq!(answer.headers["www-authenticate"], expected);
        answer.fails(401, code);
    }
    let described = visitor
        .get("/.well-known/oauth-protected-resource/mcp")
        .await
        .ok();
    assert_eq!(described["resource"], "https://prompts.example.org/mcp");

    let get = visitor.request(Method::GET, "/mcp").header(HOST, host);
    let get = get.header(ACCEPT, "text/event-stream").bearer_auth(&reader);
    let get = visitor.send(get).await;
    assert_eq!(
        (get.status.as_u16(), get.headers["allow"].to_str().unwrap()),
        (405, "POST")
    );
    // Other names of this server, as pages use them that rebind a name, and other sites are refused.
    let rebound = visitor
        .send(post(&visitor, Some(&reader), "evil.example.net"))
        .await;
    assert_eq!(rebound.status, 403, "{}", rebound.text());
    let foreign = post(&visitor, Some(&reader), host).header(ORIGIN, "https://evil.example.net");
    visitor.send(foreign).await.fails(403, "foreign_origin");
    let pong = visitor.send(post(&visitor, Some(&reader), host)).await;
    assert_eq!(pong.status, 200, "{}", pong.text());
    // Requests are limited as fetches are.
    let over = visitor.send(post(&visitor, Some(&reader), host)).await;
    assert!(over.headers.contains_key("retry-after"));
    over.fails(429, "too_many_requests");
}

#[tokio::test]
async fn a_body_that_is_no_message_is_a_parse_error() {
    let server = pro().await;
    let ada = server.person("Ada").await;
    let token = token(&ada, json!({})).await;
    for body in ["", "{", "[]", "7", "\u{fffd}"] {
        let request = server.visitor().request(Method::POST, "/mcp");
        let request = request
            .header(ACCEPT, "application/json, text/event-stream")
            .header("content-type", "application/json");
        let answer = server
            .visitor()
            .send(request.bearer_auth(&token).body(body))
            .await;
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
        let error: Value = serde_json::from_slice(&answer.bytes).unwrap();
        assert_eq!(error["error"]["code"], -32700, "{body}");
    }
    let templates = result(&server, &token, "resources/templates/list", json!({})).await;
    let templates = templates["resourceTemplates"].as_array().unwrap();
    let addresses: Vec<_> = templates.iter().map(|one| &one["uriTemplate"]).collect();
    assert_eq!(
        addresses,
        [
            "promptcase://prompts/{+name}",
            "promptcase://collections/{+name}"
        ]
    );
}
