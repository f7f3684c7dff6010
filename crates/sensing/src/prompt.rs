use crate::Reason;
use core::fmt;

macro_rules! prompts {
    ($($(#[$doc:meta])* $variant:ident = $text:literal, $hans:literal, $zh:literal, $en:literal;)*) => {
        /// A message of the board to its players: a code for the voice module, and its text.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Prompt {
            $($(#[$doc])* $variant,)*
            /// An alarm with its reason.
            Alarm(Reason),
        }

        impl Prompt {
            /// Every prompt except alarms, in the order of their codes.
            pub const PLAIN: &[Prompt] = &[$(Prompt::$variant,)*];

            /// Stable name of the prompt; for an alarm, that of its reason.
            pub const fn as_str(self) -> &'static str {
                match self { $(Prompt::$variant => $text,)* Prompt::Alarm(reason) => reason.as_str() }
            }

            /// Text in Simplified Chinese.
            pub const fn hans(self) -> &'static str {
                match self { $(Prompt::$variant => $hans,)* Prompt::Alarm(reason) => reason.hans() }
            }

            /// Text in Traditional Chinese.
            pub const fn zh(self) -> &'static str {
                match self { $(Prompt::$variant => $zh,)* Prompt::Alarm(reason) => reason.zh() }
            }

            /// Text in English.
            pub const fn en(self) -> &'static str {
                match self { $(Prompt::$variant => $en,)* Prompt::Alarm(reason) => reason.en() }
            }
        }
    };
}

prompts! {
    /// The pieces are not on their starting points.
    SetUp = "set-up", "请摆好棋子", "請擺好棋子", "Set up the pieces";
    /// The pieces are set up. Play starts with the start button or with a move.
    Ready = "ready", "棋子已摆好，请按开始键", "棋子已擺好，請按開始鍵", "Ready. Press start";
    /// The game begins.
    GameStart = "game-start", "对局开始", "對局開始", "The game begins";
    /// Red is on move.
    RedToMove = "red-to-move", "请红方走棋", "請紅方走棋", "Red to move";
    /// Black is on move.
    BlackToMove = "black-to-move", "请黑方走棋", "請黑方走棋", "Black to move";
    /// The side on move is in check.
    Check = "check", "将军", "將軍", "Check";
    /// A piece was captured.
    Capture = "capture", "吃子", "吃子", "Capture";
    /// The board must be restored to the settled position.
    Restore = "restore", "请将棋子放回原位", "請將棋子放回原位", "Put the pieces back";
    /// The board shows the settled position again.
    Restored = "restored", "棋子已复位，请继续", "棋子已復位，請繼續", "The board is restored. Please continue";
    /// The board changed in a way that no move explains.
    Disturbed = "disturbed", "棋盘有异，请检查棋子", "棋盤有異，請檢查棋子", "The board was disturbed. Check the pieces";
    /// More than one move fits: lift the piece that moved and put it down again.
    WhichMove = "which-move", "请提起并重新放下所走的棋子", "請提起並重新放下所走的棋子", "Which move? Lift the piece that moved and put it down again";
    /// A touched piece must be moved.
    MoveTouched = "move-touched", "摸子走子，请走此棋子", "摸子走子，請走此棋子", "A touched piece must move";
    /// Undo the last ply on the board.
    TakeBack = "take-back", "双方同意悔棋，请将棋子退回上一步", "雙方同意悔棋，請將棋子退回上一步", "Takeback agreed. Undo the last move on the board";
    /// A ply was taken back.
    TakenBack = "taken-back", "已悔棋", "已悔棋", "The move was taken back";
    /// After a power cut: restore the position on the board.
    Resume = "resume", "恢复供电，请核对棋子位置", "恢復供電，請核對棋子位置", "Power is back. Check the pieces";
    /// The position has occurred twice.
    SecondOccurrence = "repeated-once", "局面第二次出现", "局面第二次出現", "The position has occurred twice";
    /// The position has occurred three times: an arbiter must decide.
    ThirdOccurrence = "repeated-twice", "局面第三次出现，等待裁决", "局面第三次出現，等待裁決", "The position has occurred three times. The arbiter must decide";
    /// Thirty seconds left.
    Seconds30 = "seconds-30", "还剩三十秒", "還剩三十秒", "Thirty seconds";
    /// Ten seconds left.
    Seconds10 = "seconds-10", "还剩十秒", "還剩十秒", "Ten seconds";
    /// Five seconds left.
    Seconds5 = "seconds-5", "五", "五", "Five";
    /// Four seconds left.
    Seconds4 = "seconds-4", "四", "四", "Four";
    /// Three seconds left.
    Seconds3 = "seconds-3", "三", "三", "Three";
    /// Two seconds left.
    Seconds2 = "seconds-2", "二", "二", "Two";
    /// One second left.
    Seconds1 = "seconds-1", "一", "一", "One";
    /// A flag has fallen.
    Flag = "flag", "时间到", "時間到", "Time is up";
    /// Checkmate.
    Checkmate = "checkmate", "绝杀", "絕殺", "Checkmate";
    /// The side on move has no legal move.
    Stalemate = "stalemate", "困毙", "困斃", "Stalemate";
    /// A general was captured.
    GeneralCaptured = "general-captured", "将帅被吃", "將帥被吃", "The general is captured";
    /// A side resigned.
    Resigned = "resigned", "认输", "認輸", "Resignation";
    /// A side has reached the limit of alarms.
    TooManyAlarms = "too-many-alarms", "犯规次数已满", "犯規次數已滿", "Too many illegal moves";
    /// Red has won.
    RedWins = "red-wins", "红方胜", "紅方勝", "Red wins";
    /// Black has won.
    BlackWins = "black-wins", "黑方胜", "黑方勝", "Black wins";
    /// The game is drawn.
    Draw = "draw", "和棋", "和棋", "Draw";
    /// The game was broken off.
    BrokenOff = "broken-off", "对局中止", "對局中止", "The game was stopped";
    /// Number of moves played; the number follows.
    MovesPlayed = "moves-played", "步", "步", "moves played";
}

impl Prompt {
    /// Code for a voice module: 1 to 63 for plain prompts, 64 and up for alarms.
    ///
    /// ```
    /// use sensing::{Prompt, Reason};
    ///
    /// // A voice module stores its phrases by number.
    /// assert_eq!(Prompt::SetUp.code(), 1);
    /// let alarm = Prompt::Alarm(Reason::BlockedLeg);
    /// assert!(alarm.code() >= 64);
    /// assert_eq!(Prompt::from_code(alarm.code()), Some(alarm));
    /// assert_eq!((alarm.zh(), alarm.en()), ("蹩馬腿", "The horse's leg is blocked"));
    /// ```
    pub fn code(self) -> u8 {
        let place = |found: Option<usize>| found.map_or(0, |place| place as u8);
        match self {
            Prompt::Alarm(reason) => 64 + place(Reason::ALL.iter().position(|&r| r == reason)),
            plain => 1 + place(Prompt::PLAIN.iter().position(|&p| p == plain)),
        }
    }

    /// The prompt with this code.
    pub fn from_code(code: u8) -> Option<Prompt> {
        match code {
            0 => None,
            1..64 => Prompt::PLAIN.get(code as usize - 1).copied(),
            _ => Reason::ALL.get(code as usize - 64).map(|&reason| Prompt::Alarm(reason)),
        }
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text is in one script: no character of the other one is left.
    #[test]
    fn texts_are_in_their_script() {
        let prompts = || (0..=255).filter_map(Prompt::from_code);
        let pairs = || prompts().flat_map(|prompt| prompt.hans().chars().zip(prompt.zh().chars()));
        let differing = || pairs().filter(|(hans, hant)| hans != hant);
        for prompt in prompts() {
            for (hans, hant) in differing() {
                assert!(!prompt.hans().contains(hant), "{prompt}: {hant} is traditional");
                assert!(!prompt.zh().contains(hans), "{prompt}: {hans} is simplified");
            }
        }
    }

    #[test]
    fn codes_and_texts_are_unique() {
        assert!(Prompt::PLAIN.len() < 63, "alarms begin at 64");
        for code in 0..=255 {
            if let Some(prompt) = Prompt::from_code(code) {
                let [hans, hant] = [prompt.hans(), prompt.zh()].map(|text| text.chars().count());
                assert!(
                    hans > 0 && hans == hant,
                    "{prompt}: one character for each in both scripts"
                );
                assert_eq!(prompt.code(), code);
                let twins = (0..code).filter_map(Prompt::from_code);
                assert!(twins.into_iter().all(|twin| twin.as_str() != prompt.as_str()), "{prompt}");
            }
        }
    }
}
