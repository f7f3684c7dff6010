//! A position or a game in an address.

use crate::{
    Variant,
    editor::Editor,
    percent,
    records::{Replay, of_position},
};
use commit_reveal::{Seed, SeedDice};
use game::Turn;
use games::AnyGame;
use record::Problem;

/// Maximum length of an address with a game. Longer ones are cut by some programs that send links.
pub const MAX_LINK_CHARS: usize = 4_000;

/// Maximum number of moves that are read from an address.
const MAX_MOVES: usize = 1_000;

/// A position with the moves after it, as an address contains them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameLink {
    /// Text of the first position; empty for the usual start.
    pub position: String,
    /// The options' text; empty for the usual rules.
    pub options: String,
    /// The moves, separated by points.
    pub moves: String,
    /// Number of plies shown first.
    pub plies: usize,
}

/// Why a link shows nothing, or less than it contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkProblem {
    /// The position cannot be read, or no game can start from it.
    Position(Option<Problem>),
    /// The move with this number (from 1) is illegal.
    Move(usize, String),
    /// The address is too long.
    TooLong,
}

impl GameLink {
    /// The link in the query of an address. Unknown keys are ignored.
    pub(crate) fn read(query: &str) -> GameLink {
        let mut link = GameLink::default();
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let text = || percent::decode(&value.replace('+', " "));
            match key {
                "fen" => link.position = text(),
                "rules" => link.options = text(),
                "moves" => link.moves = text(),
                "ply" => link.plies = value.parse().unwrap_or(0),
                _ => {}
            }
        }
        link
    }

    /// The query of an address; empty for the usual start.
    pub(crate) fn query(&self) -> String {
        let plies = if self.plies == 0 { String::new() } else { self.plies.to_string() };
        let parts = [
            ("fen", percent::encode(&self.position)),
            ("rules", percent::encode(&self.options)),
            ("moves", percent::encode(&self.moves)),
            ("ply", plies),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }

    /// The link to a line of a game. A usual start is left out, where all games have the same.
    pub fn of(game: &Replay, plies: usize) -> GameLink {
        let record = game.record();
        let is_same = matches!(record.variant, Variant::Xiangqi | Variant::Sifang);
        let usual = usual_start(record.variant, &record.options, [0; 32]);
        let is_usual = is_same && usual.as_ref() == Some(&record.start);
        GameLink {
            position: if is_usual { String::new() } else { record.start.clone() },
            options: record.options.clone(),
            moves: record.actions.join("."),
            plies: plies.min(record.actions.len()),
        }
    }

    /// The game of the link, and a problem if the link is not entirely readable. A link that cannot
    /// be read shows the usual start. `seed` decides where pieces lie face down at the start.
    pub fn open(&self, variant: Variant, seed: [u8; 32]) -> (Option<Replay>, Option<LinkProblem>) {
        let start = || {
            let text = usual_start(variant, "", seed)?;
            of_position(variant, "", &text)
        };
        if self.position.len() + self.moves.len() > 2 * MAX_LINK_CHARS {
            return (start(), Some(LinkProblem::TooLong));
        }
        let game = match self.position.as_str() {
            "" => usual_start(variant, &self.options, seed)
                .and_then(|text| of_position(variant, &self.options, &text)),
            text => of_position(variant, &self.options, text).or_else(|| {
                let usual = Editor::read(variant, &text.replace('_', " ")).ok()?.text();
                of_position(variant, &self.options, &usual)
            }),
        };
        let Some(game) = game else {
            return (start(), Some(LinkProblem::Position(self.position_problem(variant))));
        };
        let mut played = Vec::new();
        let mut problem = None;
        for (number, action) in (1..).zip(self.moves.split('.').filter(|it| !it.is_empty())) {
            if number > MAX_MOVES {
                problem = Some(LinkProblem::TooLong);
                break;
            }
            played.push(action.to_owned());
        }
        if let Some(whole) = game.with_line(&played) {
            return (Some(whole), problem);
        }
        // The moves up to the first illegal one, found by halves.
        let (mut legal, mut illegal) = (0, played.len());
        while illegal - legal > 1 {
            let middle = usize::midpoint(legal, illegal);
            match game.with_line(&played[..middle]) {
                Some(_) => legal = middle,
                None => illegal = middle,
            }
        }
        let shown: String = played[legal].chars().take(20).collect();
        (game.with_line(&played[..legal]), Some(LinkProblem::Move(illegal, shown)))
    }

    /// The reason why a position cannot be read, if the parser names one.
    fn position_problem(&self, variant: Variant) -> Option<Problem> {
        let error = AnyGame::from_text(variant, &self.options, &self.position).err()?;
        let before = self.position.get(..error.at).map_or(0, |before| before.chars().count());
        let message = error.message;
        Some(Problem::new(1, 1 + before, error.code, message))
    }
}

/// The text of the position at the usual start of play, after the usual set-up.
fn usual_start(variant: Variant, options: &str, seed: [u8; 32]) -> Option<String> {
    let mut game =
        AnyGame::new(variant, options, &mut SeedDice::new(&Seed::new(seed), &[])).ok()?;
    while let Turn::Setup(_) = game.turn() {
        let seat = game.turn().seats().iter().next()?;
        let choice = game.default_setup(seat)?;
        game.play(seat, choice).ok()?;
    }
    Some(game.truth_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_they_are_written() {
        let link = GameLink {
            position: "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1".into(),
            options: "a=b".into(),
            moves: "d9d8.e0e1".into(),
            plies: 2,
        };
        let query = link.query();
        assert!(!query.contains(' '), "{query}");
        assert_eq!(GameLink::read(query.trim_start_matches('?')), link);
        assert_eq!(GameLink::default().query(), "");
        let read = GameLink::read("utm=1&fen=3k5/9+w&ply=x");
        assert_eq!((read.position.as_str(), read.plies), ("3k5/9 w", 0));
    }

    #[test]
    fn every_game_has_a_link() {
        for variant in Variant::ALL {
            let (game, problem) = GameLink::default().open(variant, [3; 32]);
            let game = game.expect("the usual start");
            assert_eq!(problem, None, "{variant}");
            let (_, steps) = game.trials(0).expect("a seat moves");
            let first = steps[0].text(game.model.shape());
            let (_, written) = game.written(0, &first).expect("legal");
            let longer = game.with_line(&[written]).expect("legal");
            let link = GameLink::of(&longer, 1);
            let (again, problem) = link.open(variant, [4; 32]);
            assert_eq!(problem, None, "{variant}: {link:?}");
            assert_eq!(again.expect("the same game").model, longer.model, "{variant}");
            assert!(link.query().len() < 400, "{variant}: {}", link.query());
        }
    }

    #[test]
    fn nonsense_in_a_link_is_named() {
        let open = |position: &str, moves: &str| {
            let (position, moves) = (position.to_owned(), moves.to_owned());
            GameLink { position, moves, ..GameLink::default() }.open(Variant::Xiangqi, [0; 32])
        };
        let (game, problem) = open("nonsense", "");
        assert_eq!(game.expect("the usual start").model.history.len(), 0);
        assert!(matches!(problem, Some(LinkProblem::Position(Some(_)))), "{problem:?}");
        let (game, problem) = open("", "h2e2.h9g7.a0a9.b0c2");
        assert_eq!(game.expect("its beginning").model.history.len(), 2);
        assert_eq!(problem, Some(LinkProblem::Move(3, "a0a9".to_owned())));
        let (game, problem) = open("", "ééé");
        assert_eq!(game.expect("its beginning").model.history.len(), 0);
        assert_eq!(problem, Some(LinkProblem::Move(1, "ééé".to_owned())));
        let (_, problem) = open(&"9/".repeat(9_000), "");
        assert_eq!(problem, Some(LinkProblem::TooLong));
        // A position as other sites write it.
        let (game, problem) = open("3k5/9/9/9/9/4R4/9/9/9/4K4_w_-_-_0_1", "");
        assert_eq!((game.is_some(), problem), (true, None));
    }
}
