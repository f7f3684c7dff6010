use crate::{
    Face, convert, faces,
    game_log::GameLog,
    interrupted_game::InterruptedGame,
    line::{Line, Reading},
    queue::Queue,
    sound::Sound,
};
use boardlink::{Button, ChipId, Decoder, Flash, Ring, ToBoard};
use core::mem::MaybeUninit;
use sensing::{Ending, Event, Input, Occupancy, Output, Prompt, Referee};
use xiangqi::Bitboard;

/// A smart board.
///
/// All times are milliseconds since power-on; they never run backwards.
pub struct Board<F> {
    referee: Referee,
    desk: Desk<F>,
    decoder: Decoder<ToBoard>,
    /// The last reading and its number since power-on.
    seen: Occupancy,
    number: u32,
    /// Settings of the next game, if they differ from the referee's.
    asked: Option<boardlink::Settings>,
    /// Time since which play is suspended because the log is full, and the total of earlier
    /// suspensions. The referee's time stands still meanwhile.
    waiting_since_ms: Option<u64>,
    waited_ms: u64,
}

/// The parts that the referee's outputs change.
struct Desk<F> {
    game_log: GameLog<F>,
    line: Line,
    sound: Sound,
    settings: boardlink::Settings,
    /// The points to show to the players.
    points: Bitboard,
    /// Whether a turn or the game has just ended, so that the host needs the last reading again: it
    /// shows whether the host has received every reading up to this event.
    is_reading_due: bool,
}

impl<F: Flash> Board<F> {
    /// Initialises a board in `place` from the content of its flash. A game that a power cut
    /// interrupted is resumed.
    ///
    /// # Errors
    /// If the flash cannot be read.
    pub fn boot(
        place: &mut MaybeUninit<Board<F>>,
        flash: F,
        id: ChipId,
    ) -> Result<&mut Board<F>, F::Error> {
        let mut game_log = GameLog::new(Ring::open(flash)?);
        let interrupted_game = InterruptedGame::find(&mut game_log)?;
        let settings = interrupted_game.as_ref().map(|game| game.settings).unwrap_or_default();
        let board = Board::install(place, game_log, id, settings);
        if let Some(game) = interrupted_game {
            board.take_up(&game);
        }
        Ok(board)
    }

    /// Not inlined, like everything that briefly has a second referee on the stack, which is small.
    #[inline(never)]
    fn install(
        place: &mut MaybeUninit<Board<F>>,
        game_log: GameLog<F>,
        id: ChipId,
        settings: boardlink::Settings,
    ) -> &mut Board<F> {
        let line = Line::new(id, &game_log);
        place.write(Board {
            referee: Referee::new(convert::settings(&settings)),
            desk: Desk {
                game_log,
                line,
                sound: Sound::new(),
                settings,
                points: Bitboard::EMPTY,
                is_reading_due: false,
            },
            decoder: Decoder::default(),
            seen: Occupancy::EMPTY,
            number: 0,
            asked: None,
            waiting_since_ms: None,
            waited_ms: 0,
        })
    }

    #[inline(never)]
    fn replace_referee(&mut self) {
        self.referee = Referee::new(convert::settings(&self.desk.settings));
    }

    /// Resumes a game that a power cut interrupted.
    fn take_up(&mut self, game: &InterruptedGame) {
        let Board { referee, desk, .. } = self;
        let mut said = Queue::<Output, 4>::new();
        let is_resumed = game.is_whole && {
            let plies = game.plies(&mut desk.game_log);
            referee.take_up(game.progress, plies, &mut |output| _ = said.push(output)).is_ok()
        };
        desk.game_log.go_on(game.progress.at_ms);
        while let Some(output) = said.pop() {
            desk.take(&output, 0);
        }
        if !is_resumed {
            // Its beginning is lost, or its record is inconsistent. The server's copy is
            // authoritative; this board waits for a new game.
            let ending = Ending { reason: game::Reason::Abandoned, winner: None };
            let at_ms = game.progress.at_ms;
            desk.take(&Output { seq: 0, at_ms, event: Event::End(ending) }, 0);
            self.replace_referee();
        }
    }

    /// Takes in the readings of the sensors. The host receives every reading that the referee has
    /// taken in and that differs from the one before.
    pub fn sense(&mut self, now_ms: u64, seen: Occupancy) {
        if self.input(now_ms, Input::Frame(seen)) && self.seen != seen {
            self.seen = seen;
            self.number = self.number.saturating_add(1);
            let is_playing = self.desk.game_log.is_playing();
            self.show(if is_playing { self.desk.game_log.ring.last_game() } else { (0, 0) });
        }
    }

    /// Sends the last reading to the host, with the game and the number of its events.
    fn show(&mut self, (game, events): (u32, u32)) {
        let Desk { game_log, line, .. } = &mut self.desk;
        let (number, seen) = (self.number, self.seen);
        let at_ms = game_log.game_ms(self.referee.now_ms());
        line.show(Reading { game, events, number, at_ms, seen });
    }

    /// Takes in a pressed button.
    pub fn press(&mut self, now_ms: u64, button: Button) {
        self.input(now_ms, Input::Button(button));
    }

    /// Takes in a byte from the host.
    pub fn receive_byte(&mut self, now_ms: u64, byte: u8) {
        // Invalid frames are ignored: the host repeats what matters.
        if let Some(Ok(message)) = self.decoder.push(byte) {
            self.execute(now_ms, message);
        }
    }

    /// The next byte for the host, if there is one.
    pub fn next_byte(&mut self, now_ms: u64) -> Option<u8> {
        self.desk.line.next_byte(&mut self.desk.game_log, now_ms)
    }

    /// The code for the voice module to speak now; each is returned once.
    pub fn next_word(&mut self, now_ms: u64) -> Option<u8> {
        self.desk.sound.next_word(now_ms)
    }

    /// Whether the buzzer sounds.
    pub fn is_buzzing(&self, now_ms: u64) -> bool {
        self.desk.sound.is_buzzing(now_ms)
    }

    /// The content of Red's and Black's displays.
    pub fn faces(&self, now_ms: u64) -> [Face; 2] {
        if self.desk.game_log.is_full() {
            return [faces::FULL; 2];
        }
        if !self.desk.points.is_empty() {
            return faces::points(self.desk.points, now_ms);
        }
        if !self.desk.game_log.is_playing() {
            return [faces::IDLE; 2];
        }
        self.referee.clocks().map(faces::time)
    }

    /// Does slow work that can wait: erases a page of the log. Returns whether there was one.
    /// Called while the board is idle.
    ///
    /// # Errors
    /// If the flash fails.
    pub fn rest(&mut self) -> Result<bool, F::Error> {
        self.desk.game_log.ring.tidy()
    }

    /// Passes an input to the referee. While the log is full the input is dropped and the clocks
    /// stop, because a move could not be recorded. Returns whether the referee has taken it in.
    fn input(&mut self, now_ms: u64, input: Input) -> bool {
        self.desk.game_log.write();
        if self.desk.game_log.is_full() {
            self.waiting_since_ms.get_or_insert(now_ms);
            return false;
        }
        if let Some(since_ms) = self.waiting_since_ms.take() {
            self.waited_ms += now_ms.saturating_sub(since_ms);
        }
        let Board { referee, desk, .. } = self;
        let at_ms = now_ms.saturating_sub(self.waited_ms);
        referee.input(at_ms, input, &mut |output| desk.take(&output, now_ms));
        if core::mem::take(&mut self.desk.is_reading_due) {
            self.show(self.desk.game_log.ring.last_game());
        }
        self.change_settings();
        true
    }

    /// Applies new settings between games by replacing the referee.
    fn change_settings(&mut self) {
        if !self.desk.game_log.is_playing()
            && let Some(asked) = self.asked.take()
        {
            self.desk.settings = asked;
            self.replace_referee();
        }
    }

    fn execute(&mut self, now_ms: u64, message: ToBoard) {
        let Desk { game_log, line, .. } = &mut self.desk;
        // If the flash cannot be read, the host's next message tries again.
        let _ = match message {
            ToBoard::Who => {
                line.introduce(game_log);
                Ok(())
            }
            ToBoard::Ack { game, next } => line.acknowledge(game_log, (game, next), now_ms),
            ToBoard::AskFrom { game, seq } => line.begin_at(game_log, (game, seq)),
            ToBoard::SetTime { unix_s } => {
                game_log.ring.number_from(unix_s);
                Ok(())
            }
            ToBoard::Settings(asked) => {
                self.asked = Some(asked);
                self.change_settings();
                Ok(())
            }
            ToBoard::Ruling { reason, result } => {
                if let Some(ending) = convert::ending(reason, result) {
                    self.input(now_ms, Input::Ruling(ending));
                }
                Ok(())
            }
            // Only the emulated board obeys these, on a separate line.
            ToBoard::Inject { .. } | ToBoard::Press(_) | ToBoard::Now { .. } => Ok(()),
        };
    }
}

impl<F: Flash> Desk<F> {
    /// Handles an output of the referee. The record uses the referee's time; sounds and messages
    /// use the time since power-on.
    fn take(&mut self, output: &Output, now_ms: u64) {
        match output.event {
            Event::Turn(_) => {
                if !self.game_log.is_playing() {
                    self.game_log.begin(output.at_ms, self.settings);
                }
                self.points = Bitboard::EMPTY;
            }
            Event::Move(_) => self.sound.tick(now_ms),
            Event::Alarm(alarm) => {
                self.points = alarm.points;
                self.sound.alarm(now_ms);
            }
            Event::Disturbed { points, .. } | Event::Ambiguous { points } => self.points = points,
            Event::Restored | Event::End(_) | Event::Takeback { .. } => {
                self.points = Bitboard::EMPTY;
            }
            Event::Prompt { prompt, number, points } => {
                self.sound.say(prompt, number, now_ms);
                self.line.say(self.game_log.game_ms(output.at_ms), prompt, number);
                if matches!(prompt, Prompt::Restore | Prompt::Resume | Prompt::TakeBack) {
                    self.points = points;
                }
            }
            Event::Setup | Event::Pressed(_) | Event::Repetition { .. } => {}
        }
        if let Some(body) = convert::body(output) {
            self.game_log.note(output.at_ms, body);
        }
        self.is_reading_due |= matches!(output.event, Event::Turn(_) | Event::End(_));
    }
}
