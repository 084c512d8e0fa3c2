//! The methods of a path, for the `Allow` header of a 405.

use serde_json::Value;

/// Paths outside the contract are read-only.
const READ: &str = "GET, HEAD";

/// The routes of the contract with their methods, those with the fewest parameters first.
pub struct Methods(Vec<(Vec<Segment>, String)>);

enum Segment {
    Word(String),
    Parameter,
}

impl Methods {
    pub fn of(contract: &Value) -> Self {
        let paths = contract["paths"].as_object().into_iter().flatten();
        let mut routes: Vec<_> = paths
            .map(|(path, operations)| {
                let taken = operations.as_object().into_iter().flatten();
                let mut methods: Vec<String> =
                    taken.map(|(method, _)| method.to_uppercase()).collect();
                if methods.iter().any(|method| method == "GET") {
                    methods.push("HEAD".to_owned());
                }
                (
                    segments(path).map(Segment::of).collect(),
                    methods.join(", "),
                )
            })
            .collect();
        routes.sort_by_key(|(route, _): &(Vec<Segment>, _)| {
            route
                .iter()
                .filter(|segment| matches!(segment, Segment::Parameter))
                .count()
        });
        Self(routes)
    }

    /// The methods of a path, as `GET, HEAD, PUT`.
    pub fn at(&self, address: &str) -> &str {
        let address: Vec<&str> = segments(address).collect();
        let found = self.0.iter().find(|(route, _)| {
            route.len() == address.len()
                && route
                    .iter()
                    .zip(&address)
                    .all(|(segment, word)| segment.takes(word))
        });
        found.map_or(READ, |(_, methods)| methods)
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

impl Segment {
    fn of(text: &str) -> Self {
        if text.starts_with('{') {
            Self::Parameter
        } else {
            Self::Word(text.to_owned())
        }
    }

    fn takes(&self, word: &str) -> bool {
        match self {
            Self::Word(ours) => ours == word,
            Self::Parameter => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_takes_the_methods_of_its_closest_route() {
        let methods = Methods::of(&json!({ "paths": {
            "/api/things": { "get": {}, "post": {} },
            "/api/things/{id}": { "put": {} },
            "/api/things/bulk": { "post": {} },
        } }));
        for (address, allowed) in [
            ("/api/things", "GET, POST, HEAD"),
            ("/api/things/7", "PUT"),
            ("/api/things/bulk", "POST"),
            ("/login", "GET, HEAD"),
        ] {
            assert_eq!(methods.at(address), allowed, "{address}");
        }
    }
}
