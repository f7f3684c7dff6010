//! Creation of tables.

use crate::{
    accounts::Member,
    base::{AppendOutcome, HubError, InDoubt, LogError, LogWriter, log, token},
    tables::app_state::AppState,
};
use commit_reveal::Seed;
use game::{Refusal, Seat};
use protocol::{GameId, LadderId, TablePlan, UnixMs};
use store::{Append, SeatToken, StoreError};
use table::{Event, Input, Party, RULES, ReplayError, Table};

/// Player who takes a seat.
pub(crate) struct JoiningPlayer {
    pub(crate) name: String,
    pub(crate) member: Option<table::Member>,
}

impl AppState {
    /// The player for a seat: a signed-in one with the account's name and current rating.
    pub(crate) async fn joining_player(
        &self,
        plan: &TablePlan,
        typed: String,
        account: Option<Member>,
    ) -> Result<JoiningPlayer, StoreError> {
        let Some((account, (variant, speed))) = account.zip(table::ladder(plan)) else {
            return Ok(JoiningPlayer { name: typed, member: None });
        };
        let (ladder, now_ms) = (LadderId::of(variant, speed), self.config.env.now_ms());
        let strength = self.ladders.strength(&ladder, &account.id, now_ms).await?;
        let member = table::Member { id: account.id, strength };
        Ok(JoiningPlayer { name: account.name, member: Some(member) })
    }

    /// Opens a table. Returns its id and the host's seats.
    pub(crate) async fn open(
        &self,
        plan: TablePlan,
        joining: JoiningPlayer,
        token: &str,
    ) -> Result<(GameId, Vec<u8>), HubError> {
        let new = self.begin(plan, &joining)?;
        let table = &new.table;
        let is_host = |&seat: &Seat| table.party(seat) == Party::Host;
        let seats: Vec<u8> = table.seats().filter(is_host).map(|seat| seat.index() as u8).collect();
        let token = SeatToken { hash: token::hash(token), seats: seats.clone() };
        Ok((self.store_new(new, vec![token]).await?, seats))
    }

    /// Opens a rematch: the same plan with rotated seats, the same tokens and players, and new
    /// salts. Returns its id.
    pub(crate) async fn open_rematch(
        &self,
        old: &Table,
        tokens: &[SeatToken],
    ) -> Result<GameId, HubError> {
        // Folds the finished game first, for current ratings.
        self.ladders.catch_up().await;
        let plan = old.rematch_plan();
        let player = |seat: Seat| old.players().get(seat.index()).cloned().flatten();
        // Members join with their current rating.
        let joining = async |player: &table::SeatedPlayer| {
            let account = player.member.as_ref().map(|member| member.id.clone());
            let account = account.map(|id| Member { id, name: player.name.clone() });
            if account.as_ref().is_some_and(|account| self.standings.is_closed(&account.id)) {
                return Err(account_closed().into());
            }
            Ok::<_, HubError>(self.joining_player(&plan, player.name.clone(), account).await?)
        };
        let host = old.seats().find(|&seat| old.party(seat) == Party::Host).and_then(player);
        let host = match host {
            Some(player) => joining(&player).await?,
            None => JoiningPlayer { name: "host".to_owned(), member: None },
        };
        let mut new = self.begin(plan.clone(), &host)?;
        for seat in old.seats() {
            let Some(player) = player(seat).filter(|_| matches!(old.party(seat), Party::Guest(_)))
            else {
                continue;
            };
            let JoiningPlayer { name, member } = joining(&player).await?;
            let (name, member) = (name.as_str(), member.as_ref());
            let seat = Some(old.rematch_seat(seat));
            let input = Input::Join { seat, name, member };
            let events = new.table.decide(self.now_ms().0, input)?;
            for event in &events {
                new.table.evolve(event).map_err(|error| unusable(&new.id, error))?;
            }
            new.events.extend(events);
        }
        let moved_on = |token: &SeatToken| {
            let seats = token.seats.iter().filter_map(|&seat| Seat::checked(seat));
            let seats = seats.map(|seat| old.rematch_seat(seat).index() as u8).collect();
            SeatToken { hash: token.hash.clone(), seats }
        };
        self.store_new(new, tokens.iter().map(moved_on).collect()).await
    }

    /// Decides on the first events.
    fn begin(
        &self,
        plan: TablePlan,
        JoiningPlayer { name, member }: &JoiningPlayer,
    ) -> Result<NewTable, HubError> {
        let env = &self.config.env;
        let seed = Seed::new(env.random()?);
        let id = GameId::from(token::short_id(env.random()?));
        let events = table::open(plan, name, member.as_ref(), None, seed, self.now_ms().0)?;
        let table = Table::replay(&events).map_err(|error| unusable(&id, error))?;
        Ok(NewTable { id, events, table })
    }

    /// Commits the first events, then each token. The id is published only afterwards, so a table
    /// half stored on a failure is never used.
    async fn store_new(
        &self,
        NewTable { id, events, table }: NewTable,
        tokens: Vec<SeatToken>,
    ) -> Result<GameId, HubError> {
        let mut log = LogWriter::new(self.store.clone(), id.clone(), RULES, 0);
        let mut events: Vec<_> = events.iter().map(|event| log::stored(event, None)).collect();
        let mut tokens = tokens.into_iter();
        loop {
            let token = tokens.next();
            if events.is_empty() && token.is_none() {
                break;
            }
            let deadline_ms = table.deadline().map(UnixMs);
            let is_open = !table.has_started();
            let events = std::mem::take(&mut events);
            let append = Append { token, deadline_ms, is_open, ..log.next(events) };
            match log.append(append).await {
                Ok(AppendOutcome::Committed) => {}
                Ok(AppendOutcome::Refused(error)) | Err(InDoubt(error)) => {
                    return Err(error.into());
                }
                Ok(AppendOutcome::Conflict { .. } | AppendOutcome::Deleted) => {
                    return Err(HubError::Busy);
                }
            }
        }
        self.metrics.opened(table.variant());
        tracing::info!(table = id.as_str(), "table opened");
        Ok(id)
    }
}

/// Refusal of a game with an account that is closed.
pub(crate) fn account_closed() -> Refusal {
    Refusal::new("account-closed", "this account is closed")
}

fn unusable(id: &GameId, ReplayError { seq, why }: ReplayError) -> LogError {
    LogError { table: id.to_owned(), seq, why }
}

/// A table that is not stored yet.
struct NewTable {
    id: GameId,
    events: Vec<Event>,
    table: Table,
}
