//! The routes of the contract: the methods of a path, for the `Allow` header of a 405, and the query parameters of an
//! operation.

use poem::http::Method;
use serde_json::Value;
use url::form_urlencoded;

/// Paths outside the contract are read-only.
const READ: &str = "GET, HEAD";

/// The routes of the contract, those with the fewest path parameters first.
pub struct Routes(Vec<Route>);

struct Route {
    /// As the contract writes it: `/api/prompts/{id}`.
    template: String,
    path: Vec<Segment>,
    /// The methods, each with its query parameters.
    operations: Vec<(String, Vec<QueryParameter>)>,
    /// As in `Allow`.
    methods: String,
}

struct QueryParameter {
    name: String,
    /// Whether it may be there more than once.
    is_list: bool,
}

/// A query parameter that an operation cannot take.
#[derive(Debug, PartialEq, Eq)]
pub enum WrongParameter {
    /// The operation does not have it.
    Unknown(String),
    /// It is there more than once, and only one of its values would count.
    Repeated(String),
}

enum Segment {
    Word(String),
    Parameter,
}

impl Routes {
    pub fn of(contract: &Value) -> Self {
        let paths = contract["paths"].as_object().into_iter().flatten();
        let mut routes: Vec<Route> = paths
            .map(|(path, operations)| Route::of(path, operations))
            .collect();
        let parameters = |route: &Route| {
            let parameters = route.path.iter();
            parameters
                .filter(|it| matches!(it, Segment::Parameter))
                .count()
        };
        routes.sort_by_key(parameters);
        Self(routes)
    }

    /// The route of a path as the contract writes it.
    pub fn template(&self, address: &str) -> Option<&str> {
        self.at(address).map(|route| &*route.template)
    }

    /// The methods of a path, as `GET, HEAD, PUT`.
    pub fn methods(&self, address: &str) -> &str {
        self.at(address).map_or(READ, |route| &route.methods)
    }

    /// The first parameter of a query that the operation cannot take.
    pub fn wrong_parameter(
        &self,
        method: &Method,
        address: &str,
        query: &str,
    ) -> Option<WrongParameter> {
        let method = if method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let mut operations = self.at(address)?.operations.iter();
        let (_, known) = operations.find(|(name, _)| name == method.as_str())?;
        let mut seen = Vec::new();
        for (name, _) in form_urlencoded::parse(query.as_bytes()) {
            let Some(parameter) = known.iter().find(|one| one.name == name) else {
                return Some(WrongParameter::Unknown(name.into_owned()));
            };
            if !parameter.is_list && seen.contains(&name) {
                return Some(WrongParameter::Repeated(name.into_owned()));
            }
            seen.push(name);
        }
        None
    }

    fn at(&self, address: &str) -> Option<&Route> {
        let address: Vec<&str> = segments(address).collect();
        self.0.iter().find(|route| {
            route.path.len() == address.len()
                && route
                    .path
                    .iter()
                    .zip(&address)
                    .all(|(segment, word)| segment.takes(word))
        })
    }
}

impl Route {
    fn of(path: &str, operations: &Value) -> Self {
        let operations = operations.as_object().into_iter().flatten();
        let operations: Vec<_> = operations
            .map(|(method, operation)| (method.to_uppercase(), query_of(operation)))
            .collect();
        let mut methods: Vec<&str> = operations
            .iter()
            .map(|(method, _)| method.as_str())
            .collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        Self {
            template: path.to_owned(),
            path: segments(path).map(Segment::of).collect(),
            methods: methods.join(", "),
            operations,
        }
    }
}

fn query_of(operation: &Value) -> Vec<QueryParameter> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| {
            Some(QueryParameter {
                name: parameter["name"].as_str()?.to_owned(),
                is_list: parameter["schema"]["type"] == "array",
            })
        })
        .collect()
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

    fn routes() -> Routes {
        let limit = json!({ "in": "query", "name": "limit" });
        let key = json!({ "in": "header", "name": "Idempotency-Key" });
        let tags = json!({ "in": "query", "name": "tags", "schema": { "type": "array" } });
        Routes::of(&json!({ "paths": {
            "/api/things": { "get": { "parameters": [limit, key, tags] }, "post": {} },
            "/api/things/{id}": { "put": {} },
            "/api/things/bulk": { "post": {} },
        } }))
    }

    #[test]
    fn an_address_takes_the_methods_of_its_closest_route() {
        for (address, allowed) in [
            ("/api/things", "GET, POST, HEAD"),
            ("/api/things/7", "PUT"),
            ("/api/things/bulk", "POST"),
            ("/login", "GET, HEAD"),
        ] {
            assert_eq!(routes().methods(address), allowed, "{address}");
        }
    }

    #[test]
    fn a_parameter_that_the_operation_does_not_have_is_found() {
        for (method, address, query, unknown) in [
            (Method::GET, "/api/things", "tags=3&limit=4&tags=4", None),
            (Method::HEAD, "/api/things", "limit=3", None),
            (
                Method::GET,
                "/api/things",
                "limit=3&serach=x",
                Some("serach"),
            ),
            (Method::GET, "/api/things", "%6Cimit=3&a%20b", Some("a b")),
            (
                Method::GET,
                "/api/things",
                "Idempotency-Key=3",
                Some("Idempotency-Key"),
            ),
            (Method::POST, "/api/things", "limit=3", Some("limit")),
            (
                Method::PUT,
                "/api/things/7",
                "version=1.0.0",
                Some("version"),
            ),
            (Method::GET, "/editor", "prompt=1", None),
        ] {
            let found = routes().wrong_parameter(&method, address, query);
            let unknown = unknown.map(|name: &str| WrongParameter::Unknown(name.to_owned()));
            assert_eq!(found, unknown, "{method} {address}?{query}");
        }
        let found = routes().wrong_parameter(&Method::GET, "/api/things", "limit=3&limit=3");
        assert_eq!(found, Some(WrongParameter::Repeated("limit".to_owned())));
    }
}
