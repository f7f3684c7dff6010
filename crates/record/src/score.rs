use game::{Outcome, Reason, Seat};

/// A result as files of other programs give it: who won, without the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Score {
    Red,
    Black,
    Draw,
}

/// What stands where a result should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    Known(Score),
    /// The file says that it does not know, or that the game goes on.
    Unknown,
}

const WRITTEN: &[(&str, Given)] = &[
    ("1-0", Given::Known(Score::Red)),
    ("0-1", Given::Known(Score::Black)),
    ("1/2-1/2", Given::Known(Score::Draw)),
    ("*", Given::Unknown),
    // Other ways to say the same.
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
    /// The score of an outcome of a game for two.
    pub(crate) fn of(outcome: &Outcome) -> Score {
        match outcome.winners.iter().next().map(Seat::index) {
            Some(0) => Score::Red,
            Some(_) => Score::Black,
            None => Score::Draw,
        }
    }

    /// The outcome with this score.
    pub(crate) fn outcome(self, reason: Reason) -> Outcome {
        let winner = match self {
            Score::Red => Some(Seat::new(0)),
            Score::Black => Some(Seat::new(1)),
            Score::Draw => None,
        };
        Outcome::duel(reason, winner)
    }

    /// As PGN writes it.
    pub(crate) const fn pgn(self) -> &'static str {
        match self {
            Score::Red => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
        }
    }

    /// As DhtmlXQ writes it.
    pub(crate) const fn dhtmlxq(self) -> &'static str {
        match self {
            Score::Red => "红胜",
            Score::Black => "黑胜",
            Score::Draw => "和棋",
        }
    }
}
