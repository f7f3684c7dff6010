//! The second referee of a game: it reads the raw sensors, and its moves are compared with the
//! board's.

use crate::{limits::MAX_REPLAYED_PLIES, note::Note};
use boardlink::{Body, Button, Event};
use sensing::{Input, Occupancy, Output, Progress, Referee, Settings, Settled};
use xiangqi::Move;

/// A reading of a board's sensors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Number of events that the game had when the sensors were read.
    pub events: u32,
    /// Number of the reading since power-on, from 1. A reading that is sent again keeps its number.
    /// 0 if the board does not number its readings.
    pub number: u32,
    /// Time since the game began, in milliseconds.
    pub at_ms: u32,
    /// The occupied points.
    pub seen: Occupancy,
}

impl Reading {
    /// Whether no reading lies between `before` and this one.
    fn follows(&self, before: &Reading) -> bool {
        let is_same = self.number == before.number && self.seen == before.seen;
        before.number > 0 && (is_same || self.number.checked_sub(1) == Some(before.number))
    }
}

/// The second referee of a game.
///
/// Readings are not stored: some are lost, and some arrive before the events that precede them. The
/// referee reads a ply only from all of its readings, each taken in after the same events as on the
/// board. After a gap it is absent until a reading shows a settled position of the record. It
/// reports nothing about the plies in between.
#[derive(Clone, Default)]
pub(crate) struct SecondReferee {
    referee: Option<Box<Referee>>,
    /// The moves that it has read or resumed from, while it is present.
    played: Vec<Move>,
    now_ms: u64,
    last: Option<Reading>,
    /// Whether play goes on after the last event: the board waits for the next ply.
    is_settled: bool,
    disagreement: Option<Disagreement>,
    /// Number of plies replayed so far.
    replayed: usize,
}

/// A ply that it has read differently. A lost reading may be the reason until the next reading has
/// arrived.
#[derive(Clone, Copy)]
struct Disagreement {
    /// Index of the ply.
    place: usize,
    /// Number of the board's event.
    seq: u32,
    /// The board's move.
    action: Move,
    read: Move,
}

impl SecondReferee {
    /// Takes in a reading of a game with `events` events. Returns a note about the last ply if it
    /// was read differently and no reading was lost.
    pub(crate) fn see(&mut self, reading: Reading, events: u32) -> Option<Note> {
        let before = self.last.replace(reading);
        let disagreement = self.disagreement.take();
        let is_complete = before.is_some_and(|before| reading.follows(&before));
        if !is_complete || reading.events != events {
            self.drop_out();
            return None;
        }
        self.input_at(reading.at_ms, Input::Frame(reading.seen));
        let Disagreement { place, seq, action, read } = disagreement?;
        (reading.events > seq).then(|| Note::Misread {
            ply: place as u16 + 1,
            action: action.to_string(),
            read: read.to_string(),
        })
    }

    /// Takes in an event of a game with this number of plies.
    pub(crate) fn hear(&mut self, event: &Event, plies: usize) {
        self.input_at(event.at_ms, Input::Tick);
        let is_in_step = match event.body {
            // The move is compared; a reported repetition may lie between two moves.
            Body::Move { .. } | Body::Repeated { .. } => true,
            // A power cut: the board forgets what its pieces have done since the last ply.
            Body::Setup { .. } | Body::Resumed | Body::TakenBack { .. } => false,
            _ => self.played.len() == plies,
        };
        if !is_in_step {
            self.drop_out();
        }
        self.is_settled = match event.body {
            Body::Setup { .. } | Body::Move { .. } | Body::Restored | Body::TakenBack { .. } => {
                true
            }
            Body::Repeated { .. } => self.is_settled,
            Body::Pressed { button } => self.is_settled && button != Button::Takeback,
            Body::Alarm { .. }
            | Body::Disturbed { .. }
            | Body::Ambiguous { .. }
            | Body::Resumed
            | Body::End { .. } => false,
        };
        if matches!(event.body, Body::Resumed | Body::TakenBack { .. }) {
            self.last = None;
            self.disagreement = None;
        }
        if let Body::Pressed { button } = event.body {
            self.input_at(event.at_ms, Input::Button(button));
        }
    }

    /// Compares the board's legal move at index `place`, the event number `seq`, with its own.
    pub(crate) fn compare(&mut self, place: usize, action: Move, seq: u32) {
        let read = self.referee.as_ref().and_then(|_| self.played.get(place)).copied();
        if read == Some(action) {
            return;
        }
        self.disagreement = read.map(|read| Disagreement { place, seq, action, read });
        self.drop_out();
    }

    /// Leaves until a reading shows a settled position.
    pub(crate) fn drop_out(&mut self) {
        self.referee = None;
    }

    /// Whether it is absent and can begin with this reading of a game with `events` events, if that
    /// shows the position after the last ply.
    pub(crate) fn can_begin(&self, reading: Reading, events: u32) -> bool {
        let is_numbered = reading.number > 0 && reading.events == events;
        self.referee.is_none() && self.is_settled && is_numbered
    }

    /// Begins after these plies with a reading that shows the position.
    pub(crate) fn begin(&mut self, settings: Settings, plies: Vec<Move>, reading: Reading) {
        self.replayed += plies.len();
        if self.replayed > MAX_REPLAYED_PLIES {
            return;
        }
        self.now_ms = reading.at_ms.into();
        let progress = Progress { at_ms: self.now_ms, ..Progress::default() };
        let settled = plies.iter().map(|&action| Settled { action, left: Default::default() });
        // Without a clock: its flags could fall at the wrong time.
        let settings = Settings { controls: Settings::DEFAULT.controls, ..settings };
        let resumed = Referee::resume(settings, progress, settled, &mut |_| {});
        // An illegal game cannot be resumed: there is no second opinion from here on.
        self.referee = resumed.ok().map(Box::new);
        self.played = plies;
        self.input_at(reading.at_ms, Input::Frame(reading.seen));
    }

    fn input_at(&mut self, at_ms: u32, input: Input) {
        let Some(referee) = &mut self.referee else { return };
        self.now_ms = self.now_ms.max(at_ms.into());
        let played = &mut self.played;
        referee.input(self.now_ms, input, &mut |Output { event, .. }| match event {
            sensing::Event::Move(ply) => played.push(ply.action),
            sensing::Event::Takeback { plies, .. } => played.truncate(plies.into()),
            _ => {}
        });
    }
}
