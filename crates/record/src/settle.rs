//! A line of moves as the referee sees it, for files that know nothing of our rules' fine print.

use crate::{
    Annotations, Record, Tags,
    limits::{GAMES, MOVES},
    score::Score,
    text::Report,
};
use game::{Game, Outcome, Reason};
use games::Variant;
use xiangqi::{Move, Options, Position, RepetitionRule, Xiangqi};

/// Reports a file of too many games.
pub(crate) fn check_count(games: usize, report: &mut Report<'_>) {
    if games > GAMES {
        report.add(
            0,
            "length",
            format!("expected at most {GAMES} games in one file, found {games}"),
        );
    }
}

/// Reports a game that is too long to be read.
pub(crate) fn check_length<T>(moves: &[(usize, T)], report: &mut Report<'_>) -> Option<()> {
    let Some((at, _)) = moves.get(MOVES) else { return Some(()) };
    report.add(*at, "length", format!("expected at most {MOVES} moves in one game"));
    None
}

/// A game of xiangqi as a file tells it. Every move is legal where it stands.
pub(crate) struct ImportedGame {
    pub(crate) start: Position,
    /// Each with its place in the text.
    pub(crate) moves: Vec<(usize, Move)>,
    /// The rules, if the file names them.
    pub(crate) rules: Option<Options>,
    /// The result and its place, if the file knows one.
    pub(crate) score: Option<(usize, Score)>,
    /// Why it ended so, if the file says.
    pub(crate) reason: Option<Reason>,
    /// Red and Black.
    pub(crate) names: [String; 2],
    pub(crate) tags: Tags,
    pub(crate) annotations: Annotations,
}

impl ImportedGame {
    /// Replays the game.
    ///
    /// Where a file names no rules, it is read under ours first. If they end the game by repetition
    /// or quiet plies and the file goes on, or gives another result, it was played by other rules,
    /// and those two endings are switched off.
    pub(crate) fn settle(self, report: &mut Report<'_>) -> Option<Record> {
        let lenient = Options { quiet_limit: None, repetition: RepetitionRule::Off };
        let tries = match self.rules {
            Some(rules) => vec![rules],
            None => vec![Options::DEFAULT, lenient],
        };
        let mut complaint = None;
        for options in tries {
            match self.replay(options) {
                Ok(outcome) => return Some(self.record(options, outcome)),
                Err(found) => {
                    let may_be_other_rules = found.is_of_table_rules;
                    complaint = Some(found);
                    if !may_be_other_rules {
                        break;
                    }
                }
            }
        }
        let Complaint { at, code, message, .. } = complaint?;
        report.add(at, code, message);
        None
    }

    fn replay(&self, options: Options) -> Result<Option<Outcome>, Complaint> {
        let mut game = Xiangqi::from_position(options, self.start.clone());
        for (number, &(at, played)) in (1..).zip(&self.moves) {
            if let Some(outcome) = game.outcome() {
                let message =
                    format!("move {number} comes after the game was over: {}", outcome.reason);
                return Err(Complaint::new(at, "after-end", message, outcome));
            }
            let mover = game.position().side_to_move();
            game.play(mover.seat(), played).map_err(|refusal| Complaint {
                at,
                code: "action",
                message: format!("move {number} `{played}`: {refusal}"),
                is_of_table_rules: false,
            })?;
        }
        match (game.outcome(), self.score) {
            (None, None) => Ok(None),
            (None, Some((_, score))) => {
                Ok(Some(score.outcome(self.reason.unwrap_or(Reason::Unstated))))
            }
            (Some(outcome), Some((at, score))) if Score::of(outcome) != score => {
                let found = Score::of(outcome).pgn();
                let message = format!("the moves give {found}: {}", outcome.reason);
                Err(Complaint::new(at, "result", message, outcome))
            }
            (Some(outcome), _) => Ok(Some(outcome.clone())),
        }
    }

    fn record(self, options: Options, outcome: Option<Outcome>) -> Record {
        Record {
            variant: Variant::Xiangqi,
            options: options.to_string(),
            start: self.start.fen(),
            names: self.names.into(),
            actions: self.moves.iter().map(|(_, played)| played.to_string()).collect(),
            outcome,
            tags: self.tags,
            annotations: self.annotations,
        }
    }
}

/// What does not fit.
struct Complaint {
    at: usize,
    code: &'static str,
    message: String,
    /// Whether other rules of repetition and quiet plies would have let it pass.
    is_of_table_rules: bool,
}

impl Complaint {
    fn new(at: usize, code: &'static str, message: String, outcome: &Outcome) -> Complaint {
        let is_of_table_rules = matches!(
            outcome.reason,
            Reason::PerpetualCheck
                | Reason::PerpetualChase
                | Reason::Repetition
                | Reason::QuietLimit
        );
        Complaint { at, code, message, is_of_table_rules }
    }
}

/// The reasons that come from beside the board.
pub(crate) const OUTSIDE: [Reason; 4] =
    [Reason::Resignation, Reason::FlagFall, Reason::Agreement, Reason::Abandoned];
