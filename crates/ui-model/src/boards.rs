use crate::{
    board::{Ground, Point, Scene, Step},
    catalogue::{Language, Message},
    clock_face::show_ms,
};
use protocol::{BoardState, BoardView};
use std::collections::BTreeMap;
use xiangqi::{Legality, Move, Position, Setup, notation};

/// All boards, as last heard, each with the page's own time at which that was.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hall {
    boards: BTreeMap<String, (BoardView, f64)>,
}

impl Hall {
    /// Takes a change in; says whether it could be read.
    pub fn take(&mut self, text: &str, now_ms: f64) -> bool {
        let Ok(view) = serde_json::from_str::<BoardView>(text) else { return false };
        self.boards.insert(view.id.clone(), (view, now_ms));
        true
    }

    /// The ids, by the boards' names; what needs the arbiter comes first.
    pub fn ids(&self) -> Vec<String> {
        let mut list: Vec<&BoardView> = self.boards.values().map(|(view, _)| view).collect();
        list.sort_by_key(|view| (!needs_arbiter(view), view.name.clone(), view.id.clone()));
        list.iter().map(|view| view.id.clone()).collect()
    }

    /// A board, and when it was heard.
    pub fn board(&self, id: &str) -> Option<&(BoardView, f64)> {
        self.boards.get(id)
    }
}

/// Whether an arbiter should look.
pub fn needs_arbiter(view: &BoardView) -> bool {
    !view.doubts.is_empty() && view.state != BoardState::Over
        || matches!(view.state, BoardState::Ruling | BoardState::Disturbed | BoardState::Alarm)
}

/// A board's state in words.
pub const fn state_message(state: BoardState) -> Message {
    match state {
        BoardState::Idle => Message::BoardIdle,
        BoardState::Playing => Message::BoardPlaying,
        BoardState::Alarm => Message::BoardAlarm,
        BoardState::Disturbed => Message::BoardDisturbed,
        BoardState::Asking => Message::BoardAsking,
        BoardState::Ruling => Message::BoardRuling,
        BoardState::Over => Message::BoardOver,
        BoardState::Offline => Message::BoardOffline,
    }
}

/// A state's stable text.
pub const fn state_id(state: BoardState) -> &'static str {
    match state {
        BoardState::Idle => "idle",
        BoardState::Playing => "playing",
        BoardState::Alarm => "alarm",
        BoardState::Disturbed => "disturbed",
        BoardState::Asking => "asking",
        BoardState::Ruling => "ruling",
        BoardState::Over => "over",
        BoardState::Offline => "offline",
    }
}

/// What a board says, in the listener's language.
pub fn words(view: &BoardView, language: Language) -> Option<String> {
    let says = view.says.as_ref()?;
    Some(match language {
        Language::English => says.en.clone(),
        Language::SimplifiedChinese | Language::TraditionalChinese => says.zh.clone(),
    })
}

/// Both clocks as they are shown `since_ms` after the board was heard, Red's first.
pub fn clocks(view: &BoardView, since_ms: f64) -> Option<[String; 2]> {
    let mut left = view.clocks?;
    let runs = match view.turn.as_deref() {
        Some("w") => Some(0),
        Some("b") => Some(1),
        _ => None,
    };
    if let Some(side) = runs {
        left[side] = left[side].saturating_sub(view.running_ms + since_ms.max(0.0) as u64);
    }
    Some(left.map(show_ms))
}

/// The pieces.
pub fn scene(view: &BoardView) -> Scene {
    Scene::read(Ground::River, &view.position).unwrap_or_else(|| Scene::empty(Ground::River))
}

/// The last move.
pub fn last_step(view: &BoardView) -> Option<Step> {
    Step::read(Ground::River, view.moves.last()?)
}

/// The points that the board speaks about.
pub fn points(view: &BoardView) -> Vec<Point> {
    let says = view.says.iter().flat_map(|says| &says.points);
    says.filter_map(|name| Ground::River.parse(name)).collect()
}

/// The moves in Chinese notation; one that the rules do not allow stands there as its squares.
pub fn moves(view: &BoardView) -> Vec<String> {
    let mut setup = Position::start().to_setup();
    view.moves.iter().map(|text| write(&mut setup, text)).collect()
}

fn write(setup: &mut Setup, text: &str) -> String {
    let Ok(played) = text.parse::<Move>() else { return text.to_owned() };
    let position = Position::from_setup(setup, Legality::Traditional).ok();
    let legal = position.filter(|position| position.fault(played).is_none());
    setup.board[played.to.index()] = setup.board[played.from.index()].take();
    setup.turn = !setup.turn;
    match legal {
        Some(position) => notation::write(&position, played, notation::Notation::Chinese),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(text: &str) -> String {
        format!(
            r#"{{"id":"0a","name":"Table 1","state":"playing","game":1,
            "position":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
            "turn":"b","names":["",""],"moves":["h2e2"],"clocks":[60000,50000],"running_ms":1000,
            "check":false,"alarms":[0,0],"doubts":[],"corrections":[]{text}}}"#
        )
    }

    #[test]
    fn a_board_as_it_is_shown() {
        let mut hall = Hall::default();
        assert!(!hall.take("{}", 0.0), "not a board");
        assert!(hall.take(&view(r#","says":{"zh":"將軍","en":"Check","points":["e2"]}"#), 0.0));
        let (view, _) = hall.board("0a").unwrap();
        assert_eq!(moves(view), ["炮二平五"]);
        assert_eq!(clocks(view, 2_000.0), Some(["1:00".to_owned(), "0:47".to_owned()]));
        assert_eq!(words(view, Language::English).as_deref(), Some("Check"));
        assert_eq!(points(view), [Ground::River.parse("e2").unwrap()]);
        assert!(scene(view).at(Ground::River.parse("e2").unwrap()).is_some());
    }

    #[test]
    fn who_needs_the_arbiter_comes_first() {
        let mut hall = Hall::default();
        hall.take(&view(""), 0.0);
        let other = view("").replace("\"0a\"", "\"0b\"").replace("Table 1", "Table 2");
        hall.take(&other.replace("playing", "ruling"), 0.0);
        assert_eq!(hall.ids(), ["0b", "0a"]);
        hall.take(&other, 0.0);
        assert_eq!(hall.ids(), ["0a", "0b"]);
    }
}
