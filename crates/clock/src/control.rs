use game::Seat;

/// Time limits of one seat.
///
/// Texts are `10+5`, `15~5`, `20+3x30s`, `30-move` and `none`. The grammar is in `docs/formats.md`.
///
/// ```
/// use clock::{Bonus, Byoyomi, Control};
///
/// let control: Control = "20+3x30s".parse()?;
/// assert_eq!(control.main_ms, 20 * 60_000);
/// assert_eq!(control.bonus, Bonus::None);
/// assert_eq!(control.byoyomi, Some(Byoyomi { periods: 3, period_ms: 30_000 }));
/// assert_eq!(control.to_string(), "20+3x30s");
///
/// // An error names the position in the text.
/// let error = "20+3y30s".parse::<Control>().unwrap_err();
/// assert_eq!((error.code, error.at), ("clock", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Control {
    /// Main time in milliseconds; 0 for none.
    pub main_ms: u64,
    /// Time each move gets in addition to the main time.
    pub bonus: Bonus,
    /// Periods after the main time. `None`: the flag falls when the main time ends.
    pub byoyomi: Option<Byoyomi>,
    /// Maximum time for one move, in milliseconds. `None`: no limit but the remaining time.
    pub cap_ms: Option<u64>,
}

/// Time each move gets in addition to the main time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bonus {
    /// No additional time.
    #[default]
    None,
    /// Milliseconds added after each move completed within the main time (Fischer increment).
    Increment(u64),
    /// Milliseconds at the start of each move that are not charged (simple delay, US delay).
    Delay(u64),
}

/// Periods after the main time. A move made within a period does not use the period up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Byoyomi {
    /// Number of periods.
    pub periods: u32,
    /// Length of each period, in milliseconds.
    pub period_ms: u64,
}

/// Days for each move in correspondence games.
pub const CORRESPONDENCE_DAYS: [u64; 6] = [1, 2, 3, 5, 7, 14];

/// A day, in milliseconds.
pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

impl Control {
    /// Whether there is a main time, byo-yomi or a move limit.
    pub fn is_limited(&self) -> bool {
        self.main_ms > 0 || self.byoyomi.is_some() || self.cap_ms.is_some()
    }

    /// Days for each move in a correspondence game; `None` for other controls.
    ///
    /// ```
    /// use clock::Control;
    ///
    /// assert_eq!("3d-move".parse::<Control>()?.days(), Some(3));
    /// assert_eq!("30-move".parse::<Control>()?.days(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn days(&self) -> Option<u64> {
        let ms = self.cap_ms.filter(|_| self.is_cap_alone())?;
        CORRESPONDENCE_DAYS.into_iter().find(|days| days * DAY_MS == ms)
    }

    /// Whether the move limit is the only limit.
    pub(crate) fn is_cap_alone(&self) -> bool {
        self.cap_ms.is_some() && self.main_ms == 0 && self.byoyomi.is_none()
    }
}

/// Time control of a table: none, one for all seats, or one for each seat.
///
/// ```
/// use clock::Controls;
/// use game::Seat;
///
/// // Time odds: fifteen minutes against five.
/// let odds: Controls = "15+10/5+3".parse()?;
/// assert_eq!(odds.of(Seat::new(0)).main_ms, 900_000);
/// assert_eq!(odds.of(Seat::new(1)).main_ms, 300_000);
/// assert_eq!(odds.to_string(), "15+10/5+3");
/// assert!(!"none".parse::<Controls>()?.is_limited());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Controls {
    seats: [Control; Seat::MAX as usize],
    unequal: u8,
}

impl Controls {
    /// No limit for any seat.
    pub const NONE: Controls = Controls {
        seats: [Control { main_ms: 0, bonus: Bonus::None, byoyomi: None, cap_ms: None }; 4],
        unequal: 0,
    };

    /// The same control for every seat.
    pub const fn equal(control: Control) -> Controls {
        Controls { seats: [control; Seat::MAX as usize], unequal: 0 }
    }

    /// One control for each seat, in seat order. The last one also applies to the remaining seats.
    ///
    /// Returns `None` for an empty list and for more than four controls.
    ///
    /// ```
    /// use clock::{Control, Controls};
    /// use game::Seat;
    ///
    /// let (long, short): (Control, Control) = ("15".parse()?, "5".parse()?);
    /// assert_eq!(Controls::each(&[short, short]), Some(Controls::equal(short)));
    /// let four = Controls::each(&[long, short]).ok_or("no control")?;
    /// assert_eq!(four.of(Seat::new(3)), &short, "the last one holds for the rest");
    /// assert_eq!(Controls::each(&[]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// The control of one seat.
    pub const fn of(&self, seat: Seat) -> &Control {
        &self.seats[seat.index()]
    }

    /// Whether the players have days for each move.
    pub fn is_correspondence(&self) -> bool {
        self.seats.iter().any(|control| control.days().is_some())
    }

    /// Whether any seat has a limit.
    pub fn is_limited(&self) -> bool {
        self.seats.iter().any(Control::is_limited)
    }

    /// The controls as written in the text: one for all seats, or one for each seat.
    pub(crate) fn written(&self) -> &[Control] {
        match self.unequal {
            0 => &self.seats[..1],
            count => &self.seats[..count as usize],
        }
    }
}
