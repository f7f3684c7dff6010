use core::fmt;
use xiangqi::IllegalMove;

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $text:literal, $hans:literal, $zh:literal, $en:literal;)*) => {
        /// Why the board raised an alarm.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Every reason, in the order of its number on the wire.
            pub const ALL: &[Reason] = &[$(Reason::$variant,)*];

            /// Stable name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Reason::$variant => $text,)* }
            }

            /// Text in Simplified Chinese.
            pub const fn hans(self) -> &'static str {
                match self { $(Reason::$variant => $hans,)* }
            }

            /// Text in Traditional Chinese.
            pub const fn zh(self) -> &'static str {
                match self { $(Reason::$variant => $zh,)* }
            }

            /// Text in English.
            pub const fn en(self) -> &'static str {
                match self { $(Reason::$variant => $en,)* }
            }
        }
    };
}

reasons! {
    /// The side that is not on move moved a piece.
    NotYourTurn = "not-your-turn", "还没轮到您走棋", "還沒輪到您走棋", "It is not your turn";
    /// The piece does not move like this.
    NotHowItMoves = "not-how-it-moves", "这个棋子不能这样走", "這個棋子不能這樣走", "That piece does not move like that";
    /// A piece blocks the horse's leg.
    BlockedLeg = "blocked-leg", "蹩马腿", "蹩馬腿", "The horse's leg is blocked";
    /// A piece blocks the elephant's eye.
    BlockedEye = "blocked-eye", "塞象眼", "塞象眼", "The elephant's eye is blocked";
    /// An elephant crossed the river.
    River = "river", "象不能过河", "象不能過河", "An elephant may not cross the river";
    /// A general or an advisor left the palace.
    Palace = "palace", "将士不能出九宫", "將士不能出九宮", "General and advisors stay in the palace";
    /// A cannon moved over a piece, or captured over none or several.
    Screen = "screen", "炮须隔一子吃子，移动不得越子", "炮須隔一子吃子，移動不得越子", "A cannon captures by jumping exactly one piece and never moves over one";
    /// A piece landed on a piece of the same side.
    OwnPiece = "own-piece", "不能吃自己的棋子", "不能吃自己的棋子", "You can't capture your own piece";
    /// The own general would be attacked.
    LeavesGeneralAttacked = "leaves-general-attacked", "走后己方将帅被将军", "走後己方將帥被將軍", "Your general would be in check";
    /// The generals would face each other on an open file.
    GeneralsFace = "generals-face", "将帅不能照面", "將帥不能照面", "The generals may not face each other";
    /// The captured piece was lifted before the capturing one, where the order is strict.
    WrongOrder = "wrong-order", "吃子须先提己方棋子", "吃子須先提己方棋子", "Lift your own piece first, then the captured one";
    /// One side moved two pieces.
    TwoMoves = "two-moves", "一次只能走一步棋", "一次只能走一步棋", "One move at a time";
    /// A piece landed that no player had lifted.
    UnknownPiece = "unknown-piece", "出现来历不明的棋子", "出現來歷不明的棋子", "A piece appeared that was not on the board";
    /// Another piece was touched before, and it can move.
    TouchMove = "touch-move", "摸子必须走子", "摸子必須走子", "A touched piece must be moved";
}

impl Reason {
    /// The reason with this text.
    ///
    /// ```
    /// use sensing::Reason;
    ///
    /// assert_eq!(Reason::from_name("touch-move"), Some(Reason::TouchMove));
    /// assert_eq!(Reason::TouchMove.en(), "A touched piece must be moved");
    /// assert_eq!(Reason::from_name("boredom"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.iter().copied().find(|reason| reason.as_str() == name)
    }

    /// The board's reason for a move that the rules refuse. A cannon has one reason for everything
    /// about screens; a piece in a chariot's way is a way the chariot does not move.
    pub(crate) fn of(fault: &IllegalMove, is_cannon: bool) -> Reason {
        match fault {
            IllegalMove::NoPiece => Reason::UnknownPiece,
            IllegalMove::NotYourPiece => Reason::NotYourTurn,
            IllegalMove::OwnPiece => Reason::OwnPiece,
            IllegalMove::NotHowItMoves => Reason::NotHowItMoves,
            IllegalMove::Palace => Reason::Palace,
            IllegalMove::River => Reason::River,
            IllegalMove::BlockedLeg(_) => Reason::BlockedLeg,
            IllegalMove::BlockedEye(_) => Reason::BlockedEye,
            IllegalMove::Blocked(_) if is_cannon => Reason::Screen,
            IllegalMove::Blocked(_) => Reason::NotHowItMoves,
            IllegalMove::Screen(_) => Reason::Screen,
            IllegalMove::GeneralsFace(_) => Reason::GeneralsFace,
            IllegalMove::LeavesGeneralAttacked(_) => Reason::LeavesGeneralAttacked,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
