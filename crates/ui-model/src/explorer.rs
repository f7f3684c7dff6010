//! The opening explorer of the analysis board.

use crate::{GameLink, Route, Variant, percent, records::Replay};
use clock::Speed;
use i18n::Language;
use protocol::{ExplorerGame, OpeningName};

/// Lowest ratings of the explorer's bands.
pub const RATING_BANDS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// Maximum number of moves that are sent. Later positions are sent as such.
const MAX_MOVES: usize = 120;

/// Where the games come from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum ExplorerSource {
    /// The finished games of the server.
    #[default]
    Archive,
    /// The reader's own games.
    Mine,
    /// An imported collection.
    Collection(String),
}

/// Which games count.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExplorerChoice {
    /// Where they come from.
    pub source: ExplorerSource,
    /// Name of a player; empty for every player.
    pub player: String,
    /// Speeds; empty for every speed.
    pub speeds: Vec<Speed>,
    /// Lowest rating, one of [`RATING_BANDS`]; `None` for every game.
    pub least_rating: Option<u16>,
    /// First month, such as `2026-11`; empty for no limit.
    pub since: String,
    /// Last month.
    pub until: String,
}

impl ExplorerChoice {
    /// Whether the choice leaves out games of its source.
    pub fn is_limited(&self) -> bool {
        *self != ExplorerChoice { source: self.source.clone(), ..ExplorerChoice::default() }
    }

    /// Path and query of the request about a position of a game.
    pub fn path(&self, game: &Replay, plies: usize) -> String {
        let link = GameLink::of(game, plies);
        let moves: Vec<&str> =
            link.moves.split('.').filter(|played| !played.is_empty()).take(plies).collect();
        let (fen, play) = if moves.len() > MAX_MOVES {
            (game.position_after(plies), String::new())
        } else {
            (link.position, moves.join(","))
        };
        let (source, collection) = match &self.source {
            ExplorerSource::Archive => ("", ""),
            ExplorerSource::Mine => ("mine", ""),
            ExplorerSource::Collection(name) => ("collection", name.as_str()),
        };
        let speeds: Vec<&str> = self.speeds.iter().map(|speed| speed.as_str()).collect();
        let ratings: Vec<String> = match self.least_rating {
            None => Vec::new(),
            Some(least) => {
                let bands = RATING_BANDS.iter().filter(|&&band| band >= least);
                bands.map(u16::to_string).collect()
            }
        };
        let is_mine = self.source == ExplorerSource::Mine;
        let parts = [
            ("fen", fen.as_str()),
            ("play", &play),
            ("source", source),
            ("collection", collection),
            ("player", if is_mine { "" } else { self.player.trim() }),
            ("speeds", &speeds.join(",")),
            ("ratings", &ratings.join(",")),
            ("since", self.since.trim()),
            ("until", self.until.trim()),
        ];
        let mut path = "/api/explorer?game=xiangqi".to_owned();
        for (name, value) in parts.into_iter().filter(|(_, value)| !value.is_empty()) {
            path += &format!("&{name}={}", percent::encode(value));
        }
        path
    }
}

/// The page that shows a listed game at the position.
pub fn game_route(game: &ExplorerGame) -> Route {
    let plies = game.plies as usize;
    let Some(id) = &game.game else {
        let moves = game.moves.join(".");
        let position = game.start.clone();
        let link = GameLink { position, options: String::new(), moves, plies };
        return Route::Analysis(Variant::Xiangqi, link);
    };
    let of_board = id.strip_prefix("board:").and_then(|rest| rest.rsplit_once(':'));
    match of_board.and_then(|(board, number)| Some((board, number.parse().ok()?))) {
        Some((board, number)) => Route::SmartBoardGame(board.into(), number, plies),
        None => Route::TableGame(id.clone(), plies),
    }
}

/// The name of an opening.
pub fn opening_words(language: Language, opening: &OpeningName) -> &str {
    match language {
        Language::SimplifiedChinese => &opening.hans,
        Language::TraditionalChinese => &opening.hant,
        Language::Vietnamese => &opening.vi,
        _ => &opening.en,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records;

    fn game(text: &str) -> Replay {
        let found = records::read(text.as_bytes(), None, &|_, _| None);
        found.expect("a game").pop().expect("one game")
    }

    #[test]
    fn the_request_names_the_position_and_the_filters() {
        let line = game("1. h2e2 h9g7 2. h0g2 *");
        let choice = ExplorerChoice::default();
        assert!(!choice.is_limited());
        assert_eq!(choice.path(&line, 2), "/api/explorer?game=xiangqi&play=h2e2%2Ch9g7");
        assert_eq!(choice.path(&line, 0), "/api/explorer?game=xiangqi");
        let choice = ExplorerChoice {
            source: ExplorerSource::Collection("五羊杯".to_owned()),
            speeds: vec![Speed::Blitz],
            least_rating: Some(2200),
            since: "2025-01".to_owned(),
            ..choice
        };
        assert!(choice.is_limited());
        let path = choice.path(&line, 0);
        assert!(path.ends_with("&speeds=blitz&ratings=2200%2C2500&since=2025-01"), "{path}");
        assert!(path.contains("&source=collection&collection=%E4%BA%94"), "{path}");
        let ending = game("[FEN \"3k5/9/4R4/9/9/9/9/9/9/4K4 w - - 0 1\"]\n\n1. e7e8 *");
        let path = ExplorerChoice::default().path(&ending, 1);
        assert!(path.contains("&fen=3k5") && path.ends_with("&play=e7e8"), "{path}");
    }

    #[test]
    fn a_listed_game_has_a_page() {
        let mut listed = ExplorerGame {
            game: Some("k3x9".into()),
            start: String::new(),
            moves: vec!["h2e2".to_owned(), "h9g7".to_owned()],
            action: "h9g7".to_owned(),
            plies: 1,
            names: Default::default(),
            ratings: [0; 2],
            result: "1-0".to_owned(),
            date: String::new(),
            event: String::new(),
        };
        assert_eq!(game_route(&listed), Route::TableGame("k3x9".into(), 1));
        listed.game = Some("board:0a1b:0000000007".into());
        assert_eq!(game_route(&listed), Route::SmartBoardGame("0a1b".into(), 7, 1));
        listed.game = None;
        assert_eq!(game_route(&listed).href(), "/analysis?moves=h2e2.h9g7&ply=1");
    }
}
