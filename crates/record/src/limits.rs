//! Limits on the size of files. Written files keep to them, so that they can be read again.

/// Maximum size of a `.chuhe` file, in bytes.
pub(crate) const CHUHE_BYTES: usize = 8 << 20;

/// Maximum number of actions of a `.chuhe` file. The referee looks back over the game after each.
pub(crate) const CHUHE_ACTIONS: usize = 20_000;

/// Maximum size of a sealed `.chuhe` file, in bytes. The log of the longest game takes two digits
/// per byte.
pub(crate) const SEALED_BYTES: usize = 4 << 20;

/// Maximum size of a file of another program, in bytes: some thousand games.
pub(crate) const FILE_BYTES: usize = 8 << 20;

/// Maximum number of values that are read of one DhtmlXQ block: a comment for each move of a long
/// game, and its variations with their comments.
pub(crate) const DHTMLXQ_VALUES: usize = 100_000;

/// Maximum length of a PGN tag, in bytes.
pub(crate) const TAG_BYTES: usize = 4096;

/// Maximum number of games in one file.
pub(crate) const GAMES: usize = 20_000;

/// Maximum number of moves of one game: the maximum of a table, so that its games can be read.
pub(crate) const MOVES: usize = 4000;

/// Maximum number of actions in all variations of one game, including those replayed to get from
/// one to another.
pub(crate) const VARIATION_ACTIONS: usize = 1_000_000;

/// Maximum nesting depth of variations.
pub(crate) const DEPTH: usize = 32;

/// Maximum number of moves in an XQF file, variations included.
pub(crate) const XQF_NODES: usize = 1_000_000;

/// Maximum number of problems that are reported, and of cut branches. A collection has one in every
/// bad game.
pub(crate) const PROBLEMS: usize = 50_000;
