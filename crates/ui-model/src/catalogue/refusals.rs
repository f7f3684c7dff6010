//! What comes as a code and values, in the reader's language: the referee's "no", his warnings, the
//! problems of a file.

use super::{Language, Message, PLIES, counted, fill, reason_name, side_name, words::pick};
use crate::board::{BoardShape, Side};
use protocol::WarningState;
use record::Problem;

/// The referee's "no", or the server's, in the player's language: what the code says, about the
/// values that came with it. `message` stands for a code that only a newer server knows.
pub fn refusal(language: Language, code: &str, values: &[String], message: &str) -> String {
    let Some([hans, hant, en]) = refusal_words(code) else {
        return match language {
            Language::English => message.to_owned(),
            _ => Message::NotPossible.in_language(language).to_owned(),
        };
    };
    about(language, pick(language, hans, hant, en), values)
}

/// Words with their values: in their places, or behind them.
fn about(language: Language, words: &str, values: &[String]) -> String {
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    match language {
        _ if words.contains("{0}") => fill(words, &values),
        _ if values.is_empty() => words.to_owned(),
        Language::English => format!("{words} ({})", values.join(", ")),
        _ => format!("{words}（{}）", values.join("、")),
    }
}

/// The words of a refusal's code: 简, 繁, English.
fn refusal_words(code: &str) -> Option<[&'static str; 3]> {
    rules_words(code).or_else(|| table_words(code)).or_else(|| server_words(code))
}

/// What the rules of a game refuse.
fn rules_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "not-your-turn" => ["还没轮到你", "還沒輪到你", "it is not your turn"],
        "game-over" => ["对局已结束", "對局已結束", "the game is over"],
        "not-started" => ["人还没到齐", "人還沒到齊", "not everybody has sat down yet"],
        "not-alone" => [
            "这张棋桌已经有别人入座",
            "這張棋桌已經有別人入座",
            "somebody else sits at this table already",
        ],
        "no-piece" => ["那里没有棋子", "那裡沒有棋子", "no piece stands there"],
        "not-your-piece" => ["那不是你的棋子", "那不是你的棋子", "that piece is not yours"],
        "own-piece" => ["那里有自己的棋子", "那裡有自己的棋子", "your own piece stands there"],
        "ally" => ["那里有同盟的棋子", "那裡有同盟的棋子", "your partner's piece stands there"],
        "not-how-it-moves" => {
            ["这个棋子不能这样走", "這個棋子不能這樣走", "this piece does not move like that"]
        }
        "palace" => ["不能出九宫", "不能出九宮", "it may not leave the palace"],
        "river" => ["不能过河", "不能過河", "it may not cross the river"],
        "blocked-leg" => ["蹩马腿", "蹩馬腿", "the horse's leg is blocked"],
        "blocked-eye" => ["塞象眼", "塞象眼", "the elephant's eye is blocked"],
        "blocked" => ["路被挡住了", "路被擋住了", "something is in the way"],
        "screen" => {
            ["炮吃子须恰好隔一子", "炮吃子須恰好隔一子", "a cannon captures over exactly one piece"]
        }
        "generals-face" => ["将帅不能照面", "將帥不能照面", "the generals may not face each other"],
        "leaves-general-attacked" => {
            ["自己的将帅会被吃", "自己的將帥會被吃", "your general would be attacked"]
        }
        "line" => [
            "坦克只沿红线、军舰只沿蓝线走远，战机从红线交点起飞",
            "坦克只沿紅線、軍艦只沿藍線走遠，戰機從紅線交點起飛",
            "tanks go far along red lines only, battleships along blue ones, and fighters take off from red crossings",
        ],
        "out" => ["这一方已经离场", "這一方已經離場", "this side has left the game"],
        "action-text" => ["看不懂这一着", "看不懂這一著", "this cannot be read as a move"],
        "flag-fall" => ["时间已到", "時間已到", "time is up"],
        "paused" => ["对局暂停中", "對局暫停中", "the game is paused"],
        "too-long" => ["太长了", "太長了", "this is too long"],
        "not-this-step" => ["现在不是这一步", "現在不是這一步", "this is not the step now"],
        "already-chosen" => ["你已经选过了", "你已經選過了", "you have chosen already"],
        "no-mole" => ["没有卧底可亮", "沒有臥底可亮", "there is no mole to turn"],
        "not-your-mole" => ["那不是你的卧底", "那不是你的臥底", "that is not your mole"],
        "barred" => [
            "还要走 {0} 步才能亮卧底",
            "還要走 {0} 步才能亮臥底",
            "the mole may not turn yet; own moves to go: {0}",
        ],
        "too-many-locks" => ["最多锁定 {0} 枚", "最多鎖定 {0} 枚", "too many locks; at most {0}"],
        "not-a-pawn" => ["那里没有这样的兵卒", "那裡沒有這樣的兵卒", "no such pawn stands there"],
        "locked" => ["这枚兵卒已被锁定", "這枚兵卒已被鎖定", "that pawn is locked"],
        "set-up" => ["布局还没有完成", "佈局還沒有完成", "the set-up is not over yet"],
        "face-up" => ["这枚棋子已经翻开", "這枚棋子已經翻開", "that piece is face up already"],
        "face-down" => {
            ["这枚棋子还没有翻开", "這枚棋子還沒有翻開", "that piece is still face down"]
        }
        "flip-first" => [
            "先翻一枚棋子决定各执何色",
            "先翻一枚棋子決定各執何色",
            "flip a piece first: its colour is yours",
        ],
        "same-square" => ["棋子已经在那里", "棋子已經在那裡", "the piece is there already"],
        "not-adjacent" => {
            ["只能走到相邻的一格", "只能走到相鄰的一格", "pieces go one square at a time"]
        }
        "general-soldier" => {
            ["将帅不能吃兵卒", "將帥不能吃兵卒", "a general may not take a soldier"]
        }
        "generals" => ["将帅不能互吃", "將帥不能互吃", "generals may not take each other"],
        "soldier-cannon" => ["兵卒不能吃炮", "兵卒不能吃炮", "a soldier may not take a cannon"],
        "rank-too-low" => {
            ["不能吃比自己大的棋子", "不能吃比自己大的棋子", "it may not take a greater piece"]
        }
        "nothing-to-capture" => {
            ["那里没有可吃的棋子", "那裡沒有可吃的棋子", "there is nothing to capture there"]
        }
        "not-in-line" => {
            ["炮只能沿直线吃子", "炮只能沿直線吃子", "a cannon captures along its rank or file"]
        }
        "revealed" => {
            ["那枚棋子不可能在这里", "那枚棋子不可能在這裡", "that piece cannot come up there"]
        }
        "nothing-hidden" => ["那里没有暗子", "那裡沒有暗子", "nothing is face down there"],
        _ => return None,
    })
}

/// What a table refuses, or whoever opens one.
fn table_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "not-training" => ["只有练习局可以", "只有練習局可以", "only training games allow this"],
        "already-offered" => ["已经提出过了", "已經提出過了", "this is offered already"],
        "already-agreed" => {
            ["已经约好再来一局", "已經約好再來一局", "the rematch is agreed already"]
        }
        "no-offer" => ["没有需要答复的提议", "沒有需要答覆的提議", "there is no offer to answer"],
        "not-over" => ["对局还没有结束", "對局還沒有結束", "the game is not over yet"],
        "no-rematch" => ["没有等着的再来一局", "沒有等著的再來一局", "no rematch is waiting"],
        "seat-taken" => ["没有空位了", "沒有空位了", "no seat is open here"],
        "seated" => [
            "计分对局每人只有一个座位",
            "計分對局每人只有一個座位",
            "in a rated game everybody has one seat",
        ],
        "not-your-seat" => ["那不是你的座位", "那不是你的座位", "that is not your seat"],
        "seats" => ["座位安排不对", "座位安排不對", "the seats do not fit this game"],
        "options" => ["规则选项不对", "規則選項不對", "these rules cannot be"],
        "clock" => ["用时设置不对", "用時設定不對", "this clock cannot be"],
        "setup-seconds" => ["布局限时太长", "佈局限時太長", "the set-up's time is too long"],
        "start" => {
            ["不能从这个局面开始", "不能從這個局面開始", "a game cannot start from this position"]
        }
        "rated" => ["这样的对局不能计分", "這樣的對局不能計分", "such a game cannot be rated"],
        "variant" => ["没有这种棋", "沒有這種棋", "there is no such game"],
        "level" => ["没有这个水平", "沒有這個程度", "there is no such level"],
        _ => return None,
    })
}

/// What the server refuses, its accounts, boards and analysis included.
fn server_words(code: &str) -> Option<[&'static str; 3]> {
    Some(match code {
        "no-table" => ["这张桌子不存在了", "這張桌子不存在了", "there is no such table any more"],
        "no-route" => ["这个地址没有内容", "這個位址沒有內容", "there is nothing at this address"],
        "lines" => ["变着的数目不对", "變著的數目不對", "so many lines cannot be asked for"],
        "actions" => ["着法太多或有误", "著法太多或有誤", "these moves cannot be analysed"],
        "notation" => ["没有这种记谱法", "沒有這種記譜法", "there is no such notation here"],
        "nothing-to-play" => ["这里无着可走", "這裡無著可走", "there is nothing to play here"],
        "analysis" => ["无法分析", "無法分析", "this could not be analysed"],
        "not-found" => ["没有找到", "沒有找到", "not found"],
        "command-id" => ["请求重复或有误", "請求重複或有誤", "this was asked already, or wrongly"],
        "stalled" => [
            "服务器暂时无法保存，双方停钟",
            "伺服器暫時無法儲存，雙方停鐘",
            "the server cannot store anything now; the clocks stand",
        ],
        "not-stored" => [
            "服务器没能保存，这一步没有生效",
            "伺服器沒能儲存，這一步沒有生效",
            "the server could not store this; it did not happen",
        ],
        "store" => [
            "服务器没能保存，请再试一次",
            "伺服器沒能儲存，請再試一次",
            "the server could not store this; try again",
        ],
        "cut-off" => [
            "这台服务器暂时连不上数据库，请再试一次",
            "這台伺服器暫時連不上資料庫，請再試一次",
            "this server cannot reach its database now; try again",
        ],
        "sign-in" => ["请先登录", "請先登入", "please sign in first"],
        "old-password" => ["原密码不对", "原密碼不對", "the current password is wrong"],
        "password" => ["名字或密码不对", "名字或密碼不對", "name or password is wrong"],
        "name-taken" => ["这个名字已经有人用了", "這個名字已經有人用了", "this name is taken"],
        "name" => [
            "名字须为 1 至 24 个看得见的字，不能只有点；附加符号须跟在字后",
            "名字須為 1 至 24 個看得見的字，不能只有點；附加符號須跟在字後",
            "a name has 1 to 24 visible characters, not dots alone; a mark follows its letter",
        ],
        "too-often" => ["太频繁了，请稍后再试", "太頻繁了，請稍後再試", "too often; wait a moment"],
        "too-many" => ["太多了，请稍后再试", "太多了，請稍後再試", "too many; try again later"],
        "no-player" => ["没有这位棋手", "沒有這位棋手", "there is no such player"],
        "no-ladder" => ["没有这个排行榜", "沒有這個排行榜", "there is no such ranking"],
        "busy" => {
            ["服务器正忙，请稍后再试", "伺服器正忙，請稍後再試", "the server is busy; try again"]
        }
        "origin" => {
            ["这个请求来自别的网站", "這個請求來自別的網站", "this comes from another site"]
        }
        "token" => ["座位凭证无效", "座位憑證無效", "this seat's key is not valid"],
        "salt" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "this went wrong; load the page again",
        ],
        "json" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "this went wrong; load the page again",
        ],
        "before" => ["这一页找不到了", "這一頁找不到了", "this page is gone"],
        "qr" => ["二维码做不出来", "二維碼做不出來", "the code cannot be drawn"],
        "file" => ["文件读不出来", "檔案讀不出來", "the file cannot be read"],
        "doubtful" => [
            "这一局还有疑点，待裁判裁决",
            "這一局還有疑點，待裁判裁決",
            "this game is in doubt until the arbiter rules",
        ],
        "seat" => ["没有这个座位", "沒有這個座位", "there is no such seat"],
        "hidden" => [
            "对局结束前还不能知道",
            "對局結束前還不能知道",
            "this is hidden until the game is over",
        ],
        "hash" => [
            "服务器出了差错，请再试一次",
            "伺服器出了差錯，請再試一次",
            "something went wrong at the server; try again",
        ],
        "damaged-log" => [
            "这一局的记录已损坏，不能继续",
            "這一局的記錄已損壞，不能繼續",
            "this game's record is damaged",
        ],
        "log" => [
            "这一局的记录已损坏，不能继续",
            "這一局的記錄已損壞，不能繼續",
            "this game's record is damaged",
        ],
        "chance" => [
            "服务器出了差错，请再试一次",
            "伺服器出了差錯，請再試一次",
            "something went wrong at the server; try again",
        ],
        "hello" => [
            "请求有误，请重新载入页面",
            "請求有誤，請重新載入頁面",
            "this went wrong; load the page again",
        ],
        "claimed" => {
            ["这个座位已被别人认领", "這個座位已被別人認領", "somebody else has claimed this seat"]
        }
        "both-sides" => ["你已认领另一方", "你已認領另一方", "you claim the other side already"],
        "no-claim" => ["你没有认领这个座位", "你沒有認領這個座位", "you do not claim this seat"],
        "confirmed" => [
            "座位已确认，只有裁判能改",
            "座位已確認，只有裁判能改",
            "the seat is confirmed; only the arbiter frees it",
        ],
        "no-game" => {
            ["这个棋盘还没有开局", "這個棋盤還沒有開局", "no game has begun on this board"]
        }
        "no-board" => ["没有这个棋盘", "沒有這個棋盤", "there is no such board"],
        "arbiter" => ["裁判密钥不对", "裁判密鑰不對", "the arbiter's key is wrong"],
        "side" => ["没有这一方", "沒有這一方", "there is no such side"],
        "signature" => ["签名不对", "簽名不對", "the signature is wrong"],
        "plies" => ["没有这一步", "沒有這一步", "there are not so many moves"],
        "stale" => [
            "局面已有变化，请看清再走",
            "局面已有變化，請看清再走",
            "something has happened meanwhile; look and choose again",
        ],
        "rated-clock" => [
            "计分对局须有双方相同、长短适中的用时",
            "計分對局須有雙方相同、長短適中的用時",
            "a rated game needs a clock of fair length, the same for both",
        ],
        "closing" => [
            "服务器即将关闭或重新启动；走过的棋都已保存，恢复后自动重新连接",
            "伺服器即將關閉或重新啟動；走過的棋都已儲存，恢復後自動重新連線",
            "the server is closing or starting anew; what was played is kept, and the page connects again by itself",
        ],
        "name-reserved" => [
            "这是电脑或管理者的称呼，请换一个名字",
            "這是電腦或管理者的稱呼，請換一個名字",
            "this name is for the computer or an official; take another",
        ],
        "name-registered" => [
            "这是注册棋手的名字，请登录或换一个名字",
            "這是註冊棋手的名字，請登入或換一個名字",
            "this is a registered player's name; sign in or take another",
        ],
        "name-alike" => [
            "这个名字和一位注册棋手的名字太像，请换一个",
            "這個名字和一位註冊棋手的名字太像，請換一個",
            "this name looks like a registered player's; take another",
        ],
        "host" => [
            "服务器不认得这个网址",
            "伺服器不認得這個網址",
            "the server does not know this address",
        ],
        "watchers" => ["看棋盘的人太多了", "看棋盤的人太多了", "too many are watching the boards"],
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
        _ if language == Language::English => warning.message.clone(),
        _ => say(Message::WarnOther, &[]),
    }
}

/// What is wrong with a file, in the reader's language, and why a move in it is none.
pub fn problem_words(language: Language, problem: &Problem) -> String {
    let (sentence, why) = split_reason(&problem.message);
    let why = why.map(|[hans, hant, english]| pick(language, hans, hant, english));
    if language == Language::English {
        // The sentence of whoever read the file says what was expected and what stands there.
        return sentence.to_owned() + &why.map(|why| format!(": {why}")).unwrap_or_default();
    }
    if let Some((announced, there)) = counted_actions(sentence) {
        return fill(Message::ProblemCount.in_language(language), &[announced, there]);
    }
    let told = Told::of(sentence);
    let words = match (why, problem_code_words(problem.code)) {
        // Why this move is none says more than that it is none.
        (Some(why), _) => why,
        (None, Some([hans, hant])) => pick(language, hans, hant, hans),
        (None, None) => Message::ProblemOther.in_language(language),
    };
    let (expected, found) = (told.expected.join("、"), told.found.join("、"));
    let ply = told.number.map(|number| fill(Message::ProblemPly.in_language(language), &[number]));
    let parts = match ply {
        Some(ply) => [format!("{ply} {found}").trim_end().to_owned(), words.to_owned()],
        None => [words.to_owned(), found],
    };
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut said = parts.join("：");
    if !expected.is_empty() {
        said = said + "；" + &fill(Message::ProblemExpected.in_language(language), &[&expected]);
    }
    said
}

/// How many actions a file announces, and how many it has, if that is what the sentence says.
fn counted_actions(sentence: &str) -> Option<(&str, &str)> {
    let (announced, there) = sentence.split_once("` actions are announced, ")?;
    Some((announced.strip_prefix('`')?, there.strip_suffix(" are there")?))
}

/// What a problem's sentence tells that is the same in every language.
struct Told<'a> {
    /// Which of the moves it is about.
    number: Option<&'a str>,
    /// What should stand there.
    expected: Vec<&'a str>,
    /// What does.
    found: Vec<&'a str>,
}

impl<'a> Told<'a> {
    fn of(sentence: &'a str) -> Told<'a> {
        let number = ["action ", "move "].iter().find_map(|word| {
            let number = sentence.strip_prefix(word)?.split([' ', ':']).next()?;
            number.bytes().all(|it| it.is_ascii_digit()).then_some(number)
        });
        let is_told = |word: &str| sentence.contains(word);
        let (expected, found) = match sentence.split_once("found `") {
            Some((expected, _)) if is_told("expected ") => (expected, &sentence[expected.len()..]),
            _ if is_told("expected ") || is_told("the actions ") => (sentence, ""),
            _ => ("", sentence),
        };
        Told { number, expected: quoted(expected), found: quoted(found) }
    }
}

/// What stands between backticks, each once.
fn quoted(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in sentence.split('`').skip(1).step_by(2) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// A sentence, and in words the code of a refusal in brackets at its end.
fn split_reason(message: &str) -> (&str, Option<[&'static str; 3]>) {
    let code = message.strip_suffix(')').and_then(|message| message.rsplit_once(" ("));
    match code.and_then(|(sentence, code)| Some((sentence, refusal_words(code)?))) {
        Some((sentence, words)) => (sentence, Some(words)),
        None => (message, None),
    }
}

/// The words of a problem's code: 简, 繁.
fn problem_code_words(code: &str) -> Option<[&'static str; 2]> {
    Some(match code {
        "format" => ["这里的格式读不懂", "這裡的格式讀不懂"],
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
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    /// The sources of a crate of ours.
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

    /// The first quoted word after each place where `call` stands.
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
        // Two games name the codes of a move beside its reasons.
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

    /// What `IllegalMove::code` may say.
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
            // The status may stand before the code.
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
        assert!(count > 10, "only {count} errors were found: are they made otherwise now?");
    }

    #[test]
    fn a_problem_is_told_with_what_stands_there_and_why() {
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
        for (problem, language, words) in [
            (&counted, Language::English, "`49` actions are announced, 48 are there"),
            (&counted, Language::SimplifiedChinese, "写着 49 步，实际有 48 步"),
            (&moved, Language::English, "action 3 `a0a5` is not legal: something is in the way"),
            (&moved, Language::SimplifiedChinese, "第 3 着 a0a5：路被挡住了"),
            (&written, Language::TraditionalChinese, "第 2 著 炮九进一：這一著讀不懂，或不合規則"),
            (&tag, Language::SimplifiedChinese, "标签有误：2-0；应为 1-0、0-1、1/2-1/2、*"),
            (&result, Language::SimplifiedChinese, "结果读不懂，或与棋局不符；应为 red checkmate"),
        ] {
            assert_eq!(problem_words(language, problem), words);
        }
    }

    #[test]
    fn every_problem_of_a_file_has_words() {
        for text in sources("record") {
            for code in codes_after(&text, "Problem::new(1, 1,") {
                assert!(problem_code_words(code).is_some(), "`{code}` has no words");
            }
        }
        for code in [
            "format",
            "tag",
            "action",
            "result",
            "rules",
            "mismatch",
            "length",
            "variation",
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
    fn warnings_are_said_with_their_values() {
        for (code, values, chinese, english) in [
            (
                "repetition-lost",
                &["0", "perpetual-check"][..],
                "循环：局面已出现两次，再次出现将判红方负（长将）",
                "Repetition: a third time Red loses (perpetual check)",
            ),
            (
                "repetition-count",
                &["2", "3"],
                "循环：局面已出现 2 次，再出现 3 次作和",
                "Repetition: seen 2 times; 3 more draw the game",
            ),
            (
                "quiet-limit",
                &["7"],
                "再有 7 步不翻不吃即作和",
                "7 turns without a flip or capture, and the game is drawn",
            ),
            ("of-a-newer-server", &[], "裁判有警告", "An English sentence."),
        ] {
            let warning = warning(code, values);
            let words = |language| warning_words(language, BoardShape::River, &warning);
            assert_eq!(words(Language::SimplifiedChinese), chinese);
            assert_eq!(words(Language::English), english);
        }
    }

    #[test]
    fn refusals_are_said_with_their_values() {
        let values = ["c0".to_owned()];
        for (language, code, values, words) in [
            (Language::SimplifiedChinese, "blocked-leg", &values[..], "蹩马腿（c0）"),
            (Language::TraditionalChinese, "blocked-leg", &[], "蹩馬腿"),
            (Language::English, "blocked-leg", &values, "the horse's leg is blocked (c0)"),
            (
                Language::English,
                "barred",
                &["3".to_owned()],
                "the mole may not turn yet; own moves to go: 3",
            ),
            (Language::English, "of-a-newer-server", &[], "An English sentence."),
        ] {
            assert_eq!(refusal(language, code, values, "An English sentence."), words);
        }
    }

    #[test]
    fn nothing_english_is_said_in_chinese() {
        for language in [Language::SimplifiedChinese, Language::TraditionalChinese] {
            let message = "An English sentence.";
            assert!(!has_latin(&refusal(language, "not-how-it-moves", &[], message)));
            assert!(!has_latin(&refusal(language, "no-such-code", &[], message)));
        }
    }
}
