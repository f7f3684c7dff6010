use super::Language;
use std::fmt;

/// Between the languages of a message's text.
const BETWEEN: char = '\0';

/// One table: name, 简体, 繁體, English.
///
/// Each message is a constant of its own with one text for all languages, and not a number in a
/// list: what is said on a page that arrives later then arrives with it.
macro_rules! messages {
    ($($name:ident: $hans:literal, $hant:literal, $en:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "they are written like the variants of an enum")]
        impl Message {
            $(#[doc = $en] pub const $name: Message = Message(concat!($hans, "\0", $hant, "\0", $en));)*

            /// All of them.
            pub const ALL: &[Message] = &[$(Message::$name,)*];
        }
    };
}

/// Something the pages say: one of the constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message(&'static str);

impl Message {
    /// The message in a language.
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
    // The house.
    AppName: "楚河", "楚河", "Chuhe";
    AppSubtitle: "象棋之家", "象棋之家", "the house of Chinese chess";
    Home: "首页", "首頁", "Home";
    Back: "返回", "返回", "Back";
    Close: "关闭", "關閉", "Close";
    Cancel: "取消", "取消", "Cancel";
    Confirm: "确定", "確定", "OK";
    Yes: "是", "是", "Yes";
    No: "否", "否", "No";
    None: "无", "無", "None";
    Continue: "继续对局", "繼續對局", "Continue the game";
    LoadFile: "打开棋谱", "開啟棋譜", "Open a file";
    PlayNow: "马上下一盘", "馬上下一盤", "Play at once";
    Settings: "设置", "設定", "Settings";
    Rules: "规则", "規則", "Rules";

    // Smart boards.
    Hall: "智能棋盘大厅", "智慧棋盤大廳", "Smart boards";
    HallEmpty: "还没有棋盘。裁判登记之后，棋盘会出现在这里。", "還沒有棋盤。裁判登記之後，棋盤會出現在這裡。", "No boards yet. They appear here once the arbiter has let them in.";
    BoardMissing: "没有这个棋盘", "沒有這個棋盤", "There is no such board";
    BoardIdle: "等待开局", "等待開局", "waiting";
    BoardPlaying: "对局中", "對局中", "playing";
    BoardAlarm: "违例", "違例", "illegal move";
    BoardDisturbed: "棋盘有异", "棋盤有異", "disturbed";
    BoardAsking: "等待确认", "等待確認", "which move?";
    BoardRuling: "等待裁决", "等待裁決", "ruling due";
    BoardOver: "已结束", "已結束", "over";
    BoardOffline: "离线", "離線", "offline";
    Alarms: "违例次数", "違例次數", "Alarms";
    Doubts: "服务器另有判断", "伺服器另有判斷", "The server judges otherwise";
    DoubtAt: "第 {0} 步：{1}", "第 {0} 步：{1}", "Turn {0}: {1}";
    DoubtOfGame: "整局：{0}", "整局：{0}", "The game: {0}";
    Corrections: "裁判更正", "裁判更正", "Corrections";
    PlayRed: "我执红", "我執紅", "I play Red";
    PlayBlack: "我执黑", "我執黑", "I play Black";
    PressYourClock: "请连按 {0} 下己方棋钟确认", "請連按 {0} 下己方棋鐘確認", "Press your clock on the board {0} times at once to confirm";
    ArbiterConfirms: "对局已结束，由裁判确认", "對局已結束，由裁判確認", "The game is over: the arbiter confirms";
    Unconfirmed: "{0}（未确认）", "{0}（未確認）", "{0}, unconfirmed";
    SeatConfirmed: "已确认", "已確認", "Confirmed";
    ClaimRed: "你自称执红。", "你自稱執紅。", "You say that you play Red.";
    ClaimBlack: "你自称执黑。", "你自稱執黑。", "You say that you play Black.";
    TakeClaimBack: "撤回", "撤回", "Take it back";
    ConfirmSeat: "{0}方确认为{1}", "{0}方確認為{1}", "{0} is {1}";
    FreeSeat: "空出{0}方", "空出{0}方", "Free {0}'s seat";
    SeatAbout: "双方都已确认的对局计入等级分。", "雙方都已確認的對局計入等級分。", "A game counts for the ratings when both seats are confirmed.";
    GamesOfBoard: "本棋盘的对局", "本棋盤的對局", "Games of this board";
    Speak: "语音播报", "語音播報", "Speak";
    SaveGame: "保存棋谱", "儲存棋譜", "Save the game";
    Arbiter: "裁判", "裁判", "Arbiter";
    ArbiterAbout: "需要服务器的裁判密钥。每次更正都会留下记录。", "需要伺服器的裁判密鑰。每次更正都會留下記錄。", "Needs the arbiter's key of this server. Every correction leaves a trace.";
    ArbiterKey: "裁判密钥", "裁判密鑰", "Arbiter's key";
    ArbiterName: "裁判姓名", "裁判姓名", "Arbiter's name";
    ArbiterWhy: "理由", "理由", "Reason";
    RedWins: "红方胜", "紅方勝", "Red wins";
    BlackWins: "黑方胜", "黑方勝", "Black wins";
    DrawnGame: "和棋", "和棋", "Draw";
    CorrectNames: "更正姓名", "更正姓名", "Correct the names";
    BoardsPlaying: "{0} 盘对局中", "{0} 盤對局中", "{0} playing";
    BoardsWaiting: "{0} 盘待裁判", "{0} 盤待裁判", "{0} waiting for the arbiter";
    AddNote: "记一笔", "記一筆", "Add a note";
    PlyNumber: "第几步", "第幾步", "Turn";
    PlayedInstead: "实际着法", "實際著法", "Played";
    CorrectMove: "更正着法", "更正著法", "Correct the move";
    EventNumber: "从第几个事件继续", "從第幾個事件繼續", "First event not lost";
    AdmitLoss: "确认其间的事件已丢失", "確認其間的事件已遺失", "Give up the events before it";
    GoesOnWithEvent: "第 {0} 个事件之前的已丢失", "第 {0} 個事件之前的已遺失", "events before {0} are lost";
    BoardNumber: "棋盘编号（24 位十六进制）", "棋盤編號（24 位十六進制）", "Board number (24 hex digits)";
    BoardName: "棋盘名称", "棋盤名稱", "Name of the board";
    LetIn: "登记棋盘", "登記棋盤", "Let the board in";
    BoardKeyOnce: "此密钥只显示一次，请填入桥接程序：", "此密鑰只顯示一次，請填入橋接程式：", "This key is shown once; give it to the bridge:";

    // Players and their accounts.
    Account: "账号", "帳號", "Account";
    SignIn: "登录", "登入", "Sign in";
    SignOut: "退出登录", "登出", "Sign out";
    Register: "注册", "註冊", "Register";
    NewAccount: "注册新账号", "註冊新帳號", "New account";
    AccountAbout: "不登录也能下棋；计分对局需要账号。", "不登入也能下棋；計分對局需要帳號。", "You can play without one. Rated games need an account.";
    AccountName: "名字", "名字", "Name";
    Password: "密码", "密碼", "Password";
    PasswordHint: "至少 8 个字符", "至少 8 個字元", "At least 8 characters";
    OldPassword: "当前密码", "目前密碼", "Current password";
    NewPassword: "新密码", "新密碼", "New password";
    ShowPassword: "显示密码", "顯示密碼", "Show the password";
    ChangePassword: "修改密码", "變更密碼", "Change the password";
    PasswordChanged: "密码已改；其他设备上的登录已失效。", "密碼已變更；其他裝置上的登入已失效。", "The password is changed. Everywhere else you are signed out.";
    NameLength: "名字须为 1 至 24 个字", "名字須為 1 至 24 個字", "A name has 1 to 24 characters";
    PasswordLength: "密码须为 8 至 128 个字符", "密碼須為 8 至 128 個字元", "A password has 8 to 128 characters";
    SignedInAs: "已登录", "已登入", "Signed in as";
    OneMoment: "请稍候……", "請稍候……", "One moment …";
    MyPage: "我的等级分与对局", "我的等級分與對局", "My ratings and games";
    Rated: "计分", "計分", "Rated";
    RatedAbout: "结果计入双方的等级分。", "結果計入雙方的等級分。", "The result counts for the ratings of all who play.";
    RatedRules: "须用棋钟。双方各走满五步之前认输、超时或议和不计分；接连第三次这样离开起按输棋扣分。一周内与同一对手的对局逐局少计。", "須用棋鐘。雙方各走滿五步之前認輸、超時或議和不計分；接連第三次這樣離開起按輸棋扣分。一週內與同一對手的對局逐局少計。", "With a clock. A game that somebody resigns, loses on time or draws by agreement before five moves a side does not count; whoever leaves so for the third time in a row loses by it. Games with the same opponent within a week count less and less.";
    TooShortToCount: "对局太短，不计分。", "對局太短，不計分。", "The game was too short to count.";
    RatedNeedsAccount: "计分对局须先登录，这样才知道是谁的分数。", "計分對局須先登入，這樣才知道是誰的分數。", "Rated games need an account: the result has to be somebody's.";
    PlayedAs: "以 {0} 的身份下棋", "以 {0} 的身分下棋", "You play as {0}";

    // Rankings and the archive.
    Ranking: "排行榜", "排行榜", "Ranking";
    GameTitle: "棋种", "棋種", "Game";
    SpeedTitle: "快慢", "快慢", "Speed";
    SpeedBullet: "超快棋", "超快棋", "Bullet";
    SpeedBlitz: "快棋", "快棋", "Blitz";
    SpeedRapid: "中速", "中速", "Rapid";
    SpeedClassical: "慢棋", "慢棋", "Classical";
    Place: "名次", "名次", "Place";
    Player: "棋手", "棋手", "Player";
    Rating: "等级分", "等級分", "Rating";
    Deviation: "偏差", "偏差", "Deviation";
    GamesPlayed: "局数", "局數", "Games";
    OneGame: "{0} 局", "{0} 局", "{0} game";
    Games: "{0} 局", "{0} 局", "{0} games";
    Provisional: "“?”：局数或对手尚少，分数未定，不排名次。", "「?」：局數或對手尚少，分數未定，不排名次。", "“?”: provisional, too few games or opponents for a place yet.";
    RankingEmpty: "这里还没有人下过计分对局。", "這裡還沒有人下過計分對局。", "Nobody has played a rated game here yet.";
    PlayRated: "下一局计分棋", "下一局計分棋", "Play a rated game";
    Standings: "等级分", "等級分", "Ratings";
    NoStandings: "还没有计分对局。", "還沒有計分對局。", "No rated games yet.";
    Since: "{0} 注册", "{0} 註冊", "Here since {0}";
    LatestGames: "最近的对局", "最近的對局", "Latest games";
    AllGames: "全部对局", "全部對局", "All games";
    Archive: "对局库", "對局庫", "Archive";
    ArchiveAbout: "已结束的计分对局与智能棋盘对局。", "已結束的計分對局與智慧棋盤對局。", "Rated games and games of smart boards that are over.";
    ArchiveEmpty: "这里还没有对局。计分对局和智能棋盘对局结束后会出现在这里。", "這裡還沒有對局。計分對局和智慧棋盤對局結束後會出現在這裡。", "No games here yet. Rated games and games of smart boards appear here once they are over.";
    AnyGame: "全部", "全部", "All";
    PlayerToFind: "棋手名字", "棋手名字", "Player's name";
    Find: "查找", "尋找", "Find";
    Older: "更早的对局", "更早的對局", "Older games";
    OnePly: "{0} 步", "{0} 步", "{0} turn";
    Plies: "{0} 步", "{0} 步", "{0} turns";
    Unknown: "未知", "未知", "unknown";
    PartUnreachable: "这一部分现在载入不了，请检查网络。", "這一部分現在載入不了，請檢查網路。", "This part cannot be loaded now. Please check the connection.";
    TryAgain: "重试", "重試", "Try again";
    Loading: "正在载入……", "正在載入……", "Loading …";
    RatingsAfter: "等级分变化", "等級分變化", "Ratings";
    DownloadAs: "下载 {0}", "下載 {0}", "Download {0}";

    // The games.
    Xiangqi: "象棋", "象棋", "Xiangqi";
    Undercover: "卧底兵", "臥底兵", "Undercover";
    Sifang: "四方象棋", "四方象棋", "Sifang";
    Banqi: "暗棋", "暗棋", "Banqi";
    XiangqiAbout: "两人\u{a0}· 传统中国象棋", "兩人\u{a0}· 傳統中國象棋", "Two players\u{a0}· the classic Chinese chess";
    UndercoverAbout: "两人\u{a0}· 敌阵里有你的一枚兵", "兩人\u{a0}· 敵陣裡有你的一枚兵", "Two players\u{a0}· one of their pawns is yours";
    SifangAbout: "四人\u{a0}· 四军会战十三路", "四人\u{a0}· 四軍會戰十三路", "Four players\u{a0}· four armies on thirteen lines";
    BanqiAbout: "两人\u{a0}· 翻开才知是谁的子", "兩人\u{a0}· 翻開才知是誰的子", "Two players\u{a0}· flip to find out";

    // A new game.
    NewGame: "新对局", "新對局", "New game";
    Opponent: "对手", "對手", "Opponent";
    VsComputer: "电脑", "電腦", "Computer";
    VsComputerAbout: "马上开局，可断网", "馬上開局，可離線", "Starts at once, works offline";
    SameDevice: "同一设备", "同一裝置", "Same device";
    SameDeviceAbout: "轮流下，可断网", "輪流下，可離線", "Take turns, works offline";
    RandomOpponent: "随机对手", "隨機對手", "Random opponent";
    RandomOpponentAbout: "与同样在等的人对弈", "與同樣在等的人對弈", "Whoever wants the same game";
    ChoosePlayer: "正在等人", "正在等人", "Waiting for a game";
    InviteFriend: "邀请好友", "邀請好友", "Invite a friend";
    InviteFriendAbout: "发送链接或二维码", "傳送連結或 QR 碼", "Send a link or a QR code";
    Level: "水平", "程度", "Level";
    LevelRatings: "等级分由电脑互弈得出", "等級分由電腦互弈得出", "rated by games among computers";
    LevelOne: "童生", "童生", "Newcomer";
    LevelTwo: "秀才", "秀才", "Beginner";
    LevelThree: "举人", "舉人", "Casual";
    LevelFour: "贡士", "貢士", "Regular";
    LevelFive: "进士", "進士", "Club";
    LevelSix: "探花", "探花", "Strong";
    LevelSeven: "榜眼", "榜眼", "Expert";
    LevelEight: "状元", "狀元", "Master";
    LevelTop: "国手", "國手", "Top";
    PlayAs: "先后", "先後", "Play as";
    GoFirst: "先手", "先手", "Move first";
    GoSecond: "后手", "後手", "Move second";
    AtRandom: "随机", "隨機", "Random";
    Options: "选项", "選項", "Options";
    Clock: "用时", "用時", "Clock";
    ClockNone: "不计时", "不計時", "No clock";
    ClockCustom: "自定", "自訂", "Custom";
    MinutesPlusSeconds: "{0} 分钟，每步加 {1} 秒", "{0} 分鐘，每步加 {1} 秒", "{0} min, +{1} s a move";
    MinutesOnly: "{0} 分钟", "{0} 分鐘", "{0} min";
    ByoyomiPeriods: "{0} 分钟，读秒 {1} 次 × {2} 秒", "{0} 分鐘，讀秒 {1} 次 × {2} 秒", "{0} min, then {1} × {2} s";
    SecondsPerMove: "每步 {0} 秒", "每步 {0} 秒", "{0} s a move";
    Training: "练习：有提示，可悔棋", "練習：有提示，可悔棋", "Training: hints, undo freely";
    FromPosition: "从摆好的局面开始", "從擺好的局面開始", "From a position that was set up";
    TrainingPeek: "练习：有提示，可悔棋、可偷看暗子", "練習：有提示，可悔棋、可偷看暗子", "Training: hints, undo freely, peek at hidden pieces";
    Start: "开始", "開始", "Play";
    Starting: "正在开局……", "正在開局……", "Opening the table …";
    YourName: "你的名字", "你的名字", "Your name";
    Guest: "棋友", "棋友", "Guest";
    PlayerNumber: "棋手 {0}", "棋手 {0}", "Player {0}";

    // My games.
    MyGames: "我的对局", "我的對局", "My games";
    AllMyGames: "全部 {0}", "全部 {0}", "All {0}";
    OnThisDevice: "本机", "本機", "This device";
    OnOtherDevice: "在你的另一台设备上", "在你的另一台裝置上", "On another device of yours";
    EverybodyIsHere: "人到齐了", "人到齊了", "Everybody is here";
    SetupUnderWay: "正在布局", "正在佈局", "Setting up";
    RemoveGame: "移除这一局", "移除這一局", "Remove this game";
    PicturesAsk: "不认识这些汉字？", "不認識這些漢字？", "New to the characters?";
    PicturesTake: "改用图形", "改用圖形", "Use pictures";
    PicturesKeep: "保留汉字", "保留漢字", "Keep them";
    GameRemoved: "已移除这一局", "已移除這一局", "The game was removed";
    BringBack: "撤销", "復原", "Undo";
    GamesUnreachable: "现在连不上服务器，网上的对局下到哪里还不知道。", "現在連不上伺服器，網上的對局下到哪裡還不知道。", "The server cannot be reached: how games played there stand is not known now.";
    StartGame: "开始一局", "開始一局", "Start a game";

    // Options of the games.
    Repetition: "循环裁决", "循環裁決", "Repetition";
    RepetitionAxf: "亚洲规则", "亞洲規則", "Asian rules";
    RepetitionSimple: "长将判负，其余作和", "長將判負，其餘作和", "Perpetual check loses, else drawn";
    RepetitionOff: "不裁决", "不裁決", "Off";
    QuietLimit: "不吃子作和（步）", "不吃子作和（步）", "Draw after quiet turns";
    Locks: "可锁定己方兵卒", "可鎖定己方兵卒", "Own pawns to lock";
    Selection: "卧底产生", "臥底產生", "The mole is";
    SelectionChoose: "自选", "自選", "chosen";
    SelectionRandom: "系统随机", "系統隨機", "drawn at random";
    Rearrange: "选后调位", "選後調位", "Rearranging";
    RearrangeSystem: "系统调位", "系統調位", "By the system";
    RearrangeManual: "自行调位", "自行調位", "By the players";
    Barred: "翻卧底前须走（步）", "翻臥底前須走（步）", "Moves before turning";
    FirstMove: "先走", "先走", "Moves first";
    FirstRed: "红方", "紅方", "Red";
    FirstBlack: "黑方", "黑方", "Black";
    SetupSeconds: "布局每步限时（秒）", "布局每步限時（秒）", "Seconds for each set-up step";
    Mode: "打法", "打法", "Mode";
    ModeNs: "双打：南北对东西", "雙打：南北對東西", "Doubles: N+S against E+W";
    ModeSe: "混合双打：南东对北西", "混合雙打：南東對北西", "Mixed doubles: S+E against N+W";
    ModeSw: "混合双打：南西对北东", "混合雙打：南西對北東", "Mixed doubles: S+W against N+E";
    ModeSolo: "单打：各自为战", "單打：各自為戰", "Solo: everyone for themselves";
    EndStandard: "终局约定", "終局約定", "How it ends";
    EndUsual: "照例", "照例", "As usual";
    EndCaptureAll: "吃光为止", "吃光為止", "Capture everything";
    EndFirstMarshal: "先吃一帅即胜", "先吃一帥即勝", "First marshal captured decides";
    EndMoveLimit: "限步数，比吃子分", "限步數，比吃子分", "Move limit, then points";
    MoveLimitPlies: "步数上限", "步數上限", "Move limit (turns)";
    Seats: "座位", "座位", "Seats";
    SeatMe: "我", "我", "Me";
    SeatPerson: "本机另一人", "本機另一人", "Someone here";
    SeatOpen: "邀请", "邀請", "Invited";
    Preset: "规则", "規則", "Rules";
    PresetSeed: "计分六十", "計分六十", "Points to sixty";
    PresetTiantian: "四子先明", "四子先明", "Four face up";
    PresetTaiwan: "台湾规则", "台灣規則", "Taiwan rules";
    PresetCustom: "自定", "自訂", "Custom";
    CannonSteps: "炮可走一步", "炮可走一步", "Cannons may step";
    CannonTakesHidden: "炮可打暗子", "炮可打暗子", "Cannons take face-down pieces";
    GeneralTakesSoldier: "将帅可吃兵卒", "將帥可吃兵卒", "Generals take soldiers";
    GeneralsTakeEachOther: "将帅可互吃", "將帥可互吃", "Generals take each other";
    OwnCaptureScores: "误打己方暗子，对方得分", "誤打己方暗子，對方得分", "Own hidden piece taken scores for the other side";
    Target: "得分目标", "得分目標", "Points to win";
    FaceUpAtStart: "开局明子", "開局明子", "Face up at the start";

    // Sides and directions.
    Red: "红", "紅", "Red";
    Black: "黑", "黑", "Black";
    Green: "绿", "綠", "Green";
    Yellow: "黄", "黃", "Yellow";
    Blue: "蓝", "藍", "Blue";
    South: "南", "南", "South";
    East: "东", "東", "East";
    North: "北", "北", "North";
    West: "西", "西", "West";

    // What the referee and the server say.
    NotPossible: "现在不能这样做", "現在不能這樣做", "This is not possible now";
    WarnRepetitionLost: "循环：局面已出现两次，再次出现将判{0}方负（{1}）", "循環：局面已出現兩次，再次出現將判{0}方負（{1}）", "Repetition: a third time {0} loses ({1})";
    WarnOther: "裁判有警告", "裁判有警告", "The referee has a warning";
    WarnRepetitionDrawn: "循环：局面已出现两次，再次出现作和", "循環：局面已出現兩次，再次出現作和", "Repetition: a third time the game is drawn";
    WarnRepetitionCount: "循环：局面已出现 {0} 次，再出现 {1} 次作和", "循環：局面已出現 {0} 次，再出現 {1} 次作和", "Repetition: seen {0} times; {1} more draw the game";
    WarnQuiet: "再有 {0}不翻不吃即作和", "再有 {0}不翻不吃即作和", "{0} without a flip or capture, and the game is drawn";
    ProblemOther: "这里的内容有误", "這裡的內容有誤", "This is not as it should be";
    ProblemPly: "第 {0} 着", "第 {0} 著", "Move {0}";
    ProblemCount: "写着 {0} 步，实际有 {1} 步", "寫著 {0} 步，實際有 {1} 步", "{0} actions are announced, {1} are there";
    ProblemExpected: "应为 {0}", "應為 {0}", "expected: {0}";
    LocksFull: "最多锁定 {0} 枚；再点一枚已选的即取消", "最多鎖定 {0} 枚；再點一枚已選的即取消", "At most {0} locked; tap a chosen pawn to free it";
    SeatWithPartner: "{0} · {1}（与{2}同队）", "{0} · {1}（與{2}同隊）", "{0} · {1} (with {2})";
    ThemeAuto: "跟随系统", "跟隨系統", "As the system";

    // At the table.
    YourTurn: "轮到你了", "輪到你了", "Your turn";
    More: "更多", "更多", "More";
    OthersPlayOn: "你已出局，其他人继续", "你已出局，其他人繼續", "You are out; the others play on";
    TurnOf: "轮到{0}方", "輪到{0}方", "{0} to move";
    Thinking: "思考中……", "思考中……", "thinking …";
    ThinksLater: "排队等候思考：第 {0} 位", "排隊等候思考：第 {0} 位", "waits to think, number {0} in the queue";
    DrawingLots: "正在共同抽签……", "正在共同抽籤……", "Drawing lots together …";
    WaitingForPlayers: "等待入座……", "等待入座……", "Waiting for players …";
    SeatIsOpen: "空位", "空位", "Open seat";
    InCheck: "将军！", "將軍！", "Check!";
    Moves: "着法", "著法", "Moves";
    Notation: "记谱", "記譜", "Notation";
    NotationChinese: "中文", "中文", "Chinese";
    CapturedBy: "{0}方被吃", "{0}方被吃", "{0} pieces captured";
    Score: "得分", "得分", "Score";
    Flip: "旋转", "旋轉", "Rotate";
    Undo: "悔棋", "悔棋", "Undo";
    AskTakeback: "悔棋", "悔棋", "Take back";
    Restart: "重来", "重來", "Restart";
    RestartAsk: "放弃这一局，重新开始？", "放棄這一局，重新開始？", "Give this game up and start again?";
    Resign: "认输", "認輸", "Resign";
    ResignAsk: "确定认输？", "確定認輸？", "Really resign?";
    OfferDraw: "提和", "提和", "Draw";
    Rematch: "再来一局", "再來一局", "Rematch";
    Save: "存谱", "存譜", "Save";
    Replay: "复盘讲评", "復盤講評", "Review";
    OfferedDraw: "{0}提和", "{0}提和", "{0} offers a draw";
    OfferedTakeback: "{0}请求悔 {1}", "{0}請求悔 {1}", "{0} asks to take back {1}";
    OfferedRematch: "{0}想再来一局", "{0}想再來一局", "{0} would like a rematch";
    OfferSent: "已提出，等待答复", "已提出，等待答覆", "Offered; waiting for the answer";
    DrawSent: "已提和，等待答复", "已提和，等待答覆", "Draw offered; waiting for the answer";
    TakebackSent: "已求悔棋，等待答复", "已求悔棋，等待答覆", "Take-back asked for; waiting for the answer";
    AcceptRematch: "同意再来一局", "同意再來一局", "Accept the rematch";
    Accept: "同意", "同意", "Accept";
    Decline: "不同意", "不同意", "Decline";
    OfferDeclined: "对方没有同意", "對方沒有同意", "The offer was declined";
    TookBack: "已悔 {0}", "已悔 {0}", "{0} taken back";
    TypeMove: "输入着法，如 h2e2、炮二平五", "輸入著法，如 h2e2、炮二平五", "Type a move: h2e2, C2=5, 炮二平五";
    TypeAction: "输入着法，如 {0}", "輸入著法，如 {0}", "Type a move: {0}";
    NotReadable: "看不懂“{0}”", "看不懂「{0}」", "Not a move: “{0}”";
    Played: "{0}走 {1}", "{0}走 {1}", "{0} plays {1}";
    MoveFlipped: "{0} 翻{1}", "{0} 翻{1}", "{0} flips {1}";
    MoveFlippedDown: "翻 {0}", "翻 {0}", "flip {0}";
    MoveTurned: "{0} 亮卧底", "{0} 亮臥底", "{0} mole turns";
    MoveLeft: "离场", "離場", "leaves";
    Latest: "回到当前局面", "回到目前局面", "Back to the present";
    LookingBack: "正在看第 {0} 步", "正在看第 {0} 步", "Looking at turn {0}";

    // Ends.
    GameOver: "终局", "終局", "Game over";
    Won: "{0}胜", "{0}勝", "{0} wins";
    YouWon: "你赢了！", "你贏了！", "You win!";
    YouLost: "你输了", "你輸了", "You lose";
    Drawn: "和棋", "和棋", "Draw";
    CheckDeal: "验证发牌", "驗證發牌", "Check the deal";
    DealHonest: "公正：种子与开局前的承诺一致，重掷结果相同。", "公正：種子與開局前的承諾一致，重擲結果相同。", "Honest: the seed matches the promise made before the game, and rolling again gives the same deal.";
    DealWrongSeed: "不符：种子与承诺不一致！", "不符：種子與承諾不一致！", "Not honest: the seed does not match the promise!";
    DealDiffers: "不符：重掷的结果与这局不同！", "不符：重擲的結果與這局不同！", "Not honest: rolling again gives another deal!";
    DealNotMine: "不符：本机给出的签或所作的选择不在其中！", "不符：本機給出的籤或所作的選擇不在其中！", "Not honest: what this device has given, its lot or a choice, is not in it!";
    DealNotProven: "未能证明：重掷结果相同，但其中没有本机事先封存的签，发牌可能是挑好的。", "未能證明：重擲結果相同，但其中沒有本機事先封存的籤，發牌可能是挑好的。", "Not proven: rolling again gives the same deal, but no lot of this device was fixed beforehand, so the deal may have been chosen.";
    BrokenPromise: "对局记录不符", "對局記錄不符", "The record of this game does not hold";
    OtherPast: "服务器现在所说的对局经过，与它先前签名的不同。也许恢复了旧的备份，也许有人改动了记录。", "伺服器現在所說的對局經過，與它先前簽名的不同。也許恢復了舊的備份，也許有人改動了記錄。", "The server now tells another past of this game than it has signed before. It may have gone back to an older backup, or somebody has changed the record.";
    NotSigned: "服务器没有用它原来的密钥为所说的对局经过签名。", "伺服器沒有用它原來的密鑰為所說的對局經過簽名。", "The server has not signed what it tells of this game with the key it had.";
    UnboundChance: "这局的签是随座位一起给出的，没有先行封存：发牌可能是服务器挑好的。", "這局的籤是隨座位一起給出的，沒有先行封存：發牌可能是伺服器挑好的。", "The lots of this game came with the seats and were not fixed beforehand: the server may have chosen the deal.";
    SaveProof: "保存凭据", "儲存憑據", "Save the proof";
    DealPromise: "承诺（开局前）", "承諾（開局前）", "Promise (before the game)";
    DealSeed: "种子（终局公开）", "種子（終局公開）", "Seed (revealed at the end)";

    // Undercover.
    SetupLocks: "锁定己方兵卒", "鎖定己方兵卒", "Lock your own pawns";
    SetupLocksAbout: "点选最多 {0} 枚己方兵卒，对方不能选它们作卧底。", "點選最多 {0} 枚己方兵卒，對方不能選它們作臥底。", "Tap up to {0} of your own pawns: the other side cannot choose them.";
    SetupMole: "选择你的卧底", "選擇你的臥底", "Choose your mole";
    SetupMoleAbout: "点一枚对方的兵卒，或输入坐标、编号。", "點一枚對方的兵卒，或輸入座標、編號。", "Tap one of the other side's pawns, or type its coordinates or number.";
    SetupRearrange: "调换己方兵卒的位置", "調換己方兵卒的位置", "Rearrange your pawns";
    SetupRearrangeAbout: "依次点两枚兵卒互换位置；外表看不出分别。", "依次點兩枚兵卒互換位置；外表看不出分別。", "Tap two pawns to swap them; they look alike to everyone.";
    MoleRandom: "随机", "隨機", "At random";
    MoleWaive: "放弃卧底", "放棄臥底", "Play without a mole";
    MoleCoordinates: "坐标或编号", "座標或編號", "Coordinates or number";
    MoleNumber: "第 {0} 枚", "第 {0} 枚", "Number {0}";
    KeepOrder: "不调换", "不調換", "Leave them as they are";
    Ready: "就绪", "就緒", "Ready";
    BothReady: "双方就绪", "雙方就緒", "Both sides are ready";
    WaitingForOther: "已选好，等待对方", "已選好，等待對方", "Chosen; waiting for the other side";
    PawnLocked: "这枚兵卒已被锁定，不能选", "這枚兵卒已被鎖定，不能選", "This pawn is locked and cannot be chosen";
    TurnKey: "亮出卧底", "亮出臥底", "Turn the mole";
    TurnAsk: "现在亮出卧底？一局只有一次。", "現在亮出臥底？一局只有一次。", "Turn your mole now? It can be done once.";
    TurnNotYet: "还要走 {0} 步", "還要走 {0} 步", "own moves to go: {0}";
    TurnNoMole: "没有卧底", "沒有臥底", "No mole";
    TurnLost: "卧底已失", "臥底已失", "The mole is lost";
    TurnDone: "卧底已亮", "臥底已亮", "The mole is turned";
    TurnWait: "等轮到你", "等輪到你", "Wait for your turn";
    TurnUnsafe: "亮出后己方将帅被攻击", "亮出後己方將帥被攻擊", "Your general would be attacked";
    YourMole: "你的卧底", "你的臥底", "your mole";
    MoleMarker: "卧底标记", "臥底標記", "Mole marker";
    MarkerCursor: "光标", "游標", "Cursor";
    MarkerNumber: "数字", "數字", "Number";
    MarkerLetter: "字母", "字母", "Letter";
    MarkerPattern: "花纹", "花紋", "Pattern";
    MoleShowCoordinates: "盘外坐标", "盤外座標", "Coordinates beside the board";
    MoleVoice: "语音报位", "語音報位", "Speak its position";
    MoleAt: "卧底在 {0}", "臥底在 {0}", "Mole at {0}";
    MoleTapTurns: "点卧底即询问亮出", "點臥底即詢問亮出", "Tapping the mole offers to turn it";
    MoleDoubleTap: "双击", "連點兩下", "Double-click";
    MoleSingleTap: "单击（需确认）", "單擊（需確認）", "Click (asks first)";
    MoleStayed: "{0}方的卧底：{1}，始终未亮", "{0}方的臥底：{1}，始終未亮", "{0}’s mole: {1}, never turned";
    MoleTurnedOn: "{0}方的卧底：在 {1} 亮出", "{0}方的臥底：在 {1} 亮出", "{0}’s mole: turned on {1}";
    MoleTakenOn: "{0}方的卧底：在 {1} 被吃", "{0}方的臥底：在 {1} 被吃", "{0}’s mole: captured on {1}";
    MoleNone: "{0}方没有卧底", "{0}方沒有臥底", "{0} had no mole";
    PassDevice: "请把设备交给{0}方", "請把裝置交給{0}方", "Pass the device to {0}";
    PassDeviceAbout: "{0}方准备好后再点开。", "{0}方準備好後再點開。", "Tap when {0} is ready.";
    ShowBoard: "我是{0}方，看棋盘", "我是{0}方，看棋盤", "I am {0}, show the board";

    // Hints.
    Hint: "提示", "提示", "Hint";
    HintThinks: "电脑在想……", "電腦在想……", "The computer is thinking …";
    HintNone: "这里没有可提示的着法", "這裡沒有可提示的著法", "There is nothing to suggest here";
    HintIs: "可走：{0} – {1}", "可走：{0} – {1}", "Best: {0} – {1}";
    HintComma: "，", "，", ", ";
    HintWinsNow: "一步取胜", "一步取勝", "wins at once";
    HintWins: "{0} 步内取胜", "{0} 步內取勝", "wins in {0} moves";
    HintAnswersCheck: "应将", "應將", "answers the check";
    HintParries: "化解败势", "化解敗勢", "parries a quick loss";
    HintWinsPiece: "得{0}", "得{0}", "wins the {0}";
    HintTrades: "兑{0}", "兌{0}", "trades for the {0}";
    HintSaves: "保住{0}", "保住{0}", "saves the {0}";
    HintAttacks: "捉{0}", "捉{0}", "attacks the {0}";
    HintChecks: "将军", "將軍", "gives check";
    HintTurnsMole: "此时亮出卧底最好", "此時亮出臥底最好", "a good moment for the mole";
    HintReveals: "翻这里最好", "翻這裡最好", "the best piece to turn up";
    HintAllAlike: "翻哪里都一样", "翻哪裡都一樣", "any square is as good";
    HintRaces: "主帅抢先", "主帥搶先", "the marshal gains ground";
    HintImproves: "子力占好位", "子力佔好位", "a better place for the piece";

    // A game that is played again.
    RecordRound: "第 {0} 轮", "第 {0} 輪", "Round {0}";
    RecordAnnotator: "注解：{0}", "註解：{0}", "Annotated by {0}";
    RecordOtherLines: "变着", "變著", "Instead";
    RecordOtherLine: "变着，不是实战", "變著，不是實戰", "A line that was not played";
    RecordBackToGame: "回到实战", "回到實戰", "Back to the game";
    AskComputer: "电脑怎么走", "電腦怎麼走", "Ask the computer";
    Review: "电脑讲评", "電腦講評", "Review by the computer";
    ReviewLooks: "正在看第 {0} 着，共 {1} 着", "正在看第 {0} 著，共 {1} 著", "Looking at move {0} of {1}";
    ReviewStop: "停止", "停止", "Stop";
    ReviewBegun: "讲评开始", "講評開始", "The review has begun";
    ReviewDone: "讲评完成", "講評完成", "The review is done";
    ReviewCannot: "这盘棋无法讲评", "這盤棋無法講評", "This game cannot be reviewed";
    ReviewAccuracy: "准确度 {0}%", "準確度 {0}%", "Accuracy {0} %";
    ReviewChances: "{0}的胜算，逐着", "{0}的勝算，逐著", "{0}’s chances, move by move";
    ReviewChance: "{0}胜算 {1}%", "{0}勝算 {1}%", "{0}’s chance: {1} %";
    ReviewFlawless: "没有明显的失着", "沒有明顯的失著", "No mistakes worth a word";
    ReviewInaccuracy: "欠准", "欠準", "inaccuracy";
    ReviewMistake: "失着", "失著", "mistake";
    ReviewBlunder: "漏着", "漏著", "blunder";
    ReviewBetter: "更好：{0}", "更好：{0}", "Better: {0}";

    // Banqi.
    Peek: "偷看", "偷看", "Peek";
    PeekOn: "偷看已开：点暗子查看", "偷看已開：點暗子查看", "Peeking: tap a face-down piece";
    Peeks: "偷看 {0} 次", "偷看 {0} 次", "peeked {0}×";
    PeekSaw: "{0} 是{1}", "{0} 是{1}", "Under {0}: {1}";
    FaceDown: "暗子", "暗子", "face-down piece";
    ColoursDecided: "{0}执{1}", "{0}執{1}", "{0} plays {1}";
    FlippedUp: "{0}翻出{1}", "{0}翻出{1}", "{0} flips up {1}";

    // Sifang.
    RuleMarshal: "一步，八方皆可；可以被吃。", "一步，八方皆可；可以被吃。", "One step in any of eight directions; it can be captured.";
    RuleInfantry: "一步，八方皆可，可退。", "一步，八方皆可，可退。", "One step in any of eight directions, backwards too.";
    RuleTank: "沿红线（陆）任意远，不越子；沿蓝线（水）一步。", "沿紅線（陸）任意遠，不越子；沿藍線（水）一步。", "Any distance along a red line (land), one step along a blue one.";
    RuleBattleship: "沿蓝线（水）任意远，不越子；沿红线（陆）一步。", "沿藍線（水）任意遠，不越子；沿紅線（陸）一步。", "Any distance along a blue line (water), one step along a red one.";
    RuleArtillery: "水陆任意远；隔一子吃子。", "水陸任意遠；隔一子吃子。", "Any distance in a straight line; captures over exactly one piece.";
    RuleCavalry: "走日；只有敌子蹩腿。", "走日；只有敵子蹩腿。", "One straight, then one diagonal outwards; only an enemy piece blocks its leg.";
    RuleFighter: "一步八方；从红线交点沿田字连飞，敌子塞心，遇子即止。", "一步八方；從紅線交點沿田字連飛，敵子塞心，遇子即止。", "One step anywhere; from a red crossing any number of two-by-two diagonals in one line, unless an enemy stands in a centre.";
    RulesOf: "{0}规则", "{0}規則", "Rules of {0}";
    TeamSun: "日队", "日隊", "Sun";
    TeamMoon: "月队", "月隊", "Moon";
    PartnerOf: "盟友 {0}", "盟友 {0}", "with {0}";
    OnePoint: "{0} 分", "{0} 分", "{0} point";
    Points: "{0} 分", "{0} 分", "{0} points";
    ChipNs: "南北对东西", "南北對東西", "N+S v E+W";
    ChipSe: "南东对北西", "南東對北西", "S+E v N+W";
    ChipSw: "南西对北东", "南西對北東", "S+W v N+E";
    ChipSolo: "各自为战", "各自為戰", "Solo";
    RuleCard: "规则卡", "規則卡", "Rule card";
    Loupe: "放大镜", "放大鏡", "Loupe";
    Passed: "轮空", "輪空", "passed over";
    PlaceWon: "第 {0} 名", "第 {0} 名", "place {0}";
    MarshalLost: "失帅", "失帥", "marshal lost";
    FlagOf: "{0}方的时间用完", "{0}方的時間用完", "{0}’s time ran out";
    HasLeft: "退出", "退出", "has left";
    Counterclockwise: "逆时针轮流", "逆時針輪流", "counter-clockwise";

    // The rules in short.
    RulesGoal: "目的", "目的", "The aim";
    RulesPieces: "棋子走法", "棋子走法", "How the pieces move";
    RulesPlay: "行棋", "行棋", "Play";
    RulesEnd: "终局", "終局", "The end";
    XiangqiGoal: "两军隔河对阵，轮流走一步，红方先行。将死或困毙对方的将帅即胜。", "兩軍隔河對陣，輪流走一步，紅方先行。將死或困斃對方的將帥即勝。", "Two armies face each other across a river and take turns; Red begins. Whoever leaves the other general without a legal move wins.";
    XiangqiGeneral: "一步，横或直，不出九宫；两帅不得在空线上照面。", "一步，橫或直，不出九宮；兩帥不得在空線上照面。", "One step straight, within the palace. The generals may never face each other on an open file.";
    XiangqiAdvisor: "斜走一步，不出九宫。", "斜走一步，不出九宮。", "One step diagonally, within the palace.";
    XiangqiElephant: "走田：斜走两步，不过河；田心有子即塞象眼。", "走田：斜走兩步，不過河；田心有子即塞象眼。", "Exactly two steps diagonally, never across the river; a piece between blocks it.";
    XiangqiHorse: "走日：先直一步再斜一步；直步处有子即蹩马腿。", "走日：先直一步再斜一步；直步處有子即蹩馬腿。", "One step straight, then one diagonally outwards; a piece on the straight step blocks it.";
    XiangqiChariot: "横直任意远，不越子。", "橫直任意遠，不越子。", "Any distance straight, over no piece.";
    XiangqiCannon: "走法同车；吃子须隔恰好一子。", "走法同車；吃子須隔恰好一子。", "Moves like a chariot; captures only over exactly one piece.";
    XiangqiPawn: "向前一步；过河后也可横走一步，不后退。", "向前一步；過河後也可橫走一步，不後退。", "One step forward; beyond the river also one step sideways; never back.";
    XiangqiEnd: "不能让自己的将帅被吃。无子可动即负。同一局面出现三次：长将、长捉判负，其余作和；一百二十步不吃子作和。", "不能讓自己的將帥被吃。無子可動即負。同一局面出現三次：長將、長捉判負，其餘作和；一百二十步不吃子作和。", "No move may leave one's own general attacked. A side without a legal move has lost. On a position's third occurrence perpetual check and perpetual chase lose, everything else is drawn; so are 60 moves of each side without a capture.";
    UndercoverGoal: "与象棋相同，但双方各自暗中拥有对方的一枚兵卒：卧底。除主人外谁也不知道是哪一枚。", "與象棋相同，但雙方各自暗中擁有對方的一枚兵卒：臥底。除主人外誰也不知道是哪一枚。", "As xiangqi, but each side secretly owns one of the other side's pawns: its mole. Nobody but its owner knows which.";
    UndercoverSetup: "开局前，双方可锁定自己的兵卒不让选，各自暗选一枚卧底，再按约定调位。", "開局前，雙方可鎖定自己的兵卒不讓選，各自暗選一枚臥底，再按約定調位。", "Before play both may lock own pawns against being chosen, choose a mole in secret, and rearrange their pawns where that is agreed.";
    UndercoverTurn: "轮到自己时可以不走子而亮出卧底：它就地变成自己的兵卒，算一步，一局一次。要先走满约定的步数，亮后自己的将帅不能被攻击。", "輪到自己時可以不走子而亮出臥底：它就地變成自己的兵卒，算一步，一局一次。要先走滿約定的步數，亮後自己的將帥不能被攻擊。", "On your turn you may turn the mole instead of moving: it becomes your pawn where it stands. That is a move, and possible once; you must have made the agreed number of moves, and your general may not be attacked afterwards.";
    UndercoverBefore: "亮出之前，它听对方指挥，也能将你的军；被对方将军时亮出它就解了将。", "亮出之前，它聽對方指揮，也能將你的軍；被它將軍時亮出它就解了將。", "Until then it obeys the other side, and its checks are real. Turning it answers a check that it gives.";
    UndercoverLost: "只有主人自己吃掉它，卧底才会失去；终局时双方卧底都公开。", "只有主人自己吃掉它，臥底才會失去；終局時雙方臥底都公開。", "It is lost only when its owner captures it. At the end both moles are shown.";
    BanqiGoal: "三十二枚棋子洗乱，盖在半张棋盘的格子里。每回合翻一枚、走一步或吃一子；先到约定分数，或吃光对方即胜。", "三十二枚棋子洗亂，蓋在半張棋盤的格子裡。每回合翻一枚、走一步或吃一子；先到約定分數，或吃光對方即勝。", "Thirty-two pieces lie shuffled and face down on half a board. Each turn flip one, move one, or capture. Whoever reaches the agreed points or takes everything wins.";
    BanqiColours: "先手翻出的第一枚棋子是什么颜色，先手就执什么颜色。", "先手翻出的第一枚棋子是什麼顏色，先手就執什麼顏色。", "The colour of the first piece that is flipped is the first player's.";
    BanqiWalk: "明子横直走一格到空格；除炮外，吃相邻的、不比自己大的明子。", "明子橫直走一格到空格；除炮外，吃相鄰的、不比自己大的明子。", "A face-up piece goes one square straight onto an empty one; other than the cannon it takes a neighbouring face-up enemy of equal or lower rank.";
    BanqiRanks: "大小：将帅、士、象、车、马、兵卒；兵卒吃将帅，将帅不吃兵卒。", "大小：將帥、士、象、車、馬、兵卒；兵卒吃將帥，將帥不吃兵卒。", "From the top: general, advisor, minister, chariot, horse, soldier. A soldier takes the general; the general takes no soldier.";
    BanqiCannon: "炮不走空步（可选），只隔恰好一子吃：任何明子，也可打暗子。除兵卒外都能吃它。", "炮不走空步（可選），只隔恰好一子吃：任何明子，也可打暗子。除兵卒外都能吃它。", "The cannon only captures (unless the rules let it step): over exactly one piece in a straight line, any face-up enemy or whatever lies face down. Everything but a soldier takes it.";
    BanqiPoints: "分数：将帅三十，士十，象、车、马、炮各五，兵卒一。误打己方暗子，分归对方。", "分數：將帥三十，士十，象、車、馬、炮各五，兵卒一。誤打己方暗子，分歸對方。", "Points: general 30, advisor 10, minister, chariot, horse and cannon 5 each, soldier 1. Your own face-down piece taken by your cannon counts for the other side.";
    SifangGoal: "四方逆时针轮流走：南、东、北、西。双打先吃掉对方两帅的一队胜；单打争先：帅先走到天元或别家帅位的得第一。", "四方逆時針輪流走：南、東、北、西。雙打先吃掉對方兩帥的一隊勝；單打爭先：帥先走到天元或別家帥位的得第一。", "Four sides move counter-clockwise: south, east, north, west. In doubles the team that captures both marshals of the other wins; alone, the marshal that first reaches the centre or another marshal's place comes first.";
    SifangEnd: "没有将军：帅像别的棋子一样可以被吃，失帅后其余棋子照走。无子可动就轮空。单打得分三、二、一、零。", "沒有將軍：帥像別的棋子一樣可以被吃，失帥後其餘棋子照走。無子可動就輪空。單打得分三、二、一、零。", "There is no check: a marshal is captured like any piece, and its side plays on with the rest. A side without a move is passed over. Alone, the places score 3, 2, 1, 0.";

    // Invitation and connection.
    InviteTitle: "邀请对手", "邀請對手", "Invite your opponent";
    InviteLoopback: "只有这台电脑打得开这个链接；加上 --lan 启动，附近的手机也能打开。", "只有這台電腦打得開這個連結；加上 --lan 啟動，附近的手機也能打開。", "Only this computer can open this link. Started with --lan, the server is open to phones nearby.";
    InviteAbout: "把链接或二维码发给对方。", "把連結或 QR 碼傳給對方。", "Send this link or show the code.";
    SeekTitle: "等人来下", "等人來下", "Waiting for anyone";
    SeekAbout: "有人想下同样的棋，就会坐到你对面；也可以在“正在等人”里看到你。", "有人想下同樣的棋，就會坐到你對面；也可以在「正在等人」裡看到你。", "Whoever wants the same game sits down opposite you, and finds you under “Waiting for a game” meanwhile.";
    CopyLink: "复制链接", "複製連結", "Copy the link";
    Copied: "已复制", "已複製", "Copied";
    JoinTitle: "有人邀你下棋", "有人邀你下棋", "You are invited to a game";
    Join: "入座", "入座", "Take the seat";
    Watch: "旁观", "旁觀", "Watch";
    Watching: "旁观中", "旁觀中", "Watching";
    Connecting: "正在连接……", "正在連線……", "Connecting …";
    Offline: "连接中断，正在重连……", "連線中斷，正在重連……", "Connection lost; trying again …";
    OpponentAway: "{0} 不在线", "{0} 不在線", "{0} is away";
    Away: "离线", "離線", "away";
    BeingSent: "正在送出：{0}", "正在送出：{0}", "Being sent: {0}";
    NotSentYet: "服务器没有回应，{0} 还没有送到", "伺服器沒有回應，{0} 還沒有送到", "The server does not answer: {0} has not arrived yet";
    CommandWaits: "请求", "請求", "your request";
    CancelTable: "不等了", "不等了", "Stop waiting";
    MoveWaits: "着法等待送出", "著法等待送出", "Your move waits to be sent";
    TableMissing: "这张桌子不存在了。", "這張桌子不存在了。", "There is no such table any more.";
    ServerNeeded: "这需要服务器；现在连不上。", "這需要伺服器；現在連不上。", "This needs the server, which cannot be reached now.";
    StorageFull: "浏览器的存储空间不足，这一步没有保存。", "瀏覽器的儲存空間不足，這一步沒有儲存。", "The browser's storage is full: this was not kept.";
    WentOnElsewhere: "这局棋已在另一个页面里走下去。", "這局棋已在另一個頁面裡走下去。", "This game went on in another page.";
    GameMended: "这局棋后面的记录对不上，从能读到的地方继续。", "這局棋後面的記錄對不上，從能讀到的地方繼續。", "The end of this game does not fit together: it goes on from what does.";

    // Files.
    NotYetSaved: "对局结束前，还有内容不能让你知道，所以现在不能保存。", "對局結束前，還有內容不能讓你知道，所以現在不能儲存。", "Part of this game is still hidden from you: it can be saved when it is over.";
    SaveSealed: "保密存谱", "保密存譜", "Save with secrets sealed";
    SaveSealedAbout: "卧底和暗子不写明，打开后可以接着下", "臥底和暗子不寫明，開啟後可以接著下", "Nothing hidden is written in plain text. Open the file to resume the game.";
    SaveRevealed: "公开并存谱", "公開並存譜", "Reveal and save";
    RevealResign: "写明全部秘密，这一局按认输结束", "寫明全部秘密，這一局按認輸結束", "Writes every secret in plain text. You resign this game.";
    RevealDraw: "写明全部秘密，这一局按和棋结束", "寫明全部秘密，這一局按和棋結束", "Writes every secret in plain text. The game ends in a draw.";
    RevealTraining: "写明全部秘密，训练不受影响", "寫明全部秘密，訓練不受影響", "Writes every secret in plain text. The training game goes on.";
    SaveAs: "保存为", "儲存為", "Save as";
    SaveChuhe: "本程序的格式，四种棋通用", "本程式的格式，四種棋通用", "our own format, for all four games";
    SavePgn: "其他象棋软件也能打开", "其他象棋軟體也能開啟", "opens in other xiangqi programs";
    SaveDhtmlXq: "棋谱网站通用", "棋譜網站通用", "for game sites";
    LoadWhich: "这个文件里有 {0} 局，看哪一局？", "這個檔案裡有 {0} 局，看哪一局？", "This file holds {0} games. Which one?";
    LoadChoose: "选择文件", "選擇檔案", "Choose a file";
    LoadPaste: "或粘贴在这里", "或貼在這裡", "or paste it here";
    LoadOpen: "打开", "開啟", "Open";
    LoadProblems: "有 {0} 处问题，没有载入：", "有 {0} 處問題，沒有載入：", "Not loaded. Problems: {0}";
    LoadLine: "第 {0} 行第 {1} 字", "第 {0} 行第 {1} 字", "line {0}, column {1}";
    ContinueHere: "从这里接着下", "從這裡接著下", "Play on from here";

    // A board to set up.
    SetUpBoard: "摆棋", "擺棋", "Set up a position";
    EditorTurn: "轮到谁走", "輪到誰走", "To move";
    EditorPieces: "棋子", "棋子", "Pieces";
    EditorHint: "选一枚棋子，再点棋盘；也可以拖。拖出棋盘即拿掉。", "選一枚棋子，再點棋盤；也可以拖。拖出棋盤即拿掉。", "Choose a piece and tap the board, or drag. Dragged off the board it is gone.";
    EditorTake: "拿掉", "拿掉", "Take off";
    EditorMove: "移动", "移動", "Move";
    EditorClear: "清空", "清空", "Clear";
    EditorStart: "开局", "開局", "Usual start";
    EditorReady: "可以开局", "可以開局", "Ready to play";
    EditorOver: "已经结束：{0}（{1}）", "已經結束：{0}（{1}）", "Already over: {0} ({1})";
    EditorUnread: "网址里的局面读不出来，这里是开局", "網址裡的局面讀不出來，這裡是開局", "The position in the address cannot be read; this is the usual start";
    EditorHidden: "暗子会从没有露面的棋子里随机抽取。", "暗子會從沒有露面的棋子裡隨機抽取。", "What lies face down is drawn from the pieces that are not seen.";
    EditorLeft: "{0}，还剩 {1} 枚", "{0}，還剩 {1} 枚", "{0}, {1} left";
    Analyse: "分析局面", "分析局面", "Analyse";
    CopyPosition: "复制 FEN", "複製 FEN", "Copy FEN";
    PastePosition: "粘贴", "貼上", "Paste";
    LoadAbout: "粘贴局面或棋谱，自动识别：FEN、PGN、DhtmlXQ、.chuhe、棋谱网站的文字、WXF；也可以选 XQF 文件。", "貼上局面或棋譜，自動辨識：FEN、PGN、DhtmlXQ、.chuhe、棋譜網站的文字、WXF；也可以選 XQF 檔案。", "Paste a position or a game; it is recognised: FEN, PGN, DhtmlXQ, .chuhe, the text of game sites, WXF. XQF comes as a file.";
    SharePicture: "分享图片", "分享圖片", "Share a picture";
    SavePicture: "存图", "存圖", "Picture";
    PictureSvg: "可无限放大，可打印", "可無限放大，可列印", "sharp at any size, for print";
    PicturePng: "可贴到任何地方", "可貼到任何地方", "for anywhere a photo goes";
    PictureFailed: "浏览器画不出这张图。", "瀏覽器畫不出這張圖。", "The browser could not draw this picture.";

    // Learning.
    Learn: "一步步学", "一步步學", "Step by step";
    LearnTitle: "学{0}", "學{0}", "Learn {0}";
    LearnStep: "第 {0} 步，共 {1} 步", "第 {0} 步，共 {1} 步", "Step {0} of {1}";
    LearnTry: "试一试", "試一試", "Try it";
    LearnAgain: "重来", "重來", "Again";
    LearnDone: "对了！", "對了！", "That is it!";
    LearnOther: "可以这样走，不过请试试题目要求的。", "可以這樣走，不過請試試題目要求的。", "That is allowed; now try what is asked.";
    LearnAllowed: "可以这样走。", "可以這樣走。", "That is allowed.";
    LearnRefused: "裁判：{0}", "裁判：{0}", "The referee: {0}";
    LearnFinished: "学完了，来一盘吧。", "學完了，來一盤吧。", "That is all. Have a game!";
    TourSkip: "跳过", "跳過", "Skip";
    TourStart: "开始下棋", "開始下棋", "Let us play";
    TourMore: "接着看", "接著看", "Next";
    TourTitle: "第一次下{0}", "第一次下{0}", "New to {0}?";

    // Games to look on at.
    LiveGames: "正在对局", "正在對局", "Being played now";

    // Replay.
    First: "开头", "開頭", "First";
    Previous: "上一步", "上一步", "Previous";
    PlayAll: "播放", "播放", "Play";
    Pause: "暂停", "暫停", "Pause";
    Next: "下一步", "下一步", "Next";
    Last: "结尾", "結尾", "Last";
    Speed: "速度", "速度", "Speed";
    ViewFrom: "视角", "視角", "Seen by";
    AllKnown: "全知", "全知", "all known";

    // Settings.
    LanguageTitle: "语言", "語言", "Language";
    Theme: "主题", "主題", "Theme";
    ThemePaper: "宣纸", "宣紙", "Paper";
    ThemeWood: "木案", "木案", "Wood";
    ThemeInk: "墨夜", "墨夜", "Ink at night";
    ThemeJade: "青玉", "青玉", "Jade";
    PieceSet: "棋子", "棋子", "Pieces";
    SetBrush: "毛笔字", "毛筆字", "Brush characters";
    SetPictures: "图形", "圖形", "Pictures";
    SetContrast: "高对比", "高對比", "High contrast";
    SetLetters: "字母", "字母", "Letters";
    Sounds: "音效", "音效", "Sounds";
    Music: "音乐", "音樂", "Music";
    Coordinates: "棋盘坐标", "棋盤座標", "Coordinates on the board";
    ShowDestinations: "显示可走之处", "顯示可走之處", "Show where a piece may go";
    Haptics: "震动", "震動", "Vibration";
    AutoFlip: "同机对局自动旋转", "同機對局自動旋轉", "Rotate the board to the side on move";

    // For screen readers.
    BoardOf: "{0}棋盘", "{0}棋盤", "{0} board";
    EmptyPoint: "空", "空", "empty";
    CanGoHere: "可到", "可到", "can be reached";
    Chosen: "已选", "已選", "chosen";
    LastMoveHere: "上一步", "上一步", "last move";
    TimeLeft: "{0}剩余 {1}", "{0}剩餘 {1}", "{0} has {1} left";
    TimeLow: "{0}时间不多了", "{0}時間不多了", "{0} is low on time";
}
