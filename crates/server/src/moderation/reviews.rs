//! Compares finished rated games with the engine, one at a time and only in idle time, and keeps the
//! results in memory.

use super::signals::{move_times, signals};
use crate::{
    base::{HubError, log},
    ladders::ArchivedGameRow,
    limits::{
        FAIR_PLAY_IDLE_EVERY, FAIR_PLAY_KEPT, FAIR_PLAY_MIN_PLIES, FAIR_PLAY_NODES,
        FAIR_PLAY_PAGES, FAIR_PLAY_PLIES, FAIR_PLAY_RECENT, FAIR_PLAY_SAMPLE, FAIR_PLAY_SAMPLE_MS,
        FAIR_PLAY_SAMPLE_PER_ACCOUNT, FAIR_PLAY_SEARCH, FAIR_PLAY_WAITING,
    },
    tables::AppState,
};
use bots::{Limits, analysis::Reviewer};
use game::Observer;
use games::AnyGame;
use protocol::{AccountId, FairPlaySignals, GameId, LadderId, Place, UnixMs};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use store::{ArchiveFilter, Finished};
use table::SeatedPlayer;
use tokio::sync::Notify;

/// The signals of a seat in a finished game.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatSignals {
    /// Number of moves that were compared with the engine's.
    pub(super) moves: u32,
    pub(super) signals: FairPlaySignals,
}

/// The signals of all seats of a game; empty if it cannot be reviewed.
type GameSignals = Arc<[SeatSignals]>;

/// A player of a game in the sample of a ladder.
#[derive(Clone)]
pub(super) struct Sampled {
    pub(super) game: GameId,
    pub(super) account: AccountId,
    /// Rating before the game, if it is known.
    pub(super) rating: Option<f64>,
    pub(super) signals: FairPlaySignals,
}

/// The sample of a ladder, and when it was taken.
#[derive(Clone)]
struct Sample {
    at_ms: UnixMs,
    players: Arc<[Sampled]>,
}

/// The reviews of a server.
pub(super) struct Reviews {
    app: Arc<AppState>,
    state: Mutex<State>,
    wake: Notify,
}

#[derive(Default)]
struct State {
    /// Reviewed games, the latest last.
    games: VecDeque<(GameId, GameSignals)>,
    samples: HashMap<LadderId, Sample>,
    /// Games that a moderator waits for.
    wanted_games: VecDeque<GameId>,
    /// Ladders whose sample a moderator waits for.
    wanted_samples: VecDeque<LadderId>,
}

/// Next computation.
enum Work {
    Game(GameId),
    Sample(LadderId),
}

impl Reviews {
    pub(super) fn new(app: Arc<AppState>) -> Reviews {
        Reviews { app, state: Mutex::default(), wake: Notify::new() }
    }

    /// Signals of the seats of a game, or `None` while they are being computed.
    pub(super) fn of_game(&self, game: &GameId) -> Option<GameSignals> {
        let mut state = self.state();
        let known = state.game(game);
        if known.is_none()
            && state.wanted_games.len() < FAIR_PLAY_WAITING
            && !state.wanted_games.contains(game)
        {
            state.wanted_games.push_back(game.clone());
            self.wake.notify_one();
        }
        known
    }

    /// The sample of a ladder, or `None` while the first one is being taken. An old sample is
    /// returned until there is a new one.
    pub(super) fn of_ladder(&self, ladder: &LadderId, now_ms: UnixMs) -> Option<Arc<[Sampled]>> {
        let mut state = self.state();
        let known = state.samples.get(ladder).cloned();
        let is_old = known.as_ref().is_none_or(|it| now_ms.since(it.at_ms) >= FAIR_PLAY_SAMPLE_MS);
        if is_old
            && state.wanted_samples.len() < FAIR_PLAY_WAITING
            && !state.wanted_samples.contains(ladder)
        {
            state.wanted_samples.push_back(ladder.clone());
            self.wake.notify_one();
        }
        known.map(|sample| sample.players)
    }

    /// Computes what moderators wait for, forever.
    pub(super) async fn run(&self) {
        loop {
            let next = self.state().next();
            let done = match &next {
                Some(Work::Game(game)) => self.review(game).await.map(|_| ()),
                Some(Work::Sample(ladder)) => self.take_sample(ladder).await,
                None => {
                    self.wake.notified().await;
                    continue;
                }
            };
            // The page asks again, so nothing is lost.
            if let Err(error) = done {
                tracing::debug!(%error, "failed to review games for moderators");
            }
            self.state().finish(next);
        }
    }

    /// The latest rated games of a variant.
    async fn latest_rated(&self, variant: &str) -> Result<Vec<Finished>, HubError> {
        let (mut games, mut before) = (Vec::new(), None);
        for _ in 0..FAIR_PLAY_PAGES {
            let filter = ArchiveFilter {
                variant: Some(variant.to_owned()),
                before,
                limit: FAIR_PLAY_RECENT,
                ..ArchiveFilter::default()
            };
            let page = self.app.store.archive(filter).await?;
            before = page.last().map(Finished::position);
            let is_last = page.len() < FAIR_PLAY_RECENT as usize;
            games.extend(page.into_iter().filter(|game| game.rated));
            if is_last || games.len() >= FAIR_PLAY_RECENT as usize {
                break;
            }
        }
        games.truncate(FAIR_PLAY_RECENT as usize);
        Ok(games)
    }

    /// Takes the sample of a ladder.
    async fn take_sample(&self, ladder: &LadderId) -> Result<(), HubError> {
        let mut games = self.latest_rated(ladder.variant()).await?;
        games.retain(|game| game.ladder == *ladder && is_reviewable(game));
        let games = spread_over_accounts(games);
        let changes = self.app.ladders.changes(&games).await?;
        let mut players = Vec::new();
        for finished in &games {
            // Games that a moderator waits for come first.
            loop {
                // The lock is not held while the game is reviewed.
                let wanted = self.state().next_game();
                let Some(game) = wanted else { break };
                let reviewed = self.review(&game).await;
                self.state().finish(Some(Work::Game(game)));
                reviewed?;
            }
            let seats = self.review(&finished.game).await?;
            let ratings = changes.get(&finished.game);
            for (index, (seat, player)) in seats.iter().zip(&finished.players).enumerate() {
                let Some(account) = &player.id else { continue };
                if self.app.standings.is_closed(account) {
                    continue;
                }
                let change = ratings.and_then(|changes| changes.get(index));
                players.push(Sampled {
                    game: finished.game.clone(),
                    account: account.clone(),
                    rating: change.map(|change| change.before.rating),
                    signals: seat.signals,
                });
            }
        }
        let sample = Sample { at_ms: self.app.config.env.now_ms(), players: players.into() };
        self.state().samples.insert(ladder.clone(), sample);
        Ok(())
    }

    /// Reviews a game, unless its signals are known.
    async fn review(&self, id: &GameId) -> Result<GameSignals, HubError> {
        if let Some(known) = self.state().game(id) {
            return Ok(known);
        }
        let found = match self.compare(id).await {
            Ok(found) => found,
            // The store may answer later; a log that cannot be read stays so.
            Err(error @ HubError::Store(_)) => return Err(error),
            Err(error) => {
                tracing::warn!(table = id.as_str(), %error, "failed to review game");
                Vec::new()
            }
        };
        let found: GameSignals = found.into();
        self.state().keep(id.clone(), found.clone());
        Ok(found)
    }

    /// Compares the moves of a game with the engine's. The result is empty for a game that is not
    /// over, or not rated.
    async fn compare(&self, id: &GameId) -> Result<Vec<SeatSignals>, HubError> {
        let logged = self.app.store.load(id).await?;
        let game = id.clone();
        let replayed = tokio::task::spawn_blocking(move || {
            let (table, events) = log::replay_events(&game, &logged)?;
            let is_reviewable = table.is_over() && table.plan().rated;
            let export = table.export(Observer::Spectator).filter(|_| is_reviewable);
            let account =
                |player: &Option<SeatedPlayer>| Some(player.as_ref()?.member.as_ref()?.id.clone());
            Ok::<_, HubError>(export.map(|export| {
                let times = move_times(&events, table.seats().count());
                let accounts: Vec<_> = table.players().iter().map(account).collect();
                (export, times, accounts)
            }))
        });
        let Some((export, times, accounts)) = replayed.await.map_err(|_| HubError::Busy)?? else {
            return Ok(Vec::new());
        };
        let Ok(start) = AnyGame::from_text(export.variant, &export.options, &export.start) else {
            return Ok(Vec::new());
        };
        let mut reviewer = Reviewer::new(start);
        let mut chances = vec![Vec::new(); times.len()];
        for (_, action) in export.actions.into_iter().take(FAIR_PLAY_PLIES) {
            let searched = self.in_idle_time(move || {
                let began = Instant::now();
                let stop = || began.elapsed() > FAIR_PLAY_SEARCH;
                let limits = Limits::until(&stop).within(FAIR_PLAY_NODES);
                let reviewed = reviewer.next(&action, &limits);
                (reviewer, reviewed)
            });
            let (same, reviewed) = searched.await?;
            reviewer = same;
            let Ok(reviewed) = reviewed else { return Ok(Vec::new()) };
            if reviewed.best.is_some()
                && let Some(chances) = chances.get_mut(reviewed.played.seat.index())
            {
                chances.push((reviewed.chance, reviewed.kept));
            }
        }
        let hidden = self.app.store.hidden_pages(id).await?;
        let seats = times.iter().zip(&chances).zip(accounts);
        Ok(seats
            .map(|((times, chances), account)| {
                let hidden = hidden.iter().find(|it| account.as_ref() == Some(&it.account));
                SeatSignals {
                    moves: chances.len().try_into().unwrap_or(u32::MAX),
                    signals: FairPlaySignals {
                        hidden: hidden.map(|it| f64::from(it.times)),
                        hidden_ms: hidden.map(|it| it.ms as f64),
                        ..signals(times, chances)
                    },
                }
            })
            .collect())
    }

    /// Runs a short search when no player needs the processor.
    async fn in_idle_time<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HubError> {
        let turn = loop {
            if let Some(turn) = self.app.thinkers.spare() {
                break turn;
            }
            tokio::time::sleep(FAIR_PLAY_IDLE_EVERY).await;
        };
        let searching = tokio::task::spawn_blocking(move || {
            let found = search();
            drop(turn);
            found
        });
        searching.await.map_err(|_| HubError::Busy)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn game(&self, game: &GameId) -> Option<GameSignals> {
        let found = self.games.iter().rev().find(|(known, _)| known == game);
        found.map(|(_, signals)| signals.clone())
    }

    fn keep(&mut self, game: GameId, signals: GameSignals) {
        self.games.push_back((game, signals));
        if self.games.len() > FAIR_PLAY_KEPT {
            self.games.pop_front();
        }
    }

    fn next_game(&self) -> Option<GameId> {
        self.wanted_games.front().cloned()
    }

    /// What to compute next. It stays in its queue, so that it is not queued again meanwhile.
    fn next(&self) -> Option<Work> {
        let game = self.next_game().map(Work::Game);
        game.or_else(|| self.wanted_samples.front().cloned().map(Work::Sample))
    }

    fn finish(&mut self, work: Option<Work>) {
        match work {
            Some(Work::Game(game)) => self.wanted_games.retain(|wanted| *wanted != game),
            Some(Work::Sample(ladder)) => self.wanted_samples.retain(|wanted| *wanted != ladder),
            None => {}
        }
    }
}

/// Whether a finished game says something about its players: a rated game at a table that is long
/// enough.
pub(super) fn is_reviewable(finished: &Finished) -> bool {
    let Ok(ArchivedGameRow { game, .. }) = serde_json::from_str(&finished.text) else {
        return false;
    };
    finished.rated
        && matches!(game.place, Place::Table { .. })
        && game.plies >= FAIR_PLAY_MIN_PLIES
        && finished.players.iter().all(|player| player.id.is_some())
}

/// At most [`FAIR_PLAY_SAMPLE`] games, evenly among these, with at most
/// [`FAIR_PLAY_SAMPLE_PER_ACCOUNT`] of each account.
fn spread_over_accounts(games: Vec<Finished>) -> Vec<Finished> {
    let mut counts: HashMap<AccountId, usize> = HashMap::new();
    let mut chosen = games;
    chosen.retain(|game| {
        let ids = || game.players.iter().filter_map(|player| player.id.as_ref());
        let is_full = |id| counts.get(id).is_some_and(|&it| it >= FAIR_PLAY_SAMPLE_PER_ACCOUNT);
        if ids().any(is_full) {
            return false;
        }
        ids().for_each(|id| *counts.entry(id.clone()).or_default() += 1);
        true
    });
    let count = chosen.len();
    let mut index = 0;
    chosen.retain(|_| {
        // The game belongs to the next part of the list.
        let place = |index: usize| index * FAIR_PLAY_SAMPLE / count;
        let is_first = index == 0 || count <= FAIR_PLAY_SAMPLE || place(index) > place(index - 1);
        index += 1;
        is_first
    });
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::FinishedPlayer;

    fn finished(number: usize, red: &str, black: &str) -> Finished {
        let player = |name: &str| FinishedPlayer { id: Some(name.into()), name: name.into() };
        Finished {
            game: format!("g{number}").as_str().into(),
            ladder: "xiangqi/rapid".into(),
            ended_ms: UnixMs(number as u64),
            rated: true,
            players: vec![player(red), player(black)],
            text: String::new(),
        }
    }

    #[test]
    fn a_sample_has_few_games_of_each_account() {
        let of_two: Vec<_> = (0..9).map(|number| finished(number, "ada", "bo")).collect();
        assert_eq!(spread_over_accounts(of_two).len(), FAIR_PLAY_SAMPLE_PER_ACCOUNT);
        for (count, expected) in [
            (0, 0),
            (1, 1),
            (FAIR_PLAY_SAMPLE, FAIR_PLAY_SAMPLE),
            (FAIR_PLAY_SAMPLE + 1, FAIR_PLAY_SAMPLE),
            (7 * FAIR_PLAY_SAMPLE, FAIR_PLAY_SAMPLE),
        ] {
            let name = |number: usize, side: &str| format!("{side}{number}");
            let games = (0..count).map(|it| finished(it, &name(it, "r"), &name(it, "b")));
            let chosen = spread_over_accounts(games.collect());
            assert_eq!(chosen.len(), expected, "{count}");
            // They come from all parts of the list.
            let last = chosen.last().map_or(0, |game| game.ended_ms.0 as usize);
            assert!(last + 8 >= count, "{last} of {count}");
        }
    }

    #[test]
    fn kept_games_are_limited() {
        let mut state = State::default();
        for number in 0..FAIR_PLAY_KEPT + 10 {
            state.keep(format!("g{number}").as_str().into(), Arc::from([]));
        }
        assert_eq!(state.games.len(), FAIR_PLAY_KEPT);
        assert!(state.game(&"g9".into()).is_none());
        assert!(state.game(&"g10".into()).is_some());
    }
}
