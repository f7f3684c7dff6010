use crate::session::{BackendKind, GameFile, TableBackend};
use leptos::prelude::*;
use protocol::Command;
use table::Proof;

/// Referee of a puzzle. The callback judges the solver's moves.
pub(super) struct PuzzleBackend(pub(super) Callback<String>);

impl TableBackend for PuzzleBackend {
    fn send(&self, _: u8, command: Command) {
        if let Command::Act { action } = command {
            self.0.run(action);
        }
    }

    fn view_as(&self, _: u8) {}

    fn restart(&self) {}

    fn proof(&self) -> Option<Proof> {
        None
    }

    fn file(&self) -> Option<GameFile> {
        Some(GameFile::Shown)
    }

    fn kind(&self) -> BackendKind {
        BackendKind::Local
    }

    fn leave(&self) {}
}
