//! What lies on a board and where it is drawn, for all games alike: read from the texts of the
//! field, so that a page draws exactly what its view says and nothing it might know besides.

mod gesture;
mod hand;
mod layout;
mod piece;
mod point;
mod scene;
mod step;
mod track;

pub use gesture::{Fingers, Gesture, Pointer, Touch};
pub use hand::{Hand, Tap};
pub use layout::Layout;
pub use piece::{Face, Kind, Piece, Side};
pub use point::{BoardShape, Point};
pub use scene::Scene;
pub use step::Step;
pub use track::{Token, Tokens};
