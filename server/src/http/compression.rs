//! Which content coding a client accepts, by the weights in `Accept-Encoding` (RFC 9110, 12.5.3). Poem treats `q=0`
//! as accepted, so it is given at most the one coding chosen here.

use poem::http::{HeaderMap, header};

/// A content coding this server writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// Its name in headers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }
}

/// The codings a client accepts, the preferred one first. Of two with equal weight the more compact one comes
/// first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted(Vec<Coding>);

impl Accepted {
    /// Parses the request's `Accept-Encoding`. Without the header, nothing is compressed.
    pub fn of(headers: &HeaderMap) -> Self {
        let mut weights = Weights::default();
        for line in headers.get_all(header::ACCEPT_ENCODING) {
            let Ok(line) = line.to_str() else { continue };
            for part in line.split(',') {
                weights.read(part);
            }
        }
        let plain = weights.identity.unwrap_or_default();
        let mut taken: Vec<(u16, Coding)> = [
            (weights.brotli, Coding::Brotli),
            (weights.gzip, Coding::Gzip),
        ]
        .into_iter()
        .filter_map(|(weight, coding)| Some((weight.or(weights.other)?, coding)))
        .filter(|(weight, _)| *weight > 0 && *weight >= plain)
        .collect();
        taken.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        Self(taken.into_iter().map(|(_, coding)| coding).collect())
    }

    /// The preferred coding for which `is_there` holds.
    pub fn best(&self, is_there: impl Fn(Coding) -> bool) -> Option<Coding> {
        self.0.iter().copied().find(|coding| is_there(*coding))
    }
}

/// The weight of a coding, in thousandths.
#[derive(Default)]
struct Weights {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    /// `*`: every coding that is not named.
    other: Option<u16>,
}

impl Weights {
    fn read(&mut self, part: &str) {
        let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
        let name = name.trim().to_ascii_lowercase();
        let weight = match name.as_str() {
            "br" => &mut self.brotli,
            "gzip" | "x-gzip" => &mut self.gzip,
            "identity" => &mut self.identity,
            "*" => &mut self.other,
            _ => return,
        };
        let q = parameters.split(';').find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
        });
        // A weight that cannot be parsed counts as 0, a refusal.
        *weight = Some(q.map_or(1000, |q| thousandths(q).unwrap_or_default()));
    }
}

/// Parses `0.25` as 250: at most three decimal places, at most 1.
fn thousandths(q: &str) -> Option<u16> {
    let (whole, fraction) = q.split_once('.').unwrap_or((q, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let fraction: u16 = format!("{fraction:0<3}").parse().ok()?;
    match (whole, fraction) {
        ("0", fraction) => Some(fraction),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn weights_are_honoured() {
        for (said, best, without_brotli) in [
            (vec![], None, None),
            (vec![""], None, None),
            (vec!["identity"], None, None),
            (vec!["br"], Some("br"), None),
            (vec!["gzip, deflate, br, zstd"], Some("br"), Some("gzip")),
            (vec!["br;q=0"], None, None),
            (vec!["br;q=0, gzip"], Some("gzip"), Some("gzip")),
            (vec!["BR ; Q=0.000 , gzip;q=0"], None, None),
            (vec!["gzip;q=1.0, br;q=0.3"], Some("gzip"), Some("gzip")),
            (vec!["gzip; q=0.5, br; q=0.8"], Some("br"), Some("gzip")),
            (vec!["gzip", "br;q=0"], Some("gzip"), Some("gzip")),
            (vec!["*"], Some("br"), Some("gzip")),
            (vec!["*;q=0"], None, None),
            (vec!["br;q=0, *"], Some("gzip"), Some("gzip")),
            (vec!["gzip, *;q=0"], Some("gzip"), Some("gzip")),
            (vec!["identity;q=0.9, gzip;q=0.5"], None, None),
            (vec!["identity;q=0.5, gzip"], Some("gzip"), Some("gzip")),
            (vec!["br;q=2, gzip;q=much"], None, None),
            (vec!["x-gzip"], Some("gzip"), Some("gzip")),
        ] {
            let mut headers = HeaderMap::new();
            for line in &said {
                headers.append(
                    header::ACCEPT_ENCODING,
                    HeaderValue::from_str(line).unwrap(),
                );
            }
            let accepted = Accepted::of(&headers);
            let named = |coding: Option<Coding>| coding.map(Coding::name);
            assert_eq!(named(accepted.best(|_| true)), best, "{said:?}");
            assert_eq!(
                named(accepted.best(|coding| coding != Coding::Brotli)),
                without_brotli,
                "{said:?}"
            );
        }
    }
}
