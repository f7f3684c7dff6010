//! The way of a waiting host to another table.
//!
//! The lobby commits [`Leave`](DepartureStep::Leave) here before it takes the seat there, and
//! [`Move`](DepartureStep::Move) or [`Stay`](DepartureStep::Stay) afterwards. In between no player
//! can join here, so the host never sits at two tables.

use super::{
    Actor,
    change::{Asker, not_now},
    request::{DepartureStep, Mover},
};
use crate::{base::HubError, tables::table_creation::JoiningPlayer};
use protocol::{SeatPlan, ToClient};
use std::sync::atomic::Ordering::Relaxed;
use table::{Departure, Input};
use tokio::sync::oneshot;

impl Actor {
    /// The host who waits alone, or is moving.
    pub(super) fn mover(&self) -> Option<Mover> {
        let table = &self.state.table;
        if !table.host_may_leave() && !table.is_leaving() {
            return None;
        }
        let seat = table.plan().seats.iter().position(|seat| *seat == SeatPlan::Host)?;
        let player = table.players().get(seat)?.as_ref()?;
        let token = self.state.tokens.iter().find(|token| token.seats == [seat as u8])?;
        Some(Mover {
            joining: JoiningPlayer { name: player.name.clone(), member: player.member.clone() },
            token: token.hash.clone(),
            leaves_for: table.departure().map(|there| there.table.clone()),
        })
    }

    pub(super) fn depart(
        &mut self,
        step: DepartureStep,
        reply: oneshot::Sender<Result<(), HubError>>,
    ) {
        if self.is_done(&step) {
            let _ = reply.send(Ok(()));
            return;
        }
        let input = match &step {
            DepartureStep::Leave(table) => Input::Leave { table },
            DepartureStep::Move(seat) => Input::Move { seat: *seat },
            DepartureStep::Stay => Input::Stay,
        };
        let events = match self.state.table.decide(self.now().0, input) {
            Ok(events) => events,
            Err(refusal) => {
                let _ = reply.send(Err(refusal.into()));
                return;
            }
        };
        let asker = Asker::Departing { reply, step };
        if !self.can_store() {
            return self.answer(asker, &Err(not_now()));
        }
        self.commit(events, None, None, asker);
    }

    fn is_done(&self, step: &DepartureStep) -> bool {
        let departure = self.state.table.departure();
        match step {
            DepartureStep::Leave(table) => {
                departure.is_some_and(|there| there.table == *table && there.seat.is_none())
            }
            DepartureStep::Move(seat) => {
                departure.and_then(|there| there.seat) == Some(seat.index() as u8)
            }
            DepartureStep::Stay => departure.is_none(),
        }
    }

    /// Notes whether the host is moving, and sends the host the new seat.
    pub(super) fn note_departure(&mut self) {
        self.status.is_leaving.store(self.state.table.is_leaving(), Relaxed);
        if !self.is_move_told
            && let Some(moved) = self.moved_message()
        {
            self.is_move_told = true;
            self.viewers.tell_seated(&moved);
        }
    }

    /// The message to a host who has a seat at another table.
    pub(super) fn moved_message(&self) -> Option<ToClient> {
        let Departure { table, seat } = self.state.table.departure()?;
        Some(ToClient::Moved { table: table.clone(), seat: (*seat)? })
    }
}
