//! Checks whether a game can have ended as its board reports.

use super::{BoardGame, position};
use boardlink::Result as Favours;
use game::Reason;
use sensing::{Ending, link};
use xiangqi::{Kind, Position, Side, draw_reason, repetition};

/// Tolerance for a flag that falls earlier than the server calculates, in milliseconds: the board
/// has its own clock, and rounds.
const FLAG_TOLERANCE_MS: u64 = 2_000;

/// The ending that a board reported. An unknown reason still ends the game, as abandoned, and is
/// doubted.
pub(super) fn of_board(reason: u8, result: Favours) -> Ending {
    let winner = link::ending(0, result).and_then(|ending| ending.winner);
    link::ending(reason, result).unwrap_or(Ending { reason: Reason::Abandoned, winner })
}

impl BoardGame {
    /// Why the rules do not allow this end at this game time; `ending` is `None` for an unknown
    /// reason.
    pub(super) fn end_fault(&self, at_ms: u32, ending: Option<Ending>) -> Option<String> {
        let Some(ending) = ending else {
            return Some("the board gave an unknown reason for the end of the game".to_owned());
        };
        let is_so = match ending.reason {
            Reason::Checkmate | Reason::Stalemate => self.is_mate(ending),
            Reason::GeneralCaptured => self.has_lost_general(ending),
            Reason::FlagFall => self.may_flag_fall(at_ms, ending),
            Reason::Alarms => self.has_reached_alarms(ending),
            Reason::Resignation => ending.winner.is_some(),
            Reason::Agreement => ending.winner.is_none(),
            Reason::Abandoned => true,
            Reason::PerpetualCheck | Reason::PerpetualChase | Reason::Repetition => {
                self.repetition() == Some(ending)
            }
            Reason::QuietLimit | Reason::Material => {
                let drawn =
                    position(&self.board).and_then(|now| draw_reason(&now, &self.settings.rules));
                ending.winner.is_none() && drawn == Some(ending.reason)
            }
            _ => false,
        };
        let how = ending.winner.map_or("a draw", |side| match side {
            Side::Red => "Red wins",
            Side::Black => "Black wins",
        });
        (!is_so).then(|| format!("the rules do not allow this end: {how}, {}", ending.reason))
    }

    /// How the rules on repetition end the game, if they do.
    pub(super) fn repetition(&self) -> Option<Ending> {
        // A game with illegal plies cannot be judged.
        if self.plies.iter().any(|ply| ply.fault.is_some()) {
            return None;
        }
        let rule = self.settings.rules.repetition;
        match repetition::rule(&Position::start(), &self.moves(), rule) {
            repetition::Ruling::Over(outcome) => Some(Ending {
                reason: outcome.reason,
                winner: outcome.winners.iter().next().and_then(Side::of_seat),
            }),
            _ => None,
        }
    }

    fn is_mate(&self, ending: Ending) -> bool {
        let turn = self.board.turn;
        position(&self.board).is_some_and(|now| {
            let is_check = ending.reason == Reason::Checkmate;
            !now.has_legal_move() && now.in_check(turn) == is_check
        }) && ending.winner == Some(!turn)
    }

    fn has_lost_general(&self, ending: Ending) -> bool {
        let has_general = |side: Side| {
            let mut pieces = self.board.board.iter().flatten();
            pieces.any(|piece| (piece.side, piece.kind) == (side, Kind::General))
        };
        self.settings.capture_general && ending.winner.is_some_and(|winner| !has_general(!winner))
    }

    fn has_reached_alarms(&self, ending: Ending) -> bool {
        let Some((limit, winner)) = self.settings.alarm_limit.zip(ending.winner) else {
            return false;
        };
        self.alarms[!winner as usize] >= u16::from(limit)
    }

    /// Whether the side to move can have used up its time, and has lost by it.
    fn may_flag_fall(&self, at_ms: u32, ending: Ending) -> bool {
        let turn = self.board.turn;
        let mut clock = self.clock();
        clock.start(turn.seat(), 0);
        let Some(time_ms) = clock.deadline() else { return false };
        // After a power cut or a takeback only the board knows when the clock began to run.
        let has_had_it = self.clock_from_ms.is_none_or(|from_ms| {
            u64::from(at_ms.saturating_sub(from_ms)) + FLAG_TOLERANCE_MS >= time_ms
        });
        ending.winner == Some(!turn) && has_had_it
    }
}
