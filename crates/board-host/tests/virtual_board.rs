//! The virtual board: every event arrives once and in order.

use board_host::{
    VirtualBoard,
    human::{Expected, Habits, People},
};
use boardlink::{Body, Event, ToBoard, ToHost};
use sensing::{Settings, link};

/// A host that acknowledges every few messages, and asks for the board or for old events in
/// between.
#[test]
fn events_are_delivered_until_they_are_acknowledged() {
    let settings = Settings::DEFAULT;
    let mut people = People::new();
    let asked = link::settings_for_board(&settings).expect("settings of a board");
    let mut board = VirtualBoard::new([7; 12], asked, 0);
    board.execute(0, ToBoard::SetTime { unix_s: 1_000 });
    let (mut stored, mut messages): (Vec<Event>, usize) = (Vec::new(), 0);
    for seed in 0..4 {
        let habits = Habits { seed, noise: 100, settings, plies: 40, moves: None };
        let session = people.play(&habits);
        let before = stored.len();
        for &(at_ms, input) in &session.inputs {
            board.input(at_ms, input, &mut |_| ());
            listen(&mut board, at_ms, &mut stored, &mut messages);
        }
        while !board.is_delivered() {
            listen(
                &mut board,
                session.inputs.last().expect("inputs").0,
                &mut stored,
                &mut messages,
            );
        }
        let plies = session.truth.iter().filter(|truth| matches!(truth, Expected::Ply(_))).count();
        let moves = stored[before..].iter().filter(|event| is_move(event)).count();
        assert_eq!(moves, plies, "seed {seed}");
    }
    let games: Vec<u32> = stored.iter().map(|event| event.game).collect();
    assert!(games.is_sorted() && games[0] == 1_000, "{games:?}");
    for pair in stored.windows(2) {
        let is_next = pair[1].game == pair[0].game && pair[1].seq == pair[0].seq + 1;
        let is_new_game = pair[1].game > pair[0].game && pair[1].seq == 0;
        assert!(is_next || is_new_game, "{pair:?}");
    }
    assert!(
        stored.iter().all(|event| matches!(event.body, Body::Setup { .. }) == (event.seq == 0))
    );
}

fn is_move(event: &Event) -> bool {
    matches!(event.body, Body::Move { .. })
}

/// Takes in all messages; stores events once and in order, and acknowledges some of them.
fn listen(board: &mut VirtualBoard, now_ms: u64, stored: &mut Vec<Event>, messages: &mut usize) {
    while let Some(message) = board.next_message() {
        let ToHost::Event(event) = message else { continue };
        *messages += 1;
        let next = stored.last().map_or((event.game, 0), |last| (last.game, last.seq + 1));
        let is_new_game = stored.last().is_some_and(|last| event.game > last.game);
        if (event.game, event.seq) == next || is_new_game && event.seq == 0 {
            stored.push(event);
        }
        match *messages % 5 {
            0 => board.execute(now_ms, ToBoard::Who),
            1 => board.execute(now_ms, ToBoard::AskFrom { game: event.game, seq: event.seq }),
            2 | 3 => {
                let last = stored.last().expect("an event");
                board.execute(now_ms, ToBoard::Ack { game: last.game, next: last.seq + 1 });
            }
            _ => {}
        }
    }
    if let Some(last) = stored.last() {
        board.execute(now_ms, ToBoard::Ack { game: last.game, next: last.seq + 1 });
        board.execute(now_ms, ToBoard::Who);
    }
}

/// Events that the host asks for after it has acknowledged them are reported as lost.
#[test]
fn acknowledged_events_are_not_kept() {
    let settings = Settings::DEFAULT;
    let asked = link::settings_for_board(&settings).expect("settings of a board");
    let mut board = VirtualBoard::new([7; 12], asked, 0);
    let habits = Habits { seed: 3, noise: 0, settings, plies: 6, moves: None };
    for (at_ms, input) in People::new().play(&habits).inputs {
        board.input(at_ms, input, &mut |_| ());
    }
    board.execute(0, ToBoard::Ack { game: 1, next: 3 });
    board.execute(0, ToBoard::AskFrom { game: 1, seq: 1 });
    let messages: Vec<ToHost> = std::iter::from_fn(|| board.next_message()).collect();
    assert!(matches!(messages[0], ToHost::Hello(_)), "{messages:?}");
    assert_eq!(messages[1], ToHost::Lost { game: 1, from: 1, to: 3 });
    assert!(matches!(messages[2], ToHost::Event(Event { seq: 3, .. })), "{messages:?}");
}
