use crate::{
    clock_face::{LOW_MS, show_ms},
    settings::Notation,
};
use games::board::{Arrangement, BoardShape, BoardView, Point, Step};
use i18n::{Language, Message, fill, in_script, reason_name};
use protocol::{BoardId, SeatClaim, SmartBoardDoubt, SmartBoardState, SmartBoardView};
use std::collections::BTreeMap;
use xiangqi::{Legality, Move, Position, Setup, notation};

/// All boards as last received, each with the page's time of receipt.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SmartBoardList {
    boards: BTreeMap<BoardId, (SmartBoardView, f64)>,
}

impl SmartBoardList {
    /// Applies a change as JSON. Returns whether it could be parsed.
    pub fn apply_json(&mut self, text: &str, now_ms: f64) -> bool {
        let Ok(view) = serde_json::from_str::<SmartBoardView>(text) else { return false };
        self.boards.insert(view.id.clone(), (view, now_ms));
        true
    }

    /// The ids, ordered by the boards' names. Boards that need the arbiter come first.
    pub fn ids(&self) -> Vec<BoardId> {
        let mut views: Vec<&SmartBoardView> = self.boards.values().map(|(view, _)| view).collect();
        views.sort_by_key(|view| (!needs_arbiter(view), view.name.clone(), view.id.clone()));
        views.iter().map(|view| view.id.clone()).collect()
    }

    /// The ids of the boards with a running game, ordered by the boards' names.
    pub fn playing(&self) -> Vec<BoardId> {
        let mut ids = self.ids();
        ids.retain(|id| self.boards.get(id).is_some_and(|(view, _)| is_playing(view)));
        ids
    }

    /// Number of boards with a running game, and of boards that need the arbiter.
    pub fn counts(&self) -> (usize, usize) {
        let count = |is: fn(&SmartBoardView) -> bool| {
            self.boards.values().filter(|(view, _)| is(view)).count()
        };
        (count(is_playing), count(needs_arbiter))
    }

    /// A board with the time of its receipt.
    pub fn board(&self, id: &BoardId) -> Option<&(SmartBoardView, f64)> {
        self.boards.get(id)
    }
}

fn is_playing(view: &SmartBoardView) -> bool {
    view.turn.is_some() && view.state != SmartBoardState::Offline
}

/// Whether the board needs the arbiter.
pub fn needs_arbiter(view: &SmartBoardView) -> bool {
    !view.doubts.is_empty() && view.state != SmartBoardState::Over
        || matches!(
            view.state,
            SmartBoardState::Ruling | SmartBoardState::Disturbed | SmartBoardState::Alarm
        )
}

/// A board's state in words.
pub const fn state_message(state: SmartBoardState) -> Message {
    match state {
        SmartBoardState::Idle => Message::BoardIdle,
        SmartBoardState::Playing => Message::BoardPlaying,
        SmartBoardState::Alarm => Message::BoardAlarm,
        SmartBoardState::Disturbed => Message::BoardDisturbed,
        SmartBoardState::Asking => Message::BoardAsking,
        SmartBoardState::Ruling => Message::BoardRuling,
        SmartBoardState::Over => Message::BoardOver,
        SmartBoardState::Offline => Message::BoardOffline,
    }
}

/// Stable text of a state.
pub const fn state_id(state: SmartBoardState) -> &'static str {
    match state {
        SmartBoardState::Idle => "idle",
        SmartBoardState::Playing => "playing",
        SmartBoardState::Alarm => "alarm",
        SmartBoardState::Disturbed => "disturbed",
        SmartBoardState::Asking => "asking",
        SmartBoardState::Ruling => "ruling",
        SmartBoardState::Over => "over",
        SmartBoardState::Offline => "offline",
    }
}

/// A board's message in Chinese of the reader's script, or in English.
pub fn prompt_words(view: &SmartBoardView, language: Language) -> Option<String> {
    let says = view.says.as_ref()?;
    Some(match language.script() {
        "Hans" if !says.hans.is_empty() => says.hans.clone(),
        "Hans" | "Hant" => says.zh.clone(),
        _ => says.en.clone(),
    })
}

/// A doubt of the server in words.
pub fn doubt_words(doubt: &SmartBoardDoubt, language: Language) -> String {
    match doubt.ply {
        0 => fill(Message::DoubtOfGame.in_language(language), &[&doubt.why]),
        ply => fill(Message::DoubtAt.in_language(language), &[&ply.to_string(), &doubt.why]),
    }
}

/// Stable names of the sides for styles and tests, Red's first.
pub const SIDE_IDS: [&str; 2] = ["red", "black"];

/// The letters of the sides on the wire, Red's first.
pub const SIDE_LETTERS: [&str; 2] = ["w", "b"];

/// A seat of a board for the viewer of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmartBoardSeat {
    /// The player is not confirmed.
    Open {
        /// Names of other players who have claimed the seat.
        claimed_by: Vec<String>,
        /// Whether the viewer can claim the seat. False without a game, and if the viewer has the
        /// other seat.
        claimable: bool,
    },
    /// The viewer has claimed the seat, which is not confirmed yet.
    OwnClaim {
        /// Number of presses of the clock button that confirm the claim.
        presses: u8,
    },
    /// The player is confirmed.
    Confirmed(String),
}

/// A seat (0 for Red) for the player with this account.
pub fn smart_board_seat(
    view: &SmartBoardView,
    seat: usize,
    account: Option<&str>,
) -> SmartBoardSeat {
    let is_own = |claim: &&SeatClaim| account == Some(&claim.player);
    let claims = &view.claims[seat];
    if let Some(holder) = claims.iter().find(|claim| claim.confirmed) {
        return SmartBoardSeat::Confirmed(holder.player.clone());
    }
    if let Some(own) = claims.iter().find(is_own) {
        return SmartBoardSeat::OwnClaim { presses: own.presses };
    }
    SmartBoardSeat::Open {
        claimed_by: claims.iter().map(|claim| claim.player.clone()).collect(),
        claimable: view.game > 0 && !view.claims[1 - seat].iter().any(|claim| is_own(&claim)),
    }
}

/// The ending of a game in words: `Red wins · checkmate`.
pub fn ending_words(view: &SmartBoardView, language: Language) -> Option<String> {
    let end = view.ended.as_ref()?;
    let who = match end.winner.as_deref() {
        Some("w") => Message::RedWins,
        Some(_) => Message::BlackWins,
        None => Message::DrawnGame,
    };
    Some(format!("{} · {}", who.in_language(language), reason_name(language, &end.reason)))
}

/// Both clocks as shown `since_ms` after the receipt, Red's first, each with a flag for little
/// time.
pub fn clocks(view: &SmartBoardView, since_ms: f64) -> Option<[(String, bool); 2]> {
    let mut left = view.clocks?;
    let runs = match view.turn.as_deref() {
        Some("w") => Some(0),
        Some("b") => Some(1),
        _ => None,
    };
    if let Some(side) = runs {
        left[side] = left[side].saturating_sub(view.running_ms + since_ms.max(0.0) as u64);
    }
    Some(left.map(|left| (show_ms(left), left < LOW_MS)))
}

/// The pieces on the board.
pub fn scene(view: &SmartBoardView) -> BoardView {
    // The pieces are where the sensors see them, which no game has to allow.
    view.position.parse::<Setup>().map_or_else(
        |_| BoardView::empty(BoardShape::River),
        |setup| Arrangement::River(setup).into(),
    )
}

/// The last move.
pub fn last_step(view: &SmartBoardView) -> Option<Step> {
    Step::read(BoardShape::River, view.moves.last()?)
}

/// The points of the board's message.
pub fn prompt_points(view: &SmartBoardView) -> Vec<Point> {
    let says = view.says.iter().flat_map(|says| &says.points);
    says.filter_map(|name| BoardShape::River.parse(name)).collect()
}

/// The moves in the reader's notation and script. A move that the rules do not allow is written as
/// its squares.
pub fn written_moves(view: &SmartBoardView, language: Language, written: Notation) -> Vec<String> {
    let mut setup = Position::start().to_setup();
    let moves = view.moves.iter().map(|text| write_move(&mut setup, text, written));
    moves.map(|text| in_script(language, text)).collect()
}

fn write_move(setup: &mut Setup, text: &str, written: Notation) -> String {
    let Ok(played) = text.parse::<Move>() else { return text.to_owned() };
    let position = Position::from_setup(setup, Legality::Traditional).ok();
    let legal = position.filter(|position| position.why_illegal(played).is_none());
    setup.board[played.to.index()] = setup.board[played.from.index()].take();
    setup.turn = !setup.turn;
    match legal {
        Some(position) => notation::write(&position, played, written.into()),
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
        let mut list = SmartBoardList::default();
        assert!(!list.apply_json("{}", 0.0), "not a board");
        assert!(list.apply_json(
            &view(r#","says":{"hans":"将军","zh":"將軍","en":"Check","points":["e2"]}"#),
            0.0
        ));
        let (view, _) = list.board(&"0a".into()).unwrap();
        for (language, says, red) in [
            (Language::English, "Check", "炮二平五"),
            (Language::SimplifiedChinese, "将军", "炮二平五"),
            (Language::TraditionalChinese, "將軍", "炮二平五"),
        ] {
            assert_eq!(prompt_words(view, language).as_deref(), Some(says));
            assert_eq!(written_moves(view, language, Notation::Chinese), [red]);
        }
        assert_eq!(written_moves(view, Language::English, Notation::Wxf), ["C2=5"]);
        let more = SmartBoardView { moves: vec!["h2e2".into(), "h9g7".into()], ..view.clone() };
        let black = |language| written_moves(&more, language, Notation::Chinese)[1].clone();
        assert_eq!(black(Language::SimplifiedChinese), "马８进７");
        assert_eq!(black(Language::TraditionalChinese), "馬８進７");
        let shown =
            |red: &str, black: &str, low| Some([(red.to_owned(), false), (black.to_owned(), low)]);
        assert_eq!(clocks(view, 2_000.0), shown("1:00", "0:47", false));
        // A running clock becomes low without a message.
        assert_eq!(clocks(view, 39_000.0), shown("1:00", "0:10", false));
        assert_eq!(clocks(view, 39_500.0), shown("1:00", "0:09.5", true));
        assert_eq!(ending_words(view, Language::English), None);
        assert_eq!(prompt_points(view), [BoardShape::River.parse("e2").unwrap()]);
        assert!(scene(view).at(BoardShape::River.parse("e2").unwrap()).is_some());
    }

    #[test]
    fn seats_and_who_looks() {
        let mut list = SmartBoardList::default();
        let claims = r#","claims":[[{"player":"Ada","confirmed":true}],[]]"#;
        let over = r#","ended":{"reason":"checkmate","winner":"b"}"#;
        assert!(list.apply_json(&view(&format!("{claims}{over}")), 0.0));
        let (mut view, _) = list.board(&"0a".into()).unwrap().clone();
        assert_eq!(
            ending_words(&view, Language::English).as_deref(),
            Some("Black wins · checkmate")
        );
        let held = |name: &str| SmartBoardSeat::Confirmed(name.to_owned());
        let open = |claimed_by: &[&str], claimable| SmartBoardSeat::Open {
            claimed_by: claimed_by.iter().map(|name| (*name).to_owned()).collect(),
            claimable,
        };
        for (account, red, black) in [
            (None, held("Ada"), open(&[], true)),
            (Some("Ada"), held("Ada"), open(&[], false)),
            (Some("Bo"), held("Ada"), open(&[], true)),
        ] {
            assert_eq!([0, 1].map(|seat| smart_board_seat(&view, seat, account)), [red, black]);
        }
        let waits = |player: &str, presses| SeatClaim {
            player: player.to_owned(),
            confirmed: false,
            presses,
        };
        view.claims[0] = vec![waits("Ada", 2), waits("Bo", 3)];
        for (account, red, black) in [
            (Some("Ada"), SmartBoardSeat::OwnClaim { presses: 2 }, open(&[], false)),
            (Some("Bo"), SmartBoardSeat::OwnClaim { presses: 3 }, open(&[], false)),
            (Some("Cy"), open(&["Ada", "Bo"], true), open(&[], true)),
            (None, open(&["Ada", "Bo"], true), open(&[], true)),
        ] {
            assert_eq!([0, 1].map(|seat| smart_board_seat(&view, seat, account)), [red, black]);
        }
        view.game = 0;
        assert_eq!(smart_board_seat(&view, 1, None), open(&[], false));
    }

    #[test]
    fn doubts_say_what_they_are_about() {
        for (ply, words) in [(0, "Whole game: odd"), (3, "Move 3: odd")] {
            let doubt = SmartBoardDoubt { ply, why: "odd".to_owned() };
            assert_eq!(doubt_words(&doubt, Language::English), words);
        }
    }

    #[test]
    fn who_needs_the_arbiter_comes_first() {
        let mut list = SmartBoardList::default();
        list.apply_json(&view(""), 0.0);
        let other = view("").replace("\"0a\"", "\"0b\"").replace("Table 1", "Table 2");
        list.apply_json(&other.replace("playing", "ruling"), 0.0);
        assert_eq!(list.ids(), ["0b", "0a"]);
        assert_eq!(list.counts(), (2, 1));
        list.apply_json(&other, 0.0);
        assert_eq!(list.ids(), ["0a", "0b"]);
    }
}
