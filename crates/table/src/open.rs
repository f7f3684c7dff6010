use crate::{Event, EventKind, Member, RULES, SealedPlan, clean_name};
use clock::Controls;
use commit_reveal::{Salt, Seed};
use game::{Refusal, Seat};
use games::{AnyGame, Variant};
use protocol::{
    NAME_CHARS, OPTIONS_BYTES, POSITION_BYTES, RATED_SECONDS_MAX, RATED_SECONDS_MIN,
    SPECTATOR_DELAY_MAX, SeatPlan, TablePlan,
};

/// Opens a table: checks the plan, makes it canonical, and seats the host and the computers.
///
/// The host of a rated table is a member, under the account's name. At other tables the host may be
/// one.
///
/// With a `salt`, the host's salt is recorded without a commitment when the seat is taken, as on a
/// shared device. Without one, each player commits to a salt after the table's commitment is public
/// ([`Command::CommitSalt`](protocol::Command::CommitSalt)).
///
/// Build the table from the returned events with [`Table::replay`](crate::Table::replay).
///
/// # Errors
/// Names the part of the plan that is invalid.
pub fn open(
    plan: TablePlan,
    name: &str,
    member: Option<&Member>,
    salt: Option<Salt>,
    seed: Seed,
    now_ms: u64,
) -> Result<Vec<Event>, Refusal> {
    let plan = canonical(plan)?;
    let name = clean_name(name).ok_or_else(no_name)?;
    let member = require_member(&plan, member)?;
    let mut kinds = Vec::new();
    for (index, seat) in plan.seats.iter().enumerate() {
        let seat_index = index as u8;
        match seat {
            SeatPlan::Host => {
                let (name, member) = (name.clone(), member.clone());
                kinds.push(EventKind::Joined { seat: seat_index, name, salt, member });
            }
            SeatPlan::Computer { level, .. } => kinds.push(EventKind::Joined {
                seat: seat_index,
                name: level.clone(),
                salt: None,
                member: None,
            }),
            SeatPlan::Open => {}
        }
    }
    let sealed = Box::new(SealedPlan { plan, seed });
    kinds.insert(0, EventKind::Opened { rules: RULES, commits_salts: salt.is_none(), sealed });
    Ok(kinds.into_iter().map(|kind| Event { at_ms: now_ms, kind }).collect())
}

pub(crate) fn no_name() -> Refusal {
    Refusal::new("name", format!("expected a name of 1 to {NAME_CHARS} visible characters"))
}

/// The account to record, which a rated table requires.
pub(crate) fn require_member(
    plan: &TablePlan,
    member: Option<&Member>,
) -> Result<Option<Member>, Refusal> {
    if plan.rated && member.is_none() {
        return Err(Refusal::new("sign-in", "a rated game is for players who are signed in"));
    }
    Ok(member.cloned())
}

/// Checks whether a plan can be rated: people only, each with one seat, and no training.
///
/// The host must have a seat, because the host's account opens a rematch.
fn check_rated(plan: &TablePlan) -> Result<(), Refusal> {
    let hosts = plan.seats.iter().filter(|seat| **seat == SeatPlan::Host).count();
    let is_computers = |seat: &SeatPlan| matches!(seat, SeatPlan::Computer { .. });
    let why = if plan.training {
        "a training table is not rated"
    } else if plan.start.is_some() {
        "a game from a custom position is not rated"
    } else if plan.seats.iter().any(is_computers) {
        "a game with the computer is not rated"
    } else if hosts != 1 {
        "in a rated game each player has one seat, and the host has one too"
    } else {
        return check_rated_clock(&plan.clock, plan.seats.len());
    };
    Err(Refusal::new("rated", why))
}

/// Checks whether a game with this clock can be rated: equal for all seats, and neither too short
/// nor too long.
fn check_rated_clock(clock: &str, seats: usize) -> Result<(), Refusal> {
    let controls: Controls = clock.parse().unwrap_or(Controls::NONE);
    let of = |seat| controls.of(seat);
    let mut seats = Seat::first(seats as u8);
    let first = seats.next().map(of);
    let why = if seats.any(|seat| Some(of(seat)) != first) {
        "in a rated game all seats have the same time control".to_owned()
    } else {
        match first.and_then(clock::expected_seconds) {
            Some(RATED_SECONDS_MIN..=RATED_SECONDS_MAX) => return Ok(()),
            Some(seconds) => format!(
                "a rated game gives each side {RATED_SECONDS_MIN} to {RATED_SECONDS_MAX} seconds \
                 for forty moves, not {seconds}"
            ),
            None => "a rated game has a clock".to_owned(),
        }
    };
    Err(Refusal::new("rated-clock", why))
}

/// Checks the range of the ratings that the host of a plan wants.
///
/// # Errors
/// `range-casual` at an unrated table, `rating-range` if the lowest rating is above the highest, or
/// one of them is no rating.
pub fn check_rating_range(plan: &TablePlan) -> Result<(), Refusal> {
    let TablePlan { min_rating: min, max_rating: max, rated, .. } = *plan;
    if (min, max) == (0, 0) {
        return Ok(());
    }
    if !rated {
        let why = "only rated games have a range of ratings";
        return Err(Refusal::new("range-casual", why));
    }
    if min.max(max) > MAX_RATING || (max != 0 && min > max) {
        let why = "expected ratings up to 9999, the lower one first";
        return Err(Refusal::new("rating-range", why));
    }
    Ok(())
}

/// Highest rating of a range.
const MAX_RATING: u32 = 9_999;

/// Checks by how much spectators see the game late.
fn check_spectator_delay(plan: &TablePlan, variant: Variant) -> Result<(), Refusal> {
    let delay = plan.spectator_delay;
    let why = if delay == 0 {
        return Ok(());
    } else if delay > SPECTATOR_DELAY_MAX {
        format!("spectator_delay: expected at most {SPECTATOR_DELAY_MAX} moves, not {delay}")
    } else if !plan.rated || variant.is_open() {
        "spectator_delay: only rated games with hidden information are shown late".to_owned()
    } else {
        return Ok(());
    };
    Err(Refusal::new("spectator-delay", why))
}

fn canonical(mut plan: TablePlan) -> Result<TablePlan, Refusal> {
    let variant: Variant = plan
        .variant
        .parse()
        .map_err(|e: games::UnknownVariant| Refusal::new("variant", e.to_string()))?;
    if plan.options.len() > OPTIONS_BYTES || plan.clock.len() > OPTIONS_BYTES {
        return Err(Refusal::new("options", format!("expected at most {OPTIONS_BYTES} bytes")));
    }
    plan.options = variant
        .canonical_options(&plan.options)
        .map_err(|error| Refusal::new("options", error.to_string()))?;
    let controls: Controls =
        plan.clock.parse().map_err(|e: game::TextError| Refusal::new("clock", e.to_string()))?;
    plan.clock = controls.to_string();
    if plan.setup_seconds > 3_600 {
        return Err(Refusal::new("setup-seconds", "expected at most 3600 seconds a set-up step"));
    }
    let has_days = |seat| controls.of(Seat::new(seat)).days().is_some();
    if (0..variant.seats()).all(has_days) {
        // A choice has the time of a move.
        plan.setup_seconds = 0;
    }
    if plan.seats.len() != usize::from(variant.seats()) {
        return Err(Refusal::new("seats", format!("{variant} has {} seats", variant.seats())));
    }
    if plan.seats.iter().all(|seat| matches!(seat, SeatPlan::Computer { .. })) && !plan.training {
        return Err(Refusal::new("seats", "at least one seat must be a person's"));
    }
    if plan.rated {
        check_rated(&plan)?;
    }
    check_spectator_delay(&plan, variant)?;
    check_rating_range(&plan)?;
    if let Some(start) = &plan.start {
        // A player who sets up a position knows its face-down pieces.
        if !plan.training && !variant.is_open() {
            let why = "with hidden information only training tables may start from a position";
            return Err(Refusal::new("start", why));
        }
        if start.len() > POSITION_BYTES {
            return Err(Refusal::new("start", format!("expected at most {POSITION_BYTES} bytes")));
        }
        AnyGame::from_text(variant, &plan.options, start)
            .map_err(|error| Refusal::new("start", error.to_string()))?;
    }
    Ok(plan)
}
