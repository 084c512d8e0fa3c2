//! The price of an AI request, and the arithmetic of the ledger. Multipliers are integers in
//! hundredths, never floats.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::prompt::Complexity;
use crate::string_enum::string_enum;
use crate::{Error, ErrorKind};

/// The balance below which an account is low on credits.
pub const LOW_BALANCE: u64 = 100;
/// The credits of a new account.
pub const STARTING_CREDITS: u64 = 100;

string_enum! {
    /// The AI provider.
    #[derive(Default)]
    pub enum Provider as "provider" {
        /// OpenAI, and every server with a compatible API.
        #[default]
        OpenAi = "openai", "OpenAI";
        /// Anthropic.
        Anthropic = "anthropic", "Anthropic";
    }
}

string_enum! {
    /// The length of a request, by its characters.
    pub enum LengthClass as "length" {
        /// Up to 500 characters.
        Short = "short", "Short";
        /// Up to 1,500 characters.
        Medium = "medium", "Medium";
        /// More than 1,500 characters.
        Long = "long", "Long";
    }
}

impl LengthClass {
    /// The class of a request with this many characters.
    pub const fn of(chars: usize) -> Self {
        match chars {
            0..=500 => Self::Short,
            501..=1_500 => Self::Medium,
            _ => Self::Long,
        }
    }

    const fn multiplier(self) -> Multiplier {
        match self {
            Self::Short => Multiplier(100),
            Self::Medium => Multiplier(150),
            Self::Long => Multiplier(200),
        }
    }
}

string_enum! {
    /// The reason for a change of the balance. All types except `spent` and `refunded` add credits.
    pub enum TransactionType as "transaction type" {
        /// The starting credits.
        SignUp = "sign_up", "Sign-up";
        /// A plan's credits, granted by a paid invoice or by the administrator.
        Plan = "plan", "Plan credits";
        /// Granted by the administrator, with a reason.
        Granted = "granted", "Granted";
        /// Spent on AI.
        Spent = "spent", "Spent";
        /// Taken back because the invoice that granted them was refunded.
        Refunded = "refunded", "Refunded";
    }
}

/// A factor in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Multiplier(u32);

impl Multiplier {
    /// The default of a missing factor.
    const ONE: Self = Self(100);

    fn of_provider(provider: &str) -> Self {
        match provider {
            "anthropic" => Self(120),
            _ => Self::ONE,
        }
    }

    fn of_model(model: &str) -> Self {
        MODELS
            .iter()
            .find(|known| known.name == model)
            .map_or(Self::ONE, |known| Self(known.hundredths))
    }

    const fn of_complexity(complexity: Complexity) -> Self {
        match complexity {
            Complexity::Simple | Complexity::Custom => Self(100),
            Complexity::Medium => Self(150),
            Complexity::Complex => Self(200),
        }
    }
}

/// A known model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Model {
    /// Its provider.
    pub provider: Provider,
    /// Its name in API requests.
    pub name: &'static str,
    /// Its factor in hundredths.
    pub hundredths: u32,
    /// The most tokens of an answer that it gives; a request for more is refused.
    pub output_tokens: u32,
}

const fn model(
    provider: Provider,
    name: &'static str,
    hundredths: u32,
    output_tokens: u32,
) -> Model {
    Model {
        provider,
        name,
        hundredths,
        output_tokens,
    }
}

/// The models with a price of their own. The factor of any other model is 1.
pub const MODELS: &[Model] = &[
    model(Provider::OpenAi, "gpt-4o-mini", 75, 16_384),
    model(Provider::OpenAi, "gpt-4o", 1_250, 16_384),
    model(Provider::OpenAi, "gpt-4.1", 1_000, 32_768),
    model(Provider::OpenAi, "gpt-4.1-mini", 200, 32_768),
    model(Provider::OpenAi, "gpt-4.1-nano", 50, 32_768),
    model(Provider::OpenAi, "o3-mini", 550, 100_000),
    model(Provider::OpenAi, "o4-mini", 550, 100_000),
    model(Provider::OpenAi, "o3", 1_000, 100_000),
    model(Provider::OpenAi, "o3-deep-research", 5_000, 100_000),
    model(Provider::Anthropic, "claude-3-opus", 200, 4_096),
    model(Provider::Anthropic, "claude-3-sonnet", 120, 4_096),
    model(Provider::Anthropic, "claude-3-haiku", 80, 4_096),
];

/// The base prices of the paid features, by name.
const FEATURES: &[(&str, u64)] = &[
    ("prompt_generation", 10),
    ("prompt_improvement", 10),
    ("prompt_run", 1),
];

/// The price of one request, with its breakdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cost {
    /// The total price in whole credits.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total_cost: u64,
    /// The feature's base price.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub base_cost: u64,
    /// The product of all factors, as an exact decimal such as `1.35`.
    pub multiplier: String,
    /// The provider's factor.
    pub provider_multiplier: String,
    /// The model's factor.
    pub model_multiplier: String,
    /// The complexity's factor.
    pub complexity_multiplier: String,
    /// The length's factor.
    pub length_multiplier: String,
    /// The request's length class.
    pub length: LengthClass,
}

/// Computes the price of a request: the feature's base price times four factors, rounded up to whole
/// credits. `chars` is the number of characters the user wrote.
///
/// # Errors
///
/// Returns an error if the feature is unknown.
pub fn cost(
    feature: &str,
    provider: &str,
    model: &str,
    complexity: Complexity,
    chars: usize,
) -> Result<Cost, Error> {
    let Some((_, base)) = FEATURES.iter().find(|(name, _)| *name == feature) else {
        return Err(ErrorKind::UnknownFeature {
            given: feature.to_owned(),
        }
        .at("feature_type"));
    };
    let length = LengthClass::of(chars);
    let factors = [
        Multiplier::of_provider(provider),
        Multiplier::of_model(model),
        Multiplier::of_complexity(complexity),
        length.multiplier(),
    ];
    // The product of four factors in hundredths is in units of 1/100^4.
    let product: u128 = factors.iter().map(|factor| u128::from(factor.0)).product();
    let total = (u128::from(*base) * product).div_ceil(100_u128.pow(4));
    let [provider, model, complexity, of_length] = factors.map(|factor| factor.to_string());
    Ok(Cost {
        total_cost: u64::try_from(total).unwrap_or(u64::MAX),
        base_cost: *base,
        multiplier: decimal(product, 8),
        provider_multiplier: provider,
        model_multiplier: model,
        complexity_multiplier: complexity,
        length_multiplier: of_length,
        length,
    })
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal(u128::from(self.0), 2))
    }
}

/// Formats an integer with `places` decimal places, without trailing zeros.
fn decimal(value: u128, places: usize) -> String {
    let digits = format!("{value:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}

/// An account's credit totals. The balance is the credits earned minus those spent, and never negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Balance {
    /// The credits available.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub balance: u64,
    /// All credits ever added.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total_earned: u64,
    /// All credits ever deducted.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total_spent: u64,
}

impl Balance {
    /// Whether to show the Low badge and the Add button.
    pub const fn is_low(self) -> bool {
        self.balance < LOW_BALANCE
    }

    /// Returns the balance after adding credits.
    #[must_use]
    pub const fn earn(self, amount: u64) -> Self {
        Self {
            balance: self.balance.saturating_add(amount),
            total_earned: self.total_earned.saturating_add(amount),
            ..self
        }
    }

    /// Returns the balance after spending credits.
    ///
    /// # Errors
    ///
    /// Returns an error if the balance is too low.
    pub fn spend(self, amount: u64) -> Result<Self, Error> {
        match self.balance.checked_sub(amount) {
            Some(balance) => Ok(Self {
                balance,
                total_spent: self.total_spent.saturating_add(amount),
                ..self
            }),
            None => Err(ErrorKind::InsufficientCredits { required: amount }.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_exact() {
        for (provider, model, complexity, chars, total, multiplier) in [
            ("openai", "gpt-4o-mini", Complexity::Simple, 10, 8, "0.75"),
            (
                "openai",
                "gpt-4o-mini",
                Complexity::Medium,
                501,
                17,
                "1.6875",
            ),
            (
                "anthropic",
                "claude-3-sonnet",
                Complexity::Simple,
                500,
                15,
                "1.44",
            ),
            (
                "anthropic",
                "claude-3-haiku",
                Complexity::Simple,
                0,
                10,
                "0.96",
            ),
            ("anthropic", "any", Complexity::Simple, 0, 12, "1.2"),
            (
                "openai",
                "gpt-4.1-nano",
                Complexity::Complex,
                1_500,
                15,
                "1.5",
            ),
            (
                "openai",
                "o3-deep-research",
                Complexity::Complex,
                1_501,
                2_000,
                "200",
            ),
            ("own", "model", Complexity::Custom, 1, 10, "1"),
        ] {
            let cost = cost("prompt_generation", provider, model, complexity, chars).unwrap();
            assert_eq!(
                (cost.total_cost, cost.multiplier.as_str()),
                (total, multiplier),
                "{provider} {model} {complexity} {chars}"
            );
        }
    }

    #[test]
    fn an_unknown_feature_is_named() {
        let error = cost("mind_reading", "openai", "gpt-4o", Complexity::Simple, 1).unwrap_err();
        assert_eq!(error.to_string(), "Unknown feature type: mind_reading");
    }

    #[test]
    fn a_balance_is_never_negative() {
        let account = Balance::default().earn(100);
        assert!(!account.is_low());
        let account = account.spend(60).unwrap();
        assert!(account.is_low());
        assert_eq!(
            account.spend(41).unwrap_err().to_string(),
            "Insufficient credits. This operation requires 41 credits."
        );
        assert_eq!(account.balance, account.total_earned - account.total_spent);
    }
}
