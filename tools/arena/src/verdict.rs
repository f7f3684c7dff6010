use core::fmt;
use engine::EngineFault;
use game::{Outcome, Points, Reason, Seat};

/// Result of one game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Result for the first bot.
    pub verdict: Verdict,
    /// Why it ended.
    pub end: End,
    /// Number of plies, including the opening.
    pub plies: u32,
}

/// Result of a game for the first bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It won.
    Won,
    /// A draw.
    Drawn,
    /// The other bot won.
    Lost,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::Won, Verdict::Drawn, Verdict::Lost];

    /// Text in logs of matches.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Drawn => "drawn",
            Verdict::Lost => "lost",
        }
    }

    /// Parses a text of [`Verdict::as_str`].
    ///
    /// ```
    /// use arena::Verdict;
    ///
    /// assert_eq!(Verdict::from_text("drawn"), Some(Verdict::Drawn));
    /// assert_eq!(Verdict::from_text("half"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.as_str() == text)
    }
}

/// Why a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// By the rules.
    Rules(Reason),
    /// By the maximum number of plies.
    TooLong,
    /// A bot had no action or an illegal one; it loses.
    Illegal,
    /// A bot exceeded its time; it loses.
    Time,
    /// An external program ended or did not answer; it loses.
    Crash,
}

impl End {
    /// Text of the end; the rules' reasons have the same text as in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            End::Rules(reason) => reason.as_str(),
            End::TooLong => "too-long",
            End::Illegal => "illegal",
            End::Time => "time",
            End::Crash => "crash",
        }
    }

    /// Parses a text of [`End::as_str`].
    pub fn from_text(text: &str) -> Option<End> {
        let others = [End::TooLong, End::Illegal, End::Time, End::Crash];
        let rules = Reason::ALL.iter().copied().map(End::Rules);
        rules.chain(others).find(|end| end.as_str() == text)
    }
}

impl From<EngineFault> for End {
    fn from(fault: EngineFault) -> End {
        match fault {
            EngineFault::IllegalMove => End::Illegal,
            EngineFault::Crash => End::Crash,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The seat with the first place wins. If more than two seats share it, the one with more points
/// wins. A shared first place of two is a draw: in banqi, the points of a drawn game do not count.
pub(crate) fn judge(outcome: &Outcome, seats: u8, is_first: impl Fn(Seat) -> bool) -> Verdict {
    if let Some(winner) = outcome.winners.iter().next() {
        return if is_first(winner) { Verdict::Won } else { Verdict::Lost };
    }
    if seats == 2 {
        return Verdict::Drawn;
    }
    let points = |first: bool| -> u16 {
        Seat::first(Seat::MAX)
            .filter(|&seat| is_first(seat) == first)
            .map(|seat| Points::in_halves(outcome.scores[seat.index()]))
            .sum()
    };
    match points(true).cmp(&points(false)) {
        core::cmp::Ordering::Greater => Verdict::Won,
        core::cmp::Ordering::Equal => Verdict::Drawn,
        core::cmp::Ordering::Less => Verdict::Lost,
    }
}
