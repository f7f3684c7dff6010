//! What archive and ladders are told of a board's game.

use crate::ladders::ArchivedGameRow;
use games::Variant;
use protocol::{ArchivedGame, ArchivedPlayer, Place};
use smart_boards::Finish;
use store::{Board, Finished, FinishedPlayer};

/// With what the ids of a board's games begin.
pub(crate) fn archive_place(board: &str) -> String {
    format!("board:{board}:")
}

/// Whether something that may have news is a board's.
pub(super) fn is_of_board(game: &str) -> bool {
    game.starts_with("board:")
}

/// The id of a board's game in the store.
pub(super) fn log_of(board: &str, number: u32) -> String {
    format!("{}{number:010}", archive_place(board))
}

/// The id of the log in which earlier versions noted what is known of a board's game.
pub(super) fn audit_of(board: &str, number: u32) -> String {
    format!("arbiter:{board}:{number:010}")
}

/// The line of a game that is over.
pub(super) fn finished(board: &Board, number: u32, finish: Finish) -> Finished {
    let variant = Variant::Xiangqi.as_str();
    let game = ArchivedGame {
        place: Place::Board { board: board.id.clone(), name: board.name.clone(), game: number },
        variant: variant.to_owned(),
        clock: finish.clock,
        ended_ms: finish.ended_ms,
        plies: finish.plies,
        reason: finish.reason.as_str().to_owned(),
        winners: finish.winner.map(|side| side.seat().index() as u8).into_iter().collect(),
        players: finish
            .names
            .iter()
            .map(|name| ArchivedPlayer { name: name.clone(), rated: None })
            .collect(),
    };
    let players = finish.accounts.into_iter().zip(finish.names);
    Finished {
        game: log_of(&board.id, number),
        ladder: format!("{variant}/{}", finish.speed),
        ended_ms: finish.ended_ms,
        rated: finish.is_rated,
        players: players.map(|(id, name)| FinishedPlayer { id, name }).collect(),
        // A structure of texts and numbers can always be written.
        text: serde_json::to_string(&ArchivedGameRow { game, scores: Vec::new() })
            .unwrap_or_default(),
    }
}
