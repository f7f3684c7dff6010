//! A game that a power cut interrupted, reconstructed from the log.

use crate::{convert, game_log::GameLog};
use boardlink::{Body, Cursor, Event, Flash, Settings};
use sensing::{Progress, Settled};

/// Maximum number of relevant takebacks; more than players make in practice.
const TAKEBACKS: usize = 24;

/// A game without an end.
pub(crate) struct InterruptedGame {
    /// Whether it can be resumed: its beginning is in the log.
    pub(crate) is_whole: bool,
    pub(crate) settings: Settings,
    pub(crate) progress: Progress,
    takebacks: Takebacks,
}

impl InterruptedGame {
    /// Reads the last game from the log; `None` if it has ended.
    pub(crate) fn find<F: Flash>(
        game_log: &mut GameLog<F>,
    ) -> Result<Option<InterruptedGame>, F::Error> {
        let mut cursor = game_log.ring.game();
        let mut found: Option<InterruptedGame> = None;
        let mut landed_ms = 0;
        while let Some(event) = game_log.next(&mut cursor)? {
            let at_ms = u64::from(event.at_ms);
            match event.body {
                Body::Setup { settings } => found = Some(InterruptedGame::new(settings, true)),
                Body::End { .. } => {
                    found = None;
                    continue;
                }
                _ => {}
            }
            let game =
                found.get_or_insert_with(|| InterruptedGame::new(Settings::default(), false));
            match event.body {
                Body::Move { stood_ms, .. } => landed_ms = at_ms.saturating_sub(stood_ms.into()),
                Body::Alarm { by_black, .. } => {
                    let count = &mut game.progress.alarms[usize::from(by_black)];
                    *count = count.saturating_add(1);
                }
                Body::TakenBack { plies } => {
                    landed_ms = at_ms;
                    game.is_whole &= game.takebacks.add(event.seq, plies);
                }
                _ => {}
            }
            game.progress.seq = event.seq + 1;
            game.progress.at_ms = at_ms;
            game.progress.spent_ms = at_ms.saturating_sub(landed_ms);
        }
        Ok(found)
    }

    fn new(settings: Settings, is_whole: bool) -> InterruptedGame {
        let (progress, takebacks) = Default::default();
        InterruptedGame { is_whole, settings, progress, takebacks }
    }

    /// The plies that were not taken back.
    pub(crate) fn plies<'a, F: Flash>(
        &'a self,
        game_log: &'a mut GameLog<F>,
    ) -> impl Iterator<Item = Settled> + 'a {
        let mut cursor: Cursor = game_log.ring.game();
        let mut ply = 0;
        core::iter::from_fn(move || {
            loop {
                // The same records were readable in `find`.
                let Event { seq, body, .. } = game_log.next(&mut cursor).ok()??;
                match body {
                    Body::TakenBack { plies } => ply = plies,
                    Body::Move { .. } => {
                        ply += 1;
                        if !self.takebacks.undo(seq, ply) {
                            return convert::settled(&body);
                        }
                    }
                    _ => {}
                }
            }
        })
    }
}

/// The takebacks that determine which plies count. A takeback to a number of plies makes earlier
/// takebacks to the same or a greater number irrelevant.
#[derive(Default)]
struct Takebacks {
    list: [(u32, u16); TAKEBACKS],
    length: usize,
}

impl Takebacks {
    /// Adds a takeback; returns whether the list had space.
    fn add(&mut self, seq: u32, plies: u16) -> bool {
        let kept = self.list[..self.length].iter().take_while(|(_, earlier)| *earlier < plies);
        self.length = kept.count();
        let Some(place) = self.list.get_mut(self.length) else { return false };
        *place = (seq, plies);
        self.length += 1;
        true
    }

    /// Whether a ply recorded at `seq` was taken back later.
    fn undo(&self, seq: u32, ply: u16) -> bool {
        self.list[..self.length].iter().any(|&(later, plies)| later > seq && ply > plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_way_counts() {
        // Plies 1 2 3, back to 1, plies 2 3 4, back to 3, ply 4, back to 2.
        let mut takebacks = Takebacks::default();
        for (seq, plies) in [(4, 1), (8, 3), (10, 2)] {
            assert!(takebacks.add(seq, plies));
        }
        let played = [(1, 1), (2, 2), (3, 3), (5, 2), (6, 3), (7, 4), (9, 4)];
        let kept: std::vec::Vec<u32> = played
            .into_iter()
            .filter(|&(seq, ply)| !takebacks.undo(seq, ply))
            .map(|(seq, _)| seq)
            .collect();
        assert_eq!(kept, [1, 5]);
    }

    #[test]
    fn the_list_is_bounded() {
        let mut takebacks = Takebacks::default();
        assert!((0..24).all(|plies| takebacks.add(plies.into(), plies)));
        assert!(!takebacks.add(24, 24));
        assert!(takebacks.add(25, 3), "this one makes the later ones moot");
    }
}
