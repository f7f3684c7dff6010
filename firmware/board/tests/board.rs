//! A board without hardware: its messages, and its behaviour without a host.
#![allow(missing_docs)]

use board::Board;
use boardlink::{
    Body, Button, Decoder, Event, Flash, MAX_FRAME, Settings, ToBoard, ToHost, write_frame,
};
use core::{cell::RefCell, convert::Infallible, mem::MaybeUninit};
use sensing::Occupancy;
use std::rc::Rc;
use xiangqi::{Move, Position};

const PAGE: u32 = 512;

/// Flash in memory that survives the board.
#[derive(Clone)]
struct Chip(Rc<RefCell<Vec<u8>>>);

impl Flash for Chip {
    type Error = Infallible;

    fn pages(&self) -> u32 {
        self.0.borrow().len() as u32 / PAGE
    }

    fn page_size(&self) -> u32 {
        PAGE
    }

    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Infallible> {
        into.copy_from_slice(&self.0.borrow()[address as usize..][..into.len()]);
        Ok(())
    }

    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Infallible> {
        self.0.borrow_mut()[address as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn erase(&mut self, page: u32) -> Result<(), Infallible> {
        self.0.borrow_mut()[(page * PAGE) as usize..][..PAGE as usize].fill(0xff);
        Ok(())
    }
}

/// A board, a player and a host.
struct Table {
    chip: Chip,
    board: &'static mut Board<Chip>,
    now_ms: u64,
    position: Position,
    decoder: Decoder<ToHost>,
}

impl Table {
    /// A board with this number of flash pages, just switched on, the pieces set up and the game
    /// begun.
    fn new(pages: usize, settings: Settings) -> Table {
        let chip = Chip(Rc::new(RefCell::new(vec![0xff; pages * PAGE as usize])));
        let board = power_on(&chip);
        let (position, decoder) = (Position::start(), Decoder::default());
        let mut table = Table { chip, board, now_ms: 0, position, decoder };
        table.tell(&ToBoard::Settings(settings));
        table.begin();
        table
    }

    /// Cuts the power and restores it.
    fn cut_power(&mut self) {
        self.board = power_on(&self.chip);
        (self.now_ms, self.decoder) = (0, Decoder::default());
    }

    fn begin(&mut self) {
        self.position = Position::start();
        self.sense(1_000, Occupancy(self.position.occupied()));
        self.sense(1_000, Occupancy(self.position.occupied()));
        self.board.press(self.now_ms, Button::Start);
    }

    fn sense(&mut self, after_ms: u64, seen: Occupancy) {
        self.now_ms += after_ms;
        self.board.sense(self.now_ms, seen);
    }

    /// Plays a move: lift, capture, landing.
    fn play(&mut self, text: &str) {
        let played: Move = text.parse().expect("a move");
        let lifted = Occupancy(self.position.occupied()).with(played.from, false);
        self.sense(500, lifted);
        if self.position.piece_at(played.to).is_some() {
            self.sense(300, lifted.with(played.to, false));
        }
        self.sense(500, lifted.with(played.to, true));
        self.sense(600, lifted.with(played.to, true));
        self.position.make(played);
    }

    fn tell(&mut self, order: &ToBoard) {
        let mut frame = [0; MAX_FRAME];
        for &byte in write_frame(order, &mut frame).expect("an order fits a frame") {
            self.board.receive_byte(self.now_ms, byte);
        }
    }

    /// Sets the pieces to the position after a number of plies of [`ROUND`].
    fn back_to(&mut self, plies: usize) {
        self.position = Position::start();
        for ply in 0..plies {
            self.position.make(ROUND[ply % 4].parse().expect("a move"));
        }
        for _ in 0..3 {
            self.sense(1_000, Occupancy(self.position.occupied()));
        }
    }

    /// All messages that the board sends now.
    fn hear(&mut self) -> Vec<ToHost> {
        let mut told = Vec::new();
        while let Some(byte) = self.board.next_byte(self.now_ms) {
            told.extend(self.decoder.push(byte).transpose().expect("boards speak in good frames"));
        }
        told
    }

    /// The events among these messages.
    fn events(&mut self) -> Vec<Event> {
        let told = self.hear().into_iter();
        told.filter_map(|said| if let ToHost::Event(event) = said { Some(event) } else { None })
            .collect()
    }
}

fn power_on(chip: &Chip) -> &'static mut Board<Chip> {
    let place = Box::leak(Box::new(MaybeUninit::uninit()));
    let Ok(board) = Board::boot(place, chip.clone(), *b"test-board-1");
    board
}

/// Two cannons that move back and forth.
const ROUND: [&str; 4] = ["h2g2", "h7g7", "g2h2", "g7h7"];

fn seqs(events: &[Event]) -> Vec<u32> {
    events.iter().map(|event| event.seq).collect()
}

#[test]
fn a_full_memory_stops_play_and_loses_nothing() {
    let clock = boardlink::Clock { main_ms: 3_600_000, ..Default::default() };
    let mut table = Table::new(3, Settings { clocks: [clock; 2], ..Settings::default() });
    let full = [[0x71, 0x3e, 0x38, 0x38]; 2];
    let mut plies = 0;
    while table.board.faces(table.now_ms) != full {
        table.play(ROUND[plies % 4]);
        plies += 1;
        assert!(plies < 200, "three small pages take two hundred plies");
    }
    // Pieces move on the board, but no move is accepted, and the clocks stop.
    for later in 0..8 {
        table.play(ROUND[(plies + later) % 4]);
    }
    assert_eq!(table.board.faces(table.now_ms), full);
    // The host returns and acknowledges everything, one window at a time.
    let mut stored = Vec::new();
    for _ in 0..100 {
        stored.extend(table.events());
        let next = stored.len() as u32;
        table.tell(&ToBoard::Ack { game: 1, next });
        table.sense(100, Occupancy(table.position.occupied()));
    }
    assert_eq!(seqs(&stored), (0..stored.len() as u32).collect::<Vec<_>>());
    let moves = |stored: &[Event]| {
        stored.iter().filter(|event| matches!(event.body, Body::Move { .. })).count()
    };
    assert!(moves(&stored) >= plies - 1 && moves(&stored) <= plies, "the moves before the stop");
    // The game continues although it is longer than the log: the server has its beginning.
    assert_ne!(table.board.faces(table.now_ms), full);
    table.back_to(plies);
    for later in 0..40 {
        table.play(ROUND[(plies + later) % 4]);
        stored.extend(table.events());
        table.tell(&ToBoard::Ack { game: 1, next: stored.len() as u32 });
        table.board.rest().expect("memory is erased");
    }
    assert_eq!(seqs(&stored), (0..stored.len() as u32).collect::<Vec<_>>());
    assert_eq!(moves(&stored), plies + 40);
    // After a power cut such a game cannot be resumed: it is abandoned, and a new one begins.
    table.cut_power();
    let mut last = None;
    while let Some(&event) = table.events().last() {
        table.tell(&ToBoard::Ack { game: 1, next: event.seq + 1 });
        last = Some(event);
    }
    assert!(matches!(last, Some(Event { game: 1, body: Body::End { .. }, .. })), "{last:?}");
    table.begin();
    assert_eq!(table.events().first().map(|event| event.game), Some(2));
}

#[test]
fn a_game_goes_on_after_a_power_cut() {
    let clock = boardlink::Clock { main_ms: 3_600_000, ..Default::default() };
    let mut table = Table::new(16, Settings { clocks: [clock; 2], ..Settings::default() });
    for text in ROUND {
        table.play(text);
    }
    let before = table.events();
    table.cut_power();
    // It takes a minute to restore the position.
    table.sense(60_000, Occupancy(table.position.occupied()));
    table.sense(100, Occupancy(table.position.occupied()));
    table.play("b2c2");
    let mut after = table.events();
    after.extend(table.events());
    table.tell(&ToBoard::Ack { game: 1, next: 8 });
    after.extend(table.events());
    assert_eq!(after[..before.len()], before);
    let news: Vec<Body> = after[before.len()..].iter().map(|event| event.body).collect();
    assert_eq!(news[..2], [Body::Resumed, Body::Restored]);
    let last_move = |events: &[Event]| {
        let moves = events.iter().rev();
        let mut moves = moves.filter_map(|event| match event.body {
            Body::Move { from, left, .. } => Some((from.get(), left)),
            _ => None,
        });
        moves.next().expect("a move")
    };
    let ((from, left), (_, earlier)) = (last_move(&after), last_move(&before));
    assert_eq!(from, 64, "the cannon on b2");
    assert!(left[0].main_ms > earlier[0].main_ms - 3_000, "the time of the cut is not counted");
}

#[test]
fn a_host_that_lacks_events_gets_them_again() {
    let mut table = Table::new(16, Settings::default());
    for text in ROUND {
        table.play(text);
    }
    let first = table.events();
    assert_eq!(seqs(&first)[..5], [0, 1, 2, 3, 4]);
    table.tell(&ToBoard::AskFrom { game: 1, seq: 2 });
    let again = table.events();
    assert_eq!(again, first[2..]);
    // Of an unknown game, the board only reports the events as lost.
    table.tell(&ToBoard::AskFrom { game: 77, seq: 3 });
    assert!(table.hear().contains(&ToHost::Lost { game: 77, from: 3, to: 4 }));
}

#[test]
fn unacknowledged_events_are_repeated_less_and_less_often() {
    let mut table = Table::new(16, Settings::default());
    table.play(ROUND[0]);
    let first = table.events();
    assert!(!first.is_empty());
    let board = Occupancy(table.position.occupied());
    let mut repeated = Vec::new();
    for second in 1..=60 {
        table.sense(1_000, board);
        let events = table.events();
        if !events.is_empty() {
            assert_eq!(events, first);
            repeated.push(second);
        }
    }
    assert_eq!(repeated, [1, 3, 7, 15, 31, 47]);
    table.tell(&ToBoard::Ack { game: 1, next: first.len() as u32 });
    table.sense(60_000, board);
    assert_eq!(table.events(), []);
}

#[test]
fn who_asks_is_told_everything() {
    let mut table = Table::new(16, Settings::default());
    table.play(ROUND[0]);
    let first = table.events();
    assert_eq!(table.events(), []);
    table.tell(&ToBoard::Who);
    let told = table.hear();
    assert!(
        matches!(told[0], ToHost::Hello(hello) if hello.game == 1 && hello.events == 2),
        "{told:?}"
    );
    assert_eq!(told[1..3], [ToHost::Event(first[0]), ToHost::Event(first[1])]);
}

#[test]
fn settings_are_for_the_next_game() {
    let mut table = Table::new(16, Settings::default());
    let fast = boardlink::Clock { main_ms: 60_000, ..Default::default() };
    let wanted = Settings { clocks: [fast; 2], ..Settings::default() };
    table.tell(&ToBoard::Settings(wanted));
    table.play(ROUND[0]);
    table.board.press(table.now_ms, Button::RedResign);
    table.begin();
    let events = table.events();
    let settings: Vec<(u32, Settings)> = events
        .iter()
        .filter_map(|event| match event.body {
            Body::Setup { settings } => Some((event.game, settings)),
            _ => None,
        })
        .collect();
    assert_eq!(settings, [(1, Settings::default()), (2, wanted)]);
}

#[test]
fn games_are_numbered_by_the_time_of_day() {
    let mut table = Table::new(16, Settings::default());
    table.tell(&ToBoard::SetTime { unix_s: 1_800_000_000 });
    table.board.press(table.now_ms, Button::RedResign);
    table.begin();
    table.board.press(table.now_ms, Button::BlackResign);
    table.begin();
    let mut games: Vec<u32> = table.events().iter().map(|event| event.game).collect();
    games.dedup();
    assert_eq!(games, [1, 1_800_000_000, 1_800_000_001]);
}

/// A reading that the slow line skips leaves a gap in the numbers. The last reading is sent again
/// with the new number of events after each ply and at the end.
#[test]
fn readings_are_numbered() {
    fn readings(table: &mut Table) -> Vec<(u32, u32, u32)> {
        let told = table.hear().into_iter();
        told.filter_map(|said| match said {
            ToHost::Seen { game, events, number, .. } => Some((game, events, number)),
            _ => None,
        })
        .collect()
    }
    let mut table = Table::new(16, Settings::default());
    assert_eq!(readings(&mut table), [(1, 1, 1)], "after the start");
    let lifted = Occupancy(table.position.occupied()).with("h2".parse().expect("a point"), false);
    let landed = lifted.with("g2".parse().expect("a point"), true);
    for (seen, reading) in [(lifted, (1, 1, 2)), (landed, (1, 1, 3)), (landed, (1, 2, 3))] {
        table.sense(500, seen);
        assert_eq!(readings(&mut table), [reading]);
    }
    table.sense(500, landed);
    assert_eq!(readings(&mut table), [], "nothing has changed");
    table.position.make("h2g2".parse().expect("a move"));
    table.play(ROUND[1]);
    assert_eq!(readings(&mut table), [(1, 3, 5)], "the fourth was skipped");
    table.board.press(table.now_ms, Button::RedResign);
    assert_eq!(readings(&mut table), [(1, 5, 5)]);
    table.cut_power();
    let seen = Occupancy(table.position.occupied());
    table.sense(1_000, seen);
    assert_eq!(readings(&mut table), [(0, 0, 1)], "between games");
}
