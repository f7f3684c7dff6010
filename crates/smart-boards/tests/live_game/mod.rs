//! A board's game as a server receives it. Not every test uses all of it.
#![allow(dead_code)]

use boardlink::{Body, Button, Clock, Event, Left, Piece, Point, Result as Favours, Settings};
use game::Reason;
use protocol::{Correction, SeatClaim, SmartBoardCorrection, UnixMs};
use sensing::Occupancy;
use smart_boards::{BoardGame, Claimant, LogEntry, Moment, Note, Reading};

/// Server time at which the game time was zero.
pub(crate) const ZERO: u64 = 1_000_000;

/// A game that is followed live, and its log as the store would contain it.
pub(crate) struct LiveGame {
    pub(crate) game: BoardGame,
    pub(crate) seq: u32,
    pub(crate) log: Vec<(LogEntry, UnixMs)>,
}

/// A moment `at` milliseconds after the game's zero, on both clocks.
pub(crate) fn moment(at: u64) -> Moment {
    Moment { unix_ms: UnixMs(ZERO + at), steady_ms: ZERO + at }
}

impl LiveGame {
    pub(crate) fn new() -> LiveGame {
        let clock = Clock { main_ms: 600_000, increment_ms: 5_000, ..Clock::default() };
        LiveGame::with(Settings { clocks: [clock; 2], ..Settings::default() })
    }

    pub(crate) fn with(settings: Settings) -> LiveGame {
        let mut live = LiveGame { game: BoardGame::new(1), seq: 0, log: Vec::new() };
        live.receive(0, 0, Body::Setup { settings });
        live
    }

    /// Receives an event of game time `at` when the game time is `heard`.
    pub(crate) fn receive(&mut self, at: u32, heard: u64, body: Body) {
        let event = Event { game: 1, seq: self.seq, at_ms: at, body };
        self.seq += 1;
        self.log.push((LogEntry::Event(event), UnixMs(ZERO + heard)));
        for note in self.game.apply(&event, moment(heard)).expect("in order") {
            self.write(note, heard);
        }
    }

    /// Receives the reading with this number.
    pub(crate) fn see(&mut self, number: u32, at_ms: u32, seen: Occupancy) {
        let reading = Reading { events: self.seq, number, at_ms, seen };
        if let Some(note) = self.game.see(reading) {
            self.write(note, at_ms.into());
        }
    }

    pub(crate) fn write(&mut self, note: Note, at: u64) {
        self.log.push((LogEntry::Note { note: note.clone() }, UnixMs(ZERO + at)));
        self.game.note(note, moment(at));
    }

    pub(crate) fn notes(&self) -> Vec<&Note> {
        let lines = self.log.iter().map(|(entry, _)| entry);
        let notes = lines.filter_map(|entry| match entry {
            LogEntry::Note { note } => Some(note),
            _ => None,
        });
        notes.collect()
    }

    pub(crate) fn press(&mut self, at: u32, heard: u64, button: Button) {
        self.receive(at, heard, Body::Pressed { button });
    }

    /// Presses twice, the second time at `at`.
    pub(crate) fn press_twice(&mut self, at: u32, heard: u64, button: Button) {
        self.press(at - 400, heard - 400, button);
        self.press(at, heard, button);
    }

    pub(crate) fn play(&mut self, at: u32, from: &str, to: &str) {
        let nothing = Piece::new(0).expect("none");
        let left = [Left { main_ms: 590_000, periods: 0 }; 2];
        let (from, to) = (point(from), point(to));
        let body = Body::Move { from, to, piece: nothing, captured: nothing, stood_ms: 400, left };
        self.receive(at, at.into(), body);
    }

    pub(crate) fn end(&mut self, at: u32, reason: Reason, result: Favours) {
        let reason = Reason::ALL.iter().position(|known| *known == reason).expect("a reason");
        self.receive(at, at.into(), Body::End { reason: reason as u8, result });
    }

    /// Claims a seat; returns the code of the refusal, or an empty text.
    pub(crate) fn claim(&mut self, at: u64, side: &str, who: &str) -> &'static str {
        match self.game.claim(side, player(who), ZERO + at) {
            Ok(note) => self.write(note, at),
            Err(refusal) => return refusal.code,
        }
        ""
    }

    pub(crate) fn correct(&mut self, at: u64, what: Correction) -> Result<(), String> {
        let (by, why) = ("Wu".to_owned(), "seen".to_owned());
        let correction = SmartBoardCorrection { at_ms: UnixMs(ZERO + at), by, what, why };
        let note = self.game.correct(correction, ZERO + at)?;
        self.write(note, at);
        Ok(())
    }

    pub(crate) fn settle(
        &mut self,
        at: u64,
        side: &str,
        player: Option<&str>,
    ) -> Result<(), String> {
        let player = player.map(str::to_owned);
        self.correct(at, Correction::Seat { side: side.into(), player })
    }

    /// `Ann?` for a claim that needs two presses, `Ann?3` for one that needs three, `Ann!` for a
    /// confirmed holder, `-` for none.
    pub(crate) fn seats(&self, at: u64) -> String {
        let shown = |claim: &SeatClaim| match (claim.confirmed, claim.presses) {
            (true, _) => format!("{}!", claim.player),
            (false, 2) => format!("{}?", claim.player),
            (false, presses) => format!("{}?{presses}", claim.player),
        };
        let seat = |claims: &Vec<SeatClaim>| match &claims[..] {
            [] => "-".to_owned(),
            claims => claims.iter().map(shown).collect::<Vec<_>>().join(","),
        };
        self.game.view(&"".into(), "", ZERO + at).claims.each_ref().map(seat).join(" ")
    }

    pub(crate) fn is_rated(&self) -> bool {
        self.game.finish().expect("it is over").is_rated
    }

    /// The same game as a server would load it from its store at a moment.
    pub(crate) fn read_at(&self, now: Moment) -> BoardGame {
        // Goes through the stored text.
        let stored = |entry| serde_json::to_string(entry).expect("json");
        let read = |text: String| serde_json::from_str(&text).expect("a line");
        let log = self.log.iter().map(|(entry, at_ms)| (Some(read(stored(entry))), *at_ms));
        BoardGame::from_log(1, log.collect(), Vec::new(), now)
    }

    pub(crate) fn read_again(&self) -> BoardGame {
        self.read_at(moment(200_000))
    }
}

pub(crate) fn player(name: &str) -> Claimant {
    Claimant { id: format!("id of {name}").into(), name: name.to_owned() }
}

pub(crate) fn point(name: &str) -> Point {
    let square: xiangqi::Square = name.parse().expect("a point");
    Point::new(sensing::point_index(square) as u8).expect("a point")
}
