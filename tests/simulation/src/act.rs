//! Actions of the players at the tables.

use crate::clients::Clients;
use protocol::Command;

/// Makes the player to act at a table act; `false` if none can.
pub(crate) fn act(clients: &Clients, table: usize, pick: u16) -> bool {
    let world = &clients.world;
    let seated = clients.seated(table);
    let start = usize::from(pick) % seated.len().max(1);
    let mut pages = seated[start..].iter().chain(&seated[..start]);
    pages.any(|page| {
        let mut legal = page.legal();
        let is_set_up = legal.iter().any(|action| action.starts_with("mole:"));
        if world.script.secret_pick.is_some() && !is_set_up {
            legal.retain(|action| !SECRET_SQUARES.iter().any(|square| action.contains(square)));
        }
        let pick = match world.script.secret_pick {
            Some(pick) if is_set_up && page.seat() == Some(0) => pick,
            _ => pick,
        };
        let action = legal.get(usize::from(pick) % legal.len().max(1)).cloned();
        let is_idle = page.unanswered().is_none();
        if is_idle && let Some(command) = page.share(usize::from(pick) / seated.len() % 2 == 1) {
            return page.say(world, command, 0).is_some();
        }
        action
            .filter(|_| is_idle)
            .and_then(|action| page.say(world, Command::Act { action }, 0))
            .is_some()
    })
}

/// Squares on which the two worlds differ. No action uses them, so that the difference stays
/// secret.
const SECRET_SQUARES: [&str; 3] = ["@", "a6", "c6"];
