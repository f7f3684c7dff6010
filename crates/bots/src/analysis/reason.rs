//! Reasons for an action, as codes with values that the caller words.

use crate::{Limits, Score, evaluation_scale::moves_to_win, is_decided};
use game::Position as _;
use games::{AnyAction, AnyView};

/// A reason for an action. Pieces are letters of the game's text formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Wins the game in this many own moves.
    Wins(u32),
    /// Answers a check.
    AnswersCheck,
    /// Prevents an imminent loss.
    ParriesLoss,
    /// Captures this piece without losing as much in return.
    WinsPiece(char),
    /// Captures this piece and loses another.
    Trades(char),
    /// Moves this own piece out of danger.
    Saves(char),
    /// Attacks this piece.
    Attacks(char),
    /// Gives check.
    Checks,
    /// Reveals the mole at a good moment.
    TurnsMole,
    /// Turns up the piece that is most worth it.
    Reveals,
    /// Nothing is known yet; every other action is equally good.
    AllAlike,
    /// Moves the marshal home or nearer to a goal.
    Races,
    /// Improves the position of a piece.
    Improves,
}

impl Reason {
    /// Stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Wins(_) => "wins",
            Reason::AnswersCheck => "answers-check",
            Reason::ParriesLoss => "parries-loss",
            Reason::WinsPiece(_) => "wins-piece",
            Reason::Trades(_) => "trades",
            Reason::Saves(_) => "saves",
            Reason::Attacks(_) => "attacks",
            Reason::Checks => "checks",
            Reason::TurnsMole => "turns-mole",
            Reason::Reveals => "reveals",
            Reason::AllAlike => "all-alike",
            Reason::Races => "races",
            Reason::Improves => "improves",
        }
    }

    /// Number of moves or letter of a piece.
    pub fn value(self) -> Option<String> {
        match self {
            Reason::Wins(moves) => Some(moves.to_string()),
            Reason::WinsPiece(piece)
            | Reason::Trades(piece)
            | Reason::Saves(piece)
            | Reason::Attacks(piece) => Some(piece.to_string()),
            _ => None,
        }
    }
}

/// Returns the reasons for an action with this score; never empty.
pub(super) fn of(view: &AnyView, action: AnyAction, score: Score) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if let Some(moves) = moves_to_win(score).and_then(|moves| u32::try_from(moves).ok()) {
        reasons.push(Reason::Wins(moves));
    }
    match (view, action) {
        (AnyView::Xiangqi(view), AnyAction::Xiangqi(played)) => {
            on_board(view.position(), played, score, &mut reasons);
        }
        (AnyView::Undercover(view), AnyAction::Undercover(action)) => match action {
            undercover::Action::Move(played) => {
                on_board(view.board(), played, score, &mut reasons);
            }
            _ => reasons.push(Reason::TurnsMole),
        },
        (AnyView::Banqi(view), AnyAction::Banqi(action)) => {
            in_banqi(view.board(), action, &mut reasons);
        }
        (AnyView::Sifang(view), AnyAction::Sifang(sifang::Action::Move(played))) => {
            in_sifang(view.position(), played, &mut reasons);
        }
        _ => {}
    }
    if reasons.is_empty() {
        reasons.push(Reason::Improves);
    }
    reasons
}

/// Smallest relevant difference, in hundredths of a pawn.
const WORTH_A_WORD: Score = 100;
/// Node limit for finding out whether an action prevents a loss.
const LOSS_NODES: u64 = 5_000;

fn on_board(
    position: &xiangqi::Position,
    played: xiangqi::Move,
    score: Score,
    reasons: &mut Vec<Reason>,
) {
    use crate::xiangqi::EXCHANGE_VALUES;
    let mover = position.side_to_move();
    let is_checked = position.in_check(mover);
    if is_checked {
        reasons.push(Reason::AnswersCheck);
    } else if !is_decided(score) && loses_by_waiting(position) {
        reasons.push(Reason::ParriesLoss);
    }
    if let Some(prey) = position.piece_at(played.to) {
        let wins = position.wins_exchange(played, &EXCHANGE_VALUES, WORTH_A_WORD / 2);
        let letter = prey.letter();
        reasons.push(if wins { Reason::WinsPiece(letter) } else { Reason::Trades(letter) });
    }
    let mut after = position.clone();
    after.make(played);
    if !is_checked && let Some((before, letter)) = most_in_danger(position, true) {
        let left = most_in_danger(&after, false).map_or(0, |(value, _)| value);
        if before - left >= WORTH_A_WORD {
            reasons.push(Reason::Saves(letter));
        }
    }
    if after.in_check(!mover) {
        reasons.push(Reason::Checks);
    } else if let Some((_, letter)) = most_in_danger(&after, true)
        && most_in_danger(position, false).is_none_or(|(_, known)| known != letter)
    {
        reasons.push(Reason::Attacks(letter));
    }
}

/// Whether the side to move would soon lose if it passed. Must not be called in check.
fn loses_by_waiting(position: &xiangqi::Position) -> bool {
    let mut waited = position.clone();
    waited.make_null();
    // The smallest table suffices for so few nodes, and the caller has a large one of its own.
    let mut engine = crate::xiangqi::Engine::new(1, 1);
    if engine.set_position(waited, &[]).is_err() {
        return false;
    }
    let found = engine.search(&Limits::of_nodes(LOSS_NODES), &mut |_| {});
    found.is_some_and(|found| found.score > 0 && is_decided(found.score))
}

/// The most valuable piece that the side to move could win in an exchange. With `wait`, that the
/// other side could win.
fn most_in_danger(position: &xiangqi::Position, wait: bool) -> Option<(Score, char)> {
    use crate::xiangqi::EXCHANGE_VALUES;
    let mut position = position.clone();
    if wait {
        position.make_null();
    }
    let mut most: Option<(Score, char)> = None;
    position.for_each_legal_capture(|played| {
        let Some(prey) = position.piece_at(played.to) else { return };
        let value = EXCHANGE_VALUES[prey.kind as usize];
        if prey.kind != xiangqi::Kind::General
            && value >= WORTH_A_WORD
            && most.is_none_or(|(known, _)| value > known)
            && position.wins_exchange(played, &EXCHANGE_VALUES, WORTH_A_WORD)
        {
            most = Some((value, prey.letter()));
        }
    });
    most
}

fn in_banqi(board: &banqi::Board, action: banqi::Action, reasons: &mut Vec<Reason>) {
    let Some(mover) = board.turn() else { return reasons.push(Reason::AllAlike) };
    let enemy = mover.other();
    let banqi::Action::Move(from, to) = action else { return reasons.push(Reason::Reveals) };
    if board.reveals(action) {
        return reasons.push(Reason::Reveals);
    }
    let mut after = board.clone();
    after.make(action, None);
    let is_attacked = |board: &banqi::Board, at| {
        board.face_up(enemy).any(|hunter| board.targets(hunter).contains(at))
    };
    let risk = |board: &banqi::Board| prey_of(board, enemy).max();
    let (before, left) = (risk(board), risk(&after));
    let mover_piece = board.piece(from).map(|piece| piece.letter());
    let leaves_danger = is_attacked(board, from) && !is_attacked(&after, to);
    if let Some(prey) = board.piece(to) {
        let letter = prey.letter();
        let is_retaken = is_attacked(&after, to);
        reasons.push(if is_retaken { Reason::Trades(letter) } else { Reason::WinsPiece(letter) });
    } else if let Some(letter) = mover_piece.filter(|_| leaves_danger) {
        reasons.push(Reason::Saves(letter));
    } else if let Some((_, letter)) = before.filter(|&before| Some(before) > left) {
        reasons.push(Reason::Saves(letter));
    }
    let aim = |board: &banqi::Board| prey_of(board, mover).max();
    if let Some((_, letter)) = aim(&after).filter(|&now| Some(now) > aim(board)) {
        reasons.push(Reason::Attacks(letter));
    }
}

/// Points and letters of the pieces that the face-up pieces of a colour could capture.
fn prey_of(board: &banqi::Board, hunters: banqi::Color) -> impl Iterator<Item = (u16, char)> + '_ {
    let targets = board.face_up(hunters).flat_map(|from| board.targets(from));
    let prey = targets.filter_map(|to| board.piece(to));
    prey.map(|piece| (piece.kind.points(), piece.letter()))
}

fn in_sifang(position: &sifang::Position, played: sifang::Move, reasons: &mut Vec<Reason>) {
    let mover = position.side_to_move();
    let is_ours = |side| position.mode().allied(mover, side);
    let mut after = position.clone();
    after.make(played);
    // The most valuable piece in danger: ours, or the others'.
    let in_danger = |position: &sifang::Position, of_us: bool| {
        let board = position.board();
        let hunters = board.pieces().filter(|(_, piece)| is_ours(piece.side) != of_us);
        let targets = hunters.flat_map(|(from, _)| position.targets(from));
        let prey = targets.filter_map(|to| board.at(to));
        let prey = prey.filter(|piece| is_ours(piece.side) == of_us);
        prey.map(|piece| (crate::sifang::value(piece.kind), piece.kind.letter())).max()
    };
    let is_attacked = |position: &sifang::Position, at| {
        let hunters = position.board().pieces().filter(|(_, piece)| !is_ours(piece.side));
        hunters.flat_map(|(from, _)| position.targets(from)).any(|prey| prey == at)
    };
    let board = position.board();
    let hunter = board.at(played.from);
    let leaves_danger = is_attacked(position, played.from) && !is_attacked(&after, played.to);
    if let Some(prey) = board.at(played.to) {
        let letter = prey.kind.letter();
        let is_retaken = is_attacked(&after, played.to);
        reasons.push(if is_retaken { Reason::Trades(letter) } else { Reason::WinsPiece(letter) });
    } else if let Some(saved) = hunter.filter(|_| leaves_danger) {
        reasons.push(Reason::Saves(saved.kind.letter()));
    } else if let Some((_, letter)) =
        in_danger(position, true).filter(|&before| Some(before) > in_danger(&after, true))
    {
        reasons.push(Reason::Saves(letter));
    }
    if position.races() && hunter.is_some_and(|piece| piece.kind == sifang::Kind::Marshal) {
        reasons.push(Reason::Races);
    }
    if let Some((_, letter)) =
        in_danger(&after, false).filter(|&now| Some(now) > in_danger(position, false))
    {
        reasons.push(Reason::Attacks(letter));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Observer, Seat};
    use games::Variant;

    /// The codes of the reasons for an action without a decided score.
    fn codes(variant: Variant, text: &str, action: &str) -> Vec<(&'static str, Option<String>)> {
        let view = AnyView::from_text(variant, "", Observer::Seat(Seat::new(0)), text);
        let view = view.unwrap_or_else(|error| panic!("{text}: {error}"));
        let action = AnyAction::parse(variant, action).expect("an action");
        of(&view, action, 0).into_iter().map(|reason| (reason.code(), reason.value())).collect()
    }

    /// Other pieces in danger do not affect a capture or a retreat.
    #[test]
    fn a_trade_is_what_can_be_taken_back_there() {
        let table = [
            ("6Rk/8/8/Kr6 r 0/0 0 8 -", "a1b1", "wins-piece", "r"),
            ("8/8/1k6/Kr6 r 0/0 0 8 -", "a1b1", "trades", "r"),
            // Two chariots are attacked, and one of them moves away.
            ("k6r/R6R/8/8 r 0/0 0 8 -", "a3b3", "saves", "R"),
        ];
        for (text, action, code, letter) in table {
            let found = codes(Variant::Banqi, text, action);
            assert!(found.contains(&(code, Some(letter.to_owned()))), "{text} {action}: {found:?}");
        }
    }
}
