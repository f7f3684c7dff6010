//! Endings of banqi with three or four pieces, from exact tables.
//!
//! The tables know the result of every placement where points do not decide the game. A puzzle is a
//! placement in which exactly one action wins, against every defence and without a limit of its
//! length, and in which the same holds after each best reply, up to the last action.

use crate::{GamePuzzle, Goal, Theme, Themes};
use banqi::{Action, Bag, Board, Color, Options, Piece, Position, Square};
use bots::{
    Seeded,
    banqi::{ExactEndings, Verdict},
};
use game::Dice;
use games::{AnyAction, AnyGame, Variant};

/// The options under which the tables are exact: the usual rules, but points do not count.
const OPTIONS: &str = "target=none";
/// Numbers of the solver's actions.
const MIN_MOVES: usize = 2;
const MAX_MOVES: usize = 7;
/// Number of placements of one material that are looked at.
const PLACEMENTS: u32 = 4_000;
/// Ply of the first position: the first seat moves.
const PLY: u32 = 60;

/// Returns the ending of this number in a seed: the first one of a random material, with its rating.
/// `None` if no placement that was looked at is a puzzle.
pub fn find_ending(seed: u64, number: u32) -> Option<GamePuzzle> {
    let mut dice =
        Seeded::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number) << 20) ^ 0xe9d);
    let options: Options = OPTIONS.parse().ok()?;
    let material = material(&mut dice);
    let mut tables = ExactEndings::default();
    for _ in 0..PLACEMENTS {
        let text = placement(&material, &mut dice);
        let Ok(position) = Position::from_text(options, &text) else { continue };
        if let Some(line) = solution(&mut tables, position.board()) {
            let puzzle = puzzle(&text, position.board(), line)?;
            let rating = super::own_game::rate_game_puzzle(&puzzle);
            return Some(puzzle.with_rating(rating));
        }
    }
    None
}

/// Three or four random pieces of both colours.
fn material(dice: &mut Seeded) -> Vec<Piece> {
    let counts = [[2, 1], [2, 2], [2, 2], [3, 1]];
    let [red, black] = counts[dice.roll(counts.len() as u32) as usize % counts.len()];
    let mut pieces = Vec::new();
    for (color, count) in [(Color::Red, red), (Color::Black, black)] {
        let mut left: Vec<Piece> =
            Bag::full().pieces().filter(|piece| piece.color == color).collect();
        for _ in 0..count {
            let at = dice.roll(left.len() as u32) as usize % left.len();
            pieces.push(left.swap_remove(at));
        }
    }
    pieces
}

/// A position with these pieces on random squares and Red on move. All other pieces were captured.
fn placement(material: &[Piece], dice: &mut Seeded) -> String {
    let mut letters = [None; Square::COUNT];
    let mut places: Vec<usize> = (0..Square::COUNT).collect();
    for piece in material {
        let at = dice.roll(places.len() as u32) as usize % places.len();
        letters[places.swap_remove(at)] = Some(piece.letter());
    }
    let points = |color: Color| -> u16 {
        let of_color = |piece: &Piece| piece.color == color;
        let all: u16 = Bag::full().pieces().filter(of_color).map(|it| it.kind.points()).sum();
        let left: u16 = material.iter().copied().filter(of_color).map(|it| it.kind.points()).sum();
        all - left
    };
    let ranks: Vec<String> = letters.chunks(8).map(rank).collect();
    let (red, black) = (points(Color::Black), points(Color::Red));
    format!("{} r {red}/{black} 0 {PLY} -", ranks.join("/"))
}

/// A rank as it is written: letters, and numbers of empty squares.
fn rank(letters: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for letter in letters {
        match letter {
            Some(letter) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(*letter);
            }
            None => empty += 1,
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// The solution: the only winning actions, with the replies that hold out longest. `None` if a
/// placement is no puzzle.
fn solution(tables: &mut ExactEndings, board: &Board) -> Option<Vec<Action>> {
    let Some(Verdict::Win(plies)) = tables.verdict(board) else { return None };
    if !(MIN_MOVES..=MAX_MOVES).contains(&usize::from(plies).div_ceil(2)) {
        return None;
    }
    let solver = board.mover();
    let mut board = board.clone();
    let mut line = Vec::new();
    while !board.is_over() {
        let is_own = board.mover() == solver;
        let mut winning = Vec::new();
        for (action, next) in actions(&board) {
            if let Some(plies) = plies_to_win(tables, &next, solver) {
                winning.push((plies, action, next));
            }
        }
        let chosen = if is_own {
            // Of several last moves any is right, but not of several first ones.
            let is_last = winning.iter().any(|(plies, ..)| *plies == 0);
            if winning.len() > 1 && (line.is_empty() || !is_last) {
                return None;
            }
            winning.into_iter().min_by_key(|&(plies, action, _)| (plies, action))
        } else {
            winning.into_iter().max_by_key(|&(plies, action, _)| (plies, action))
        };
        let (_, action, next) = chosen?;
        line.push(action);
        if line.len() > 2 * MAX_MOVES {
            return None;
        }
        board = next;
    }
    (line.len() >= 2 * MIN_MOVES - 1).then_some(line)
}

/// The actions of a board on which every piece is face up, with the boards after them.
fn actions(board: &Board) -> Vec<(Action, Board)> {
    let mut actions = Vec::new();
    board.actions_into(&mut actions);
    let after = |action| {
        let mut next = board.clone();
        next.make(action, None);
        (action, next)
    };
    actions.into_iter().map(after).collect()
}

/// Number of plies in which the solver wins. `None` if it does not.
fn plies_to_win(tables: &mut ExactEndings, board: &Board, solver: game::Seat) -> Option<u8> {
    if let Some((_, winner)) = board.ending() {
        let is_won = winner.and_then(|color| board.seat_of(color)) == Some(solver);
        return is_won.then_some(0);
    }
    match (tables.verdict(board)?, board.mover() == solver) {
        (Verdict::Win(plies), true) | (Verdict::Loss(plies), false) => Some(plies),
        _ => None,
    }
}

fn puzzle(text: &str, board: &Board, line: Vec<Action>) -> Option<GamePuzzle> {
    let first = *line.first()?;
    let mut themes = Themes::default();
    themes.insert(Theme::Ending);
    if !board.captures(first) {
        themes.insert(Theme::QuietWin);
    }
    let start = AnyGame::from_text(Variant::Banqi, OPTIONS, text).ok()?;
    let actions = line.into_iter().map(AnyAction::Banqi).collect();
    GamePuzzle::new(start, actions, Goal::Mate, 0, themes)
}

/// Whether the first action of an ending is the only one that wins, by the exact tables. `None` for
/// a position without tables.
pub(super) fn is_only_solution(puzzle: &GamePuzzle) -> Option<bool> {
    let options: Options = puzzle.start().options_text().parse().ok()?;
    let position = Position::from_text(options, &puzzle.start().truth_text()).ok()?;
    let board = position.board();
    let mut tables = ExactEndings::default();
    tables.verdict(board)?;
    let winning: Vec<AnyAction> = actions(board)
        .into_iter()
        .filter(|(_, next)| plies_to_win(&mut tables, next, board.mover()).is_some())
        .map(|(action, _)| AnyAction::Banqi(action))
        .collect();
    Some(winning == puzzle.line()[..1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_one_winning_action() {
        // Other materials are drawn, or won in several ways.
        assert_eq!(find_ending(1, 0), None);
        for number in [1, 7, 8] {
            let puzzle = find_ending(1, number).expect("an ending");
            let text = puzzle.to_string();
            assert!(text.starts_with("target=none "), "{text}");
            assert_eq!(GamePuzzle::read(Variant::Banqi, &text).as_ref(), Ok(&puzzle));
            assert_eq!(crate::generate::is_only_solution(&puzzle), Some(true), "{text}");
            assert!((MIN_MOVES..=MAX_MOVES).contains(&puzzle.moves()), "{text}");
        }
    }

    #[test]
    fn a_placement_with_two_winning_actions_is_no_puzzle() {
        let position =
            Position::from_text(OPTIONS.parse().expect("options"), "8/8/2r5/1R1R4 r 90/85 0 60 -");
        let position = position.expect("a position");
        assert_eq!(solution(&mut ExactEndings::default(), position.board()), None);
    }
}
