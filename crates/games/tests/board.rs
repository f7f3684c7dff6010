//! The board that is drawn, compared with the games' own texts.

use conformance::TestDice;
use game::{Observer, Turn};
use games::{
    AnyGame, AnyView, Variant,
    board::{BoardShape, BoardView, Face, Piece, Point, Side, SideStatus, Step},
};
use std::fmt::Write;

const RULES: &[(Variant, &str)] = &[
    (Variant::Xiangqi, ""),
    (Variant::Undercover, ""),
    (Variant::Undercover, "locks=1"),
    (Variant::Sifang, ""),
    (Variant::Sifang, "mode=solo"),
    (Variant::Sifang, "mode=solo end=points"),
    (Variant::Banqi, ""),
    (Variant::Banqi, "taiwan"),
];

const SIDES: [Side; 5] = [Side::Red, Side::Black, Side::Green, Side::Yellow, Side::Blue];

/// Everything that a page draws of a board in play.
fn drawn(board: &BoardView) -> String {
    let statuses = SIDES.map(|side| (board.status(side), board.points(side), board.is_out(side)));
    let lost = SIDES.map(|side| board.plays_without_marshal(side));
    let faces: Vec<(Point, Face)> = board.faces().collect();
    format!(
        "{faces:?} {statuses:?} {lost:?} {:?} {:?} {:?}",
        board.moles(),
        board.checked_general(),
        board.turn()
    )
}

/// The rows of a board as its texts have them.
fn rows(board: &BoardView) -> String {
    let shape = board.shape();
    let separator = if shape == BoardShape::Cross { "," } else { "" };
    let row = |row: i8| {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        let points = (0..shape.cols()).map(|col| Point::new(col, row));
        for face in points.filter(|&point| shape.has(point)).map(|point| board.at(point)) {
            match face {
                None => empty += 1,
                Some(face) => {
                    cells.extend((empty > 0).then(|| empty.to_string()));
                    cells.push(face.text(shape));
                    empty = 0;
                }
            }
        }
        cells.extend((empty > 0).then(|| empty.to_string()));
        cells.join(separator)
    };
    (0..shape.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// The board of a view, of the view's text, and of the start with the actions since then are the
/// same. Its rows are those of the text. Two games that differ only in what an observer may not
/// know have the same board. Every legal move can be planned before the turn.
#[test]
fn boards_show_what_the_views_say() {
    for &(variant, options) in RULES {
        for seed in 1..=2 {
            play(variant, options, seed, 100);
        }
    }
}

fn play(variant: Variant, options: &str, seed: u64, plies: usize) {
    let mut dice = TestDice::new(seed);
    let mut game = AnyGame::new(variant, options, &mut dice).expect("options");
    let observers: Vec<Observer> = Observer::all(variant.seats()).collect();
    let mut replayed: Vec<Option<BoardView>> = vec![None; observers.len()];
    for ply in 0..plies {
        let context = format!("{variant} {options} seed {seed} ply {ply}");
        for (&observer, replayed) in observers.iter().zip(&mut replayed) {
            let view = game.view(observer);
            let board = BoardView::of(&view);
            let text = view.to_string();
            let read = BoardView::read(variant, options, &text).expect("a view's text");
            assert_eq!(drawn(&read), drawn(&board), "{context} {observer:?}");
            assert_eq!(text.split(' ').next(), Some(rows(&board).as_str()), "{context}");
            let other = game.resample(observer, &mut dice).view(observer);
            assert_eq!(drawn(&BoardView::of(&other)), drawn(&board), "{context} {observer:?}");
            if matches!(game.turn(), Turn::Seat(_)) {
                let replayed = replayed.get_or_insert_with(|| read.clone());
                assert_eq!(drawn(replayed), drawn(&board), "{context} {observer:?}: replayed");
            }
        }
        let Some(seat) = game.turn().seats().iter().next() else { return };
        let mut actions = game.legal(seat);
        let board = BoardView::of(&game.view(Observer::Seat(seat)));
        let side = Side::of_seat(board.shape(), game.seat_letter(seat));
        let plans = board.premoves(side);
        for step in actions.iter().filter_map(|&action| Step::of(action)) {
            let can_plan = plans.contains(&step) || matches!(step, Step::TurnMole(_));
            assert!(can_plan, "{context}: {step:?} cannot be planned");
        }
        if variant == Variant::Sifang && ply == 60 {
            actions = game.leave(seat).map_or(actions, |_| Vec::new());
        }
        if !actions.is_empty() {
            game.play(seat, dice.pick(&actions)).expect("legal");
        }
        let history = game.history();
        let played = history.last().expect("just played");
        for (&observer, replayed) in observers.iter().zip(&mut replayed) {
            let described = game.describe_for(played, observer);
            if let (Some(board), Some(done)) = (replayed, described) {
                let change = board.play_text(&done).expect("an action of the game");
                assert_eq!(change.step, Step::of(played.action), "{context}");
            }
        }
    }
}

fn board(variant: Variant, options: &str, text: &str) -> BoardView {
    BoardView::read(variant, options, text).expect(text)
}

const CROSS: &str = "yB,yC,1,yM,1,yC,yB/2,yT,yI,yI,yI,yT,2/4,yF,yA,yF,4/bB,5,yA,5,gB/bC,bT,9,gT,gC/1,bI,bF,7,gF,gI,1/bM,bI,bA,bA,5,gA,gA,gI,gM/1,bI,bF,7,gF,gI,1/bC,bT,9,gT,gC/bB,5,rA,5,gB/4,rF,rA,rF,4/2,rT,rI,rI,rI,rT,2/rB,rC,1,rM,1,rC,rB r ns -/-/-/- 0 0";

#[test]
fn every_piece_that_checks_is_seen() {
    for (rows, turn, checked) in [
        ("4k4/9/9/9/4R4/9/9/9/9/3K5", 'b', Some("e9")),
        ("4k4/9/4a4/9/4C4/9/9/9/9/3K5", 'b', None),
        ("4k4/4a4/9/9/4C4/9/9/9/9/3K5", 'b', Some("e9")),
        ("4k4/9/3N5/9/9/9/9/9/9/5K3", 'b', Some("e9")),
        ("4k4/3p5/3N5/9/9/9/9/9/9/5K3", 'b', None),
        ("4k4/4P4/9/9/9/9/9/9/9/3K5", 'b', Some("e9")),
        ("4k4/9/9/9/9/9/9/9/3p5/3K5", 'w', Some("d0")),
    ] {
        let Ok(board) = BoardView::read(Variant::Xiangqi, "", &format!("{rows} {turn} - - 0 1"))
        else {
            assert_eq!(checked, None, "{rows}");
            continue;
        };
        let found = board.checked_general().map(|point| BoardShape::River.name(point));
        assert_eq!(found.as_deref(), checked, "{rows}");
        let in_check = if turn == 'w' { Side::Red } else { Side::Black };
        let expected = checked.map_or(SideStatus::Playing, |_| SideStatus::InCheck);
        assert_eq!(board.status(in_check), expected, "{rows}");
    }
}

/// The captured faces and the pieces that left, as texts.
#[test]
fn a_change_names_what_it_took() {
    let river = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let moles = format!("{river} ?/? 0/0");
    let solo = CROSS.replace(" ns ", " solo ");
    let half = "********/********/********/******** - 0/0 0 0 ?";
    for (variant, text, done, captured, removed) in [
        (Variant::Xiangqi, river, "h2h9", Some("n"), 0),
        (Variant::Xiangqi, river, "h2e2", None, 0),
        (Variant::Undercover, &moles, "@e6", None, 0),
        (Variant::Banqi, half, "a1=c", None, 0),
        (Variant::Banqi, "C*6/8/8/*7 r 0/0 0 9 ?", "a4b4", None, 0),
        (Variant::Banqi, "C1*5/8/8/*7 r 0/0 0 9 ?", "a4c4=n", Some("n"), 0),
        (Variant::Sifang, &solo, "7a7g", None, 14),
        (Variant::Sifang, CROSS, "7a7g", None, 0),
        (Variant::Sifang, &solo, "out:y", None, 14),
    ] {
        let shape = BoardShape::of(variant);
        let mut board = board(variant, "", text);
        let count = board.faces().count();
        let change = board.play_text(done);
        if done == "a4b4" {
            assert_eq!(change, None, "the captured face is not named");
            continue;
        }
        let change = change.expect(done);
        assert_eq!(change.captured.map(|face| face.text(shape)).as_deref(), captured, "{done}");
        assert_eq!(change.removed.len(), removed, "{done}");
        let left = count - removed - usize::from(captured.is_some());
        assert_eq!(board.faces().count(), left, "{done}");
    }
}

/// The race ends where the rules of the options say so.
#[test]
fn only_races_have_places() {
    let solo = CROSS.replace(" ns ", " solo ");
    for (options, text, status) in [
        ("mode=solo", &*solo, SideStatus::Placed(1)),
        ("mode=solo end=points", &solo, SideStatus::Playing),
        ("", CROSS, SideStatus::Playing),
    ] {
        let mut board = board(Variant::Sifang, options, text);
        assert!(!board.is_out(Side::Red), "{options}");
        board.play_text("7a7g").expect("a marshal is there");
        assert_eq!(board.is_out(Side::Red), status != SideStatus::Playing, "{options}");
        assert_eq!(board.status(Side::Red), status, "{options}");
    }
}

#[test]
fn hidden_pieces_are_shown_until_they_are_turned_up() {
    let mut half = board(Variant::Banqi, "", "8/4*3/8/C*2**2 r 0/0 0 9 kPnR");
    let mut shown = |done: &str| {
        if !done.is_empty() {
            half.play_text(done).expect(done);
        }
        let mut text = String::new();
        for (point, piece) in half.hidden() {
            let (name, letter) = (BoardShape::Half.name(point), piece.text(BoardShape::Half));
            let _ = write!(text, "{name}{letter} ");
        }
        text
    };
    for (done, hidden) in [
        ("", "e3k b1P e1n f1R "),
        ("e3=k", "b1P e1n f1R "),
        ("a1e1=n", "b1P f1R "),
        ("e1e2", "b1P f1R "),
    ] {
        assert_eq!(shown(done), hidden, "{done}");
    }
    let running = board(Variant::Banqi, "", "8/4*3/8/C*2**2 r 0/0 0 9 ?");
    assert!(running.hidden().is_empty());
}

#[test]
fn impossible_actions_change_nothing() {
    let river = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let moles = format!("{river} e6/? 0/0");
    for (variant, text, actions) in [
        (Variant::Xiangqi, river, &["a5a6", "@e6", "mole:e6", "a1", "", "h2"][..]),
        (Variant::Undercover, &moles, &["a5a6", "@e5", "mole:e6", "lock:-"]),
        (Variant::Banqi, "8/8/8/K**4p r 0/0 0 8 ?", &["a2a3", "b1", "h1=k", "a1b1", "x"]),
        (Variant::Sifang, CROSS, &["7g7h", "out:x", "a1b1"]),
    ] {
        for done in actions {
            let mut board = board(variant, "", text);
            let before = board.clone();
            assert_eq!(board.play_text(done), None, "{variant} {done}");
            assert_eq!(board, before, "{variant} {done}");
        }
    }
    let mut empty = BoardView::empty(BoardShape::Half);
    assert_eq!((empty.play_text("a1"), empty.faces().count()), (None, 0));
}

/// A board is made from a view that hides the opponent's mole.
#[test]
fn an_own_mole_is_known_and_another_is_not() {
    let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0";
    let view = AnyView::from_text(Variant::Undercover, "", Observer::Spectator, text);
    let mut board = BoardView::of(&view.expect("a view"));
    let e = |row| Point::new(4, row);
    assert_eq!(board.moles(), [(Side::Red, e(6))]);
    for (done, moles) in [("h2e2", vec![(Side::Red, e(6))]), ("e6e5", vec![(Side::Red, e(5))])] {
        board.play_text(done).expect(done);
        assert_eq!(board.moles(), moles, "{done}");
    }
    board.play_text("@e5").expect("a mole");
    assert!(board.moles().is_empty());
    assert_eq!(board.at(e(5)), Piece::from_letter('P').map(Face::Open));
}
