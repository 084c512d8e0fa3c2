//! Rules about text, one file per subject.

mod counts;
mod file_name;
mod fold;
mod json;
mod tags;
mod truncate;
mod unicode;

pub use counts::TextCounts;
pub use file_name::export_file_name;
pub(crate) use file_name::file_stem;
pub use fold::fold;
pub(crate) use json::json_has_nul;
pub use json::{json, json_bytes};
pub use tags::{clean_tags, parse_tags, rename_tags, without_tags};
pub use truncate::{EXCERPT, copy_title, truncate};
pub(crate) use unicode::is_mark;
pub use unicode::{breaks_a_line, ends_its_directions, is_blank, keep_on_one_line};
