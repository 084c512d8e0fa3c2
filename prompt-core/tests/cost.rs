//! The price of a request, checked against an independent implementation with exact fractions, taken
//! from the specification.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::Complexity;
use prompt_core::credits::{MODELS, cost};
use proptest::prelude::*;

/// A fraction in lowest terms.
#[derive(Clone, Copy)]
struct Ratio(u64, u64);

impl Ratio {
    /// Parses a decimal as in the specification: `12.5`.
    fn parse(text: &str) -> Self {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let bottom = 10_u64.pow(u32::try_from(fraction.len()).unwrap());
        Self(format!("{whole}{fraction}").parse().unwrap(), bottom).lowest()
    }

    fn lowest(self) -> Self {
        let (mut a, mut b) = (self.0, self.1);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self(self.0 / a, self.1 / a)
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1).lowest()
    }

    fn ceil(self) -> u64 {
        self.0 / self.1 + u64::from(!self.0.is_multiple_of(self.1))
    }
}

/// The table of the specification, copied independently of the code.
const TABLE: &[(&str, &str)] = &[
    ("gpt-4.1", "10"),
    ("gpt-4.1-mini", "2"),
    ("gpt-4.1-nano", "0.5"),
    ("gpt-4o", "12.5"),
    ("gpt-4o-mini", "0.75"),
    ("o3-mini", "5.5"),
    ("o4-mini", "5.5"),
    ("o3", "10"),
    ("o3-deep-research", "50"),
    ("claude-3-opus", "2"),
    ("claude-3-sonnet", "1.2"),
    ("claude-3-haiku", "0.8"),
    ("llama-of-my-own", "1"),
];

#[test]
fn every_model_of_the_specification_has_a_price() {
    assert_eq!(MODELS.len(), TABLE.len() - 1);
    for model in MODELS {
        assert!(
            TABLE.iter().any(|(name, _)| *name == model.name),
            "{}",
            model.name
        );
    }
}

proptest! {
    #[test]
    fn a_cost_equals_the_cost_in_fractions(
        provider in prop::sample::select(&["openai", "anthropic", "other"][..]),
        model in prop::sample::select(TABLE),
        complexity in prop::sample::select(Complexity::ALL),
        chars in 0_usize..3_000,
    ) {
        let of_provider = if provider == "anthropic" { "1.2" } else { "1" };
        let of_complexity = match complexity {
            Complexity::Medium => "1.5",
            Complexity::Complex => "2",
            Complexity::Simple | Complexity::Custom => "1",
        };
        let of_length = if chars <= 500 { "1" } else if chars <= 1_500 { "1.5" } else { "2" };
        let exact = [of_provider, model.1, of_complexity, of_length]
            .iter()
            .fold(Ratio(1, 1), |product, factor| product.times(Ratio::parse(factor)));
        let ours = cost("prompt_generation", provider, model.0, complexity, chars).unwrap();
        prop_assert_eq!(ours.total_cost, exact.times(Ratio(10, 1)).ceil());
        let told = Ratio::parse(&ours.multiplier);
        prop_assert_eq!((told.0, told.1), (exact.0, exact.1));
    }
}
