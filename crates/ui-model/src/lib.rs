//! What the pages know and say, testable without a browser: drawings, labels, state.

pub mod board;
pub mod catalogue;
pub mod clock_face;
pub mod glyph;
pub mod settings;
mod table_model;
mod variant;

pub use table_model::{Gap, TableModel};
pub use variant::Variant;
