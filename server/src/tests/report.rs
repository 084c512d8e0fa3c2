//! The results of the tests of a text: the checks evaluated anew on the rendered text and on kept answers.

use std::collections::HashMap;
use std::sync::Arc;

use prompt_core::checks::{CheckResult, CheckStatus, status};
use prompt_core::content::test_case::TestCase;
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::access::{self, Object};
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::records::{store as records, versions};
use crate::runs::checks::{StoredCheck, digest};
use crate::runs::store::{self, TestedRun};
use crate::tests::model::{TestReport, TestResult, TestRun};
use crate::tests::work::{Source, Text, Unanswered, Work};

/// The tests of a prompt at a version, or as it is, with the latest runs. 404 unless `me` is a member of its workspace.
pub async fn of(db: &Db, me: Uuid, prompt: Uuid, at: Option<VersionNumber>) -> Result<TestReport> {
    if !access::sees(db, Object::Prompt, me, prompt).await? {
        return Err(ApiError::not_found(Object::Prompt.name()));
    }
    let mut work = Work::begin(db, me).await?;
    let (version, text) = match at {
        None => records::numbered::<Prompt>(db, me, prompt).await?,
        Some(at) => (at, versions::snapshot::<Prompt>(db, me, prompt, at).await?),
    };
    let own = store::workspace(db, prompt).await?;
    let text = Arc::new(Text::load(db, me, own, text).await?);
    let tests = text.prompt.content.tests();
    let unread = unread(&text.prompt);
    let here;
    (work, here) = work.unanswered(Arc::clone(&text), tests.clone()).await?;
    let runs = store::of_tests(db, me, prompt).await?;
    let mut latest = latest(&tests, runs)?;
    let from = Source {
        db,
        me,
        own,
        version,
        text,
    };
    from.check_again(work, &tests, &mut latest).await?;
    let parts = tests.iter().zip(here).enumerate();
    let items = parts.map(|(at, (test, here))| {
        let runs = latest.remove(&test.id).unwrap_or_default();
        result(test, at, version, here, runs)
    });
    Ok(TestReport {
        version,
        items: items.chain(unread).collect(),
    })
}

/// The stored tests that cannot be read, such as those with a check that was valid once. They are open for ever.
fn unread(prompt: &Prompt) -> Vec<TestResult> {
    let stored = prompt.content.stored_tests().as_array();
    let tests = stored
        .into_iter()
        .flatten()
        .zip(prompt.content.read_tests());
    let unread = tests.enumerate().filter_map(|(at, (stored, read))| {
        let error = read.err()?;
        let text = |key: &str| stored.get(key)?.as_str().map(str::to_owned);
        let title = text("title").filter(|title| !title.is_empty());
        Some(TestResult {
            id: text("id").unwrap_or_else(|| (at + 1).to_string()),
            name: title.unwrap_or_else(|| format!("Test {}", at + 1)),
            status: CheckStatus::Pending,
            needs_answer: false,
            problem: Some(error.to_string()),
            checks: Vec::new(),
            runs: Vec::new(),
        })
    });
    unread.collect()
}

fn plain(checks: Vec<StoredCheck>) -> Vec<CheckResult> {
    checks.into_iter().map(|check| check.result).collect()
}

fn result(
    test: &TestCase,
    at: usize,
    version: VersionNumber,
    here: Unanswered,
    latest: Vec<TestedRun>,
) -> TestResult {
    let is_this_text = |run: &TestedRun| match (&run.test_text, &here.text) {
        (Some(ran), Some(now)) => ran == now,
        _ => run.version == version,
    };
    let mut runs: Vec<TestRun> = latest
        .into_iter()
        .map(|run| TestRun {
            is_this_text: is_this_text(&run),
            ..TestRun::from(run)
        })
        .collect();
    mark_regressions(&mut runs);
    let of_text = status(&here.checks);
    let status = match of_text {
        CheckStatus::Failed => CheckStatus::Failed,
        // The checks of a text with gaps say nothing of the text.
        _ if here.problem.is_some() => CheckStatus::Pending,
        of_text if !test.needs_answer() => of_text,
        _ => answered(&runs),
    };
    let Unanswered {
        problem, checks, ..
    } = here;
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

/// The outcome of the latest run of each model on the text.
fn answered(runs: &[TestRun]) -> CheckStatus {
    let here = || runs.iter().filter(|run| run.is_this_text);
    let mut latest = here().filter(|run| {
        let newer = |other: &TestRun| {
            (other.provider, &other.model) == (run.provider, &run.model)
                && (other.created_at, other.run_id) > (run.created_at, run.run_id)
        };
        !here().any(newer)
    });
    let mut outcome = CheckStatus::Passed;
    if here().next().is_none() {
        outcome = CheckStatus::Pending;
    }
    for run in latest.by_ref() {
        match run.status {
            CheckStatus::Failed => return CheckStatus::Failed,
            CheckStatus::Pending => outcome = CheckStatus::Pending,
            CheckStatus::Passed => {}
        }
    }
    outcome
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
