//! What lists ask of the core: the words of the closed lists, and what of a text has room on a card.

pub mod catalogue;
pub mod text;
