//! The effects of the buttons.

use super::{Referee, Stage};
use crate::{Button, Ending, Event, Output, Prompt, score::Score, timing::Timing};
use xiangqi::{Bitboard, Position, Side};

impl Referee {
    /// Handles a pressed button.
    pub(super) fn press(&mut self, button: Button, emit: &mut impl FnMut(Output)) {
        self.out(emit).event(Event::Pressed(button));
        let resigned =
            |side: Side| Ending { reason: game::Reason::Resignation, winner: Some(!side) };
        match button {
            Button::Start => self.press_start(emit),
            Button::Reset => self.reset(emit),
            Button::RedClock | Button::BlackClock => {
                if clock_of(button) == Some(self.position().side_to_move()) {
                    self.check(true, emit);
                }
            }
            _ if !self.is_under_way() => {}
            Button::RedResign => self.end(resigned(Side::Red), emit),
            Button::BlackResign => self.end(resigned(Side::Black), emit),
            Button::Draw => {
                self.end(Ending { reason: game::Reason::Agreement, winner: None }, emit);
            }
            Button::Takeback => self.press_takeback(emit),
        }
    }

    fn press_start(&mut self, emit: &mut impl FnMut(Output)) {
        if self.is_under_way() {
            return;
        }
        let start = Position::start().occupied();
        let differing = start ^ self.sensors.stable();
        if !differing.is_empty() {
            if self.sensors.raw() == start {
                self.is_start_pressed = true;
                return;
            }
            self.prompted = differing;
            self.out(emit).prompt_at(Prompt::SetUp, differing);
            return;
        }
        if self.stage == Stage::Over {
            self.clear();
            self.check(false, emit);
        }
        if self.stage == Stage::Ready {
            self.start(self.now, emit);
        }
    }

    /// Begins the game: Red's time runs from `at`.
    pub(super) fn start(&mut self, at: u64, emit: &mut impl FnMut(Output)) {
        self.stage = Stage::Playing;
        let turn = self.position().side_to_move();
        self.timing.start(turn, at);
        let mut out = self.out(emit);
        out.prompt(Prompt::GameStart);
        out.event(Event::Turn(turn));
        out.prompt(Referee::turn_prompt(turn));
    }

    /// Drops the game and waits for the pieces to be set up.
    fn reset(&mut self, emit: &mut impl FnMut(Output)) {
        if self.is_under_way() {
            self.end(Ending { reason: game::Reason::Abandoned, winner: None }, emit);
        }
        self.clear();
        self.check(false, emit);
    }

    pub(super) fn clear(&mut self) {
        self.score = Score::new();
        self.timing = Timing::new(self.settings.controls);
        self.stage = Stage::SettingUp;
        self.alarms = [0; 2];
        self.ending = None;
        self.touched = None;
        self.prompted = Bitboard::EMPTY;
        self.check_at = None;
        self.is_start_pressed = false;
        self.forget_touches();
    }

    /// The players have agreed to take a ply back; each further press takes back one more.
    fn press_takeback(&mut self, emit: &mut impl FnMut(Output)) {
        let plies = match self.stage {
            Stage::TakingBack { plies } => plies,
            _ => self.plies(),
        };
        let Some(plies) = plies.checked_sub(1) else { return };
        if self.score.position_after(plies).is_none() {
            return;
        }
        self.forget_touches();
        self.stage = Stage::TakingBack { plies };
        self.check_at = None;
        let points = self.differing();
        self.prompted = points;
        self.out(emit).prompt_at(Prompt::TakeBack, points);
        if points.is_empty() {
            self.check(false, emit);
        }
    }

    /// The board shows the position after `plies`: takes the game and the clocks back to it.
    pub(super) fn take_back_to(&mut self, plies: u16, emit: &mut impl FnMut(Output)) {
        while self.plies() > plies {
            let Some((played, left)) = self.score.take_back() else { break };
            if let Some(left) = left {
                self.timing.set_left(left);
            }
            let turn = self.position().side_to_move();
            self.timing.start(turn, self.now);
            let (plies, clocks) = (self.plies(), self.clocks());
            self.out(emit).event(Event::Takeback { played, plies, clocks });
        }
        self.stage = Stage::Playing;
        self.prompted = Bitboard::EMPTY;
        self.touched = None;
        self.check_at = None;
        self.forget_touches();
        let turn = self.position().side_to_move();
        let mut out = self.out(emit);
        out.prompt(Prompt::TakenBack);
        out.event(Event::Turn(turn));
        out.prompt(Referee::turn_prompt(turn));
    }
}

/// The side whose clock button this is; `None` for the other buttons.
///
/// ```
/// use sensing::{Button, clock_of};
///
/// assert_eq!(clock_of(Button::BlackClock), Some(xiangqi::Side::Black));
/// assert_eq!(clock_of(Button::Draw), None);
/// ```
pub const fn clock_of(button: Button) -> Option<Side> {
    match button {
        Button::RedClock => Some(Side::Red),
        Button::BlackClock => Some(Side::Black),
        _ => None,
    }
}
