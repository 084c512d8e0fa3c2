//! Jinja2 templates with statements, filters and comments, by minijinja.
//!
//! The engine gets a changed template: an output whose variable has no value calls [`MISSING`], which yields it as it is
//! written, and a statement that reads such a variable is noted when it is reached. Fuel bounds time and memory, and values
//! that are nested too deeply are refused, because the engine walks them recursively.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value as Cell, ValueKind, ValueOrKwargs};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};
use serde_json::{Map, Value};

use super::super::FILLED_BYTES;
use super::super::values::at_path;
use super::scan::{Tag, TagKind, Use, is_own_name, links, tags, uses};

/// The fuel of one rendering. A step costs 1, and so do 64 bytes that a template makes or reads.
pub(in crate::render) const FUEL: u64 = FILLED_BYTES as u64 / 64;
/// The deepest nesting of calls.
const RECURSION: usize = 64;
/// The deepest nesting of a value that a template sets.
const DEPTH: usize = 64;
/// The longest chain of operators and filters in one tag, and of `elif` in one template.
const LINKS: usize = 200;

/// The functions and the filter that the changed template uses.
const MISSING: &str = "__missing";
const REACHED: &str = "__reached";
const OWN: &str = "__own";
const CHECKED: &str = "__checked";

/// A stretch of what a template yields.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::render) enum Part<'t> {
    Text(String),
    /// A value of a variable.
    Value {
        name: &'t str,
        text: String,
    },
    /// An output whose variable has no value, as it is written.
    Missing {
        name: &'t str,
        raw: &'t str,
    },
}

/// What a template yields.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::render) struct Yield<'t> {
    pub(in crate::render) parts: Vec<Part<'t>>,
    /// The variables without a value that were needed.
    pub(in crate::render) missing: Vec<&'t str>,
    /// The fuel that was used.
    pub(in crate::render) fuel: u64,
}

/// Why a template is not rendered.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::render) enum Failure {
    /// It takes too long or yields too much.
    TooMuch,
    /// Something is wrong with it.
    Wrong(String),
}

/// The values of variables by their names.
pub(in crate::render) type Lookup<'l, 'v> = &'l dyn Fn(&str) -> Option<&'v Value>;

/// Renders a template.
pub(in crate::render) fn render<'t>(
    template: &'t str,
    fuel: u64,
    value: Lookup<'_, '_>,
) -> Result<Yield<'t>, Failure> {
    let uses = uses(template);
    let changed = Changed::of(template, &uses, value)?;
    let journal = Notes::default();
    let environment = environment(fuel, &changed, value, &journal);
    let failed = |error: Error| failure(&error);
    let compiled = environment.template_from_str(&changed.text);
    let compiled = compiled.map_err(failed)?;
    let rendered = compiled.render_with_spans(Cell::from(roots(&uses, value)));
    let (output, spans) = rendered.map_err(failed)?;
    let parts = spans.iter().map(|span| {
        let text = output[span.output_range()].to_owned();
        let Some(tag) = changed.at(span.source_range().start) else {
            return Part::Text(text);
        };
        match (tag.missing.first(), tag.variable) {
            (Some(name), Some(_)) => Part::Missing {
                name,
                raw: &template[tag.range.clone()],
            },
            (None, Some(name)) => Part::Value { name, text },
            _ => Part::Text(text),
        }
    });
    let noted = journal.noted();
    let reached = noted.reached.iter().filter_map(|at| changed.tags.get(*at));
    Ok(Yield {
        parts: parts.collect(),
        missing: reached
            .flat_map(|tag| tag.missing.iter().copied())
            .collect(),
        fuel: fuel.saturating_sub(noted.left.unwrap_or(fuel / 2)),
    })
}

/// What is noted while a template is rendered.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Noted>>);

#[derive(Default)]
struct Noted {
    /// The numbers of changed tags that were reached, each once, in order.
    reached: Vec<usize>,
    known: HashSet<usize>,
    /// The fuel that was left at the end.
    left: Option<u64>,
}

impl Notes {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reached(&self, at: usize) {
        let mut noted = self.noted();
        if noted.known.insert(at) {
            noted.reached.push(at);
        }
    }
}

/// A tag that uses variables.
struct ChangedTag<'t> {
    /// Where it stands in the template as it is written.
    range: Range<usize>,
    /// Where it stands in the changed template.
    changed: Range<usize>,
    /// Its variables without a value.
    missing: Vec<&'t str>,
    /// Its first variable, if it is an output.
    variable: Option<&'t str>,
}

/// A template as the engine gets it. Its lines are those of the original.
struct Changed<'t> {
    template: &'t str,
    text: String,
    tags: Vec<ChangedTag<'t>>,
}

impl<'t> Changed<'t> {
    fn of(template: &'t str, uses: &[Use<'t>], value: Lookup<'_, '_>) -> Result<Self, Failure> {
        let mut changed = Self {
            template,
            text: String::with_capacity(template.len() + 256),
            tags: Vec::new(),
        };
        let (mut end, mut next, mut branches) = (0, 0, 0);
        for tag in tags(template) {
            let inner = &template[tag.inner.clone()];
            branches += usize::from(inner.trim_start().starts_with("elif"));
            let is_comment = tag.kind == TagKind::Comment;
            if branches > LINKS || (!is_comment && links(template, &tag) > LINKS) {
                let line = template[..tag.range.start].matches('\n').count() + 1;
                let why = format!("more than {LINKS} operators or branches in line {line}");
                return Err(Failure::Wrong(why));
            }
            let first = next;
            while uses.get(next).is_some_and(|one| one.at < tag.range.end) {
                next += 1;
            }
            changed.text.push_str(&template[end..tag.range.start]);
            changed.push(&tag, &uses[first..next], value);
            end = tag.range.end;
        }
        changed.text.push_str(&template[end..]);
        // A brace at the end would make another tag of it.
        if !template.ends_with('{') {
            let _ = write!(changed.text, "{{{{ {REACHED}() and '' }}}}");
        }
        Ok(changed)
    }

    fn push(&mut self, tag: &Tag, uses: &[Use<'t>], value: Lookup<'_, '_>) {
        let template = self.template;
        let missing: Vec<_> = uses
            .iter()
            .filter(|one| !one.is_guarded && value(one.name).is_none())
            .map(|one| one.name)
            .collect();
        let number = self.tags.len();
        let start = self.text.len();
        let open = &template[tag.range.start..tag.inner.start];
        let inner = &template[tag.inner.clone()];
        let close = &template[tag.inner.end..tag.range.end];
        let lines = "\n".repeat(inner.matches('\n').count());
        let is_own = matches!(uses, [only] if is_own_name(only.name));
        let is_missing = !missing.is_empty();
        match tag.kind {
            TagKind::Output if is_missing => {
                let _ = write!(self.text, "{open} {MISSING}({number}){lines} {close}");
            }
            // A name that the engine would read as a subtraction.
            TagKind::Output if is_own => {
                let _ = write!(self.text, "{open} {OWN}({number}){lines} {close}");
            }
            TagKind::Statement => {
                self.push_statement(open, inner, close, is_missing.then_some(number));
            }
            _ => self.text.push_str(&template[tag.range.clone()]),
        }
        if !uses.is_empty() {
            self.tags.push(ChangedTag {
                range: tag.range.clone(),
                changed: start..self.text.len(),
                missing,
                variable: (tag.kind == TagKind::Output).then(|| uses[0].name),
            });
        }
    }

    /// Writes a statement. `number` is that of the tag if it reads a variable without a value.
    fn push_statement(&mut self, open: &str, inner: &str, close: &str, number: Option<usize>) {
        let start = inner.len() - inner.trim_start().len();
        let word_end = inner[start..].find(|one: char| !one.is_alphanumeric() && one != '_');
        let (head, rest) = inner.split_at(word_end.map_or(inner.len(), |end| start + end));
        let out = &mut self.text;
        let _ = match (head.trim_start(), number) {
            ("if" | "elif", Some(number)) => {
                write!(out, "{open}{head} {REACHED}({number}) and ({rest}) {close}")
            }
            (word, number) => {
                if let Some(number) = number {
                    // With the same sign, so that blanks before the tag are kept or removed as before.
                    let sign = open.get(2..).unwrap_or_default();
                    let _ = write!(out, "{{{{{sign} {REACHED}({number}) and '' }}}}");
                }
                match equals(rest).filter(|_| word == "set") {
                    Some(at) => {
                        let (target, value) = (&rest[..at], &rest[at + 1..]);
                        let is_path = target.contains('.');
                        write!(
                            out,
                            "{open}{head}{target}= ({value})|{CHECKED}({is_path}) {close}"
                        )
                    }
                    None => write!(out, "{open}{head}{rest}{close}"),
                }
            }
        };
    }

    /// The tag at a place of the changed template.
    fn at(&self, place: usize) -> Option<&ChangedTag<'t>> {
        let after = self.tags.partition_point(|tag| tag.changed.end <= place);
        let tag = self.tags.get(after)?;
        (tag.changed.start <= place).then_some(tag)
    }
}

/// The place of the sign between the names and the value of `set`.
fn equals(rest: &str) -> Option<usize> {
    // In a block, which has filters instead, an argument may have one.
    let at = rest.find('=')?;
    (!rest[..at].contains('|')).then_some(at)
}

fn environment(
    fuel: u64,
    changed: &Changed<'_>,
    value: Lookup<'_, '_>,
    journal: &Notes,
) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_fuel(Some(fuel));
    environment.set_recursion_limit(RECURSION);
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    if let Ok(syntax) = SyntaxConfig::builder().keep_trailing_newline(true).build() {
        environment.set_syntax(syntax);
    }
    environment.set_formatter(write_value);
    let outputs = || {
        let tags = changed.tags.iter().enumerate();
        tags.filter_map(|(at, tag)| Some((at, tag, tag.variable?)))
    };
    let raw: BTreeMap<usize, String> = outputs()
        .map(|(at, tag, _)| (at, changed.template[tag.range.clone()].to_owned()))
        .collect();
    let noted = journal.clone();
    environment.add_function(MISSING, move |at: usize| {
        noted.reached(at);
        raw.get(&at).cloned().unwrap_or_default()
    });
    // One for all places of a name: the value may be long.
    let mut cells: HashMap<&str, Option<Cell>> = HashMap::new();
    let own: BTreeMap<usize, Cell> = outputs()
        .filter(|(_, _, name)| is_own_name(name))
        .filter_map(|(at, _, name)| {
            let cell = cells
                .entry(name)
                .or_insert_with(|| Some(Cell::from(Serde(value(name)?))));
            Some((at, cell.clone()?))
        })
        .collect();
    environment.add_function(OWN, move |at: usize| own.get(&at).cloned());
    let noted = journal.clone();
    environment.add_function(REACHED, move |state: &State<'_, '_>, at: Option<usize>| {
        match at {
            Some(at) => noted.reached(at),
            None => noted.noted().left = state.fuel_levels().map(|(_, left)| left),
        }
        true
    });
    environment.add_filter(CHECKED, checked);
    for name in ["e", "escape"] {
        environment.add_filter(name, escape);
    }
    environment.add_function("namespace", namespace);
    environment
}

/// Passes on a value that a template sets, unless it is nested too deeply. Lists and maps are made anew, because one that is
/// made on the fly from another has a depth that cannot be seen.
fn checked(state: &State<'_, '_>, value: Cell, is_path: bool) -> Result<Cell, Error> {
    if is_namespace(&value) {
        // One within another could contain itself. What is in it came through here, or through `namespace`.
        return if is_path {
            Err(nested_namespace())
        } else {
            Ok(value)
        };
    }
    plain(state, &value, DEPTH)
}

/// Escapes for HTML with the words of Jinja2 for Python.
fn escape(state: &State<'_, '_>, value: &Cell) -> Result<String, Error> {
    let text = match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    // Each character becomes up to five.
    state.consume_fuel(text.len() as u64 / 8)?;
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    Ok(text.replace('"', "&#34;").replace('\'', "&#39;"))
}

fn namespace(state: &State<'_, '_>, values: Option<ValueOrKwargs>) -> Result<Cell, Error> {
    let values = values.map(|values| plain(state, &Cell::from(values), DEPTH));
    minijinja::functions::namespace(values.transpose()?.map(ValueOrKwargs::from))
}

/// Whether a value is one that `set` can change.
fn is_namespace(value: &Cell) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| object.type_name().contains("Namespace"))
}

fn nested_namespace() -> Error {
    let why = "a namespace cannot be a part of a value";
    Error::new(ErrorKind::InvalidOperation, why)
}

fn plain(state: &State<'_, '_>, value: &Cell, depth: usize) -> Result<Cell, Error> {
    let kind = value.kind();
    if !matches!(kind, ValueKind::Seq | ValueKind::Iterable | ValueKind::Map) {
        return Ok(value.clone());
    }
    if is_namespace(value) {
        return Err(nested_namespace());
    }
    if depth == 0 {
        let why = format!("values are nested more than {DEPTH} deep");
        return Err(Error::new(ErrorKind::InvalidOperation, why));
    }
    let mut list = Vec::new();
    let mut map = Vec::new();
    for item in value.try_iter()? {
        state.consume_fuel(1)?;
        if kind == ValueKind::Map {
            let inner = plain(state, &value.get_item(&item)?, depth - 1)?;
            map.push((item, inner));
        } else {
            list.push(plain(state, &item, depth - 1)?);
        }
    }
    Ok(if kind == ValueKind::Map {
        Cell::from_pairs(map)
    } else {
        Cell::from(list)
    })
}

/// Writes a value: a text as it is, nothing for none, any other value as JSON.
fn write_value(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Cell) -> Result<(), Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    if let Some(text) = value.as_str() {
        return out.write_str(text).map_err(Error::from);
    }
    let left = state.fuel_levels().map_or(0, |(_, left)| left);
    let most = usize::try_from(left.saturating_mul(64)).unwrap_or(usize::MAX);
    let mut json = Bounded(Vec::new(), most);
    serde_json::to_writer(&mut json, value).map_err(|error| {
        let is_full = error.is_io();
        let kind = if is_full {
            ErrorKind::OutOfFuel
        } else {
            ErrorKind::BadSerialization
        };
        Error::new(kind, error.to_string())
    })?;
    out.write_str(&String::from_utf8_lossy(&json.0))
        .map_err(Error::from)
}

/// Takes no more than a number of bytes: a short list may have the same long text many times.
struct Bounded(Vec<u8>, usize);

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > self.1 {
            return Err(std::io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The values of the variables at their roots: `user.name` is the `name` of the value `user`.
fn roots(uses: &[Use<'_>], value: Lookup<'_, '_>) -> BTreeMap<String, Cell> {
    let mut roots: BTreeMap<&str, Value> = BTreeMap::new();
    let mut known = HashSet::new();
    for one in uses.iter().filter(|one| known.insert(one.name)) {
        let (root, path) = one.name.split_once('.').unwrap_or((one.name, ""));
        if !roots.contains_key(root)
            && let Some(value) = value(root)
        {
            roots.insert(root, value.clone());
        }
        if path.is_empty()
            || roots
                .get(root)
                .is_some_and(|found| at_path(found, path).is_some())
        {
            continue;
        }
        // A value that is given for the path as a whole.
        if let Some(value) = value(one.name) {
            let root = roots.entry(root).or_insert_with(|| Map::new().into());
            put(root, path, value);
        }
    }
    let cells = roots.into_iter();
    cells
        .map(|(name, value)| (name.to_owned(), Cell::from(Serde(&value))))
        .collect()
}

fn put(within: &mut Value, path: &str, value: &Value) {
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let Value::Object(map) = within else {
        return;
    };
    if rest.is_empty() {
        map.insert(key.to_owned(), value.clone());
    } else {
        put(
            map.entry(key).or_insert_with(|| Map::new().into()),
            rest,
            value,
        );
    }
}

fn failure(error: &Error) -> Failure {
    if error.kind() == ErrorKind::OutOfFuel {
        return Failure::TooMuch;
    }
    let mut why = error.kind().to_string();
    if let Some(detail) = error.detail() {
        let _ = write!(why, ": {detail}");
    }
    if let Some(line) = error.line() {
        let _ = write!(why, " (line {line})");
    }
    Failure::Wrong(why)
}
