//! A game as the pages display it.

use super::{BoardGame, position};
use crate::{note::letter, words};
use clock::Controls;
use protocol::{BoardId, SmartBoardDoubt, SmartBoardEnd, SmartBoardState, SmartBoardView};
use xiangqi::{Move, Side};

impl BoardGame {
    /// The game as the list of boards displays it; `id` and `name` are the board's. `now_ms` is a
    /// steady time, here and in the following methods.
    pub fn view(&self, id: &BoardId, name: &str, now_ms: u64) -> SmartBoardView {
        let is_on = self.is_under_way();
        let ending = self.ending();
        let state = match (ending, self.trouble) {
            (Some(_), _) => SmartBoardState::Over,
            (None, Some(trouble)) => trouble,
            (None, None) if self.next == 0 => SmartBoardState::Idle,
            (None, None) => SmartBoardState::Playing,
        };
        let runs = self.runs_since_ms.filter(|_| is_on && self.is_timed());
        SmartBoardView {
            id: id.to_owned(),
            name: name.to_owned(),
            state,
            game: self.number,
            position: self.board.to_string(),
            turn: is_on.then(|| letter(self.board.turn)),
            names: self.names(),
            moves: self.plies.iter().map(|ply| ply.action.to_string()).collect(),
            clock: self.settings.controls.to_string(),
            speed: self.speed().to_string(),
            clocks: self.is_timed().then(|| self.clocks()),
            running_ms: runs.map_or(0, |since| now_ms.saturating_sub(since)),
            check: is_on && position(&self.board).is_some_and(|now| now.in_check(self.board.turn)),
            alarms: self.alarms,
            says: ending.map(words::ending).or_else(|| self.says.clone()),
            doubts: self.doubts(),
            corrections: self.corrections.clone(),
            claims: self.seats.shown(self.play_time(now_ms)),
            ended: ending.map(|ending| SmartBoardEnd {
                reason: ending.reason.as_str().to_owned(),
                winner: ending.winner.map(letter),
            }),
        }
    }

    /// Whether a claim has expired between two moments, so that the pages need an update.
    pub fn has_lapsed(&self, since_ms: u64, now_ms: u64) -> bool {
        self.seats.lapses_between(self.play_time(since_ms), self.play_time(now_ms))
    }

    /// The players' names: the confirmed holder of a seat, or else the name that the arbiter
    /// entered.
    pub(super) fn names(&self) -> [String; 2] {
        Side::BOTH.map(|side| {
            let holder = self.seats.holder(side).map(|holder| &holder.name);
            holder.unwrap_or(&self.names[side as usize]).clone()
        })
    }

    /// Everything that the server doubts about the game.
    pub(super) fn doubts(&self) -> Vec<SmartBoardDoubt> {
        let of_game = self.game_doubts().map(|why| SmartBoardDoubt { ply: 0, why });
        let plies = (1..).zip(&self.plies).filter_map(|(ply, played)| {
            let why = played.fault.clone().or_else(|| self.misread(ply - 1, played.action))?;
            Some(SmartBoardDoubt { ply: ply as u16, why })
        });
        of_game.chain(plies).collect()
    }

    /// Doubts about the game as a whole.
    fn game_doubts(&self) -> impl Iterator<Item = String> {
        let if_any = |count: u32, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let torn = "events of this game are lost: the board's memory was damaged";
        let ahead = "the game's number lies in the future: the board's clock is wrong";
        [
            self.is_incomplete.then(|| torn.to_owned()),
            self.is_ahead.then(|| ahead.to_owned()),
            if_any(
                self.contradictions,
                "events were repeated with different content; the first ones are kept",
            ),
            self.end_fault.clone(),
            if_any(self.surplus, "moves exceed the maximum number of plies and are ignored"),
            if_any(self.after_end, "events came after the end of the game and are ignored"),
        ]
        .into_iter()
        .flatten()
    }

    fn misread(&self, place: usize, action: Move) -> Option<String> {
        let read = self.misread.get(&(place, action))?;
        Some(format!("the sensors show {read}"))
    }

    fn is_timed(&self) -> bool {
        self.settings.controls != Controls::NONE
    }

    /// Remaining time of both sides after the last ply.
    fn clocks(&self) -> [u64; 2] {
        let clock = self.clock();
        Side::BOTH.map(|side| clock.left_ms(side.seat(), 0))
    }
}
