//! Games between people, during which no engine of the server helps their players.

use crate::{
    accounts::{Person, Visitor},
    app::hub::Hub,
    base::HubError,
    limits::GAMES_ELSEWHERE,
};
use games::Variant;

/// Whether an analysis of one game helps in the other: both are played on the same board with the
/// same pieces.
fn helps(asked: Variant, played: Variant) -> bool {
    let is_like_xiangqi = |variant| matches!(variant, Variant::Xiangqi | Variant::Undercover);
    asked == played || (is_like_xiangqi(asked) && is_like_xiangqi(played))
}

impl Hub {
    /// Whether this account plays a game between people in which an analysis of `variant` helps; for a
    /// guest, whether a guest from the same address does. The address says nothing about accounts: a
    /// whole club may share one.
    pub(crate) async fn is_in_contest(&self, visitor: &Visitor, variant: Variant) -> bool {
        let person = Person::of(visitor);
        let is_here = self
            .tables
            .any(|table| table.contest_of(&person).is_some_and(|played| helps(variant, played)));
        let is_at_board = || person.account().is_some_and(|id| self.boards.is_played_by(id));
        is_here
            || (helps(variant, Variant::Xiangqi) && is_at_board())
            || self.is_in_contest_elsewhere(&person, variant).await
    }

    /// Whether the person plays such a game that has no actor here: at another server, or at rest.
    async fn is_in_contest_elsewhere(&self, person: &Person, variant: Variant) -> bool {
        let store = &self.app.store;
        let account = person.account().map(ToString::to_string);
        for key in person.contest_key().into_iter().chain(account) {
            let noted =
                store.games_of_player(&key, GAMES_ELSEWHERE).await.unwrap_or_else(|error| {
                    tracing::debug!(%error, "failed to read games at other servers");
                    Vec::new()
                });
            let (mut is_playing, mut over) = (false, Vec::new());
            for id in noted.into_iter().filter(|id| self.tables.running(id).is_none()) {
                match self.tables.read_at_rest(&id).await {
                    Ok(resting) if resting.table.is_over() => over.push(id),
                    Ok(resting) => {
                        let table = resting.table;
                        let is_contest = table.has_started() && table.is_contest();
                        is_playing = is_contest && helps(variant, table.variant());
                        if is_playing {
                            break;
                        }
                    }
                    Err(HubError::NoTable(_)) => over.push(id),
                    Err(error) => {
                        tracing::debug!(table = id.as_str(), %error, "failed to read a game")
                    }
                }
            }
            if !over.is_empty()
                && let Err(error) = store.remove_players(over).await
            {
                tracing::debug!(%error, "failed to delete the players of games that are over");
            }
            if is_playing {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_on_the_same_board_help_each_other() {
        use Variant::{Banqi, Sifang, Undercover, Xiangqi};
        for (asked, played, expected) in [
            (Xiangqi, Xiangqi, true),
            (Xiangqi, Undercover, true),
            (Undercover, Xiangqi, true),
            (Banqi, Xiangqi, false),
            (Sifang, Sifang, true),
            (Sifang, Undercover, false),
        ] {
            assert_eq!(helps(asked, played), expected, "{asked} {played}");
        }
    }
}
