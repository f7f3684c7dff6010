//! Games of one ladder that are folded together.

use super::kept;
use protocol::{AccountId, GameId, LadderId, UnixMs};
use rating::{Contest, Ladder, Meeting, PAIR_WINDOW_MS, PlayerState, Settled};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};
use store::{Advance, Ended, Ladders as Keeping, StoreError};

/// New games of a ladder with the stored state that they need. If later games are already folded,
/// they are rated again after the new ones, with all their players. Usually there are none.
pub(super) struct Batch<'a> {
    ladder: &'a LadderId,
    news: Vec<(Ended, Option<Contest>)>,
    later: Vec<Settled>,
    players: HashMap<Arc<str>, PlayerState>,
    meetings: Vec<Meeting>,
}

impl<'a> Batch<'a> {
    /// Loads the state for these games, each with its contest to rate; `None` if all games are
    /// already folded.
    pub(super) async fn read(
        keeping: &dyn Keeping,
        ladder: &'a LadderId,
        mut news: Vec<(Ended, Option<Contest>)>,
    ) -> Result<Option<Batch<'a>>, StoreError> {
        let known = keeping.rated_games(news.iter().map(|(ended, _)| ended.game.clone()).collect());
        let mut known_contests = HashMap::new();
        for game in known.await? {
            known_contests.insert(game.ended.game.clone(), kept::settled(&game)?.contest);
        }
        news.retain(|(ended, contest)| known_contests.get(&ended.game) != contest.as_ref());
        let known = news.iter().filter_map(|(ended, _)| known_contests.get(&ended.game));
        let known = known.map(|contest| Ended {
            ended_ms: UnixMs(contest.ended_ms()),
            game: GameId::from(&**contest.game()),
        });
        let Some(from) = news.iter().map(|(ended, _)| ended.clone()).chain(known).min() else {
            return Ok(None);
        };
        let later = keeping.rated_from(ladder, from.clone()).await?;
        let later = later.iter().map(kept::settled).collect::<Result<Vec<_>, _>>()?;
        let contests = || {
            let news = news.iter().filter_map(|(_, contest)| contest.as_ref());
            news.chain(later.iter().map(|settled| &settled.contest))
        };
        let players: BTreeSet<&Arc<str>> =
            contests().flat_map(Contest::entrants).map(|entrant| &entrant.player).collect();
        let asked = players.iter().map(|player| AccountId::from(&***player)).collect();
        let found = keeping.ladder_players(vec![ladder.to_owned()], asked).await?;
        let mut states: HashMap<Arc<str>, PlayerState> =
            players.into_iter().map(|player| (player.clone(), PlayerState::default())).collect();
        for row in &found {
            states.extend([kept::state(row)?]);
        }
        let pairs: BTreeSet<(AccountId, AccountId)> = contests()
            .flat_map(Contest::meetings)
            .map(|meeting| (AccountId::from(&*meeting.one), AccountId::from(&*meeting.other)))
            .collect();
        let after_ms = from.ended_ms - PAIR_WINDOW_MS;
        let met = keeping.meetings(ladder, pairs.into_iter().collect(), after_ms).await?;
        let meetings = met.iter().map(kept::meeting).collect();
        Ok(Some(Batch { ladder, news, later, players: states, meetings }))
    }

    /// Rates the games and adds the changed rows to an advance.
    pub(super) fn fold(self, advance: &mut Advance) {
        let Batch { ladder: name, news, later, players, meetings } = self;
        let states = players.iter().map(|(player, state)| (player.clone(), *state));
        let mut ladder = Ladder::resume(later.clone(), states, meetings);
        let news =
            news.into_iter().map(|(ended, contest)| (Arc::from(ended.game.as_str()), contest));
        ladder.revise(news);
        let before: HashMap<&Arc<str>, &Settled> =
            later.iter().map(|settled| (settled.contest.game(), settled)).collect();
        let after: HashMap<&Arc<str>, &Settled> =
            ladder.settled().iter().map(|settled| (settled.contest.game(), settled)).collect();
        for settled in &later {
            let now = after.get(settled.contest.game());
            if now.is_none() {
                advance.removed_games.push(GameId::from(&**settled.contest.game()));
            }
            if now.is_none_or(|now| now.contest != settled.contest) {
                advance.removed_meetings.extend(kept::meetings(name, &settled.contest));
            }
        }
        for settled in ladder.settled() {
            let earlier = before.get(settled.contest.game());
            if earlier.is_none_or(|earlier| *earlier != settled) {
                advance.games.push(kept::rated_game(name, settled));
            }
            if earlier.is_none_or(|earlier| earlier.contest != settled.contest) {
                advance.meetings.extend(kept::meetings(name, &settled.contest));
            }
        }
        for (player, state) in players {
            let now = ladder.state_of(&player);
            if now != state {
                advance.players.push(kept::ladder_player(name, &AccountId::from(&*player), now));
            }
        }
    }
}
