//! Writes the texts of whole games.

use crate::tables::{
    actor::TableView,
    app_state::AppState,
    readings::{Reading, Text},
};
use jiff::Timestamp;
use protocol::{GameId, TableTranscript, UnixMs};
use record::{Annotations, Record, Tag, Tags};
use serde::Serialize;
use table::GameExport;

impl AppState {
    /// Writes a text about a table. It blocks for milliseconds when the game is long.
    pub(crate) fn write(&self, id: &GameId, reading: Reading, view: TableView) -> Text {
        let TableView { table, observer, head, .. } = view;
        let export = |write: &dyn Fn(GameExport) -> Text| {
            table.export(observer).map_or(Text::NotBegun, write)
        };
        match reading {
            Reading::Record => export(&|export| json(&record(export))),
            Reading::File => export(&|export| {
                let began_ms = self.clock.wall_ms(UnixMs(export.since_ms));
                file(export, began_ms).map_or(Text::Hidden, |file| Text::Written(file.into()))
            }),
            Reading::Transcript => json(&TableTranscript {
                table: id.to_owned(),
                key: self.config.signing_key.public().to_string(),
                transcript: table.transcript(),
                head: head.unwrap_or_else(|| self.signed_head(id, &table, self.now_ms())),
            }),
        }
    }
}

/// A structure of texts and numbers can always be written.
fn json(value: &impl Serialize) -> Text {
    Text::Written(serde_json::to_vec(value).unwrap_or_default().into())
}

fn record(export: GameExport) -> serde_json::Value {
    serde_json::json!({
        "variant": export.variant.as_str(),
        "options": export.options,
        "clock": export.clock,
        "names": export.names,
        "start": export.start,
        "actions": export.actions.iter().map(|(_, action)| action).collect::<Vec<_>>(),
        "position": export.position,
        "result": export.end.map(|end| end.reason.as_str()),
    })
}

/// A `.chuhe` file. Returns `None` while a part of the game is hidden from the reader.
fn file(export: GameExport, began_ms: UnixMs) -> Option<String> {
    let mut tags = Tags::default();
    tags.set(Tag::Date, &day(began_ms));
    record::write(&Record {
        variant: export.variant,
        options: export.options,
        start: export.start,
        names: export.names,
        tags,
        annotations: Annotations::default(),
        actions: export.actions.into_iter().map(|(_, action)| action).collect(),
        outcome: export.end,
    })
}

/// The UTC day of a point in time. It is empty for a time outside the calendar.
fn day(at: UnixMs) -> String {
    let moment = i64::try_from(at.0).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    moment.map_or_else(String::new, |moment| moment.strftime("%Y.%m.%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_files_write_it() {
        for (ms, written) in [(0, "1970.01.01"), (1_764_115_199_999, "2025.11.25"), (u64::MAX, "")]
        {
            assert_eq!(day(UnixMs(ms)), written, "{ms}");
        }
    }
}
