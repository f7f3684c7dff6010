//! Limits of the messages, in one place. Beyond them a request is rejected and a socket closed.

/// Maximum length of a socket message in either direction, in bytes. Snapshots may be longer.
pub const MESSAGE_BYTES: usize = 4 * 1024;
/// Maximum length of a player's name, in characters.
pub const NAME_CHARS: usize = 24;
/// Maximum length of a chat line, in characters.
pub const CHAT_CHARS: usize = 140;
/// Maximum number of lines of one chat that a table keeps.
pub const CHAT_LINES: usize = 50;
/// Names that pages give to players without a name, in their languages. No player may choose them.
pub const GUEST_NAMES: &[&str] = &["Guest", "棋友", "Khách"];
/// Words that a player's name must not consist of.
///
/// This holds for any case and combination, with or without numbers. The list has the names of the
/// computer and its levels in pages and files, words that suggest an office, and words of programs.
/// Chinese words are listed in one script only.
pub const RESERVED_WORDS: &[&str] = &[
    "computer",
    "bot",
    "robot",
    "engine",
    "AI",
    "level",
    "top",
    "newcomer",
    "beginner",
    "casual",
    "regular",
    "club",
    "strong",
    "expert",
    "master",
    "easy",
    "medium",
    "hard",
    "host",
    "server",
    "system",
    "referee",
    "arbiter",
    "admin",
    "administrator",
    "moderator",
    "operator",
    "staff",
    "support",
    "official",
    "chuhe",
    "anonymous",
    "opponent",
    "spectator",
    // A program may write these words where a name is missing.
    "undefined",
    "null",
    // The archive shows players under this name.
    crate::CLOSED_NAME,
    "电脑",
    "计算机",
    "机器人",
    "机器",
    "引擎",
    "人机",
    "人工智能",
    "水平",
    "程度",
    "等级",
    "级",
    "童生",
    "秀才",
    "举人",
    "贡士",
    "进士",
    "探花",
    "榜眼",
    "状元",
    "国手",
    "主机",
    "房主",
    "主人",
    "伺服器",
    "服务器",
    "系统",
    "裁判",
    "仲裁",
    "管理员",
    "管理",
    "版主",
    "客服",
    "工作人员",
    "官方",
    "匿名",
    "对手",
    "观众",
    "máy",
    "máy tính",
    "máy chủ",
    "hệ thống",
    "trọng tài",
    "đối thủ",
    "quản trị",
    "quản trị viên",
    "chủ bàn",
    "đồng sinh",
    "tú tài",
    "cử nhân",
    "cống sĩ",
    "tiến sĩ",
    "thám hoa",
    "bảng nhãn",
    "trạng nguyên",
    "quốc thủ",
];
/// Minimum length of a password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// Maximum length of a password, in characters.
pub const PASSWORD_MAX: usize = 128;
/// Maximum length of the text of an action, in bytes.
pub const ACTION_BYTES: usize = 64;
/// Maximum length of an options text or a time-control text, in bytes.
pub const OPTIONS_BYTES: usize = 512;
/// Maximum length of a position text, in bytes.
pub const POSITION_BYTES: usize = 1024;
/// Maximum number of lines of an analysis.
pub const ANALYSIS_LINES: u8 = 5;
/// Maximum number of actions of a game to be reviewed.
pub const REVIEW_ACTIONS: usize = 600;
/// Maximum number of actions in one game.
pub const ACTIONS: usize = 4_000;
/// Maximum number of events at one table while its game is in progress: plies, takebacks, offers
/// and their answers.
///
/// A game that exceeds this limit or the limit of plies ends as a draw.
pub const EVENTS: usize = 12_000;
/// Minimum expected time of a side in a rated game, in seconds: main time plus the increments of
/// forty moves. With less time, speed of hand decides.
pub const RATED_SECONDS_MIN: u64 = 60;
/// Maximum expected time of a side in a rated game, in seconds: four hours. With more, players
/// would not finish lost games.
pub const RATED_SECONDS_MAX: u64 = 4 * 3_600;
/// Maximum number of moves by which spectators see a game late.
pub const SPECTATOR_DELAY_MAX: u8 = 20;
/// Silence after which a page sends a ping, in milliseconds.
pub const PING_AFTER_MS: u64 = 2_500;
/// Silence after which a page treats the connection as lost, in milliseconds.
pub const GONE_AFTER_MS: u64 = 9_000;
/// Silence after which the server closes a socket, in milliseconds.
pub const DROP_AFTER_MS: u64 = 40_000;
/// Time that a player gives the opponent at once, in milliseconds.
pub const GIVEN_TIME_MS: u64 = 15_000;

/// Waiting time of the first player after which the open seats of a table of four may be given to
/// computers, in milliseconds.
pub const COMPUTERS_AFTER_MS: u64 = 40_000;

/// Number of days in the activity of a player: forty weeks.
pub const ACTIVE_DAYS: usize = 280;
