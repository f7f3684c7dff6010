use game::{Outcome, Reason, Seat};

/// A result of another program's file: the winner, without the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Score {
    Red,
    Black,
    Draw,
}

/// Content of a result field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    Known(Score),
    /// The result is unknown, or the game has not ended.
    Unknown,
}

const WRITTEN: &[(&str, Given)] = &[
    ("1-0", Given::Known(Score::Red)),
    ("0-1", Given::Known(Score::Black)),
    ("1/2-1/2", Given::Known(Score::Draw)),
    ("*", Given::Unknown),
    // Other spellings.
    ("1/2", Given::Known(Score::Draw)),
    ("红胜", Given::Known(Score::Red)),
    ("紅勝", Given::Known(Score::Red)),
    ("红先胜", Given::Known(Score::Red)),
    ("紅先勝", Given::Known(Score::Red)),
    ("红方胜", Given::Known(Score::Red)),
    ("紅方勝", Given::Known(Score::Red)),
    ("黑胜", Given::Known(Score::Black)),
    ("黑勝", Given::Known(Score::Black)),
    ("黑先胜", Given::Known(Score::Black)),
    ("黑先勝", Given::Known(Score::Black)),
    ("黑方胜", Given::Known(Score::Black)),
    ("黑方勝", Given::Known(Score::Black)),
    ("和棋", Given::Known(Score::Draw)),
    ("和局", Given::Known(Score::Draw)),
    ("红先和", Given::Known(Score::Draw)),
    ("紅先和", Given::Known(Score::Draw)),
    ("和", Given::Known(Score::Draw)),
    ("未知", Given::Unknown),
    ("不详", Given::Unknown),
    ("不詳", Given::Unknown),
];

impl Given {
    /// Reads a result, if the text is one.
    pub(crate) fn read(text: &str) -> Option<Given> {
        WRITTEN.iter().find(|(written, _)| *written == text).map(|(_, given)| *given)
    }
}

impl Score {
    /// Score of an outcome of a game for two.
    pub(crate) fn of(outcome: &Outcome) -> Score {
        match outcome.winners.iter().next().map(Seat::index) {
            Some(0) => Score::Red,
            Some(_) => Score::Black,
            None => Score::Draw,
        }
    }

    /// Returns the outcome with this score.
    pub(crate) fn outcome(self, reason: Reason) -> Outcome {
        let winner = match self {
            Score::Red => Some(Seat::new(0)),
            Score::Black => Some(Seat::new(1)),
            Score::Draw => None,
        };
        Outcome::duel(reason, winner)
    }

    /// PGN's text.
    pub(crate) const fn pgn(self) -> &'static str {
        match self {
            Score::Red => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
        }
    }

    /// DhtmlXQ's text.
    pub(crate) const fn dhtmlxq(self) -> &'static str {
        match self {
            Score::Red => "红胜",
            Score::Black => "黑胜",
            Score::Draw => "和棋",
        }
    }
}
