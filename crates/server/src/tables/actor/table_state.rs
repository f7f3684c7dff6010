//! A table as its log says, with what the actor reads from the log besides.

use super::commands::Commands;
use crate::{base::LogError, base::log};
use games::Variant;
use protocol::{AccountId, GameId, SeatPlan, SignedHead, UnixMs};
use std::sync::Arc;
use store::{LoggedEvent, SeatToken};
use table::Table;

/// The committed state of a table.
pub(super) struct TableState {
    pub(super) table: Arc<Table>,
    /// Signed head of the transcript; `None` if the transcript has grown since.
    pub(super) head: Option<SignedHead>,
    /// Number of committed events.
    pub(super) len: u64,
    /// Time of the last event.
    pub(super) last_ms: UnixMs,
    pub(super) tokens: Vec<SeatToken>,
    pub(super) commands: Commands,
}

impl TableState {
    /// Replays a log.
    ///
    /// # Errors
    /// If the log is unusable.
    pub(super) fn replay(
        id: &GameId,
        logged: &[LoggedEvent],
        tokens: Vec<SeatToken>,
    ) -> Result<TableState, LogError> {
        Ok(TableState {
            table: Arc::new(log::replay(id, logged)?),
            head: None,
            len: logged.len() as u64,
            last_ms: logged.last().map_or(UnixMs::default(), |event| event.at_ms),
            tokens,
            commands: Commands::of(logged),
        })
    }

    /// Ids of the accounts that play; none once the game is over.
    pub(super) fn members(&self) -> Vec<AccountId> {
        let players = self.table.players().iter().flatten();
        let members = players.filter_map(|player| player.member.as_ref());
        members.filter(|_| !self.table.is_over()).map(|member| member.id.clone()).collect()
    }

    /// The game between people that runs here. A training game is none, and neither is a game of one
    /// person against computers.
    pub(super) fn contest(&self) -> Option<Variant> {
        let plan = self.table.plan();
        let runs = self.table.has_started() && !self.table.is_over();
        let is_contest = !plan.training && plan.seats.contains(&SeatPlan::Open);
        (runs && is_contest).then(|| self.table.variant())
    }
}
