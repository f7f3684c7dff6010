//! Legal actions and explanations of illegal ones. Both are computed from what the side itself
//! knows, so they cannot reveal more than its view.

use crate::{
    Action, Choice, Locks, Mole, Options, Places, Sighting, Stage,
    position::{is_pawn_of, is_safe_turn, pawns},
    text::Sheet,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use game::{Refusal, sort_few};
use xiangqi::{Side, Square};

/// Lists the legal actions of `side`, sorted by text. `sheet` is what `side` knows.
pub(crate) fn legal(sheet: &Sheet, side: Side, options: &Options) -> Vec<Action> {
    let actions: Vec<Action> = match sheet.stage {
        Stage::Play if sheet.board.side_to_move() == side => {
            let mut actions: Vec<Action> =
                sheet.board.legal_moves().into_iter().map(Action::Move).collect();
            actions.extend(mole_ready_to_turn(sheet, side).map(Action::Turn));
            actions
        }
        Stage::Play => Vec::new(),
        _ if !sheet.owes(side) => Vec::new(),
        Stage::Lock => lock_sets(sheet, side, options).map(Action::Lock).collect(),
        Stage::Choose => pawns(&sheet.board, !side)
            .filter(|&square| !is_locked(sheet, !side, square))
            .map(Choice::Pawn)
            .chain([Choice::Random, Choice::Waive])
            .map(Action::Choose)
            .collect(),
        Stage::Place => Places::all().map(Action::Place).collect(),
    };
    let mut texts: Vec<(String, Action)> =
        actions.into_iter().map(|action| (action.to_string(), action)).collect();
    sort_few(&mut texts, |a, b| a.0 < b.0);
    texts.into_iter().map(|(_, action)| action).collect()
}

fn lock_sets(sheet: &Sheet, side: Side, options: &Options) -> impl Iterator<Item = Locks> {
    let own: Vec<Square> = pawns(&sheet.board, side).collect();
    let ones: Vec<Locks> = own.iter().map(|&square| Locks::one(square)).collect();
    let twos = own.iter().flat_map(|&one| {
        own.iter().filter_map(move |&other| Locks::two(one, other).filter(|_| one < other))
    });
    let twos: Vec<Locks> = twos.collect();
    let max = options.locks;
    [Locks::NONE]
        .into_iter()
        .chain(ones.into_iter().filter(move |_| max >= 1))
        .chain(twos.into_iter().filter(move |_| max >= 2))
}

fn is_locked(sheet: &Sheet, side: Side, square: Square) -> bool {
    matches!(sheet.locks[side.index()], Sighting::Known(locks) if locks.contains(square))
}

/// The square of the side's own mole, if it may turn the mole now.
fn mole_ready_to_turn(sheet: &Sheet, side: Side) -> Option<Square> {
    match sheet.moles[side.index()] {
        Sighting::Known(Mole::At(square))
            if sheet.barred[side.index()] == 0 && is_safe_turn(&sheet.board, square) =>
        {
            Some(square)
        }
        _ => None,
    }
}

/// Checks whether `side` may play `action`. `sheet` is what `side` knows.
pub(crate) fn judge(
    sheet: &Sheet,
    side: Side,
    options: &Options,
    action: Action,
) -> Result<(), Refusal> {
    match (sheet.stage, action) {
        (Stage::Play, Action::Move(_) | Action::Turn(_)) if sheet.board.side_to_move() != side => {
            Err(Refusal::new("not-your-turn", format!("it is {}'s turn", !side)))
        }
        (Stage::Play, Action::Move(played)) => sheet.board.check_move(played),
        (Stage::Play, Action::Turn(square)) => check_turn(sheet, side, square),
        (Stage::Play, _) => Err(Refusal::new("not-this-step", "the set-up is over")),
        (_, Action::Move(_) | Action::Turn(_)) => {
            Err(Refusal::new("not-this-step", "the game is still being set up"))
        }
        (stage, action) if stage != stage_of(action) => {
            Err(Refusal::new("not-this-step", format!("the step now is `{stage}`")))
        }
        _ if !sheet.owes(side) => {
            Err(Refusal::new("already-chosen", "you have made this choice already"))
        }
        (_, Action::Lock(locks)) => check_locks(sheet, side, options, locks),
        (_, Action::Choose(Choice::Pawn(square))) => check_pawn(sheet, side, square),
        (_, Action::Choose(Choice::Random | Choice::Waive) | Action::Place(_)) => Ok(()),
    }
}

const fn stage_of(action: Action) -> Stage {
    match action {
        Action::Move(_) | Action::Turn(_) => Stage::Play,
        Action::Lock(_) => Stage::Lock,
        Action::Choose(_) => Stage::Choose,
        Action::Place(_) => Stage::Place,
    }
}

/// Checks a defection. A reader who does not know the mole accepts any pawn that it can be.
fn check_turn(sheet: &Sheet, side: Side, square: Square) -> Result<(), Refusal> {
    let own = match sheet.moles[side.index()] {
        Sighting::Known(Mole::At(own)) => own,
        Sighting::Hidden if is_pawn_of(&sheet.board, square, !side) => square,
        Sighting::Known(Mole::Turned) => {
            return Err(Refusal::new("no-mole", "your mole has already defected"));
        }
        Sighting::Known(Mole::Lost) => {
            return Err(Refusal::new("no-mole", "you captured your own mole"));
        }
        _ => return Err(Refusal::new("no-mole", "you have no mole")),
    };
    if own != square {
        return Err(Refusal::new("not-your-mole", format!("your mole is not on {square}")));
    }
    match sheet.barred[side.index()] {
        0 => {}
        1 => {
            let message = "one own move is still to be made before you may turn";
            return Err(Refusal::new("barred", message).with(1));
        }
        left => {
            let message = format!("{left} own moves are still to be made before you may turn");
            return Err(Refusal::new("barred", message).with(left));
        }
    }
    if is_safe_turn(&sheet.board, square) {
        return Ok(());
    }
    let message = format!("a defection on {square} leaves {side}'s general attacked");
    Err(Refusal::new("leaves-general-attacked", message))
}

fn check_locks(sheet: &Sheet, side: Side, options: &Options, locks: Locks) -> Result<(), Refusal> {
    if locks.iter().count() > usize::from(options.locks) {
        let message = format!("each side may lock at most {} of its pawns", options.locks);
        return Err(Refusal::new("too-many-locks", message).with(options.locks));
    }
    match locks.iter().find(|&square| !is_pawn_of(&sheet.board, square, side)) {
        Some(square) => {
            Err(Refusal::new("not-a-pawn", format!("{side} has no pawn on {square}")).with(square))
        }
        None => Ok(()),
    }
}

fn check_pawn(sheet: &Sheet, side: Side, square: Square) -> Result<(), Refusal> {
    if !is_pawn_of(&sheet.board, square, !side) {
        return Err(
            Refusal::new("not-a-pawn", format!("{} has no pawn on {square}", !side)).with(square)
        );
    }
    if is_locked(sheet, !side, square) {
        return Err(Refusal::new("locked", format!("{} has locked the pawn on {square}", !side))
            .with(square));
    }
    Ok(())
}
