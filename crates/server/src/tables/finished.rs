//! Archive and rating data of a table's finished game.

use crate::{ladders::ArchivedGameRow, limits::LISTED_PLIES};
use game::Seat;
use protocol::{ArchivedGame, ArchivedPlayer, GameId, LadderId, Place, SeatPlan, UnixMs};
use store::{Finished, FinishedPlayer};
use table::Table;

/// Returns the archive's row of a game that has ended, at this time in Unix ms. Returns `None` while
/// the game goes on, and for a casual game that is private or very short.
pub(crate) fn finished(id: &GameId, table: &Table, ended_ms: UnixMs) -> Option<Finished> {
    if table.plan().rated {
        row(id, table, ended_ms)
    } else if is_listed(table) {
        finished_casual(id, table, ended_ms)
    } else {
        None
    }
}

/// Whether a finished casual game is in the public lists: its players sat down in public, and have
/// played. It names no accounts there, unless a player claims it.
fn is_listed(table: &Table) -> bool {
    table.plan().is_public && table.plies() >= LISTED_PLIES as usize
}

/// Returns the archive's row of a finished casual game between people, without their accounts: each
/// player decides alone whether the game is theirs in the archive. `None` for a game that goes on, for
/// training, and for a game with a computer.
pub(crate) fn finished_casual(id: &GameId, table: &Table, ended_ms: UnixMs) -> Option<Finished> {
    let plan = table.plan();
    let is_computer = |seat: &SeatPlan| matches!(seat, SeatPlan::Computer { .. });
    if plan.rated || plan.training || plan.seats.iter().any(is_computer) {
        return None;
    }
    let mut game = row(id, table, ended_ms)?;
    for player in &mut game.players {
        player.id = None;
    }
    Some(game)
}

fn row(id: &GameId, table: &Table, ended_ms: UnixMs) -> Option<Finished> {
    let plan = table.plan();
    let game = table.game()?;
    let outcome = game.outcome()?;
    let (variant, speed) = table::ladder(plan)?;
    let index = |seat: Seat| seat.index() as u8;
    let players: Vec<FinishedPlayer> = table
        .players()
        .iter()
        .flatten()
        .map(|player| FinishedPlayer {
            id: player.member.as_ref().map(|member| member.id.clone()),
            name: player.name.clone(),
        })
        .collect();
    let names = players.iter().map(|player| player.name.clone());
    let kept = ArchivedGameRow {
        game: ArchivedGame {
            place: Place::Table { table: id.to_owned() },
            variant: variant.to_string(),
            clock: plan.clock.clone(),
            ended_ms,
            plies: u32::try_from(table.plies()).unwrap_or(u32::MAX),
            reason: outcome.reason.to_string(),
            winners: outcome.winners.iter().map(index).collect(),
            players: names.map(|name| ArchivedPlayer { name, rated: None }).collect(),
        },
        scores: table
            .seats()
            .map(|seat| (game.team(seat), outcome.scores[seat.index()].in_halves()))
            .collect(),
    };
    Some(Finished {
        game: id.to_owned(),
        ladder: LadderId::of(variant, speed),
        ended_ms,
        rated: plan.rated,
        players,
        // Serialising texts and numbers cannot fail.
        text: serde_json::to_string(&kept).unwrap_or_default(),
    })
}
