//! The five onboarding steps of a new user.

use serde::{Deserialize, Serialize};

use crate::plan::PlanType;
use crate::string_enum::string_enum;
use crate::{Error, ErrorKind};

string_enum! {
    /// An onboarding step, in order.
    pub enum OnboardingStep as "onboarding step" {
        /// An introduction.
        Welcome = "welcome", "Welcome";
        /// Role and experience.
        AboutYou = "about_you", "About You";
        /// Goals and interests.
        YourGoals = "your_goals", "Your Goals";
        /// The choice of a plan.
        ChoosePlan = "choose_plan", "Choose Plan";
        /// A summary.
        Complete = "complete", "Complete";
    }
}

/// The options of 'primary role'.
pub const ROLES: &[&str] = &[
    "Developer",
    "Content Creator",
    "Researcher",
    "Product Manager",
    "Marketing Professional",
    "Student",
    "Other",
];

/// The options of 'AI experience level'.
pub const EXPERIENCE: &[&str] = &[
    "New to AI",
    "Some experience",
    "Experienced user",
    "AI Expert",
];

/// The options of the goals.
pub const GOALS: &[&str] = &[
    "Generate better AI prompts",
    "Organize prompt libraries",
    "Collaborate with team",
    "Version control prompts",
    "Export prompts for production",
    "Learn prompt engineering",
    "Build AI applications",
    "Content creation",
];

/// The options of the interests.
pub const INTERESTS: &[&str] = &[
    "Web Development",
    "Content Writing",
    "Data Analysis",
    "Creative Writing",
    "Business Automation",
    "Research",
    "Education",
    "Marketing",
];

/// The answers given so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct OnboardingData {
    /// One of [`ROLES`].
    #[cfg_attr(feature = "schema", schemars(example = &"Developer"))]
    pub role: String,
    /// One of [`EXPERIENCE`].
    pub experience: String,
    /// Any of [`GOALS`].
    pub goals: Vec<String>,
    /// Any of [`INTERESTS`].
    pub interests: Vec<String>,
    /// The selected plan.
    pub plan: Option<PlanType>,
}

impl Default for OnboardingData {
    fn default() -> Self {
        Self {
            role: String::new(),
            experience: String::new(),
            goals: Vec::new(),
            interests: Vec::new(),
            plan: Some(PlanType::Free),
        }
    }
}

impl OnboardingData {
    /// Checks that every answer is one of its options. Missing answers are valid.
    ///
    /// # Errors
    ///
    /// Returns an error for an answer that is not one of the options.
    pub fn check(&self) -> Result<(), Error> {
        let known = |what, field: &str, given: &str, known: &[&'static str]| {
            if given.is_empty() || known.contains(&given) {
                return Ok(());
            }
            Err(ErrorKind::UnknownVariant {
                what,
                given: given.to_owned(),
                known: known.to_vec(),
            }
            .at(field))
        };
        known("role", "data.role", &self.role, ROLES)?;
        known(
            "experience",
            "data.experience",
            &self.experience,
            EXPERIENCE,
        )?;
        for (at, goal) in self.goals.iter().enumerate() {
            known("goal", &format!("data.goals[{at}]"), goal, GOALS)?;
        }
        for (at, interest) in self.interests.iter().enumerate() {
            known(
                "interest",
                &format!("data.interests[{at}]"),
                interest,
                INTERESTS,
            )?;
        }
        Ok(())
    }
}

impl OnboardingStep {
    /// Its number, from 1.
    pub fn number(self) -> u32 {
        Self::ALL
            .iter()
            .zip(1..)
            .find(|(step, _)| **step == self)
            .map_or(1, |(_, number)| number)
    }

    /// Returns the step with a number, clamped to the valid range.
    pub fn from_number(number: u32) -> Self {
        let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        Self::ALL[at.min(Self::ALL.len() - 1)]
    }

    /// Whether Continue is enabled while no save is in progress.
    pub fn can_continue(self, data: &OnboardingData) -> bool {
        match self {
            Self::Welcome | Self::Complete => true,
            Self::AboutYou => !data.role.is_empty() && !data.experience.is_empty(),
            Self::YourGoals => !data.goals.is_empty(),
            Self::ChoosePlan => data.plan.is_some(),
        }
    }

    /// The label of the Continue button.
    pub const fn continue_label(self) -> &'static str {
        match self {
            Self::Complete => "Get Started",
            _ => "Continue",
        }
    }

    /// Whether Skip is available.
    pub const fn can_skip(self) -> bool {
        !matches!(self, Self::Complete)
    }

    /// Whether Previous is enabled.
    pub const fn can_go_back(self) -> bool {
        !matches!(self, Self::Welcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_goes_on_when_it_has_what_it_needs() {
        let full = OnboardingData {
            role: "Student".into(),
            experience: "New to AI".into(),
            goals: vec!["Content creation".into()],
            ..OnboardingData::default()
        };
        for step in OnboardingStep::ALL {
            assert!(step.can_continue(&full), "{step}");
        }
        let empty = OnboardingData {
            plan: None,
            ..OnboardingData::default()
        };
        let ready: Vec<_> = OnboardingStep::ALL
            .iter()
            .map(|step| step.can_continue(&empty))
            .collect();
        assert_eq!(ready, [true, false, false, false, true]);
        let half = OnboardingData {
            role: "Student".into(),
            ..OnboardingData::default()
        };
        assert!(!OnboardingStep::AboutYou.can_continue(&half));
    }

    #[test]
    fn answers_are_among_those_offered() {
        let mut data = OnboardingData::default();
        assert_eq!(data.check(), Ok(()));
        data.goals = vec!["Content creation".into(), "World peace".into()];
        assert_eq!(data.check().unwrap_err().field(), Some("data.goals[1]"));
        data.role = "King".into();
        assert_eq!(data.check().unwrap_err().code(), "unknown_word");
    }

    #[test]
    fn numbers_and_steps_belong_together() {
        for step in OnboardingStep::ALL {
            assert_eq!(OnboardingStep::from_number(step.number()), *step);
        }
        assert_eq!(OnboardingStep::from_number(0), OnboardingStep::Welcome);
        assert_eq!(OnboardingStep::from_number(99), OnboardingStep::Complete);
    }
}
