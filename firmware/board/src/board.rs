use crate::{
    Face, convert, faces, game_log::GameLog, interrupted_game::InterruptedGame, line::Line,
    queue::Queue, sound::Sound,
};
use boardlink::{BoardId, Button, Decoder, Flash, Ring, ToBoard};
use core::mem::MaybeUninit;
use sensing::{Ending, Event, Input, Occupancy, Output, Prompt, Referee};
use xiangqi::Bitboard;

/// A smart board.
///
/// All times are milliseconds since power came on; they never run backwards.
pub struct Board<F> {
    referee: Referee,
    desk: Desk<F>,
    decoder: Decoder<ToBoard>,
    /// The last reading, which goes to the host when it changes.
    seen: Occupancy,
    /// How the next game is played, if that is not how the referee plays now.
    asked: Option<boardlink::Settings>,
    /// While play waits, since when; and how long it has waited before: the referee's time stands.
    waiting_since_ms: Option<u64>,
    waited_ms: u64,
}

/// All that the referee's words change.
struct Desk<F> {
    game_log: GameLog<F>,
    line: Line,
    sound: Sound,
    settings: boardlink::Settings,
    /// The points the players must look at.
    points: Bitboard,
}

impl<F: Flash> Board<F> {
    /// Puts a board into `place` and finds what its flash holds. A game broken off by a power cut
    /// goes on.
    ///
    /// # Errors
    /// When the flash cannot be read.
    pub fn boot(
        place: &mut MaybeUninit<Board<F>>,
        flash: F,
        id: BoardId,
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

    /// Everything that holds a second referee for a moment is kept out of line: the stack is small.
    #[inline(never)]
    fn install(
        place: &mut MaybeUninit<Board<F>>,
        game_log: GameLog<F>,
        id: BoardId,
        settings: boardlink::Settings,
    ) -> &mut Board<F> {
        let line = Line::new(id, &game_log);
        place.write(Board {
            referee: Referee::new(convert::settings(&settings)),
            desk: Desk { game_log, line, sound: Sound::new(), settings, points: Bitboard::EMPTY },
            decoder: Decoder::default(),
            seen: Occupancy::EMPTY,
            asked: None,
            waiting_since_ms: None,
            waited_ms: 0,
        })
    }

    #[inline(never)]
    fn replace_referee(&mut self) {
        self.referee = Referee::new(convert::settings(&self.desk.settings));
    }

    /// Goes on with a game that a power cut broke off.
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
            // Its beginning is gone, or it makes no game. The server's copy has the last word; this
            // board waits for the next one.
            let ending = Ending { reason: game::Reason::Abandoned, winner: None };
            let at_ms = game.progress.at_ms;
            desk.take(&Output { seq: 0, at_ms, event: Event::End(ending) }, 0);
            self.replace_referee();
        }
    }

    /// What the sensors say now.
    pub fn sense(&mut self, now_ms: u64, seen: Occupancy) {
        if self.seen != seen {
            self.seen = seen;
            let Desk { game_log, line, .. } = &mut self.desk;
            let game = if game_log.is_playing() { game_log.ring.last_game().0 } else { 0 };
            line.show(game, game_log.game_ms(self.referee.now_ms()), seen);
        }
        self.input(now_ms, Input::Frame(seen));
    }

    /// A button was pressed.
    pub fn press(&mut self, now_ms: u64, button: Button) {
        self.input(now_ms, Input::Button(convert::button(button)));
    }

    /// A byte came from the host.
    pub fn receive_byte(&mut self, now_ms: u64, byte: u8) {
        // What is no message is passed over: the host repeats what matters.
        if let Some(Ok(message)) = self.decoder.push(byte) {
            self.execute(now_ms, message);
        }
    }

    /// The next byte for the host, if there is one.
    pub fn next_byte(&mut self, now_ms: u64) -> Option<u8> {
        self.desk.line.next_byte(&mut self.desk.game_log, now_ms)
    }

    /// The code for the voice module to speak now, once.
    pub fn next_word(&mut self, now_ms: u64) -> Option<u8> {
        self.desk.sound.next_word(now_ms)
    }

    /// Whether the buzzer sounds.
    pub fn is_buzzing(&self, now_ms: u64) -> bool {
        self.desk.sound.is_buzzing(now_ms)
    }

    /// What Red's and Black's displays show.
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

    /// A quiet moment: work that takes long and can wait. Whether there was any.
    ///
    /// # Errors
    /// When the flash refuses.
    pub fn rest(&mut self) -> Result<bool, F::Error> {
        self.desk.game_log.ring.tidy()
    }

    /// While the memory is full play waits, its clocks included: no move is taken in that could not
    /// be written down.
    fn input(&mut self, now_ms: u64, input: Input) {
        self.desk.game_log.write();
        if self.desk.game_log.is_full() {
            self.waiting_since_ms.get_or_insert(now_ms);
            return;
        }
        if let Some(since_ms) = self.waiting_since_ms.take() {
            self.waited_ms += now_ms.saturating_sub(since_ms);
        }
        let Board { referee, desk, .. } = self;
        let at_ms = now_ms.saturating_sub(self.waited_ms);
        referee.input(at_ms, input, &mut |output| desk.take(&output, now_ms));
        self.change_settings();
    }

    /// Between games, new settings make a new referee.
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
        // A chip that cannot be read now is asked again by the host's next word.
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
            // Only boards without sensors listen to these, on a line of their own.
            ToBoard::Inject { .. } | ToBoard::Press(_) | ToBoard::Now { .. } => Ok(()),
        };
    }
}

impl<F: Flash> Desk<F> {
    /// Takes in what the referee says. Its own time counts for the record; what is heard and sent
    /// goes by the time since power came on.
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
    }
}
