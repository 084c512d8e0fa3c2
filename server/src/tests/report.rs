//! The results of the tests of a text: the checks evaluated anew on the rendered text and on kept answers.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use prompt_core::checks::{CheckResult, CheckStatus, status};
use prompt_core::content::test_case::TestCase;
use prompt_core::render::{references, render};
use prompt_core::{Prompt, VersionNumber, runs as rules};
use uuid::Uuid;

use crate::access::{self, Object};
use crate::db::Db;
use crate::fetch::includes::{self, Included};
use crate::http::error::{ApiError, Result};
use crate::records::{store as records, versions};
use crate::runs::checks::{Checked, StoredCheck, digest, results};
use crate::runs::store::{self, TestedRun};
use crate::tests::model::{TestReport, TestResult, TestRun};

/// A text that was run, and what it includes.
struct Text {
    prompt: Prompt,
    included: Included,
}

impl Text {
    async fn load(db: &Db, me: Uuid, own: Uuid, prompt: Prompt) -> Result<Self> {
        let included = includes::load(db, me, own, references(&prompt)).await?;
        Ok(Self { prompt, included })
    }

    /// The text that a model gets with the values of a test, and why it cannot be run.
    fn rendered(&self, test: &TestCase) -> (String, Option<String>) {
        let rendered = render(&self.prompt, &test.values, &self.included.prompts);
        let settings = self.prompt.content.settings();
        let problem = rules::check(&rendered, settings, &test.values).err();
        (rendered.text(), problem.map(|problem| problem.to_string()))
    }
}

/// The tests of a prompt at a version, or as it is, with the latest runs. 404 unless `me` is a member of its workspace.
pub async fn of(db: &Db, me: Uuid, prompt: Uuid, at: Option<VersionNumber>) -> Result<TestReport> {
    if !access::sees(db, Object::Prompt, me, prompt).await? {
        return Err(ApiError::not_found(Object::Prompt.name()));
    }
    let (version, text) = match at {
        None => records::numbered::<Prompt>(db, me, prompt).await?,
        Some(at) => (at, versions::snapshot::<Prompt>(db, me, prompt, at).await?),
    };
    let own = store::workspace(db, prompt).await?;
    let text = Text::load(db, me, own, text).await?;
    let tests = text.prompt.content.tests();
    let same_text = store::same_text(db, prompt, version).await?;
    let mut latest = latest(&tests, store::of_tests(db, me, prompt).await?)?;
    check_again(db, me, own, &tests, &mut latest).await?;

    let mut problems = Vec::with_capacity(tests.len());
    let mut unanswered = Vec::with_capacity(tests.len());
    for test in &tests {
        let (rendered, problem) = text.rendered(test);
        problems.push(problem);
        unanswered.push(Checked {
            test: test.clone(),
            prompt: rendered,
            answer: None,
            before: Vec::new(),
        });
    }
    let unanswered = results(unanswered).await?;
    let parts = tests.iter().zip(problems).zip(unanswered).enumerate();
    let items = parts.map(|(at, ((test, problem), checks))| {
        let runs = latest.remove(&test.id).unwrap_or_default();
        result(test, at, problem, plain(checks), runs, &same_text)
    });
    Ok(TestReport {
        version,
        items: items.collect(),
    })
}

fn plain(checks: Vec<StoredCheck>) -> Vec<CheckResult> {
    checks.into_iter().map(|check| check.result).collect()
}

fn result(
    test: &TestCase,
    at: usize,
    problem: Option<String>,
    checks: Vec<CheckResult>,
    latest: Vec<TestedRun>,
    same_text: &HashSet<VersionNumber>,
) -> TestResult {
    let mut runs: Vec<TestRun> = latest.into_iter().map(TestRun::from).collect();
    for run in &mut runs {
        run.is_this_text = same_text.contains(&run.version);
    }
    mark_regressions(&mut runs);
    let here: Vec<_> = runs.iter().filter(|run| run.is_this_text).collect();
    let has = |status| here.iter().any(|run| run.status == status);
    let of_text = status(&checks);
    let status = match of_text {
        CheckStatus::Failed => CheckStatus::Failed,
        of_text if !test.needs_answer() => of_text,
        _ if has(CheckStatus::Failed) => CheckStatus::Failed,
        _ if here.is_empty() || has(CheckStatus::Pending) => CheckStatus::Pending,
        _ => CheckStatus::Passed,
    };
    TestResult {
        id: test.id.clone(),
        name: test.name(at),
        status,
        needs_answer: test.needs_answer(),
        problem,
        checks,
        runs,
    }
}

/// A run is a regression if it failed and the same model passed at an earlier version.
fn mark_regressions(runs: &mut [TestRun]) {
    let passed: Vec<_> = runs
        .iter()
        .filter(|run| run.status == CheckStatus::Passed)
        .map(|run| (run.version, run.provider, run.model.clone()))
        .collect();
    for run in runs
        .iter_mut()
        .filter(|run| run.status == CheckStatus::Failed)
    {
        run.is_regression = passed.iter().any(|(version, provider, model)| {
            *version < run.version && *provider == run.provider && *model == run.model
        });
    }
}

impl From<TestedRun> for TestRun {
    fn from(run: TestedRun) -> Self {
        let error = match (&*run.status, run.message) {
            ("failed", message) => Some(message.unwrap_or_else(|| "The run failed".to_owned())),
            _ => None,
        };
        let checks = plain(run.checks);
        Self {
            run_id: run.id,
            version: run.version,
            provider: run.provider,
            model: run.model,
            status: if error.is_some() {
                CheckStatus::Failed
            } else {
                status(&checks)
            },
            error,
            checks,
            is_regression: false,
            is_this_text: false,
            created_at: run.created_at,
        }
    }
}

/// The latest run by test, version and model. A run with other values than the test has now is of no use.
fn latest(tests: &[TestCase], runs: Vec<TestedRun>) -> Result<HashMap<String, Vec<TestedRun>>> {
    let values: HashMap<&str, String> = tests
        .iter()
        .map(|test| Ok((test.id.as_str(), digest(&test.values)?)))
        .collect::<Result<_>>()?;
    let mut latest: HashMap<String, Vec<TestedRun>> = HashMap::new();
    for run in runs {
        if values.get(run.test_id.as_str()) != Some(&run.test_values) {
            continue;
        }
        let known = latest.entry(run.test_id.clone()).or_default();
        let is_newer = |one: &TestedRun| {
            (one.version, one.provider, &one.model) == (run.version, run.provider, &run.model)
        };
        if !known.iter().any(is_newer) {
            known.push(run);
        }
    }
    for runs in latest.values_mut() {
        runs.sort_by_key(|run| std::cmp::Reverse(run.version));
    }
    Ok(latest)
}

/// Evaluates the checks of kept answers whose test has other checks by now.
async fn check_again(
    db: &Db,
    me: Uuid,
    own: Uuid,
    tests: &[TestCase],
    latest: &mut HashMap<String, Vec<TestedRun>>,
) -> Result<()> {
    let mut loaded: HashMap<VersionNumber, Text> = HashMap::new();
    let mut all = Vec::new();
    let mut places = Vec::new();
    for test in tests {
        let digests: Vec<String> = test.checks.iter().map(digest).collect::<Result<_>>()?;
        let runs = latest.get(&test.id).map_or(&[][..], Vec::as_slice);
        for (at, run) in runs.iter().enumerate() {
            let is_current = run.checks.iter().map(|check| &check.digest).eq(&digests);
            if is_current || run.status == "failed" {
                continue;
            }
            let version = run.version;
            if let Entry::Vacant(place) = loaded.entry(version) {
                let prompt = versions::snapshot(db, me, run.prompt_id, version).await?;
                place.insert(Text::load(db, me, own, prompt).await?);
            }
            all.push(Checked {
                test: test.clone(),
                prompt: loaded[&version].rendered(test).0,
                answer: Some(store::output(db, run.id).await?),
                before: run.checks.clone(),
            });
            places.push((test.id.clone(), at));
        }
    }
    for ((test, at), checks) in places.into_iter().zip(results(all).await?) {
        if let Some(run) = latest.get_mut(&test).and_then(|runs| runs.get_mut(at)) {
            run.checks = checks;
        }
    }
    Ok(())
}
