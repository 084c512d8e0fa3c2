//! Nobody where they do not belong: every route of the contract, walked by visitors, by another user and with the session
//! of somebody who signed out, against things that are private. A route that is added is walked without being named here.

use std::collections::BTreeMap;

use prompt_core::plan::PlanType;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, path, server_with};

/// A word that stands in everything that is private to Ada, and in nothing else.
const SECRET: &str = "xyzzysecret";

/// Operations that are meant for everybody and touch nothing of Ada's.
const OPEN_TO_ALL: &[&str] = &[
    "register",
    "sign_in",
    "sign_out",
    "get_session",
    "list_asset_types",
    "forgot_password",
    "reset_password",
];

/// Operations on people, whom everybody may look at: they show nothing private, and are walked for that.
const ABOUT_PEOPLE: &[&str] = &[
    "get_public_profile",
    "get_profile_stats",
    "list_activity",
    "get_avatar",
];

struct Walk {
    ids: BTreeMap<&'static str, String>,
    document: Value,
}

/// Ada with private things of every kind, and where they are.
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
            json!({ "name": SECRET, "scope": "read" }),
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
    // Nobody set a provider up, which is written down as a use all the same.
    ada.post("/api/generations", json!({ "user_input": SECRET }))
        .await
        .fails(503, "GENERATION_FAILED");
    let usage = ada.get("/api/credits/usage").await.ok();
    BTreeMap::from([
        ("generations", id(&usage["items"][0])),
        ("collections", id(&collection)),
        ("items", id(&items["items"][0])),
        ("components", id(&component)),
        ("profile", ada.id().to_owned()),
        // Both parameters of a route in the trash; nothing of Ada's lies there.
        ("trash", "prompt".to_owned()),
        ("steps", "9".to_owned()),
        ("prompts", id(&prompt)),
        ("versions", id(&version)),
        ("tokens", id(&token)),
        ("sessions", id(&sessions["items"][0])),
    ])
}

impl Walk {
    /// A route's address with Ada's ids in place of its parameters: the segment before a parameter says of which kind.
    fn address(&self, route: &str) -> Option<String> {
        let mut address = String::new();
        let mut kind = "";
        for segment in route.split('/').skip(1) {
            address.push('/');
            if segment.starts_with('{') {
                address.push_str(self.ids.get(kind)?);
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

    /// A body that every save and create would accept, so that a refusal is not about its form.
    fn body(&self) -> Value {
        let (prompt, item) = (&self.ids["prompts"], &self.ids["items"]);
        json!({
            "prompt_ids": [prompt], "item_ids": [item], "ids": [self.ids["collections"]], "parent_id": null,
            "to": self.ids["collections"], "action": "delete", "rating_value": 1, "data": {},
            "title": "Taken over", "base_version": "1.1.0", "version_type": "batch", "current_password": "x",
            "new_password": "a new password", "is_public": true,
        })
    }

    async fn try_it(&self, client: &Client, method: &str, address: &str) -> Answer {
        let method: Method = method.parse().unwrap();
        let request = client.request(method.clone(), address);
        let request = if method == Method::GET || method == Method::DELETE {
            request
        } else {
            request.json(&self.body())
        };
        client.send(request).await
    }
}

#[tokio::test]
async fn a_stranger_finds_nothing_and_changes_nothing() {
    let server = server_with(|config| config.default_plan = PlanType::Pro).await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let signed_out = server.person("Eve").await;
    let old_cookie = signed_out.cookie();
    signed_out.post("/api/auth/logout", json!({})).await.done();
    signed_out.set_cookie(old_cookie);
    let visitor = server.visitor();

    let walk = Walk {
        ids: private_things(&ada).await,
        document: visitor.get("/api/openapi.json").await.ok(),
    };
    let before = ada
        .get(&format!("/api/prompts/{}", walk.ids["prompts"]))
        .await
        .ok();
    let mut walked = 0;
    for (method, route, id) in walk.operations() {
        let Some(address) = walk.address(&route) else {
            panic!("{id}: teach private_things to make what {route} needs")
        };
        for (name, client) in [
            ("visitor", &visitor),
            ("bob", &bob),
            ("signed out", &signed_out),
        ] {
            let answer = walk.try_it(client, &method, &address).await;
            let status = answer.status.as_u16();
            let place = format!(
                "{name}: {method} {address} ({id}) answered {status}: {}",
                answer.text()
            );
            assert!(!answer.text().contains(SECRET), "{place}");
            walked += 1;
            if ABOUT_PEOPLE.contains(&id.as_str()) {
                assert!(matches!(status, 200 | 404), "{place}");
                continue;
            }
            if route.contains('{') {
                assert!(matches!(status, 401 | 404), "{place}");
                assert!(
                    name == "bob" || method == "GET" || status == 401 || id.starts_with("view_"),
                    "{place}"
                );
                assert!(name != "bob" || status == 404, "{place}");
            } else {
                assert!(name == "bob" || method == "GET" || status == 401, "{place}");
                // 503: not set up on this server.
                assert!(status < 500 || status == 503, "{place}");
            }
        }
    }
    assert!(walked >= 3 * 12);
    assert_eq!(
        ada.get(&format!("/api/prompts/{}", walk.ids["prompts"]))
            .await
            .ok(),
        before
    );
}

#[tokio::test]
async fn lists_searches_and_tags_give_nothing_away() {
    let server = server_with(|config| config.default_plan = PlanType::Pro).await;
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
