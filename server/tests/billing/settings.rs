//! Servers without Stripe, or with an incomplete configuration.

use super::with_stripe;
use crate::support::{PASSWORD, fakes};
use prompt_core::plan::PlanType;
use promptcase_server::config::Config;
use serde_json::{Value, json};

#[tokio::test]
async fn a_server_that_sells_nothing_says_so_and_nothing_breaks() {
    let server =
        crate::support::server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    let billing = ada.get("/api/billing").await.ok();
    assert_eq!(
        (&billing["is_configured"], &billing["plan_type"]),
        (&json!(false), &json!("max"))
    );
    assert_eq!(
        (&billing["can_use_ai"], &billing["subscription"]),
        (&json!(true), &Value::Null)
    );
    for path in [
        "/api/billing/checkout",
        "/api/billing/portal",
        "/api/billing/webhook",
    ] {
        ada.post(path, json!({ "plan_type": "pro" }))
            .await
            .fails(503, "billing_not_configured");
    }
    let change = ada
        .put("/api/billing/subscription", json!({ "plan_type": "pro" }))
        .await;
    change.fails(503, "billing_not_configured");
    server
        .visitor()
        .get("/api/billing")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_server_that_sells_nothing_gives_everybody_everything() {
    let server = crate::support::server_with(|config| config.default_plan = None).await;
    let ada = server.person("Ada").await;
    let billing = ada.get("/api/billing").await.ok();
    assert_eq!(
        (
            &billing["plan_type"],
            &billing["default_plan"],
            &billing["can_use_ai"]
        ),
        (&json!("max"), &json!("max"), &json!(true))
    );
    let token = json!({ "name": "CI", "password": PASSWORD, "scope": "read" });
    ada.post("/api/auth/tokens", token).await.created();

    let fake = fakes::stripe().await;
    let shop = server.twin_with(|config| with_stripe(config, &fake)).await;
    assert_eq!(shop.app.config.default_plan(), PlanType::Free);
    assert_eq!(
        Config {
            default_plan: Some(PlanType::Pro),
            ..shop.app.config.clone()
        }
        .default_plan(),
        PlanType::Pro
    );
}

#[tokio::test]
async fn half_a_configuration_is_refused_at_the_start() {
    let fake = fakes::stripe().await;
    let server = crate::support::server_with(|config| with_stripe(config, &fake)).await;
    let mut config = server.app.config.clone();
    assert_eq!(config.check(), Ok(()));
    config.stripe.stripe_price_max_yearly = None;
    assert!(
        config
            .check()
            .unwrap_err()
            .contains("STRIPE_PRICE_MAX_YEARLY")
    );
    let mut without_key = server.app.config.clone();
    without_key.stripe.stripe_secret_key = None;
    assert!(
        without_key
            .check()
            .unwrap_err()
            .contains("STRIPE_SECRET_KEY is not set")
    );
    config.stripe.stripe_webhook_secret = None;
    assert!(
        config
            .check()
            .unwrap_err()
            .contains("STRIPE_WEBHOOK_SECRET")
    );
}
