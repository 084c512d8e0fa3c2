//! tests: the tests of a prompt with their results. The tests are part of the prompt's text; a result is a run.

pub mod api;
pub mod gate;
pub mod model;
pub mod report;
pub mod work;
