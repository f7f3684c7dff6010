use crate::{GameId, LiveTable, Seek, Strength, TablePlan};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Message from a page to the lobby, over the WebSocket `/api/lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum ToLobby {
    /// The first message.
    Hello {
        /// The last [`LobbyState::cursor`] that the page has; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        cursor: String,
        /// Whether the page shows no lobby and wants only [`FromLobby::Challenges`].
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        quiet: bool,
    },
    /// Asks for a [`FromLobby::Pong`].
    Ping,
}

/// Message from the lobby to a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum FromLobby {
    /// The whole lobby.
    Snapshot(LobbyState),
    /// What has changed since the last message.
    Update(LobbyUpdate),
    /// All open challenges to the signed-in account, oldest first. Sent after the greeting and with
    /// every change.
    Challenges {
        /// The challenges.
        incoming: Vec<Challenge>,
    },
    /// The message could not be parsed, or the lobby is full. The socket closes next.
    Error {
        /// Stable kebab-case code.
        code: String,
        /// One English sentence.
        message: String,
    },
    /// Answer to [`ToLobby::Ping`].
    Pong,
}

/// Body of `POST /api/challenges`: challenges an account. The answer is [`Created`](crate::Created):
/// the challenger waits at the table, which the recipient joins like any other table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChallengeRequest {
    /// Name of the recipient.
    pub to: String,
    /// Plan of the table: one host seat and one open seat.
    pub plan: TablePlan,
}

/// A challenge to the signed-in account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Id of the waiting table.
    pub table: GameId,
    /// Name of the challenger.
    pub from: String,
    /// Rating of the challenger; absent at unrated tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// Plan of the table.
    pub plan: TablePlan,
}

/// Body of `POST /api/challenges/{table}/decline`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineRequest {
    /// Why the challenge is declined.
    pub reason: DeclineReason,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclineReason {
    /// No reason is given.
    No,
    /// Not now.
    Later,
    /// Another game is wanted.
    Game,
    /// Another clock is wanted.
    Clock,
    /// A rated game is wanted.
    Rated,
    /// A casual game is wanted.
    Casual,
}

impl DeclineReason {
    /// All reasons, in the order in which they are offered.
    pub const ALL: [DeclineReason; 6] = [
        DeclineReason::Later,
        DeclineReason::Game,
        DeclineReason::Clock,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::No,
    ];

    /// Stable name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            DeclineReason::No => "no",
            DeclineReason::Later => "later",
            DeclineReason::Game => "game",
            DeclineReason::Clock => "clock",
            DeclineReason::Rated => "rated",
            DeclineReason::Casual => "casual",
        }
    }

    /// The reason with this name.
    ///
    /// ```
    /// use protocol::DeclineReason;
    ///
    /// for reason in DeclineReason::ALL {
    ///     assert_eq!(DeclineReason::parse(reason.as_str()), Some(reason));
    ///     assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.as_str()));
    /// }
    /// assert_eq!(DeclineReason::parse("never"), None);
    /// ```
    pub fn parse(name: &str) -> Option<DeclineReason> {
        DeclineReason::ALL.into_iter().find(|reason| reason.as_str() == name)
    }
}

/// The lobby as every visitor sees it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LobbyState {
    /// Identifies this state at the server that sent it.
    pub cursor: String,
    /// Players who wait for an opponent, in order of arrival.
    pub seeks: Vec<Seek>,
    /// Public games in play, the one that began last first.
    pub live: Vec<LiveTable>,
    /// Recent waiting times.
    pub waits: Vec<PoolWait>,
    /// Numbers of people.
    pub counts: LobbyCounts,
}

/// Median of the recent waiting times of a game with a clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PoolWait {
    /// Variant id.
    pub variant: String,
    /// Text of the time control.
    pub clock: String,
    /// Waiting time in seconds.
    pub seconds: u32,
}

/// Numbers of people, as far as the server knows them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LobbyCounts {
    /// Pages that show the lobby or a table.
    pub online: u32,
    /// Connected players of running games between people.
    pub playing: u32,
}

/// Differences between two states of the lobby. Absent fields have not changed.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LobbyUpdate {
    /// Cursor of the new state.
    pub cursor: String,
    /// Tables of the seeks that have ended. They are removed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<GameId>,
    /// New seeks, behind the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<Seek>,
    /// Games that have begun or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub live: Vec<LiveTable>,
    /// Tables of all games in their new order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_order: Option<Vec<GameId>>,
    /// All waiting times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<Vec<PoolWait>>,
    /// Numbers of people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<LobbyCounts>,
}

impl LobbyState {
    /// The differences to a later state; `None` if only the cursor differs.
    ///
    /// ```
    /// use protocol::{LobbyCounts, LobbyState};
    ///
    /// let counts = LobbyCounts { online: 2, playing: 0 };
    /// let later = LobbyState { cursor: "a.1".into(), counts, ..LobbyState::default() };
    /// let mut state = LobbyState::default();
    /// state.apply(state.update_to(&later).unwrap());
    /// assert_eq!(state, later);
    /// assert_eq!(state.update_to(&later), None);
    /// ```
    pub fn update_to(&self, later: &LobbyState) -> Option<LobbyUpdate> {
        let places: BTreeMap<&GameId, &Seek> =
            later.seeks.iter().map(|seek| (&seek.table, seek)).collect();
        let stays = |seek: &Seek| places.get(&seek.table) == Some(&seek);
        let kept = self.seeks.iter().filter(|seek| stays(seek));
        // A seek that returns to its old place is not behind the others: then all are sent again.
        let is_prefix = later.seeks.iter().zip(kept.clone()).all(|(later, kept)| later == kept);
        let kept = if is_prefix { kept.count() } else { 0 };
        let gone = self.seeks.iter().filter(|seek| !is_prefix || !stays(seek));
        let ids = |live: &[LiveTable]| live.iter().map(|game| game.table.clone()).collect();
        let (order, live_order): (Vec<GameId>, Vec<GameId>) = (ids(&self.live), ids(&later.live));
        let update = LobbyUpdate {
            cursor: String::new(),
            removed: gone.map(|seek| seek.table.clone()).collect(),
            added: later.seeks[kept..].to_vec(),
            live: later.live.iter().filter(|game| !self.live.contains(game)).cloned().collect(),
            live_order: (order != live_order).then_some(live_order),
            waits: (self.waits != later.waits).then(|| later.waits.clone()),
            counts: (self.counts != later.counts).then_some(later.counts),
        };
        let is_news = update != LobbyUpdate::default();
        is_news.then(|| LobbyUpdate { cursor: later.cursor.clone(), ..update })
    }

    /// Applies the differences to the state from which they were made.
    pub fn apply(&mut self, update: LobbyUpdate) {
        self.cursor = update.cursor;
        self.seeks.retain(|seek| !update.removed.contains(&seek.table));
        self.seeks.extend(update.added);
        for game in update.live {
            match self.live.iter_mut().find(|known| known.table == game.table) {
                Some(known) => *known = game,
                None => self.live.push(game),
            }
        }
        if let Some(order) = update.live_order {
            let place = |game: &LiveTable| order.iter().position(|table| *table == game.table);
            self.live.retain(|game| place(game).is_some());
            self.live.sort_by_key(place);
        }
        self.waits = update.waits.unwrap_or(core::mem::take(&mut self.waits));
        self.counts = update.counts.unwrap_or(self.counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TablePlan;
    use alloc::{format, string::ToString, vec};

    fn state(seeks: &[u32], live: &[(u32, usize)], online: u32) -> LobbyState {
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: String::new(),
            clock: "5+3".into(),
            setup_seconds: 0,
            seats: Vec::new(),
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let seek = |number: &u32| Seek {
            table: GameId::from(number.to_string()),
            name: "Ada".into(),
            strength: None,
            plan: plan.clone(),
        };
        let game = |&(number, plies): &(u32, usize)| LiveTable {
            table: GameId::from(number.to_string()),
            variant: "xiangqi".into(),
            seats: Vec::new(),
            position: String::new(),
            last: None,
            plies,
            on_move: None,
        };
        LobbyState {
            cursor: format!("{seeks:?} {live:?} {online}"),
            seeks: seeks.iter().map(seek).collect(),
            live: live.iter().map(game).collect(),
            waits: vec![PoolWait { variant: "banqi".into(), clock: "5+3".into(), seconds: online }],
            counts: LobbyCounts { online, playing: 0 },
        }
    }

    /// Every state is reached from every other.
    #[test]
    fn updates_lead_to_the_later_state() {
        let states = [
            state(&[], &[], 0),
            state(&[1, 2, 3], &[], 0),
            state(&[2, 3, 4], &[(7, 1)], 0),
            // The first seek has returned to its place.
            state(&[1, 2, 3, 4], &[(8, 1), (7, 2)], 3),
            state(&[3], &[(7, 2), (8, 1)], 3),
            state(&[4, 3], &[(9, 0), (7, 2)], 2),
        ];
        for before in &states {
            for after in &states {
                let mut found = before.clone();
                if let Some(update) = before.update_to(after) {
                    let text = serde_json::to_string(&update).expect("json");
                    found.apply(serde_json::from_str(&text).expect("an update"));
                }
                assert_eq!(&found, after, "from {before:?}");
            }
        }
        let seeks: Vec<u32> = (0..1_000).collect();
        let more: Vec<u32> = (1..1_001).collect();
        let update = state(&seeks, &[], 0).update_to(&state(&more, &[], 0)).expect("news");
        assert_eq!((update.removed.len(), update.added.len()), (1, 1));
    }
}
