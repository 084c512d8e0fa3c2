//! Improving a prompt: the request to the model. The prompt is not stored, neither before nor after.

use prompt_core::credits::Cost;
use prompt_core::generation::AiConfig;
use prompt_core::generation::improve::{
    ANSWER_TOKENS, FEATURE, ImprovementConfig, parse_improvement, review,
};
use prompt_core::{Content, Error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clients::ai::{Advice, Answer, Call, Failure};
use crate::clock::{Timestamp, new_id};
use crate::credits::model::UsageRecord;
use crate::credits::store::{self as ledger, Outcome};
use crate::generation::model::Receipt;
use crate::generation::run::{Completed, GenerationJob, Stopped, Task};
use crate::http::error::{ApiError, Result};

/// The prompt to improve and the model to use. Fields that are left out have defaults.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ImprovementRequest {
    #[serde(flatten)]
    pub config: ImprovementConfig,
    #[serde(flatten)]
    pub ai: AiConfig,
}

/// A proposed improvement. It has been charged, unless it changes nothing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Improved {
    /// The proposed content of the whole prompt.
    pub content: Content,
    #[serde(flatten)]
    pub receipt: Receipt,
}

impl ImprovementRequest {
    /// Gives every item an id, so that parts can be told apart.
    #[must_use]
    pub fn with_ids(mut self, now: Timestamp) -> Self {
        let mut ids = || new_id(now).to_string();
        self.config.prompt.content.normalise(&mut ids);
        self
    }
}

impl Task for ImprovementRequest {
    type Content = Content;
    type Result = Improved;
    const FEATURE: &'static str = FEATURE;
    const ADVICE: Advice = Advice {
        smaller: "Improve one part at a time.",
        other: "Change the text or the instruction and try again.",
    };

    fn ai(&self) -> &AiConfig {
        &self.ai
    }

    fn check(&self) -> std::result::Result<(), Error> {
        self.config.check()
    }

    fn price(&self) -> std::result::Result<Cost, Error> {
        self.config.cost(&self.ai)
    }

    fn length(&self) -> usize {
        self.config.length()
    }

    fn call(&self) -> Call {
        let system = self.config.system_prompt();
        let user = self.config.request();
        Call::json(&self.ai, system, user, ANSWER_TOKENS)
    }

    fn parse(
        &self,
        answer: &Answer,
        ids: &mut impl FnMut() -> String,
    ) -> std::result::Result<Content, Failure> {
        let answer = answer.whole(self.ai.provider)?;
        parse_improvement(&self.config, answer, ids).map_err(Failure::NotUsable)
    }

    async fn settle(
        order: &GenerationJob<Self>,
        done: Completed<Content>,
    ) -> std::result::Result<Improved, Stopped> {
        let tokens = ledger::whole(done.tokens);
        let is_unchanged = review(&order.task.config.prompt, &done.content).is_empty();
        let outcome = if is_unchanged {
            Outcome::Unchanged { tokens }
        } else {
            let prompt = None;
            Outcome::Succeeded { prompt, tokens }
        };
        let (db, now) = (&order.app.db, order.app.clock.now());
        if !ledger::end_use_now(db, done.id, outcome, now).await? {
            return Err(Stopped::Cancelled);
        }
        let mut receipt = order.receipt(&done).await?;
        if is_unchanged {
            receipt.total_cost = 0;
        }
        Ok(Improved {
            content: done.content,
            receipt,
        })
    }

    async fn repeat(_: &GenerationJob<Self>, _: UsageRecord) -> Result<Improved> {
        let message = "This improvement was made before, and its answer is not kept. Send a new Idempotency-Key to ask again.";
        Err(ApiError::conflict(message))
    }
}
