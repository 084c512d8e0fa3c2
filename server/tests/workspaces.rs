//! Memberships of a workspace: what each role may do with its records, and that it ends with the membership.

use crate::support::{Answer, Client, PASSWORD, TestServer, path, server, server_with, version};
use prompt_core::plan::PlanType;
use promptcase_server::clock::Timestamp;
use promptcase_server::credits::store::{self as ledger, NewUse, Outcome, Reservation};
use promptcase_server::session::extractors::Me;
use serde_json::{Value, json};
use uuid::Uuid;

/// Every role, from none to the most powerful.
const ROLES: [Option<&str>; 6] = [
    None,
    Some("viewer"),
    Some("commenter"),
    Some("editor"),
    Some("admin"),
    Some("owner"),
];

fn uuid(client: &Client) -> Uuid {
    client.id().parse().unwrap()
}

/// Gives `member` a role in the personal workspace of `owner`, or takes it away.
async fn set_role(server: &TestServer, owner: &Client, member: &Client, role: Option<&str>) {
    let mut tx = server.app.db.begin().await.unwrap();
    tx.query("DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2")
        .bind(uuid(owner))
        .bind(uuid(member))
        .execute()
        .await
        .unwrap();
    if let Some(role) = role {
        let insert = "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)";
        tx.query(insert)
            .bind(uuid(owner))
            .bind(uuid(member))
            .bind(role)
            .bind(Timestamp::from_day(1))
            .execute()
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

/// A prompt, a component and a collection with the prompt in it, each with a version where it can have one.
struct Things {
    prompt: Value,
    of_prompt: String,
    component: Value,
    of_component: String,
    collection: Value,
    nested: Value,
    item: String,
}

impl Things {
    async fn new(owner: &Client, is_public: bool) -> Self {
        let minor = json!({ "version_type": "minor", "base_version": "1.0.0" });
        let prompt = owner.prompt(json!({ "title": "Tone", "is_public": is_public }));
        let prompt = prompt.await;
        let of_prompt = owner.post(&path(&prompt, "/versions"), minor.clone()).await;
        let piece = json!({ "title": "Persona", "is_public": is_public });
        let component = owner.post("/api/components", piece).await.created();
        let versions = format!("/api/components/{}/versions", id(&component));
        let of_component = owner.post(&versions, minor).await;
        let folder = json!({ "title": "Letters", "is_public": is_public });
        let collection = owner.post("/api/collections", folder).await.created();
        let folder =
            json!({ "title": "Drafts", "is_public": is_public, "parent_id": collection["id"] });
        let nested = owner.post("/api/collections", folder).await.created();
        let items = format!("/api/collections/{}/items", id(&collection));
        let item = json!({ "prompt_ids": [prompt["id"]] });
        let added = owner.post(&items, item).await.ok();
        Self {
            of_prompt: version(&of_prompt.created()),
            of_component: version(&of_component.created()),
            item: id(&added["items"][0]).to_owned(),
            prompt,
            component,
            collection,
            nested,
        }
    }

    /// Paths that show them.
    fn reads(&self) -> Vec<String> {
        let component = format!("/api/components/{}", id(&self.component));
        let collection = format!("/api/collections/{}", id(&self.collection));
        vec![
            path(&self.prompt, ""),
            path(&self.prompt, "/versions"),
            path(&self.prompt, &format!("/versions/{}", self.of_prompt)),
            path(&self.prompt, "/compare"),
            path(&self.prompt, "/export"),
            format!("{component}/versions"),
            format!("{component}/versions/{}", self.of_component),
            format!("{component}/ratings"),
            component,
            format!("{collection}/items"),
            format!("/api/collections?parent_id={}", id(&self.collection)),
            collection,
        ]
    }

    /// Changes of them, in an order in which each is possible after the others.
    fn changes(&self) -> Vec<(&'static str, String, Value)> {
        let component = format!("/api/components/{}", id(&self.component));
        let collection = format!("/api/collections/{}", id(&self.collection));
        let nested = format!("/api/collections/{}", id(&self.nested));
        let content = json!({ "segments": [{ "content": "Be brief." }] });
        let piece = json!({ "moduleContent": "brief" });
        let base = |version: &str| json!({ "base_version": version });
        let folder = |title: &str| json!({ "title": title, "is_public": false });
        vec![
            (
                "PUT",
                path(&self.prompt, ""),
                json!({ "base_version": "1.1.0", "title": "Tone, brief", "content": content }),
            ),
            (
                "POST",
                path(&self.prompt, "/versions"),
                json!({ "base_version": "1.1.1", "version_type": "minor" }),
            ),
            (
                "POST",
                path(
                    &self.prompt,
                    &format!("/versions/{}/restore", self.of_prompt),
                ),
                base("1.2.0"),
            ),
            (
                "PATCH",
                path(&self.prompt, &format!("/versions/{}", self.of_prompt)),
                json!({ "changelog": "Better" }),
            ),
            (
                "POST",
                "/api/prompts/bulk".to_owned(),
                json!({ "prompt_ids": [self.prompt["id"]], "action": "add_tags", "tags": ["short"] }),
            ),
            (
                "PUT",
                format!("{component}/session"),
                json!({ "base_version": "1.1.0", "data": {}, "follows": null }),
            ),
            ("DELETE", format!("{component}/session"), Value::Null),
            (
                "PUT",
                component.clone(),
                json!({ "base_version": "1.1.0", "title": "Persona, brief", "content": piece }),
            ),
            (
                "POST",
                format!("{component}/versions"),
                json!({ "base_version": "1.1.1", "version_type": "minor" }),
            ),
            (
                "POST",
                format!("{component}/versions/{}/restore", self.of_component),
                base("1.2.0"),
            ),
            ("PUT", collection.clone(), folder("Letters, brief")),
            (
                "DELETE",
                format!("{collection}/items/{}", self.item),
                Value::Null,
            ),
            (
                "POST",
                format!("{collection}/items"),
                json!({ "prompt_ids": [self.prompt["id"]] }),
            ),
            (
                "PUT",
                format!("{nested}/parent"),
                json!({ "parent_id": null }),
            ),
            (
                "POST",
                "/api/collections/move".to_owned(),
                json!({ "ids": [self.nested["id"]], "parent_id": self.collection["id"] }),
            ),
            (
                "POST",
                "/api/collections".to_owned(),
                json!({ "title": "Inside", "parent_id": self.collection["id"] }),
            ),
            ("DELETE", path(&self.prompt, ""), Value::Null),
            ("DELETE", component, Value::Null),
            ("DELETE", collection, Value::Null),
        ]
    }

    fn in_trash(&self) -> [String; 3] {
        let at = |kind: &str, of: &Value| format!("/api/trash/{kind}/{}", id(of));
        [
            at("prompt", &self.prompt),
            at("component", &self.component),
            at("collection", &self.collection),
        ]
    }
}

async fn send(client: &Client, method: &str, path: &str, body: &Value) -> Answer {
    let request = client.request(method.parse().unwrap(), path);
    let request = if body.is_null() {
        request
    } else {
        request.json(body)
    };
    client.send(request).await
}

/// Asserts that a request succeeded if it is allowed, and was refused by role or as missing otherwise.
fn check(answer: &Answer, role: Option<&str>, is_allowed: bool, what: &str) {
    let (status, text) = (answer.status.as_u16(), answer.text());
    let what = format!("{role:?}: {what} answered {status}: {text}");
    match role {
        _ if is_allowed => assert!(answer.status.is_success(), "{what}"),
        Some(_) => assert_eq!(
            (status, &answer.json()["code"]),
            (403, &json!("role_required")),
            "{what}"
        ),
        None => assert_eq!(
            (status, &answer.json()["code"]),
            (404, &json!("not_found")),
            "{what}"
        ),
    }
}

#[tokio::test]
async fn a_role_decides_what_a_member_may_do() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for is_public in [false, true] {
        for role in ROLES {
            // Given records of Ada's, and Bob with a role in her workspace
            let things = Things::new(&ada, is_public).await;
            set_role(&server, &ada, &bob, role).await;

            // Then every member reads them, as everybody does what is public
            for path in things.reads() {
                let answer = bob.get(&path).await;
                if is_public || role.is_some() {
                    assert!(
                        answer.status.is_success(),
                        "{role:?}: {path}: {}",
                        answer.text()
                    );
                } else {
                    assert_eq!(answer.status, 404, "{role:?}: {path}: {}", answer.text());
                }
            }
            if is_public || role.is_some() {
                let collection = id(&things.collection);
                let shown = bob
                    .get(&format!("/api/collections/{collection}"))
                    .await
                    .ok();
                let nested = bob
                    .get(&format!("/api/collections?parent_id={collection}"))
                    .await
                    .ok();
                let figures = (
                    &shown["item_count"],
                    &shown["child_count"],
                    &nested["items"][0]["title"],
                );
                assert_eq!(
                    figures,
                    (&json!(1), &json!(1), &json!("Drafts")),
                    "{role:?}"
                );
            }

            // And editors, admins and owners change them
            let writes = matches!(role, Some("editor" | "admin" | "owner"));
            let before = all_of(&ada).await;
            for (method, path, body) in things.changes() {
                let answer = send(&bob, method, &path, &body).await;
                check(&answer, role, writes, &format!("{method} {path}"));
            }
            if !writes {
                assert_eq!(all_of(&ada).await, before, "{role:?}");
                for (method, path, _) in things.changes() {
                    if method == "DELETE" && !path.contains("/session") && !path.contains("/items/")
                    {
                        ada.delete(&path).await.done();
                    }
                }
            }

            // And they put them back from the trash, while only admins and owners delete them for good
            for path in things.in_trash() {
                let purge = bob.delete(&path).await;
                let administers = matches!(role, Some("admin" | "owner"));
                check(&purge, role, administers, &format!("DELETE {path}"));
                if !administers {
                    let restored = bob.post(&format!("{path}/restore"), json!({})).await;
                    check(&restored, role, writes, &format!("restore {path}"));
                }
            }
        }
    }
}

/// What Ada's lists show.
async fn all_of(ada: &Client) -> Vec<Value> {
    let mut all = Vec::new();
    for path in [
        "/api/prompts?owner=me&kind=all&limit=100",
        "/api/components?owner=me&limit=100",
        "/api/collections?owner=me&parent_id=any&limit=100",
        "/api/trash?limit=100",
    ] {
        all.push(ada.get(path).await.ok());
    }
    all
}

#[tokio::test]
async fn access_ends_with_the_membership() {
    // Given an editor, who read and changed a private prompt
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let things = Things::new(&ada, false).await;
    set_role(&server, &ada, &bob, Some("editor")).await;
    let seen = bob.get(&path(&things.prompt, "")).await.ok();
    let saved = bob.save(&seen, json!({ "title": "Bob's" })).await.ok();
    assert_eq!(
        (&saved["user_id"], version(&saved)),
        (&json!(ada.id()), "1.1.1".to_owned())
    );
    assert_eq!(
        ada.get(&path(&things.prompt, "")).await.ok()["title"],
        "Bob's"
    );

    // When the membership is gone
    set_role(&server, &ada, &bob, None).await;

    // Then nothing private exists for him any more
    for read in things.reads() {
        bob.get(&read).await.fails(404, "not_found");
    }
    for (method, path, body) in things.changes() {
        send(&bob, method, &path, &body)
            .await
            .fails(404, "not_found");
    }
    bob.get("/api/prompts?owner=me").await.ok();
    assert_eq!(
        all_of(&bob)
            .await
            .iter()
            .map(|list| list["items"].as_array().unwrap().len())
            .sum::<usize>(),
        0
    );
}

/// The text of all files of an account's export.
async fn exported(client: &Client) -> String {
    let export = client.get("/api/auth/account/export").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
    let mut texts = String::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        std::io::Read::read_to_string(&mut file, &mut texts).unwrap();
    }
    texts
}

#[tokio::test]
async fn an_export_holds_what_belongs_to_the_workspace_and_nothing_of_others() {
    // Given a private prompt and a collection of Ada's that Bob worked on, and what he made there
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let things = Things::new(&ada, false).await;
    set_role(&server, &ada, &bob, Some("editor")).await;
    let seen = bob.get(&path(&things.prompt, "")).await.ok();
    let content = json!({ "segments": [{ "content": "xyzzy by Bob" }] });
    let saved = bob.save(&seen, json!({ "content": content })).await.ok();
    let folder = json!({ "title": "xyzzy folder", "parent_id": things.collection["id"] });
    let folder = bob.post("/api/collections", folder).await.created();
    let items = format!("/api/collections/{}/items", id(&folder));
    let item = json!({ "prompt_ids": [things.prompt["id"]] });
    let added = bob.post(&items, item).await.ok();
    ada.save(&saved, json!({ "title": "Tone, later" }))
        .await
        .ok();

    // Then, member or not, it is in Ada's export and not in his
    for role in [Some("editor"), None] {
        set_role(&server, &ada, &bob, role).await;
        let (hers, his) = (exported(&ada).await, exported(&bob).await);
        let item = id(&added["items"][0]);
        for text in ["xyzzy by Bob", "xyzzy folder", item] {
            assert!(hers.contains(text), "{role:?}: {text}");
            assert!(!his.contains(text), "{role:?}: {text}");
        }
    }
}

#[tokio::test]
async fn lists_of_ones_own_contain_no_other_workspace() {
    // Given a member who may read everything of Ada's
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    Things::new(&ada, false).await;
    set_role(&server, &ada, &bob, Some("owner")).await;
    bob.prompt(json!({ "title": "Bob's own" })).await;

    // Then lists, figures and the trash are those of his own workspace
    for path in [
        "/api/prompts?owner=me&kind=all",
        "/api/prompts?kind=all",
        "/api/prompts?search=o",
        "/api/components?owner=me",
        "/api/collections?owner=me&parent_id=any",
        "/api/trash",
    ] {
        let list = bob.get(path).await.ok();
        let titles = list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["title"].as_str().unwrap());
        let titles: Vec<&str> = titles.filter(|title| *title != "Bob's own").collect();
        assert!(titles.is_empty(), "{path}: {titles:?}");
    }
    assert_eq!(bob.get("/api/analytics").await.ok()["total_prompts"], 1);

    // And a smart collection of Ada's selects from her workspace for him, never from his
    let smart =
        json!({ "title": "All", "is_smart": true, "filter": { "kind": "all", "owner": "all" } });
    let smart = ada.post("/api/collections", smart).await.created();
    let at = format!("/api/collections/{}", id(&smart));
    assert_eq!(bob.get(&at).await.ok()["item_count"], 1);
    let items = bob.get(&format!("{at}/items")).await.ok();
    assert_eq!(items["items"][0]["prompt"]["title"], "Tone");
}

#[tokio::test]
async fn an_editor_works_in_the_workspace_of_the_record() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let things = Things::new(&ada, false).await;
    let own = bob
        .post("/api/collections", json!({ "title": "Bob's" }))
        .await
        .created();
    set_role(&server, &ada, &bob, Some("editor")).await;

    // A collection inside another one belongs to its workspace, whoever made it
    let inside = json!({ "title": "Made by Bob", "parent_id": things.collection["id"] });
    let inside = bob.post("/api/collections", inside).await.created();
    assert_eq!(inside["user_id"], bob.id());
    let children = format!(
        "/api/collections?owner=me&parent_id={}",
        id(&things.collection)
    );
    let children = ada.get(&children).await.ok();
    assert_eq!(children["items"][0]["title"], "Made by Bob");

    // A collection stays in its workspace
    for (what, to) in [(&inside, &own), (&own, &things.collection)] {
        let parent = json!({ "parent_id": to["id"] });
        let path = format!("/api/collections/{}/parent", id(what));
        let moved = bob.put(&path, parent).await;
        moved.fails(422, "other_workspace");
    }

    // A clone belongs to the workspace of the one who cloned it
    let copy = bob
        .post(&path(&things.prompt, "/clone"), json!({}))
        .await
        .created();
    assert_eq!(copy["user_id"], bob.id());
    ada.get(&path(&copy, "")).await.fails(404, "not_found");

    // Work on Ada's records is Bob's activity
    let activity = bob
        .get(&format!("/api/profile/{}/activity", bob.id()))
        .await
        .ok();
    let kinds: Vec<&Value> = activity["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["kind"])
        .collect();
    assert!(kinds.contains(&&json!("collection_created")), "{kinds:?}");
}

/// A token that acts for `member` in the personal workspace of `owner`.
async fn token_in(server: &TestServer, owner: &Client, member: &Client) -> String {
    let new = json!({ "name": "Nightly", "password": PASSWORD, "scope": "write" });
    let token = member.post("/api/auth/tokens", new).await.created();
    let place = "UPDATE api_tokens SET workspace_id = $1 WHERE id = $2";
    let place = server.app.db.write(place).bind(uuid(owner));
    let token_id: Uuid = id(&token).parse().unwrap();
    place.bind(token_id).execute().await.unwrap();
    token["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_token_acts_in_its_workspace_with_the_role_of_its_account() {
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let things = Things::new(&ada, false).await;
    bob.prompt(json!({ "title": "Bob's own" })).await;
    let token = token_in(&server, &ada, &bob).await;
    let program = server.visitor();
    let ask = async |method: &str, path: &str, body: Value| {
        let request = program.request(method.parse().unwrap(), path);
        let request = request.bearer_auth(&token);
        program
            .send(if body.is_null() {
                request
            } else {
                request.json(&body)
            })
            .await
    };
    let new = || json!({ "title": "Made by a program", "content": {} });

    for role in ROLES {
        set_role(&server, &ada, &bob, role).await;
        let listed = ask("GET", "/api/prompts?owner=me", Value::Null).await;
        if role.is_none() {
            listed.fails(401, "invalid_token");
            continue;
        }
        // It reads Ada's prompts, and none of Bob's own workspace
        let listed = listed.ok();
        let titles = listed["items"].as_array().unwrap().iter();
        let titles: Vec<&Value> = titles.map(|item| &item["title"]).collect();
        assert!(titles.contains(&&json!("Tone")), "{role:?}: {titles:?}");
        assert!(
            !titles.contains(&&json!("Bob's own")),
            "{role:?}: {titles:?}"
        );

        // It writes into her workspace, as Bob, if his role allows it
        let writes = matches!(role, Some("editor" | "admin" | "owner"));
        let folder = json!({ "title": "Made by a program" });
        for (path, body) in [
            ("/api/prompts".to_owned(), new()),
            (
                "/api/components".to_owned(),
                json!({ "title": "Made by a program" }),
            ),
            ("/api/collections".to_owned(), folder),
            (path(&things.prompt, "/clone"), json!({})),
        ] {
            let made = ask("POST", &path, body).await;
            check(&made, role, writes, &path);
            if writes {
                assert_eq!(made.json()["user_id"], bob.id(), "{role:?}: {path}");
            }
        }
        let empty = ask("DELETE", "/api/trash", Value::Null).await;
        check(
            &empty,
            role,
            matches!(role, Some("admin" | "owner")),
            "DELETE /api/trash",
        );
    }
    let made = ada.get("/api/prompts?owner=me&search=program").await.ok();
    assert_eq!(made["items"].as_array().unwrap().len(), 3);
    let own = bob.get("/api/prompts?owner=me").await.ok();
    assert_eq!(own["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_ledger_of_a_workspace_says_who_spent() {
    // Given a use of AI by Bob in Ada's workspace
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    server.demote_all().await;
    let db = &server.app.db;
    let me = Me {
        workspace: uuid(&ada),
        ..Me::personal(uuid(&bob))
    };
    let new = NewUse {
        feature_type: "prompt_generation",
        provider: "openai".into(),
        model: "gpt-4o-mini".into(),
        own_key: false,
        prompt_length: 10,
        base_cost: 10,
        multiplier: "1".into(),
        total_cost: 10,
        idempotency_key: None,
    };
    let begun = ledger::begin_use(db, me, new, PlanType::Free, server.app.now()).await;
    let Ok(Reservation::New(used)) = begun else {
        panic!("nothing was reserved")
    };
    assert_eq!(ada.get("/api/credits").await.ok()["reserved"], 10);

    // When it succeeds
    let outcome = Outcome::Succeeded {
        prompt: None,
        tokens: 5,
    };
    ledger::end_use_now(db, used, outcome, server.app.now())
        .await
        .unwrap();

    // Then Ada's workspace paid, and its ledger names Bob
    assert_eq!(ada.get("/api/credits").await.ok()["balance"], 90);
    assert_eq!(bob.get("/api/credits").await.ok()["balance"], 100);
    let spent = "SELECT user_id FROM credit_transactions WHERE workspace_id = $1 AND amount < 0";
    let (spender,) = db
        .read(spent)
        .bind(uuid(&ada))
        .one::<(Uuid,)>()
        .await
        .unwrap();
    assert_eq!(spender, uuid(&bob));
    let spent_by = async || {
        let ledger = ada.get("/api/credits/transactions").await.ok();
        let items = ledger["items"].as_array().unwrap().clone();
        let mut items = items.into_iter();
        items.find(|item| item["amount"] == -10).unwrap()["spent_by"].clone()
    };
    assert_eq!(spent_by().await, "Bob");

    // Then the ledger stays when Bob's account is deleted, and goes with the workspace
    let password = json!({ "password": PASSWORD });
    bob.post("/api/auth/account/delete", password.clone())
        .await
        .done();
    assert_eq!(spent_by().await, Value::Null);
    assert_eq!(
        ada.get("/api/credits/transactions").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        ada.get("/api/credits/usage").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    ada.post("/api/auth/account/delete", password).await.done();
    for sql in [
        "SELECT COUNT(*) FROM credit_transactions",
        "SELECT COUNT(*) FROM credit_accounts",
        "SELECT COUNT(*) FROM ai_usage",
    ] {
        assert_eq!(db.read(sql).one::<(i64,)>().await.unwrap().0, 0, "{sql}");
    }
}

#[tokio::test]
async fn members_neither_view_nor_rate_their_workspaces_own() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let things = Things::new(&ada, true).await;
    set_role(&server, &ada, &bob, Some("viewer")).await;
    bob.post(&path(&things.prompt, "/view"), json!({}))
        .await
        .done();
    assert_eq!(
        ada.get(&path(&things.prompt, "")).await.ok()["view_count"],
        0
    );
    let rating = format!("/api/components/{}/rating", id(&things.component));
    bob.put(&rating, json!({ "rating_value": 5 }))
        .await
        .fails(422, "own_component");

    set_role(&server, &ada, &bob, None).await;
    bob.post(&path(&things.prompt, "/view"), json!({}))
        .await
        .done();
    assert_eq!(
        ada.get(&path(&things.prompt, "")).await.ok()["view_count"],
        1
    );
    bob.put(&rating, json!({ "rating_value": 5 })).await.ok();
}

#[tokio::test]
async fn what_a_member_wrote_stays_when_the_member_deletes_the_account() {
    // Given records of Ada's workspace that Bob made
    let server = server_with(|config| config.default_plan = Some(PlanType::Pro)).await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    set_role(&server, &ada, &bob, Some("editor")).await;
    let token = token_in(&server, &ada, &bob).await;
    let program = server.visitor();
    let make = async |path: &str, body: Value| {
        let request = program.request(reqwest::Method::POST, path);
        program.send(request.bearer_auth(&token).json(&body)).await
    };
    let titled = || json!({ "title": "Bob's work", "content": {} });
    let prompt = make("/api/prompts", titled()).await.created();
    make("/api/components", titled()).await.created();
    let folder = make("/api/collections", json!({ "title": "Bob's work" }))
        .await
        .created();
    let items = format!("/api/collections/{}/items", id(&folder));
    make(&items, json!({ "prompt_ids": [prompt["id"]] }))
        .await
        .ok();
    // And a record of his own
    let own = bob
        .prompt(json!({ "title": "Bob's own", "is_public": true }))
        .await;

    // When his account is deleted
    let password = json!({ "password": PASSWORD });
    bob.post("/api/auth/account/delete", password).await.done();

    // Then they are Ada's, and his own is gone
    for list in &all_of(&ada).await[..3] {
        let work = &list["items"][0];
        assert_eq!(
            (&work["title"], &work["user_id"]),
            (&json!("Bob's work"), &json!(ada.id()))
        );
    }
    let items = ada.get(&items).await.ok();
    assert_eq!(items["items"][0]["added_by"], ada.id());
    ada.get(&path(&own, "")).await.fails(404, "not_found");
}

#[tokio::test]
async fn deleting_an_account_deletes_its_personal_workspace() {
    // Given an account with records in use and in the trash
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    server.demote_all().await;
    let things = Things::new(&ada, true).await;
    set_role(&server, &ada, &bob, Some("owner")).await;
    ada.delete(&path(&things.prompt, "")).await.done();
    let count = async |sql: &'static str| {
        let query = server.app.db.read(sql).bind(uuid(&ada));
        query.one::<(i64,)>().await.unwrap().0
    };
    assert_eq!(
        count("SELECT COUNT(*) FROM workspaces WHERE id = $1 AND kind = 'personal'").await,
        1
    );

    // When it is deleted
    let password = json!({ "password": PASSWORD });
    ada.post("/api/auth/account/delete", password).await.done();

    // Then the workspace, its members and its records are gone
    for sql in [
        "SELECT COUNT(*) FROM workspaces WHERE id = $1",
        "SELECT COUNT(*) FROM workspace_members WHERE workspace_id = $1",
        "SELECT COUNT(*) FROM prompts WHERE workspace_id = $1",
        "SELECT COUNT(*) FROM components WHERE workspace_id = $1",
        "SELECT COUNT(*) FROM collections WHERE workspace_id = $1",
    ] {
        assert_eq!(count(sql).await, 0, "{sql}");
    }
    bob.get(&path(&things.prompt, ""))
        .await
        .fails(404, "not_found");
    assert_eq!(all_of(&bob).await[0]["items"], json!([]));
}
