//! Tests of texts: accepted and rejected texts, positions of errors, round trips.

use banqi::{Action, Banqi, BanqiView, Board, Options, Piece, Position};
use game::{Game, Observer, Played, Seat, Turn, View};

/// Text of a position, code of the error, and the byte at which the error is reported.
const POSITIONS: &[(&str, &str, usize)] = &[
    ("", "board-size", 0),
    ("8/8/8", "board-size", 5),
    ("8/8/8/8/8 r 0/0 0 0 -", "board-size", 7),
    ("8/8/8/9 r 0/0 0 0 -", "board-size", 6),
    ("8/8/8/44P r 0/0 0 0 -", "board-size", 8),
    ("8/7/8/8 r 0/0 0 0 -", "board-size", 3),
    ("8/80/8/8 r 0/0 0 0 -", "board-size", 3),
    ("8/8/8/Kx6 r 0/0 0 0 -", "pieces", 7),
    ("8/8/8/KK6 r 0/0 0 0 -", "pieces", 7),
    ("PPPPPP2/8/8/8 r 0/0 0 0 -", "pieces", 5),
    ("8/8/8/K帥6 r 0/0 0 0 -", "pieces", 7),
    ("8/8/8/K7", "turn", 8),
    ("8/8/8/K7 ", "turn", 9),
    ("8/8/8/K7  r 0/0 0 2 -", "turn", 9),
    ("8/8/8/K7 w 0/0 0 2 -", "turn", 9),
    ("8/8/8/K7 - 0/0 0 0 -", "turn", 9),
    ("8/8/8/K6* - 0/0 0 1 p", "turn", 10),
    ("8/8/8/7* r 0/0 0 2 p", "turn", 9),
    ("8/8/8/K7 r", "scores", 10),
    ("8/8/8/K7 r 0 0 2 -", "scores", 11),
    ("8/8/8/K7 r 0/-1 0 2 -", "scores", 13),
    ("8/8/8/K7 r 10000/0 0 2 -", "scores", 11),
    ("8/8/8/K6* - 1/0 0 0 p", "scores", 12),
    ("8/8/8/K7 r 0/0", "counter", 14),
    ("8/8/8/K7 r 0/0 x 2 -", "counter", 15),
    ("8/8/8/K7 r 0/0 +1 2 -", "counter", 15),
    ("8/8/8/K7 r 0/0 0", "counter", 16),
    ("8/8/8/K7 r 0/0 0 1000000 -", "counter", 17),
    ("8/8/8/K7 r 0/0 0 2", "pieces", 18),
    ("8/8/8/K7 r 0/0 0 2 p", "pieces", 19),
    ("8/8/8/K7 r 0/0 0 2 ?", "pieces", 19),
    ("8/8/8/K6* r 0/0 0 2 -", "pieces", 20),
    ("8/8/8/K6* r 0/0 0 2 pp", "pieces", 20),
    ("8/8/8/K5** r 0/0 0 2 px", "pieces", 22),
    ("8/8/8/K5** r 0/0 0 2 pK", "pieces", 22),
    ("8/8/8/K7 r 0/0 0 2 - -", "fields", 20),
    ("8/8/8/K7 r 0/0 0 2 - ", "fields", 20),
];

#[test]
fn refused_positions() {
    for &(text, code, at) in POSITIONS {
        let error = Position::from_text(Options::SEED, text).map(|_| ()).unwrap_err();
        assert_eq!((error.code, error.at), (code, at), "{text:?}: {error}");
        assert_eq!(Banqi::from_text(Options::SEED, text).map(|_| ()).unwrap_err(), error);
        let view = BanqiView::from_text(Options::SEED, Observer::Spectator, text);
        assert_eq!(view.unwrap_err(), error, "{text:?}");
    }
}

#[test]
fn view_texts_are_not_referee_texts() {
    let text = "********/********/********/******** - 0/0 0 0 ?";
    let error = Banqi::from_text(Options::SEED, text).map(|_| ()).unwrap_err();
    assert_eq!((error.code, error.at), ("view", 46));
    let view = BanqiView::from_text(Options::SEED, Observer::Seat(Seat::new(0)), text).unwrap();
    assert_eq!(view.board(), &Board::start(Options::SEED));
    assert_eq!((view.to_string().as_str(), view.legal().len()), (text, 32));
}

/// Every prefix and every one-byte change of a text is parsed or rejected without a panic.
#[test]
fn damaged_texts() {
    let text = "R**p1KRk/p*nN1Aa*/P**b*2a/PBP1rnr* b 6/16 1 35 BcbNpCPp";
    let check = |text: &str| {
        if let Ok(game) = Banqi::from_text(Options::SEED, text) {
            let again = Banqi::from_text(Options::SEED, &game.truth_text()).unwrap();
            assert_eq!(again.truth_text(), game.truth_text(), "{text:?}");
        }
    };
    for at in 0..text.len() {
        check(&text[..at]);
        for byte in (b' '..=b'~').map(char::from).chain(['車']) {
            check(&format!("{}{byte}{}", &text[..at], &text[at + 1..]));
            check(&format!("{}{byte}{}", &text[..at], &text[at..]));
        }
    }
}

#[test]
fn views_show_face_up_pieces_only() {
    let text = "R**p1KRk/p*nN1Aa*/P**b*2a/PBP1rnr* b 6/16 1 35 BcbNpCPp";
    let game = Banqi::from_text(Options::SEED, text).unwrap();
    let shown = "R**p1KRk/p*nN1Aa*/P**b*2a/PBP1rnr* b 6/16 1 35 ?";
    let Turn::Seat(mover) = game.turn() else { panic!("over") };
    for observer in Observer::all(2) {
        let view = game.view(observer);
        assert_eq!(view.to_string(), shown);
        let legal = if observer == Observer::Seat(mover) { game.legal(mover) } else { vec![] };
        assert_eq!(view.legal(), legal, "{observer:?}");
        let read = BanqiView::from_text(Options::SEED, observer, shown).unwrap();
        assert_eq!((read.to_string(), read.legal()), (shown.to_owned(), legal));
    }
    assert_eq!(game.view(Observer::Spectator).board().gone().len(), 32 - 27);
}

#[test]
fn views_follow_the_described_actions() {
    let text = "8/8/8/CP**3p r 0/0 0 8 nA";
    let mut game = Banqi::from_text(Options::SEED, text).unwrap();
    let mut view = game.view(Observer::Spectator);
    for text in ["a1c1", "d1", "c1c2"] {
        let Turn::Seat(seat) = game.turn() else { panic!("over") };
        let Ok(played) = game.play(seat, text.parse().unwrap()) else { continue };
        let wrong = Played { revealed: Some('K'), ..played };
        assert_eq!(view.after(&wrong).unwrap_err().code, "revealed", "{wrong}");
        let unsaid = Played { revealed: played.revealed.xor(Some('x')), ..played };
        assert_eq!(view.after(&unsaid).unwrap_err().code, "revealed", "{unsaid}");
        view = view.after(&played).unwrap();
        assert_eq!(view, game.view(Observer::Spectator), "after {played}");
    }
    assert_eq!(game.history().len(), 2);
}

/// An options text and its canonical form.
const OPTIONS: &[(&str, &str)] = &[
    ("", ""),
    ("seed", ""),
    ("tiantian", "tiantian"),
    ("face-up-at-start=4", "tiantian"),
    ("taiwan", "taiwan"),
    ("cannon-steps=yes cannon-takes-hidden=no target=none", "taiwan"),
    ("taiwan target=60", "cannon-steps=yes cannon-takes-hidden=no"),
    ("general-takes-soldier", "general-takes-soldier=yes"),
    ("general-takes-soldier=yes", "general-takes-soldier=yes"),
    ("generals-take-each-other=no", "generals-take-each-other=no"),
    ("own-capture-scores=none", "own-capture-scores=none"),
    ("own-capture-scores=opponent", ""),
    ("quiet-limit=none target=30", "quiet-limit=none target=30"),
    ("target=30 quiet-limit=100", "quiet-limit=100 target=30"),
    ("face-up-at-start=31", "face-up-at-start=31"),
];

#[test]
fn options() {
    for &(text, written) in OPTIONS {
        let options: Options = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(options.to_string(), written, "{text:?}");
        assert_eq!(written.parse::<Options>().unwrap(), options, "{written:?}");
    }
}

#[test]
fn refused_options() {
    let table = [
        ("no-such", 0),
        ("target=60 no-such=1", 10),
        ("target=60 taiwan", 10),
        ("target", 0),
        ("target=0", 0),
        ("target=+5", 0),
        ("target=10000", 0),
        ("face-up-at-start=32", 0),
        ("quiet-limit=", 0),
        ("cannon-steps=maybe", 0),
        ("own-capture-scores=me", 0),
        (" ", 0),
        ("target=60 ", 10),
    ];
    for (text, at) in table {
        let error = text.parse::<Options>().unwrap_err();
        assert_eq!((error.code, error.at), ("option", at), "{text:?}: {error}");
    }
}

#[test]
fn actions() {
    let mut written: Vec<Action> = Vec::new();
    for text in ["a1", "a1a2", "a1b1", "a2", "c2", "c2c3", "h4", "h4a1"] {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), text);
        written.push(action);
    }
    assert!(written.is_sorted(), "actions sort as their texts");
    let table = [("", "action", 0), ("a", "action", 0), ("i1", "square", 0), ("a5", "square", 0)];
    let longer =
        [("a1a", "square", 2), ("a1a5", "square", 2), ("a1a2a", "square", 2), ("帥", "action", 0)];
    for (text, code, at) in table.into_iter().chain(longer) {
        let error = text.parse::<Action>().unwrap_err();
        assert_eq!((error.code, error.at), (code, at), "{text:?}");
    }
}

/// The text of a view does not name the captured pieces; the announced actions since the start do.
#[test]
fn boards_are_recalled_from_described_actions() {
    let text = "********/********/********/******** - 0/0 0 0 RBcppKRkpbnANcaNPpCPPAraPBPbrnCp";
    let mut game = Banqi::from_text(Options::SEED, text).unwrap();
    for action in ["f4", "c3", "d2", "g2", "d1", "d1d2", "a1", "h2", "f2", "f3"] {
        let Turn::Seat(seat) = game.turn() else { panic!("over") };
        game.play(seat, action.parse().unwrap()).unwrap();
    }
    let view = game.view(Observer::Spectator);
    let read = BanqiView::from_text(Options::SEED, Observer::Spectator, &view.to_string()).unwrap();
    let mut board = read.board().clone();
    assert_eq!(board.unseen().len(), board.face_down().len() + 1);
    let letters =
        || game.history().iter().filter_map(|played| Piece::from_letter(played.revealed?));
    board.recall(letters());
    assert_eq!(&board, view.board());
    board.recall(letters());
    assert_eq!(&board, view.board(), "a board that knows is left alone");
}
