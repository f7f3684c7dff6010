//! How much memory and work the players may take, in one place. The tables of positions have their
//! sizes beside each player.

/// The most pieces of an endgame table of banqi.
pub(crate) const ENDGAME_PIECES: usize = 4;

/// Endgame tables are built once no more than this many pieces are left: then all tables that the
/// game can still need fit.
pub(crate) const ENDGAME_PIECES_TO_BUILD: u32 = 6;

/// What the endgame tables of one player of banqi may take. One for four pieces takes 512 KiB, and six
/// pieces have fifteen fours. The one in the making takes as much again.
pub(crate) const ENDGAME_BYTES: usize = 8 << 20;

/// How much is built whenever the search comes to a position whose table is not there: about as long as
/// a node takes. A position looked at is sixteen, one passed over is one.
pub(crate) const ENDGAME_SLICE: usize = 1_024;

/// The same where the game itself has come to such a position.
pub(crate) const ENDGAME_ROOT_SLICE: usize = 4 * ENDGAME_SLICE;
