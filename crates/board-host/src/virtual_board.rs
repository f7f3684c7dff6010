use boardlink::{Body, ChipId, Event, Hello, PROTOCOL, Settings, ToBoard, ToHost};
use sensing::{Ending, Input, Occupancy, Output, Referee, link};
use std::collections::VecDeque;

/// Maximum number of events sent before the first of them is acknowledged.
const WINDOW: usize = 8;

/// A smart board in memory. It runs the board's referee and speaks the board's side of the link to
/// a host.
///
/// Like a real board, it keeps every event until the host acknowledges it. Unlike a real board, it
/// loses its events when the process ends.
///
/// All times are milliseconds since power-on; they never run backwards.
///
/// ```
/// use board_host::VirtualBoard;
/// use boardlink::{Settings, ToBoard, ToHost};
///
/// let mut board = VirtualBoard::new([7; 12], Settings::default(), 0);
/// board.execute(0, ToBoard::Who);
/// assert!(matches!(board.next_message(), Some(ToHost::Hello(hello)) if hello.board == [7; 12]));
/// ```
pub struct VirtualBoard {
    id: ChipId,
    settings: Settings,
    referee: Referee,
    /// Number of the last game, 0 before the first, and the number of its events.
    game: u32,
    events: u32,
    /// The referee's time at which the current game began; `None` between games.
    began_ms: Option<u64>,
    /// The time of day that the host has sent, in Unix seconds. Games are numbered from it.
    unix_s: Option<u32>,
    /// Events that are not acknowledged, and how many of them were sent.
    pending: VecDeque<Event>,
    sent: usize,
    is_hello_due: bool,
    /// Events that the host lacks and that are stored nowhere any more.
    lost: Option<ToHost>,
    /// The last reading of the sensors and its number since power-on.
    seen: Occupancy,
    number: u32,
    /// Prompts and sensor readings, which are sent once.
    unconfirmed: VecDeque<ToHost>,
}

impl VirtualBoard {
    /// Creates a board that waits for its pieces. Its games are numbered after `last_game`.
    pub fn new(id: ChipId, settings: Settings, last_game: u32) -> VirtualBoard {
        VirtualBoard {
            id,
            settings,
            referee: Referee::new(link::settings(&settings)),
            game: last_game,
            events: 0,
            began_ms: None,
            unix_s: None,
            pending: VecDeque::new(),
            sent: 0,
            is_hello_due: true,
            lost: None,
            seen: Occupancy::EMPTY,
            number: 0,
            unconfirmed: VecDeque::new(),
        }
    }

    /// Whether the host has sent the time of day. Without it a game's number could be that of an
    /// earlier game.
    pub const fn has_time(&self) -> bool {
        self.unix_s.is_some()
    }

    /// Whether a game is being played.
    pub const fn is_playing(&self) -> bool {
        self.began_ms.is_some()
    }

    /// Whether the host has acknowledged every event.
    pub fn is_delivered(&self) -> bool {
        self.pending.is_empty()
    }

    /// The time of the next event that needs no input except [`Input::Tick`]; `None` if there is
    /// none.
    pub fn next_look(&self) -> Option<u64> {
        self.referee.next_look()
    }

    /// Takes in readings of the sensors, a button, or the passage of time. The referee's outputs
    /// are passed to `take`.
    pub fn input(&mut self, now_ms: u64, input: Input, take: &mut dyn FnMut(&Output)) {
        let mut outputs = Vec::new();
        self.referee.input(now_ms, input, &mut |output| outputs.push(output));
        for output in &outputs {
            self.follow(output);
            take(output);
        }
        if let Input::Frame(seen) = input
            && self.seen != seen
        {
            self.seen = seen;
            self.number = self.number.saturating_add(1);
            let (game, events) = if self.is_playing() { (self.game, self.events) } else { (0, 0) };
            self.show(game, events, self.referee.now_ms());
        }
    }

    /// Obeys a message of the host.
    pub fn execute(&mut self, now_ms: u64, message: ToBoard) {
        match message {
            ToBoard::Who => {
                self.is_hello_due = true;
                self.sent = 0;
            }
            ToBoard::Ack { game, next } => {
                let is_before = |event: &Event| (event.game, event.seq) < (game, next);
                while self.pending.front().is_some_and(is_before) {
                    self.pending.pop_front();
                    self.sent = self.sent.saturating_sub(1);
                }
            }
            ToBoard::AskFrom { game, seq } => {
                let is_before = |event: &Event| (event.game, event.seq) < (game, seq);
                self.sent = self.pending.iter().take_while(|event| is_before(event)).count();
                self.report_lost(game, seq);
            }
            ToBoard::SetTime { unix_s } => self.unix_s = Some(unix_s),
            ToBoard::Settings(asked) => {
                if !self.is_playing() {
                    self.settings = asked;
                    self.referee = Referee::new(link::settings(&asked));
                }
            }
            ToBoard::Ruling { reason, result } => {
                if let Some(ending) = link::ending(reason, result) {
                    self.rule(now_ms, ending);
                }
            }
            // Orders for the emulated board in QEMU.
            ToBoard::Inject { .. } | ToBoard::Press(_) | ToBoard::Now { .. } => {}
        }
    }

    /// The next message for the host, if there is one.
    pub fn next_message(&mut self) -> Option<ToHost> {
        if std::mem::take(&mut self.is_hello_due) {
            let (board, game, events) = (self.id, self.game, self.events);
            let hello = Hello { protocol: PROTOCOL, board, game, events, is_full: false };
            return Some(ToHost::Hello(hello));
        }
        if let Some(lost) = self.lost.take() {
            return Some(lost);
        }
        if self.sent < WINDOW
            && let Some(&event) = self.pending.get(self.sent)
        {
            self.sent += 1;
            return Some(ToHost::Event(event));
        }
        self.unconfirmed.pop_front()
    }

    fn rule(&mut self, now_ms: u64, ending: Ending) {
        self.input(now_ms, Input::Ruling(ending), &mut |_| ());
    }

    /// Reports acknowledged events that the host asks for again: a server that was restored from a
    /// backup lacks them.
    fn report_lost(&mut self, game: u32, from: u32) {
        let first = self.pending.front().filter(|event| event.game == game);
        let to = match first {
            Some(event) => event.seq,
            None if game == self.game => self.events,
            None => from.saturating_add(1),
        };
        self.lost = (to > from).then_some(ToHost::Lost { game, from, to });
    }

    /// Records an output of the referee.
    fn follow(&mut self, output: &Output) {
        match output.event {
            sensing::Event::Turn(_) if !self.is_playing() => self.begin(output.at_ms),
            sensing::Event::Prompt { prompt, number, .. } => {
                let (at_ms, code) = (self.game_ms(output.at_ms), prompt.code());
                self.unconfirmed.push_back(ToHost::Prompt { at_ms, code, number });
            }
            _ => {}
        }
        if let Some(body) = link::body(output) {
            self.note(output.at_ms, body);
        }
        // Shows the host that it has received every reading up to this event.
        if matches!(output.event, sensing::Event::Turn(_) | sensing::Event::End(_)) {
            self.show(self.game, self.events, output.at_ms);
        }
    }

    /// Sends the last reading of the sensors.
    fn show(&mut self, game: u32, events: u32, now_ms: u64) {
        let (number, at_ms, ranks) = (self.number, self.game_ms(now_ms), link::ranks(self.seen));
        self.unconfirmed.push_back(ToHost::Seen { game, events, number, at_ms, ranks });
    }

    fn begin(&mut self, now_ms: u64) {
        self.game = self.game.saturating_add(1).max(self.unix_s.unwrap_or_default());
        self.events = 0;
        self.began_ms = Some(now_ms);
        self.note(now_ms, Body::Setup { settings: self.settings });
    }

    /// Records an event of the current game. Between games it does nothing.
    fn note(&mut self, now_ms: u64, body: Body) {
        if !self.is_playing() {
            return;
        }
        let at_ms = self.game_ms(now_ms);
        self.pending.push_back(Event { game: self.game, seq: self.events, at_ms, body });
        self.events += 1;
        if matches!(body, Body::End { .. }) {
            self.began_ms = None;
        }
    }

    /// Converts a moment of the referee's time to the game's time; 0 between games.
    fn game_ms(&self, now_ms: u64) -> u32 {
        let since = self.began_ms.map_or(0, |began| now_ms.saturating_sub(began));
        u32::try_from(since).unwrap_or(u32::MAX)
    }
}
