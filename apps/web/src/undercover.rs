//! Undercover's own parts of the table: choosing the mole, knowing where it is, turning it, and
//! passing the device without passing the secret.

mod fates;
mod handover;
mod key;
mod setup;

use crate::{
    app::{App, effect},
    session::Session,
};
use leptos::prelude::*;
use ui_model::{
    board::{Point, Step},
    undercover::UndercoverSeat,
};

pub(crate) use fates::MoleFates;
pub(crate) use handover::DeviceHandover;
pub(crate) use key::TurnKeyBar;
pub(crate) use setup::SetupPanel;

/// What the parts share: which pawns are picked, in which order they are to stand.
#[derive(Clone, Copy)]
pub(crate) struct UndercoverInput {
    session: Session,
    /// The pawns picked for the set-up step under way.
    pub(crate) picked: RwSignal<Vec<Point>>,
    /// Which pawn, 1–5 from file `a`, is to stand on each starting point.
    pub(crate) order: RwSignal<[u8; 5]>,
    /// The mole tapped last, and when: for double taps.
    tapped: StoredValue<Option<(Point, f64)>>,
}

const UNCHANGED: [u8; 5] = [1, 2, 3, 4, 5];
const DOUBLE_TAP_MS: f64 = 450.0;

impl UndercoverInput {
    /// For the seat through which this session looks.
    pub(crate) fn new(session: Session) -> UndercoverInput {
        let undercover_input = UndercoverInput {
            session,
            picked: RwSignal::new(Vec::new()),
            order: RwSignal::new(UNCHANGED),
            tapped: StoredValue::new(None),
        };
        // A new step begins with nothing picked; so does a new player.
        let step = Memo::new(move |_| {
            (
                undercover_input.session.read(|model| model.you),
                undercover_input.seat().and_then(|seat| seat.step()),
            )
        });
        effect(move || {
            // Read, and not only followed: a memo that nobody has read follows nothing itself.
            step.get();
            undercover_input.picked.set(Vec::new());
            undercover_input.order.set(UNCHANGED);
        });
        undercover_input
    }

    /// What the player's own view says; nothing in other games, during a handover and for
    /// spectators.
    pub(crate) fn seat(self) -> Option<UndercoverSeat> {
        self.session.model.with(|model| {
            let model = model.as_ref().filter(|model| model.variant.has_secrets())?;
            model.undercover(model.you?)
        })
    }

    /// Takes a tap before the rules do; says whether it was taken.
    pub(crate) fn intercept_tap(self, app: App, point: Point, chosen: Option<Point>) -> bool {
        let Some(seat) = untrack(|| self.seat()) else { return false };
        if seat.is_setting_up() {
            self.pick_pawn(app, &seat, point);
            return true;
        }
        self.tap_mole(app, &seat, point, chosen)
    }

    /// A tap on the own mole asks whether to turn it, unless the chosen piece would capture it.
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
