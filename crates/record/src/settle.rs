//! Replays games of other programs with chuhe's referee.

use crate::{
    Annotations, Record, ReplayedRecord, Tags,
    limits::{GAMES, MOVES},
    replays,
    score::Score,
    text::Report,
};
use game::{Game, Outcome, Reason};
use games::{AnyGame, Variant};
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

/// Reports a game that is too long, and returns the moves that are read.
pub(crate) fn check_length<'m, T>(
    moves: &'m [(usize, T)],
    report: &mut Report<'_>,
) -> &'m [(usize, T)] {
    if let Some((at, _)) = moves.get(MOVES) {
        report.add(*at, "length", format!("expected at most {MOVES} moves in one game"));
    }
    &moves[..moves.len().min(MOVES)]
}

/// A game of xiangqi from a file. Every move is legal in its position.
pub(crate) struct ImportedGame {
    pub(crate) start: Position,
    /// Moves with their places in the text.
    pub(crate) moves: Vec<(usize, Move)>,
    /// Rules, if the file names them.
    pub(crate) rules: Option<Options>,
    /// Result and its place, if the file has one.
    pub(crate) score: Option<(usize, Score)>,
    /// Reason of the result, if the file has one.
    pub(crate) reason: Option<Reason>,
    /// Names of Red and Black.
    pub(crate) names: [String; 2],
    pub(crate) tags: Tags,
    pub(crate) annotations: Annotations,
    /// Whether moves of the file are left out. Then a result need not follow from the moves.
    pub(crate) is_cut: bool,
}

impl ImportedGame {
    /// Replays the game, and reports a move or a result that does not fit. The record ends before it.
    ///
    /// A file without rules is read with chuhe's rules first. They may end the game by repetition or
    /// quiet plies while the file continues or has another result. Other rules were used then, and
    /// these two endings are switched off.
    pub(crate) fn settle(self, report: &mut Report<'_>) -> ReplayedRecord {
        let lenient = Options { quiet_limit: None, repetition: RepetitionRule::Off };
        let options = self.rules.unwrap_or(Options::DEFAULT);
        let (options, ended) = match self.replay(options) {
            Err(found) if found.is_of_table_rules && self.rules.is_none() => {
                (lenient, self.replay(lenient))
            }
            ended => (options, ended),
        };
        match ended {
            Ok((game, outcome)) => self.replayed(options, game, outcome),
            Err(complaint) => {
                let Complaint { at, code, message, game, .. } = *complaint;
                report.add(at, code, message);
                let (played, outcome) = (game.history().len(), game.outcome().cloned());
                self.until(played).replayed(options, game, outcome)
            }
        }
    }

    /// The first moves of the game.
    fn until(mut self, played: usize) -> ImportedGame {
        if played < self.moves.len() {
            self.moves.truncate(played);
            self.annotations.truncate(played);
        }
        self
    }

    /// The game after its last move, and its outcome.
    fn replay(&self, options: Options) -> Result<(Xiangqi, Option<Outcome>), Box<Complaint>> {
        replays::note();
        let mut game = Xiangqi::from_position(options, self.start.clone());
        for (number, &(at, played)) in (1_usize..).zip(&self.moves) {
            if let Some(outcome) = game.outcome() {
                let message =
                    format!("move {number} comes after the game was over: {}", outcome.reason);
                return Err(Complaint::new(at, "after-end", message, game));
            }
            let mover = game.position().side_to_move();
            if let Err(refusal) = game.play(mover.seat(), played) {
                let message = format!("move {number} `{played}`: {refusal}");
                return Err(Complaint::new(at, "action", message, game));
            }
        }
        let outcome = match (game.outcome(), self.score) {
            (None, None) => None,
            (None, Some((_, score))) => {
                Some(score.outcome(self.reason.unwrap_or(Reason::Unstated)))
            }
            (Some(outcome), Some((at, score))) if Score::of(outcome) != score && !self.is_cut => {
                let found = Score::of(outcome).pgn();
                let message = format!("the moves give {found}: {}", outcome.reason);
                return Err(Complaint::new(at, "result", message, game));
            }
            (Some(outcome), _) => Some(outcome.clone()),
        };
        Ok((game, outcome))
    }

    /// `game` is the game after the last move.
    fn replayed(self, options: Options, game: Xiangqi, outcome: Option<Outcome>) -> ReplayedRecord {
        let record = Record {
            variant: Variant::Xiangqi,
            options: options.to_string(),
            start: self.start.fen(),
            names: self.names.into(),
            actions: self.moves.iter().map(|(_, played)| played.to_string()).collect(),
            outcome,
            tags: self.tags,
            annotations: self.annotations,
        };
        ReplayedRecord::of(record, AnyGame::Xiangqi(game))
    }
}

/// A move or a result that does not fit.
struct Complaint {
    at: usize,
    code: &'static str,
    message: String,
    /// Whether other rules of repetition and quiet plies would have let it pass.
    is_of_table_rules: bool,
    /// The game before it.
    game: Xiangqi,
}

impl Complaint {
    fn new(at: usize, code: &'static str, message: String, game: Xiangqi) -> Box<Complaint> {
        let is_of_table_rules = matches!(
            game.outcome().map(|outcome| outcome.reason),
            Some(
                Reason::PerpetualCheck
                    | Reason::PerpetualChase
                    | Reason::Repetition
                    | Reason::QuietLimit
            )
        );
        Box::new(Complaint { at, code, message, is_of_table_rules, game })
    }
}

/// Reasons that do not follow from the moves.
pub(crate) const OUTSIDE: [Reason; 4] =
    [Reason::Resignation, Reason::FlagFall, Reason::Agreement, Reason::Abandoned];
