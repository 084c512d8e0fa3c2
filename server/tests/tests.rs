//! Tests of prompts: checks with and without a model, results by version and model, regressions, and labels that take
//! green versions only.

use crate::generation::{balance, server};
use crate::support::{Answer, Client, path, version};
use reqwest::Method;
use serde_json::{Value, json};

/// A prompt with the tests `a`, which greets Ada, and `b`, which reads the rendered text alone.
fn content(text: &str, checks_of_a: &Value) -> Value {
    json!({
        "segments": [{ "id": "s1", "type": "user", "content": text }],
        "tests": [
            { "id": "a", "title": "Greets", "values": { "name": "Ada" }, "checks": checks_of_a },
            {
                "id": "b", "values": { "name": "Bob" },
                "checks": [{ "kind": "contains", "value": "Bob", "on": "prompt" }],
            },
        ],
    })
}

fn greets() -> Value {
    json!([{ "kind": "contains", "value": "Hello" }, { "kind": "max_characters", "value": 200 }])
}

async fn prompt(person: &Client) -> Value {
    let content = content("Greet {{name}}.", &greets());
    let body = json!({ "title": "Greeting", "content": content });
    person.prompt(body).await
}

async fn run(person: &Client, prompt: &Value, test: &str, more: Value) -> Answer {
    let mut body = json!({ "test_id": test });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    person.post(&path(prompt, "/runs"), body).await
}

async fn report(person: &Client, prompt: &Value, rest: &str) -> Value {
    person
        .get(&path(prompt, &format!("/tests{rest}")))
        .await
        .ok()
}

fn statuses(report: &Value) -> Vec<&str> {
    let items = report["items"].as_array().unwrap().iter();
    items.map(|test| test["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_test_runs_with_its_own_values_and_its_checks_are_kept() {
    let (server, fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    assert_eq!(
        statuses(&report(&ada, &prompt, "").await),
        ["pending", "passed"]
    );

    // The values of the request are passed over.
    let more = json!({ "values": { "name": "Eve" } });
    let done = run(&ada, &prompt, "a", more).await.created();
    assert_eq!(done["test_id"], "a");
    assert_eq!(done["values"], json!({ "name": "Ada" }));
    let checks = done["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 2);
    assert!(
        checks.iter().all(|check| check["status"] == "passed"),
        "{checks:?}"
    );
    let asked = fake.journal().await.pop().unwrap();
    assert_eq!(asked["body"]["messages"][0]["content"], "Greet Ada.");

    // Another model answers with other words.
    let other = json!({ "model": "gpt-4.1" });
    run(&ada, &prompt, "a", other).await.created();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(statuses(&told), ["failed", "passed"]);
    let runs = told["items"][0]["runs"].as_array().unwrap();
    let red = runs.iter().find(|run| run["model"] == "gpt-4.1").unwrap();
    assert_eq!(red["status"], "failed");
    assert_eq!(
        red["checks"][0]["message"],
        "The answer does not contain “Hello”"
    );
    assert_eq!(red["is_regression"], false);

    // Runs of tests stay out of the list of runs.
    let listed = ada.get(&path(&prompt, "/runs")).await.ok();
    assert_eq!(listed["items"], json!([]));
    let listed = ada.get(&path(&prompt, "/runs?test_id=a")).await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);
    run(&ada, &prompt, "none", json!({}))
        .await
        .fails(422, "no_such_test");
}

#[tokio::test]
async fn new_checks_are_evaluated_on_the_answers_that_are_there() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    run(&ada, &prompt, "a", json!({})).await.created();
    let checks =
        json!([{ "kind": "regex", "value": "^Hello, \\w+\\." }, { "kind": "regex", "value": "(" }]);
    let changed = content("Greet {{name}}.", &checks);
    let prompt = ada.save(&prompt, json!({ "content": changed })).await.ok();
    let told = report(&ada, &prompt, "").await;
    let run_of_a = &told["items"][0]["runs"][0];
    assert_eq!(run_of_a["version"], "1.0.0");
    assert_eq!(run_of_a["checks"][0]["status"], "passed");
    let message = run_of_a["checks"][1]["message"].as_str().unwrap();
    assert!(message.contains("is not valid"), "{message}");

    // Another title, tag or check is nothing that a model gets.
    assert_eq!(told["items"][0]["runs"][0]["is_this_text"], true);
    let checks = json!([{ "kind": "regex", "value": "^Hello, \\w+\\." }]);
    let changed = json!({
        "title": "Another title", "tags": ["kind"], "content": content("Greet {{name}}.", &checks),
    });
    let prompt = ada.save(&prompt, changed).await.ok();
    assert_ne!(version(&prompt), "1.0.0");
    let told = report(&ada, &prompt, "").await;
    assert_eq!(statuses(&told), ["passed", "passed"]);
    // Other settings are.
    let mut warm = content("Greet {{name}}.", &checks);
    warm["settings"] = json!({ "temperature": 0.5 });
    let prompt = ada.save(&prompt, json!({ "content": warm })).await.ok();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(statuses(&told)[0], "pending");

    // The tests of the version are as they were.
    let before = report(&ada, &prompt, "?version=1.0.0").await;
    assert_eq!(
        (statuses(&before)[0], before["version"].as_str()),
        ("passed", Some("1.0.0"))
    );

    // With other values the answer says nothing.
    let mut other = content("Greet {{name}}.", &greets());
    other["tests"][0]["values"]["name"] = json!("Eve");
    let prompt = ada.save(&prompt, json!({ "content": other })).await.ok();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(
        (statuses(&told)[0], &told["items"][0]["runs"]),
        ("pending", &json!([]))
    );
}

#[tokio::test]
async fn the_latest_run_of_a_text_counts_whatever_its_version() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    let strict = json!([{ "kind": "contains", "value": "Goodbye" }]);
    let mut checked = content("Greet {{name}}.", &strict);
    let prompt = ada.save(&prompt, json!({ "content": checked })).await.ok();
    run(&ada, &prompt, "a", json!({})).await.created();
    assert_eq!(statuses(&report(&ada, &prompt, "").await)[0], "failed");
    // The older version has the same text, and its own checks.
    let older = json!({ "version": "1.0.0" });
    let older = run(&ada, &prompt, "a", older).await.created();
    assert_eq!(older["checks"][0]["status"], "passed");
    checked["tests"][0]["checks"] = greets();
    let prompt = ada.save(&prompt, json!({ "content": checked })).await.ok();
    let told = report(&ada, &prompt, "").await;
    let runs = told["items"][0]["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    assert!(runs.iter().all(|run| run["is_this_text"] == true));
    assert_eq!(statuses(&told)[0], "passed");
}

#[tokio::test]
async fn a_version_runs_its_own_test_unless_another_is_named() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    let mut other = content("Greet {{name}}. Be kind.", &greets());
    other["tests"][0]["values"]["tone"] = json!("warm");
    let prompt = ada.save(&prompt, json!({ "content": other })).await.ok();
    let at = |more: Value| {
        let mut body = json!({ "version": "1.0.0" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let named = at(json!({ "test_version": version(&prompt) }));
    let named = run(&ada, &prompt, "a", named).await.created();
    assert_eq!(named["values"]["tone"], "warm");
    let label = path(&prompt, "/labels/production");
    let target = json!({ "version": "1.0.0", "is_protected": true, "confirm": true });
    ada.put(&label, target.clone())
        .await
        .fails(422, "tests_not_green");
    // What the message asks for makes it green.
    let own = run(&ada, &prompt, "a", at(json!({}))).await.created();
    assert_eq!(own["values"], json!({ "name": "Ada" }));
    ada.put(&label, target).await.ok();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(told["items"][0]["runs"][0]["run_id"], named["id"]);
    run(&ada, &prompt, "a", at(json!({ "test_version": "9.9.9" })))
        .await
        .fails(404, "not_found");
}

#[tokio::test]
async fn checks_that_take_too_long_together_are_not_checked() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let check = json!({ "kind": "regex", "value": "(?:a?){300}b", "on": "prompt" });
    let content = json!({
        "segments": [{ "id": "s1", "type": "user", "content": "a".repeat(10_000) }],
        "tests": vec![json!({ "checks": vec![check; 20] }); 100],
    });
    let body = json!({ "title": "Greeting", "content": content });
    let prompt = ada.prompt(body).await;
    let begun = std::time::Instant::now();
    let told = report(&ada, &prompt, "").await;
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    let items = told["items"].as_array().unwrap();
    assert_eq!(items.len(), 100);
    assert_eq!(items[0]["status"], "failed");
    assert_eq!(items[99]["status"], "pending");
    let message = items[99]["checks"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("Not checked"), "{message}");

    // A protected label says so, and not that they have not run.
    let label = json!({ "version": "1.0.0", "is_protected": true, "confirm": true });
    let refused = ada.put(&path(&prompt, "/labels/production"), label).await;
    let message = refused.fails(422, "tests_not_green")["message"].clone();
    let message = message.as_str().unwrap();
    assert!(
        message.contains("not checked, since the checks"),
        "{message}"
    );
    assert!(!message.contains("not run"), "{message}");
}

#[tokio::test]
async fn a_report_answers_for_the_rest_if_a_version_is_gone() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    for model in ["gpt-4o-mini", "gpt-4.1"] {
        let done = run(&ada, &prompt, "a", json!({ "model": model })).await;
        done.created();
    }
    let lost = "UPDATE prompt_runs SET version = '0.9.9' WHERE model = 'gpt-4.1'";
    server.app.db.write(lost).execute().await.unwrap();
    // Other checks than ran are evaluated anew, one of them on the text that ran.
    let checks = json!([
        { "kind": "contains", "value": "Hello" },
        { "kind": "contains", "value": "Ada", "on": "prompt" },
    ]);
    let changed = json!({ "content": content("Greet {{name}}.", &checks) });
    ada.save(&prompt, changed).await.ok();
    let told = report(&ada, &prompt, "").await;
    let runs = told["items"][0]["runs"].as_array().unwrap();
    let of = |version: &str| runs.iter().find(|run| run["version"] == version).unwrap();
    assert_eq!(of("1.0.0")["status"], "passed");
    assert_eq!(of("0.9.9")["status"], "pending");
    assert_eq!(
        of("0.9.9")["checks"][1]["message"],
        "The text of this version is gone"
    );
}

#[tokio::test]
async fn what_was_green_before_and_is_red_now_is_a_regression() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    run(&ada, &prompt, "a", json!({})).await.created();
    let changed = content("Talk of an unknown model with {{name}}.", &greets());
    let prompt = ada.save(&prompt, json!({ "content": changed })).await.ok();
    run(&ada, &prompt, "a", json!({})).await.error();
    let told = report(&ada, &prompt, "").await;
    let runs = told["items"][0]["runs"].as_array().unwrap();
    assert_eq!(
        (&runs[0]["version"], &runs[0]["status"]),
        (&json!("1.0.1"), &json!("failed"))
    );
    assert_eq!(runs[0]["is_regression"], true);
    assert!(runs[0]["error"].is_string(), "{}", runs[0]);
    assert_eq!(
        (&runs[1]["status"], &runs[1]["is_this_text"]),
        (&json!("passed"), &json!(false))
    );
}

#[tokio::test]
async fn a_protected_label_takes_green_versions_only() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada).await;
    let label = path(&prompt, "/labels/production");
    let target =
        |version: &str| json!({ "version": version, "is_protected": true, "confirm": true });
    let refused = ada
        .put(&label, target("1.0.0"))
        .await
        .fails(422, "tests_not_green");
    let message = refused["message"].as_str().unwrap();
    assert!(
        message.contains("Tests of 1.0.0 not run: Greets."),
        "{message}"
    );
    run(&ada, &prompt, "a", json!({ "model": "gpt-4.1" }))
        .await
        .created();
    let refused = ada.put(&label, target("1.0.0")).await;
    let message = refused.fails(422, "tests_not_green")["message"].clone();
    assert!(
        message.as_str().unwrap().contains("failed: Greets."),
        "{message}"
    );
    // A label without protection is free.
    let free = json!({ "version": "1.0.0" });
    ada.put(&path(&prompt, "/labels/staging"), free).await.ok();

    // A version that is a copy of the save is as green as the save.
    let checks = json!([{ "kind": "contains", "value": "Ada" }]);
    let changed = content("Greet {{name}}.", &checks);
    let prompt = ada.save(&prompt, json!({ "content": changed })).await.ok();
    run(&ada, &prompt, "a", json!({})).await.created();
    let new = json!({ "version_type": "minor", "changelog": "", "base_version": version(&prompt) });
    ada.post(&path(&prompt, "/versions"), new).await.created();
    ada.put(&label, target("1.1.0")).await.ok();
    let missing = json!({ "version": "9.9.9", "confirm": true });
    ada.put(&label, missing).await.fails(422, "no_such_version");
    // Back to the red one only by undo or without protection.
    let back = json!({ "version": "1.0.0", "confirm": true });
    ada.put(&label, back).await.fails(422, "tests_not_green");
    let back = json!({ "version": "1.0.0", "confirm": true, "is_protected": false });
    ada.put(&label, back).await.ok();
}

#[tokio::test]
async fn a_test_that_cannot_tell_is_not_green() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let on_prompt = json!([{ "kind": "contains", "value": "Greet", "on": "prompt" }]);
    let cases = [
        (
            json!({ "title": "Bare", "values": { "name": "Ada" }, "checks": [] }),
            "without checks: Bare.",
        ),
        (
            json!({ "title": "Gap", "values": {}, "checks": on_prompt }),
            "that cannot be run: Gap.",
        ),
    ];
    for (test, told) in cases {
        let content = json!({ "segments": [{ "content": "Greet {{name}}." }], "tests": [test] });
        let prompt = ada
            .prompt(json!({ "title": "Greeting", "content": content }))
            .await;
        assert_eq!(
            report(&ada, &prompt, "").await["items"][0]["status"],
            "pending",
            "{told}"
        );
        let target = json!({ "version": "1.0.0", "is_protected": true, "confirm": true });
        let refused = ada.put(&path(&prompt, "/labels/production"), target).await;
        let message = refused.fails(422, "tests_not_green")["message"].to_string();
        assert!(message.contains(told), "{message}");
        assert!(message.contains("Mend or delete these tests"), "{message}");
    }
}

#[tokio::test]
async fn only_members_see_tests_with_results() {
    let (server, _fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let prompt = prompt(&ada).await;
    ada.patch(&path(&prompt, ""), json!({ "is_public": true }))
        .await
        .ok();
    let tests = path(&prompt, "/tests");
    bob.get(&tests).await.fails(404, "not_found");
    server
        .visitor()
        .get(&tests)
        .await
        .fails(401, "not_authenticated");
    ada.get(&path(&prompt, "/tests?version=9.9.9"))
        .await
        .fails(404, "not_found");
    ada.get(&path(&prompt, "/tests?version=x"))
        .await
        .fails(422, "not_a_version");
}

#[tokio::test]
async fn tests_that_are_not_valid_are_told_with_their_field() {
    let (server, _fake) = server().await;
    let ada = server.person("Ada").await;
    let mut content = content("Hi", &json!([{ "kind": "max_tokens", "value": "many" }]));
    let body = |content: &Value| json!({ "title": "Greeting", "content": content });
    let refused = ada.post("/api/prompts", body(&content)).await;
    let refused = refused.fails(422, "not_valid");
    assert_eq!(refused["field"], "content.tests[0].checks[0].value");
    // A schema that leads in circles ends.
    let checks = json!([{ "kind": "json_schema", "value": { "$ref": "#" }, "on": "prompt" }]);
    content["tests"][0]["checks"] = checks;
    content["segments"][0]["content"] = json!("{}");
    let prompt = ada.prompt(body(&content)).await;
    let told = report(&ada, &prompt, "").await;
    let message = &told["items"][0]["checks"][0]["message"];
    assert!(
        message.as_str().unwrap().contains("takes too long"),
        "{message}"
    );
}

#[tokio::test]
async fn a_model_judges_an_answer_and_its_word_outlives_other_checks() {
    let (server, fake) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let question = |text: &str| json!({ "kind": "judge", "value": text });
    let polite = json!([question("Is the greeting polite?")]);
    let body = json!({ "title": "Greeting", "content": content("Greet {{name}}.", &polite) });
    let prompt = ada.prompt(body).await;
    let done = run(&ada, &prompt, "a", json!({})).await.created();
    assert_eq!(done["checks"][0]["status"], "pending");
    assert_eq!(statuses(&report(&ada, &prompt, "").await)[0], "pending");

    let (before, _) = balance(&ada).await;
    let address = format!("/api/runs/{}/judge", done["id"].as_str().unwrap());
    let with = json!({ "model": "gpt-4o-mini" });
    bob.post(&address, with.clone())
        .await
        .fails(404, "not_found");
    let judged = ada.post(&address, with.clone()).await.created();
    assert_eq!(judged["checks"][0]["status"], "passed");
    assert_eq!(judged["id"], done["id"]);
    assert_eq!(
        balance(&ada).await.0,
        before - 2,
        "as long a text costs twice"
    );
    let asked = fake.journal().await.pop().unwrap();
    let user = asked["body"]["messages"][1]["content"].as_str().unwrap();
    let user: Value = serde_json::from_str(user).unwrap();
    assert_eq!(
        (&user["prompt"], &user["answer"]),
        (&json!("Greet Ada."), &json!("Hello, Ada. How are you?"))
    );
    assert_eq!(statuses(&report(&ada, &prompt, "").await)[0], "passed");

    // Another check beside it does not ask again; another question does.
    let more =
        json!([question("Is the greeting polite?"), { "kind": "contains", "value": "Hello" }]);
    let changed = json!({ "content": content("Greet {{name}}.", &more) });
    let prompt = ada.save(&prompt, changed).await.ok();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(told["items"][0]["runs"][0]["status"], "passed");
    let other = json!([question("Does it ask for her name?")]);
    let changed = json!({ "content": content("Greet {{name}}.", &other) });
    let prompt = ada.save(&prompt, changed).await.ok();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(told["items"][0]["runs"][0]["status"], "pending");
    ada.post(&address, with.clone()).await.created();
    let told = report(&ada, &prompt, "").await;
    let checks = &told["items"][0]["runs"][0]["checks"];
    assert_eq!(
        checks[0],
        json!({ "status": "failed", "message": "It does not ask." })
    );

    // Equal questions have one result.
    let twice = json!([question("Is it kind?"), question("Is it kind?")]);
    let changed = json!({ "content": content("Greet {{name}}.", &twice) });
    let prompt = ada.save(&prompt, changed).await.ok();
    ada.post(&address, with.clone()).await.created();
    let told = report(&ada, &prompt, "").await;
    assert_eq!(told["items"][0]["runs"][0]["status"], "passed");

    // A run that is deleted while it is judged costs nothing more.
    let slow = json!([question("Is it kind after a while?")]);
    let changed = json!({ "content": content("Greet {{name}}.", &slow) });
    let prompt = ada.save(&prompt, changed).await.ok();
    let gone = run(&ada, &prompt, "a", json!({})).await.created();
    let (before, _) = balance(&ada).await;
    let gone = format!("/api/runs/{}", gone["id"].as_str().unwrap());
    let to_judge = format!("{gone}/judge");
    let judged = ada.post(&to_judge, with.clone());
    let deleted = async {
        while balance(&ada).await.1 == 0 {}
        ada.delete(&gone).await.done();
    };
    let (judged, ()) = tokio::join!(judged, deleted);
    judged.fails(404, "not_found");
    assert_eq!(balance(&ada).await, (before, 0));

    // A key belongs to one kind of request.
    let keyed = |to: &str, body: &Value| {
        let request = ada.request(Method::POST, to);
        ada.send(request.header("idempotency-key", "once").json(body))
    };
    let runs = path(&prompt, "/runs");
    let test = json!({ "test_id": "a" });
    let first = keyed(&runs, &test).await.created();
    keyed(&address, &with).await.fails(409, "conflict");
    assert_eq!(keyed(&runs, &test).await.created()["id"], first["id"]);

    // A run of no test has nothing to judge.
    let plain = json!({ "values": { "name": "Ada" } });
    let plain = ada.post(&path(&prompt, "/runs"), plain).await.created();
    let address = format!("/api/runs/{}/judge", plain["id"].as_str().unwrap());
    ada.post(&address, json!({})).await.fails(422, "not_judged");

    // What failed has no answer to judge.
    let unknown = json!([question("Is it kind?")]);
    let changed =
        json!({ "content": content("Talk of an unknown model with {{name}}.", &unknown) });
    let prompt = ada.save(&prompt, changed).await.ok();
    run(&ada, &prompt, "a", json!({})).await.error();
    let failed = ada.get(&path(&prompt, "/runs?test_id=a")).await.ok();
    let failed = failed["items"][0]["id"].as_str().unwrap().to_owned();
    ada.post(&format!("/api/runs/{failed}/judge"), with.clone())
        .await
        .fails(422, "not_judged");
}

#[tokio::test]
async fn others_get_a_public_prompt_without_its_tests() {
    let (server, _ai) = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let content = content("Greet {{name}}.", &greets());
    let body = json!({ "title": "Greeting", "content": content, "is_public": true });
    let prompt = ada.prompt(body).await;
    let copy = bob
        .post(&path(&prompt, "/clone"), json!({}))
        .await
        .created();
    let read = async |client: &Client, address: &str| client.get(address).await.ok();
    for address in [
        path(&prompt, ""),
        path(&prompt, "/versions/1.0.0"),
        path(&prompt, "/export?format=json"),
        "/api/fetch/ada/greeting?format=source".to_owned(),
    ] {
        assert!(
            read(&ada, &address).await.to_string().contains("\"tests\""),
            "{address}"
        );
        for client in [&bob, &server.visitor()] {
            let seen = read(client, &address).await.to_string();
            assert!(
                seen.contains("Greet {{name}}.") && !seen.contains("\"tests\""),
                "{address}: {seen}"
            );
        }
    }
    let copied = read(&bob, &path(&copy, "")).await;
    assert!(!copied.to_string().contains("\"tests\""));
    let wanted = json!({ "references": ["@ada/greeting"] });
    let included = bob.post("/api/includes", wanted).await.ok();
    assert!(!included.to_string().contains("\"tests\"") && included.to_string().contains("Greet"));
    // A clone by its own author is whole.
    let own = ada
        .post(&path(&prompt, "/clone"), json!({}))
        .await
        .created();
    assert!(own.to_string().contains("\"tests\""));
}
