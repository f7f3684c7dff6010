//! Memory and work limits of the players. Sizes of transposition tables are defined by each player.

/// Maximum number of pieces in a banqi endgame table.
pub(crate) const ENDGAME_PIECES: usize = 4;

/// Endgame tables are built once at most this many pieces are left; then all tables that the game
/// may need fit into memory.
pub(crate) const ENDGAME_PIECES_TO_BUILD: u32 = 6;

/// Memory limit of the endgame tables of one player. A table with four pieces takes 512 KiB, and
/// six pieces have fifteen subsets of four. The table under construction takes the same again.
pub(crate) const ENDGAME_BYTES: usize = 8 << 20;

/// Work per query of a missing table: about the time of one node. A processed placement costs
/// sixteen, a skipped one 1.
pub(crate) const ENDGAME_SLICE: usize = 1_024;

/// The same once the game itself has reached such a position.
pub(crate) const ENDGAME_ROOT_SLICE: usize = 4 * ENDGAME_SLICE;
