//! Compares the tables with the rules: every game here is played on a [`Board`].

mod forward;

use super::*;
use crate::{BanqiBot, Bot, Level, Limits, Seeded};
use banqi::{Action, Banqi, Color, Kind, Piece, Square};
use forward::Forward;
use game::{Dice, Game, Observer, Turn};

/// All materials with this many pieces that can occur.
fn materials(count: usize) -> Vec<Material> {
    let mut lists: Vec<Vec<Piece>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |list: &Vec<Piece>| {
            let (list, last) = (list.clone(), list.last().copied());
            let next = Piece::all().filter(move |&piece| last.is_none_or(|last| last <= piece));
            next.map(move |piece| list.iter().copied().chain([piece]).collect())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    let there_are = |list: &Vec<Piece>| {
        let count = |piece| list.iter().filter(|&&other| other == piece).count();
        list.iter().all(|&piece| count(piece) <= piece.kind.count().into())
    };
    let has_both = |list: &Vec<Piece>| {
        Color::ALL.iter().all(|&color| list.iter().any(|piece| piece.color == color))
    };
    lists.retain(|list| there_are(list) && has_both(list));
    let mut materials: Vec<Material> = lists.iter().map(|list| Material::of(list).0).collect();
    materials.sort_unstable();
    materials.dedup();
    materials
}

/// The board with these pieces on these squares.
fn board(pieces: &[Piece], squares: &[Square], turn: Color, quiet: u16) -> Board {
    let mut rows = [['1'; 8]; 4];
    for (piece, square) in pieces.iter().zip(squares) {
        rows[3 - usize::from(square.rank())][usize::from(square.file())] = piece.letter();
    }
    let rows = rows.map(String::from_iter).join("/");
    let text = format!("{rows} {} 0/0 {quiet} 90 -", turn.letter());
    Board::from_text(Options::TAIWAN, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Random distinct squares.
fn draw_squares(count: usize, dice: &mut Seeded) -> Vec<Square> {
    let mut squares: Vec<Square> = Square::all().collect();
    (dice as &mut dyn Dice).shuffle(&mut squares);
    squares.truncate(count);
    squares
}

/// Builds the table of this material.
fn built(material: Material) -> Endgames {
    let pieces: Vec<Piece> = material.pieces().collect();
    let squares: Vec<Square> = Square::all().take(pieces.len()).collect();
    let board = board(&pieces, &squares, Color::Red, 0);
    let mut endgames = Endgames::default();
    endgames.prepare(&board);
    while endgames.ask(&board).is_none() {}
    endgames
}

/// Checks every placement with every number of quiet plies.
fn assert_exact(material: Material) {
    let mut endgames = built(material);
    Forward::new(material.pieces().collect()).for_each(|board, quiet, worth| {
        let Some(verdict) = endgames.ask(board) else { panic!("{board:?} is in no table") };
        let told = match verdict.after_quiet(quiet, 60) {
            Verdict::Win(_) => 1,
            Verdict::Draw => 0,
            Verdict::Loss(_) => -1,
        };
        assert_eq!(told, worth, "{verdict:?} after {quiet} quiet plies: {board:?}");
    });
}

#[test]
fn two_pieces_are_as_a_forward_search_has_them() {
    let materials = materials(2);
    assert_eq!(materials.len(), 28);
    materials.into_iter().for_each(assert_exact);
}

/// One material in twenty, or one in `CHUHE_ENDGAMES` as set at build time. All of them take some
/// minutes.
#[test]
fn three_pieces_are_as_a_forward_search_has_them() {
    let step = option_env!("CHUHE_ENDGAMES").unwrap_or("20").parse().expect("a number");
    materials(3).into_iter().step_by(step).for_each(assert_exact);
}

/// Computes a verdict from the actions by the rules. `None` if an action leads to a position
/// without a table.
fn by_children(board: &Board, endgames: &mut Endgames) -> Option<Verdict> {
    if let Some((_, winner)) = board.ending() {
        return Some(match winner {
            None => Verdict::Draw,
            Some(color) if Some(color) == board.turn() => Verdict::Win(0),
            Some(_) => Verdict::Loss(0),
        });
    }
    let mut actions = Vec::new();
    board.actions_into(&mut actions);
    let (mut wins, mut losses, mut draws) = (Vec::new(), Vec::new(), false);
    for action in actions {
        let mut after = board.clone();
        after.make(action, None);
        let verdict =
            if after.is_over() { by_children(&after, endgames)? } else { endgames.ask(&after)? };
        let plies = |plies: u8| if board.captures(action) { 1 } else { plies + 1 };
        match verdict {
            Verdict::Win(after) => losses.push(plies(after)),
            Verdict::Draw => draws = true,
            Verdict::Loss(after) => wins.push(plies(after)),
        }
    }
    Some(match wins.into_iter().min() {
        Some(plies) => Verdict::Win(plies),
        None if draws => Verdict::Draw,
        None => Verdict::Loss(losses.into_iter().max()?),
    })
}

/// Random materials and placements: each verdict must follow from those of its successors, which
/// are other placements and the fully checked tables of three.
#[test]
fn four_pieces_follow_from_their_children() {
    for seed in 40..52 {
        let mut dice = Seeded::new(seed);
        let all = materials(4);
        let material = all[dice.roll(all.len() as u32) as usize];
        let pieces: Vec<Piece> = material.pieces().collect();
        let mut endgames = built(material);
        for _ in 0..4_000 {
            let turn = Color::ALL[dice.roll(2) as usize];
            let quiet = dice.roll(60) as u16;
            let board = board(&pieces, &draw_squares(4, &mut dice), turn, quiet);
            let expected = by_children(&board, &mut endgames);
            let told = if board.is_over() { expected } else { endgames.ask(&board) };
            assert_eq!(told, expected, "seed {seed}: {board:?}");
        }
    }
}

#[test]
fn mirrors_and_exchanged_colours_change_nothing() {
    for seed in 60..64 {
        let mut dice = Seeded::new(seed);
        let all = materials(4);
        let material = all[dice.roll(all.len() as u32) as usize];
        let pieces: Vec<Piece> = material.pieces().collect();
        let mut endgames = built(material);
        for _ in 0..1_000 {
            let squares = draw_squares(4, &mut dice);
            let turn = Color::ALL[dice.roll(2) as usize];
            let told = endgames.ask(&board(&pieces, &squares, turn, 0));
            let flip = |square: &Square| Square::new(7 - square.file(), square.rank());
            let turn_over = |square: &Square| Square::new(square.file(), 3 - square.rank());
            let flipped: Vec<Square> = squares.iter().map(flip).collect();
            let turned: Vec<Square> = squares.iter().map(turn_over).collect();
            let exchanged: Vec<Piece> =
                pieces.iter().map(|piece| Piece::new(piece.color.other(), piece.kind)).collect();
            for same in [
                board(&pieces, &flipped, turn, 0),
                board(&pieces, &turned, turn, 0),
                board(&exchanged, &squares, turn.other(), 0),
            ] {
                assert_eq!(endgames.ask(&same), told, "seed {seed}: {same:?}");
            }
        }
    }
}

/// The action that delays the win the longest.
fn defend(board: &Board, endgames: &mut Endgames) -> Option<Action> {
    let mut actions = Vec::new();
    board.actions_into(&mut actions);
    actions.into_iter().max_by_key(|&action| {
        let mut after = board.clone();
        after.make(action, None);
        match endgames.ask(&after) {
            Some(Verdict::Loss(_)) => 1_000,
            Some(Verdict::Draw) => 500,
            Some(Verdict::Win(plies)) if !board.captures(action) => plies.into(),
            _ => 0,
        }
    })
}

#[test]
fn won_endings_are_won_against_the_best_defence() {
    let mut longest = 0;
    for seed in 80..86 {
        let mut dice = Seeded::new(seed);
        let all = materials(4);
        let material = all[dice.roll(all.len() as u32) as usize];
        let pieces: Vec<Piece> = material.pieces().collect();
        let mut endgames = built(material);
        for _ in 0..4 {
            let start = board(&pieces, &draw_squares(4, &mut dice), Color::Red, 5);
            let Some(Verdict::Win(plies)) = endgames.ask(&start).filter(|_| !start.is_over())
            else {
                continue;
            };
            longest = longest.max(plies);
            let text = format!("seed {seed}: {start:?}");
            let winner = winner_of(&start, &[], &mut endgames);
            assert_eq!(winner, Some(Color::Red), "{text}");
        }
    }
    assert!(longest > 10, "too easy: {longest}");
}

/// Plays `moves`, then lets the bot play the side to move against the tables. Returns the winner.
fn winner_of(start: &Board, moves: &[Action], endgames: &mut Endgames) -> Option<Color> {
    let mut bot = BanqiBot::new(Level::Top);
    let view = banqi::BanqiView::running(Observer::Spectator, start.clone());
    let mut game = Banqi::from_text(Options::TAIWAN, &view.to_string()).expect("a position");
    let mut moves = moves.iter().copied();
    while let Turn::Seat(seat) = game.turn() {
        let action = if let Some(action) = moves.next() {
            action
        } else if game.board().turn() == start.turn() {
            let view = game.view(Observer::Seat(seat));
            let limits = Limits::of_nodes(20_000);
            bot.choose(&view, game.history(), &limits, &mut Seeded::new(1))?.action
        } else {
            let draws = |action: &Action| {
                let mut after = game.clone();
                let played = after.play(seat, *action).is_ok();
                played && after.outcome().is_some_and(|outcome| outcome.winners.is_empty())
            };
            let drawing = game.legal(seat).into_iter().find(draws);
            drawing.or_else(|| defend(game.board(), endgames))?
        };
        game.play(seat, action).ok()?;
    }
    let winner = game.outcome()?.winners.iter().next()?;
    game.board().color_of(winner)
}

/// Quiet moves of both sides back and forth, after which neither may go back again: the position
/// would occur for the third time.
fn to_and_fro(board: &Board) -> Option<Vec<Action>> {
    let quiet = |board: &Board| {
        let mut actions = Vec::new();
        board.actions_into(&mut actions);
        actions.into_iter().find(|&action| !board.captures(action))
    };
    let back = |action: Action| Action::Move(action.target(), action.from());
    let mut board = board.clone();
    let mine = quiet(&board)?;
    board.make(mine, None);
    let yours = quiet(&board)?;
    board.make(yours, None);
    // A piece that stepped can step back unless another one has moved in between.
    let moves = vec![mine, yours, back(mine), back(yours), mine, yours];
    (!board.occupied().contains(mine.from())).then_some(moves)
}

#[test]
fn what_was_there_twice_before_costs_no_win() {
    let mut count = 0;
    for seed in 100..106 {
        let mut dice = Seeded::new(seed);
        let all = materials(3);
        let material = all[dice.roll(all.len() as u32) as usize];
        let pieces: Vec<Piece> = material.pieces().collect();
        let mut endgames = built(material);
        for _ in 0..40 {
            let start = board(&pieces, &draw_squares(3, &mut dice), Color::Red, 0);
            let Some(moves) = to_and_fro(&start) else { continue };
            let mut now = start.clone();
            moves.iter().for_each(|&action| {
                now.make(action, None);
            });
            if !matches!(endgames.ask(&now), Some(Verdict::Win(3..))) {
                continue;
            }
            let winner = winner_of(&start, &moves, &mut endgames);
            assert_eq!(winner, Some(Color::Red), "seed {seed}: {start:?}, {moves:?}");
            count += 1;
        }
    }
    assert!(count > 10, "{count} games");
}

#[test]
fn each_question_builds_a_little_and_no_table_is_too_many() {
    use Kind::{Advisor, Cannon, Chariot, Horse, Minister, Soldier};
    let kinds = [Advisor, Minister, Chariot, Horse, Cannon, Soldier];
    let piece = |(at, &kind): (usize, &Kind)| Piece::new(Color::ALL[at % 2], kind);
    let pieces: Vec<Piece> = kinds.iter().enumerate().map(piece).collect();
    let squares: Vec<Square> = Square::all().step_by(5).take(6).collect();
    let mut endgames = Endgames::default();
    endgames.prepare(&board(&pieces, &squares, Color::Red, 0));
    // All subsets of four of the six pieces; each has both colours.
    let mut fours = Vec::new();
    for one in 0..6 {
        for other in 0..one {
            let left = (0..6).filter(|&at| at != one && at != other);
            fours.push(left.collect::<Vec<_>>());
        }
    }
    for four in &fours {
        let pieces: Vec<Piece> = four.iter().map(|&at| pieces[at]).collect();
        let squares: Vec<Square> = four.iter().map(|&at| squares[at]).collect();
        let board = board(&pieces, &squares, Color::Red, 0);
        let mut questions = 0;
        while endgames.ask(&board).is_none() {
            questions += 1;
        }
        assert!(questions > 1_000, "built in {questions} questions");
    }
    let size = endgames.size();
    assert!(size > 7 << 20 && size <= ENDGAME_BYTES, "{size} bytes");
    // With one piece fewer, tables that can no longer occur are dropped.
    endgames.prepare(&board(&pieces[..5], &squares[..5], Color::Red, 0));
    assert!(endgames.size() < size / 2, "{} of {size} bytes", endgames.size());
    endgames.prepare(&Board::start(Options::SEED));
    assert_eq!(endgames.size(), 0, "other rules");
}
