use super::Language;
use std::fmt;

/// Separator of the languages in a message's text.
const BETWEEN: char = '\0';

/// One table: name, 简体, 繁體, English.
///
/// Each message is its own constant with one text for all languages, and not an index into a list.
/// A message that only a later chunk uses is then part of that chunk.
macro_rules! messages {
    ($($name:ident: $hans:literal, $hant:literal, $en:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "they are written like the variants of an enum")]
        impl Message {
            $(#[doc = $en] pub const $name: Message = Message(concat!($hans, "\0", $hant, "\0", $en));)*

            /// All messages.
            pub const ALL: &[Message] = &[$(Message::$name,)*];
        }
    };
}

/// A text of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message(&'static str);

impl Message {
    /// The text in a language.
    pub fn in_language(self, language: Language) -> &'static str {
        let place = match language {
            Language::SimplifiedChinese => 0,
            Language::TraditionalChinese => 1,
            Language::English => 2,
        };
        self.0.split(BETWEEN).nth(place).unwrap_or_default()
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({:?})", self.in_language(Language::English))
    }
}

messages! {
    // The application.
    AppName: "楚河", "楚河", "Chuhe";
    AppSubtitle: "象棋之家", "象棋之家", "The home of Chinese chess";
    // Link previews and unknown addresses.
    SiteAbout: "下象棋、卧底兵、四方象棋和暗棋：与电脑、好友或网上棋友对弈；还有课程、复盘与智能棋盘。", "下象棋、臥底兵、四方象棋和暗棋：與電腦、好友或網上棋友對弈；還有課程、復盤與智慧棋盤。", "Play xiangqi, undercover, sifang and banqi against the computer, friends or players online. Lessons, game review and smart boards included.";
    PlayerAbout: "{0}的等级分与已结束的对局。", "{0}的等級分與已結束的對局。", "Ratings and finished games of {0}.";
    NoPage: "没有这个页面", "沒有這個頁面", "Page not found";
    NoPageAbout: "地址可能写错了，或页面已不存在。", "網址可能寫錯了，或頁面已不存在。", "The address may be mistyped, or the page no longer exists.";
    Home: "首页", "首頁", "Home";
    Back: "返回", "返回", "Back";
    Close: "关闭", "關閉", "Close";
    Cancel: "取消", "取消", "Cancel";
    Confirm: "确定", "確定", "OK";
    Yes: "是", "是", "Yes";
    No: "否", "否", "No";
    None: "无", "無", "None";
    Continue: "继续对局", "繼續對局", "Continue game";
    LoadFile: "打开棋谱", "開啟棋譜", "Open file";
    Pages: "页面", "頁面", "Pages";
    Play: "对弈", "對弈", "Play";
    Lessons: "课程", "課程", "Lessons";
    Tools: "工具", "工具", "Tools";
    Community: "棋友", "棋友", "Community";
    SmartBoards: "智能棋盘", "智慧棋盤", "Boards";
    LobbyQuestion: "今日，与谁隔河对弈？", "今日，與誰隔河對弈？", "Who is across the river today?";
    PlayersWaiting: "{0} 人在等", "{0} 人在等", "{0} waiting";
    Challenge: "挑战", "挑戰", "Challenge";
    ChallengeTitle: "挑战 {0}", "挑戰 {0}", "Challenge {0}";
    ChallengeFrom: "{0} 向你挑战", "{0} 向你挑戰", "{0} challenges you";
    ChallengeAccept: "应战", "應戰", "Accept";
    ChallengeDeclined: "对方没有应战：{0}", "對方沒有應戰：{0}", "Your challenge was declined: {0}";
    DeclineWhy: "不应战", "不應戰", "Decline";
    DeclineLater: "现在不方便", "現在不方便", "Not now";
    DeclineGame: "想下别的棋", "想下別的棋", "Another game, please";
    DeclineClock: "想换用时", "想換用時", "Another clock, please";
    DeclineRated: "想下计分棋", "想下計分棋", "A rated game, please";
    DeclineCasual: "不想计分", "不想計分", "A casual game, please";
    DeclineNo: "不了，谢谢", "不了，謝謝", "No, thank you";
    CasualGame: "不计分", "不計分", "Casual";
    PeopleOnline: "{0} 人在线，{1} 人在下棋", "{0} 人在線，{1} 人在下棋", "{0} online, {1} playing";
    RecentWait: "最近等了 {0} 秒", "最近等了 {0} 秒", "recently {0} s";
    NoPlayerWaits: "现在没有人在等。点一个用时，对手一来就开局。", "現在沒有人在等。點一個用時，對手一來就開局。", "Nobody is waiting right now. Tap a clock, and the game starts when somebody joins.";
    LearnQuickly: "三分钟学会", "三分鐘學會", "Learn it in three minutes";
    PlayNow: "马上下一盘", "馬上下一盤", "Play now";
    Settings: "设置", "設定", "Settings";
    Rules: "规则", "規則", "Rules";

    // Smart boards.
    Hall: "智能棋盘大厅", "智慧棋盤大廳", "Smart boards";
    HallEmpty: "还没有棋盘。裁判登记之后，棋盘会出现在这里。", "還沒有棋盤。裁判登記之後，棋盤會出現在這裡。", "No boards yet. They appear here once an arbiter registers them.";
    BoardMissing: "没有这个棋盘", "沒有這個棋盤", "Board not found";
    BoardIdle: "等待开局", "等待開局", "Waiting";
    BoardPlaying: "对局中", "對局中", "Playing";
    BoardAlarm: "违例", "違例", "Illegal move";
    BoardDisturbed: "棋盘有异", "棋盤有異", "Board disturbed";
    BoardAsking: "等待确认", "等待確認", "Which move?";
    BoardRuling: "等待裁决", "等待裁決", "Ruling needed";
    BoardOver: "已结束", "已結束", "Finished";
    BoardOffline: "离线", "離線", "Offline";
    Alarms: "违例次数", "違例次數", "Illegal moves";
    Doubts: "服务器另有判断", "伺服器另有判斷", "The server disagrees";
    DoubtAt: "第 {0} 步：{1}", "第 {0} 步：{1}", "Move {0}: {1}";
    DoubtOfGame: "整局：{0}", "整局：{0}", "Whole game: {0}";
    Corrections: "裁判更正", "裁判更正", "Corrections";
    PlayRed: "我执红", "我執紅", "I play Red";
    PlayBlack: "我执黑", "我執黑", "I play Black";
    PressYourClock: "请连按 {0} 下己方棋钟确认", "請連按 {0} 下己方棋鐘確認", "Press your clock on the board {0} times quickly to confirm";
    ArbiterConfirms: "对局已结束，由裁判确认", "對局已結束，由裁判確認", "The game is over. The arbiter must confirm the result.";
    Unconfirmed: "{0}（未确认）", "{0}（未確認）", "{0} (unconfirmed)";
    SeatConfirmed: "已确认", "已確認", "Confirmed";
    ClaimRed: "你自称执红。", "你自稱執紅。", "You say you play Red.";
    ClaimBlack: "你自称执黑。", "你自稱執黑。", "You say you play Black.";
    TakeClaimBack: "撤回", "撤回", "Withdraw";
    ConfirmSeat: "{0}方确认为{1}", "{0}方確認為{1}", "{0} is {1}";
    FreeSeat: "空出{0}方", "空出{0}方", "Clear {0}'s seat";
    SeatAbout: "双方都已确认的对局计入等级分。", "雙方都已確認的對局計入等級分。", "The game is rated once both players are confirmed.";
    GamesOfBoard: "本棋盘的对局", "本棋盤的對局", "Games on this board";
    Speak: "语音播报", "語音播報", "Read aloud";
    SaveGame: "保存棋谱", "儲存棋譜", "Save game";
    Arbiter: "裁判", "裁判", "Arbiter";
    ArbiterAbout: "需要服务器的裁判密钥。每次更正都会留下记录。", "需要伺服器的裁判密鑰。每次更正都會留下記錄。", "Requires this server's arbiter key. Every correction is logged.";
    ArbiterKey: "裁判密钥", "裁判密鑰", "Arbiter key";
    ArbiterName: "裁判姓名", "裁判姓名", "Arbiter name";
    ArbiterWhy: "理由", "理由", "Reason";
    RedWins: "红方胜", "紅方勝", "Red wins";
    BlackWins: "黑方胜", "黑方勝", "Black wins";
    DrawnGame: "和棋", "和棋", "Draw";
    CorrectNames: "更正姓名", "更正姓名", "Correct names";
    BoardsPlaying: "{0} 盘对局中", "{0} 盤對局中", "{0} playing";
    BoardsWaiting: "{0} 盘待裁判", "{0} 盤待裁判", "{0} waiting for arbiter";
    AddNote: "记一笔", "記一筆", "Add note";
    PlyNumber: "第几步", "第幾步", "Move number (both sides)";
    PlayedInstead: "实际着法", "實際著法", "Move played";
    CorrectMove: "更正着法", "更正著法", "Correct move";
    EventNumber: "从第几个事件继续", "從第幾個事件繼續", "Resume from event no.";
    AdmitLoss: "确认其间的事件已丢失", "確認其間的事件已遺失", "Mark earlier events as lost";
    GoesOnWithEvent: "第 {0} 个事件之前的已丢失", "第 {0} 個事件之前的已遺失", "Events before {0} were lost";
    BoardNumber: "棋盘编号（24 位十六进制）", "棋盤編號（24 位十六進制）", "Board number (24 hex digits)";
    BoardName: "棋盘名称", "棋盤名稱", "Board name";
    LetIn: "登记棋盘", "登記棋盤", "Register board";
    BoardKeyOnce: "此密钥只显示一次，请填入桥接程序：", "此密鑰只顯示一次，請填入橋接程式：", "This key is shown only once. Enter it in the bridge:";

    // Players and their accounts.
    Account: "账号", "帳號", "Account";
    SignIn: "登录", "登入", "Sign in";
    SignOut: "退出登录", "登出", "Sign out";
    Register: "注册", "註冊", "Register";
    NewAccount: "注册新账号", "註冊新帳號", "New account";
    AccountAbout: "不登录也能下棋；计分对局需要账号。", "不登入也能下棋；計分對局需要帳號。", "You can play without an account. Rated games need one.";
    AccountName: "名字", "名字", "Name";
    Password: "密码", "密碼", "Password";
    PasswordHint: "至少 8 个字符", "至少 8 個字元", "At least 8 characters";
    OldPassword: "当前密码", "目前密碼", "Current password";
    NewPassword: "新密码", "新密碼", "New password";
    ShowPassword: "显示密码", "顯示密碼", "Show password";
    ChangePassword: "修改密码", "變更密碼", "Change password";
    PasswordChanged: "密码已改；其他设备上的登录已失效。", "密碼已變更；其他裝置上的登入已失效。", "Password changed. You have been signed out on all other devices.";
    NameLength: "名字须为 1 至 24 个字", "名字須為 1 至 24 個字", "Use 1–24 characters";
    PasswordLength: "密码须为 8 至 128 个字符", "密碼須為 8 至 128 個字元", "Use 8–128 characters";
    SignedInAs: "已登录", "已登入", "Signed in as";
    OneMoment: "请稍候……", "請稍候……", "One moment…";
    MyPage: "我的等级分与对局", "我的等級分與對局", "My ratings and games";
    Rated: "计分", "計分", "Rated";
    RatedAbout: "结果计入双方的等级分。", "結果計入雙方的等級分。", "The result counts towards all players' ratings.";
    RatedRules: "须用棋钟。双方各走满五步之前认输、超时或议和不计分；接连第三次这样离开起按输棋扣分。一周内与同一对手的对局逐局少计。", "須用棋鐘。雙方各走滿五步之前認輸、超時或議和不計分；接連第三次這樣離開起按輸棋扣分。一週內與同一對手的對局逐局少計。", "A clock is required. A game doesn't count if a player resigns, runs out of time or agrees a draw before both sides have made five moves. From the third such exit in a row, the player who leaves loses rating points. Repeated games against the same opponent within a week count less each time.";
    TooShortToCount: "对局太短，不计分。", "對局太短，不計分。", "The game was too short to count.";
    RatedNeedsAccount: "计分对局须先登录，这样才知道是谁的分数。", "計分對局須先登入，這樣才知道是誰的分數。", "Sign in to play rated games.";
    PlayedAs: "以 {0} 的身份下棋", "以 {0} 的身分下棋", "Playing as {0}";

    // Rankings and the archive.
    Ranking: "排行榜", "排行榜", "Ranking";
    GameTitle: "棋种", "棋種", "Game";
    SpeedTitle: "赛制", "賽制", "Time control";
    SpeedBullet: "闪电棋", "閃電棋", "Bullet";
    SpeedBlitz: "超快棋", "超快棋", "Blitz";
    SpeedRapid: "快棋", "快棋", "Rapid";
    SpeedClassical: "慢棋", "慢棋", "Classical";
    Place: "名次", "名次", "Rank";
    Player: "棋手", "棋手", "Player";
    Rating: "等级分", "等級分", "Rating";
    Deviation: "偏差", "偏差", "Deviation";
    GamesPlayed: "局数", "局數", "Games";
    OneGame: "{0} 局", "{0} 局", "{0} game";
    Games: "{0} 局", "{0} 局", "{0} games";
    Provisional: "“?”：局数或对手尚少，分数未定，不排名次。", "「?」：局數或對手尚少，分數未定，不排名次。", "“?” means provisional: too few games or opponents to be ranked yet.";
    RankingEmpty: "这里还没有人下过计分对局。", "這裡還沒有人下過計分對局。", "No rated games have been played here yet.";
    PlayRated: "下一局计分棋", "下一局計分棋", "Play rated game";
    Standings: "等级分", "等級分", "Ratings";
    NoStandings: "还没有计分对局。", "還沒有計分對局。", "No rated games yet.";
    Since: "{0} 注册", "{0} 註冊", "Member since {0}";
    LatestGames: "最近的对局", "最近的對局", "Recent games";
    AllGames: "全部对局", "全部對局", "All games";
    Archive: "对局库", "對局庫", "Archive";
    ArchiveAbout: "已结束的计分对局与智能棋盘对局。", "已結束的計分對局與智慧棋盤對局。", "Finished rated games and smart-board games.";
    ArchiveEmpty: "这里还没有对局。计分对局和智能棋盘对局结束后会出现在这里。", "這裡還沒有對局。計分對局和智慧棋盤對局結束後會出現在這裡。", "No games yet. Rated games and smart-board games appear here when they finish.";
    AnyGame: "全部", "全部", "All";
    PlayerToFind: "棋手名字", "棋手名字", "Player name";
    Find: "查找", "尋找", "Search";
    Older: "更早的对局", "更早的對局", "Older games";
    OnePly: "{0} 步", "{0} 步", "{0} move";
    Plies: "{0} 步", "{0} 步", "{0} moves";
    Unknown: "未知", "未知", "Unknown";
    PartUnreachable: "这一部分现在载入不了，请检查网络。", "這一部分現在載入不了，請檢查網路。", "Couldn't load this part. Check your connection.";
    TryAgain: "重试", "重試", "Try again";
    Loading: "正在载入……", "正在載入……", "Loading…";
    RatingsAfter: "等级分变化", "等級分變化", "Rating changes";
    DownloadAs: "下载 {0}", "下載 {0}", "Download {0}";

    // The games.
    Xiangqi: "象棋", "象棋", "Xiangqi";
    Undercover: "卧底兵", "臥底兵", "Undercover";
    Sifang: "四方象棋", "四方象棋", "Sifang";
    Banqi: "暗棋", "暗棋", "Banqi";
    XiangqiAbout: "两人\u{a0}· 传统中国象棋", "兩人\u{a0}· 傳統中國象棋", "Two players\u{a0}· classic Chinese chess";
    UndercoverAbout: "两人\u{a0}· 敌阵里有你的一枚兵", "兩人\u{a0}· 敵陣裡有你的一枚兵", "Two players\u{a0}· one of their pawns is yours";
    SifangAbout: "四人\u{a0}· 四军会战十三路", "四人\u{a0}· 四軍會戰十三路", "Four players\u{a0}· four armies on thirteen lines";
    BanqiAbout: "两人\u{a0}· 翻开才知是谁的子", "兩人\u{a0}· 翻開才知是誰的子", "Two players\u{a0}· flip pieces to find your side";

    // A new game.
    NewGame: "新对局", "新對局", "New game";
    Opponent: "对手", "對手", "Opponent";
    VsComputer: "电脑", "電腦", "Computer";
    VsComputerAbout: "马上开局，可断网", "馬上開局，可離線", "Starts right away, works offline";
    SameDevice: "同一设备", "同一裝置", "Same device";
    SameDeviceAbout: "轮流下，可断网", "輪流下，可離線", "Take turns, works offline";
    RandomOpponent: "随机对手", "隨機對手", "Random opponent";
    RandomOpponentAbout: "与下一位想下同样棋的人对弈", "與下一位想下同樣棋的人對弈", "Play the next person who joins";
    ChoosePlayer: "正在等人", "正在等人", "Waiting for a game";
    InviteFriend: "邀请好友", "邀請好友", "Invite a friend";
    InviteFriendAbout: "发送链接或二维码", "傳送連結或 QR 碼", "Send a link or a QR code";
    Level: "水平", "程度", "Level";
    LevelRatings: "参考分：电脑对电脑测得", "參考分：電腦對電腦測得", "ratings from computer-vs-computer games";
    LevelOne: "童生", "童生", "Newcomer";
    LevelTwo: "秀才", "秀才", "Beginner";
    LevelThree: "举人", "舉人", "Casual";
    LevelFour: "贡士", "貢士", "Regular";
    LevelFive: "进士", "進士", "Club";
    LevelSix: "探花", "探花", "Strong";
    LevelSeven: "榜眼", "榜眼", "Expert";
    LevelEight: "状元", "狀元", "Master";
    LevelTop: "国手", "國手", "Top";
    PlayAs: "执子", "執子", "Play as";
    GoFirst: "先手", "先手", "Move first";
    GoSecond: "后手", "後手", "Move second";
    RedFirst: "执红（先手）", "執紅（先手）", "Red (moves first)";
    BlackSecond: "执黑", "執黑", "Black";
    AtRandom: "随机", "隨機", "Random";
    Options: "选项", "選項", "Options";
    Clock: "用时", "用時", "Clock";
    ClockNone: "不计时", "不計時", "No clock";
    ClockCustom: "自定", "自訂", "Custom";
    MinutesPlusSeconds: "{0} 分钟，每步加 {1} 秒", "{0} 分鐘，每步加 {1} 秒", "{0} min + {1} s per move";
    MinutesOnly: "{0} 分钟", "{0} 分鐘", "{0} min";
    ByoyomiPeriods: "{0} 分钟，读秒 {1} 次 × {2} 秒", "{0} 分鐘，讀秒 {1} 次 × {2} 秒", "{0} min, then {1} × {2} s";
    SecondsPerMove: "每步 {0} 秒", "每步 {0} 秒", "{0} s per move";
    Training: "练习：有提示，可悔棋", "練習：有提示，可悔棋", "Training: hints and unlimited undo";
    FromPosition: "从摆好的局面开始", "從擺好的局面開始", "From your custom position";
    TrainingPeek: "练习：有提示，可悔棋、可偷看暗子", "練習：有提示，可悔棋、可偷看暗子", "Training: hints, unlimited undo, peek at hidden pieces";
    Start: "开始", "開始", "Play";
    FindOpponent: "寻找对手", "尋找對手", "Find opponent";
    CreateLink: "生成邀请链接", "產生邀請連結", "Create link";
    Starting: "正在开局……", "正在開局……", "Creating game…";
    YourName: "你的名字", "你的名字", "Your name";
    Guest: "棋友", "棋友", "Guest";
    PlayerNumber: "棋手 {0}", "棋手 {0}", "Player {0}";

    // My games.
    MyGames: "我的对局", "我的對局", "My games";
    AllMyGames: "全部 {0}", "全部 {0}", "All {0}";
    OnThisDevice: "本机", "本機", "This device";
    OnOtherDevice: "在你的另一台设备上", "在你的另一台裝置上", "On another device";
    EverybodyIsHere: "人到齐了", "人到齊了", "All players are here";
    SetupUnderWay: "正在布局", "正在佈局", "Setting up";
    RemoveGame: "移除这一局", "移除這一局", "Remove game";
    PicturesAsk: "不认识这些汉字？", "不認識這些漢字？", "New to the characters?";
    PicturesTake: "改用图形", "改用圖形", "Use pictures";
    PicturesKeep: "保留汉字", "保留漢字", "Keep characters";
    GameRemoved: "已移除这一局", "已移除這一局", "Game removed";
    BringBack: "撤销", "復原", "Undo";
    GamesUnreachable: "现在连不上服务器，恢复后会更新网上的对局。", "現在連不上伺服器，恢復後會更新網上的對局。", "Can't reach the server. Your online games will update when it's back.";
    StartGame: "开始一局", "開始一局", "Start a game";

    // Options of the games.
    Repetition: "重复局面", "重複局面", "Repetition";
    RepetitionAxf: "亚洲规则", "亞洲規則", "Asian rules";
    RepetitionSimple: "长将判负，其余作和", "長將判負，其餘作和", "Perpetual check loses, other repetitions draw";
    RepetitionOff: "不裁决", "不裁決", "Off";
    QuietLimit: "自然限着（步）", "自然限著（步）", "Draw after moves without a capture (both sides)";
    Locks: "可锁定己方兵卒", "可鎖定己方兵卒", "Pawns each side may lock";
    Selection: "卧底产生", "臥底產生", "Mole selection";
    SelectionChoose: "自选", "自選", "Players choose";
    SelectionRandom: "系统随机", "系統隨機", "Random";
    Rearrange: "选后调位", "選後調位", "Rearrange pawns";
    RearrangeSystem: "系统调位", "系統調位", "Automatically";
    RearrangeManual: "自行调位", "自行調位", "By the players";
    Barred: "亮卧底前须走（步）", "亮臥底前須走（步）", "Earliest reveal (own moves)";
    FirstMove: "先走", "先走", "Moves first";
    FirstRed: "红方", "紅方", "Red";
    FirstBlack: "黑方", "黑方", "Black";
    SetupSeconds: "布局每步限时（秒）", "布局每步限時（秒）", "Seconds per set-up step";
    Mode: "打法", "打法", "Mode";
    ModeNs: "双打：南北对东西", "雙打：南北對東西", "Doubles: N+S vs E+W";
    ModeSe: "混合双打：南东对北西", "混合雙打：南東對北西", "Mixed doubles: S+E vs N+W";
    ModeSw: "混合双打：南西对北东", "混合雙打：南西對北東", "Mixed doubles: S+W vs N+E";
    ModeSolo: "单打：各自为战", "單打：各自為戰", "Solo: every side for itself";
    EndStandard: "终局约定", "終局約定", "Ending";
    EndUsual: "默认规则", "預設規則", "Default";
    EndCaptureAll: "吃光为止", "吃光為止", "Capture everything";
    EndFirstMarshal: "先吃一帅即胜", "先吃一帥即勝", "First marshal captured wins";
    EndMoveLimit: "限步数，比吃子分", "限步數，比吃子分", "Move limit, then points";
    MoveLimitPlies: "步数上限", "步數上限", "Move limit (all sides)";
    Seats: "座位", "座位", "Seats";
    SeatMe: "我", "我", "Me";
    SeatPerson: "本机另一人", "本機另一人", "Another player here";
    SeatOpen: "邀请", "邀請", "Invite";
    Preset: "规则", "規則", "Rules";
    PresetSeed: "计分六十", "計分六十", "Points to 60";
    PresetTiantian: "四子先明", "四子先明", "Four face up";
    PresetTaiwan: "台湾规则", "台灣規則", "Taiwan rules";
    PresetCustom: "自定", "自訂", "Custom";
    CannonSteps: "炮可走一步", "炮可走一步", "Cannons may move one step";
    CannonTakesHidden: "炮可打暗子", "炮可打暗子", "Cannons may capture face-down pieces";
    GeneralTakesSoldier: "将帅可吃兵卒", "將帥可吃兵卒", "Generals may capture pawns";
    GeneralsTakeEachOther: "将帅可互吃", "將帥可互吃", "Generals may capture each other";
    OwnCaptureScores: "误打己方暗子，对方得分", "誤打己方暗子，對方得分", "Capturing your own hidden piece scores for your opponent";
    Target: "得分目标", "得分目標", "Points to win";
    FaceUpAtStart: "开局明子", "開局明子", "Pieces face up at start";

    // Sides and directions.
    Red: "红", "紅", "Red";
    Black: "黑", "黑", "Black";
    Green: "绿", "綠", "Green";
    Yellow: "黄", "黃", "Yellow";
    Blue: "蓝", "藍", "Blue";
    SideWords: "{0}方", "{0}方", "{0}";
    South: "南", "南", "South";
    East: "东", "東", "East";
    North: "北", "北", "North";
    West: "西", "西", "West";

    // What the referee and the server say.
    NotPossible: "现在不能这样做", "現在不能這樣做", "Not possible right now";
    WarnRepetitionLost: "重复局面：已出现两次，再次出现将判{0}方负（{1}）", "重複局面：已出現兩次，再次出現將判{0}方負（{1}）", "Repetition warning: if this position occurs again, {0} loses ({1})";
    WarnOther: "裁判警告", "裁判警告", "Referee warning";
    WarnRepetitionDrawn: "重复局面：已出现两次，再次出现作和", "重複局面：已出現兩次，再次出現作和", "Repetition warning: if this position occurs again, the game is drawn";
    WarnRepetitionCount: "重复局面：已出现 {0} 次，再出现 {1} 次作和", "重複局面：已出現 {0} 次，再出現 {1} 次作和", "Repetition warning: this position has occurred {0} times. The game is drawn after {1} more.";
    WarnQuiet: "再有 {0}不翻不吃即作和", "再有 {0}不翻不吃即作和", "The game is drawn in {0} unless a piece is flipped or captured";
    ProblemOther: "这里的内容有误", "這裡的內容有誤", "Invalid content here";
    ProblemPly: "第 {0} 着", "第 {0} 著", "Move {0}";
    ProblemCount: "写着 {0} 步，实际有 {1} 步", "寫著 {0} 步，實際有 {1} 步", "The file announces {0} moves but contains {1}";
    ProblemExpected: "应为 {0}", "應為 {0}", "expected {0}";
    LocksFull: "最多锁定 {0} 枚；再点一枚已选的即取消", "最多鎖定 {0} 枚；再點一枚已選的即取消", "At most {0} locked. Tap one to unlock it.";
    SeatWithPartner: "{0} · {1}（与{2}同队）", "{0} · {1}（與{2}同隊）", "{0} · {1} (with {2})";
    ThemeAuto: "跟随系统", "跟隨系統", "Match device";

    // At the table.
    YourTurn: "轮到你了", "輪到你了", "Your turn";
    More: "更多", "更多", "More";
    OthersPlayOn: "你已出局，其他人继续", "你已出局，其他人繼續", "You're out. The others play on.";
    RaceLost: "轮到你了（已失帅，不再争名次）", "輪到你了（已失帥，不再爭名次）", "Your turn (out of the race)";
    SetupGoesOn: "双方正在布置", "雙方正在佈置", "The players are setting up";
    TurnOf: "轮到{0}方", "輪到{0}方", "{0} to move";
    Thinking: "思考中……", "思考中……", "thinking…";
    ThinksLater: "排队等候思考：第 {0} 位", "排隊等候思考：第 {0} 位", "waiting to think, number {0} in line";
    DrawingLots: "正在共同抽签……", "正在共同抽籤……", "Drawing lots…";
    WaitingForPlayers: "等待入座……", "等待入座……", "Waiting for players…";
    SeatIsOpen: "空位", "空位", "Open seat";
    InCheck: "将军！", "將軍！", "Check!";
    Moves: "着法", "著法", "Moves";
    Notation: "记谱", "記譜", "Notation";
    NotationChinese: "中文", "中文", "Chinese";
    CapturedBy: "{0}方被吃", "{0}方被吃", "Captured {0} pieces";
    Score: "得分", "得分", "Score";
    Flip: "旋转", "旋轉", "Rotate";
    Undo: "悔棋", "悔棋", "Undo";
    AskTakeback: "悔棋", "悔棋", "Takeback";
    Restart: "重来", "重來", "Restart";
    RestartAsk: "放弃这一局，重新开始？", "放棄這一局，重新開始？", "Abandon this game and start over?";
    Resign: "认输", "認輸", "Resign";
    ResignAsk: "确定认输？", "確定認輸？", "Resign this game?";
    NotifyTurn: "轮到我走时通知", "輪到我走時通知", "Notify me when it's my turn";
    ConfirmMove: "走 {0}？", "走 {0}？", "Play {0}?";
    ConfirmMoves: "联网对局中，走棋前确认", "連線對局中，走棋前確認", "Confirm moves in online games";
    ConfirmResign: "认输前确认", "認輸前確認", "Confirm resignation";
    GiveTime: "加时 15 秒", "加時 15 秒", "+15 s";
    TimeGiven: "{0}给对方加了 15 秒", "{0}給對方加了 15 秒", "{0} gave 15 seconds";
    OfferDraw: "提和", "提和", "Draw";
    Rematch: "再来一局", "再來一局", "Rematch";
    Save: "存谱", "存譜", "Save";
    Replay: "复盘讲评", "復盤講評", "Review";
    OfferedDraw: "{0}提和", "{0}提和", "{0} offers a draw";
    OfferedTakeback: "{0}请求悔棋（{1}）", "{0}請求悔棋（{1}）", "{0} asks to take back {1}";
    OfferedRematch: "{0}想再来一局", "{0}想再來一局", "{0} wants a rematch";
    OfferSent: "已提出，等待对方答复", "已提出，等待對方答覆", "Offer sent. Waiting for an answer…";
    DrawSent: "已提和，等待对方答复", "已提和，等待對方答覆", "Draw offered. Waiting for an answer…";
    TakebackSent: "已请求悔棋，等待对方答复", "已請求悔棋，等待對方答覆", "Takeback requested. Waiting for an answer…";
    AcceptRematch: "同意再来一局", "同意再來一局", "Accept rematch";
    Accept: "同意", "同意", "Accept";
    Decline: "不同意", "不同意", "Decline";
    OfferDeclined: "对方没有同意", "對方沒有同意", "Offer declined";
    TookBack: "已悔 {0}", "已悔 {0}", "{0} taken back";
    TypeMove: "输入着法，如 h2e2、炮二平五", "輸入著法，如 h2e2、炮二平五", "Type a move: h2e2, C2=5, 炮二平五";
    TypeAction: "输入着法，如 {0}", "輸入著法，如 {0}", "Type a move: {0}";
    NotReadable: "看不懂“{0}”", "看不懂「{0}」", "Not a move: “{0}”";
    Played: "{0}走 {1}", "{0}走 {1}", "{0} plays {1}";
    MoveFlipped: "{0} 翻{1}", "{0} 翻{1}", "{0} flips {1}";
    MoveFlippedDown: "翻 {0}", "翻 {0}", "flip {0}";
    MoveTurned: "亮卧底（{0}）", "亮臥底（{0}）", "Mole revealed ({0})";
    MoveLeft: "离场", "離場", "left the game";
    Latest: "回到当前局面", "回到目前局面", "Back to current position";
    LookingBack: "正在看第 {0} 步", "正在看第 {0} 步", "Move {0}";

    // Ends.
    OpponentDid: "对方", "對方", "Opponent";
    YouDid: "你", "你", "You";
    GameOver: "终局", "終局", "Game over";
    Won: "{0}胜", "{0}勝", "{0} wins";
    YouWon: "你赢了！", "你贏了！", "You win!";
    YouLost: "你输了", "你輸了", "You lose";
    Drawn: "和棋", "和棋", "Draw";
    CheckDeal: "验证公平", "驗證公平", "Verify fairness";
    DealHonest: "公平：种子与开局前公布的承诺一致，按种子重新布子，结果与本局相同。", "公平：種子與開局前公布的承諾一致，按種子重新布子，結果與本局相同。", "Fair. The seed matches the commitment published before the game, and dealing again from it gives this game.";
    DealWrongSeed: "不公平：种子与开局前公布的承诺不一致！", "不公平：種子與開局前公布的承諾不一致！", "Not fair! The seed doesn't match the commitment.";
    DealDiffers: "不公平：按种子重新布子，结果与本局不同！", "不公平：按種子重新布子，結果與本局不同！", "Not fair! Dealing again from the seed gives a different game.";
    DealNotMine: "不公平：缺少本机给出的随机数或选择！", "不公平：缺少本機給出的隨機數或選擇！", "Not fair! The random number or the choice sent by this device is missing.";
    DealNotProven: "未能证明：重新布子结果相同，但本机没有事先封存随机数，布子可能是服务器挑选的。", "未能證明：重新布子結果相同，但本機沒有事先封存隨機數，布子可能是伺服器挑選的。", "Not proven. Dealing again gives this game, but this device had not sealed a random number beforehand. The server may have picked the deal.";
    BrokenPromise: "对局记录不符", "對局記錄不符", "This game's record doesn't match";
    OtherPast: "服务器现在的对局记录与它先前签名的不同。服务器可能恢复了旧的备份，记录也可能被改动过。", "伺服器現在的對局記錄與它先前簽名的不同。伺服器可能恢復了舊的備份，記錄也可能被改動過。", "The server's record of this game differs from the one it signed earlier. It may have been restored from an older backup, or the record may have been altered.";
    NotSigned: "服务器没有用原来的密钥为这局的记录签名。", "伺服器沒有用原來的密鑰為這局的記錄簽名。", "The server didn't sign this game's record with its original key.";
    UnboundChance: "本局的随机数在入座时才给出，没有事先封存，布子可能是服务器挑选的。", "本局的隨機數在入座時才給出，沒有事先封存，布子可能是伺服器挑選的。", "Random numbers were given when players sat down and weren't sealed beforehand. The server may have picked the deal.";
    ShownRules: "服务器签过名的记录不符合规则。", "伺服器簽過名的記錄不符合規則。", "The server signed something that the rules don't allow.";
    ShownPlan: "服务器显示的对局设置与它签过名的记录不同。", "伺服器顯示的對局設定與它簽過名的記錄不同。", "The server shows game settings that differ from the record it signed.";
    ShownPlayers: "服务器显示的棋手与它签过名的记录不同。", "伺服器顯示的棋手與它簽過名的記錄不同。", "The server shows players that differ from the record it signed.";
    ShownMoves: "服务器显示的着法与它签过名的记录不同。", "伺服器顯示的著法與它簽過名的記錄不同。", "The server shows moves that differ from the record it signed.";
    ShownBoard: "服务器显示的局面与它签过名的记录不同。", "伺服器顯示的局面與它簽過名的記錄不同。", "The server shows a position that differs from the record it signed.";
    ShownResult: "服务器显示的结果与它签过名的记录不同。", "伺服器顯示的結果與它簽過名的記錄不同。", "The server shows a result that differs from the record it signed.";
    SaveProof: "保存证明", "儲存證明", "Save proof";
    DealPromise: "承诺（开局前）", "承諾（開局前）", "Commitment (before the game)";
    DealSeed: "种子（终局公开）", "種子（終局公開）", "Seed (revealed at the end)";

    // Undercover.
    SetupLocks: "锁定己方兵卒", "鎖定己方兵卒", "Lock your own pawns";
    SetupLocksAbout: "点选最多 {0} 枚己方兵卒，对方不能选它们作卧底。", "點選最多 {0} 枚己方兵卒，對方不能選它們作臥底。", "Tap up to {0} of your own pawns. Your opponent can't choose them as a mole.";
    SetupMole: "选择你的卧底", "選擇你的臥底", "Choose your mole";
    SetupMoleAbout: "点一枚对方的兵卒，或输入坐标、编号。", "點一枚對方的兵卒，或輸入座標、編號。", "Tap one of your opponent's pawns, or type its coordinates or number.";
    SetupRearrange: "调换己方兵卒的位置", "調換己方兵卒的位置", "Rearrange your pawns";
    SetupRearrangeAbout: "依次点两枚兵卒互换位置；外表看不出分别。", "依次點兩枚兵卒互換位置；外表看不出分別。", "Tap two pawns to swap them. Your opponent can't tell which moved.";
    MoleRandom: "随机", "隨機", "Random";
    MoleWaive: "放弃卧底", "放棄臥底", "Play without a mole";
    MoleCoordinates: "坐标或编号", "座標或編號", "Coordinates or number";
    MoleNumber: "第 {0} 枚", "第 {0} 枚", "No. {0}";
    KeepOrder: "不调换", "不調換", "Leave as is";
    Ready: "就绪", "就緒", "Ready";
    BothReady: "双方就绪", "雙方就緒", "Both sides are ready";
    WaitingForOther: "已选好，等待对方", "已選好，等待對方", "Ready. Waiting for your opponent…";
    PawnLocked: "这枚兵卒已被锁定，不能选", "這枚兵卒已被鎖定，不能選", "This pawn is locked and can't be chosen";
    TurnKey: "亮出卧底", "亮出臥底", "Reveal your mole";
    TurnAsk: "现在亮出卧底？一局只有一次。", "現在亮出臥底？一局只有一次。", "Reveal your mole now? You can only do this once.";
    TurnNotYet: "还要走 {0}", "還要走 {0}", "Available in {0}";
    TurnNoMole: "没有卧底", "沒有臥底", "No mole";
    TurnLost: "卧底已失", "臥底已失", "Mole lost";
    TurnDone: "卧底已亮", "臥底已亮", "Mole revealed";
    TurnWait: "等轮到你", "等輪到你", "Wait for your turn";
    TurnUnsafe: "亮出后己方将帅被攻击", "亮出後己方將帥被攻擊", "Your general would be in check";
    YourMole: "你的卧底", "你的臥底", "your mole";
    MoleMarker: "卧底标记", "臥底標記", "Mole marker";
    MarkerCursor: "光标", "游標", "Cursor";
    MarkerNumber: "数字", "數字", "Number";
    MarkerLetter: "字母", "字母", "Letter";
    MarkerPattern: "花纹", "花紋", "Pattern";
    MoleShowCoordinates: "盘外显示位置", "盤外顯示位置", "Show its place beside the board";
    MoleVoice: "语音报位", "語音報位", "Say its place aloud";
    MoleAt: "卧底：{0}", "臥底：{0}", "Mole: {0}";
    MoleTapTurns: "点卧底即询问亮出", "點臥底即詢問亮出", "Tap the mole to reveal it";
    MoleDoubleTap: "双击", "連點兩下", "Double-click";
    MoleSingleTap: "单击（需确认）", "單擊（需確認）", "Click (asks first)";
    MoleStayed: "{0}方的卧底：{1}，始终未亮", "{0}方的臥底：{1}，始終未亮", "{0}'s mole: {1}, never revealed";
    MoleTurnedOn: "{0}方的卧底：亮出时为{1}", "{0}方的臥底：亮出時為{1}", "{0}'s mole: revealed as {1}";
    MoleTakenOn: "{0}方的卧底：{1}，被吃", "{0}方的臥底：{1}，被吃", "{0}'s mole: captured as {1}";
    MoleNone: "{0}方没有卧底", "{0}方沒有臥底", "{0} had no mole";
    PassDevice: "请把设备交给{0}", "請把裝置交給{0}", "Pass the device to {0}";
    PassDeviceAbout: "{0}准备好后再点开。", "{0}準備好後再點開。", "Tap when {0} is ready.";
    ShowBoard: "我是{0}，看棋盘", "我是{0}，看棋盤", "I am {0}, show the board";

    // Hints.
    Hint: "提示", "提示", "Hint";
    HintThinks: "电脑在想……", "電腦在想……", "The computer is thinking…";
    HintNone: "这里没有可提示的着法", "這裡沒有可提示的著法", "No suggestion for this position";
    HintIs: "可走：{0} – {1}", "可走：{0} – {1}", "Best: {0} – {1}";
    HintComma: "，", "，", ", ";
    HintWinsNow: "一步取胜", "一步取勝", "wins in 1 move";
    HintWins: "{0} 步内取胜", "{0} 步內取勝", "wins in {0} moves";
    HintAnswersCheck: "应将", "應將", "answers the check";
    HintParries: "化解败势", "化解敗勢", "prevents a quick loss";
    HintWinsPiece: "得{0}", "得{0}", "wins the {0}";
    HintTrades: "兑{0}", "兌{0}", "trades for the {0}";
    HintSaves: "保住{0}", "保住{0}", "saves the {0}";
    HintAttacks: "捉{0}", "捉{0}", "attacks the {0}";
    HintChecks: "将军", "將軍", "gives check";
    HintTurnsMole: "此时亮出卧底最好", "此時亮出臥底最好", "the best moment to reveal your mole";
    HintReveals: "翻这里最好", "翻這裡最好", "the best piece to flip";
    HintAllAlike: "翻哪里都一样", "翻哪裡都一樣", "all squares are equally good";
    HintRaces: "主帅抢先", "主帥搶先", "the marshal gains ground";
    HintImproves: "子力占好位", "子力佔好位", "a better place for the piece";

    // Replays.
    RecordRound: "第 {0} 轮", "第 {0} 輪", "Round {0}";
    RecordAnnotator: "注解：{0}", "註解：{0}", "Annotated by {0}";
    RecordOtherLines: "变着", "變著", "Variation";
    RecordOtherLine: "变着，不是实战", "變著，不是實戰", "Variation, not played in the game";
    RecordBackToGame: "回到实战", "回到實戰", "Back to game";
    AskComputer: "电脑支招", "電腦支招", "Show best moves";
    Review: "电脑讲评", "電腦講評", "Computer review";
    ReviewLooks: "正在看第 {0} 着，共 {1} 着", "正在看第 {0} 著，共 {1} 著", "Analysing move {0} of {1}";
    ReviewStop: "停止", "停止", "Stop";
    ReviewBegun: "讲评开始", "講評開始", "Review started";
    ReviewDone: "讲评完成", "講評完成", "Review finished";
    EngineOff: "你有一盘同类的计分对局正在进行，下完之前不能请电脑帮忙。", "你有一盤同類的計分對局正在進行，下完之前不能請電腦幫忙。", "You're playing a rated game of this kind. The computer can help again when it's over.";
    ReviewCannot: "这盘棋无法讲评", "這盤棋無法講評", "This game can't be reviewed";
    ReviewAccuracy: "准确度 {0}%", "準確度 {0}%", "Accuracy {0}%";
    ReviewChances: "{0}的胜算，逐着", "{0}的勝算，逐著", "{0}'s winning chances, move by move";
    ReviewChance: "{0}胜算 {1}%", "{0}勝算 {1}%", "{0}'s winning chances: {1}%";
    ReviewFlawless: "没有明显的失着", "沒有明顯的失著", "No significant mistakes";
    ReviewInaccuracy: "缓着", "緩著", "inaccuracy";
    ReviewMistake: "失着", "失著", "mistake";
    ReviewBlunder: "漏着", "漏著", "blunder";
    ReviewBetter: "更好：{0}", "更好：{0}", "Better: {0}";

    // Banqi.
    Peek: "偷看", "偷看", "Peek";
    PeekOn: "偷看已开：点暗子查看", "偷看已開：點暗子查看", "Peeking. Tap a face-down piece.";
    Peeks: "偷看 {0} 次", "偷看 {0} 次", "peeked {0}×";
    PeekSaw: "{0} 是{1}", "{0} 是{1}", "Under {0}: {1}";
    FaceDown: "暗子", "暗子", "face-down piece";
    ColoursDecided: "{0}执{1}", "{0}執{1}", "{0} plays {1}";
    FlippedUp: "{0}翻出{1}", "{0}翻出{1}", "{0} flips a {1}";

    // Sifang.
    RuleMarshal: "一步，八方皆可；可以被吃。", "一步，八方皆可；可以被吃。", "One step in any direction. It can be captured.";
    RuleInfantry: "一步，八方皆可，可退。", "一步，八方皆可，可退。", "One step in any direction, backwards too.";
    RuleTank: "沿红线（陆）任意远，不越子；沿蓝线（水）一步。", "沿紅線（陸）任意遠，不越子；沿藍線（水）一步。", "Any distance along a red line (land). One step along a blue line. It cannot jump.";
    RuleBattleship: "沿蓝线（水）任意远，不越子；沿红线（陆）一步。", "沿藍線（水）任意遠，不越子；沿紅線（陸）一步。", "Any distance along a blue line (water). One step along a red line. It cannot jump.";
    RuleArtillery: "水陆任意远；隔一子吃子。", "水陸任意遠；隔一子吃子。", "Any distance in a straight line. It captures by jumping exactly one piece.";
    RuleCavalry: "走日；只有敌子蹩腿。", "走日；只有敵子蹩腿。", "One step straight, then one diagonally outwards. Only an enemy piece blocks its leg.";
    RuleFighter: "一步八方；从红线交点沿田字连飞，敌子塞心，遇子即止。", "一步八方；從紅線交點沿田字連飛，敵子塞心，遇子即止。", "One step in any direction. From a crossing of red lines it may also fly any number of two-by-two diagonals in one line. An enemy piece in a centre, or any piece on the way, stops it.";
    RulesOf: "{0}规则", "{0}規則", "{0} rules";
    TeamSun: "日队", "日隊", "Sun";
    TeamMoon: "月队", "月隊", "Moon";
    PartnerOf: "盟友 {0}", "盟友 {0}", "with {0}";
    OnePoint: "{0} 分", "{0} 分", "{0} point";
    Points: "{0} 分", "{0} 分", "{0} points";
    ChipNs: "南北对东西", "南北對東西", "N+S vs E+W";
    ChipSe: "南东对北西", "南東對北西", "S+E vs N+W";
    ChipSw: "南西对北东", "南西對北東", "S+W vs N+E";
    ChipSolo: "各自为战", "各自為戰", "Solo";
    RuleCard: "规则卡", "規則卡", "Rule card";
    Loupe: "放大镜", "放大鏡", "Magnifier";
    Passed: "轮空", "輪空", "skipped";
    PlaceWon: "第 {0} 名", "第 {0} 名", "place {0}";
    MarshalLost: "失帅", "失帥", "marshal lost";
    FlagOf: "{0}方的时间用完", "{0}方的時間用完", "{0} ran out of time";
    HasLeft: "退出", "退出", "left";
    Counterclockwise: "逆时针轮流", "逆時針輪流", "Play goes counterclockwise";

    // The rules in short.
    RulesGoal: "目的", "目的", "Goal";
    RulesPieces: "棋子走法", "棋子走法", "How the pieces move";
    RulesPlay: "行棋", "行棋", "Play";
    RulesEnd: "终局", "終局", "End of the game";
    XiangqiGoal: "两军隔河对阵，轮流走一步，红方先行。将死或困毙对方的将帅即胜。", "兩軍隔河對陣，輪流走一步，紅方先行。將死或困斃對方的將帥即勝。", "Two armies face each other across a river. Players move in turn, and Red starts. Checkmate or stalemate the enemy general to win.";
    XiangqiGeneral: "一步，横或直，不出九宫；两帅不得在空线上照面。", "一步，橫或直，不出九宮；兩帥不得在空線上照面。", "One step straight, within the palace. The generals may never face each other on an open file.";
    XiangqiAdvisor: "斜走一步，不出九宫。", "斜走一步，不出九宮。", "One step diagonally, within the palace.";
    XiangqiElephant: "走田：斜走两步，不过河；田心有子即塞象眼。", "走田：斜走兩步，不過河；田心有子即塞象眼。", "Exactly two steps diagonally, never across the river. A piece in between blocks it.";
    XiangqiHorse: "走日：先直一步再斜一步；直步处有子即蹩马腿。", "走日：先直一步再斜一步；直步處有子即蹩馬腿。", "One step straight, then one diagonally outwards. A piece next to it in the straight direction blocks it.";
    XiangqiChariot: "横直任意远，不越子。", "橫直任意遠，不越子。", "Any distance in a straight line. It cannot jump.";
    XiangqiCannon: "走法同车；吃子须隔恰好一子。", "走法同車；吃子須隔恰好一子。", "Moves like a chariot. It captures only by jumping exactly one piece.";
    XiangqiPawn: "向前一步；过河后也可横走一步，不后退。", "向前一步；過河後也可橫走一步，不後退。", "One step forward. Across the river it may also step sideways. It never moves back.";
    XiangqiEnd: "不能让自己的将帅被吃。无子可动即负。同一局面出现三次：长将、长捉判负，其余不变作和。双方各走六十步没有吃子，按自然限着作和。", "不能讓自己的將帥被吃。無子可動即負。同一局面出現三次：長將、長捉判負，其餘不變作和。雙方各走六十步沒有吃子，按自然限著作和。", "You may not leave your general in check. A side without a legal move loses. When a position occurs for the third time, perpetual check and perpetual chase lose and any other repetition is a draw. After 60 moves by each side without a capture the game is also drawn.";
    UndercoverGoal: "与象棋相同，但双方各自暗中拥有对方的一枚兵卒：卧底。除主人外谁也不知道是哪一枚。", "與象棋相同，但雙方各自暗中擁有對方的一枚兵卒：臥底。除主人外誰也不知道是哪一枚。", "Like xiangqi, but each side secretly owns one of the enemy pawns, its mole. Only the owner knows which pawn it is.";
    UndercoverSetup: "开局前，双方可锁定自己的兵卒不让选，各自暗选一枚卧底，再按约定调位。", "開局前，雙方可鎖定自己的兵卒不讓選，各自暗選一枚臥底，再按約定調位。", "Before the game both sides may lock pawns so that they can't be chosen. Each side then chooses a mole in secret. Pawns are rearranged if the options say so.";
    UndercoverTurn: "轮到自己时可以不走子而亮出卧底：它就地变成自己的兵卒，算一步，一局一次。要先走满约定的步数，亮后自己的将帅不能被攻击。", "輪到自己時可以不走子而亮出臥底：它就地變成自己的兵卒，算一步，一局一次。要先走滿約定的步數，亮後自己的將帥不能被攻擊。", "Instead of moving a piece you may reveal your mole. It becomes your pawn where it stands. This counts as a move and can be done once. You must have made the agreed number of moves first, and your general may not be in check afterwards.";
    UndercoverBefore: "亮出之前，它听对方指挥，也能将你的军；被对方将军时亮出它就解了将。", "亮出之前，它聽對方指揮，也能將你的軍；被它將軍時亮出它就解了將。", "Until then your opponent moves it, and its checks are real. If it gives check, revealing it ends the check.";
    UndercoverLost: "只有主人自己吃掉它，卧底才会失去；终局时双方卧底都公开。", "只有主人自己吃掉它，臥底才會失去；終局時雙方臥底都公開。", "The mole is lost only if its owner captures it. Both moles are shown at the end of the game.";
    BanqiGoal: "三十二枚棋子洗乱，盖在半张棋盘的格子里。每回合翻一枚、走一步或吃一子；先到约定分数，或吃光对方即胜。", "三十二枚棋子洗亂，蓋在半張棋盤的格子裡。每回合翻一枚、走一步或吃一子；先到約定分數，或吃光對方即勝。", "Thirty-two pieces are shuffled and placed face down on half a board. On each move you flip a piece, move one or capture. Reach the agreed points or capture everything to win.";
    BanqiColours: "先手翻出的第一枚棋子是什么颜色，先手就执什么颜色。", "先手翻出的第一枚棋子是什麼顏色，先手就執什麼顏色。", "The first player plays the colour of the first piece flipped.";
    BanqiWalk: "明子横直走一格到空格；除炮外，吃相邻的、不比自己大的明子。", "明子橫直走一格到空格；除炮外，吃相鄰的、不比自己大的明子。", "A face-up piece moves one square in a straight line to an empty square. Except for the cannon, it captures an adjacent face-up enemy of equal or lower rank.";
    BanqiRanks: "大小：将帅、士、象、车、马、兵卒；兵卒吃将帅，将帅不吃兵卒。", "大小：將帥、士、象、車、馬、兵卒；兵卒吃將帥，將帥不吃兵卒。", "From highest to lowest: general, advisor, elephant, chariot, horse, pawn. A pawn captures the general. The general can't capture a pawn.";
    BanqiCannon: "炮不走空步（可选），只隔恰好一子吃：任何明子，也可打暗子。除兵卒外都能吃它。", "炮不走空步（可選），只隔恰好一子吃：任何明子，也可打暗子。除兵卒外都能吃它。", "The cannon doesn't move without capturing unless the options allow it. It captures any face-up enemy or any face-down piece by jumping exactly one piece in a straight line. Every piece except a pawn can capture it.";
    BanqiPoints: "分数：将帅三十，士十，象、车、马、炮各五，兵卒一。误打己方暗子，分归对方。", "分數：將帥三十，士十，象、車、馬、炮各五，兵卒一。誤打己方暗子，分歸對方。", "Points: general 30, advisor 10, elephant, chariot, horse and cannon 5 each, pawn 1. If your cannon captures your own face-down piece, your opponent gets the points.";
    SifangGoal: "四方逆时针轮流走：南、东、北、西。双打先吃掉对方两帅的一队胜；单打争先：帅先走到天元或别家帅位的得第一。", "四方逆時針輪流走：南、東、北、西。雙打先吃掉對方兩帥的一隊勝；單打爭先：帥先走到天元或別家帥位的得第一。", "Four sides play counterclockwise: south, east, north, west. In doubles, the team that captures both enemy marshals wins. In solo, the marshal that first reaches the centre or another marshal's place comes first.";
    SifangEnd: "没有将军：帅像别的棋子一样可以被吃，失帅后其余棋子照走。无子可动就轮空。单打得分三、二、一、零。", "沒有將軍：帥像別的棋子一樣可以被吃，失帥後其餘棋子照走。無子可動就輪空。單打得分三、二、一、零。", "There is no check. A marshal is captured like any piece, and its side plays on with the rest. A side without a legal move is skipped. In solo, the places score 3, 2, 1 and 0.";

    // Invitation and connection.
    InviteTitle: "邀请对手", "邀請對手", "Invite opponent";
    InviteLoopback: "只有这台电脑打得开这个链接；加上 --lan 启动，附近的手机也能打开。", "只有這台電腦打得開這個連結；加上 --lan 啟動，附近的手機也能打開。", "This link only works on this computer. Start the server with --lan to let phones nearby open it.";
    InviteAbout: "把链接或二维码发给对方。", "把連結或 QR 碼傳給對方。", "Send this link or show the QR code.";
    SeekTitle: "等候对局", "等候對局", "Waiting for an opponent";
    SeekAbout: "系统会为你匹配下一位想下同样棋的人。别人也能在“正在等人”里看到你。", "系統會為你配對下一位想下同樣棋的人。別人也能在「正在等人」裡看到你。", "We'll pair you with the next player who wants this game. You're also listed under “Waiting for a game”.";
    CopyLink: "复制链接", "複製連結", "Copy link";
    Copied: "已复制", "已複製", "Copied";
    JoinTitle: "有人邀你下棋", "有人邀你下棋", "You're invited to a game";
    Join: "入座", "入座", "Join game";
    Watch: "旁观", "旁觀", "Watch";
    Watching: "旁观中", "旁觀中", "Watching";
    Connecting: "正在连接……", "正在連線……", "Connecting…";
    Offline: "连接中断，正在重连……", "連線中斷，正在重連……", "Connection lost. Reconnecting…";
    Away: "离线", "離線", "away";
    AwaySeconds: "{0} 秒", "{0} 秒", "{0} s";
    ClaimIn: "{0} 秒后可判胜或作和", "{0} 秒後可判勝或作和", "You can claim a win or a draw in {0} s.";
    OpponentLeft: "{0}已离开", "{0}已離開", "{0} left";
    ClaimWin: "判胜", "判勝", "Claim win";
    ClaimDraw: "作和", "作和", "Call it a draw";
    BeingSent: "正在送出：{0}", "正在送出：{0}", "Sending: {0}";
    NotSentYet: "服务器没有回应，{0} 还没有送到", "伺服器沒有回應，{0} 還沒有送到", "The server isn't responding. {0} hasn't been sent yet.";
    CommandWaits: "请求", "請求", "Your request";
    CancelTable: "取消等待", "取消等待", "Cancel";
    MoveWaits: "着法等待送出", "著法等待送出", "Your move is waiting to be sent";
    TableMissing: "这张桌子不存在了。", "這張桌子不存在了。", "This game no longer exists.";
    ServerNeeded: "这需要服务器；现在连不上。", "這需要伺服器；現在連不上。", "This needs the server, which can't be reached right now.";
    StorageFull: "浏览器的存储空间不足，没有保存。", "瀏覽器的儲存空間不足，沒有儲存。", "The browser's storage is full. This wasn't saved.";
    WentOnElsewhere: "这局棋已在另一个页面里走下去。", "這局棋已在另一個頁面裡走下去。", "This game continued on another page.";
    GameMended: "这局棋的记录末尾已损坏，从最后一步有效的棋继续。", "這局棋的記錄末尾已損壞，從最後一步有效的棋繼續。", "The end of this game's record is damaged. The game continues from the last valid move.";

    // Files.
    NotYetSaved: "对局结束前，还有内容不能让你知道，所以现在不能保存。", "對局結束前，還有內容不能讓你知道，所以現在不能儲存。", "Part of this game is still hidden from you. You can save it when the game is over.";
    SaveSealed: "保密存谱", "保密存譜", "Save with secrets sealed";
    SaveSealedAbout: "卧底和暗子不写明，打开后可以接着下", "臥底和暗子不寫明，開啟後可以接著下", "Nothing hidden is written in plain text. Open the file to resume the game.";
    SaveRevealed: "公开并存谱", "公開並存譜", "Reveal and save";
    RevealResign: "写明全部秘密，这一局按认输结束", "寫明全部秘密，這一局按認輸結束", "Writes every secret in plain text. You resign this game.";
    RevealDraw: "写明全部秘密，这一局按和棋结束", "寫明全部秘密，這一局按和棋結束", "Writes every secret in plain text. The game ends in a draw.";
    RevealTraining: "写明全部秘密，训练不受影响", "寫明全部秘密，訓練不受影響", "Writes every secret in plain text. The training game goes on.";
    SaveAs: "保存为", "儲存為", "Save as";
    SaveChuhe: "本程序的格式，四种棋通用", "本程式的格式，四種棋通用", "chuhe format, for all four games";
    SavePgn: "其他象棋软件也能打开", "其他象棋軟體也能開啟", "Opens in other xiangqi programs";
    SaveDhtmlXq: "棋谱网站通用", "棋譜網站通用", "For game websites";
    LoadWhich: "这个文件里有 {0} 局，看哪一局？", "這個檔案裡有 {0} 局，看哪一局？", "This file contains {0} games. Which one?";
    LoadChoose: "选择文件", "選擇檔案", "Choose file";
    LoadPaste: "或粘贴在这里", "或貼在這裡", "or paste it here";
    LoadReading: "正在读取…", "正在讀取…", "Reading…";
    LoadKept: "能读的有 {0} 局，打开哪一局？", "能讀的有 {0} 局，開啟哪一局？", "Games that can be read: {0}. Which one?";
    LoadProblemsKept: "有 {0} 处问题，其余已读入：", "有 {0} 處問題，其餘已讀入：", "Problems: {0}. Everything else was read.";
    LoadOpen: "打开", "開啟", "Open";
    LoadProblems: "有 {0} 处问题，没有载入：", "有 {0} 處問題，沒有載入：", "Couldn't load the file. Problems: {0}";
    LoadLine: "第 {0} 行第 {1} 字", "第 {0} 行第 {1} 字", "line {0}, column {1}";
    ContinueHere: "从这里接着下", "從這裡接著下", "Play from here";

    // The board editor.
    SetUpBoard: "摆棋", "擺棋", "Board editor";
    EditorTurn: "轮到谁走", "輪到誰走", "To move";
    EditorPieces: "棋子", "棋子", "Pieces";
    EditorHint: "选一枚棋子，再点棋盘；也可以拖。拖出棋盘即拿掉。", "選一枚棋子，再點棋盤；也可以拖。拖出棋盤即拿掉。", "Choose a piece and tap the board, or drag it. Drag a piece off the board to remove it.";
    EditorTake: "拿掉", "拿掉", "Erase";
    EditorMove: "移动", "移動", "Move";
    EditorClear: "清空", "清空", "Clear";
    EditorStart: "开局", "開局", "Starting position";
    EditorReady: "可以开局", "可以開局", "Ready to play";
    EditorOver: "对局已结束：{0}（{1}）", "對局已結束：{0}（{1}）", "Game over: {0} ({1})";
    EditorUnread: "读不出网址里的局面，现在显示开局", "讀不出網址裡的局面，現在顯示開局", "Couldn't read the position in the address. Showing the starting position.";
    EditorHidden: "暗子会从没有露面的棋子里随机抽取。", "暗子會從沒有露面的棋子裡隨機抽取。", "Face-down pieces are drawn at random from the pieces not on the board.";
    EditorLeft: "{0}，还剩 {1} 枚", "{0}，還剩 {1} 枚", "{0}, {1} left";
    Analyse: "分析局面", "分析局面", "Analyse";
    CopyPosition: "复制 FEN", "複製 FEN", "Copy FEN";
    PastePosition: "粘贴", "貼上", "Paste";
    LoadAbout: "粘贴局面或棋谱，自动识别：FEN、PGN、DhtmlXQ、.chuhe、棋谱网站的文字、WXF；也可以选 XQF 文件。", "貼上局面或棋譜，自動辨識：FEN、PGN、DhtmlXQ、.chuhe、棋譜網站的文字、WXF；也可以選 XQF 檔案。", "Paste a game or position (FEN, PGN, DhtmlXQ, .chuhe, text from game sites, WXF). XQF: choose a file.";
    SharePicture: "分享图片", "分享圖片", "Share picture";
    SavePicture: "存图", "存圖", "Picture";
    PictureSvg: "可无限放大，可打印", "可無限放大，可列印", "Sharp at any size, good for print";
    PicturePng: "可贴到任何地方", "可貼到任何地方", "Works anywhere a photo does";
    PictureFailed: "浏览器画不出这张图。", "瀏覽器畫不出這張圖。", "The browser couldn't draw this picture.";

    // Learning.
    Learn: "学棋", "學棋", "Learn";
    LearnTitle: "学{0}", "學{0}", "Learn {0}";
    LearnStep: "第 {0} 步，共 {1} 步", "第 {0} 步，共 {1} 步", "Step {0} of {1}";
    LearnTry: "试一试", "試一試", "Try it";
    LearnAgain: "重来", "重來", "Again";
    LearnDone: "对了！", "對了！", "Correct!";
    LearnOther: "可以这样走，不过请试试题目要求的。", "可以這樣走，不過請試試題目要求的。", "That's a legal move. Now try what the exercise asks for.";
    LearnAllowed: "可以这样走。", "可以這樣走。", "That's a legal move.";
    LearnRefused: "裁判：{0}", "裁判：{0}", "Referee: {0}";
    LearnFinished: "学完了，来下一盘吧。", "學完了，來下一盤吧。", "Lesson complete. Ready to play?";
    TourSkip: "跳过", "跳過", "Skip";
    TourStart: "开始下棋", "開始下棋", "Let's play";
    TourMore: "接着看", "接著看", "Next";
    TourTitle: "第一次下{0}", "第一次下{0}", "New to {0}?";

    // Puzzles.
    Puzzles: "习题", "習題", "Puzzles";
    PuzzleDaily: "每日一题", "每日一題", "Daily puzzle";
    PuzzleTrain: "按水平练", "按水平練", "At my level";
    PuzzleRush: "三分钟冲刺", "三分鐘衝刺", "Puzzle rush";
    PuzzleThemes: "按主题练", "按主題練", "Themes";
    PuzzleMissed: "错题重做", "錯題重做", "Missed puzzles";
    PuzzleRedWins: "红先胜", "紅先勝", "Red to win";
    PuzzleBlackWins: "黑先胜", "黑先勝", "Black to win";
    PuzzleRedHolds: "红先守", "紅先守", "Red to hold";
    PuzzleBlackHolds: "黑先守", "黑先守", "Black to hold";
    PuzzleMateIn: "{0} 步杀", "{0} 步殺", "mate in {0}";
    PuzzleOnlyMove: "找出唯一的着法", "找出唯一的著法", "find the only move";
    PuzzleRated: "难度 {0}", "難度 {0}", "rated {0}";
    PuzzleTry: "轮到你走", "輪到你走", "Your move";
    PuzzleRight: "走对了，继续", "走對了，繼續", "Right – keep going";
    PuzzleWrong: "不是这步", "不是這步", "That's not it";
    PuzzleRefuted: "不是这步，对方应 {0}", "不是這步，對方應 {0}", "That's not it: {0} answers it";
    PuzzleSolved: "解出来了", "解出來了", "Solved";
    PuzzleSolvedLate: "解出来了，但走错过", "解出來了，但走錯過", "Solved, with a mistake";
    PuzzleShown: "解答", "解答", "Solution";
    PuzzleHint: "提示", "提示", "Hint";
    PuzzleShow: "看解答", "看解答", "Solution";
    PuzzleNext: "下一题", "下一題", "Next puzzle";
    PuzzleRating: "习题等级分", "習題等級分", "My puzzle rating";
    PuzzleToday: "今天", "今天", "Today";
    PuzzleTodayCount: "{0} 题，对 {1}", "{0} 題，對 {1}", "{1} of {0} right";
    PuzzleNoneMissed: "没有错题。做错的题会留在这里，隔一天再做。", "沒有錯題。做錯的題會留在這裡，隔一天再做。", "Nothing to repeat. Puzzles you miss are kept here.";
    PuzzleNoneLeft: "这个主题没有别的题了。", "這個主題沒有別的題了。", "No other puzzle has this theme.";
    PuzzleRushAbout: "三分钟内尽量多解，错三次结束。越来越难。", "三分鐘內儘量多解，錯三次結束。越來越難。", "Solve as many as you can in three minutes. Three errors end it. They get harder.";
    PuzzleRushStart: "开始", "開始", "Start";
    PuzzleRushAgain: "再来一轮", "再來一輪", "Once more";
    PuzzleRushEnd: "结束", "結束", "Stop";
    PuzzleRushSolved: "解出", "解出", "Solved";
    PuzzleRushErrors: "失误", "失誤", "Errors";
    PuzzleRushBest: "最好 {0}", "最好 {0}", "best {0}";
    PuzzleRushRecord: "新纪录！", "新紀錄！", "A new best!";
    PuzzleRushRound: "这一轮", "這一輪", "This round";
    PuzzleOwn: "单题", "單題", "Puzzle";
    ThemeMateInOne: "一步杀", "一步殺", "Mate in one";
    ThemeMateInTwo: "两步杀", "兩步殺", "Mate in two";
    ThemeMateInThree: "三步杀", "三步殺", "Mate in three";
    ThemeMateInMore: "四步以上杀", "四步以上殺", "Mate in four or more";
    ThemeDoubleCannon: "重炮", "重炮", "Double cannon";
    ThemeCannonBehindHorse: "马后炮", "馬後炮", "Cannon behind horse";
    ThemeSmotheredPalace: "闷宫", "悶宮", "Smothered palace";
    ThemeTroughHorse: "卧槽马", "臥槽馬", "Trough horse";
    ThemeCornerHorse: "挂角马", "掛角馬", "Corner horse";
    ThemeAnglerHorse: "钓鱼马", "釣魚馬", "Angler’s horse";
    ThemeIronBolt: "铁门栓", "鐵門栓", "Iron bolt";
    ThemeAlternatingChariots: "双车错", "雙車錯", "Alternating chariots";
    ThemeFacingGenerals: "白脸将", "白臉將", "Facing generals";
    ThemeHeartChariot: "大刀剜心", "大刀剜心", "Chariot into the heart";
    ThemeHeavenAndEarthCannons: "天地炮", "天地炮", "Heaven and earth cannons";
    ThemeStalemate: "困毙", "困斃", "Stalemate";
    ThemeFork: "捉双", "捉雙", "Fork";
    ThemeDiscoveredCheck: "抽将", "抽將", "Discovered check";
    ThemeDoubleCheck: "双将", "雙將", "Double check";
    ThemeSacrifice: "弃子", "棄子", "Sacrifice";
    ThemeQuietMove: "静着", "靜著", "Quiet move";
    ThemeDefence: "防守", "防守", "Defence";
    ThemeChariotEndgame: "车类残局", "車類殘局", "Chariot endgame";
    ThemeHorseEndgame: "马类残局", "馬類殘局", "Horse endgame";
    ThemeCannonEndgame: "炮类残局", "炮類殘局", "Cannon endgame";
    ThemePawnEndgame: "兵类残局", "兵類殘局", "Pawn endgame";
    ThemeMixedEndgame: "混合残局", "混合殘局", "Mixed endgame";

    // Live games.
    LiveGames: "正在对局", "正在對局", "Live games";

    // Replay.
    First: "开头", "開頭", "First";
    Previous: "上一步", "上一步", "Previous";
    PlayAll: "播放", "播放", "Play";
    Pause: "暂停", "暫停", "Pause";
    Next: "下一步", "下一步", "Next";
    Last: "结尾", "結尾", "Last";
    Speed: "速度", "速度", "Speed";
    ViewFrom: "视角", "視角", "View as";
    AllKnown: "全知", "全知", "Everything visible";

    // Settings.
    LanguageTitle: "语言", "語言", "Language";
    Theme: "主题", "主題", "Theme";
    ThemePaper: "宣纸", "宣紙", "Paper";
    ThemeWood: "木案", "木案", "Wood";
    ThemeInk: "墨夜", "墨夜", "Ink (dark)";
    ThemeJade: "青玉", "青玉", "Jade";
    PieceSet: "棋子", "棋子", "Pieces";
    SetBrush: "毛笔字", "毛筆字", "Brush characters";
    SetPictures: "图形", "圖形", "Pictures";
    SetContrast: "高对比", "高對比", "High contrast";
    SetLetters: "字母", "字母", "Letters";
    Sounds: "音效", "音效", "Sounds";
    Music: "音乐", "音樂", "Music";
    Coordinates: "棋盘坐标", "棋盤座標", "Board coordinates";
    ShowDestinations: "显示可走之处", "顯示可走之處", "Show legal moves";
    Haptics: "震动", "震動", "Vibration";
    AutoFlip: "同机对局自动旋转", "同機對局自動旋轉", "Turn board to side to move";

    // For screen readers.
    BoardOf: "{0}棋盘", "{0}棋盤", "{0} board";
    EmptyPoint: "空", "空", "empty";
    CanGoHere: "可到", "可到", "legal move";
    Chosen: "已选", "已選", "chosen";
    LastMoveHere: "上一步", "上一步", "last move";
    TimeLeft: "{0}剩余 {1}", "{0}剩餘 {1}", "{0} has {1} left";
    TimeLow: "{0}时间不多了", "{0}時間不多了", "{0} is low on time";
}
