//! Archive and rating data of a board's finished game.

use crate::ladders::ArchivedGameRow;
use games::Variant;
use protocol::{ArchivedGame, ArchivedPlayer, BoardId, GameId, LadderId, Place};
use smart_boards::Finish;
use store::{Board, Finished, FinishedPlayer};

/// Prefix of the ids of a board's games.
pub(crate) fn archive_place(board: &BoardId) -> String {
    format!("board:{board}:")
}

/// Whether an id of a changed log belongs to a board.
pub(super) fn is_of_board(game: &GameId) -> bool {
    game.starts_with("board:")
}

/// Board and number of a game, if the id is that of a board's game.
pub(crate) fn board_game(game: &GameId) -> Option<(BoardId, u32)> {
    let (board, number) = game.strip_prefix("board:")?.rsplit_once(':')?;
    Some((board.into(), number.parse().ok()?))
}

/// Id of a board's game in the store.
pub(super) fn log_of(board: &BoardId, number: u32) -> GameId {
    format!("{}{number:010}", archive_place(board)).into()
}

/// Id of the second log in which earlier versions kept notes on a board's game.
pub(super) fn audit_of(board: &BoardId, number: u32) -> GameId {
    format!("arbiter:{board}:{number:010}").into()
}

/// Archive row of a finished game.
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
        ladder: LadderId::of(variant, finish.speed),
        ended_ms: finish.ended_ms,
        rated: finish.is_rated,
        players: players.map(|(id, name)| FinishedPlayer { id, name }).collect(),
        // Serialising texts and numbers cannot fail.
        text: serde_json::to_string(&ArchivedGameRow { game, scores: Vec::new() })
            .unwrap_or_default(),
    }
}
