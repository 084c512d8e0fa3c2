//! The five onboarding steps of a new user.

use serde_json::json;

use crate::support::server;

#[tokio::test]
async fn the_steps_are_resumed_where_one_left() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let fresh = ada.get("/api/onboarding").await.ok();
    let nothing =
        json!({ "role": "", "experience": "", "goals": [], "interests": [], "plan": "free" });
    assert_eq!(
        fresh,
        json!({ "completed": false, "current_step": 1, "data": nothing })
    );

    ada.put("/api/onboarding/steps/1", json!({})).await.ok();
    let data = json!({ "role": "Developer", "experience": "AI Expert", "goals": [], "interests": [], "plan": "free" });
    let second = ada
        .put("/api/onboarding/steps/2", json!({ "data": data }))
        .await
        .ok();
    assert_eq!(
        second,
        json!({ "completed": false, "current_step": 3, "data": data })
    );
    assert_eq!(ada.get("/api/onboarding").await.ok(), second);

    let all = json!({ "role": "Student", "experience": "New to AI", "goals": ["Content creation"],
        "interests": ["Research"], "plan": "pro" });
    for (step, next) in [(2, 3), (3, 4), (4, 5)] {
        let saved = ada
            .put(
                &format!("/api/onboarding/steps/{step}"),
                json!({ "data": all }),
            )
            .await
            .ok();
        assert_eq!(
            (&saved["current_step"], &saved["completed"]),
            (&json!(next), &json!(false))
        );
    }
    let done = ada
        .put("/api/onboarding/steps/5", json!({ "data": all }))
        .await
        .ok();
    assert_eq!(
        done,
        json!({ "completed": true, "current_step": 5, "data": all })
    );
    // Revisiting a step does not undo its completion.
    assert_eq!(
        ada.put("/api/onboarding/steps/1", json!({ "data": all }))
            .await
            .ok()["completed"],
        true
    );
}

#[tokio::test]
async fn a_step_must_be_filled_in_and_the_rest_can_be_skipped() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for (step, body, status, code) in [
        (
            "2",
            json!({ "data": { "role": "Developer" } }),
            422,
            "incomplete_step",
        ),
        ("3", json!({}), 422, "incomplete_step"),
        (
            "2",
            json!({ "data": { "role": "King", "experience": "AI Expert" } }),
            422,
            "unknown_word",
        ),
        (
            "2",
            json!({ "data": { "plan": "gold" } }),
            400,
            "unreadable",
        ),
        ("0", json!({}), 404, "not_found"),
        ("6", json!({}), 404, "not_found"),
        ("x", json!({}), 404, "not_found"),
    ] {
        ada.put(&format!("/api/onboarding/steps/{step}"), body)
            .await
            .fails(status, code);
    }
    assert_eq!(
        ada.post("/api/onboarding/complete", json!({})).await.ok()["completed"],
        true
    );
    ada.put("/api/onboarding/steps/1", json!({})).await.ok();
    assert_eq!(ada.get("/api/onboarding").await.ok()["completed"], true);

    let bob = server.person("Bob").await;
    assert_eq!(bob.get("/api/onboarding").await.ok()["completed"], false);
    let visitor = server.visitor();
    visitor
        .get("/api/onboarding")
        .await
        .fails(401, "not_authenticated");
    visitor
        .put("/api/onboarding/steps/1", json!({}))
        .await
        .fails(401, "not_authenticated");
    visitor
        .post("/api/onboarding/complete", json!({}))
        .await
        .fails(401, "not_authenticated");
}
