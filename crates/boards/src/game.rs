use crate::{again::Again, words};
use boardlink::{Body, Event, Left};
use clock::{Control, Controls};
use game::Outcome;
use games::Variant;
use protocol::{
    BoardCorrection, BoardDoubt, BoardEnd, BoardState, BoardView, BoardWords, Correction,
};
use record::{Record, Tags};
use sensing::{Ending, Occupancy, Prompt, link};
use std::fmt;
use xiangqi::{Fault, Legality, Move, Position, Setup, Side, repetition};

/// One game of a board, as its events tell it.
pub struct BoardGame {
    number: u32,
    next: u32,
    settings: sensing::Settings,
    board: Setup,
    plies: Vec<Ply>,
    trouble: Option<BoardState>,
    says: Option<BoardWords>,
    alarms: [u16; 2],
    /// Whether events are lost for good.
    is_torn: bool,
    ending: Option<Ending>,
    names: [String; 2],
    corrections: Vec<BoardCorrection>,
    again: Again,
    /// When the clock of the side to move began to run, by the server's time.
    runs_since_ms: Option<u64>,
}

struct Ply {
    action: Move,
    left: [Left; 2],
    doubt: Option<String>,
}

/// An event came before its turn; it is to be asked for again from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfOrder {
    /// The event that is missing.
    pub expected: u32,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} is missing", self.expected)
    }
}

impl std::error::Error for OutOfOrder {}

impl BoardGame {
    /// A game with this number, of which nothing is known yet.
    pub fn new(number: u32) -> BoardGame {
        BoardGame {
            number,
            next: 0,
            settings: sensing::Settings::DEFAULT,
            board: Position::start().to_setup(),
            plies: Vec::new(),
            trouble: None,
            says: None,
            alarms: [0; 2],
            is_torn: false,
            ending: None,
            names: Default::default(),
            corrections: Vec::new(),
            again: Again::default(),
            runs_since_ms: None,
        }
    }

    /// The number of the first event that is not known yet.
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Whether it has begun and not ended.
    pub const fn is_under_way(&self) -> bool {
        self.next > 0 && self.ending.is_none()
    }

    /// Its number.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Takes an event in that was heard at `now_ms`. One that is known already changes nothing.
    ///
    /// # Errors
    /// When an event before it is missing.
    pub fn apply(&mut self, event: &Event, now_ms: u64) -> Result<(), OutOfOrder> {
        if event.seq > self.next {
            return Err(OutOfOrder { expected: self.next });
        }
        if event.seq < self.next {
            return Ok(());
        }
        self.next += 1;
        self.again.pass(event.at_ms);
        match event.body {
            Body::Setup { settings } => {
                self.settings = link::settings(&settings);
                self.again.begin(self.settings);
                self.says = Some(words::prompt(Prompt::GameStart));
                self.runs_since_ms = Some(now_ms);
            }
            Body::Move { left, stood_ms, .. } => {
                if let Some(settled) = link::settled(&event.body) {
                    self.play(settled.action, left);
                    self.runs_since_ms = Some(now_ms.saturating_sub(stood_ms.into()));
                }
            }
            Body::Alarm { by_black, reason, tried, points } => {
                let count = &mut self.alarms[usize::from(by_black)];
                *count = count.saturating_add(1);
                self.trouble = Some(BoardState::Alarm);
                self.says = Some(words::alarm(reason, tried, &points));
            }
            Body::Disturbed { points, .. } => {
                self.trouble = Some(BoardState::Disturbed);
                self.says = Some(words::with_points(Prompt::Disturbed, &points));
            }
            Body::Ambiguous { points } => {
                self.trouble = Some(BoardState::Asking);
                self.says = Some(words::with_points(Prompt::WhichMove, &points));
            }
            Body::Restored => self.settle(Prompt::Restored),
            Body::TakenBack { plies } => {
                self.plies.truncate(plies.into());
                self.rebuild();
                self.again.resume(self.settings, self.moves(), event.at_ms);
                self.settle(Prompt::TakenBack);
                self.runs_since_ms = Some(now_ms);
            }
            Body::Pressed { button } => self.again.press(event.at_ms, link::button(button)),
            Body::Repeated { times } => {
                let prompt = if times < 3 { Prompt::RepeatedOnce } else { Prompt::RepeatedTwice };
                self.says = Some(words::prompt(prompt));
                if times >= 3 {
                    self.trouble = Some(BoardState::Ruling);
                }
            }
            Body::Resumed => self.says = Some(words::prompt(Prompt::Resume)),
            Body::End { reason, result } => {
                self.trouble = None;
                self.ending = link::ending(reason, result);
                self.says = self.ending.map(words::ending);
                self.runs_since_ms = None;
            }
        }
        Ok(())
    }

    /// The board cannot tell the events before `to` any more: what follows is no whole game, and
    /// says so.
    pub fn lose(&mut self, to: u32) {
        if to > self.next {
            self.next = to;
            self.is_torn = true;
        }
    }

    /// What all sensors say, for judging again. Frames of other games are not for this one.
    pub fn see(&mut self, at_ms: u32, seen: Occupancy) {
        self.again.see(at_ms, seen);
    }

    /// What the board has just said to its players.
    pub fn hear(&mut self, code: u8, number: u16) {
        if let Some(prompt) = Prompt::from_code(code)
            && self.trouble.is_none()
            && self.ending.is_none()
        {
            self.says = Some(words::numbered(prompt, number));
        }
    }

    /// How the game ends by the rules on repetition, if the board waits for that.
    pub fn ruling(&self) -> Option<Ending> {
        if self.trouble != Some(BoardState::Ruling) {
            return None;
        }
        let rule = self.settings.rules.repetition;
        match repetition::rule(&Position::start(), &self.moves(), rule) {
            repetition::Ruling::Over(outcome) => Some(Ending {
                reason: outcome.reason,
                winner: outcome.winners.iter().next().and_then(Side::of_seat),
            }),
            _ => None,
        }
    }

    /// Takes in what an arbiter has put right. What cannot be done is said and changes nothing.
    ///
    /// # Errors
    /// One sentence.
    pub fn correct(&mut self, correction: BoardCorrection) -> Result<(), String> {
        match &correction.what {
            Correction::Note => {}
            Correction::Names { red, black } => self.names = [red.clone(), black.clone()],
            Correction::Result { winner } => {
                let winner = match winner.as_deref() {
                    None => None,
                    Some("w") => Some(Side::Red),
                    Some("b") => Some(Side::Black),
                    Some(_) => return Err("expected the winner `w` or `b`, or none".to_owned()),
                };
                self.ending = Some(Ending { reason: game::Reason::Arbiter, winner });
                self.trouble = None;
                self.says = self.ending.map(words::ending);
                self.runs_since_ms = None;
            }
            Correction::Move { ply, action } => {
                let action: Move = action.parse().map_err(|error| format!("{action}: {error}"))?;
                let place = usize::from(*ply)
                    .checked_sub(1)
                    .filter(|place| *place < self.plies.len())
                    .ok_or_else(|| format!("the game has no ply {ply}"))?;
                self.plies[place].action = action;
                self.rebuild();
            }
        }
        self.corrections.push(correction);
        Ok(())
    }

    /// The game as the hall shows it; `id` and `name` are the board's.
    pub fn view(&self, id: &str, name: &str, now_ms: u64) -> BoardView {
        let is_on = self.next > 0 && self.ending.is_none();
        let state = match (self.ending, self.trouble) {
            (Some(_), _) => BoardState::Over,
            (None, Some(trouble)) => trouble,
            (None, None) if self.next == 0 => BoardState::Idle,
            (None, None) => BoardState::Playing,
        };
        let runs = self.runs_since_ms.filter(|_| is_on && self.is_timed());
        BoardView {
            id: id.to_owned(),
            name: name.to_owned(),
            state,
            game: self.number,
            position: self.board.to_string(),
            turn: is_on.then(|| self.board.turn.letter().to_string()),
            names: self.names.clone(),
            moves: self.plies.iter().map(|ply| ply.action.to_string()).collect(),
            clocks: self.is_timed().then(|| self.clocks()),
            running_ms: runs.map_or(0, |since| now_ms.saturating_sub(since)),
            check: is_on && position(&self.board).is_some_and(|now| now.in_check(self.board.turn)),
            alarms: self.alarms,
            says: self.says.clone(),
            doubts: self.doubts(),
            corrections: self.corrections.clone(),
            ended: self.ending.map(|ending| BoardEnd {
                reason: ending.reason.as_str().to_owned(),
                winner: ending.winner.map(|side| side.letter().to_string()),
            }),
        }
    }

    /// The game as a record for archive and export.
    pub fn record(&self) -> Record {
        Record {
            variant: Variant::Xiangqi,
            options: String::new(),
            start: Position::start().fen(),
            names: self.names.clone().into(),
            actions: self.plies.iter().map(|ply| ply.action.to_string()).collect(),
            outcome: self
                .ending
                .map(|ending| Outcome::duel(ending.reason, ending.winner.map(Side::seat))),
            tags: Tags::default(),
        }
    }

    fn play(&mut self, action: Move, left: [Left; 2]) {
        let doubt = self.refusal(action).or_else(|| self.again.disagrees(self.plies.len(), action));
        self.put(action);
        self.plies.push(Ply { action, left, doubt });
        if !self.again.has_played(self.plies.len()) {
            self.again.resume_now(self.settings, self.moves());
        }
        self.trouble = None;
        self.says = None;
    }

    /// Why the rules do not allow a move here.
    fn refusal(&self, action: Move) -> Option<String> {
        if self.board.board[action.from.index()].is_none() {
            return Some(format!("nothing stands on {}", action.from));
        }
        let position = position(&self.board)?;
        let fault = position.fault(action)?;
        let is_allowed_here = self.settings.capture_general
            && matches!(fault, Fault::GeneralsFace(_) | Fault::LeavesGeneralAttacked(_));
        (!is_allowed_here).then(|| fault.explain(&position, action))
    }

    fn put(&mut self, action: Move) {
        let board = &mut self.board;
        let captured = board.board[action.to.index()].take();
        board.board[action.to.index()] = board.board[action.from.index()].take();
        board.quiet = if captured.is_some() { 0 } else { board.quiet.saturating_add(1) };
        if board.turn == Side::Black {
            board.full_move = board.full_move.saturating_add(1);
        }
        board.turn = !board.turn;
    }

    /// Plays every ply again from the start, judging each by the rules.
    fn rebuild(&mut self) {
        self.board = Position::start().to_setup();
        for place in 0..self.plies.len() {
            let action = self.plies[place].action;
            self.plies[place].doubt = self.refusal(action);
            self.put(action);
        }
    }

    fn settle(&mut self, prompt: Prompt) {
        self.trouble = None;
        self.says = Some(words::prompt(prompt));
    }

    fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.action).collect()
    }

    fn doubts(&self) -> Vec<BoardDoubt> {
        let doubt =
            |(ply, played): (u16, &Ply)| played.doubt.clone().map(|why| BoardDoubt { ply, why });
        let torn = "events of this game are lost: the board's memory was damaged".to_owned();
        let torn = self.is_torn.then_some(BoardDoubt { ply: 0, why: torn });
        torn.into_iter().chain((1..).zip(&self.plies).filter_map(doubt)).collect()
    }

    fn is_timed(&self) -> bool {
        self.settings.controls != Controls::NONE
    }

    /// Both clocks after the last ply.
    fn clocks(&self) -> [u64; 2] {
        let last = self.plies.last();
        Side::BOTH.map(|side| {
            let left = last.map(|ply| ply.left[side as usize]);
            shown(self.settings.controls.of(side.seat()), left)
        })
    }
}

/// What a clock with this much left shows when its side comes to move, in milliseconds.
fn shown(control: &Control, left: Option<Left>) -> u64 {
    let main_ms = left.map_or(control.main_ms, |left| left.main_ms.into());
    let all = match &control.byoyomi {
        Some(byoyomi) if main_ms == 0 => byoyomi.period_ms,
        _ => main_ms,
    };
    match control.cap_ms {
        Some(cap_ms) if all == 0 || cap_ms < all => cap_ms,
        _ => all,
    }
}

fn position(board: &Setup) -> Option<Position> {
    Position::from_setup(board, Legality::Traditional).ok()
}
