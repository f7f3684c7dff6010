//! Texts for codes with values: refusals of the referee and the server, warnings, and problems of
//! a file.

use super::{Language, Message, PLIES, counted, fill, reason_name, side_name, words::pick};
use games::board::{BoardShape, Side};
use protocol::WarningState;
use record::Problem;

/// A refusal of the referee or the server in the player's language: the text of its code, with its
/// values. `message` is the English text for a code that this page does not know.
pub fn refusal(language: Language, code: &str, values: &[String], message: &str) -> String {
    let Some([hans, hant, en]) = refusal_words(code) else {
        return match language {
            Language::English => sentence_case(message),
            _ => Message::NotPossible.in_language(language).to_owned(),
        };
    };
    about(language, pick(language, hans, hant, en), values)
}

/// Fills the values into a text. A text without placeholders gets them in brackets at its end.
fn about(language: Language, words: &str, values: &[String]) -> String {
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    match language {
        _ if words.contains("{0}") => fill(words, &values),
        _ if values.is_empty() => words.to_owned(),
        Language::English => format!("{} ({})", words.trim_end_matches('.'), values.join(", ")),
        _ => format!("{words}（{}）", values.join("、")),
    }
}

/// An English text with a capital letter at its start.
fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The texts of a refusal's code: 简, 繁, English.
fn refusal_words(code: &str) -> Option<[&'static str; 3]> {
    rules_words(code).or_else(|| table_words(code)).or_else(|| server_words(code))
}

/// Refusals of the rules.
fn rules_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "not-your-turn" => ["还没轮到你", "還沒輪到你", "It's not your turn"],
        "game-over" => ["对局已结束", "對局已結束", "The game is over"],
        "not-started" => ["人还没到齐", "人還沒到齊", "Not all players have joined yet"],
        "not-alone" => [
            "这张棋桌已经有别人入座",
            "這張棋桌已經有別人入座",
            "Another player has already joined this game",
        ],
        "no-piece" => ["那里没有棋子", "那裡沒有棋子", "There is no piece there"],
        "not-your-piece" => ["那不是你的棋子", "那不是你的棋子", "That isn't your piece"],
        "own-piece" => ["那里有自己的棋子", "那裡有自己的棋子", "Your own piece is there"],
        "ally" => ["那里有同盟的棋子", "那裡有同盟的棋子", "Your partner's piece is there"],
        "not-how-it-moves" => {
            ["这个棋子不能这样走", "這個棋子不能這樣走", "That piece doesn't move like that"]
        }
        "palace" => ["不能出九宫", "不能出九宮", "It may not leave the palace"],
        "river" => ["不能过河", "不能過河", "It may not cross the river"],
        "blocked-leg" => ["蹩马腿", "蹩馬腿", "The horse's leg is blocked"],
        "blocked-eye" => ["塞象眼", "塞象眼", "The elephant's eye is blocked"],
        "blocked" => ["路被挡住了", "路被擋住了", "A piece is in the way"],
        "screen" => [
            "炮吃子须恰好隔一子",
            "炮吃子須恰好隔一子",
            "A cannon captures by jumping exactly one piece",
        ],
        "generals-face" => ["将帅不能照面", "將帥不能照面", "The generals may not face each other"],
        "leaves-general-attacked" => {
            ["自己的将帅会被吃", "自己的將帥會被吃", "Your general would be in check"]
        }
        "line" => [
            "坦克只沿红线、军舰只沿蓝线走远，战机从红线交点起飞",
            "坦克只沿紅線、軍艦只沿藍線走遠，戰機從紅線交點起飛",
            "Tanks move far only along red lines, battleships along blue lines. Fighters take off from red crossings.",
        ],
        "out" => ["这一方已经离场", "這一方已經離場", "This side has left the game"],
        "action-text" => ["看不懂这一着", "看不懂這一著", "Couldn't read this as a move"],
        "flag-fall" => ["时间已到", "時間已到", "Time is up"],
        "paused" => ["对局暂停中", "對局暫停中", "The game is paused"],
        "too-long" => ["太长了", "太長了", "This is too long"],
        "not-this-step" => {
            ["现在不是这一步", "現在不是這一步", "This isn't the current set-up step"]
        }
        "already-chosen" => ["你已经选过了", "你已經選過了", "You have already chosen"],
        "no-mole" => ["没有卧底可亮", "沒有臥底可亮", "There is no mole to reveal"],
        "not-your-mole" => ["那不是你的卧底", "那不是你的臥底", "That isn't your mole"],
        "barred" => [
            "还要走 {0} 步才能亮卧底",
            "還要走 {0} 步才能亮臥底",
            "You can't reveal your mole yet. Moves to make first: {0}",
        ],
        "too-many-locks" => {
            ["最多锁定 {0} 枚", "最多鎖定 {0} 枚", "You can lock at most {0} pawns"]
        }
        "not-a-pawn" => ["那里没有这样的兵卒", "那裡沒有這樣的兵卒", "There is no such pawn there"],
        "locked" => ["这枚兵卒已被锁定", "這枚兵卒已被鎖定", "That pawn is locked"],
        "set-up" => ["布局还没有完成", "佈局還沒有完成", "The set-up isn't finished yet"],
        "face-up" => ["这枚棋子已经翻开", "這枚棋子已經翻開", "That piece is already face up"],
        "face-down" => {
            ["这枚棋子还没有翻开", "這枚棋子還沒有翻開", "That piece is still face down"]
        }
        "flip-first" => [
            "先翻一枚棋子决定各执何色",
            "先翻一枚棋子決定各執何色",
            "Flip a piece first. Its colour is yours.",
        ],
        "same-square" => ["棋子已经在那里", "棋子已經在那裡", "The piece is already there"],
        "not-adjacent" => {
            ["只能走到相邻的一格", "只能走到相鄰的一格", "Pieces move one square at a time"]
        }
        "general-soldier" => ["将帅不能吃兵卒", "將帥不能吃兵卒", "A general can't capture a pawn"],
        "generals" => ["将帅不能互吃", "將帥不能互吃", "Generals can't capture each other"],
        "soldier-cannon" => ["兵卒不能吃炮", "兵卒不能吃炮", "A pawn can't capture a cannon"],
        "rank-too-low" => {
            ["不能吃比自己大的棋子", "不能吃比自己大的棋子", "It can't capture a higher piece"]
        }
        "nothing-to-capture" => {
            ["那里没有可吃的棋子", "那裡沒有可吃的棋子", "There is nothing to capture there"]
        }
        "not-in-line" => {
            ["炮只能沿直线吃子", "炮只能沿直線吃子", "A cannon captures along its rank or file"]
        }
        "revealed" => ["那枚棋子不可能在这里", "那枚棋子不可能在這裡", "That piece can't be there"],
        "nothing-hidden" => ["那里没有暗子", "那裡沒有暗子", "There is no face-down piece there"],
        _ => return None,
    })
}

/// Refusals of a table, and of the request that creates one.
fn table_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "not-training" => ["只有练习局可以", "只有練習局可以", "Only training games allow this"],
        "already-offered" => ["已经提出过了", "已經提出過了", "This has already been offered"],
        "already-agreed" => {
            ["已经约好再来一局", "已經約好再來一局", "The rematch has already been agreed"]
        }
        "no-claims" => [
            "这一局不能因对手离开而判胜",
            "這一局不能因對手離開而判勝",
            "In this game an absent opponent can't lose",
        ],
        "no-time" => [
            "没有可以加时的对手",
            "沒有可以加時的對手",
            "No opponent with a clock can receive time",
        ],
        "already-given" => {
            ["走一步之后才能再加时", "走一步之後才能再加時", "You can give time again after a move"]
        }
        "not-away" => ["对手在线", "對手在線", "Your opponent is here"],
        "claim-early" => ["还要等 {0} 秒", "還要等 {0} 秒", "You can claim the game in {0} s"],
        "no-offer" => ["没有需要答复的提议", "沒有需要答覆的提議", "There is no offer to answer"],
        "not-over" => ["对局还没有结束", "對局還沒有結束", "The game isn't over yet"],
        "not-leaving" => ["没有换桌", "沒有換桌", "The host isn't moving to another table"],
        "no-rematch" => ["没有等着的再来一局", "沒有等著的再來一局", "There is no rematch to join"],
        "challenge-self" => ["不能挑战自己", "不能挑戰自己", "You can't challenge yourself"],
        "challenge-seats" => {
            ["挑战是两个人的对局", "挑戰是兩個人的對局", "A challenge is a game for two people"]
        }
        "challenge-limit" => [
            "你的挑战太多了，或者已经向这位棋手挑战",
            "你的挑戰太多了，或者已經向這位棋手挑戰",
            "You have too many open challenges, or one to this player",
        ],
        "no-challenge" => {
            ["这个挑战已经不在了", "這個挑戰已經不在了", "This challenge is no longer open"]
        }
        "reserved" => {
            ["这个座位留给了别人", "這個座位留給了別人", "This seat is reserved for another player"]
        }
        "seat-taken" => ["没有空位了", "沒有空位了", "There is no open seat"],
        "seated" => [
            "计分对局每人只有一个座位",
            "計分對局每人只有一個座位",
            "In a rated game each player has one seat",
        ],
        "not-your-seat" => ["那不是你的座位", "那不是你的座位", "That isn't your seat"],
        "seats" => ["座位安排不对", "座位安排不對", "The seats don't fit this game"],
        "options" => ["规则选项不对", "規則選項不對", "These options aren't valid"],
        "clock" => ["用时设置不对", "用時設定不對", "This time control isn't valid"],
        "setup-seconds" => ["布局限时太长", "佈局限時太長", "The set-up time is too long"],
        "start" => {
            ["不能从这个局面开始", "不能從這個局面開始", "A game can't start from this position"]
        }
        "rated" => ["这样的对局不能计分", "這樣的對局不能計分", "This kind of game can't be rated"],
        "variant" => ["没有这种棋", "沒有這種棋", "Unknown game"],
        "level" => ["没有这个水平", "沒有這個程度", "Unknown level"],
        _ => return None,
    })
}

/// Refusals of the server, with its accounts, boards and analysis.
fn server_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "no-table" => ["这张桌子不存在了", "這張桌子不存在了", "This game no longer exists"],
        "no-route" => ["这个地址没有内容", "這個位址沒有內容", "There is nothing at this address"],
        "lines" => ["变着的数目不对", "變著的數目不對", "Invalid number of lines"],
        "actions" => ["着法太多或有误", "著法太多或有誤", "These moves can't be analysed"],
        "notation" => ["没有这种记谱法", "沒有這種記譜法", "Unknown notation"],
        "nothing-to-play" => ["这里无着可走", "這裡無著可走", "There are no moves to play here"],
        "analysis" => ["无法分析", "無法分析", "The analysis failed"],
        "game-in-progress" => [
            "对局进行中不能使用电脑分析，请下完再来",
            "對局進行中不能使用電腦分析，請下完再來",
            "You can't use analysis while you are playing this game",
        ],
        "computers-elsewhere" => [
            "正在观看另一局电脑对弈，请先关闭那一局",
            "正在觀看另一局電腦對弈，請先關閉那一局",
            "You are watching another game between computers; close it first",
        ],
        "not-found" => ["没有找到", "沒有找到", "Not found"],
        "command-id" => ["请求重复或有误", "請求重複或有誤", "Duplicate or invalid request"],
        "stalled" => [
            "服务器暂时无法保存，双方停钟",
            "伺服器暫時無法儲存，雙方停鐘",
            "The server can't save anything right now. The clocks are stopped.",
        ],
        "not-stored" => [
            "服务器没能保存，这一步没有生效",
            "伺服器沒能儲存，這一步沒有生效",
            "Your move wasn't saved and didn't count. Try again.",
        ],
        "store" => [
            "服务器没能保存，请再试一次",
            "伺服器沒能儲存，請再試一次",
            "The server couldn't save this. Try again.",
        ],
        "cut-off" => [
            "这台服务器暂时连不上数据库，请再试一次",
            "這台伺服器暫時連不上資料庫，請再試一次",
            "The server can't reach its database. Try again.",
        ],
        "sign-in" => ["请先登录", "請先登入", "Please sign in first"],
        "old-password" => ["原密码不对", "原密碼不對", "The current password is wrong"],
        "password" => ["名字或密码不对", "名字或密碼不對", "Wrong name or password"],
        "name-taken" => ["这个名字已经有人用了", "這個名字已經有人用了", "This name is taken"],
        "name" => [
            "名字须为 1 至 24 个看得见的字，不能只有点；附加符号须跟在字后",
            "名字須為 1 至 24 個看得見的字，不能只有點；附加符號須跟在字後",
            "Use 1–24 visible characters (not only dots). Accents must follow a letter.",
        ],
        "too-often" => {
            ["太频繁了，请稍后再试", "太頻繁了，請稍後再試", "Too many attempts. Wait a moment."]
        }
        "too-many" => {
            ["太多了，请稍后再试", "太多了，請稍後再試", "Too many requests. Try again later."]
        }
        "no-player" => ["没有这位棋手", "沒有這位棋手", "Player not found"],
        "no-ladder" => ["没有这个排行榜", "沒有這個排行榜", "Ranking not found"],
        "busy" => {
            ["服务器正忙，请稍后再试", "伺服器正忙，請稍後再試", "The server is busy. Try again."]
        }
        "origin" => {
            ["这个请求来自别的网站", "這個請求來自別的網站", "This request comes from another site"]
        }
        "token" => ["座位凭证无效", "座位憑證無效", "Your seat key isn't valid"],
        "salt" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "Something went wrong. Reload the page.",
        ],
        "json" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "Something went wrong. Reload the page.",
        ],
        "method" | "content-type" | "upgrade" | "request" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "Something went wrong. Reload the page.",
        ],
        "too-large" => ["内容太大了", "內容太大了", "This is too large"],
        "server" => [
            "服务器出了差错，请再试一次",
            "伺服器出了差錯，請再試一次",
            "Something went wrong on the server. Try again.",
        ],
        "before" => ["这一页找不到了", "這一頁找不到了", "This page no longer exists"],
        "qr" => ["二维码做不出来", "二維碼做不出來", "Couldn't draw the QR code"],
        "file" => ["文件读不出来", "檔案讀不出來", "Couldn't read the file"],
        "doubtful" => [
            "这一局还有疑点，待裁判裁决",
            "這一局還有疑點，待裁判裁決",
            "This game is disputed until the arbiter rules",
        ],
        "seat" => ["没有这个座位", "沒有這個座位", "Unknown seat"],
        "hidden" => [
            "对局结束前还不能知道",
            "對局結束前還不能知道",
            "This is hidden until the game is over",
        ],
        "hash" => [
            "服务器出了差错，请再试一次",
            "伺服器出了差錯，請再試一次",
            "Something went wrong on the server. Try again.",
        ],
        "damaged-log" => [
            "这一局的记录已损坏，不能继续",
            "這一局的記錄已損壞，不能繼續",
            "This game's record is damaged",
        ],
        "log" => [
            "这一局的记录已损坏，不能继续",
            "這一局的記錄已損壞，不能繼續",
            "This game's record is damaged",
        ],
        "chance" => [
            "服务器出了差错，请再试一次",
            "伺服器出了差錯，請再試一次",
            "Something went wrong on the server. Try again.",
        ],
        "hello" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "Something went wrong. Reload the page.",
        ],
        "claimed" => {
            ["这个座位已被别人认领", "這個座位已被別人認領", "Another player has claimed this seat"]
        }
        "both-sides" => {
            ["你已认领另一方", "你已認領另一方", "You have already claimed the other side"]
        }
        "no-claim" => ["你没有认领这个座位", "你沒有認領這個座位", "You haven't claimed this seat"],
        "confirmed" => [
            "座位已确认，只有裁判能改",
            "座位已確認，只有裁判能改",
            "The seat is confirmed. Only the arbiter can clear it.",
        ],
        "no-game" => {
            ["这个棋盘还没有开局", "這個棋盤還沒有開局", "No game has started on this board"]
        }
        "no-board" => ["没有这个棋盘", "沒有這個棋盤", "Board not found"],
        "arbiter" => ["裁判密钥不对", "裁判密鑰不對", "Wrong arbiter key"],
        "side" => ["没有这一方", "沒有這一方", "Unknown side"],
        "signature" => ["签名不对", "簽名不對", "Wrong signature"],
        "plies" => ["没有这一步", "沒有這一步", "The game doesn't have that many moves"],
        "stale" => [
            "局面已有变化，请看清再走",
            "局面已有變化，請看清再走",
            "The position changed. Check the board and try again.",
        ],
        "rated-clock" => [
            "计分对局须有双方相同、长短适中的用时",
            "計分對局須有雙方相同、長短適中的用時",
            "A rated game needs the same, reasonable clock for both players",
        ],
        "closing" => [
            "服务器即将关闭或重新启动；走过的棋都已保存，恢复后自动重新连接",
            "伺服器即將關閉或重新啟動；走過的棋都已儲存，恢復後自動重新連線",
            "The server is restarting. Your games are saved, and this page will reconnect automatically.",
        ],
        "name-reserved" => [
            "这是电脑或管理者的称呼，请换一个名字",
            "這是電腦或管理者的稱呼，請換一個名字",
            "This name is reserved. Choose another.",
        ],
        "name-registered" => [
            "这是注册棋手的名字，请登录或换一个名字",
            "這是註冊棋手的名字，請登入或換一個名字",
            "This name belongs to a registered player. Sign in or choose another.",
        ],
        "name-alike" => [
            "这个名字和一位注册棋手的名字太像，请换一个",
            "這個名字和一位註冊棋手的名字太像，請換一個",
            "This name is too similar to a registered player's. Choose another.",
        ],
        "host" => [
            "服务器不认得这个网址",
            "伺服器不認得這個網址",
            "The server doesn't recognise this address",
        ],
        "watchers" => {
            ["看棋盘的人太多了", "看棋盤的人太多了", "Too many people are watching the boards"]
        }
        _ => return None,
    })
}

/// A warning of the referee in the player's language.
pub fn warning_words(language: Language, shape: BoardShape, warning: &WarningState) -> String {
    let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
    let value = |index: usize| warning.values.get(index).map_or("", String::as_str);
    match warning.code.as_str() {
        "repetition-lost" => {
            let letter = ['w', 'b'].get(value(0).parse().unwrap_or(usize::MAX));
            let side = letter.and_then(|&letter| Side::of_seat(shape, letter));
            let loser = side.map_or("", |side| side_name(language, side));
            say(Message::WarnRepetitionLost, &[loser, &reason_name(language, value(1))])
        }
        "repetition-drawn" => say(Message::WarnRepetitionDrawn, &[]),
        "repetition-count" => say(Message::WarnRepetitionCount, &[value(0), value(1)]),
        "quiet-limit" => say(Message::WarnQuiet, &[&counted(language, PLIES, value(0))]),
        _ if language == Language::English => sentence_case(&warning.message),
        _ => say(Message::WarnOther, &[]),
    }
}

/// A problem of a file in the reader's language, with the referee's reason for an illegal move.
pub fn problem_words(language: Language, problem: &Problem) -> String {
    let (sentence, why) = split_reason(&problem.message);
    let why = why.map(|[hans, hant, english]| pick(language, hans, hant, english));
    if let Some((announced, there)) = counted_actions(sentence) {
        return fill(Message::ProblemCount.in_language(language), &[announced, there]);
    }
    if language == Language::English {
        // The parser's sentence already names what it expected and what it found.
        let sentence = match sentence.strip_prefix("action ") {
            Some(rest) => format!("Move {rest}"),
            None => sentence_case(sentence),
        };
        return sentence + &why.map(|why| format!(". {why}")).unwrap_or_default();
    }
    let parts = ProblemParts::of(sentence);
    let words = match (why, problem_code_words(problem.code)) {
        // The referee's reason says more than that the move is illegal.
        (Some(why), _) => why,
        (None, Some([hans, hant])) => pick(language, hans, hant, hans),
        (None, None) => Message::ProblemOther.in_language(language),
    };
    let (expected, found) = (parts.expected.join("、"), parts.found.join("、"));
    let ply = parts.number.map(|number| fill(Message::ProblemPly.in_language(language), &[number]));
    let parts = match ply {
        Some(ply) => [format!("{ply} {found}").trim_end().to_owned(), words.to_owned()],
        None => [words.to_owned(), found],
    };
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = parts.join("：");
    if !expected.is_empty() {
        text = text + "；" + &fill(Message::ProblemExpected.in_language(language), &[&expected]);
    }
    text
}

/// The numbers of announced and of present actions, if the sentence is about these.
fn counted_actions(sentence: &str) -> Option<(&str, &str)> {
    let (announced, there) = sentence.split_once("` actions are announced, ")?;
    Some((announced.strip_prefix('`')?, there.strip_suffix(" are there")?))
}

/// The parts of a problem's sentence that are the same in every language.
struct ProblemParts<'a> {
    /// Number of the move.
    number: Option<&'a str>,
    /// Texts that the parser accepts.
    expected: Vec<&'a str>,
    /// Texts that the file contains.
    found: Vec<&'a str>,
}

impl<'a> ProblemParts<'a> {
    fn of(sentence: &'a str) -> ProblemParts<'a> {
        let number = ["action ", "move "].iter().find_map(|word| {
            let number = sentence.strip_prefix(word)?.split([' ', ':']).next()?;
            number.bytes().all(|it| it.is_ascii_digit()).then_some(number)
        });
        let contains = |word: &str| sentence.contains(word);
        let (expected, found) = match sentence.split_once("found `") {
            Some((expected, _)) if contains("expected ") => (expected, &sentence[expected.len()..]),
            _ if contains("expected ") || contains("the actions ") => (sentence, ""),
            _ => ("", sentence),
        };
        ProblemParts { number, expected: quoted(expected), found: quoted(found) }
    }
}

/// The distinct texts between backticks.
fn quoted(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in sentence.split('`').skip(1).step_by(2) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Splits off a refusal's code in brackets at the end of a sentence, and returns the code's texts.
fn split_reason(message: &str) -> (&str, Option<[&'static str; 3]>) {
    let code = message.strip_suffix(')').and_then(|message| message.rsplit_once(" ("));
    match code.and_then(|(sentence, code)| Some((sentence, refusal_words(code)?))) {
        Some((sentence, words)) => (sentence, Some(words)),
        None => (message, None),
    }
}

/// The texts of a problem's code: 简, 繁.
fn problem_code_words(code: &str) -> Option<[&'static str; 2]> {
    Some(match code {
        "format" => ["这里的格式读不懂", "這裡的格式讀不懂"],
        "encoding" => ["编码是猜的，姓名可能成了乱码", "編碼是猜的，姓名可能成了亂碼"],
        "tag" => ["标签有误", "標籤有誤"],
        "action" => ["这一着读不懂，或不合规则", "這一著讀不懂，或不合規則"],
        "result" => ["结果读不懂，或与棋局不符", "結果讀不懂，或與棋局不符"],
        "rules" | "options" | "option" => ["规则选项有误", "規則選項有誤"],
        "mismatch" => ["与前面的内容不符", "與前面的內容不符"],
        "length" | "too-long" => ["太长，或数目不符", "太長，或數目不符"],
        "variation" => ["变着有误", "變著有誤"],
        "comment" => ["注释有误", "註釋有誤"],
        "turn" => ["轮到哪一方写得不对", "輪到哪一方寫得不對"],
        "seats" => ["双方姓名写得不对", "雙方姓名寫得不對"],
        "pieces" => ["棋子的数目不可能", "棋子的數目不可能"],
        "board-size" => ["棋盘的大小不对", "棋盤的大小不對"],
        "dash" | "counter" => ["局面的写法不对", "局面的寫法不對"],
        "after-end" => ["终局之后还有着法", "終局之後還有著法"],
        "variant" => ["没有这种棋", "沒有這種棋"],
        "sealed" => ["保密内容已损坏，或与本局不符", "保密內容已損壞，或與本局不符"],
        "too-large" => ["文件太大，上限", "檔案太大，上限"],
        "empty" => ["没有可读的内容", "沒有可讀的內容"],
        "depth" => ["变着套得太深，层数上限", "變著套得太深，層數上限"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    /// The sources of a crate of the workspace.
    fn sources(name: &str) -> Vec<String> {
        fn walk(folder: &Path, texts: &mut Vec<String>) {
            let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
            entries.sort_by_key(|entry| entry.path());
            for entry in entries {
                let path = entry.path();
                if path.is_dir() {
                    walk(&path, texts);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    texts.push(fs::read_to_string(path).expect("a source"));
                }
            }
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut texts = Vec::new();
        walk(&folder, &mut texts);
        texts
    }

    /// The first quoted word after each occurrence of `call`.
    fn codes_after<'a>(text: &'a str, call: &str) -> Vec<&'a str> {
        text.match_indices(call)
            .filter_map(|(at, _)| {
                let rest = text[at + call.len()..].trim_start().strip_prefix('"')?;
                rest.split('"').next()
            })
            .collect()
    }

    #[test]
    fn every_refusal_of_games_and_tables_has_words() {
        let mut count = 0;
        for name in ["xiangqi", "undercover", "sifang", "banqi", "games", "table", "smart-boards"] {
            for text in sources(name) {
                for code in codes_after(&text, "Refusal::new(") {
                    assert!(refusal_words(code).is_some(), "{name}: `{code}` has no words");
                    count += 1;
                }
            }
        }
        assert!(count > 60, "only {count} refusals were found");
        // Two games return these codes without `Refusal::new`.
        for code in xiangqi_codes().into_iter().chain([
            "ally",
            "own-piece",
            "general-soldier",
            "generals",
            "soldier-cannon",
            "rank-too-low",
        ]) {
            assert!(refusal_words(code).is_some(), "`{code}` has no words");
        }
    }

    /// The codes of `IllegalMove::code`.
    fn xiangqi_codes() -> Vec<&'static str> {
        vec![
            "no-piece",
            "not-your-piece",
            "own-piece",
            "not-how-it-moves",
            "palace",
            "river",
            "blocked-leg",
            "blocked-eye",
            "blocked",
            "screen",
            "generals-face",
            "leaves-general-attacked",
        ]
    }

    #[test]
    fn every_error_of_the_server_has_words() {
        let mut count = 0;
        for text in sources("server") {
            // A status may precede the code.
            for call in ["ApiError::new(", "bad("] {
                for (at, _) in text.match_indices(call) {
                    let mut quoted = text[at + call.len()..].split('"');
                    let before = quoted.next().unwrap_or_default();
                    let is_code = before.trim_end().is_empty() || before.trim_end().ends_with(',');
                    let status = before.trim().trim_end_matches(',');
                    let is_plain =
                        status.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
                    if let Some(code) = quoted.next().filter(|_| is_code && is_plain) {
                        assert!(refusal_words(code).is_some(), "`{code}` has no words");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 10, "only {count} errors were found: are they created differently now?");
    }

    #[test]
    fn a_problem_names_its_text_and_its_reason() {
        let problem = |code: &'static str, message: &str| Problem {
            line: 1,
            column: 1,
            code,
            message: message.to_owned(),
        };
        let counted = problem("format", "`49` actions are announced, 48 are there");
        let moved = problem("action", "action 3 `a0a5` is not legal (blocked)");
        let written = problem("action", "move 2 `炮九进一`: no legal move is written `炮九进一`");
        let tag = problem("tag", "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `2-0`");
        let result = problem("result", "the actions give the result `red checkmate`");
        let large = problem("too-large", "the file exceeds the maximum size of `8 MiB`");
        for (problem, language, words) in [
            (&counted, Language::English, "The file announces 49 moves but contains 48"),
            (&counted, Language::SimplifiedChinese, "写着 49 步，实际有 48 步"),
            (&moved, Language::English, "Move 3 `a0a5` is not legal. A piece is in the way"),
            (&moved, Language::SimplifiedChinese, "第 3 着 a0a5：路被挡住了"),
            (&written, Language::TraditionalChinese, "第 2 著 炮九进一：這一著讀不懂，或不合規則"),
            (&tag, Language::SimplifiedChinese, "标签有误：2-0；应为 1-0、0-1、1/2-1/2、*"),
            (&result, Language::SimplifiedChinese, "结果读不懂，或与棋局不符；应为 red checkmate"),
            (&large, Language::English, "The file exceeds the maximum size of `8 MiB`"),
            (&large, Language::TraditionalChinese, "檔案太大，上限：8 MiB"),
        ] {
            assert_eq!(problem_words(language, problem), words);
        }
    }

    #[test]
    fn every_problem_of_a_file_has_words() {
        for text in sources("record") {
            for call in ["Problem::new(1, 1,", "Problem::of_file("] {
                for code in codes_after(&text, call) {
                    assert!(problem_code_words(code).is_some(), "`{code}` has no words");
                }
            }
        }
        for code in [
            "format",
            "encoding",
            "tag",
            "action",
            "result",
            "rules",
            "mismatch",
            "length",
            "variation",
            "depth",
            "comment",
            "turn",
            "seats",
            "pieces",
            "board-size",
            "after-end",
            "variant",
            "sealed",
        ] {
            let [hans, hant] = problem_code_words(code).expect(code);
            assert!(!has_latin(hans) && !has_latin(hant), "{code}");
        }
    }

    fn has_latin(text: &str) -> bool {
        text.chars().any(|c| c.is_ascii_alphabetic())
    }

    #[test]
    fn every_warning_of_a_game_has_words() {
        let mut count = 0;
        for name in ["xiangqi", "undercover", "sifang", "banqi"] {
            for text in sources(name) {
                for code in codes_after(&text, "Warning::new(") {
                    for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
                        let reason =
                            if code == "repetition-lost" { "perpetual-check" } else { "2" };
                        let warning = warning(code, &["1", reason]);
                        let words = warning_words(language, BoardShape::River, &warning);
                        assert_ne!(words, Message::WarnOther.in_language(language), "`{code}`");
                        assert!(!has_latin(&words), "`{code}`: {words}");
                    }
                    count += 1;
                }
            }
        }
        assert!(count >= 5, "only {count} warnings were found");
    }

    fn warning(code: &str, values: &[&str]) -> WarningState {
        WarningState {
            code: code.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
            message: "An English sentence.".to_owned(),
        }
    }

    #[test]
    fn warnings_contain_their_values() {
        for (code, values, chinese, english) in [
            (
                "repetition-lost",
                &["0", "perpetual-check"][..],
                "重复局面：已出现两次，再次出现将判红方负（长将）",
                "Repetition warning: if this position occurs again, Red loses (perpetual check)",
            ),
            (
                "repetition-count",
                &["2", "3"],
                "重复局面：已出现 2 次，再出现 3 次作和",
                "Repetition warning: this position has occurred 2 times. The game is drawn after 3 more.",
            ),
            (
                "quiet-limit",
                &["7"],
                "再有 7 步不翻不吃即作和",
                "The game is drawn in 7 moves unless a piece is flipped or captured",
            ),
            ("of-a-newer-server", &[], "裁判警告", "An English sentence."),
        ] {
            let warning = warning(code, values);
            let words = |language| warning_words(language, BoardShape::River, &warning);
            assert_eq!(words(Language::SimplifiedChinese), chinese);
            assert_eq!(words(Language::English), english);
        }
    }

    #[test]
    fn refusals_contain_their_values() {
        let values = ["c0".to_owned()];
        for (language, code, values, words) in [
            (Language::SimplifiedChinese, "blocked-leg", &values[..], "蹩马腿（c0）"),
            (Language::TraditionalChinese, "blocked-leg", &[], "蹩馬腿"),
            (Language::English, "blocked-leg", &values, "The horse's leg is blocked (c0)"),
            (
                Language::English,
                "barred",
                &["3".to_owned()],
                "You can't reveal your mole yet. Moves to make first: 3",
            ),
            (Language::English, "of-a-newer-server", &[], "An English sentence."),
        ] {
            assert_eq!(refusal(language, code, values, "An English sentence."), words);
        }
    }

    #[test]
    fn chinese_refusals_contain_no_english() {
        for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
            let message = "An English sentence.";
            assert!(!has_latin(&refusal(language, "not-how-it-moves", &[], message)));
            assert!(!has_latin(&refusal(language, "no-such-code", &[], message)));
        }
    }
}
