//! Running games of this device as files with sealed secrets.

use super::export_record;
use crate::Variant;
use game::Turn;
use protocol::SeatPlan;
use record::{Problem, SealKey, SealedRecord};
use table::{Event, EventKind, GameExport, Table};

/// Secret texts of the log are padded to a multiple of this length. A set-up choice then has the
/// same length in every case.
const SECRET_BYTES: usize = 64;

/// A saved game that can be resumed on this device.
#[derive(Clone, Debug)]
pub struct ResumedGame {
    /// The table's log.
    pub events: Vec<Event>,
    /// Time of saving, Unix ms. Time after it is not thinking time.
    pub saved_ms: u64,
}

/// Whether the secrets of a running game of this variant are sealed when it is saved.
pub const fn is_sealed_when_saved(variant: Variant) -> bool {
    !variant.is_open()
}

/// Whether the content is a file with a seal.
pub fn is_sealed(bytes: &[u8]) -> bool {
    record::is_sealed(bytes)
}

/// Writes a running game of this device as a `.chuhe` file with sealed secrets. Returns `None` if
/// the game is over. `export` is the whole game, `events` its log, `key` is new for each file and
/// `saved_ms` is the time of saving, Unix ms.
pub fn write_sealed(
    export: GameExport,
    events: &[Event],
    day: &str,
    key: [u8; 16],
    saved_ms: u64,
) -> Option<String> {
    let log = events.iter().map(log_line).collect::<Option<Vec<String>>>()?;
    let record = export_record(export, day);
    record::write_sealed(&SealedRecord::new(record, SealKey::new(key), saved_ms, log))
}

/// Reads a saved game that can be resumed on this device.
///
/// # Errors
/// Every problem found. No problem reveals a secret.
pub fn read_sealed(bytes: &[u8]) -> Result<ResumedGame, Vec<Problem>> {
    let sealed = record::read_sealed(bytes)?;
    let events: Option<Vec<Event>> = sealed.log().iter().map(|line| read_line(line)).collect();
    match events.filter(|events| is_log_of(events, sealed.truth())) {
        Some(events) => Ok(ResumedGame { events, saved_ms: sealed.saved_ms() }),
        None => {
            let message = "the sealed log is not the log of this game".to_owned();
            Err(vec![Problem::new(1, 1, "sealed", message)])
        }
    }
}

fn log_line(event: &Event) -> Option<String> {
    let (at_ms, (public, secret)) = (event.at_ms, event.to_columns());
    let mut line = serde_json::to_string(&(at_ms, &public, &secret)).ok()?;
    let bare = serde_json::to_string(&(at_ms, &public, "")).ok()?;
    let length = bare.len() + (line.len() - bare.len()).next_multiple_of(SECRET_BYTES);
    line.extend(std::iter::repeat_n(' ', length - line.len()));
    Some(line)
}

fn read_line(line: &str) -> Option<Event> {
    let (at_ms, public, secret): (u64, String, String) = serde_json::from_str(line).ok()?;
    Event::from_columns(at_ms, &public, &secret).ok()
}

/// Whether this is the log of a local game, and of this record.
fn is_log_of(events: &[Event], record: &record::Record) -> bool {
    let Ok(table) = Table::replay(events) else { return false };
    let is_local = match events.first().map(|event| &event.kind) {
        Some(EventKind::Opened { commits_salts, .. }) => !commits_salts,
        _ => false,
    };
    let plan = table.plan();
    let is_local = is_local && !plan.rated && !plan.seats.contains(&SeatPlan::Open);
    let is_running = matches!(table.turn(), Turn::Seat(_));
    let Some(export) = table.full_export().filter(|_| is_local && is_running) else { return false };
    let is_same = (export.variant, &export.options, &export.start)
        == (record.variant, &record.options, &record.start);
    is_same && export.actions.iter().map(|(_, action)| action).eq(&record.actions)
}
