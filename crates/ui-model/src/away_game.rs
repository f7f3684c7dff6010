//! A running game of the player while the page shows something else.

use crate::{RunningGame, TableModel, is_correspondence};
use clock::{Controls, absence_ms};
use game::Seat;
use protocol::{State, ToClient, TurnState, Update};

/// A running game whose table the page does not show. A socket keeps the player present there.
#[derive(Clone, PartialEq, Debug)]
pub struct AwayGame {
    /// The game.
    pub game: RunningGame,
    /// The page's time since when the socket is lost; `None` while it is open.
    lost_ms: Option<f64>,
}

impl RunningGame {
    /// Whether the player's absence counts: the game has begun or begins as soon as the player is
    /// there, and its clock is not by correspondence.
    pub fn needs_player(&self) -> bool {
        let is_played = match self.info.turn {
            TurnState::Seat { .. } | TurnState::Setup { .. } => true,
            TurnState::Waiting => self.is_full(),
            TurnState::Over => false,
        };
        let clock = self.info.plan.clock.as_str();
        let is_timed = clock != "none" && !is_correspondence(clock);
        is_played && is_timed && !self.is_local && !self.info.over && !self.seats.is_empty()
    }
}

impl AwayGame {
    /// A game whose socket is about to be opened.
    pub const fn new(game: RunningGame) -> AwayGame {
        AwayGame { game, lost_ms: None }
    }

    /// The socket is lost, or could not be opened.
    pub fn lose(&mut self, now_ms: f64) {
        self.lost_ms.get_or_insert(now_ms);
    }

    /// Applies a message of the table, received at `now_ms`.
    pub fn hear(&mut self, message: ToClient, now_ms: f64) {
        self.lost_ms = None;
        match message {
            ToClient::Snapshot(snapshot) => {
                if let Some(TableModel { game, clocks, .. }) = TableModel::new(*snapshot) {
                    self.game.info.plies = game.history.len();
                    self.game.show(game.turn, game.seats, clocks, now_ms);
                }
            }
            ToClient::Update(update) => {
                let Update { state: State { turn, seats, clocks, .. }, .. } = *update;
                self.game.show(turn, seats, clocks, now_ms);
            }
            ToClient::Stalled { clocks } => {
                let (turn, seats) = (self.game.info.turn.clone(), self.game.info.seats.clone());
                self.game.show(turn, seats, clocks, now_ms);
            }
            _ => {}
        }
    }

    /// Whole seconds until the opponent may claim the game, as far as the page knows: counted from
    /// the loss of the socket. `None` while the socket is open, and where an absence has no claim.
    pub fn claim_seconds(&self, now_ms: f64) -> Option<u32> {
        let lost_ms = self.lost_ms?;
        if self.game.info.seats.len() != 2 || self.game.seats.len() != 1 {
            return None;
        }
        if self.game.info.seats.iter().any(|seat| seat.level.is_some()) {
            return None;
        }
        let controls: Controls = self.game.info.plan.clock.parse().ok()?;
        let due_ms = absence_ms(controls.of(Seat::checked(*self.game.seats.first()?)?))?;
        Some(((lost_ms + due_ms as f64 - now_ms).max(0.0) / 1_000.0).ceil() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ClockState, SeatPlan, SeatState, TableInfo, TablePlan, UpdateEvent};

    fn game(clock: &str, turn: TurnState) -> RunningGame {
        let info = TableInfo {
            table: "0a1b2c".into(),
            plan: TablePlan {
                variant: "xiangqi".to_owned(),
                clock: clock.to_owned(),
                seats: vec![SeatPlan::Host, SeatPlan::Open],
                ..TablePlan::default()
            },
            seats: vec![SeatState::person('w', "An"), SeatState::person('b', "Bo")],
            commitment: String::new(),
            over: turn == TurnState::Over,
            turn,
            plies: 3,
            clocks: None,
        };
        RunningGame::new(info, vec![1], false, 0.0)
    }

    #[test]
    fn a_begun_game_with_a_clock_needs_its_player() {
        let played = || TurnState::Seat { seat: 0 };
        for (clock, turn, expected) in [
            ("10+5", played(), true),
            ("30-move", played(), true),
            ("none", played(), false),
            ("3d-move", played(), false),
            // The players draw the random seed together.
            ("10+5", TurnState::Waiting, true),
            ("10+5", TurnState::Over, false),
        ] {
            assert_eq!(game(clock, turn.clone()).needs_player(), expected, "{clock} {turn:?}");
        }
        let mut waiting = game("10+5", TurnState::Waiting);
        waiting.info.seats[0].taken = false;
        assert!(!waiting.needs_player(), "an open seat");
        let watched = RunningGame { seats: Vec::new(), ..game("10+5", played()) };
        assert!(!watched.needs_player(), "a spectator");
        let local = RunningGame { is_local: true, ..game("10+5", played()) };
        assert!(!local.needs_player(), "a game of this device");
    }

    #[test]
    fn a_lost_socket_counts_down_to_the_claim() {
        let mut away = AwayGame::new(game("10+5", TurnState::Seat { seat: 1 }));
        assert_eq!(away.claim_seconds(9_000.0), None);
        away.lose(1_000.0);
        away.lose(5_000.0);
        assert_eq!(away.claim_seconds(1_000.0), Some(40));
        assert_eq!(away.claim_seconds(10_500.0), Some(31));
        assert_eq!(away.claim_seconds(99_000.0), Some(0));
        away.hear(ToClient::Pong, 100_000.0);
        assert_eq!(away.claim_seconds(100_000.0), None);
        // A computer claims nothing.
        away.lose(100_000.0);
        away.game.info.seats[0].level = Some("level-3".to_owned());
        assert_eq!(away.claim_seconds(100_000.0), None);
    }

    #[test]
    fn a_move_of_the_opponent_is_noticed() {
        let mut away = AwayGame::new(game("10+5", TurnState::Seat { seat: 0 }));
        assert!(!away.game.is_my_turn());
        let clocks = ClockState {
            left_ms: vec![60_000, 30_000],
            periods: vec![0, 0],
            running: Some(1),
            setup_ms: None,
        };
        let state = State {
            position: "-".to_owned(),
            turn: TurnState::Seat { seat: 1 },
            check: false,
            warning: None,
            clocks: Some(clocks),
            offer: None,
            end: None,
            seats: away.game.info.seats.clone(),
        };
        let event = UpdateEvent::Changed;
        let update = Update { n: 7, event, state, transcript: Vec::new(), head: None };
        away.hear(ToClient::Update(Box::new(update.clone())), 1_000.0);
        assert!(away.game.is_my_turn());
        assert_eq!(away.game.left_ms(6_000.0), Some(25_000));
        let state = State { turn: TurnState::Over, ..update.state };
        away.hear(ToClient::Update(Box::new(Update { n: 8, state, ..update })), 2_000.0);
        assert!(away.game.is_over() && !away.game.needs_player());
    }
}
