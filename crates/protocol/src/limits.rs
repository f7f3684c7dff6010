//! Limits of the wire, in one place. Past them a request is refused, a socket closed.

/// Longest socket message either way, in bytes, snapshots excepted.
pub const MESSAGE_BYTES: usize = 4 * 1024;
/// Longest name of a player, in characters.
pub const NAME_CHARS: usize = 24;
/// What pages call a player who has typed no name, in their languages: nobody's own.
pub const GUEST_NAMES: &[&str] = &["Guest", "棋友"];
/// Words of which no player's name may consist, in any case and combination, with or without
/// numbers: what pages and files call the computer and its levels, and what would claim an office.
/// Chinese words are listed in one way of writing.
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
];
/// Shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// Longest password, in characters.
pub const PASSWORD_MAX: usize = 128;
/// Longest text of one action, in bytes.
pub const ACTION_BYTES: usize = 64;
/// Longest options or clock text, in bytes.
pub const OPTIONS_BYTES: usize = 512;
/// Longest position text, in bytes.
pub const POSITION_BYTES: usize = 1024;
/// Most lines of an analysis.
pub const ANALYSIS_LINES: u8 = 5;
/// Most actions of a game that is to be looked at again as a whole.
pub const REVIEW_ACTIONS: usize = 600;
/// Most actions in one game.
pub const ACTIONS: usize = 4_000;
/// Most events at one table while its game goes on: plies, takebacks, offers and what comes of
/// them. With one more ply or event than a table keeps the game ends as a draw.
pub const EVENTS: usize = 12_000;
/// Shortest time that a rated game's clock may give a side, in expected seconds (main time and what
/// forty moves add): with less the quicker hand wins.
pub const RATED_SECONDS_MIN: u64 = 60;
/// Longest: four hours. With more a game that goes badly is never finished.
pub const RATED_SECONDS_MAX: u64 = 4 * 3_600;
/// Quiet time after which a page pings, in milliseconds.
pub const PING_AFTER_MS: u64 = 2_500;
/// Quiet time after which a page calls the other end gone, in milliseconds.
pub const GONE_AFTER_MS: u64 = 9_000;
/// Quiet time after which the server drops a socket, in milliseconds.
pub const DROP_AFTER_MS: u64 = 40_000;
