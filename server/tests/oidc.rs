//! Signing in by an OpenID Connect provider: oidc-provider, as other people wrote it.

use std::collections::BTreeMap;
use std::sync::Mutex;

use promptcase_server::admin::{self, actions};
use promptcase_server::audit::By;
use promptcase_server::config::{Config, Registrations};
use promptcase_server::secret::Secret;
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::support::fakes::{self, Fake};
use crate::support::{PASSWORD, TestServer, server_with};

const CALLBACK: &str = "http://localhost:8080/api/auth/oidc/callback";

/// A browser: its cookies of the server and of the provider, and no redirect followed by itself.
struct Browser {
    http: reqwest::Client,
    server: String,
    jars: Mutex<BTreeMap<String, BTreeMap<String, String>>>,
}

struct Reply {
    status: StatusCode,
    location: String,
    text: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).expect("JSON")
    }
}

impl Browser {
    fn new(server: &TestServer) -> Self {
        // The provider of cryptography is installed by the first client of the harness.
        let _ = server.visitor();
        let http = reqwest::Client::builder().redirect(Policy::none());
        Self {
            http: http.build().expect("a client"),
            server: format!("http://{}", server.address),
            jars: Mutex::default(),
        }
    }

    async fn send(&self, request: RequestBuilder) -> Reply {
        let request = request.build().expect("a request");
        let origin = request.url().origin().ascii_serialization();
        let mut request = request;
        if let Some(jar) = self.jars.lock().expect("no poison").get(&origin) {
            let pairs: Vec<String> = jar
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let pairs = pairs.join("; ");
            request
                .headers_mut()
                .insert(COOKIE, pairs.parse().expect("a header"));
        }
        let response = self.http.execute(request).await.expect("an answer");
        for set in response.headers().get_all(SET_COOKIE) {
            let pair = set
                .to_str()
                .expect("text")
                .split(';')
                .next()
                .unwrap_or_default();
            let (name, value) = pair.split_once('=').expect("a cookie");
            let mut jars = self.jars.lock().expect("no poison");
            let jar = jars.entry(origin.clone()).or_default();
            if value.is_empty() {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
        let location = response.headers().get(LOCATION);
        let location = location.map(|to| to.to_str().expect("text").to_owned());
        Reply {
            status: response.status(),
            location: location.unwrap_or_default(),
            text: response.text().await.expect("a body"),
        }
    }

    async fn get(&self, path: &str) -> Reply {
        self.send(self.http.get(format!("{}{path}", self.server)))
            .await
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        let request = self.http.post(format!("{}{path}", self.server));
        self.send(request.json(&body)).await
    }

    async fn start(&self, form: Value) -> String {
        let reply = self.post("/api/auth/oidc/start", form).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["url"].as_str().expect("a URL").to_owned()
    }

    /// Fills in the provider's forms, and returns what it sends the browser back with.
    async fn at_provider(&self, page: &str, login: &str) -> String {
        let origin = url::Url::parse(page)
            .expect("a URL")
            .origin()
            .ascii_serialization();
        let absolute = |to: &str| {
            if to.starts_with('/') {
                format!("{origin}{to}")
            } else {
                to.to_owned()
            }
        };
        let mut page = page.to_owned();
        for _ in 0..12 {
            let reply = self.send(self.http.get(&page)).await;
            let reply = if reply.status == 200 {
                let action = reply.text.split("action=\"").nth(1).expect("a form");
                let action = absolute(action.split('"').next().expect("an action"));
                let is_login = reply.text.contains("value=\"login\"");
                let form = if is_login {
                    [("prompt", "login"), ("login", login), ("password", "x")].to_vec()
                } else {
                    [("prompt", "consent")].to_vec()
                };
                let form = url::form_urlencoded::Serializer::new(String::new())
                    .extend_pairs(form)
                    .finish();
                let request = self.http.post(action).body(form);
                self.send(request.header("content-type", "application/x-www-form-urlencoded"))
                    .await
            } else {
                reply
            };
            if let Some(query) = reply.location.strip_prefix(CALLBACK) {
                return query.to_owned();
            }
            assert!(
                !reply.location.is_empty(),
                "{} {}",
                reply.status,
                reply.text
            );
            page = absolute(&reply.location);
        }
        panic!("the provider leads nowhere");
    }

    /// Comes back from the provider, and returns the page that it is led to.
    async fn back(&self, query: &str) -> String {
        let reply = self.get(&format!("/api/auth/oidc/callback{query}")).await;
        assert_eq!(reply.status, 303, "{}", reply.text);
        reply.location
    }

    async fn sign_in(&self, form: Value, login: &str) -> String {
        let page = self.start(form).await;
        let query = self.at_provider(&page, login).await;
        self.back(&query).await
    }

    async fn user(&self) -> Value {
        self.get("/api/auth/session").await.json()["user"].clone()
    }

    async fn by_password(server: &TestServer, email: &str) -> Self {
        let browser = Self::new(server);
        let form = json!({ "email": email, "password": PASSWORD });
        let reply = browser.post("/api/auth/login", form).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        browser
    }
}

async fn world(change: impl FnOnce(&mut Config)) -> (TestServer, Fake) {
    let fake = fakes::oidc(CALLBACK).await;
    let url = fake.url.clone();
    let server = server_with(|config| {
        config.oidc.oidc_issuer = Some(url);
        config.oidc.oidc_client_id = Some("promptcase".to_owned());
        config.oidc.oidc_client_secret = Some(Secret("s3cret".to_owned()));
        "Example".clone_into(&mut config.oidc.oidc_name);
        change(config);
    })
    .await;
    (server, fake)
}

fn problem(page: &str) -> &str {
    page.rsplit_once("problem=")
        .map_or("", |(_, problem)| problem)
}

#[tokio::test]
async fn somebody_signs_up_and_in_by_the_provider() {
    let (server, _fake) = world(|_| {}).await;
    server.person("Root").await;
    let browser = Browser::new(&server);
    let session = browser.get("/api/auth/session").await.json();
    assert_eq!(session["sign_in_by"], "Example");
    let page = browser
        .sign_in(json!({ "from": "/community?q=a&b" }), "ada")
        .await;
    assert_eq!(page, "/login?from=%2Fcommunity%3Fq%3Da%26b");
    let ada = browser.user().await;
    assert_eq!(ada["email"], "ada@example.org");
    assert_eq!(ada["full_name"], "Ada Lovelace");
    assert_eq!(ada["email_confirmed"], true);
    let link = browser.get("/api/auth/oidc").await.json();
    assert_eq!(
        link,
        json!({ "name": "Example", "linked_email": "ada@example.org" })
    );
    // No password is set, so that the way in cannot be unlinked
    let form = json!({ "password": PASSWORD });
    let refused = browser.post("/api/auth/oidc/unlink", form).await;
    assert_eq!(refused.json()["code"], "no_password");

    let elsewhere = Browser::new(&server);
    assert_eq!(elsewhere.sign_in(json!({}), "ada").await, "/login?from=");
    assert_eq!(elsewhere.user().await["id"], ada["id"]);
    let user = admin::account_of(&server.app, "ada@example.org")
        .await
        .expect("an account");
    actions::disable(&server.app, user, false, By::CommandLine)
        .await
        .expect("it is disabled");
    assert_eq!(
        problem(&elsewhere.sign_in(json!({}), "ada").await),
        "account_disabled"
    );
}

#[tokio::test]
async fn an_account_is_linked_by_its_owner_and_never_by_an_address() {
    let (server, _fake) = world(|_| {}).await;
    let ada = server.person("Ada").await;
    let stranger = Browser::new(&server);
    let page = stranger.sign_in(json!({}), "ada").await;
    assert_eq!(problem(&page), "address_known");
    assert_eq!(stranger.user().await, Value::Null);

    let owner = Browser::by_password(&server, "ada@example.org").await;
    let wrong = owner
        .post("/api/auth/oidc/link", json!({ "password": "wrong horse" }))
        .await;
    assert_eq!(wrong.json()["code"], "wrong_password");
    let link = async |browser: &Browser, login: &str| {
        let form = json!({ "password": PASSWORD });
        let page = browser.post("/api/auth/oidc/link", form).await.json();
        let query = browser
            .at_provider(page["url"].as_str().expect("a URL"), login)
            .await;
        browser.back(&query).await
    };
    assert_eq!(
        problem(&link(&owner, "a=ada@example.org?").await),
        "address_unverified"
    );
    let owner = Browser::by_password(&server, "ada@example.org").await;
    assert_eq!(link(&owner, "ada").await, "/settings?tab=account");
    let by_provider = Browser::new(&server);
    by_provider.sign_in(json!({}), "ada").await;
    assert_eq!(by_provider.user().await["id"], ada.user["id"]);

    // One identity opens one account
    server.person("Eve").await;
    let eve = Browser::by_password(&server, "eve@example.org").await;
    assert_eq!(problem(&link(&eve, "ada").await), "already_linked");

    let done = owner
        .post("/api/auth/oidc/unlink", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(done.status, 204, "{}", done.text);
    let again = Browser::new(&server);
    assert_eq!(
        problem(&again.sign_in(json!({}), "ada").await),
        "address_known"
    );
}

#[tokio::test]
async fn signing_up_obeys_the_rules_of_registration() {
    let (server, _fake) = world(|config| config.registration = Registrations::Closed).await;
    let ada = Browser::new(&server);
    assert_eq!(
        problem(&ada.sign_in(json!({}), "ada").await),
        "registration_closed"
    );

    let (server, _fake) = world(|config| {
        config.registration_domains = vec!["example.com".to_owned()];
    })
    .await;
    let ada = Browser::new(&server);
    assert_eq!(
        problem(&ada.sign_in(json!({}), "ada").await),
        "domain_not_allowed"
    );
    let bob = Browser::new(&server);
    let page = bob.sign_in(json!({}), "b=bob@example.com?").await;
    assert_eq!(problem(&page), "address_unverified");

    let (server, _fake) = world(|config| config.registration = Registrations::Invite).await;
    let ada = Browser::new(&server);
    assert_eq!(
        problem(&ada.sign_in(json!({}), "ada").await),
        "invitation_required"
    );
    let made = promptcase_server::auth::invitations::make(&server.app, None, 7, By::CommandLine);
    let link = made.await.expect("an invitation").link;
    let (_, token) = link.split_once("#invitation=").expect("a token");
    let bob = Browser::new(&server);
    bob.sign_in(json!({ "invitation": token }), "bob").await;
    assert_eq!(bob.user().await["email"], "bob@example.org");
    let eve = Browser::new(&server);
    let page = eve.sign_in(json!({ "invitation": token }), "eve").await;
    assert_eq!(problem(&page), "invalid_invitation");
}

#[tokio::test]
async fn what_an_attacker_sends_signs_nobody_in() {
    let (server, fake) = world(|_| {}).await;
    // The state of another browser: somebody is to be signed in to the attacker's account
    let attacker = Browser::new(&server);
    let page = attacker.start(json!({})).await;
    let query = attacker.at_provider(&page, "eve").await;
    let victim = Browser::new(&server);
    assert_eq!(problem(&victim.back(&query).await), "sign_in_expired");
    victim.start(json!({})).await;
    assert_eq!(problem(&victim.back(&query).await), "sign_in_expired");
    assert_eq!(victim.user().await, Value::Null);

    // What came back once comes back again
    attacker.back(&query).await;
    assert_eq!(attacker.user().await["email"], "eve@example.org");
    assert_eq!(problem(&attacker.back(&query).await), "sign_in_expired");

    let parts = |query: &str| -> BTreeMap<String, String> {
        let pairs = url::form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
        pairs.into_owned().collect()
    };
    let joined = |parts: &BTreeMap<String, String>| {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(parts)
            .finish();
        format!("?{query}")
    };
    // A code that was used, in a sign-in of one's own
    let thief = Browser::new(&server);
    let page = thief.start(json!({})).await;
    let mut own = parts(&thief.at_provider(&page, "mallory").await);
    own.insert("code".to_owned(), parts(&query)["code"].clone());
    assert_eq!(
        problem(&thief.back(&joined(&own)).await),
        "provider_refused"
    );

    // An answer in another issuer's name
    let mixed = Browser::new(&server);
    let page = mixed.start(json!({})).await;
    let mut answer = parts(&mixed.at_provider(&page, "mallory").await);
    answer.insert("iss".to_owned(), "https://evil.example".to_owned());
    assert_eq!(
        problem(&mixed.back(&joined(&answer)).await),
        "provider_refused"
    );

    // An id token that was made for another sign-in
    let replayed = Browser::new(&server);
    let page = replayed.start(json!({})).await;
    let query = replayed.at_provider(&page, "mallory").await;
    let other = server
        .app
        .db
        .write("UPDATE oidc_attempts SET nonce = 'another'");
    other.execute().await.expect("it is changed");
    assert_eq!(problem(&replayed.back(&query).await), "provider_refused");

    // Too late
    let late = Browser::new(&server);
    let page = late.start(json!({})).await;
    let query = late.at_provider(&page, "mallory").await;
    server.pass(std::time::Duration::from_mins(16));
    assert_eq!(problem(&late.back(&query).await), "sign_in_expired");

    let stopped = Browser::new(&server);
    let page = stopped.start(json!({})).await;
    let state = parts(page.split_once('?').expect("a query").1)["state"].clone();
    let query = format!("?state={state}&error=access_denied");
    assert_eq!(problem(&stopped.back(&query).await), "sign_in_stopped");

    let down = Browser::new(&server);
    let page = down.start(json!({})).await;
    let query = down.at_provider(&page, "mallory").await;
    drop(fake);
    assert_eq!(problem(&down.back(&query).await), "provider_failed");
    let refused = down.post("/api/auth/oidc/start", json!({})).await;
    assert_eq!(refused.status, 502);
    assert_eq!(refused.json()["code"], "provider_failed");
    for nobody in [victim, thief, mixed, replayed, late, stopped, down] {
        assert_eq!(nobody.user().await, Value::Null);
    }
}

#[tokio::test]
async fn nobody_links_an_identity_to_the_account_of_another_session() {
    let (server, _fake) = world(|_| {}).await;
    server.person("Ada").await;
    server.person("Eve").await;
    let browser = Browser::by_password(&server, "eve@example.org").await;
    let page = browser
        .post("/api/auth/oidc/link", json!({ "password": PASSWORD }))
        .await
        .json();
    let query = browser
        .at_provider(page["url"].as_str().expect("a URL"), "eve")
        .await;
    let form = json!({ "email": "ada@example.org", "password": PASSWORD });
    assert_eq!(browser.post("/api/auth/login", form).await.status, 200);
    assert!(browser.back(&query).await.contains("problem="));
    let link = browser.get("/api/auth/oidc").await.json();
    assert_eq!(link["linked_email"], Value::Null);
}
