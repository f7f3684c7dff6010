//! Undercover's parts of the table: the choice of the mole, its marker, the reveal button, and the
//! handover of the device between two players.

mod fates;
mod handover;
mod key;
mod setup;

use crate::{
    app::{App, effect},
    session::Session,
};
use games::board::{Point, Step};
use leptos::prelude::*;
use ui_model::undercover::UndercoverSeat;

pub(crate) use fates::MoleFates;
pub(crate) use handover::DeviceHandover;
pub(crate) use key::TurnKeyBar;
pub(crate) use setup::SetupPanel;

/// Input shared by the parts: the selected pawns, and their order.
#[derive(Clone, Copy)]
pub(crate) struct UndercoverInput {
    session: Session,
    /// The pawns selected in the current set-up step.
    pub(crate) picked: RwSignal<Vec<Point>>,
    /// The pawn (1–5 from file `a`) for each starting point.
    pub(crate) order: RwSignal<[u8; 5]>,
    /// Point and time of the last tap on the mole, to detect double taps.
    tapped: StoredValue<Option<(Point, f64)>>,
}

const UNCHANGED: [u8; 5] = [1, 2, 3, 4, 5];
const DOUBLE_TAP_MS: f64 = 450.0;

impl UndercoverInput {
    /// The input of the seat that this session shows.
    pub(crate) fn new(session: Session) -> UndercoverInput {
        let undercover_input = UndercoverInput {
            session,
            picked: RwSignal::new(Vec::new()),
            order: RwSignal::new(UNCHANGED),
            tapped: StoredValue::new(None),
        };
        // A new step or a new player starts without a selection.
        let step = Memo::new(move |_| {
            (
                undercover_input.session.read(|model| model.you),
                undercover_input.seat().and_then(|seat| seat.step()),
            )
        });
        effect(move || {
            // The memo must be read once, because an unread memo follows no signals.
            step.get();
            undercover_input.picked.set(Vec::new());
            undercover_input.order.set(UNCHANGED);
        });
        undercover_input
    }

    /// The player's view; `None` in other games, during a handover and for spectators.
    pub(crate) fn seat(self) -> Option<UndercoverSeat> {
        self.session.read(|game| {
            let seat = game.you.filter(|_| game.variant.has_secrets())?;
            game.undercover(seat)
        })
    }

    /// Handles a tap before the rules do. Returns whether it was handled.
    pub(crate) fn intercept_tap(self, app: App, point: Point, chosen: Option<Point>) -> bool {
        let Some(seat) = untrack(|| self.seat()) else { return false };
        if seat.is_setting_up() {
            self.pick_pawn(app, &seat, point);
            return true;
        }
        self.tap_mole(app, &seat, point, chosen)
    }

    /// Handles a tap on the player's mole: asks whether to reveal it, unless the selected piece
    /// would capture it.
    fn tap_mole(
        self,
        app: App,
        seat: &UndercoverSeat,
        point: Point,
        chosen: Option<Point>,
    ) -> bool {
        let captures = chosen.is_some_and(|from| {
            untrack(|| self.session.legal_steps()).contains(&Step::Move(from, point))
        });
        if seat.mole() != Some(point) || captures {
            return false;
        }
        let now = crate::browser::now_ms();
        let before = self.tapped.get_value();
        self.tapped.set_value(Some((point, now)));
        let twice = before.is_some_and(|(at, when)| at == point && now - when < DOUBLE_TAP_MS);
        if twice || app.settings.with_untracked(|settings| settings.mole_single_tap) {
            self.tapped.set_value(None);
            key::ask_to_turn(app, self.session, seat.key());
        }
        true
    }
}
