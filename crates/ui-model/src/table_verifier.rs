//! Compares what a server shows of a table with the transcript that it signs.

#[cfg(test)]
mod tests;

use crate::{TableModel, Variant, rules::view_of_deal};
use game::{Observer, Played, Seat, Turn};
use games::{AnyAction, AnyGame, AnyView, board::BoardView};
use protocol::{EndState, HistoryEntry, SeatPlan, SeatState, TurnState};
use table::{Auditor, OpenedLine};

/// Part of a table that a server shows differently than the transcript says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The transcript itself breaks the rules, or a commitment.
    Rules,
    /// Game, options, time control, kind of table, or commitment.
    Plan,
    /// Names, computer levels or sides of the players.
    Players,
    /// The list of moves.
    Moves,
    /// The position, the seat on move, a check or a warning.
    Board,
    /// The result, or whether the game is over.
    Result,
}

/// Replays the public part of a transcript and compares a table with it, event by event.
///
/// - A game in which nothing is hidden is replayed by the referee's rules.
/// - While pieces or moles are hidden, the public actions are followed in the viewer's view. The
///   start of that view comes from the server and must not change.
/// - When such a game is over, its seed is public. The whole game is replayed and compared,
///   including the start of the view.
///
/// `docs/fairness.md` lists what is not compared.
#[derive(Clone, Default)]
pub struct TableVerifier {
    observer: Option<Observer>,
    opened: Option<Opened>,
    /// Content of the public lines.
    followed: Followed,
    /// Replay of the whole game, as soon as all of it is public.
    auditor: Option<Auditor>,
    /// Number of lines that the auditor has read.
    audited: usize,
    /// Moves of the audited game.
    moves: Vec<(u8, String)>,
}

/// Content of a transcript's first line.
#[derive(Clone)]
struct Opened {
    variant: Variant,
    options: String,
    clock: String,
    training: bool,
    rated: bool,
    commitment: String,
    seats: Vec<SeatPlan>,
    has_own_start: bool,
}

/// Public lines of a transcript, followed without knowledge of hidden pieces and moles.
#[derive(Clone, Default)]
struct Followed {
    /// Number of lines that were read.
    lines: usize,
    /// Names of the players by seat.
    names: Vec<Option<String>>,
    /// Level of the computers that were given the open seats.
    level: Option<String>,
    /// Moves of the game.
    moves: Vec<(u8, String)>,
    /// Reason and winners of the end.
    end: Option<(String, String)>,
    /// View at the start of play, and its text as the server sent it.
    start: Option<(AnyView, String)>,
    /// View after the first `played` moves.
    view: Option<AnyView>,
    played: usize,
}

impl TableVerifier {
    /// A verifier that has checked no table.
    pub fn new() -> TableVerifier {
        TableVerifier::default()
    }

    /// Compares a table with its transcript. The transcript must begin with the lines of the table
    /// that was checked before; [`TranscriptVerifier::hear`](crate::TranscriptVerifier::hear) ensures that.
    ///
    /// # Errors
    /// The first part that differs. The next check starts from the beginning.
    pub fn check(&mut self, model: &TableModel) -> Result<(), Mismatch> {
        let observer = match model.game.you {
            Some(seat) => Observer::Seat(Seat::checked(seat).ok_or(Mismatch::Players)?),
            None => Observer::Spectator,
        };
        let is_other = self.observer.is_some_and(|before| before != observer);
        if is_other || model.transcript.len() < self.followed.lines {
            *self = TableVerifier::new();
        }
        self.observer = Some(observer);
        let found = self.compare(model, observer);
        if found.is_err() {
            *self = TableVerifier::new();
        }
        found
    }

    fn compare(&mut self, model: &TableModel, observer: Observer) -> Result<(), Mismatch> {
        if self.opened.is_none() {
            self.opened = Some(Opened::read(&model.transcript)?);
        }
        let Some(opened) = &self.opened else { return Err(Mismatch::Plan) };
        self.followed.read(&model.transcript);
        opened.compare(model, self.followed.level.is_some())?;
        opened.compare_seats(&self.followed, &model.game.seats)?;
        // A custom start is not in the transcript: the server sends it when play begins, and without
        // hidden information when such a game is over.
        let knows_start =
            !opened.has_own_start || !model.game.start.is_empty() && !model.game.hides_start();
        let is_public = opened.variant.is_open() || self.followed.end.is_some();
        if is_public && knows_start {
            self.compare_public(model, observer)
        } else {
            self.compare_hidden(model, observer)
        }
    }

    /// Compares a table of which everything is public.
    fn compare_public(&mut self, model: &TableModel, observer: Observer) -> Result<(), Mismatch> {
        let TableVerifier { opened, followed, auditor, audited, moves, .. } = self;
        let Some(opened) = opened else { return Err(Mismatch::Plan) };
        let auditor = match auditor {
            Some(auditor) => auditor,
            None => {
                let start = opened.has_own_start.then_some(model.game.start.as_str());
                let opened =
                    Auditor::open(&model.transcript, start).map_err(|_| Mismatch::Rules)?;
                auditor.insert(opened)
            }
        };
        auditor.follow(&model.transcript).map_err(|_| Mismatch::Rules)?;
        let new_lines = model.transcript.iter().skip(*audited);
        *audited = model.transcript.len();
        let table = auditor.table();
        if new_lines.into_iter().any(|line| line.starts_with("taken-back ")) {
            moves.clear();
        }
        for ply in moves.len()..table.plies() {
            let entry = table.entry(ply, observer).ok_or(Mismatch::Moves)?;
            moves.push((entry.seat, entry.done));
        }
        compare_moves(moves, &model.game.history)?;
        let expected = table.state(0, observer);
        let is_over = |turn: &TurnState| *turn == TurnState::Over;
        if expected.end != model.game.end || is_over(&expected.turn) != is_over(&model.game.turn) {
            return Err(Mismatch::Result);
        }
        let letters =
            |seats: &[SeatState]| seats.iter().map(|seat| seat.letter).collect::<String>();
        if letters(&expected.seats) != letters(&model.game.seats) {
            return Err(Mismatch::Players);
        }
        let start = table.start_text(observer);
        // Choices of a set-up that the end of the game cut short are not revealed.
        let is_cut_short = start.is_empty() && !opened.variant.is_open();
        let is_same_position = is_cut_short || expected.position == model.game.position;
        // Until the next snapshot the page knows the start as it was hidden.
        let is_hidden_start = || {
            let shown = followed.start.as_ref();
            model.needs_snapshot() && shown.is_none_or(|(_, shown)| *shown == model.game.start)
        };
        let is_same_start = start == model.game.start || is_hidden_start();
        let is_same = is_same_position
            && is_same_start
            && expected.turn == model.game.turn
            && expected.check == model.game.check
            && expected.warning == model.warning
            && followed.is_start_of(opened, &start, observer);
        is_same.then_some(()).ok_or(Mismatch::Board)
    }

    /// Compares a table that has hidden information, or an unknown custom start.
    fn compare_hidden(&mut self, model: &TableModel, observer: Observer) -> Result<(), Mismatch> {
        let TableVerifier { opened, followed, .. } = self;
        let Some(opened) = opened else { return Err(Mismatch::Plan) };
        let end = model.game.end.as_ref().map(end_words);
        if end != followed.end || end.is_some() != (model.game.turn == TurnState::Over) {
            return Err(Mismatch::Result);
        }
        followed.begin(opened, &model.game.start, observer)?;
        followed.play(opened.variant)?;
        compare_moves(&followed.moves, &model.game.history)?;
        let start = followed.start.as_ref().map_or("", |(_, start)| start);
        if !opened.variant.is_open() && start != model.game.start {
            return Err(Mismatch::Board);
        }
        let Some(view) = &followed.view else {
            let is_same = match model.game.turn {
                TurnState::Seat { .. } => false,
                TurnState::Setup { .. } => {
                    opened.has_own_start || opened.is_dealt(&model.game.scene(), observer)
                }
                TurnState::Waiting => model.game.position.is_empty(),
                TurnState::Over => true,
            };
            let is_same = is_same && !model.game.check;
            return is_same.then_some(()).ok_or(Mismatch::Board);
        };
        let mut seats = (0..).map(Seat::checked).zip(&model.game.seats);
        if !seats.all(|(seat, state)| seat.and_then(|it| letter(view, it)) == Some(state.letter)) {
            return Err(Mismatch::Players);
        }
        let position = view.to_string();
        let is_same = match (view.turn(), &model.game.turn) {
            (Turn::Seat(seat), TurnState::Seat { seat: shown }) => {
                seat.index() == usize::from(*shown) && position == model.game.position
            }
            // The position is revealed, and the start is not: the next snapshot contains it.
            (_, TurnState::Over) => BoardView::of(view).has_faces_of(&model.game.scene()),
            _ => false,
        };
        let is_same = is_same && is_check(view) == model.game.check;
        is_same.then_some(()).ok_or(Mismatch::Board)
    }
}

impl Opened {
    fn read(transcript: &[String]) -> Result<Opened, Mismatch> {
        let first = transcript.first().ok_or(Mismatch::Rules)?;
        let line = OpenedLine::read(first).map_err(|_| Mismatch::Rules)?;
        let (commitment, plan) = (line.commitment, line.plan);
        Ok(Opened {
            variant: plan.variant.parse().map_err(|_| Mismatch::Plan)?,
            options: plan.options,
            clock: plan.clock,
            training: plan.training,
            rated: plan.rated,
            commitment: commitment.unwrap_or_default().to_owned(),
            seats: plan.seats,
            has_own_start: plan.start.is_some(),
        })
    }

    /// Compares the plan. A game whose open seats were filled with computers is not rated.
    fn compare(&self, model: &TableModel, is_filled: bool) -> Result<(), Mismatch> {
        let is_same = self.variant == model.game.variant
            && self.options == model.game.options
            && self.clock == model.clock
            && self.training == model.training
            && (self.rated && !is_filled) == model.rated
            && self.commitment == model.commitment;
        is_same.then_some(()).ok_or(Mismatch::Plan)
    }

    /// Compares names and levels.
    fn compare_seats(&self, followed: &Followed, shown: &[SeatState]) -> Result<(), Mismatch> {
        let is_same = |(index, plan): (usize, &SeatPlan)| {
            let name = followed.names.get(index).and_then(Option::as_deref);
            let level = match plan {
                SeatPlan::Computer { level, .. } => Some(level),
                SeatPlan::Open if name.is_none() => followed.level.as_ref(),
                SeatPlan::Host | SeatPlan::Open => None,
            };
            let name = name.or(level.filter(|_| *plan == SeatPlan::Open).map(String::as_str));
            shown.get(index).is_some_and(|seat| {
                seat.taken == name.is_some()
                    && seat.name == name.unwrap_or_default()
                    && seat.level.as_ref() == level
            })
        };
        let is_same = shown.len() == self.seats.len() && self.seats.iter().enumerate().all(is_same);
        is_same.then_some(()).ok_or(Mismatch::Players)
    }

    /// View of the start of play, if its text can be one.
    fn start_view(&self, text: &str, observer: Observer) -> Option<AnyView> {
        let view = AnyView::from_text(self.variant, &self.options, observer, text).ok()?;
        if self.has_own_start {
            return Some(view);
        }
        match view {
            // Only the view of the deal knows which pieces may come up.
            AnyView::Banqi(_) => self.dealt(observer).filter(|dealt| dealt.to_string() == text),
            _ if self.options.contains("rearrange=") => Some(view),
            _ => self.is_dealt(&BoardView::of(&view), observer).then_some(view),
        }
    }

    fn dealt(&self, observer: Observer) -> Option<AnyView> {
        view_of_deal(self.variant, &self.options, observer)
    }

    /// Whether all pieces are on the points where a new deal has them.
    fn is_dealt(&self, board: &BoardView, observer: Observer) -> bool {
        self.dealt(observer).is_some_and(|dealt| BoardView::of(&dealt).has_faces_of(board))
    }
}

impl Followed {
    /// Reads the lines that were added.
    fn read(&mut self, transcript: &[String]) {
        for line in transcript.iter().skip(self.lines) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (first, tail) = rest.split_once(' ').unwrap_or((rest, ""));
            match (word, first.parse::<u8>()) {
                ("joined", Ok(seat)) if seat < Seat::MAX => {
                    let seat = usize::from(seat);
                    self.names.resize(self.names.len().max(seat + 1), None);
                    self.names[seat] = tail.split_once(' ').map(|(_, name)| name.to_owned());
                }
                ("filled", Ok(_)) => self.level = Some(tail.to_owned()),
                ("acted", Ok(seat)) => self.moves.push((seat, tail.to_owned())),
                ("taken-back", _) => {
                    let plies = first.parse().unwrap_or(usize::MAX);
                    self.moves.truncate(self.moves.len().saturating_sub(plies));
                    self.end = None;
                    // The moves that are left are followed again.
                    self.view = None;
                }
                ("ended", _) => self.end = Some((first.to_owned(), tail.to_owned())),
                _ => {}
            }
        }
        self.lines = transcript.len();
    }

    /// Keeps the start of play when the server first sends it.
    fn begin(&mut self, opened: &Opened, start: &str, observer: Observer) -> Result<(), Mismatch> {
        if self.start.is_none() && !start.is_empty() && !opened.variant.is_open() {
            let view = opened.start_view(start, observer).ok_or(Mismatch::Board)?;
            self.start = Some((view, start.to_owned()));
        }
        Ok(())
    }

    /// Follows the moves in the view.
    fn play(&mut self, variant: Variant) -> Result<(), Mismatch> {
        let Some((start, _)) = &self.start else { return Ok(()) };
        if self.view.is_none() {
            self.played = 0;
        }
        let mut view = self.view.take().unwrap_or_else(|| start.clone());
        for (seat, done) in self.moves.iter().skip(self.played) {
            view = after(&view, variant, *seat, done).ok_or(Mismatch::Rules)?;
            self.played += 1;
        }
        self.view = Some(view);
        Ok(())
    }

    /// Whether the start that the server sent while something was hidden is the view of this start.
    fn is_start_of(&self, opened: &Opened, start: &str, observer: Observer) -> bool {
        let Some((_, shown)) = &self.start else { return true };
        let game = AnyGame::from_text(opened.variant, &opened.options, start);
        game.is_ok_and(|game| game.view(observer).to_string() == *shown)
    }
}

/// Compares all moves, because a snapshot replaces the whole history. That reads about 5 bytes a move:
/// 1 KB in a game of 200 plies, and 20 KB in the longest game of 4,000.
fn compare_moves(expected: &[(u8, String)], shown: &[HistoryEntry]) -> Result<(), Mismatch> {
    let shown = shown.iter().map(|entry| (entry.seat, &entry.done));
    let is_same = expected.iter().map(|(seat, done)| (*seat, done)).eq(shown);
    is_same.then_some(()).ok_or(Mismatch::Moves)
}

/// The end as its line in a transcript has it.
fn end_words(end: &EndState) -> (String, String) {
    let winners: Vec<String> = end.winners.iter().map(u8::to_string).collect();
    let winners = if winners.is_empty() { "-".to_owned() } else { winners.join("+") };
    (end.reason.clone(), winners)
}

/// The view after a public action.
fn after(view: &AnyView, variant: Variant, seat: u8, done: &str) -> Option<AnyView> {
    let played = AnyAction::parse_played(variant, Seat::checked(seat)?, done).ok()?;
    let Played { seat, action, revealed } = played;
    match (view, action) {
        (AnyView::Banqi(view), AnyAction::Banqi(action)) => {
            view.after(&Played { seat, action, revealed }).ok().map(AnyView::Banqi)
        }
        (AnyView::Undercover(view), AnyAction::Undercover(action)) => {
            view.after(&Played { seat, action, revealed }).ok().map(AnyView::Undercover)
        }
        _ => None,
    }
}

/// The letter of a seat, in a game with hidden information.
fn letter(view: &AnyView, seat: Seat) -> Option<char> {
    match view {
        AnyView::Banqi(view) => Some(view.board().color_of(seat).map_or('-', |it| it.letter())),
        AnyView::Undercover(_) => Some(xiangqi::Side::of_seat(seat)?.letter()),
        AnyView::Xiangqi(_) | AnyView::Sifang(_) => None,
    }
}

/// Whether the side to move is in check, in a game with hidden information.
fn is_check(view: &AnyView) -> bool {
    match view {
        AnyView::Undercover(view) => view.board().in_check(view.board().side_to_move()),
        AnyView::Banqi(_) | AnyView::Xiangqi(_) | AnyView::Sifang(_) => false,
    }
}
