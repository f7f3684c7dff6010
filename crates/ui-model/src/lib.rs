//! What the pages know and say, testable without a browser: drawings, labels, state.

pub mod board;
pub mod catalogue;
pub mod glyph;
mod variant;

pub use variant::Variant;
