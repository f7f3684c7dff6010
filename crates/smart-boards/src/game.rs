mod end;
mod event_hashes;
mod finish;
mod game_time;
mod seats;
mod view;

pub use finish::Finish;

use crate::{
    limits::{MAX_AHEAD_S, MAX_EVENT_NUMBER, MAX_EVENTS, MAX_NOTES, MAX_PLIES},
    log_entry::LogEntry,
    moment::Moment,
    note::{self, Claimant, Note},
    second_referee::{Reading, SecondReferee},
    words,
};
use boardlink::{Body, Event};
use clock::{Clock, Left};
use event_hashes::EventHashes;
use game::{Outcome, Refusal};
use game_time::GameTime;
use games::Variant;
use protocol::{
    AccountId, Correction, NAME_CHARS, SmartBoardCorrection, SmartBoardState, SmartBoardWords,
    UnixMs,
};
use record::{Annotations, Record, Tags};
use seats::{PlayTime, Press, Seats};
use sensing::{Ending, Occupancy, Prompt, Settled, link};
use std::{collections::BTreeMap, fmt};
use xiangqi::{IllegalMove, Legality, Move, Piece, Position, Setup, Side};

/// One game of a board, built from its events and notes.
#[derive(Clone)]
pub struct BoardGame {
    number: u32,
    next: u32,
    event_hashes: EventHashes,
    /// Number of events that contradict the log.
    contradictions: u32,
    /// Number of events after the end.
    after_end: u32,
    /// Number of moves beyond the maximum number of plies.
    surplus: u32,
    /// Why the rules do not allow the reported end.
    end_fault: Option<String>,
    /// Whether the game's number lies in the future.
    is_ahead: bool,
    /// Game time since which the clock of the side to move has run, if known.
    clock_from_ms: Option<u32>,
    settings: sensing::Settings,
    board: Setup,
    plies: Vec<Ply>,
    trouble: Option<SmartBoardState>,
    says: Option<SmartBoardWords>,
    alarms: [u16; 2],
    /// Whether events are permanently lost.
    is_incomplete: bool,
    /// Number of them that an arbiter declared lost; the limit on events grows by it.
    admitted: u32,
    /// The end that the board reported.
    ended: Option<Ending>,
    /// The arbiter's ruling, which takes precedence over it.
    ruled: Option<Ending>,
    /// When either was first received.
    ended_at: Option<Moment>,
    seats: Seats,
    /// The players' names as the arbiter entered them.
    names: [String; 2],
    corrections: Vec<SmartBoardCorrection>,
    /// Number of notes applied.
    notes: u64,
    /// Moves that the second referee read differently, by ply index and the board's move.
    misread: BTreeMap<(usize, Move), String>,
    second_referee: SecondReferee,
    time: GameTime,
    /// Steady time at which the clock of the side to move began to run.
    runs_since_ms: Option<u64>,
}

#[derive(Clone)]
struct Ply {
    action: Move,
    left: [Left; 2],
    /// Why the rules do not allow it.
    fault: Option<String>,
    /// What is needed to take it back.
    undo: Undo,
}

/// State that a ply changes besides the moved piece, so that a takeback need not replay the game.
#[derive(Clone, Copy)]
struct Undo {
    captured: Option<Piece>,
    quiet: u16,
    full_move: u16,
}

/// An earlier event is missing and must be requested again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfOrder {
    /// Number of the missing event.
    pub expected: u32,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} is missing", self.expected)
    }
}

impl std::error::Error for OutOfOrder {}

impl BoardGame {
    /// Creates a game without events.
    pub fn new(number: u32) -> BoardGame {
        BoardGame {
            number,
            next: 0,
            event_hashes: EventHashes::default(),
            contradictions: 0,
            after_end: 0,
            surplus: 0,
            end_fault: None,
            is_ahead: false,
            clock_from_ms: None,
            settings: sensing::Settings::DEFAULT,
            board: Position::start().to_setup(),
            plies: Vec::new(),
            trouble: None,
            says: None,
            alarms: [0; 2],
            is_incomplete: false,
            admitted: 0,
            ended: None,
            ruled: None,
            ended_at: None,
            seats: Seats::default(),
            names: Default::default(),
            corrections: Vec::new(),
            notes: 0,
            misread: BTreeMap::new(),
            second_referee: SecondReferee::default(),
            time: GameTime::default(),
            runs_since_ms: None,
        }
    }

    /// Builds a game from its log as known at `now`. Each line comes with the wall-clock time at
    /// which it was written; `None` is an unreadable line.
    ///
    /// Earlier versions stored notes in a separate log, `older`. These are merged by their times,
    /// the only information about their order.
    pub fn from_log(
        number: u32,
        log: Vec<(Option<LogEntry>, UnixMs)>,
        older: Vec<(Option<Note>, UnixMs)>,
        now: Moment,
    ) -> BoardGame {
        let mut game = BoardGame::new(number);
        let mut older = older.into_iter().peekable();
        let take = |game: &mut BoardGame, (note, at_ms)| {
            if let Some(note) = note {
                game.note(note, now.earlier(at_ms));
            }
        };
        for (entry, heard_ms) in log {
            let is_note = matches!(entry, Some(LogEntry::Note { .. }));
            while let Some(note) = older.next_if(|(_, at_ms)| is_note || *at_ms < heard_ms) {
                take(&mut game, note);
            }
            game.read_line(entry, now.earlier(heard_ms));
        }
        older.for_each(|note| take(&mut game, note));
        game.forget_times();
        game
    }

    /// Applies the next line of the log.
    fn read_line(&mut self, entry: Option<LogEntry>, heard: Moment) {
        match entry {
            Some(LogEntry::Event(event)) => {
                // A log has no gaps, and the notes that this event caused follow in it.
                let _ = self.apply(&event, heard);
            }
            Some(LogEntry::Lost { lost }) => self.lose(lost.to),
            Some(LogEntry::Note { note }) => self.note(note, heard),
            None => self.lose(self.next.saturating_add(1)),
        }
    }

    /// Forgets how late the connection is and recent presses, which a log does not contain.
    fn forget_times(&mut self) {
        self.time = GameTime::default();
        let time = self.play_time(u64::MAX);
        self.seats.close(time);
    }

    /// Number of the next expected event.
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Exclusive upper bound of event numbers: [`MAX_EVENTS`] plus the events that an arbiter
    /// declared lost.
    pub const fn end_of_numbers(&self) -> u32 {
        MAX_EVENTS.saturating_add(self.admitted)
    }

    /// Whether the game has begun and not ended.
    pub fn is_under_way(&self) -> bool {
        self.next > 0 && self.ending().is_none()
    }

    /// Number of the game.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Applies an event that was received at `now`. A known event changes nothing; one that
    /// contradicts the log yields a note.
    ///
    /// The returned notes are not applied: the caller commits them together with the event and then
    /// passes them to [`BoardGame::note`]. When a log is read, they follow in it.
    ///
    /// # Errors
    /// If an earlier event is missing.
    pub fn apply(&mut self, event: &Event, now: Moment) -> Result<Vec<Note>, OutOfOrder> {
        if event.seq > self.next {
            return Err(OutOfOrder { expected: self.next });
        }
        if event.seq < self.next {
            let is_news = self.event_hashes.contradicts(event);
            return Ok(is_news
                .then_some(Note::Contradicted { event: *event })
                .into_iter()
                .collect());
        }
        self.next += 1;
        self.event_hashes.push(event);
        if event.seq == 0 {
            self.is_ahead = u64::from(self.number) > now.unix_ms.0 / 1_000 + MAX_AHEAD_S;
        }
        self.time.hear(event.at_ms, now.steady_ms);
        if self.ended.is_some() {
            self.after_end += 1;
            return Ok(Vec::new());
        }
        let notes = self.confirmed_by(event, now.steady_ms);
        self.second_referee.hear(event, self.plies.len());
        self.follow(event, now);
        Ok(notes)
    }

    /// Applies an event of an unfinished game.
    fn follow(&mut self, event: &Event, now: Moment) {
        match event.body {
            Body::Setup { settings } => {
                self.settings = link::settings(&settings);
                self.says = Some(words::prompt(Prompt::GameStart));
                self.runs_since_ms = Some(now.steady_ms);
                self.clock_from_ms = Some(event.at_ms);
            }
            Body::Move { .. } if self.plies.len() >= MAX_PLIES => self.surplus += 1,
            Body::Move { stood_ms, .. } => {
                if let Some(settled) = link::settled(&event.body) {
                    self.play(event.seq, settled);
                    self.runs_since_ms = Some(now.steady_ms.saturating_sub(stood_ms.into()));
                    self.clock_from_ms = Some(event.at_ms.saturating_sub(stood_ms.into()));
                }
            }
            Body::Alarm { by_black, reason, tried, points } => {
                let count = &mut self.alarms[usize::from(by_black)];
                *count = count.saturating_add(1);
                self.trouble = Some(SmartBoardState::Alarm);
                self.says = Some(words::alarm(reason, tried, &points));
            }
            Body::Disturbed { points, .. } => {
                self.trouble = Some(SmartBoardState::Disturbed);
                self.says = Some(words::with_points(Prompt::Disturbed, &points));
            }
            Body::Ambiguous { points } => {
                self.trouble = Some(SmartBoardState::Asking);
                self.says = Some(words::with_points(Prompt::WhichMove, &points));
            }
            Body::Restored => self.settle(Prompt::Restored),
            Body::TakenBack { plies } => {
                for ply in self.plies.split_off(self.plies.len().min(plies.into())).iter().rev() {
                    self.move_back(ply.action, ply.undo);
                }
                self.settle(Prompt::TakenBack);
                self.runs_since_ms = Some(now.steady_ms);
                self.clock_from_ms = None;
            }
            Body::Pressed { .. } => {}
            Body::Repeated { times } => {
                let prompt =
                    if times < 3 { Prompt::SecondOccurrence } else { Prompt::ThirdOccurrence };
                self.says = Some(words::prompt(prompt));
                if times >= 3 {
                    self.trouble = Some(SmartBoardState::Ruling);
                }
            }
            Body::Resumed => {
                self.says = Some(words::prompt(Prompt::Resume));
                self.time.begin_again(event.at_ms, now.steady_ms);
                self.clock_from_ms = None;
            }
            Body::End { reason, result } => {
                self.end_fault = self.end_fault(event.at_ms, link::ending(reason, result));
                self.ended = Some(end::of_board(reason, result));
                self.end_at(now);
            }
        }
    }

    /// Marks the unknown events before `to` as lost; the game stays marked as incomplete.
    pub fn lose(&mut self, to: u32) {
        if to > self.next {
            self.next = to;
            self.event_hashes.lose(to);
            self.is_incomplete = true;
            self.second_referee.drop_out();
        }
    }

    /// Passes a reading of the sensors to the second referee. The reading must belong to this game.
    /// Returns a note if the second referee is certain to have read another move than the board.
    ///
    /// As with [`BoardGame::apply`], the caller commits the note and passes it to
    /// [`BoardGame::note`].
    pub fn see(&mut self, reading: Reading) -> Option<Note> {
        let misread = self.second_referee.see(reading, self.next);
        if self.second_referee.can_begin(reading, self.next)
            && self.is_under_way()
            && !self.is_incomplete
            && reading.seen == self.occupied()
        {
            self.second_referee.begin(self.settings, self.moves(), reading);
        }
        misread
    }

    /// Records the prompt that the board has just given.
    pub fn hear(&mut self, code: u8, number: u16) {
        if let Some(prompt) = Prompt::from_code(code)
            && self.trouble.is_none()
            && self.ending().is_none()
        {
            self.says = Some(words::numbered(prompt, number));
        }
    }

    /// The end that the rules on repetition demand, if the board waits for a ruling.
    pub fn ruling(&self) -> Option<Ending> {
        if self.trouble == Some(SmartBoardState::Ruling) { self.repetition() } else { None }
    }

    /// Decides the claim of a player on a seat and returns the note to commit. `now_ms` is a steady
    /// time, here and in the following methods.
    ///
    /// # Errors
    /// If the seat has a confirmed holder, the player claims the other seat, or a limit is reached.
    pub fn claim(&self, side: &str, player: Claimant, now_ms: u64) -> Result<Note, Refusal> {
        if self.next == 0 {
            return Err(Refusal::new("no-game", "no game has begun on this board"));
        }
        if self.notes >= MAX_NOTES {
            return Err(Refusal::new(
                "too-many",
                "the limit of claims on this game's seats is reached",
            ));
        }
        let seat = note::side(side).ok_or_else(seats::no_such_side)?;
        let presses = self.seats.may_claim(seat, &player, self.play_time(now_ms))?;
        Ok(Note::Claimed { side: side.to_owned(), player, presses })
    }

    /// Whether the game is under way and an account holds or claims one of its seats.
    pub fn is_played_by(&self, account: &AccountId, now_ms: u64) -> bool {
        self.is_under_way() && self.seats.is_wanted_by(account, self.play_time(now_ms))
    }

    /// Decides the withdrawal of a claim and returns the note to commit.
    ///
    /// # Errors
    /// If the player has no claim on the seat, or it is confirmed.
    pub fn withdraw(&self, side: &str, player: &Claimant, now_ms: u64) -> Result<Note, Refusal> {
        let seat = note::side(side).ok_or_else(seats::no_such_side)?;
        self.seats.may_withdraw(seat, player, self.play_time(now_ms))?;
        Ok(Note::Withdrawn { side: side.to_owned(), id: Some(player.id.clone()) })
    }

    /// Decides an arbiter's correction and returns the note to commit.
    ///
    /// # Errors
    /// A sentence that says why the correction is impossible.
    pub fn correct(&self, correction: SmartBoardCorrection, now_ms: u64) -> Result<Note, String> {
        match &correction.what {
            Correction::Note => {}
            Correction::Names { red, black } => {
                if [red, black].iter().any(|name| name.chars().count() > NAME_CHARS) {
                    return Err(format!("a name has at most {NAME_CHARS} characters"));
                }
            }
            Correction::Result { winner } => _ = ruling_for(winner.as_deref())?,
            Correction::Move { ply, action } => _ = self.corrected_move(*ply, action)?,
            Correction::Lost { to } if *to <= self.next => {
                let next = self.next;
                return Err(format!("event {to} is known already; the next one is {next}"));
            }
            Correction::Lost { to } if *to > MAX_EVENT_NUMBER => {
                return Err(format!("an event's number is at most {MAX_EVENT_NUMBER}"));
            }
            Correction::Lost { .. } => {}
            Correction::Seat { side, player } => {
                let side = note::side(side).ok_or_else(|| seats::no_such_side().message)?;
                self.seats.may_settle(side, player.as_deref(), self.play_time(now_ms))?;
            }
        }
        Ok(Note::Correction(correction))
    }

    /// Applies a committed note. If it has become impossible since it was decided, it changes
    /// nothing.
    pub fn note(&mut self, note: Note, at: Moment) {
        self.notes += 1;
        match note {
            Note::Claimed { side, player, presses } => {
                if let Some(side) = note::side(&side) {
                    self.seats.claim(side, player, presses, at.steady_ms);
                }
            }
            Note::Withdrawn { side, id } => match (note::side(&side), id) {
                (Some(side), Some(id)) => self.seats.withdraw(side, &id),
                (Some(side), None) => self.seats.free(side),
                (None, _) => {}
            },
            Note::Confirmed { side, id } => {
                if let Some(side) = note::side(&side) {
                    self.seats.confirm(side, |player| player.id == id);
                }
            }
            Note::Misread { ply, action, read } => {
                if let (Some(place), Ok(action)) = (usize::from(ply).checked_sub(1), action.parse())
                {
                    self.misread.entry((place, action)).or_insert(read);
                }
            }
            Note::Contradicted { event } => {
                self.event_hashes.note(&event);
                self.contradictions += 1;
            }
            Note::Correction(correction) => self.apply_correction(correction, at),
        }
    }

    /// The game as a record for archive and export.
    pub fn record(&self) -> Record {
        Record {
            variant: Variant::Xiangqi,
            options: String::new(),
            start: Position::start().fen(),
            names: self.names().into(),
            actions: self.plies.iter().map(|ply| ply.action.to_string()).collect(),
            // An illegal end is left out: other programs could not read such a record.
            outcome: self
                .ending()
                .filter(|_| self.ruled.is_some() || self.end_fault.is_none())
                .map(|ending| Outcome::duel(ending.reason, ending.winner.map(Side::seat))),
            tags: Tags::default(),
            annotations: Annotations::default(),
        }
    }

    fn apply_correction(&mut self, correction: SmartBoardCorrection, at: Moment) {
        match &correction.what {
            Correction::Note => {}
            Correction::Names { red, black } => self.names = [red.clone(), black.clone()],
            Correction::Result { winner } => {
                if let Ok(ruled) = ruling_for(winner.as_deref()) {
                    self.ruled = Some(ruled);
                    self.end_at(at);
                }
            }
            Correction::Move { ply, action } => {
                if let Ok((place, action)) = self.corrected_move(*ply, action) {
                    self.plies[place].action = action;
                    // The arbiter has checked this ply, so the second referee's reading no longer
                    // matters.
                    self.misread.retain(|(misread, _), _| *misread != place);
                    self.rebuild();
                }
            }
            Correction::Lost { to } => {
                self.admitted += to.saturating_sub(self.next).min(MAX_EVENT_NUMBER - self.admitted);
                self.lose(*to);
            }
            Correction::Seat { side, player } => match (note::side(side), player) {
                (Some(side), Some(name)) => self.seats.confirm(side, |player| player.name == *name),
                (Some(side), None) => self.seats.free(side),
                (None, _) => {}
            },
        }
        self.corrections.push(correction);
    }

    /// Ply index and move of a correction, if the game has such a ply.
    fn corrected_move(&self, ply: u16, action: &str) -> Result<(usize, Move), String> {
        let action = action.parse().map_err(|error| format!("{action}: {error}"))?;
        let place = usize::from(ply).checked_sub(1).filter(|place| *place < self.plies.len());
        Ok((place.ok_or_else(|| format!("the game has no ply {ply}"))?, action))
    }

    /// Returns the notes for claims that are confirmed by presses up to this event. After an
    /// arbiter's ruling, presses confirm nothing: the board may not know that the game is over.
    fn confirmed_by(&mut self, event: &Event, now_ms: u64) -> Vec<Note> {
        let time = self.play_time(now_ms);
        let side = match event.body {
            Body::Pressed { button } => sensing::clock_of(button),
            _ => None,
        };
        let is_after = |claimed_ms| self.time.is_after(event.at_ms, claimed_ms);
        let confirmed = match side.filter(|_| self.is_under_way()) {
            Some(side) => self.seats.press(Press { side, at_ms: event.at_ms }, time, is_after),
            None => self.seats.close(time),
        };
        let note = |(side, id)| Note::Confirmed { side: note::letter(side), id };
        confirmed.into_iter().filter(|_| self.ruled.is_none()).map(note).collect()
    }

    fn end_at(&mut self, at: Moment) {
        self.ended_at.get_or_insert(at);
        self.trouble = None;
        self.runs_since_ms = None;
    }

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending> {
        self.ruled.or(self.ended)
    }

    /// The clocks after the last ply. They stand still.
    fn clock(&self) -> Clock {
        let mut clock = Clock::new(self.settings.controls);
        if let Some(ply) = self.plies.last() {
            for side in Side::BOTH {
                clock.set_left(side.seat(), ply.left[side as usize]);
            }
        }
        clock
    }

    fn play_time(&self, now_ms: u64) -> PlayTime {
        PlayTime { now_ms, ended_ms: self.ended_at.map(|ended| ended.steady_ms) }
    }

    /// Plays the move of event number `seq`.
    fn play(&mut self, seq: u32, Settled { action, left }: Settled) {
        let fault = self.refusal(action);
        if fault.is_none() {
            self.second_referee.compare(self.plies.len(), action, seq);
        } else {
            self.second_referee.drop_out();
        }
        let undo = self.move_piece(action);
        self.plies.push(Ply { action, left, fault, undo });
        self.trouble = None;
        self.says = None;
    }

    /// Why the rules do not allow a move in the current position.
    fn refusal(&self, action: Move) -> Option<String> {
        if self.board.board[action.from.index()].is_none() {
            return Some(format!("there is no piece on {}", action.from));
        }
        let position = position(&self.board)?;
        let fault = position.why_illegal(action)?;
        let is_allowed_here = self.settings.capture_general
            && matches!(
                fault,
                IllegalMove::GeneralsFace(_) | IllegalMove::LeavesGeneralAttacked(_)
            );
        (!is_allowed_here).then(|| fault.explain(&position, action))
    }

    fn move_piece(&mut self, action: Move) -> Undo {
        let board = &mut self.board;
        let (quiet, full_move) = (board.quiet, board.full_move);
        let captured = board.board[action.to.index()].take();
        board.board[action.to.index()] = board.board[action.from.index()].take();
        board.quiet = if captured.is_some() { 0 } else { board.quiet.saturating_add(1) };
        if board.turn == Side::Black {
            board.full_move = board.full_move.saturating_add(1);
        }
        board.turn = !board.turn;
        Undo { captured, quiet, full_move }
    }

    fn move_back(&mut self, action: Move, undo: Undo) {
        let board = &mut self.board;
        board.board[action.from.index()] = board.board[action.to.index()].take();
        board.board[action.to.index()] = undo.captured;
        (board.quiet, board.full_move) = (undo.quiet, undo.full_move);
        board.turn = !board.turn;
    }

    /// Replays all plies from the start and judges each by the rules.
    fn rebuild(&mut self) {
        self.board = Position::start().to_setup();
        for place in 0..self.plies.len() {
            let action = self.plies[place].action;
            self.plies[place].fault = self.refusal(action);
            self.plies[place].undo = self.move_piece(action);
        }
    }

    fn settle(&mut self, prompt: Prompt) {
        self.trouble = None;
        self.says = Some(words::prompt(prompt));
    }

    /// The points that are occupied after the last ply.
    fn occupied(&self) -> Occupancy {
        self.board.pieces().fold(Occupancy::EMPTY, |seen, (square, _)| seen.with(square, true))
    }

    fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.action).collect()
    }
}

/// Converts an arbiter's result to an ending.
fn ruling_for(winner: Option<&str>) -> Result<Ending, String> {
    let winner = match winner {
        None => None,
        Some(letter) => Some(note::side(letter).ok_or("expected the winner `w` or `b`, or none")?),
    };
    Ok(Ending { reason: game::Reason::Arbiter, winner })
}

fn position(board: &Setup) -> Option<Position> {
    Position::from_setup(board, Legality::Traditional).ok()
}
