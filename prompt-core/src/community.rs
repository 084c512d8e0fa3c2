//! Rankings: trending and recommended prompts.

use std::collections::HashMap;

use crate::string_enum::string_enum;
use crate::text::fold;
use crate::{Category, StructureType};

string_enum! {
    /// A time span that ends today.
    #[derive(Default)]
    pub enum Period as "period" {
        /// A day.
        Day = "1", "1 day";
        /// Seven days.
        #[default]
        Week = "7", "7 days";
        /// Thirty days.
        Month = "30", "30 days";
        /// A year.
        Year = "365", "365 days";
    }
}

impl Period {
    /// Its length in days.
    pub const fn days(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::Year => 365,
        }
    }

    /// The first day of the span that ends `today`. A span of n × 24 hours touches n + 1 calendar days.
    pub const fn first_day(self, today: i64) -> i64 {
        today - self.days()
    }

    /// The weight of a day that is `age` days ago. It halves with every quarter of the period.
    #[expect(clippy::cast_precision_loss, reason = "days are small numbers")]
    pub fn recency(self, age: i64) -> f64 {
        (-(age.max(0) as f64) / self.half_life()).exp2()
    }

    fn half_life(self) -> f64 {
        match self {
            Self::Day => 0.25,
            Self::Week => 1.75,
            Self::Month => 7.5,
            Self::Year => 91.25,
        }
    }
}

/// The weights of a view, a like and a fork.
pub const WEIGHTS: [i64; 3] = [1, 4, 8];

/// A sort key for a ranking that stays valid while time passes.
///
/// All scores decay with the same half-life, so their order only changes when an event happens. The key
/// is the logarithm of the score, shifted by the time in half-lives.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct RankKey(pub f64);

impl RankKey {
    /// The key of an entry with a single event of this weight on this day.
    #[expect(
        clippy::cast_precision_loss,
        reason = "days and weights are small numbers"
    )]
    pub fn of(weight: i64, day: i64, period: Period) -> Self {
        Self((weight as f64).log2() + day as f64 / period.half_life())
    }

    /// The key after one more event.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (low, high) = if self < other {
            (self, other)
        } else {
            (other, self)
        };
        Self(high.0 + (low.0 - high.0).exp2().ln_1p() / std::f64::consts::LN_2)
    }

    /// The combined key of several events, or `None` without any.
    pub fn sum(events: impl IntoIterator<Item = Self>) -> Option<Self> {
        events.into_iter().reduce(Self::and)
    }

    /// The decayed score on a given day.
    #[expect(clippy::cast_precision_loss, reason = "days are small numbers")]
    pub fn score(self, today: i64, period: Period) -> f64 {
        (self.0 - today as f64 / period.half_life()).exp2()
    }
}

/// A user's preferences, learned from the prompts they wrote, liked and forked.
#[derive(Debug, Clone, Default)]
pub struct Taste {
    learned: u32,
    tags: HashMap<String, u32>,
    categories: HashMap<Category, u32>,
    structures: HashMap<StructureType, u32>,
}

impl Taste {
    /// Learns from one prompt. Tags are compared as a search compares words.
    pub fn learn(&mut self, tags: &[String], category: Category, structure: StructureType) {
        self.learned += 1;
        for tag in tags {
            *self.tags.entry(fold(tag)).or_default() += 1;
        }
        *self.categories.entry(category).or_default() += 1;
        *self.structures.entry(structure).or_default() += 1;
    }

    /// Whether nothing has been learned.
    pub fn is_empty(&self) -> bool {
        self.learned == 0
    }

    /// Returns the most frequent tags, the most frequent first.
    pub fn top_tags(&self, most: usize) -> Vec<&str> {
        let mut tags: Vec<_> = self.tags.iter().collect();
        tags.sort_by(|(a, often), (b, oftener)| oftener.cmp(often).then(a.cmp(b)));
        tags.into_iter()
            .take(most)
            .map(|(tag, _)| tag.as_str())
            .collect()
    }

    /// Scores how well a prompt matches: shared tags first, then the category, then the structure, each
    /// weighted by frequency.
    pub fn score(&self, tags: &[String], category: Category, structure: StructureType) -> f64 {
        if self.learned == 0 {
            return 0.0;
        }
        let share =
            |count: Option<&u32>| f64::from(count.copied().unwrap_or(0)) / f64::from(self.learned);
        let tags: f64 = tags
            .iter()
            .map(|tag| share(self.tags.get(&fold(tag))))
            .sum();
        4.0 * tags
            + 2.0 * share(self.categories.get(&category))
            + share(self.structures.get(&structure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_counts_half_with_every_quarter_of_the_period() {
        for (period, age, recency) in [
            (Period::Day, 0, 1.0),
            (Period::Day, 1, 0.0625),
            (Period::Week, 7, 0.0625),
            (Period::Month, 15, 0.25),
            (Period::Month, 30, 0.0625),
            (Period::Year, 365, 0.0625),
            (Period::Year, -1, 1.0),
        ] {
            assert!(
                (period.recency(age) - recency).abs() < 1e-12,
                "{period} {age}"
            );
        }
        assert_eq!(Period::Week.first_day(100), 93);
    }

    #[test]
    fn a_key_stands_for_the_sum_of_weight_and_recency() {
        let today = 20_484;
        let events = [(1, today), (4, today - 3), (8, today - 20), (1, today - 20)];
        for period in Period::ALL.iter().copied() {
            let keys = events.map(|(weight, day)| RankKey::of(weight, day, period));
            let score = RankKey::sum(keys).unwrap().score(today, period);
            let expected: f64 = events
                .iter()
                .map(|&(weight, day)| {
                    f64::from(i32::try_from(weight).unwrap()) * period.recency(today - day)
                })
                .sum();
            assert!(
                (score / expected - 1.0).abs() < 1e-6,
                "{period}: {score} {expected}"
            );
        }
        assert_eq!(RankKey::sum([]), None);
    }

    #[test]
    fn the_order_of_keys_does_not_depend_on_the_day() {
        let old_and_loud = RankKey::of(80, 100, Period::Week);
        let new_and_quiet = RankKey::of(1, 103, Period::Week);
        assert!(old_and_loud > new_and_quiet);
        for today in [103, 110, 500] {
            assert!(
                old_and_loud.score(today, Period::Week) > new_and_quiet.score(today, Period::Week)
            );
        }
    }

    #[test]
    fn what_fits_shares_tags_before_anything_else() {
        let tags =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        let mut taste = Taste::default();
        assert!(taste.is_empty());
        taste.learn(&tags("Rust cli"), Category::Web, StructureType::Standard);
        taste.learn(&tags("rust"), Category::Web, StructureType::Advanced);
        assert_eq!(taste.top_tags(1), ["rust"]);
        let score = |with: &str, category, structure| taste.score(&tags(with), category, structure);
        let mut street = Taste::default();
        street.learn(&tags("straße ｱｲ"), Category::Web, StructureType::Standard);
        for tag in ["STRASSE", "strasse", "Straße", "アイ"] {
            let score = street.score(&tags(tag), Category::Data, StructureType::Advanced);
            assert!(score > 0.0, "{tag}");
        }
        let fits = score("RUST", Category::Data, StructureType::Modulized);
        let same_kind = score("java", Category::Web, StructureType::Standard);
        let stranger = score("java", Category::Data, StructureType::Modulized);
        assert!(fits > same_kind && same_kind > stranger);
        assert!(stranger.abs() < f64::EPSILON);
    }
}
