//! Authorization matrix: requests every route of the contract for Ada's private resources as visitors, as
//! another user, with ended sessions and with a revoked token. New routes are covered automatically.

use std::collections::BTreeMap;
use std::time::Duration;

use prompt_core::plan::PlanType;
use promptcase_server::session::throttle;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, PASSWORD, TestServer, path, server_with, version};

/// A word in all of Ada's private resources and nowhere else.
const SECRET: &str = "xyzzysecret";

/// Operations open to all users that return nothing of Ada's.
const OPEN_TO_ALL: &[&str] = &[
    "register",
    "sign_in",
    "sign_out",
    "get_session",
    "list_asset_types",
    "forgot_password",
    "reset_password",
    "confirm_email",
    "suggest_handle",
    "start_oidc",
];

/// Operations on public profiles: allowed, but they must reveal nothing private.
const ABOUT_PEOPLE: &[&str] = &[
    "get_public_profile",
    "get_profile_stats",
    "list_activity",
    "get_avatar",
];

/// Operations that ignore authentication, so a bad token is accepted.
const LOOKS_AT_NOBODY: &[&str] = &["get_community_figures"];

/// Operations that change nothing, so a visitor may send their bodies too.
const READS_BY_POST: &[&str] = &["render_prompt", "load_includes", "preview_team_invitation"];

/// Operations whose answers change because others are read.
const COUNTS_READS: &[&str] = &["get_prompt_usage", "get_advanced_analytics"];

/// Operations that also return Bob's own public resources.
const SHOWS_OTHERS: &[&str] = &[
    "list_prompts",
    "count_prompts",
    "list_components",
    "count_components",
    "list_collections",
    "list_recent",
    "list_trending",
    "list_recommended",
    "get_community_figures",
];

/// A caller without access: by the client's cookie, or by a token.
struct Stranger<'c> {
    name: &'static str,
    client: &'c Client,
    token: Option<String>,
}

struct Walk {
    ids: BTreeMap<&'static str, String>,
    document: Value,
}

/// Creates a private resource of every kind for Ada, and returns their ids.
async fn private_things(ada: &Client) -> BTreeMap<&'static str, String> {
    let content = json!({ "segments": [{ "content": SECRET }] });
    let prompt = ada
        .prompt(
            json!({ "title": SECRET, "description": SECRET, "tags": [SECRET], "content": content }),
        )
        .await;
    let new = json!({ "version_type": "minor", "changelog": SECRET, "base_version": "1.0.0" });
    let version = ada.post(&path(&prompt, "/versions"), new).await.created();
    let id = |of: &Value| of["id"].as_str().unwrap().to_owned();
    let token = ada
        .post(
            "/api/auth/tokens",
            json!({ "name": SECRET, "password": PASSWORD, "scope": "read" }),
        )
        .await
        .created();
    let sessions = ada.get("/api/auth/sessions").await.ok();
    let folder = json!({ "title": SECRET, "description": SECRET });
    let collection = ada.post("/api/collections", folder).await.created();
    let items = format!("/api/collections/{}/items", id(&collection));
    let items = ada
        .post(&items, json!({ "prompt_ids": [prompt["id"]] }))
        .await
        .ok();
    let piece =
        json!({ "title": SECRET, "tags": [SECRET], "content": { "moduleContent": SECRET } });
    let component = ada.post("/api/components", piece).await.created();
    ada.patch("/api/profile", json!({ "website": "https://example.org" }))
        .await
        .ok();
    let target = json!({ "version": "1.1.0", "reason": SECRET });
    ada.put(&path(&prompt, "/labels/production"), target)
        .await
        .ok();
    // No provider is configured, but the attempt is recorded as a use.
    ada.post("/api/generations", json!({ "user_input": SECRET }))
        .await
        .fails(503, "GENERATION_FAILED");
    let usage = ada.get("/api/credits/usage").await.ok();
    // A run that failed is stored, too.
    ada.post(
        &path(&prompt, "/runs"),
        json!({ "values": { "a": SECRET } }),
    )
    .await
    .fails(503, "GENERATION_FAILED");
    let runs = ada.get(&path(&prompt, "/runs")).await.ok();
    let hook = json!({
        "url": format!("https://hooks.example.org/{SECRET}"), "description": SECRET, "events": ["prompt.shared"],
    });
    let hook = ada.post("/api/webhooks", hook).await.created();
    let test = format!("/api/webhooks/{}/test", id(&hook));
    let message = ada.post(&test, json!({})).await.created();
    let team = ada.post(
        "/api/workspaces",
        json!({ "name": SECRET, "handle": "ada-and-co" }),
    );
    let team = team.await.created();
    let invite = format!("/api/workspaces/{}/invitations", id(&team));
    let invited = json!({ "role": "viewer", "email": "guest@example.org" });
    let invitation = ada.post(&invite, invited).await.created();
    BTreeMap::from([
        ("workspaces", id(&team)),
        ("invitation_id", id(&invitation)),
        ("webhooks", id(&hook)),
        ("messages", id(&message)),
        ("runs", id(&runs["items"][0])),
        ("generations", id(&usage["items"][0])),
        ("collections", id(&collection)),
        ("items", id(&items["items"][0])),
        ("components", id(&component)),
        ("profile", ada.id().to_owned()),
        // Both parameters of the trash route; Ada's trash is empty.
        ("trash", "prompt".to_owned()),
        ("steps", "9".to_owned()),
        ("prompts", id(&prompt)),
        ("versions", crate::support::version(&version)),
        ("labels", "production".to_owned()),
        ("handle", "ada".to_owned()),
        ("slug", SECRET.to_owned()),
        ("tokens", id(&token)),
        ("sessions", id(&sessions["items"][0])),
        ("account_id", ada.id().to_owned()),
        ("report_id", id(&prompt)),
    ])
}

impl Walk {
    /// Fills Ada's ids into a route. The name of a parameter or the segment before it selects the kind.
    fn address(&self, route: &str) -> Option<String> {
        let mut address = String::new();
        let mut kind = "";
        for segment in route.split('/').skip(1) {
            address.push('/');
            if segment.starts_with('{') {
                let name = segment.trim_matches(['{', '}']);
                address.push_str(self.ids.get(name).or_else(|| self.ids.get(kind))?);
            } else {
                address.push_str(segment);
                kind = segment;
            }
        }
        Some(address)
    }

    fn operations(&self) -> Vec<(String, String, String)> {
        let paths = self.document["paths"].as_object().unwrap();
        let all = paths.iter().flat_map(|(route, operations)| {
            operations
                .as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| {
                    (
                        method.to_uppercase(),
                        route.clone(),
                        operation["operationId"].as_str().unwrap().to_owned(),
                    )
                })
        });
        all.filter(|(_, _, id)| !OPEN_TO_ALL.contains(&id.as_str()))
            .collect()
    }

    /// A body valid for every save and create, so a rejection is not about validation.
    fn body(&self) -> Value {
        let (prompt, item) = (&self.ids["prompts"], &self.ids["items"]);
        json!({
            "prompt_ids": [prompt], "item_ids": [item], "ids": [self.ids["collections"]], "parent_id": null,
            "to": self.ids["collections"], "action": "delete", "rating_value": 1, "data": {},
            "title": "Taken over", "content": {}, "base_version": "1.1.0", "version_type": "batch", "current_password": "x",
            "new_password": "a new password", "is_public": true, "changelog": "x",
            "name": "Taken over", "role": "viewer", "user_id": self.ids["account_id"], "token": "unknown",
            "version": "1.1.0", "references": [format!("@ada/{SECRET}"), prompt],
        })
    }

    async fn try_it(&self, who: &Stranger<'_>, method: &str, address: &str) -> Answer {
        let method: Method = method.parse().unwrap();
        let request = who.client.request(method.clone(), address);
        let request = match &who.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let request = if method == Method::GET || method == Method::DELETE {
            request
        } else {
            request.json(&self.body())
        };
        who.client.send(request).await
    }

    /// All responses that a client can read, by operation.
    async fn all_that_is_read_by(&self, client: &Client) -> BTreeMap<String, Value> {
        let mut read = BTreeMap::new();
        for (method, route, id) in self.operations() {
            if method == "GET"
                && let Some(address) = self.address(&route)
            {
                let answer = client.get(&address).await;
                if answer.status.is_success() {
                    let body = serde_json::from_slice(&answer.bytes);
                    read.insert(id, body.unwrap_or_else(|_| json!(answer.text())));
                }
            }
        }
        read
    }
}

/// What remains of a signed-out session, a revoked token and a deleted account.
struct Left {
    signed_out: Client,
    deleted: Client,
    revoked: String,
    /// A token of Bob, limited to a collection of his.
    limited: String,
}

async fn left_behind(server: &TestServer, ada: &Client, bob: &Client) -> Left {
    let keep_cookie = async |client: &Client, address: &str, body: Value| {
        let cookie = client.cookie();
        client.post(address, body).await.done();
        client.set_cookie(cookie);
    };
    let signed_out = server.person("Eve").await;
    keep_cookie(&signed_out, "/api/auth/logout", json!({})).await;
    let deleted = server.person("Dan").await;
    let password = json!({ "password": PASSWORD });
    keep_cookie(&deleted, "/api/auth/account/delete", password).await;
    let new = json!({ "name": "Lost", "password": PASSWORD, "scope": "write" });
    let token = ada.post("/api/auth/tokens", new).await.created();
    ada.delete(&format!(
        "/api/auth/tokens/{}",
        token["id"].as_str().unwrap()
    ))
    .await
    .done();
    let own = json!({ "title": "Own" });
    let own = bob.post("/api/collections", own).await.created();
    let new = json!({ "name": "App", "password": PASSWORD, "scope": "read", "collection_ids": [own["id"]] });
    let limited = bob.post("/api/auth/tokens", new).await.created();
    Left {
        signed_out,
        deleted,
        revoked: token["token"].as_str().unwrap().to_owned(),
        limited: limited["token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_stranger_finds_nothing_and_changes_nothing() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    // The first account administers the instance; neither Ada nor Bob does.
    let root = server.person("Root").await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let left = left_behind(&server, &ada, &bob).await;
    let visitor = server.visitor();
    let walk = Walk {
        ids: private_things(&ada).await,
        document: visitor.get("/api/openapi.json").await.ok(),
    };
    let all_of_ada = async || {
        let mut read = walk.all_that_is_read_by(&ada).await;
        read.retain(|id, _| {
            !SHOWS_OTHERS.contains(&id.as_str()) && !COUNTS_READS.contains(&id.as_str())
        });
        read
    };
    let before = all_of_ada().await;
    assert!(before.len() > 20, "{}", before.len());

    let stranger = |name, client| Stranger {
        name,
        client,
        token: None,
    };
    let strangers = [
        stranger("visitor", &visitor),
        stranger("bob", &bob),
        stranger("administrator", &root),
        stranger("signed out", &left.signed_out),
        stranger("deleted", &left.deleted),
        Stranger {
            name: "revoked",
            client: &visitor,
            token: Some(left.revoked),
        },
        Stranger {
            name: "limited",
            client: &visitor,
            token: Some(left.limited),
        },
    ];
    let mut walked = 0;
    for (method, route, id) in walk.operations() {
        // Or the attempts with a bad token would be too many.
        let forget = server.app.db.write("DELETE FROM attempts").execute();
        forget.await.unwrap();
        let Some(address) = walk.address(&route) else {
            panic!("{id}: teach private_things to make what {route} needs")
        };
        // A hundred bad tokens from one address are too many.
        throttle::forget(&server.app.db, throttle::TOKEN_ADDRESS, "127.0.0.1")
            .await
            .unwrap();
        for who in &strangers {
            let name = who.name;
            // What an administrator may do to an account has tests of its own.
            if who.name == "administrator" && route.starts_with("/api/admin/") && method != "GET" {
                continue;
            }
            let answer = walk.try_it(who, &method, &address).await;
            let status = answer.status.as_u16();
            let place = format!(
                "{name}: {method} {address} ({id}) answered {status}: {}",
                answer.text()
            );
            assert!(!answer.text().contains(SECRET), "{place}");
            walked += 1;
            // The role gives rights on accounts, and none on what they contain.
            let is_signed_in = matches!(name, "bob" | "administrator");
            if name == "administrator" && route.starts_with("/api/admin/") {
                assert!(method != "GET" || status == 200, "{place}");
                continue;
            }
            // It fetches what is in its collection, and does nothing else.
            if name == "limited" {
                let is_fetch = route.starts_with("/api/fetch/");
                let is_refused = status == if is_fetch { 404 } else { 403 };
                let is_open = LOOKS_AT_NOBODY.contains(&id.as_str()) || id == "get_avatar";
                assert!(is_refused || is_open, "{place}");
                continue;
            }
            if ABOUT_PEOPLE.contains(&id.as_str()) {
                let expected: &[u16] = match name {
                    "revoked" => &[200, 401, 404],
                    _ => &[200, 404],
                };
                assert!(expected.contains(&status), "{place}");
                continue;
            }
            // A bad token is rejected even where visitors are allowed.
            if name == "revoked" {
                assert!(
                    status == 401 || LOOKS_AT_NOBODY.contains(&id.as_str()),
                    "{place}"
                );
                continue;
            }
            if route.contains('{') {
                assert!(matches!(status, 401 | 404), "{place}");
                assert!(
                    is_signed_in
                        || method == "GET"
                        || status == 401
                        || id.starts_with("view_")
                        || READS_BY_POST.contains(&id.as_str()),
                    "{place}"
                );
                assert!(!is_signed_in || status == 404, "{place}");
            } else {
                assert!(
                    is_signed_in
                        || method == "GET"
                        || status == 401
                        || READS_BY_POST.contains(&id.as_str()),
                    "{place}"
                );
                // 503: not configured on this server.
                assert!(status < 500 || status == 503, "{place}");
            }
        }
    }
    assert!(walked > 5 * 80, "{walked}");
    for (id, after) in all_of_ada().await {
        assert_eq!(before.get(&id), Some(&after), "{id} shows a change");
    }

    let figures = visitor.get("/metrics").await.text();
    assert!(figures.contains("http_requests_total"));
    for private in walk.ids.values().map(String::as_str).chain([SECRET]) {
        assert!(
            private.len() < 8 || !figures.contains(private),
            "{private} is among the figures"
        );
    }
}

/// Bob's activity on Ada's resources while they were public, so that they could appear in his lists.
async fn use_everything(bob: &Client, ids: &BTreeMap<&'static str, String>) -> Value {
    let prompt = format!("/api/prompts/{}", ids["prompts"]);
    let component = format!("/api/components/{}", ids["components"]);
    let collection = format!("/api/collections/{}", ids["collections"]);
    for (thing, rest) in [(&prompt, "/like"), (&collection, "/like")] {
        bob.put(&format!("{thing}{rest}"), json!({})).await.ok();
    }
    for thing in [&prompt, &collection] {
        bob.post(&format!("{thing}/view"), json!({})).await.done();
    }
    bob.post(&format!("{component}/use"), json!({})).await.ok();
    bob.put(&format!("{component}/rating"), json!({ "rating_value": 5 }))
        .await
        .ok();
    let own = bob
        .post("/api/collections", json!({ "title": "Found" }))
        .await
        .created();
    let items = format!("/api/collections/{}/items", own["id"].as_str().unwrap());
    let found = json!({ "prompt_ids": [ids["prompts"]], "collection_ids": [ids["collections"]] });
    bob.post(&items, found).await.ok();
    let smart =
        json!({ "title": "All", "is_smart": true, "filter": { "kind": "all", "owner": "all" } });
    bob.post("/api/collections", smart).await.created();
    // The copy belongs to Bob, so its text proves nothing about the original.
    let copy = bob
        .post(&format!("{prompt}/clone"), json!({}))
        .await
        .created();
    let mut save = copy.clone();
    for (field, text) in [
        ("title", json!("Copy")),
        ("slug", json!("copy")),
        ("description", json!("")),
        ("tags", json!([])),
    ] {
        save[field] = text;
    }
    save["content"] = json!({ "segments": [{ "content": "Of Bob's own" }] });
    save["base_version"] = json!("1.0.0");
    assert!(copy["forked_from"].is_string());
    bob.put(&path(&copy, ""), save).await.ok()
}

async fn publish(ada: &Client, ids: &BTreeMap<&'static str, String>, is_public: bool) {
    for kind in ["prompts", "components", "collections"] {
        let thing = format!("/api/{kind}/{}", ids[kind]);
        let mut save = ada.get(&thing).await.ok();
        save["is_public"] = json!(is_public);
        save["base_version"] = json!(version(&save));
        ada.put(&thing, save).await.ok();
    }
}

#[tokio::test]
async fn what_was_public_is_nowhere_once_it_is_private_or_deleted() {
    for hides_by_deleting in [false, true] {
        let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
        server.person("Root").await;
        let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
        let visitor = server.visitor();
        let mut walk = Walk {
            ids: private_things(&ada).await,
            document: visitor.get("/api/openapi.json").await.ok(),
        };
        publish(&ada, &walk.ids, true).await;
        let copy = use_everything(&bob, &walk.ids).await;
        // His copy was named by the title that he saw.
        let forget = "DELETE FROM slugs WHERE NOT is_current";
        server.app.db.write(forget).execute().await.unwrap();
        let own = bob.get("/api/collections?owner=me").await.ok();
        let shown = walk.all_that_is_read_by(&bob).await;
        for id in [
            "list_prompts",
            "list_components",
            "list_collections",
            "list_trending",
            "list_recent",
            "get_prompt",
            "list_versions",
            "list_collection_items",
            "list_activity",
        ] {
            assert!(
                shown[id].to_string().contains(SECRET),
                "{id} shows what is public: {}",
                shown[id]
            );
        }

        if hides_by_deleting {
            for kind in ["prompts", "components", "collections"] {
                ada.delete(&format!("/api/{kind}/{}", walk.ids[kind]))
                    .await
                    .done();
            }
        } else {
            publish(&ada, &walk.ids, false).await;
        }
        // The community figures are recomputed periodically.
        server.pass(Duration::from_hours(1));
        let is_found = |client: &str, id: &str, read: &Value| {
            assert!(
                !read.to_string().contains(SECRET),
                "deleted: {hides_by_deleting}, {client}: {id} shows {read}"
            );
        };
        for (id, read) in walk.all_that_is_read_by(&visitor).await {
            is_found("visitor", &id, &read);
        }
        for (id, read) in walk.all_that_is_read_by(&bob).await {
            is_found("bob", &id, &read);
        }
        // Check Bob's own resources too: his collections, likes and the copy.
        for mine in own["items"].as_array().unwrap() {
            let id = mine["id"].as_str().unwrap().to_owned();
            walk.ids.insert("collections", id);
            for (id, read) in walk.all_that_is_read_by(&bob).await {
                is_found("bob", &id, &read);
            }
        }
        let found = bob.get("/api/collections?owner=me").await.ok();
        for mine in found["items"].as_array().unwrap() {
            let held = i32::from(mine["is_smart"] == true);
            assert_eq!(
                mine["item_count"], held,
                "only Bob's copy is counted: {mine}"
            );
        }
        let copy = bob.get(&path(&copy, "")).await.ok();
        assert_eq!(copy["forked_from"], Value::Null);
        let stats = bob.get(&format!("/api/profile/{}/stats", ada.id())).await;
        for figure in ["total_prompts", "total_collections", "total_likes"] {
            assert_eq!(stats.json()[figure], 0, "{figure}");
        }
        let figures = visitor.get("/api/community/figures").await.ok();
        assert_eq!(
            (&figures["prompts"], &figures["collections"]),
            (&json!(0), &json!(0))
        );
        let export = bob.get("/api/auth/account/export").await;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
        for at in 0..zip.len() {
            let mut text = String::new();
            let mut file = zip.by_index(at).unwrap();
            std::io::Read::read_to_string(&mut file, &mut text).unwrap();
            if file.name() == "data.json" {
                // The history of Bob's copy begins with what he copied while it was public.
                let mut data: Value = serde_json::from_str(&text).unwrap();
                let copied = data["records"].as_object_mut().unwrap();
                assert!(copied.remove("prompt_versions").is_some());
                text = data.to_string();
            }
            assert!(
                !text.contains(SECRET),
                "{} of Bob's export: {text}",
                file.name()
            );
        }
    }
}

#[tokio::test]
async fn lists_searches_and_tags_give_nothing_away() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    private_things(&ada).await;
    for client in [&bob, &server.visitor()] {
        for query in [
            "kind=all".to_owned(),
            format!("search={SECRET}"),
            format!("tags={SECRET}"),
            format!("owner={}", ada.id()),
            format!("owner={}&is_public=false", ada.id()),
            "is_public=false".to_owned(),
            "sort=title".to_owned(),
        ] {
            let list = client.get(&format!("/api/prompts?{query}")).await.ok();
            assert_eq!(list, json!({ "items": [], "next_cursor": null }), "{query}");
        }
        for address in [
            "/api/collections".to_owned(),
            "/api/collections?parent_id=any&is_public=false".to_owned(),
            format!("/api/collections?search={SECRET}"),
            format!("/api/components?search={SECRET}"),
            format!("/api/components?tags={SECRET}"),
            "/api/components?is_public=false".to_owned(),
            "/api/community/recent".to_owned(),
            "/api/community/trending?period=365".to_owned(),
            format!("/api/profile/{}/activity", ada.id()),
        ] {
            let list = client.get(&address).await.ok();
            assert_eq!(list["items"], json!([]), "{address}");
        }
        let stats = client
            .get(&format!("/api/profile/{}/stats", ada.id()))
            .await
            .ok();
        for figure in ["total_prompts", "total_collections", "streak_days"] {
            assert_eq!(stats[figure], 0, "{figure}");
        }
    }
}
