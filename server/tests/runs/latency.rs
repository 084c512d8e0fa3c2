//! The way of the first word from the provider to the client.

use std::time::Duration;

use futures_util::StreamExt as _;
use prompt_core::plan::PlanType;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::prompt;
use crate::generation::events;
use crate::support::{path, server_with};

/// The budget of the first word.
const BUDGET: Duration = Duration::from_millis(50);
/// Runs, of which the quickest counts: other tests share the machine.
const RUNS: usize = 5;

/// A provider that answers with one word, a while after it was asked, and tells when the word left.
async fn provider(listener: TcpListener, left: mpsc::UnboundedSender<Instant>) {
    loop {
        let Ok((mut stream, _)) = listener.accept().await else {
            return;
        };
        let left = left.clone();
        tokio::spawn(async move {
            let mut request = vec![0; 65536];
            let _ = stream.read(&mut request).await;
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
            let _ = stream.write_all(head.as_bytes()).await;
            sleep(Duration::from_millis(50)).await;
            let _ = left.send(Instant::now());
            let word = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n";
            let _ = stream.write_all(word.as_bytes()).await;
            sleep(Duration::from_millis(200)).await;
            let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
            let _ = stream.write_all(end.as_bytes()).await;
        });
    }
}

#[tokio::test]
async fn the_first_word_is_passed_on_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (send, mut left) = mpsc::unbounded_channel();
    tokio::spawn(provider(listener, send));
    let server = server_with(|config| {
        config.default_plan = Some(PlanType::Free);
        config.ai.openai_base_url = Some(url);
    })
    .await;
    let ada = server.person("Ada").await;
    let prompt = prompt(&ada, "Hello").await;
    let body = json!({ "values": { "role": "a host" } });
    let mut quickest = Duration::MAX;
    for _ in 0..RUNS {
        let mut steps = Box::pin(events(&ada, &path(&prompt, "/runs"), &body).await);
        assert_eq!(steps.next().await.unwrap().0, "started");
        let (_, text) = steps.next().await.unwrap();
        quickest = quickest.min(left.recv().await.unwrap().elapsed());
        assert_eq!(text["text"], "Hello");
        assert_eq!(steps.next().await.unwrap().0, "done");
    }
    println!("the first word took {quickest:?}");
    assert!(quickest < BUDGET, "{quickest:?}");
}
