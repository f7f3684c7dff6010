use game::Seat;

/// How long one side may think.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Control {
    /// Main time in milliseconds.
    pub main_ms: u64,
    /// What each move gives.
    pub bonus: Bonus,
    /// Periods after the main time.
    pub byoyomi: Option<Byoyomi>,
    /// The most one move may take, in milliseconds.
    pub cap_ms: Option<u64>,
}

/// What each move gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Milliseconds added after each move made within the main time (Fischer).
    Increment(u64),
    /// Milliseconds that pass before the main time runs (simple, or US, delay).
    Delay(u64),
}

/// Periods after the main time: a move made within a period leaves that period whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Byoyomi {
    /// How many periods.
    pub periods: u32,
    /// Milliseconds of each.
    pub period_ms: u64,
}

impl Control {
    /// Whether there is any limit at all.
    pub fn is_limited(&self) -> bool {
        self.main_ms > 0 || self.byoyomi.is_some() || self.cap_ms.is_some()
    }

    /// Whether a side's time is only counted move by move: a cap and nothing else.
    pub(crate) fn is_cap_alone(&self) -> bool {
        self.cap_ms.is_some() && self.main_ms == 0 && self.byoyomi.is_none()
    }
}

/// The time control of a table: none, one for all seats, or one a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Controls {
    seats: [Control; Seat::MAX as usize],
    unequal: u8,
}

impl Controls {
    /// No limit for anyone.
    pub const NONE: Controls = Controls {
        seats: [Control { main_ms: 0, bonus: Bonus::None, byoyomi: None, cap_ms: None }; 4],
        unequal: 0,
    };

    /// The same for every seat.
    pub const fn equal(control: Control) -> Controls {
        Controls { seats: [control; Seat::MAX as usize], unequal: 0 }
    }

    /// One a seat, in seat order; seats beyond the list get the last. `None` for an empty list or
    /// more than four.
    pub fn each(list: &[Control]) -> Option<Controls> {
        let last = *list.last()?;
        if list.len() > Seat::MAX as usize {
            return None;
        }
        if list.iter().all(|&control| control == last) {
            return Some(Controls::equal(last));
        }
        let mut seats = [last; Seat::MAX as usize];
        seats[..list.len()].copy_from_slice(list);
        Some(Controls { seats, unequal: list.len() as u8 })
    }

    /// The control of a seat.
    pub const fn of(&self, seat: Seat) -> &Control {
        &self.seats[seat.index()]
    }

    /// Whether any seat has a limit.
    pub fn is_limited(&self) -> bool {
        self.seats.iter().any(Control::is_limited)
    }

    /// The distinct controls as written: one, or one a seat.
    pub(crate) fn written(&self) -> &[Control] {
        match self.unequal {
            0 => &self.seats[..1],
            count => &self.seats[..count as usize],
        }
    }
}
