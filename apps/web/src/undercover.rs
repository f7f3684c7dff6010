//! Undercover's own parts of the table: choosing the mole, knowing where it is, turning it, and
//! passing the device without passing the secret.

mod cover;
mod key;
mod setup;

use crate::{app::App, session::Session};
use leptos::prelude::*;
use ui_model::{
    board::{Point, Step},
    undercover::UndercoverSeat,
};

pub(crate) use cover::Cover;
pub(crate) use key::KeyBar;
pub(crate) use setup::Setup;

/// What the parts share: which pawns are picked, in which order they are to stand.
#[derive(Clone, Copy)]
pub(crate) struct Chair {
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

impl Chair {
    /// The chair of this session.
    pub(crate) fn new(session: Session) -> Chair {
        let chair = Chair {
            session,
            picked: RwSignal::new(Vec::new()),
            order: RwSignal::new(UNCHANGED),
            tapped: StoredValue::new(None),
        };
        // A new step begins with nothing picked; so does a new player.
        let step = Memo::new(move |_| {
            (chair.session.read(|model| model.you), chair.seat().and_then(|seat| seat.step()))
        });
        Effect::new(move |_| {
            step.track();
            chair.picked.set(Vec::new());
            chair.order.set(UNCHANGED);
        });
        chair
    }

    /// What the player's own view says; nothing in other games, behind the cover and for
    /// spectators.
    pub(crate) fn seat(self) -> Option<UndercoverSeat> {
        self.session.model.with(|model| {
            let model = model.as_ref().filter(|model| model.variant.has_secrets())?;
            model.undercover(model.you?)
        })
    }

    /// Takes a tap before the rules do; says whether it was taken.
    pub(crate) fn take_tap(self, app: App, point: Point, chosen: Option<Point>) -> bool {
        let Some(seat) = untrack(|| self.seat()) else { return false };
        if seat.is_setting_up() {
            self.pick(app, &seat, point);
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
            untrack(|| self.session.legal_steps()).contains(&Step::Go(from, point))
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
