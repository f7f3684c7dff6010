use crate::{
    Table,
    play::{Play, Ply},
};
use game::Observer;
use games::Variant;

/// A finished or running game as plain texts, for records: as much of it as its reader may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameExport {
    /// The variant.
    pub variant: Variant,
    /// The options' canonical text.
    pub options: String,
    /// The time control's text.
    pub clock: String,
    /// When it began, in milliseconds of Unix time.
    pub since_ms: u64,
    /// The players' names by seat.
    pub names: Vec<String>,
    /// The letters of the seats.
    pub letters: Vec<char>,
    /// The position text the play began from.
    pub start: String,
    /// The actions in order, each with its seat.
    pub actions: Vec<(u8, String)>,
    /// The position text now.
    pub position: String,
    /// How it ended.
    pub end: Option<game::Outcome>,
}

impl Table {
    /// The game as `observer` may know it, for a record.
    pub fn export(&self, observer: Observer) -> Option<GameExport> {
        let play = self.play.as_ref()?;
        let opening = play.opening.as_ref()?;
        Some(GameExport {
            variant: self.variant,
            options: self.plan.options.clone(),
            clock: self.plan.clock.clone(),
            since_ms: play.since_ms,
            names: self.seats().map(|seat| self.name_of(seat)).collect(),
            letters: self.seats().map(|seat| play.game.seat_letter(seat)).collect(),
            start: play.position_text(opening, observer),
            actions: actions(play, |ply| play.action_text(ply, observer)),
            position: play.position_text(&play.game, observer),
            end: play.game.outcome().cloned(),
        })
    }

    /// The whole game, secrets and all: for the device that plays every seat of it, to save it.
    pub fn full_export(&self) -> Option<GameExport> {
        let play = self.play.as_ref()?;
        let opening = play.opening.as_ref()?;
        Some(GameExport {
            start: opening.truth_text(),
            actions: actions(play, |ply| Some(ply.played.to_string())),
            position: play.game.truth_text(),
            ..self.export(Observer::Spectator)?
        })
    }
}

/// The actions of which there is a text, each with its seat.
fn actions(play: &Play, text: impl Fn(&Ply) -> Option<String>) -> Vec<(u8, String)> {
    let plies = play.plies.iter();
    plies.filter_map(|ply| Some((ply.played.seat.index() as u8, text(ply)?))).collect()
}
