//! The second referee contradicts a board only if the board has misread its sensors, whatever is
//! lost or late between the board and the server.

use boardlink::{Body, Event, Point, Settings, ToHost};
use protocol::UnixMs;
use sensing::{Button, Input, Occupancy, Output, Progress, Referee, Stage, link, point_index};
use smart_boards::{BoardGame, LogEntry, Moment, Note, Reading};
use xiangqi::{Move, Position, Square};

/// Pseudo-random numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 16) as usize % end.max(1)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A board and its players. It numbers its readings as the firmware does.
struct Board {
    referee: Referee,
    /// Time since power-on, and the referee's time at which the game began.
    now_ms: u64,
    began_ms: Option<u64>,
    record: Vec<Event>,
    number: u32,
    seen: Occupancy,
    /// Everything that it has sent.
    sent: Vec<ToHost>,
}

impl Board {
    /// Sets the pieces up and presses start.
    fn begin() -> Board {
        let settings = link::settings(&Settings::default());
        let mut board = Board {
            referee: Referee::new(settings),
            now_ms: 0,
            began_ms: None,
            record: Vec::new(),
            number: 0,
            seen: Occupancy::EMPTY,
            sent: Vec::new(),
        };
        board.show(0, Occupancy(Position::start().occupied()));
        board.wait(1_000);
        board.press(Button::Start);
        board
    }

    fn show(&mut self, after_ms: u64, seen: Occupancy) {
        self.input(after_ms, Input::Frame(seen));
        if self.seen != seen {
            self.seen = seen;
            self.number += 1;
            self.send_reading(self.referee.now_ms());
        }
    }

    fn put(&mut self, after_ms: u64, at: Square, is_there: bool) {
        self.show(after_ms, self.seen.with(at, is_there));
    }

    fn wait(&mut self, ms: u64) {
        self.input(ms, Input::Tick);
    }

    fn press(&mut self, button: Button) {
        self.input(0, Input::Button(button));
    }

    fn input(&mut self, after_ms: u64, input: Input) {
        self.now_ms += after_ms;
        let mut outputs = Vec::new();
        self.referee.input(self.now_ms, input, &mut |output| outputs.push(output));
        outputs.iter().for_each(|output| self.follow(output));
    }

    fn follow(&mut self, output: &Output) {
        let is_turn = matches!(output.event, sensing::Event::Turn(_));
        if is_turn && self.began_ms.is_none() {
            self.began_ms = Some(output.at_ms);
            self.note(output.at_ms, Body::Setup { settings: Settings::default() });
        }
        if let Some(body) = link::body(output) {
            self.note(output.at_ms, body);
        }
        if is_turn || matches!(output.event, sensing::Event::End(_)) {
            self.send_reading(output.at_ms);
        }
    }

    fn note(&mut self, now_ms: u64, body: Body) {
        if self.began_ms.is_some() {
            let event = Event { game: 1, seq: self.events(), at_ms: self.game_ms(now_ms), body };
            self.record.push(event);
            self.sent.push(ToHost::Event(event));
        }
    }

    fn send_reading(&mut self, now_ms: u64) {
        let game = u32::from(self.began_ms.is_some());
        let (events, number) = (self.events(), self.number);
        let (at_ms, ranks) = (self.game_ms(now_ms), link::ranks(self.seen));
        self.sent.push(ToHost::Seen { game, events, number, at_ms, ranks });
    }

    fn events(&self) -> u32 {
        self.record.len() as u32
    }

    fn game_ms(&self, now_ms: u64) -> u32 {
        self.began_ms.map_or(0, |began| now_ms.saturating_sub(began)) as u32
    }

    /// Cuts the power and restores it.
    fn cut_power(&mut self) {
        let mut plies = Vec::new();
        for event in &self.record {
            match event.body {
                Body::TakenBack { plies: left } => plies.truncate(left.into()),
                body => plies.extend(link::settled(&body)),
            }
        }
        let at_ms = self.record.last().map_or(0, |event| event.at_ms.into());
        let progress = Progress { seq: 1, at_ms, ..Progress::default() };
        let settings = *self.referee.settings();
        self.referee = Referee::resume(settings, progress, plies, &mut |_| {}).expect("a game");
        (self.now_ms, self.began_ms, self.number) = (0, Some(0), 0);
        self.note(at_ms, Body::Resumed);
        let seen = std::mem::replace(&mut self.seen, Occupancy::EMPTY);
        self.show(10, seen);
    }

    /// Restores the position of the record, one point after the other.
    fn restore(&mut self, numbers: &mut Numbers) {
        for point in self.seen.0 ^ self.referee.position().occupied() {
            let is_there = self.referee.position().piece_at(point).is_some();
            self.put(numbers.below(300) as u64, point, is_there);
        }
        self.wait(2_000);
    }

    /// Makes a move with the hands of a player who may be fast, drag the piece, or be interrupted
    /// by a power cut.
    fn play(&mut self, numbers: &mut Numbers, played: Move) {
        let position = self.referee.position().clone();
        let is_capture = position.piece_at(played.to).is_some();
        let mut steps = vec![(played.from, false)];
        if is_capture {
            steps.push((played.to, false));
            if numbers.chance(50) {
                steps.swap(0, 1);
            }
        }
        let empty: Vec<Square> =
            Square::all().filter(|&square| position.piece_at(square).is_none()).collect();
        if numbers.chance(20) {
            let over = empty[numbers.below(empty.len())];
            steps.extend([(over, true), (over, false)]);
        }
        steps.push((played.to, true));
        for (point, is_there) in steps {
            if numbers.chance(3) {
                self.cut_power();
                return;
            }
            self.put(numbers.below(700) as u64, point, is_there);
        }
        if numbers.chance(30) {
            self.wait(numbers.below(200) as u64);
            self.press(match position.side_to_move() {
                xiangqi::Side::Red => Button::RedClock,
                xiangqi::Side::Black => Button::BlackClock,
            });
        }
    }

    /// Does one of the things that happen at a board.
    fn go_on(&mut self, numbers: &mut Numbers) {
        let position = self.referee.position().clone();
        match numbers.below(20) {
            0 => {
                let own: Vec<Square> = position.side(position.side_to_move()).collect();
                let (from, to) = (own[numbers.below(own.len())], numbers.below(90));
                let to = Square::all().nth(to).expect("a point");
                self.play(numbers, Move::new(from, to));
            }
            1 => {
                self.press(Button::Takeback);
                if numbers.chance(50)
                    && let Some(last) = self.referee.moves().last()
                {
                    self.put(400, last.to, false);
                    self.put(400, last.from, true);
                }
            }
            _ => {
                let moves = position.legal_moves();
                if let Some(&played) = moves.get(numbers.below(moves.len())) {
                    self.play(numbers, played);
                }
            }
        }
        // Sometimes the opponent replies before the move has settled.
        if numbers.chance(80) {
            self.wait(450);
            let is_as_recorded = self.seen.0 == self.referee.position().occupied();
            if self.referee.stage() != Stage::Playing || !is_as_recorded {
                self.wait(1_600);
                self.restore(numbers);
            }
        }
    }
}

/// The server's side: a game and its log.
struct Server {
    game: BoardGame,
    log: Vec<(Option<LogEntry>, UnixMs)>,
}

const NOW: Moment = Moment { unix_ms: UnixMs(1_000_000), steady_ms: 1_000_000 };

impl Server {
    fn new() -> Server {
        Server { game: BoardGame::new(1), log: Vec::new() }
    }

    fn hear(&mut self, message: ToHost) {
        match message {
            ToHost::Event(event) => {
                let is_new = event.seq == self.game.next();
                let Ok(notes) = self.game.apply(&event, NOW) else { return };
                if is_new {
                    self.log.push((Some(LogEntry::Event(event)), NOW.unix_ms));
                }
                notes.into_iter().for_each(|note| self.note(note));
            }
            ToHost::Seen { game: 1, events, number, at_ms, ranks } => {
                let seen = Occupancy::from_rows(ranks);
                if let Some(note) = self.game.see(Reading { events, number, at_ms, seen }) {
                    self.note(note);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, note: Note) {
        self.log.push((Some(LogEntry::Note { note: note.clone() }), NOW.unix_ms));
        self.game.note(note, NOW);
    }

    fn restart(&mut self) {
        self.game = BoardGame::from_log(1, self.log.clone(), Vec::new(), NOW);
    }

    fn doubts(&self) -> Vec<String> {
        let doubts = self.game.view(&"".into(), "", 0).doubts;
        doubts.into_iter().map(|doubt| format!("ply {}: {}", doubt.ply, doubt.why)).collect()
    }
}

/// What is lost, late, repeated or restarted between a board and its server.
fn deliver(numbers: &mut Numbers, sent: &[ToHost]) -> Server {
    let mut server = Server::new();
    let percent = [0, 2, 10, 40][numbers.below(4)];
    let is_late = numbers.chance(50);
    let mut is_down = false;
    // Events that readings overtake.
    let mut held = Vec::new();
    for (place, message) in sent.iter().enumerate() {
        if numbers.chance(3) {
            is_down = !is_down;
        }
        if numbers.chance(1) {
            server.restart();
        }
        if numbers.chance(1) {
            sent[place.saturating_sub(20)..place].iter().for_each(|again| server.hear(*again));
        }
        match message {
            ToHost::Event(_) => held.push(*message),
            _ if is_down || numbers.chance(percent) => {}
            _ => server.hear(*message),
        }
        if !is_late || numbers.chance(30) {
            held.drain(..).for_each(|event| server.hear(event));
        }
    }
    held.into_iter().for_each(|event| server.hear(event));
    server
}

#[test]
fn a_board_that_reads_well_is_never_contradicted() {
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let mut board = Board::begin();
        for _ in 0..60 {
            board.go_on(&mut numbers);
            if board.referee.stage() == Stage::Over {
                break;
            }
        }
        for _ in 0..20 {
            let server = deliver(&mut numbers, &board.sent);
            assert_eq!(server.game.next(), board.events(), "seed {seed}");
            assert_eq!(server.doubts(), [""; 0], "seed {seed}");
        }
    }
}

/// The same with every subset of the readings of a few plies.
#[test]
fn no_subset_of_the_readings_contradicts_the_board() {
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let mut board = Board::begin();
        for _ in 0..numbers.below(40) {
            board.go_on(&mut numbers);
        }
        let before = board.sent.len();
        for _ in 0..2 {
            board.go_on(&mut numbers);
        }
        let (before, after) = board.sent.split_at(before);
        let mut server = Server::new();
        before.iter().for_each(|message| server.hear(*message));
        let is_reading = |message: &ToHost| matches!(message, ToHost::Seen { .. });
        let readings = after.iter().filter(|message| is_reading(message)).count().min(10);
        for kept in 0..1_u32 << readings {
            let mut server = Server { game: server.game.clone(), log: Vec::new() };
            let mut place = 0;
            for message in after {
                let is_lost = is_reading(message) && place < readings && kept >> place & 1 == 0;
                place += usize::from(is_reading(message));
                if !is_lost {
                    server.hear(*message);
                }
            }
            assert_eq!(server.doubts(), [""; 0], "seed {seed}, readings {kept:b}");
        }
    }
}

/// If nothing is lost, the second referee reads every ply of an undisturbed game: it finds each
/// move that the board reports wrongly.
#[test]
fn every_misread_ply_is_found() {
    let mut numbers = Numbers(5);
    let mut board = Board::begin();
    let mut plies = Vec::new();
    for _ in 0..40 {
        let position = board.referee.position().clone();
        let moves = position.legal_moves();
        if moves.len() < 2 || board.referee.stage() == Stage::Over {
            break;
        }
        let place = numbers.below(moves.len());
        let (played, other) = (moves[place], moves[(place + 1) % moves.len()]);
        board.put(500, played.from, false);
        if position.piece_at(played.to).is_some() {
            board.put(300, played.to, false);
        }
        board.put(300, played.to, true);
        board.wait(450);
        plies.push((played, other));
    }
    assert_eq!(plies.len(), 40);
    for (ply, &(played, other)) in plies.iter().enumerate() {
        let mut server = Server::new();
        let mut moves = 0;
        for message in &board.sent {
            let mut message = *message;
            if let ToHost::Event(Event { body: Body::Move { from, to, .. }, .. }) = &mut message {
                if moves == ply {
                    let point = |square| Point::new(point_index(square) as u8).expect("a point");
                    (*from, *to) = (point(other.from), point(other.to));
                }
                moves += 1;
            }
            if moves > ply + 1 {
                break;
            }
            server.hear(message);
        }
        let expected = format!("ply {}: the sensors show {played}", ply + 1);
        assert_eq!(server.doubts(), [expected], "{other} instead of {played}");
    }
}
