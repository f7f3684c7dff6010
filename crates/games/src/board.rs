//! Boards as they are drawn: points, faces and steps of every game under one set of types.
//!
//! - [`BoardView`] is the board of an [`AnyView`](crate::AnyView). It answers what lies on a point,
//!   how each side stands and which general is in check, and it plays announced actions.
//! - [`Arrangement`] is a board that no game has to allow, for an editor or a camera.
//!
//! Pages and pictures read boards only here. The rules crates parse the texts and apply the rules.

mod arrangement;
mod piece;
mod point;
mod step;
mod view;

pub use arrangement::Arrangement;
pub use piece::{Face, Piece, PieceKind, Side};
pub use point::{BoardShape, Point};
pub use step::Step;
pub use view::{BoardChange, BoardView, SideStatus};
