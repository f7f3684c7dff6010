//! Tables are opened here.

use crate::{
    accounts::Member,
    app_state::AppState,
    error::HubError,
    log::{self, LogError},
    token,
};
use commit_reveal::{Salt, Seed};
use game::Refusal;
use protocol::TablePlan;
use store::{Append, SeatToken};
use table::{RULES, ReplayError, Table};

/// Who sits down.
pub(crate) struct JoiningPlayer {
    pub(crate) name: String,
    pub(crate) member: Option<table::Member>,
}

/// A player's share in the dice, as it is sent.
pub(crate) fn salt(text: &str) -> Result<Salt, Refusal> {
    text.parse()
        .map_err(|error: commit_reveal::ParseHexError| Refusal::new("salt", error.to_string()))
}

impl AppState {
    /// Who sits down at a table: at a rated one under the account's own name, with the strength of
    /// this moment.
    pub(crate) fn joining_player(
        &self,
        plan: &TablePlan,
        typed: String,
        account: Option<Member>,
    ) -> JoiningPlayer {
        let Some((account, (variant, speed))) =
            account.filter(|_| plan.rated).zip(table::ladder(plan))
        else {
            return JoiningPlayer { name: typed, member: None };
        };
        let (ladder, now_ms) = (format!("{variant}/{speed}"), self.config.source.now_ms());
        let strength = self.ladders.strength(&ladder, &account.id, now_ms);
        let member = table::Member { id: account.id, strength };
        JoiningPlayer { name: account.name, member: Some(member) }
    }

    /// Opens a table; its id, and the host's seats.
    pub(crate) async fn open(
        &self,
        plan: TablePlan,
        JoiningPlayer { name, member }: JoiningPlayer,
        salt: Salt,
        token: Option<&str>,
    ) -> Result<(String, Vec<u8>), HubError> {
        let seed = Seed::new(self.config.source.random()?);
        let id = token::short_id(self.config.source.random()?);
        let events =
            table::open(plan, &name, member.as_ref(), salt, seed, self.config.source.now_ms())?;
        let unusable = |ReplayError { seq, why }| LogError { table: id.clone(), seq, why };
        let table = Table::replay(&events).map_err(unusable)?;
        let is_host = |&seat: &game::Seat| table.party(seat) == table::Party::Host;
        let seats: Vec<u8> = table.seats().filter(is_host).map(|seat| seat.index() as u8).collect();
        let append = Append {
            game: id.clone(),
            expected: 0,
            events: events.iter().map(|event| log::stored(event, None)).collect(),
            token: token.map(|token| SeatToken { hash: token::hash(token), seats: seats.clone() }),
            deadline_ms: table.deadline(),
            finished: None,
        };
        self.store.create(RULES, append).await?;
        tracing::info!(table = id, "opened");
        Ok((id, seats))
    }

    /// Opens the rematch of a table: the same plan with the seats moved on, the same tokens, the
    /// same players. Returns its id.
    pub(crate) async fn open_rematch(
        &self,
        old: &Table,
        tokens: &[SeatToken],
    ) -> Result<String, HubError> {
        let plan = old.rematch_plan();
        let host = old.seats().find(|&seat| old.party(seat) == table::Party::Host);
        let player = |seat: game::Seat| old.players().get(seat.index()).cloned().flatten();
        // Who sat down as a member does so again, as strong as now.
        let joining = |player: &table::Player| {
            let account = player.member.as_ref().map(|member| member.id.clone());
            let account = account.map(|id| Member { id, name: player.name.clone() });
            self.joining_player(&plan, player.name.clone(), account)
        };
        let (host, salt) = host.and_then(player).map_or_else(
            || (JoiningPlayer { name: "host".to_owned(), member: None }, Salt::default()),
            |player| (joining(&player), player.salt),
        );
        let (id, _) = self.open(plan.clone(), host, salt, None).await?;
        let log = self.store.load(&id).await?;
        let mut expected = log.len() as u64;
        let mut table = log::replay(&id, &log)?;
        for seat in old.seats() {
            let new_seat = old.rematch_seat(seat);
            let joins = match old.party(seat) {
                table::Party::Guest(_) => player(seat),
                table::Party::Host | table::Party::Computer(_) => None,
            };
            let Some(player) = joins else { continue };
            let JoiningPlayer { name, member } = joining(&player);
            let input = table::Input::Join {
                seat: Some(new_seat),
                name: &name,
                salt: player.salt,
                member: member.as_ref(),
            };
            let events = table.decide(self.config.source.now_ms(), input)?;
            events.iter().for_each(|event| table.evolve(event));
            let append = Append {
                game: id.clone(),
                expected,
                events: events.iter().map(|event| log::stored(event, None)).collect(),
                token: None,
                deadline_ms: table.deadline(),
                finished: None,
            };
            expected += append.events.len() as u64;
            self.store.append(append).await?;
        }
        for token in tokens {
            let seats = token
                .seats
                .iter()
                .filter_map(|&seat| game::Seat::checked(seat))
                .map(|seat| old.rematch_seat(seat).index() as u8)
                .collect();
            let token = SeatToken { hash: token.hash.clone(), seats };
            let append = Append {
                game: id.clone(),
                expected,
                events: Vec::new(),
                token: Some(token),
                deadline_ms: table.deadline(),
                finished: None,
            };
            self.store.append(append).await?;
        }
        Ok(id)
    }
}
