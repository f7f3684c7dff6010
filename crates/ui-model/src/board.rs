//! Pieces on a board and their places on the screen, for all games. The boards themselves are those
//! of [`games::board`], so a page draws exactly what its view contains.

mod burst;
mod gesture;
mod layout;
mod print;
mod selection;
mod track;

pub use burst::burst;
pub use games::board::{
    Arrangement, BoardShape, BoardView, Face, Piece, PieceKind, Point, Side, SideStatus, Step,
};
pub use gesture::{Gesture, GestureTracker, Pointer, PointerPosition};
pub use layout::Layout;
pub use print::{REGION_LINES, RIVER_MARKS, STAR_LINES, TRIGRAMS};
pub use selection::{PieceSelection, TapResult};
pub use track::{Token, Tokens};
