//! The colours of a picture. All looks are chosen here; everything else only uses these names.

use crate::board::{BoardShape, Side};

/// The board, its frame and its lines.
pub(super) const TABLE: &str = "#f0dcb2";
pub(super) const TABLE_EDGE: &str = "#c9a468";
pub(super) const LINE: &str = "#6f4f2b";
pub(super) const RIVER: &str = "#b9cdc7";
pub(super) const RIVER_INK: &str = "#6f8f89";
pub(super) const TEXT: &str = "#7a6648";
/// Sifang's lines.
pub(super) const LAND: &str = "#b3261c";
pub(super) const WATER: &str = "#235fa8";
/// A piece's face, rim and back.
pub(super) const DISC: &str = "#fdf3dc";
pub(super) const DISC_RING: &str = "#f3e0b8";
pub(super) const DISC_EDGE: &str = "#b0803e";
pub(super) const SHADOW: &str = "#3c280f";
pub(super) const BACK: &str = "#8f5f35";
pub(super) const BACK_EDGE: &str = "#5f3a1c";
pub(super) const BACK_INK: &str = "#dcb37c";
/// What is pointed out.
const MARK: &str = "#1f7a52";
/// Beside four colours only a dark mark stands out.
const MARK_AMONG_FOUR: &str = "#2a2018";
pub(super) const STOP: &str = "#c0281c";
pub(super) const HALO: &str = "#fffaf0";

/// The colour of a side.
pub(super) const fn ink(side: Side) -> &'static str {
    match side {
        Side::Red => "#a81c16",
        Side::Black => "#1e1d1c",
        Side::Green => "#1c6b45",
        Side::Yellow => "#b07a00",
        Side::Blue => "#1d4b8f",
    }
}

/// The colour of what is pointed out on a board.
pub(super) const fn mark(ground: BoardShape) -> &'static str {
    match ground {
        BoardShape::Cross => MARK_AMONG_FOUR,
        BoardShape::River | BoardShape::Half => MARK,
    }
}
