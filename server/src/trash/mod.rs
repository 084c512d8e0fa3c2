//! trash: what was deleted rests here for thirty days, can be put back where it was, and is invisible everywhere else.

pub mod api;
pub mod model;
pub mod store;
