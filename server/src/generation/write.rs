//! Generating a prompt from a description: the request to the model, and saving the result.

use prompt_core::credits::Cost;
use prompt_core::generation::{ANSWER_TOKENS, AiConfig, FEATURE, GenerationConfig, parse_answer};
use prompt_core::{Content, Error, Prompt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clients::ai::{Advice, Answer, Call, Failure};
use crate::clock::new_id;
use crate::credits::model::UsageRecord;
use crate::credits::store::{self as ledger, Outcome};
use crate::generation::model::Receipt;
use crate::generation::run::{Completed, GenerationJob, Stopped, Task};
use crate::http::error::{ApiError, Result};
use crate::prompts::model::StoredPrompt;
use crate::records;
use crate::records::columns::Prepared;

/// The prompt to write and the model to use. Fields that are left out have defaults.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GenerationRequest {
    #[serde(flatten)]
    pub config: GenerationConfig,
    #[serde(flatten)]
    pub ai: AiConfig,
}

/// A generated prompt, which has been saved and charged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated {
    pub prompt: StoredPrompt,
    #[serde(flatten)]
    pub receipt: Receipt,
}

impl Task for GenerationRequest {
    type Content = Content;
    type Result = Generated;
    const FEATURE: &'static str = FEATURE;
    const ADVICE: Advice = Advice {
        smaller: "Ask for something smaller or a lower complexity.",
        other: "Change the description and try again.",
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
        let user = self.config.user_input.trim().to_owned();
        Call::json(&self.ai, system, user, ANSWER_TOKENS)
    }

    fn parse(
        &self,
        answer: &Answer,
        ids: &mut impl FnMut() -> String,
    ) -> std::result::Result<Content, Failure> {
        let answer = answer.whole(self.ai.provider)?;
        parse_answer(self.config.structure_type, answer, ids).map_err(Failure::NotUsable)
    }

    /// Saves the prompt and charges its price, both or neither.
    async fn settle(
        order: &GenerationJob<Self>,
        done: Completed<Content>,
    ) -> std::result::Result<Generated, Stopped> {
        let (app, me) = (&order.app, order.me);
        let now = app.clock.now();
        let day: String = now.to_string().chars().take(10).collect();
        let prompt = order.task.config.prompt(done.content.clone(), &day);
        let prompt_id = new_id(now);
        let outcome = Outcome::Succeeded {
            prompt: Some(prompt_id),
            tokens: ledger::whole(done.tokens),
        };

        let mut tx = app.db.begin().await?;
        records::store::insert_new(&mut tx, me, prompt_id, &Prepared::of(prompt)?, now).await?;
        if !ledger::end_use(&mut tx, done.id, outcome, now).await? {
            return Err(Stopped::Cancelled);
        }
        tx.commit().await?;

        Ok(Generated {
            prompt: records::store::get::<Prompt>(&app.db, me.id, prompt_id).await?,
            receipt: order.receipt(&done).await?,
        })
    }

    /// The prompt that the first request created.
    async fn repeat(order: &GenerationJob<Self>, before: UsageRecord) -> Result<Generated> {
        let (app, me) = (&order.app, order.me);
        let prompt = before
            .prompt_id
            .ok_or_else(|| ApiError::not_found("Prompt"))?;
        Ok(Generated {
            prompt: records::store::get::<Prompt>(&app.db, me.id, prompt).await?,
            receipt: Receipt {
                id: before.id,
                provider: before.provider.parse()?,
                model: before.model,
                tokens_used: before.tokens_used.unsigned_abs(),
                generation_time: before.duration_ms.unsigned_abs(),
                total_cost: before.total_cost.unsigned_abs(),
                balance: ledger::balance(
                    &app.db,
                    me.workspace,
                    app.config.default_plan(),
                    app.now(),
                )
                .await?
                .balance
                .balance,
            },
        })
    }
}
