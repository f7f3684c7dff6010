//! Pieces on a board and their places on the screen, for all games. Everything is read from
//! position texts, so a page draws exactly what its view contains.

mod burst;
mod check;
mod gesture;
mod layout;
mod piece;
mod point;
mod print;
mod scene;
mod selection;
mod step;
mod track;

pub use burst::burst;
pub use gesture::{Gesture, GestureTracker, Pointer, PointerPosition};
pub use layout::Layout;
pub use piece::{Face, Piece, PieceKind, Side};
pub use point::{BoardShape, Point};
pub use print::{REGION_LINES, RIVER_MARKS, STAR_LINES, TRIGRAMS};
pub use scene::Scene;
pub use selection::{PieceSelection, TapResult};
pub use step::Step;
pub use track::{Token, Tokens};
