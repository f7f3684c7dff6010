//! Running games of other players: in miniature on the start page, and to watch.

use crate::{
    Variant,
    clock_face::{ClockFace, LOW_MS, show_ms},
    players::player_words,
};
use board_art::Layout;
use games::board::{BoardShape, BoardView, Side, Step};
use i18n::{Language, Message, PLIES, clock_words, counted, shown_name, side_name, variant_name};
use protocol::{GameId, LiveTable, SeatState, WatchedGames, WatchedTable};

/// A game to watch, with the data that a spectator may see.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveGame {
    /// Id of its table.
    pub table: GameId,
    /// The game.
    pub variant: Variant,
    /// The pieces on the board.
    pub scene: BoardView,
    /// The last step.
    pub last: Option<Step>,
    /// Number of plies played.
    pub plies: usize,
    seats: Vec<SeatState>,
    on_move: Option<u8>,
}

impl LiveGame {
    /// Converts the server's data; `None` for a game that this page does not know.
    pub fn read(told: LiveTable) -> Option<LiveGame> {
        let LiveTable { table, variant, seats, position, last, plies, on_move } = told;
        let variant: Variant = variant.parse().ok()?;
        let shape = BoardShape::of(variant);
        // The pieces do not depend on the options.
        let scene = BoardView::read(variant, "", &position).ok()?;
        let last = last.and_then(|done| Step::read(shape, &done));
        Some(LiveGame { table, variant, scene, last, plies, seats, on_move })
    }

    /// The game with this table id.
    pub fn of<'a>(games: &'a [LiveGame], table: &GameId) -> Option<&'a LiveGame> {
        games.iter().find(|game| game.table == *table)
    }

    /// The layout of its board: the first side at the bottom, banqi's long side horizontal.
    pub const fn layout(&self) -> Layout {
        Layout::for_seat(self.scene.shape(), 0, false)
    }

    /// The name of the game and the number of moves.
    pub fn title(&self, language: Language) -> String {
        let plies = counted(language, PLIES, &self.plies.to_string());
        format!("{}\u{a0}· {plies}", variant_name(language, self.variant))
    }

    /// The players, each with a flag for the one on move.
    pub fn players(&self, language: Language) -> Vec<(String, bool)> {
        (0..self.seats.len() as u8).map(|seat| self.player(language, seat)).collect()
    }

    /// The player of a seat, with a flag for being on move.
    pub fn player(&self, language: Language, seat: u8) -> (String, bool) {
        let state = self.seats.get(usize::from(seat));
        let name = match state {
            Some(state) if !state.name.is_empty() => {
                player_words(shown_name(language, &state.name), state.strength)
            }
            _ => self.side(seat).map_or("", |side| side_name(language, side)).to_owned(),
        };
        (name, self.on_move == Some(seat))
    }

    /// The side of a seat. `None` in banqi before the first flip.
    pub fn side(&self, seat: u8) -> Option<Side> {
        Side::of_seat(self.scene.shape(), self.seats.get(usize::from(seat))?.letter)
    }

    /// Title and players in one line.
    pub fn about(&self, language: Language) -> String {
        let names: Vec<String> = self.players(language).into_iter().map(|(name, _)| name).collect();
        format!("{}\u{a0}· {}", self.title(language), names.join(" – "))
    }
}

/// A game of the page of games to watch.
#[derive(Clone, PartialEq, Debug)]
pub struct WatchedGame {
    /// The game.
    pub game: LiveGame,
    /// Number of spectators.
    pub spectators: u32,
    clock: String,
    is_rated: bool,
    clocks: Option<ClockFace>,
    strength: (bool, i32),
}

impl WatchedGame {
    /// Converts the server's data, received at `now_ms` on the page's monotonic clock. Games that
    /// this page does not know are left out.
    pub fn read_all(told: WatchedGames, now_ms: f64) -> Vec<WatchedGame> {
        let at_ms = now_ms - told.age_ms as f64;
        told.games.into_iter().filter_map(|game| WatchedGame::read(game, at_ms)).collect()
    }

    fn read(told: WatchedTable, at_ms: f64) -> Option<WatchedGame> {
        let WatchedTable { live, clock, rated, clocks, spectators } = told;
        let strength = live.strength();
        Some(WatchedGame {
            game: LiveGame::read(live)?,
            spectators,
            clock,
            is_rated: rated,
            clocks: clocks.map(|clocks| ClockFace::new(clocks, at_ms)),
            strength,
        })
    }

    /// The game at this table.
    pub fn of<'a>(games: &'a [WatchedGame], table: &GameId) -> Option<&'a WatchedGame> {
        games.iter().find(|watched| watched.game.table == *table)
    }

    /// Game, rating, time control and number of moves.
    pub fn terms(&self, language: Language) -> String {
        let rated = if self.is_rated { Message::Rated } else { Message::CasualGame };
        let words = [
            variant_name(language, self.game.variant).to_owned(),
            rated.in_language(language).to_owned(),
            clock_words(language, &self.clock),
            counted(language, PLIES, &self.game.plies.to_string()),
        ];
        words.join("\u{a0}· ")
    }

    /// A seat's clock, and whether it is low. `None` without clocks.
    pub fn clock(&self, seat: u8, now_ms: f64) -> Option<(String, bool)> {
        let clocks = self.clocks.as_ref().filter(|clocks| clocks.is_timed())?;
        let left = clocks.left_ms(seat, now_ms);
        Some((show_ms(left), left < LOW_MS && clocks.runs(seat)))
    }

    /// The seats of one player on each side, the lower side of the board last. In games for four,
    /// all seats in their order.
    pub fn seats_by_place(&self) -> Vec<u8> {
        let seats = 0..self.game.variant.seats();
        if self.game.variant.seats() == 2 { seats.rev().collect() } else { seats.collect() }
    }
}

/// The games to watch in their order: first the game with the strongest players, then the strongest
/// of each other variant, then all others.
pub fn order_to_watch(games: &[WatchedGame], variant: Option<Variant>) -> Vec<GameId> {
    let is_wanted = |watched: &&WatchedGame| variant.is_none_or(|it| watched.game.variant == it);
    let mut sorted: Vec<&WatchedGame> = games.iter().filter(is_wanted).collect();
    // Of equally strong games the longest is first, so that a new game displaces none.
    sorted.sort_by(|one, other| {
        let rank = |watched: &WatchedGame| (watched.strength, watched.game.plies);
        rank(other).cmp(&rank(one)).then_with(|| one.game.table.cmp(&other.game.table))
    });
    let is_best = |at: usize| {
        let earlier = &sorted[..at];
        earlier.iter().all(|other| other.game.variant != sorted[at].game.variant)
    };
    let (best, others): (Vec<usize>, Vec<usize>) = (0..sorted.len()).partition(|&at| is_best(at));
    best.into_iter().chain(others).map(|at| sorted[at].game.table.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ClockState, Strength};

    fn told(variant: &str, position: &str) -> LiveTable {
        LiveTable {
            table: "t".into(),
            variant: variant.to_owned(),
            seats: vec![SeatState::person('w', "An"), SeatState::person('b', "Bo")],
            position: position.to_owned(),
            last: Some("h2e2".to_owned()),
            plies: 1,
            on_move: Some(1),
        }
    }

    const AFTER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

    #[test]
    fn a_game_is_read_and_worded() {
        let game = LiveGame::read(told("xiangqi", AFTER)).expect("a game");
        assert_eq!(game.scene.faces().count(), 32);
        assert_eq!(game.last, Step::read(BoardShape::River, "h2e2"));
        assert_eq!(
            game.players(Language::English),
            [("An".to_owned(), false), ("Bo".to_owned(), true)]
        );
        assert!(game.about(Language::SimplifiedChinese).starts_with("象棋"));
        assert_eq!(LiveGame::read(told("chess960", AFTER)), None);
    }

    fn watched(table: &str, variant: &str, rating: Option<(i32, bool)>) -> WatchedTable {
        const BANQI: &str = "7k/8/6cc/Krrnnbba r 0/0 0 40 -";
        let mut live = told(variant, if variant == "banqi" { BANQI } else { AFTER });
        live.table = table.into();
        live.last = None;
        live.seats[0].strength =
            rating.map(|(rating, provisional)| Strength { rating, deviation: 50, provisional });
        WatchedTable { live, clock: "10+5".into(), rated: true, clocks: None, spectators: 3 }
    }

    #[test]
    fn the_strongest_game_of_each_variant_comes_first() {
        let games = vec![
            watched("a", "banqi", None),
            watched("b", "xiangqi", None),
            watched("c", "xiangqi", Some((1_500, false))),
            watched("d", "xiangqi", Some((1_700, false))),
            watched("e", "xiangqi", Some((1_900, true))),
            watched("f", "chess960", None),
        ];
        let games = WatchedGame::read_all(WatchedGames { age_ms: 0, games }, 0.0);
        let order = |variant| {
            let ids = order_to_watch(&games, variant);
            ids.iter().map(GameId::to_string).collect::<String>()
        };
        assert_eq!(order(None), "daceb");
        assert_eq!(order(Some(Variant::Xiangqi)), "dceb");
        assert_eq!(order(Some(Variant::Sifang)), "");
    }

    #[test]
    fn clocks_go_on_from_when_they_were_read() {
        let mut game = watched("a", "xiangqi", None);
        game.clocks = Some(ClockState {
            left_ms: vec![60_000, 30_000],
            periods: vec![0, 0],
            running: Some(1),
            setup_ms: None,
        });
        let games = WatchedGames { age_ms: 1_000, games: vec![game] };
        let games = WatchedGame::read_all(games, 5_000.0);
        let [game] = &games[..] else { panic!("one game") };
        assert_eq!(game.clock(0, 9_000.0), Some(("1:00".to_owned(), false)));
        assert_eq!(game.clock(1, 9_000.0), Some(("0:25".to_owned(), false)));
        assert_eq!(game.clock(1, 26_000.0), Some(("0:08.0".to_owned(), true)));
        assert_eq!(
            game.terms(Language::English),
            "Xiangqi\u{a0}· Rated\u{a0}· 10 min + 5 s per move\u{a0}· 1 move"
        );
        assert_eq!(game.seats_by_place(), [1, 0]);
    }
}
