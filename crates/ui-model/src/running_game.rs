use crate::{Variant, clock_face::ClockFace, is_correspondence};
use games::board::{BoardShape, Side};
use i18n::{Language, Message, join, level_words, variant_name};
use protocol::{ClockState, ReservedSeat, SeatState, TableInfo, TurnState};

/// A running game in the player's list of games.
#[derive(Clone, PartialEq, Debug)]
pub struct RunningGame {
    /// The table as the server or the local journal describes it.
    pub info: TableInfo,
    /// The player's seats: those of this device, or those of the account.
    pub seats: Vec<u8>,
    /// Whether the game is stored on this device.
    pub is_local: bool,
    /// Whether the table waits for any player who seeks the same game.
    pub is_seek: bool,
    /// The open seats that wait for one account each.
    pub reserved: Vec<ReservedSeat>,
    /// The clocks with the time at which they were received.
    pub clocks: Option<ClockFace>,
}

/// The seats of an account at a table. Only seats of accounts have a strength, and no two accounts
/// share a name.
pub fn seats_of_account(info: &TableInfo, name: &str) -> Vec<u8> {
    let is_own = |seat: &SeatState| seat.strength.is_some() && seat.name == name;
    (0..).zip(&info.seats).filter(|(_, seat)| is_own(seat)).map(|(index, _)| index).collect()
}

impl RunningGame {
    /// Creates the entry from data received at `now_ms` on the page's monotonic clock. The clocks
    /// of a local game do not run while its table is closed.
    pub fn new(mut info: TableInfo, seats: Vec<u8>, is_local: bool, now_ms: f64) -> RunningGame {
        let mut clocks = info.clocks.take();
        if let Some(clocks) = clocks.as_mut().filter(|_| is_local) {
            clocks.running = None;
        }
        let clocks = clocks.map(|clocks| ClockFace::new(clocks, now_ms));
        RunningGame { info, seats, is_local, is_seek: false, reserved: Vec::new(), clocks }
    }

    /// Shows what the table has sent, received at `now_ms`.
    pub(crate) fn show(
        &mut self,
        turn: TurnState,
        seats: Vec<SeatState>,
        clocks: Option<ClockState>,
        now_ms: f64,
    ) {
        self.info.over = turn == TurnState::Over;
        self.info.turn = turn;
        self.info.seats = seats;
        self.clocks = clocks.map(|clocks| ClockFace::new(clocks, now_ms));
    }

    /// The same game as a seek or not.
    #[must_use]
    pub fn seeking(self, is_seek: bool) -> RunningGame {
        RunningGame { is_seek, ..self }
    }

    /// The same game with these reserved seats.
    #[must_use]
    pub fn reserving(self, reserved: Vec<ReservedSeat>) -> RunningGame {
        RunningGame { reserved, ..self }
    }

    /// Whether a seat is open, so that it may be reserved for an account.
    pub fn has_open_seat(&self) -> bool {
        !self.is_local && !self.is_over() && !self.is_full()
    }

    /// The game; `None` if this page does not know it.
    pub fn variant(&self) -> Option<Variant> {
        self.info.plan.variant.parse().ok()
    }

    /// Whether the game waits for a move of the player. A game of several people on one device
    /// always does.
    pub fn is_my_turn(&self) -> bool {
        match self.info.turn {
            TurnState::Seat { seat } => self.seats.contains(&seat),
            // Only the players of a set-up know which choices are missing, so every set-up of the
            // player counts.
            TurnState::Setup { .. } => !self.seats.is_empty(),
            // All players contribute to the random seed, so an absent player holds up the start.
            TurnState::Waiting => !self.seats.is_empty() && self.is_full(),
            TurnState::Over => false,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.info.over || self.info.turn == TurnState::Over
    }

    pub(crate) fn is_full(&self) -> bool {
        self.info.seats.iter().all(|seat| seat.taken)
    }

    /// The seat whose clock matters to the player: the one on move, or the player's own.
    pub fn clock_seat(&self) -> Option<u8> {
        match self.info.turn {
            TurnState::Seat { seat } => Some(seat),
            _ => self.seats.first().copied(),
        }
    }

    /// Milliseconds left on that clock. `None` without clocks or when the game is over.
    pub fn left_ms(&self, now_ms: f64) -> Option<u64> {
        let face = self.clocks.as_ref().filter(|face| face.is_timed() && !self.info.over)?;
        Some(face.left_ms(self.clock_seat()?, now_ms))
    }

    /// The opponents' names; for an open seat the name of the account that it waits for.
    pub fn opponents(&self, language: Language) -> String {
        let say = |message: Message| message.in_language(language).to_owned();
        let name = |seat: usize| {
            let state = self.info.seats.get(seat)?;
            Some(match &state.level {
                _ if !state.taken => {
                    let reserved = self.reserved.iter().find(|it| usize::from(it.seat) == seat);
                    reserved.map_or_else(|| say(Message::SeatIsOpen), |it| it.name.clone())
                }
                Some(level) => {
                    format!("{}\u{a0}· {}", say(Message::VsComputer), level_words(language, level))
                }
                None => state.name.clone(),
            })
        };
        let own = |seat: &usize| self.seats.contains(&(*seat as u8));
        let mut names: Vec<String> =
            (0..self.info.seats.len()).filter(|seat| !own(seat)).filter_map(name).collect();
        names.dedup();
        if names.is_empty() {
            say(Message::SameDevice)
        } else {
            join(language, Message::ListOf, &names)
        }
    }

    /// The side to move in words.
    pub fn turn_words(&self, language: Language) -> String {
        let message = match self.info.turn {
            TurnState::Over => Message::GameOver,
            TurnState::Waiting if self.is_full() => Message::EverybodyIsHere,
            TurnState::Waiting if self.reserved.iter().any(|it| it.is_challenged) => {
                Message::ChallengeWaits
            }
            // A list of games is read away from the table; no absent player is paired.
            TurnState::Waiting if self.is_seek && !is_correspondence(&self.info.plan.clock) => {
                Message::SeekPaused
            }
            TurnState::Waiting => Message::WaitingForPlayers,
            _ if self.is_my_turn() && self.seats.len() <= 1 => Message::YourTurn,
            TurnState::Seat { seat } => {
                let shape = self.variant().map(BoardShape::of);
                let letter = self.info.seats.get(usize::from(seat)).map(|state| state.letter);
                let side =
                    shape.zip(letter).and_then(|(shape, letter)| Side::of_seat(shape, letter));
                return match side {
                    Some(side) => i18n::fill(
                        Message::TurnOf.in_language(language),
                        &[i18n::side_name(language, side)],
                    ),
                    None => Message::Continue.in_language(language).to_owned(),
                };
            }
            TurnState::Setup { .. } => Message::SetupUnderWay,
        };
        message.in_language(language).to_owned()
    }

    /// Name of the game.
    pub fn title(&self, language: Language) -> String {
        let named = self.variant().map(|variant| variant_name(language, variant).to_owned());
        named.unwrap_or_else(|| self.info.plan.variant.clone())
    }
}

/// Sorts games by urgency: first the games that wait for the player, with those whose clock runs at
/// the front, the shortest time first. Finished games come last.
pub fn sort_by_urgency(games: &mut [RunningGame]) {
    games.sort_by_key(|game| {
        let is_over = game.is_over();
        let runs = !game.is_local && game.clocks.as_ref().is_some_and(ClockFace::is_timed);
        let left_ms = game.left_ms(0.0).filter(|_| runs).unwrap_or(u64::MAX);
        (is_over, !game.is_my_turn(), !runs, left_ms)
    });
}

/// Number of the player's games that are shown before all are asked for: at most `most`, and of the
/// finished ones only the first after [`sort_by_urgency`].
pub fn first_count<'a>(games: impl IntoIterator<Item = &'a RunningGame>, most: usize) -> usize {
    let (mut running, mut finished) = (0, 0);
    for game in games {
        *(if game.is_over() { &mut finished } else { &mut running }) += 1;
    }
    most.min(running + finished.min(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ClockState, GameId, SeatPlan, SeatState, TablePlan};

    fn game(table: &GameId, turn: TurnState, is_local: bool, clocked: bool) -> RunningGame {
        let info = TableInfo {
            table: table.to_owned(),
            plan: TablePlan {
                variant: "xiangqi".to_owned(),
                options: String::new(),
                clock: "10+5".to_owned(),
                setup_seconds: 0,
                seats: vec![SeatPlan::Host, SeatPlan::Open],
                start: None,
                training: false,
                rated: false,
                ..TablePlan::default()
            },
            seats: vec![SeatState::person('w', "An"), SeatState::person('b', "Bo")],
            commitment: String::new(),
            over: turn == TurnState::Over,
            turn,
            plies: 3,
            clocks: clocked.then(|| ClockState {
                left_ms: vec![60_000, 30_000],
                periods: vec![0, 0],
                running: Some(1),
                setup_ms: None,
            }),
        };
        RunningGame::new(info, vec![1], is_local, 1_000.0)
    }

    /// The game with two days for the player's move.
    fn with_days(mut game: RunningGame) -> RunningGame {
        let reported = ClockState {
            left_ms: vec![172_800_000; 2],
            periods: vec![0; 2],
            running: Some(1),
            setup_ms: None,
        };
        game.clocks = Some(ClockFace::new(reported, 1_000.0));
        game
    }

    #[test]
    fn what_waits_for_me_comes_first() {
        let mine = TurnState::Seat { seat: 1 };
        let theirs = TurnState::Seat { seat: 0 };
        let mut games = [
            game(&"over".into(), TurnState::Over, false, false),
            game(&"theirs".into(), theirs.clone(), false, true),
            game(&"local".into(), mine.clone(), true, false),
            with_days(game(&"days".into(), mine.clone(), false, true)),
            game(&"clocked".into(), mine, false, true),
        ];
        sort_by_urgency(&mut games);
        let order: Vec<&str> = games.iter().map(|game| game.info.table.as_str()).collect();
        assert_eq!(order, ["clocked", "days", "local", "theirs", "over"]);
    }

    #[test]
    fn of_finished_games_only_one_is_shown_first() {
        let over = || game(&"over".into(), TurnState::Over, false, false);
        let runs = || game(&"runs".into(), TurnState::Seat { seat: 0 }, false, true);
        let waits = || game(&"waits".into(), TurnState::Waiting, false, false);
        for (mut games, expected) in [
            (vec![], ""),
            (vec![over(), over(), over()], "over"),
            (vec![over(), over(), runs()], "runs over"),
            (vec![over(), runs(), over(), waits()], "waits runs over"),
            (vec![over(), runs(), runs(), runs()], "runs runs runs"),
            (vec![runs(), runs(), runs(), runs()], "runs runs runs"),
        ] {
            sort_by_urgency(&mut games);
            let count = first_count(&games, 3);
            let first: Vec<&str> =
                games.iter().map(|it| it.info.table.as_str()).take(count).collect();
            assert_eq!(first.join(" "), expected);
        }
    }

    #[test]
    fn a_sent_challenge_names_its_player() {
        let mut sent = game(&"a".into(), TurnState::Waiting, false, false);
        sent.info.seats[0] = SeatState { taken: false, ..SeatState::person('w', "") };
        assert!(sent.has_open_seat());
        assert_eq!(sent.opponents(Language::English), "Open seat");
        let seat = ReservedSeat { seat: 0, name: "Cy".to_owned(), is_challenged: true };
        let challenge = sent.clone().reserving(vec![seat.clone()]);
        assert_eq!(challenge.opponents(Language::English), "Cy");
        assert_eq!(challenge.turn_words(Language::English), "Challenge sent");
        let invitation = sent.reserving(vec![ReservedSeat { is_challenged: false, ..seat }]);
        assert_eq!(invitation.opponents(Language::English), "Cy");
        assert_eq!(invitation.turn_words(Language::English), "Waiting for players…");
    }

    #[test]
    fn a_game_is_said_in_words() {
        let mine = game(&"a".into(), TurnState::Seat { seat: 1 }, false, true);
        assert_eq!(mine.opponents(Language::English), "An");
        assert_eq!(mine.turn_words(Language::English), "Your turn");
        assert_eq!(mine.left_ms(6_000.0), Some(25_000));
        // The game is full, so the players are drawing the random seed together.
        let full = game(&"d".into(), TurnState::Waiting, false, false);
        assert!(full.is_my_turn());
        assert_eq!(full.turn_words(Language::English), "All players are here");
        let mut open = full;
        open.info.seats[0].taken = false;
        assert!(!open.is_my_turn());
        assert_eq!(open.turn_words(Language::English), "Waiting for players…");
        let theirs = game(&"b".into(), TurnState::Seat { seat: 0 }, false, true);
        assert_eq!(theirs.turn_words(Language::SimplifiedChinese), "轮到红方");
        assert_eq!(game(&"e".into(), TurnState::Over, false, true).left_ms(9_000.0), None);
        // The clock of a local game stands still while its table is closed.
        let local = game(&"c".into(), TurnState::Seat { seat: 1 }, true, true);
        assert_eq!(local.left_ms(9_000.0), Some(30_000));
    }
}
