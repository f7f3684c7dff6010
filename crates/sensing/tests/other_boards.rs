//! Boards of other makers and other habits of players, tested from the specification alone.

mod board;

use board::Board;
use sensing::{CaptureOrder, Event, Input, Occupancy, Referee, Settings, Stage};
use xiangqi::Position;

type Scenes = &'static [(&'static str, &'static str, &'static [&'static str])];

/// Runs each script on a new board and compares the events after the start.
fn play(settings: Settings, scenes: Scenes) {
    for &(name, script, expected) in scenes {
        let mut board = Board::started(settings);
        assert_eq!(board.events(), ["setup"], "{name}");
        board.act(script);
        assert_eq!(board.events(), expected, "{name}: {script}");
    }
}

const STRICT: Settings = Settings { capture_order: CaptureOrder::Strict, ..Settings::DEFAULT };

/// A board that is scanned slowly reports the lift and the landing in one frame, whichever of the
/// two points comes first in it.
#[test]
fn lift_and_landing_in_one_frame() {
    play(
        Settings::DEFAULT,
        &[
            ("leftwards", "=-h2+e2 ~500", &["h2e2"]),
            ("rightwards", "=-b2+e2 ~500", &["b2e2"]),
            ("up and down", "=-a0+a1 ~500 =-a9+a8 ~500", &["a0a1", "a9a8"]),
            ("horses", "=-b0+c2 ~500 =-b9+c7 ~500 =-h0+g2 ~500", &["b0c2", "b9c7", "h0g2"]),
            ("dragged", "=-h2+g2 =-g2+f2 =-f2+e2 ~500", &["h2e2"]),
            ("both pieces of a capture lifted", "=-b2-b9 +b9 ~500", &["b2b9"]),
            ("the same by Black", "-b2 +e2 ~500 =-h7-h0 +h0 ~500", &["b2e2", "h7h0"]),
        ],
    );
    play(
        STRICT,
        &[
            ("neither was first", "=-b2-b9 +b9 ~500", &["b2b9"]),
            ("nor for Black", "-b2 +e2 ~500 =-h7-h0 +h0 ~500", &["b2e2", "h7h0"]),
        ],
    );
}

/// A wide piece that is slid covers the next point before it leaves the last.
#[test]
fn slid_over_two_points_at_once() {
    play(
        Settings::DEFAULT,
        &[
            ("one step", "+e4 -e3 ~500", &["e3e4"]),
            ("three steps", "+g2 -h2 +f2 -g2 +e2 -f2 ~500", &["h2e2"]),
            ("and back home", "+g2 -h2 +h2 -g2 ~500 -b2 +e2 ~500", &["b2e2"]),
            ("not how it moves", "+a1 -a0 +b1 -a1 ~500", &["w not-how-it-moves"]),
            ("a piece from the box is not of this game", "+e5 -h2 +e2 ~500", &["w unknown-piece"]),
            ("a sleeve shades another sensor", "+g2 -h2 -g2 +e2 ~500", &["h2e2"]),
        ],
    );
}

/// An illegal action is reported once it has settled, not seconds later.
#[test]
fn captures_of_own_pieces_and_out_of_turn() {
    play(
        Settings::DEFAULT,
        &[
            ("own piece", "-a0 -a3 +a3 ~500 -a3 +a0 +a3 ~100", &["w own-piece", "restored"]),
            ("victim first", "-a3 -a0 +a3 ~500", &["w own-piece"]),
            ("out of turn", "-h7 -h0 +h0 ~500 -h0 +h7 +h0 ~100", &["b not-your-turn", "restored"]),
            ("out of turn, victim first", "-h0 -h7 +h0 ~500", &["b not-your-turn"]),
        ],
    );
}

#[test]
fn what_is_gone_is_missed_in_seconds() {
    play(
        Settings::DEFAULT,
        &[
            ("an enemy's piece", "-h9 ~3000 +h9 ~100", &["missing {h9}", "restored"]),
            ("two of them", "-a9 -b9 ~3000 +b9 +a9 ~100", &["missing {a9, b9}", "restored"]),
            ("two of one's own", "-a0 -b0 ~3000 +a0 +b0 ~100", &["missing {a0, b0}", "restored"]),
            ("one's own, to move it, never", "-h2 ~90000 +e2 ~500", &["h2e2"]),
        ],
    );
}

/// Two pieces of the side not on move are knocked over and one lies on another point: that is not a
/// move out of turn.
#[test]
fn knocked_over_is_not_out_of_turn() {
    play(
        Settings::DEFAULT,
        &[(
            "two off, one elsewhere",
            "=-h7-h9 +g8 ~1600 -g8 +h7 +h9 ~100",
            &["scattered {h7, g8, h9}", "restored"],
        )],
    );
}

/// Start is pressed when the pieces are set up but not debounced yet.
#[test]
fn start_is_not_lost_to_the_debounce() {
    let start = Occupancy(Position::start().occupied());
    let begun = |inputs: &[(u64, Input)]| {
        let mut referee = Referee::new(Settings::DEFAULT);
        let mut turn = None;
        for &(at_ms, input) in inputs {
            referee.input(at_ms, input, &mut |output| {
                if matches!(output.event, Event::Turn(_)) {
                    turn = Some(output.at_ms);
                }
            });
        }
        turn
    };
    let pressed = Input::Button(sensing::Button::Start);
    let off = start.with("a0".parse().unwrap(), false);
    let stand = Input::Frame(start);
    assert_eq!(begun(&[(0, stand), (0, pressed), (500, Input::Tick)]), Some(30));
    // A piece was removed again: the press was too early.
    let away =
        [(0, stand), (5, pressed), (10, Input::Frame(off)), (500, stand), (900, Input::Tick)];
    assert_eq!(begun(&away), None);
}

/// After a game the pieces are set up again, and the next one begins as the first did: with the
/// button or with a move.
#[test]
fn the_next_game_begins_when_the_pieces_stand_again() {
    for button in ["", "!start"] {
        let mut board = Board::started(Settings::DEFAULT);
        board.act("-h2 +e2 ~500 !red-resign ~500");
        assert_eq!(board.referee.stage(), Stage::Over);
        board.act("-e2 ~500 +h2 ~500");
        board.act(button);
        board.act("-b2 +e2 ~500");
        assert_eq!(board.events(), ["setup", "h2e2", "resignation b", "setup", "b2e2"], "{button}");
        assert_eq!(board.referee.plies(), 1);
    }
    // A game that ended without a move stays over until a piece is touched.
    let mut board = Board::started(Settings::DEFAULT);
    board.act("!draw ~2000");
    assert_eq!(board.events(), ["setup", "agreement -"]);
    board.act("-a0 +a0 ~100");
    assert_eq!(board.events(), ["setup"]);
}

/// At the end of the input, [`Referee::next_look`] names the time until which to wait.
#[test]
fn what_has_not_settled_says_when() {
    let look = |script: &str| {
        let mut board = Board::started(Settings::DEFAULT);
        board.act(script);
        board.referee.next_look().map(|at| at - board.at)
    };
    assert_eq!(look(""), None);
    assert_eq!(look("-h2"), None, "to think takes any time");
    assert_eq!(look("-h2 +e2"), Some(300));
    assert_eq!(look("-h9"), Some(2_930));
    assert_eq!(look("-h2 +e2 ~500"), None);
}
