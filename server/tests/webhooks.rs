//! Webhooks: what is told, to whom, in which order, and what happens when an address does not take it.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac as _};
use poem::http::StatusCode;
use poem::listener::{Acceptor as _, Listener as _, TcpListener};
use poem::{EndpointExt as _, Request, Response, Route, Server, endpoint, post};
use prompt_core::plan::PlanType;
use promptcase_server::access::Role;
use promptcase_server::webhooks::{sender, store};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{Client, PASSWORD, TestServer, path, server_with, version};

/// An HTTP status that stands for no answer at all.
const HANG: u16 = 0;

/// What a receiver got.
#[derive(Clone, Debug)]
struct Got {
    id: String,
    timestamp: String,
    signature: String,
    body: String,
}

impl Got {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn event(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }
}

/// A server that takes messages, or answers with another status.
#[derive(Clone)]
struct Receiver {
    url: String,
    status: Arc<AtomicU16>,
    got: Arc<Mutex<Vec<Got>>>,
}

impl Receiver {
    async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0")
            .into_acceptor()
            .await
            .unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let receiver = Self {
            url: format!("http://{address}/hook"),
            status: Arc::new(AtomicU16::new(204)),
            got: Arc::default(),
        };
        let own = receiver.clone();
        let take = endpoint::make(move |mut request: Request| {
            let own = own.clone();
            async move {
                let body = request.take_body().into_string().await?;
                let header = |name: &str| request.header(name).unwrap_or_default().to_owned();
                own.got.lock().unwrap().push(Got {
                    id: header("webhook-id"),
                    timestamp: header("webhook-timestamp"),
                    signature: header("webhook-signature"),
                    body,
                });
                let status = own.status.load(Ordering::SeqCst);
                if status == HANG {
                    std::future::pending::<()>().await;
                }
                let status = StatusCode::from_u16(status).unwrap();
                let response = Response::builder().status(status);
                Ok::<_, poem::Error>(response.header("location", "http://127.0.0.1:9/").finish())
            }
        });
        let routes = Route::new().at("/hook", post(take.boxed()));
        tokio::spawn(Server::new_with_acceptor(acceptor).run(routes));
        receiver
    }

    fn answer(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// What came since the last call.
    fn take(&self) -> Vec<Got> {
        std::mem::take(&mut self.got.lock().unwrap())
    }

    fn events(&self) -> Vec<String> {
        self.take().iter().map(Got::event).collect()
    }
}

const ALL: [&str; 3] = [
    "prompt.version.created",
    "prompt.label.moved",
    "prompt.shared",
];

async fn max() -> TestServer {
    server_with(|config| {
        config.default_plan = Some(PlanType::Max);
        config.webhooks_allow_private = true;
    })
    .await
}

async fn hook(client: &Client, receiver: &Receiver) -> Value {
    let new = json!({ "url": receiver.url, "events": ALL });
    client.post("/api/webhooks", new).await.created()
}

fn at(hook: &Value, rest: &str) -> String {
    format!("/api/webhooks/{}{rest}", hook["id"].as_str().unwrap())
}

/// Sends until nothing is due.
async fn send(server: &TestServer) {
    while sender::send_due(&server.app).await.unwrap() > 0 {}
}

async fn say(client: &Client, prompt: &Value, text: &str) -> Value {
    let content =
        json!({ "segments": [{ "id": "s1", "order": 0, "type": "system", "content": text }] });
    client
        .save(prompt, json!({ "content": content }))
        .await
        .ok()
}

async fn make_version(client: &Client, prompt: &Value, changelog: &str) {
    let new =
        json!({ "version_type": "minor", "changelog": changelog, "base_version": version(prompt) });
    client.post(&path(prompt, "/versions"), new).await.created();
}

#[tokio::test]
async fn events_are_told_signed_and_in_order() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    let hook = hook(&ada, &receiver).await;
    let secret = hook["secret"].as_str().unwrap();

    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let saved = say(&ada, &prompt, "Be brief.").await;
    make_version(&ada, &saved, "Shorter").await;
    let label = json!({ "version": "1.1.0", "reason": "Reviewed" });
    ada.put(&path(&prompt, "/labels/production"), label)
        .await
        .ok();
    // Moving it to where it is is no move.
    let label = json!({ "version": "1.1.0", "reason": "Again" });
    ada.put(&path(&prompt, "/labels/production"), label)
        .await
        .ok();
    ada.post(&path(&prompt, "/labels/production/undo"), json!({}))
        .await
        .ok();
    ada.patch(&path(&prompt, ""), json!({ "is_public": true }))
        .await
        .ok();
    ada.patch(&path(&prompt, ""), json!({ "title": "Voice" }))
        .await
        .ok();
    let name = json!({ "changelog": "Named later" });
    ada.patch(&path(&prompt, "/versions/1.0.1"), name.clone())
        .await
        .ok();
    ada.patch(&path(&prompt, "/versions/1.0.1"), name)
        .await
        .ok();
    ada.put(&path(&prompt, "/link"), json!({})).await.ok();
    ada.put(&path(&prompt, "/link"), json!({})).await.ok();
    ada.prompt(json!({ "title": "Open", "is_public": true }))
        .await;
    assert!(receiver.take().is_empty(), "nothing is sent by the request");
    send(&server).await;
    let got = receiver.take();
    let about: Vec<Value> = got.iter().map(|one| one.json()["data"].clone()).collect();
    let events: Vec<String> = got.iter().map(Got::event).collect();
    // Prompts do not wait for one another, so that of the second is somewhere.
    let of_first: Vec<_> = events
        .iter()
        .zip(&about)
        .filter(|(_, data)| data["prompt"]["id"] == prompt["id"])
        .collect();
    let told: Vec<&str> = of_first.iter().map(|(event, _)| event.as_str()).collect();
    assert_eq!(
        told,
        [
            "prompt.version.created",
            "prompt.label.moved",
            "prompt.label.moved",
            "prompt.shared",
            "prompt.version.created",
            "prompt.shared",
        ]
    );
    let data: Vec<&Value> = of_first.iter().map(|(_, data)| *data).collect();
    assert_eq!(
        data[0],
        &json!({
            "prompt": { "id": prompt["id"], "name": "@ada/tone", "title": "Tone" },
            "version": "1.1.0", "changelog": "Shorter",
        })
    );
    assert_eq!(
        (&data[1]["label"], &data[1]["from"]),
        (&json!("production"), &Value::Null)
    );
    assert_eq!(
        (&data[1]["to"], &data[1]["reason"]),
        (&json!("1.1.0"), &json!("Reviewed"))
    );
    assert_eq!(
        (&data[2]["from"], &data[2]["to"]),
        (&json!("1.1.0"), &Value::Null)
    );
    assert_eq!(data[3]["visibility"], "public");
    assert_eq!(
        (&data[4]["version"], &data[4]["changelog"]),
        (&json!("1.0.1"), &json!("Named later"))
    );
    assert_eq!(data[5]["visibility"], "link");
    assert_eq!(events.len(), 7);

    // Each message is signed as Standard Webhooks says.
    let key = BASE64_STANDARD
        .decode(secret.strip_prefix("whsec_").unwrap())
        .unwrap();
    for one in &got {
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.{}", one.id, one.timestamp, one.body).as_bytes());
        let expected = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        assert_eq!(one.signature, format!("v1,{expected}"));
        assert_eq!(one.timestamp, "1769851800");
        assert!(one.id.starts_with("msg_"), "{}", one.id);
    }
    // An event that did not happen is not told: the save is refused.
    let late = json!({ "version_type": "minor", "changelog": "Late", "base_version": "1.0.0" });
    ada.post(&path(&prompt, "/versions"), late)
        .await
        .fails(409, "conflict");
    send(&server).await;
    assert!(receiver.take().is_empty());
}

#[tokio::test]
async fn a_message_is_tried_again_and_later_ones_wait_for_it() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    let hook = hook(&ada, &receiver).await;
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let other = ada.prompt(json!({ "title": "Other" })).await;
    receiver.answer(500);
    make_version(&ada, &prompt, "First").await;
    ada.put(&path(&prompt, "/link"), json!({})).await.ok();
    send(&server).await;
    assert_eq!(receiver.events(), ["prompt.version.created"]);
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert_eq!(
        (&messages[0]["event"], &messages[0]["attempts"]),
        (&json!("prompt.shared"), &json!(0))
    );
    assert_eq!(
        (&messages[1]["status"], &messages[1]["attempts"]),
        (&json!("pending"), &json!(1))
    );
    assert_eq!(
        (&messages[1]["answer_status"], &messages[1]["answer"]),
        (&json!(500), &json!("It answered 500."))
    );
    // A redirect is not followed.
    receiver.answer(302);
    server.pass(Duration::from_secs(6));
    send(&server).await;
    let first = receiver.take();
    assert_eq!(first.len(), 1);
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert!(
        messages[1]["answer"]
            .as_str()
            .unwrap()
            .contains("Redirects are not followed")
    );
    // Another prompt does not wait.
    receiver.answer(200);
    make_version(&ada, &other, "Other").await;
    send(&server).await;
    assert_eq!(receiver.events(), ["prompt.version.created"]);
    // Then both are taken in order, the first under the id that it always had.
    server.pass(Duration::from_secs(301));
    send(&server).await;
    let got = receiver.take();
    let events: Vec<String> = got.iter().map(Got::event).collect();
    assert_eq!(events, ["prompt.version.created", "prompt.shared"]);
    assert_eq!(got[0].id, first[0].id);
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    for message in messages.as_array().unwrap() {
        assert_eq!(message["status"], "delivered");
    }
    // It can be sent again.
    let replay = at(
        &hook,
        &format!("/messages/{}/replay", messages[2]["id"].as_str().unwrap()),
    );
    let again = ada.post(&replay, json!({})).await.ok();
    assert_eq!(again["status"], "pending");
    send(&server).await;
    assert_eq!(receiver.take()[0].id, first[0].id);

    // After three days it has failed, and the next one is sent.
    receiver.answer(503);
    make_version(&ada, &ada.get(&path(&prompt, "")).await.ok(), "Third").await;
    make_version(&ada, &ada.get(&path(&prompt, "")).await.ok(), "Fourth").await;
    let mut days = 0;
    loop {
        send(&server).await;
        let messages = ada.get(&at(&hook, "/messages?limit=2")).await.ok()["items"].clone();
        if messages[1]["status"] == "failed" {
            assert_eq!(messages[1]["attempts"], 10);
            assert!((12..=13).contains(&(days / 6)), "{days}");
            break;
        }
        server.pass(Duration::from_hours(1));
        days += 1;
        assert!(days < 200, "it is never given up");
    }
    assert!(receiver.take().len() >= 10);
    receiver.answer(200);
    server.pass(Duration::from_hours(24));
    send(&server).await;
    assert_eq!(receiver.take()[0].json()["data"]["changelog"], "Fourth");
}

#[tokio::test]
async fn a_receiver_that_hangs_holds_up_nobody_else() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let (slow, quick) = (Receiver::start().await, Receiver::start().await);
    let hook = hook(&ada, &slow).await;
    let new = json!({ "url": quick.url, "events": ALL });
    ada.post("/api/webhooks", new).await.created();
    slow.answer(HANG);
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    make_version(&ada, &prompt, "First").await;
    sender::send_due(&server.app).await.unwrap();
    assert_eq!(quick.events(), ["prompt.version.created"]);
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert!(
        messages[0]["answer"]
            .as_str()
            .unwrap()
            .contains("within 10 seconds"),
        "{messages}"
    );
    // An address where nobody listens.
    let gone = json!({ "url": "http://127.0.0.1:9/" });
    ada.patch(&at(&hook, ""), gone).await.ok();
    server.pass(Duration::from_secs(6));
    send(&server).await;
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert_eq!(messages[0]["answer"], "It cannot be reached.");
}

#[tokio::test]
async fn many_messages_to_a_receiver_that_hangs_leave_room_for_others() {
    let server = max().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let (slow, own, other) = (
        Receiver::start().await,
        Receiver::start().await,
        Receiver::start().await,
    );
    slow.answer(HANG);
    hook(&ada, &slow).await;
    hook(&ada, &own).await;
    hook(&bob, &other).await;
    for number in 0..30 {
        let open = json!({ "title": format!("Open {number}"), "is_public": true });
        ada.prompt(open).await;
    }
    bob.prompt(json!({ "title": "Open", "is_public": true }))
        .await;
    let running = tokio::spawn(sender::run(server.app.clone()));
    let (mut got_own, mut got_other) = (0, 0);
    let begun = std::time::Instant::now();
    while got_own < 30 || got_other < 1 {
        assert!(
            begun.elapsed() < Duration::from_secs(9),
            "{got_own} {got_other}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
        got_own += own.take().len();
        got_other += other.take().len();
    }
    assert_eq!(slow.take().len(), 2);
    running.abort();
}

#[tokio::test]
async fn places_and_webhooks_are_counted_one_after_another() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    let created = futures_util::future::join_all((0..25).map(|_| {
        let new = json!({ "url": receiver.url, "events": ALL });
        ada.post("/api/webhooks", new)
    }))
    .await;
    let made = created.iter().filter(|one| one.status == 201).count();
    assert_eq!(made, 20);
    let hooks = ada.get("/api/webhooks").await.ok()["items"].clone();
    let test = at(&hooks[0], "/test");
    let tests = futures_util::future::join_all((0..20).map(|_| ada.post(&test, json!({})))).await;
    assert!(tests.iter().all(|one| one.status == 201));
    let places: Vec<(i64,)> = server
        .app
        .db
        .read("SELECT place FROM webhook_messages ORDER BY place")
        .all()
        .await
        .unwrap();
    let places: Vec<i64> = places.into_iter().map(|(place,)| place).collect();
    assert_eq!(places, (1..=20).collect::<Vec<i64>>());
    // A webhook is tried so many times a minute; the others are not held up.
    let message = ada.get(&at(&hooks[0], "/messages")).await.ok()["items"][0]["id"].clone();
    let replay = format!("/messages/{}/replay", message.as_str().unwrap());
    for again in [test, at(&hooks[0], &replay)] {
        let told = ada.post(&again, json!({})).await;
        assert!(told.headers.contains_key("retry-after"));
        told.fails(429, "too_many_requests");
    }
    ada.post(&at(&hooks[1], "/test"), json!({})).await.created();
    server.pass(Duration::from_secs(61));
    ada.post(&at(&hooks[0], "/test"), json!({})).await.created();
}

#[tokio::test]
async fn a_token_that_may_read_does_not_see_the_path_of_an_address() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let new = json!({ "url": "https://hooks.example.org/T1/secret?key=x", "events": ALL });
    ada.post("/api/webhooks", new).await.created();
    for (scope, expected) in [
        ("read", "https://hooks.example.org"),
        ("write", "https://hooks.example.org/T1/secret?key=x"),
    ] {
        let new = json!({ "name": "Agent", "password": PASSWORD, "scope": scope });
        let token = ada.post("/api/auth/tokens", new).await.created();
        let visitor = server.visitor();
        let request = visitor
            .request(reqwest::Method::GET, "/api/webhooks")
            .bearer_auth(token["token"].as_str().unwrap());
        let hooks = visitor.send(request).await.ok();
        assert_eq!(hooks["items"][0]["url"], expected);
    }
}

#[tokio::test]
async fn messages_survive_a_server_that_dies() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    hook(&ada, &receiver).await;
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    make_version(&ada, &prompt, "First").await;
    // A process takes the message and dies while it sends it.
    let now = server.app.now();
    let due = store::due(&server.app.db, now, 1).await.unwrap();
    let until = now.plus(Duration::from_mins(1));
    assert!(
        store::claim(&server.app.db, due[0].id, until, now)
            .await
            .unwrap()
    );
    let other = server.twin().await;
    send(&other).await;
    assert!(receiver.take().is_empty());
    server.pass(Duration::from_secs(61));
    // Of two processes one sends it.
    let (one, two) = tokio::join!(sender::send_due(&server.app), sender::send_due(&other.app));
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    assert_eq!(receiver.events(), ["prompt.version.created"]);
    // Old messages are forgotten.
    server.pass(Duration::from_hours(24 * 31));
    assert_eq!(
        store::forget_old(&server.app.db, server.app.now())
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn a_webhook_is_managed() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    let hook = hook(&ada, &receiver).await;
    let listed = ada.get("/api/webhooks").await.ok();
    assert_eq!(listed["items"][0]["url"], receiver.url);
    assert!(!listed.to_string().contains("whsec_"), "{listed}");
    // The test button.
    ada.post(&at(&hook, "/test"), json!({})).await.created();
    send(&server).await;
    assert_eq!(receiver.events(), ["webhook.test"]);
    // Only chosen events, and none while it rests.
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let fewer = json!({ "events": ["prompt.shared", "prompt.shared"], "description": "Chat" });
    let fewer = ada.patch(&at(&hook, ""), fewer).await.ok();
    assert_eq!(
        (&fewer["events"], &fewer["description"]),
        (&json!(["prompt.shared"]), &json!("Chat"))
    );
    make_version(&ada, &prompt, "First").await;
    ada.patch(&at(&hook, ""), json!({ "is_active": false }))
        .await
        .ok();
    ada.patch(&path(&prompt, ""), json!({ "is_public": true }))
        .await
        .ok();
    send(&server).await;
    ada.patch(&at(&hook, ""), json!({ "is_active": true }))
        .await
        .ok();
    send(&server).await;
    assert!(receiver.take().is_empty());
    // Rules.
    for (new, code, field) in [
        (
            json!({ "url": "nonsense", "events": ALL }),
            "not_valid",
            "url",
        ),
        (
            json!({ "url": receiver.url, "events": [] }),
            "required",
            "events",
        ),
        (
            json!({ "url": receiver.url, "events": ALL, "description": "x".repeat(201) }),
            "too_long",
            "description",
        ),
    ] {
        let failed = ada.post("/api/webhooks", new).await.fails(422, code);
        assert_eq!(failed["field"], field);
    }
    let unknown = json!({ "url": receiver.url, "events": ["prompt.deleted"] });
    assert_eq!(ada.post("/api/webhooks", unknown).await.status, 400);
    for _ in 1..20 {
        ada.post(
            "/api/webhooks",
            json!({ "url": receiver.url, "events": ALL }),
        )
        .await
        .created();
    }
    let more = json!({ "url": receiver.url, "events": ALL });
    ada.post("/api/webhooks", more).await.fails(422, "too_many");
    ada.delete(&at(&hook, "")).await.done();
    ada.get(&at(&hook, "/messages"))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn only_public_addresses_the_max_plan_and_administrators_count() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    let new = json!({ "url": receiver.url, "events": ALL });
    ada.post("/api/webhooks", new.clone())
        .await
        .fails(422, "not_https");
    let inside = json!({ "url": "https://10.0.0.1/", "events": ALL });
    ada.post("/api/webhooks", inside)
        .await
        .fails(422, "private_address");
    // An address is checked again when it is used. Names that lead inside are tried in `webhooks::address`.
    let named = json!({ "url": "https://hooks.example.org/", "events": ALL });
    let hook = ada.post("/api/webhooks", named).await.created();
    let moved = server
        .app
        .db
        .write("UPDATE webhooks SET url = 'https://localhost/'")
        .execute();
    moved.await.unwrap();
    ada.post(&at(&hook, "/test"), json!({})).await.created();
    send(&server).await;
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert!(
        messages[0]["answer"]
            .as_str()
            .unwrap()
            .contains("private network"),
        "{messages}"
    );

    // A plan that ended sends nothing.
    let free = server
        .twin_with(|config| config.default_plan = Some(PlanType::Free))
        .await;
    ada.post(&at(&hook, "/test"), json!({})).await.created();
    send(&free).await;
    let messages = ada.get(&at(&hook, "/messages")).await.ok()["items"].clone();
    assert_eq!(messages[0]["answer"], "Webhooks are part of the Max plan.");
    let bob = free.person("Bob").await;
    bob.post("/api/webhooks", new)
        .await
        .fails(403, "plan_required");

    // Owners and admins alone. A token acts in the workspace it was made in.
    let made = json!({ "name": "Agent", "password": PASSWORD, "scope": "write" });
    let token = ada.post("/api/auth/tokens", made).await.created();
    for role in Role::ALL {
        let set = server
            .app
            .db
            .write("UPDATE workspace_members SET role = $1 WHERE user_id = $2");
        let id: uuid::Uuid = ada.id().parse().unwrap();
        set.bind(role.as_str()).bind(id).execute().await.unwrap();
        let visitor = server.visitor();
        let ask = visitor.request(reqwest::Method::GET, "/api/webhooks");
        let ask = ask.bearer_auth(token["token"].as_str().unwrap());
        let answer = visitor.send(ask).await;
        let may = matches!(role, Role::Owner | Role::Admin);
        assert_eq!(answer.status == 200, may, "{role:?}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_label_at_a_save_makes_it_a_version_and_tells_so_once() {
    let server = max().await;
    let ada = server.person("Ada").await;
    let receiver = Receiver::start().await;
    hook(&ada, &receiver).await;
    let prompt = ada.prompt(json!({ "title": "Tone" })).await;
    let saved = say(&ada, &prompt, "Be brief.").await;
    say(&ada, &saved, "Be kind.").await;
    for label in ["production", "staging"] {
        let target = json!({ "version": version(&saved) });
        let label = path(&prompt, &format!("/labels/{label}"));
        ada.put(&label, target).await.ok();
    }
    // A protection that begins or ends moves nothing.
    let protect = json!({ "version": version(&saved), "is_protected": true });
    ada.put(&path(&prompt, "/labels/production"), protect)
        .await
        .ok();
    send(&server).await;
    assert_eq!(
        receiver.events(),
        [
            "prompt.version.created",
            "prompt.label.moved",
            "prompt.label.moved"
        ]
    );
}
