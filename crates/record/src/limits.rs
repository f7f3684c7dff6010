//! How much of a file is read, so that none costs too much, and how much is written, so that it can
//! be read again.

/// The largest `.chuhe` file, in bytes: one game.
pub(crate) const CHUHE_BYTES: usize = 8 << 20;

/// Maximum number of actions of a `.chuhe` file. A referee looks back over the game after each.
pub(crate) const CHUHE_ACTIONS: usize = 20_000;

/// The largest `.chuhe` file with a seal, in bytes: the log of the longest game takes two digits a
/// byte.
pub(crate) const SEALED_BYTES: usize = 4 << 20;

/// The largest file of another program, in bytes: a database of some thousand games.
pub(crate) const FILE_BYTES: usize = 8 << 20;

/// Maximum number of values that are read of one DhtmlXQ block: a comment for each move of a long
/// game, and its variations with their comments.
pub(crate) const DHTMLXQ_VALUES: usize = 100_000;

/// The longest tag of PGN, in bytes.
pub(crate) const TAG_BYTES: usize = 4096;

/// The most games of one file.
pub(crate) const GAMES: usize = 20_000;

/// The most moves of one game: as many as a table of the server keeps, so that whatever it writes
/// can be read.
pub(crate) const MOVES: usize = 4000;

/// The most actions of all variations of one game together, with those that lead from one to
/// another.
pub(crate) const VARIATION_ACTIONS: usize = 1_000_000;

/// No variation lies deeper in others than this.
pub(crate) const DEPTH: usize = 32;

/// The most moves of an XQF file, variations included.
pub(crate) const XQF_NODES: usize = 1_000_000;

/// Maximum number of cut branches that are reported.
pub(crate) const CUTS: usize = 100;

/// The most problems that are reported.
pub(crate) const PROBLEMS: usize = 100;
