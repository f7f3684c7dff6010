//! The input of undercover's player: taps on pawns during the set-up and in puzzles, and on the mole.

use crate::{
    app::{App, effect},
    browser,
    session::{Confirmation, Notice, Session},
};
use games::board::{Point, Step};
use i18n::{Message, PLIES, counted};
use leptos::prelude::*;
use ui_model::{
    puzzles::Suspect,
    undercover::{SetupStep, TurnKey, UndercoverSeat, starting_point, toggle_lock},
};

/// Input shared by the parts: the selected pawns, and their order.
#[derive(Clone, Copy)]
pub(crate) struct UndercoverInput {
    session: Session,
    /// The pawns selected in the current set-up step.
    pub(crate) picked: RwSignal<Vec<Point>>,
    /// The pawn (1–5 from file `a`) for each starting point.
    pub(crate) order: RwSignal<[u8; 5]>,
    /// The pawns among which a puzzle asks for the mole; usually none.
    pub(crate) suspects: RwSignal<Vec<Suspect>>,
    /// Called with the pawn that the solver names.
    pub(crate) on_named: StoredValue<Option<Callback<Point>>>,
    /// Point and time of the last tap on the mole, to detect double taps.
    tapped: StoredValue<Option<(Point, f64)>>,
}

/// The order of pawns that were not swapped.
pub(crate) const UNCHANGED: [u8; 5] = [1, 2, 3, 4, 5];
const DOUBLE_TAP_MS: f64 = 450.0;

impl UndercoverInput {
    /// The input of the seat that this session shows.
    pub(crate) fn new(session: Session) -> UndercoverInput {
        let undercover_input = UndercoverInput {
            session,
            picked: RwSignal::new(Vec::new()),
            order: RwSignal::new(UNCHANGED),
            suspects: RwSignal::new(Vec::new()),
            on_named: StoredValue::new(None),
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

    /// Handles a tap before the rules do. `steps` are those that the player may play or plan now.
    /// Returns whether the tap was handled.
    pub(crate) fn intercept_tap(
        self,
        app: App,
        point: Point,
        chosen: Option<Point>,
        steps: &[Step],
    ) -> bool {
        let named = self.suspects.with_untracked(|all| {
            (!all.is_empty()).then(|| all.iter().any(|suspect| suspect.point == point))
        });
        if let Some(is_suspect) = named {
            if let Some(on_named) = self.on_named.get_value().filter(|_| is_suspect) {
                on_named.run(point);
            }
            return true;
        }
        let Some(seat) = untrack(|| self.seat()) else { return false };
        if seat.is_setting_up() {
            self.pick_pawn(app, &seat, point);
            return true;
        }
        self.tap_mole(
            app,
            &seat,
            point,
            chosen.is_some_and(|from| steps.contains(&Step::Move(from, point))),
        )
    }

    /// Handles a tap on the player's mole: asks whether to reveal it, unless the selected piece
    /// `captures` it.
    fn tap_mole(self, app: App, seat: &UndercoverSeat, point: Point, captures: bool) -> bool {
        if seat.mole() != Some(point) || captures {
            return false;
        }
        let now = browser::now_ms();
        let before = self.tapped.get_value();
        self.tapped.set_value(Some((point, now)));
        let twice = before.is_some_and(|(at, when)| at == point && now - when < DOUBLE_TAP_MS);
        if twice || app.settings.with_untracked(|settings| settings.mole_single_tap) {
            self.tapped.set_value(None);
            ask_to_turn(app, self.session, seat.key());
        }
        true
    }

    /// Handles a tap on the board during the set-up.
    fn pick_pawn(self, app: App, seat: &UndercoverSeat, point: Point) {
        let Some(step) = seat.step() else { return };
        let pawns = untrack(|| self.session.read(|game| seat.pawns(game)));
        if !pawns.iter().any(|(_, pawn)| *pawn == point) {
            return;
        }
        match step {
            SetupStep::Lock { most } => {
                let is_taken = self.picked.try_update(|picked| toggle_lock(picked, point, most));
                if is_taken == Some(false) {
                    let words = app.t_with(Message::LocksFull, &[&most.to_string()]);
                    self.session.tell(words);
                }
            }
            SetupStep::Choose if seat.locked().contains(&point) => {
                self.session.tell(Message::PawnLocked);
            }
            SetupStep::Choose => self.picked.set(vec![point]),
            SetupStep::Place => self.swap_pawns(point),
        }
    }

    /// Selects a random pawn for the mole. Without a source of chance in the browser, the table draws it
    /// at once.
    pub(crate) fn pick_random(self) {
        let Some(seat) = untrack(|| self.seat()) else { return };
        let Ok(roll) = browser::random::<4>() else {
            return self.session.play("mole:random".to_owned());
        };
        let locked = seat.locked();
        let mut pawns = untrack(|| self.session.read(|game| seat.pawns(game)));
        pawns.retain(|(_, pawn)| !locked.contains(pawn));
        let at = (u32::from_le_bytes(roll) as usize).checked_rem(pawns.len());
        if let Some((_, pawn)) = at.and_then(|at| pawns.get(at)) {
            self.picked.set(vec![*pawn]);
        }
    }

    /// Swaps the two pawns tapped last.
    fn swap_pawns(self, point: Point) {
        let first = self.picked.with_untracked(|picked| picked.first().copied());
        match first {
            None => self.picked.set(vec![point]),
            Some(first) => {
                if let (Some(a), Some(b)) = (starting_point(first), starting_point(point)) {
                    self.order.update(|order| order.swap(a, b));
                }
                self.picked.set(Vec::new());
            }
        }
    }
}

/// Asks for confirmation before the mole is revealed, or shows why it cannot be.
pub(crate) fn ask_to_turn(app: App, session: Session, key: TurnKey) {
    match key {
        TurnKey::Ready(step) => session.confirmation.set(Some(Confirmation::Turn(step))),
        _ => session.notice.set(turn_key_reason(app, key).map(Notice::Words)),
    }
}

/// Why the mole cannot turn; `None` if it can.
pub(crate) fn turn_key_reason(app: App, key: TurnKey) -> Option<String> {
    let message = match key {
        TurnKey::Ready(_) => return None,
        TurnKey::Barred(left) => {
            let moves = counted(app.language(), PLIES, &left.to_string());
            return Some(app.t_with(Message::TurnNotYet, &[&moves]));
        }
        TurnKey::NotYourTurn => Message::TurnWait,
        TurnKey::Unsafe => Message::TurnUnsafe,
        TurnKey::Waived => Message::TurnNoMole,
        TurnKey::Lost => Message::TurnLost,
        TurnKey::Turned => Message::TurnDone,
    };
    Some(app.t(message).to_owned())
}
