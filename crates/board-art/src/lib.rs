//! Drawings of boards and pieces, without pages: glyphs, decorations, the layout on a screen, and
//! SVG pictures of positions.
//!
//! - [`picture::svg`] draws a position for a document or a terminal command.
//! - [`glyph`] has the outlines of the characters and of the picture pieces.
//! - [`Layout`] turns points of a board into places on the screen and back.
//!
//! # Invariants
//! - Drawings are made from views, so a picture shows only what its observer may know
//!   (`games::board`).
//! - The same input gives the same bytes (`tests/diagrams.rs`).

mod burst;
pub mod glyph;
mod layout;
pub mod picture;
mod print;
mod rounded;

pub use burst::burst;
pub use layout::Layout;
pub use print::{REGION_LINES, RIVER_MARKS, STAR_LINES, TRIGRAMS};
pub use rounded::{Rounded, tenth};
