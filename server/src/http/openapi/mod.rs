//! The OpenAPI document: paths come from the handlers, schemas from the types that serde carries.
//!
//! poem-openapi has a schema model of its own, which would mean describing every core type twice. Handlers refer to
//! schemas by name only, and the document is completed here with the schemas that schemars derives.
//!
//! A type may differ between a request (a field with a default is optional) and a response (the field is always
//! present). The request's form is then named after the type with `Input` appended.

mod current;
mod routes;
mod tidy;

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::{OpenApi, OpenApiService};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

pub use routes::{Routes, WrongParameter};

const REF_PREFIX: &str = "#/components/schemas/";

/// Schemas of all request and response types, collected while the paths are registered.
struct Schemas {
    input: SchemaGenerator,
    output: SchemaGenerator,
}

static SCHEMAS: LazyLock<Mutex<Schemas>> = LazyLock::new(|| {
    Mutex::new(Schemas {
        input: SchemaSettings::openapi3()
            .for_deserialize()
            .into_generator(),
        output: SchemaSettings::openapi3().for_serialize().into_generator(),
    })
});

fn schemas() -> MutexGuard<'static, Schemas> {
    SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a type in `components/schemas`.
pub fn name<T: JsonSchema>() -> String {
    T::schema_name().into_owned()
}

/// Registers a response type in the document.
pub fn register<T: JsonSchema>(registry: &mut Registry) {
    schemas().output.subschema_for::<T>();
    placeholder(registry, name::<T>());
}

/// Adds the schema of a type that a response refers to by name only.
pub fn add_schema<T: JsonSchema>() {
    schemas().output.subschema_for::<T>();
}

/// Registers a request type in the document.
pub fn register_input<T: JsonSchema>(registry: &mut Registry) {
    schemas().input.subschema_for::<T>();
    placeholder(registry, name::<T>());
}

/// Registers an empty schema: poem-openapi checks that every name is known.
fn placeholder(registry: &mut Registry, name: String) {
    registry.schemas.entry(name).or_insert(MetaSchema::ANY);
}

/// The description of a response.
pub fn response(
    status: u16,
    description: &'static str,
    content: Vec<MetaMediaType>,
    headers: Vec<MetaHeader>,
) -> MetaResponse {
    MetaResponse {
        description,
        status: Some(status),
        status_range: None,
        content,
        headers,
    }
}

/// The description of a file in one of several media types.
pub fn file(
    description: &'static str,
    media_types: impl IntoIterator<Item = &'static str>,
    schema: &MetaSchema,
    headers: Vec<MetaHeader>,
) -> MetaResponses {
    let content = media_types.into_iter().map(|content_type| MetaMediaType {
        content_type,
        schema: MetaSchemaRef::Inline(Box::new(schema.clone())),
    });
    MetaResponses {
        responses: vec![response(200, description, content.collect(), headers)],
    }
}

/// Builds the finished document.
pub fn document<T: OpenApi>(service: &OpenApiService<T, ()>) -> Value {
    let mut document: Value = serde_json::from_str(&service.spec()).unwrap_or_default();
    let (mut inputs, outputs) = {
        let schemas = schemas();
        (
            schemas.input.clone().take_definitions(true),
            schemas.output.clone().take_definitions(true),
        )
    };

    let renamed = names_that_differ(&inputs, &outputs);
    for schema in inputs.values_mut() {
        rename_refs(schema, &renamed);
    }
    for_each_request_body(&mut document, |body| rename_refs(body, &renamed));

    let mut all: Vec<(String, Value)> = outputs.into_iter().collect();
    for (name, schema) in inputs {
        if renamed.contains(&name) {
            all.push((format!("{name}Input"), schema));
        } else if !all.iter().any(|(known, _)| *known == name) {
            all.push((name, schema));
        }
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    document["components"]["schemas"] = Value::Object(all.into_iter().collect::<Map<_, _>>());
    document["servers"] = json!([{ "url": "/" }]);
    tidy::schemas(&mut document["components"]["schemas"]);
    tidy::parameters(&mut document);
    tidy::responses(&mut document);
    tidy::security(&mut document);
    tidy::tags(&mut document);
    current::upgrade(&mut document);
    document
}

/// Types used in requests and responses whose schemas differ, or that refer to one that does.
fn names_that_differ(inputs: &Map<String, Value>, outputs: &Map<String, Value>) -> Vec<String> {
    let mut differ: Vec<String> = inputs
        .iter()
        .filter(|(name, schema)| outputs.get(*name).is_some_and(|output| output != *schema))
        .map(|(name, _)| name.clone())
        .collect();
    loop {
        let before = differ.len();
        for (name, schema) in inputs {
            let is_shared = outputs.contains_key(name) && !differ.contains(name);
            if is_shared && refers_to(schema, &differ) {
                differ.push(name.clone());
            }
        }
        if differ.len() == before {
            return differ;
        }
    }
}

fn refers_to(schema: &Value, names: &[String]) -> bool {
    match schema {
        Value::Object(map) => map
            .iter()
            .any(|(key, value)| match (key.as_str(), value.as_str()) {
                ("$ref", Some(target)) => target
                    .strip_prefix(REF_PREFIX)
                    .is_some_and(|to| names.iter().any(|n| n == to)),
                _ => refers_to(value, names),
            }),
        Value::Array(list) => list.iter().any(|value| refers_to(value, names)),
        _ => false,
    }
}

fn rename_refs(schema: &mut Value, names: &[String]) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(target)) = map.get_mut("$ref")
                && target
                    .strip_prefix(REF_PREFIX)
                    .is_some_and(|to| names.iter().any(|name| name == to))
            {
                target.push_str("Input");
            }
            map.values_mut().for_each(|value| rename_refs(value, names));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename_refs(value, names)),
        _ => {}
    }
}

fn for_each_request_body(document: &mut Value, mut change: impl FnMut(&mut Value)) {
    let Some(paths) = document["paths"].as_object_mut() else {
        return;
    };
    for operations in paths.values_mut().filter_map(Value::as_object_mut) {
        for operation in operations.values_mut() {
            if let Some(body) = operation.get_mut("requestBody") {
                change(body);
            }
        }
    }
}
