use crate::Position;
use game::{Outcome, Reason};

/// The outcome, if the position itself ends the game.
pub(crate) fn ending(position: &Position, options: &xiangqi::Options) -> Option<Outcome> {
    let turn = position.board.side_to_move();
    if !position.has_legal_action() {
        let in_check = position.board.in_check(turn);
        let reason = if in_check { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Outcome::duel(reason, Some((!turn).seat())));
    }
    xiangqi::draw_by_position(&position.board, options)
}
