//! Input on a board, and pieces that keep their identity from one board to the next. The boards
//! themselves are those of [`games::board`], so a page draws exactly what its view contains.

mod drawing;
mod gesture;
mod premove;
mod selection;
mod track;

pub use drawing::{Drawing, DrawnMark, Ink};
pub use gesture::{Gesture, GestureTracker, Pointer, PointerPosition};
pub use premove::{Premove, PremoveOutcome};
pub use selection::{PieceSelection, TapResult};
pub use track::{Token, Tokens};
