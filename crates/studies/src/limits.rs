//! Limits of studies.

/// Maximum number of studies that an account owns.
pub const STUDIES: u32 = 100;

/// Maximum number of chapters of a study.
pub const CHAPTERS: usize = 64;

/// Maximum number of authors of a study, besides the owner.
pub const AUTHORS: usize = 16;

/// Maximum number of moves of a chapter, with its variations.
pub const NODES: usize = 5_000;

/// Maximum number of moves from the start of a chapter to a position.
pub const PLIES: usize = 1_000;

/// Maximum nesting of variations, as in files.
pub const NESTING: usize = 32;

/// Maximum length of a title, in characters.
pub const TITLE_CHARS: usize = 100;

/// Maximum length of a comment, in characters.
pub const COMMENT_CHARS: usize = 4_000;

/// Maximum size of the comments and drawn marks of a chapter, in bytes.
pub const TEXT_BYTES: usize = 200 << 10;

/// Maximum size of the file of a new chapter, in bytes.
pub const FILE_BYTES: usize = 256 << 10;

/// Maximum number of glyphs on a move.
pub const GLYPHS: usize = 8;

/// Maximum number of edits in one request.
pub const EDITS: usize = 200;

/// Maximum length of the id of an edit or a chapter, in characters.
pub const ID_CHARS: usize = 40;

/// Maximum size of an edit in the log, in bytes. A chapter's file is not in the log.
pub const LOGGED_EDIT_BYTES: usize = 48 << 10;

/// Maximum number of accepted edits of a study.
pub const LOGGED_EDITS: u64 = 200_000;

/// Maximum size of all accepted edits of a study, in bytes.
pub const LOG_BYTES: u64 = 8 << 20;
