//! Private components, clones, ratings and uses.

use super::{at, component, list};
use crate::support::server;
use promptcase_server::clock::Timestamp;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_private_component_exists_for_its_owner_alone() {
    let server = server().await;
    let (ada, bob, visitor) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.visitor(),
    );
    let private = component(&ada, json!({})).await;
    let shown = component(&ada, json!({ "is_public": true })).await;
    let draft = json!({ "base_version": "1.0.0", "data": { "title": "x" } });
    let new_version = json!({ "version_type": "minor", "base_version": "1.0.0" });
    let snapshot = ada
        .post(&at(&private, "/versions"), new_version.clone())
        .await
        .created();
    let snapshot = format!("/versions/{}", crate::support::version(&snapshot));

    // Owner-only operations fail for other users, on public and private components alike.
    for (method, rest, body) in [
        (
            "PUT",
            "",
            json!({ "base_version": "1.0.0", "title": "Mine", "content": {} }),
        ),
        ("DELETE", "", json!(null)),
        ("GET", "/session", json!(null)),
        ("PUT", "/session", draft),
        ("DELETE", "/session", json!(null)),
        ("POST", "/versions", new_version),
        (
            "POST",
            &format!("{snapshot}/restore"),
            json!({ "base_version": "1.0.0" }),
        ),
    ] {
        for component in [&private, &shown] {
            let method: reqwest::Method = method.parse().expect("a method");
            let path = at(component, rest);
            bob.send(bob.request(method.clone(), &path).json(&body))
                .await
                .fails(404, "not_found");
            visitor
                .send(visitor.request(method, &path).json(&body))
                .await
                .fails(401, "not_authenticated");
        }
    }
    // Operations open to all users on a public component fail on a private one.
    for (method, rest, body) in [
        ("GET", "", json!(null)),
        ("GET", "/ratings", json!(null)),
        ("GET", "/versions", json!(null)),
        ("GET", snapshot.as_str(), json!(null)),
        ("POST", "/clone", json!(null)),
        ("POST", "/use", json!(null)),
        ("PUT", "/rating", json!({ "rating_value": 5 })),
        ("DELETE", "/rating", json!(null)),
    ] {
        let method: reqwest::Method = method.parse().expect("a method");
        let answer = bob
            .send(bob.request(method, &at(&private, rest)).json(&body))
            .await;
        answer.fails(404, "not_found");
    }
    bob.get(&at(&shown, "")).await.ok();
    visitor.get(&at(&shown, "")).await.ok();
}

#[tokio::test]
async fn ratings_count_once_a_person_and_can_be_changed() {
    let server = server().await;
    let (ada, bob, eve) = (
        server.person("Ada").await,
        server.person("Bob").await,
        server.person("Eve").await,
    );
    let shown = component(&ada, json!({ "is_public": true })).await;
    let path = at(&shown, "/rating");
    for (who, stars, mean, count) in [(&bob, 5, 5.0, 1), (&eve, 2, 3.5, 2), (&bob, 4, 3.0, 2)] {
        server.pass(Duration::from_secs(1));
        let rating = json!({ "rating_value": stars, "review_text": format!("{stars} stars") });
        assert_eq!(
            who.put(&path, rating).await.ok(),
            json!({ "rating": mean, "rating_count": count })
        );
    }
    let seen = bob.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["rating"], &seen["my_rating"]),
        (&json!(3.0), &json!(4))
    );
    let page = server
        .visitor()
        .get(&at(&shown, "/ratings?limit=1"))
        .await
        .ok();
    assert_eq!(
        (
            &page["items"][0]["author_name"],
            &page["items"][0]["review_text"]
        ),
        (&json!("Bob"), &json!("4 stars"))
    );
    let next = page["next_cursor"].as_str().unwrap();
    let page = bob
        .get(&at(&shown, &format!("/ratings?cursor={next}")))
        .await
        .ok();
    assert_eq!(page["items"][0]["rating_value"], 2);

    assert_eq!(
        eve.delete(&path).await.ok(),
        json!({ "rating": 4.0, "rating_count": 1 })
    );
    assert_eq!(
        bob.delete(&path).await.ok(),
        json!({ "rating": 0.0, "rating_count": 0 })
    );
    ada.put(&path, json!({ "rating_value": 5 }))
        .await
        .fails(422, "own_component");
    for stars in [0, 6] {
        let body = bob
            .put(&path, json!({ "rating_value": stars }))
            .await
            .fails(422, "not_valid");
        assert_eq!(body["field"], "rating_value");
    }
    bob.put(&path, json!({ "rating_value": -1 }))
        .await
        .fails(400, "unreadable");
    server
        .visitor()
        .put(&path, json!({ "rating_value": 5 }))
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn ratings_at_once_are_all_counted() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let shown = component(&ada, json!({ "is_public": true })).await;
    let mut raters = Vec::new();
    for n in 0..10 {
        raters.push(server.person(&format!("Rater{n}")).await);
    }
    let path = at(&shown, "/rating");
    let answers = raters
        .iter()
        .map(|rater| rater.put(&path, json!({ "rating_value": 4 })));
    for answer in futures_util::future::join_all(answers).await {
        answer.ok();
    }
    let seen = ada.get(&at(&shown, "")).await.ok();
    assert_eq!(
        (&seen["rating"], &seen["rating_count"]),
        (&json!(4.0), &json!(10))
    );
}

#[tokio::test]
async fn a_use_counts_once_a_person_and_day() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shown = component(&ada, json!({ "is_public": true })).await;
    let path = at(&shown, "/use");
    for (who, count) in [(&bob, 1), (&bob, 1), (&ada, 2)] {
        assert_eq!(who.post(&path, json!({})).await.ok()["usage_count"], count);
    }
    server.pass(Timestamp::DAY);
    assert_eq!(bob.post(&path, json!({})).await.ok()["usage_count"], 3);
}

#[tokio::test]
async fn a_clone_is_a_private_copy() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let shown = component(
        &ada,
        json!({ "title": "Shown", "is_public": true, "tags": ["x"] }),
    )
    .await;
    let copy = bob.post(&at(&shown, "/clone"), json!({})).await.created();
    assert_eq!(
        (&copy["title"], &copy["is_public"], &copy["user_id"]),
        (&json!("Shown (Copy)"), &json!(false), &bob.user["id"])
    );
    assert_eq!(copy["content"], shown["content"]);
    assert_eq!(list(&bob, "owner=me&tags=x").await, ["Shown (Copy)"]);
    ada.get(&at(&copy, "")).await.fails(404, "not_found");
}
