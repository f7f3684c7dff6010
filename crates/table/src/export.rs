use crate::{
    Table,
    play::{Play, Ply},
};
use game::Observer;
use games::Variant;

/// A finished or running game as texts, for records, as far as its reader may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameExport {
    /// Variant of the game.
    pub variant: Variant,
    /// Canonical text of the options.
    pub options: String,
    /// Text of the time control.
    pub clock: String,
    /// Start of the game, Unix ms.
    pub since_ms: u64,
    /// Names of the players, in seat order.
    pub names: Vec<String>,
    /// Letters of the seats.
    pub letters: Vec<char>,
    /// Text of the position at the start of play.
    pub start: String,
    /// The actions in order, each with its seat.
    pub actions: Vec<(u8, String)>,
    /// Text of the current position.
    pub position: String,
    /// The outcome, if the game is over.
    pub end: Option<game::Outcome>,
}

impl Table {
    /// The game as far as `observer` may know it. `None` before play starts.
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

    /// The complete game, secrets included. Only for a device that plays every seat.
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

/// The actions for which `text` returns a text, each with its seat.
fn actions(play: &Play, text: impl Fn(&Ply) -> Option<String>) -> Vec<(u8, String)> {
    let plies = play.plies.iter();
    plies.filter_map(|ply| Some((ply.played.seat.index() as u8, text(ply)?))).collect()
}
