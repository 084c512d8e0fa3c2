//! What a report of tests evaluates: one text and one answer at a time, off the threads that serve requests, within one
//! budget, and one report of an account at a time.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use poem::http::StatusCode;
use prompt_core::checks::{Budget, CheckResult, evaluate_within, not_checked};
use prompt_core::content::test_case::{CheckKind, CheckTarget, TestCase};
use prompt_core::render::{Rendered, references, render};
use prompt_core::{Prompt, VersionNumber, runs as rules};
use uuid::Uuid;

use crate::db::{Db, Permit};
use crate::fetch::includes::{self, Included};
use crate::http::error::Result;
use crate::records::versions;
use crate::runs::checks::{Checked, StoredCheck, digest, off_thread, results, text_digest};
use crate::runs::store::{self, TestedRun};

/// Steps of the budget that rendering takes for each byte, and whatever the length.
const RENDER_STEPS: (usize, usize) = (8, 10_000);

/// A text that was run, and what it includes.
pub struct Text {
    pub prompt: Prompt,
    included: Included,
}

impl Text {
    pub async fn load(db: &Db, me: Uuid, own: Uuid, prompt: Prompt) -> Result<Self> {
        let included = includes::load(db, me, own, references(&prompt)).await?;
        Ok(Self { prompt, included })
    }
}

/// What a test says of a text without an answer.
pub struct Unanswered {
    /// Why it cannot be run.
    pub problem: Option<String>,
    pub checks: Vec<CheckResult>,
    /// The digest of what a model gets; none if it was not rendered.
    pub text: Option<String>,
}

/// The budget of a report, and the permit of its account. It goes where the work is done, so that the permit lasts as
/// long, also after the request is gone.
pub struct Work {
    budget: Budget,
    _permit: Permit,
}

impl Work {
    pub async fn begin(db: &Db, me: Uuid) -> Result<Self> {
        Ok(Self {
            budget: Budget::default(),
            _permit: db.permit(me).await?,
        })
    }

    /// The text that a model gets with the values of a test; `None` if the budget does not cover it.
    fn rendered(&mut self, from: &Text, test: &TestCase) -> Option<(Rendered, String)> {
        let (of_byte, of_text) = RENDER_STEPS;
        self.budget.take(of_text)?;
        let rendered = render(&from.prompt, &test.values, &from.included.prompts);
        let whole = rendered.text();
        self.budget.take(of_byte * whole.len())?;
        Some((rendered, whole))
    }

    /// Renders the text with the values of every test, and evaluates the checks that need no answer.
    pub async fn unanswered(
        mut self,
        text: Arc<Text>,
        tests: Vec<TestCase>,
    ) -> Result<(Self, Vec<Unanswered>)> {
        off_thread(move || {
            let all = tests.iter().map(|test| self.of_text(&text, test));
            let all = all.collect::<Result<_>>()?;
            Ok((self, all))
        })
        .await
    }

    fn of_text(&mut self, from: &Text, test: &TestCase) -> Result<Unanswered> {
        let Some((rendered, whole)) = self.rendered(from, test) else {
            return Ok(Unanswered {
                problem: None,
                checks: not_checked(test),
                text: None,
            });
        };
        let settings = from.prompt.content.settings();
        let problem = rules::check(&rendered, settings, &test.values).err();
        Ok(Unanswered {
            problem: problem.map(|problem| problem.to_string()),
            checks: evaluate_within(&mut self.budget, test, &whole, None),
            text: Some(text_digest(&rendered, &rendered.settings)?),
        })
    }

    /// Evaluates the checks of a test on a kept answer. `from` is needed if a check reads the rendered prompt.
    async fn answered(
        mut self,
        from: Option<Arc<Text>>,
        test: TestCase,
        answer: String,
        before: Vec<StoredCheck>,
    ) -> Result<(Self, Vec<StoredCheck>)> {
        off_thread(move || {
            let rendered = from.and_then(|from| self.rendered(&from, &test));
            let checked = Checked {
                test: &test,
                prompt: rendered.as_ref().map_or("", |(_, whole)| whole),
                answer: Some(&answer),
                before: &before,
            };
            let checks = results(&mut self.budget, &checked)?;
            Ok((self, checks))
        })
        .await
    }
}

/// Where the answers of a report and the texts that were run are read from.
pub struct Source<'a> {
    pub db: &'a Db,
    pub me: Uuid,
    pub own: Uuid,
    /// The version of the report and its text.
    pub version: VersionNumber,
    pub text: Arc<Text>,
}

impl Source<'_> {
    /// Evaluates the checks of kept answers whose test has other checks by now, the newest version first. No more than
    /// one other text is held at a time.
    pub async fn check_again(
        &self,
        mut work: Work,
        tests: &[TestCase],
        latest: &mut HashMap<String, Vec<TestedRun>>,
    ) -> Result<()> {
        for (version, runs) in outdated(tests, latest)?.into_iter().rev() {
            let mut text = None;
            for (test, at) in runs {
                let Some(run) = latest.get_mut(&test.id).and_then(|runs| runs.get_mut(at)) else {
                    continue;
                };
                if text.is_none() && reads_prompt(test) && !work.budget.is_spent() {
                    match self.text_of(run.prompt_id, version).await {
                        Ok(read) => text = Some(read),
                        // The text is gone, and the rest of the report is not.
                        Err(error) if error.status == StatusCode::NOT_FOUND => {
                            run.checks = unreadable(test)?;
                            continue;
                        }
                        Err(error) => return Err(error),
                    }
                }
                let answer = if work.budget.is_spent() {
                    String::new()
                } else {
                    store::output(self.db, run.id).await?
                };
                let text = text.clone().filter(|_| reads_prompt(test));
                let before = std::mem::take(&mut run.checks);
                (work, run.checks) = work.answered(text, test.clone(), answer, before).await?;
            }
        }
        Ok(())
    }

    async fn text_of(&self, prompt: Uuid, version: VersionNumber) -> Result<Arc<Text>> {
        if version == self.version {
            return Ok(Arc::clone(&self.text));
        }
        let prompt = versions::snapshot(self.db, self.me, prompt, version).await?;
        let text = Text::load(self.db, self.me, self.own, prompt).await?;
        Ok(Arc::new(text))
    }
}

/// The runs whose test has other checks by now, by version: the test, and the place among its runs.
fn outdated<'t>(
    tests: &'t [TestCase],
    latest: &HashMap<String, Vec<TestedRun>>,
) -> Result<BTreeMap<VersionNumber, Vec<(&'t TestCase, usize)>>> {
    let mut outdated: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for test in tests {
        let digests: Vec<String> = test.checks.iter().map(digest).collect::<Result<_>>()?;
        let runs = latest.get(&test.id).map_or(&[][..], Vec::as_slice);
        for (at, run) in runs.iter().enumerate() {
            let is_current = run.checks.iter().map(|check| &check.digest).eq(&digests);
            if !is_current && run.status != "failed" {
                outdated.entry(run.version).or_default().push((test, at));
            }
        }
    }
    Ok(outdated)
}

/// The checks of a run whose text is gone.
fn unreadable(test: &TestCase) -> Result<Vec<StoredCheck>> {
    let checks = test.checks.iter();
    let gone = checks.map(|check| {
        Ok(StoredCheck {
            digest: digest(check)?,
            result: CheckResult::pending("The text of this version is gone"),
        })
    });
    gone.collect()
}

fn reads_prompt(test: &TestCase) -> bool {
    let mut checks = test.checks.iter();
    checks.any(|check| check.on == CheckTarget::Prompt && check.kind != CheckKind::Judge)
}
