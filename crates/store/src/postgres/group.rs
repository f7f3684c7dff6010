//! Writes a group of appends in one statement.
//!
//! The game's row decides: it is updated only if log length, last hash and token count are as the
//! writer expects. All other changes of that append depend on this update. Of two writers the
//! second waits for the first, then does not match, and leaves no trace.

use crate::{
    Append, Finished, SeatToken, StoreError,
    chain::{self, ChainVersion},
    hash_chain::{self, EventRow, Head},
    keyring::Keyring,
};
use protocol::AccountId;
use sqlx::{
    AssertSqlSafe, PgConnection, Postgres,
    postgres::{PgArguments, PgRow},
    query::Query,
};
use std::ops::Deref;

/// An append with all rows to write. Sending it again is idempotent.
pub(super) struct Prepared<'a> {
    pub(super) append: &'a Append,
    /// Rules version if the append creates its game.
    rules: Option<u32>,
    before: Head,
    events: Vec<EventRow<'a>>,
    seats: String,
    pub(super) after: Head,
}

impl Prepared<'_> {
    /// Encrypts and chains the events after a head.
    pub(super) fn new<'a>(
        append: &'a Append,
        rules: Option<u32>,
        before: Head,
        keys: &Keyring,
    ) -> Result<Prepared<'a>, StoreError> {
        let mut after = before.clone();
        let mut events = Vec::with_capacity(append.events.len());
        for event in &append.events {
            let chained = hash_chain::chain_event(&append.game, event, &after, keys)?;
            after.events += 1;
            after.hash.clone_from(&chained.hash);
            events.push(chained);
        }
        let mut seats = String::new();
        if let Some(token) = &append.token {
            seats = token.seats.iter().map(u8::to_string).collect();
            let hash = chain::with_token(&after.tokens_hash, &append.game, &token.hash, &seats);
            after.tokens += 1;
            after.tokens_hash = hash;
        }
        Ok(Prepared { append, rules, before, events, seats, after })
    }

    /// Whether the append creates its game.
    pub(super) const fn is_new(&self) -> bool {
        self.rules.is_some()
    }

    /// Length of the event texts in bytes.
    pub(super) fn text_bytes(&self) -> u64 {
        let texts = self.append.events.iter().map(|event| event.public.len() + event.secret.len());
        texts.sum::<usize>() as u64
    }

    /// Returns a row if the append is in the log: its last event, or its token if it has no event.
    pub(super) async fn is_stored(
        &self,
        connection: &mut PgConnection,
    ) -> Result<Vec<PgRow>, sqlx::Error> {
        let event = "SELECT 1 FROM game_event WHERE game_id = $1 AND seq = $2 AND hash = $3";
        let token = "SELECT 1 FROM seat_token WHERE game_id = $1 AND n = $2 AND token_hash = $3";
        let game = self.append.game.as_str();
        match (self.events.last(), &self.append.token) {
            (Some(last), _) => {
                let event = sqlx::query(event).bind(game).bind(last.seq);
                event.bind(bytes(&last.hash)).fetch_all(connection).await
            }
            (None, Some(added)) => {
                let token = sqlx::query(token).bind(game).bind(self.before.tokens);
                token.bind(added.hash.clone()).fetch_all(connection).await
            }
            // An append without content need not be found.
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// Decodes a hash from hex.
pub(super) fn bytes(hash: &str) -> Vec<u8> {
    // An invalid hash matches nothing.
    base16ct::lower::decode_vec(hash).unwrap_or_default()
}

/// Writes all appends of a group that match their game's row, at most one per game. Returns the ids
/// of the games that matched.
pub(super) async fn write(
    connection: &mut PgConnection,
    group: &[&Prepared<'_>],
) -> Result<Vec<PgRow>, sqlx::Error> {
    // All parameters are bound, also those of parts that are left out: the numbers never change.
    let mut query = sqlx::query(AssertSqlSafe(statement(group)));
    query = bind_appends(query, group);
    query = bind_events(query, group);
    query = bind_tokens(query, group);
    query = bind_finished(query, group);
    query.fetch_all(connection).await
}

/// Builds the statement from the parts that a group needs. Games are processed in id order, so that
/// two groups cannot deadlock. `IN (…) IS TRUE` makes the planner use a hashed subplan instead of a
/// join.
fn statement(group: &[&Prepared<'_>]) -> String {
    let any = |is: fn(&Prepared<'_>) -> bool| group.iter().any(|prepared| is(prepared));
    let mut text = APPENDS.to_owned();
    text.push_str(if any(|it| it.is_new()) { BEGINS } else { NO_BEGINS });
    text.push_str(EVENTS);
    for (is_needed, part) in [
        (any(|it| it.append.deadline_ms.is_some()), DEADLINES),
        (any(|it| it.append.deadline_ms.is_none() && !it.is_new()), NO_DEADLINES),
        (any(|it| it.append.token.is_some()), TOKENS),
        (any(|it| it.append.finished.is_some()), FINISHED),
    ] {
        if is_needed {
            text.push_str(part);
        }
    }
    text.push_str(" SELECT id FROM done");
    text
}

const APPENDS: &str = "\
WITH ap AS MATERIALIZED ( \
    SELECT a.game_id COLLATE \"C\" AS game_id, expected, prev, had_tokens, events, head, tokens, \
        tokens_head, open, due_ms, rules \
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], \
        $6::bytea[], $7::bigint[], $8::bytea[], $9::boolean[], $10::bigint[], $11::bigint[]) \
        AS a(game_id, expected, prev, had_tokens, events, head, tokens, tokens_head, open, due_ms, \
             rules) \
    ORDER BY game_id \
), ev AS MATERIALIZED ( \
    SELECT e.game_id COLLATE \"C\" AS game_id, seq, kind, seat, cmd_id, public, t_ms, hash, sealed \
    FROM unnest($12::text[], $13::bigint[], $14::text[], $15::smallint[], $16::text[], \
        $17::text[], $18::bigint[], $19::bytea[], $20::bytea[]) \
        AS e(game_id, seq, kind, seat, cmd_id, public, t_ms, hash, sealed) \
), moved AS ( \
    UPDATE game g SET events = ap.events, head = ap.head, tokens = ap.tokens, \
        tokens_head = ap.tokens_head, open = g.open AND ap.open \
    FROM ap WHERE ap.rules IS NULL AND g.id = ap.game_id \
        AND g.events = ap.expected AND g.head = ap.prev AND g.tokens = ap.had_tokens \
    RETURNING g.id \
)";

const BEGINS: &str = "\
, made AS ( \
    INSERT INTO game (id, rules, created_ms, events, head, tokens, tokens_head, open) \
    SELECT game_id, rules, \
        COALESCE((SELECT t_ms FROM ev WHERE ev.game_id = ap.game_id AND ev.seq = 0), 0), \
        events, head, tokens, tokens_head, open \
    FROM ap WHERE rules IS NOT NULL ON CONFLICT DO NOTHING RETURNING id \
), done AS (SELECT id FROM moved UNION ALL SELECT id FROM made)";

const NO_BEGINS: &str = ", done AS (SELECT id FROM moved)";

const EVENTS: &str = "\
, logged AS ( \
    INSERT INTO game_event (game_id, seq, kind, seat, cmd_id, public, sealed, t_ms, hash, chain) \
    SELECT game_id, seq, kind, seat, cmd_id, public, sealed, t_ms, hash, $21::smallint FROM ev \
    WHERE (game_id IN (SELECT id FROM done)) IS TRUE \
)";

const DEADLINES: &str = "\
, due AS ( \
    INSERT INTO deadline (game_id, due_ms) SELECT game_id, due_ms FROM ap \
    WHERE due_ms IS NOT NULL AND (game_id IN (SELECT id FROM done)) IS TRUE \
    ON CONFLICT (game_id) DO UPDATE SET due_ms = excluded.due_ms \
        WHERE deadline.due_ms <> excluded.due_ms \
)";

const NO_DEADLINES: &str = "\
, undue AS ( \
    DELETE FROM deadline d USING ap WHERE d.game_id = ap.game_id \
        AND ap.due_ms IS NULL AND ap.rules IS NULL \
        AND (ap.game_id IN (SELECT id FROM done)) IS TRUE \
)";

const TOKENS: &str = "\
, seated AS ( \
    INSERT INTO seat_token (game_id, token_hash, seats, n) SELECT game_id, token_hash, seats, n \
    FROM unnest($22::text[], $23::text[], $24::text[], $25::bigint[]) \
        AS t(game_id, token_hash, seats, n) \
    WHERE (game_id COLLATE \"C\" IN (SELECT id FROM done)) IS TRUE \
)";

/// `owner` is the game of the append. Existing players are overwritten, and players beyond the new
/// number are deleted.
const FINISHED: &str = "\
, fin AS MATERIALIZED ( \
    SELECT f.game_id COLLATE \"C\" AS game_id, ladder, ended_ms, rated, text, players \
    FROM unnest($26::text[], $27::text[], $28::text[], $29::bigint[], $30::boolean[], $31::text[], \
        $32::bigint[]) AS f(owner, game_id, ladder, ended_ms, rated, text, players) \
    WHERE (owner COLLATE \"C\" IN (SELECT id FROM done)) IS TRUE \
), ended AS ( \
    INSERT INTO finished (game_id, ladder, ended_ms, rated, text) \
    SELECT game_id, ladder, ended_ms, rated, text FROM fin \
    ON CONFLICT (game_id) DO UPDATE SET ladder = excluded.ladder, ended_ms = excluded.ended_ms, \
        rated = excluded.rated, text = excluded.text, tx = excluded.tx \
), played AS ( \
    INSERT INTO finished_player (game_id, seat, player_id, name, ended_ms) \
    SELECT game_id, seat, player_id, name, ended_ms \
    FROM unnest($33::text[], $34::text[], $35::bigint[], $36::text[], $37::text[], $38::bigint[]) \
        AS p(owner, game_id, seat, player_id, name, ended_ms) \
    WHERE (owner COLLATE \"C\" IN (SELECT id FROM done)) IS TRUE \
    ON CONFLICT (game_id, seat) DO UPDATE SET player_id = excluded.player_id, \
        name = excluded.name, ended_ms = excluded.ended_ms \
), left_out AS ( \
    DELETE FROM finished_player p USING fin \
    WHERE p.game_id = fin.game_id AND p.seat >= fin.players \
)";

pub(super) type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// The texts of ids, to bind as an array.
pub(super) fn texts<T: Deref<Target = str>>(ids: Vec<T>) -> Vec<String> {
    ids.iter().map(|id| id.to_string()).collect()
}

/// Collects one column into a list for `unnest`.
pub(super) fn list<'a, T, U>(items: &'a [T], column: impl Fn(&'a T) -> U) -> Vec<U> {
    items.iter().map(column).collect()
}

fn bind_appends<'q>(query: Statement<'q>, group: &[&Prepared<'_>]) -> Statement<'q> {
    query
        .bind(list(group, |it| it.append.game.to_string()))
        .bind(list(group, |it| it.before.events as i64))
        .bind(list(group, |it| bytes(&it.before.hash)))
        .bind(list(group, |it| it.before.tokens))
        .bind(list(group, |it| it.after.events as i64))
        .bind(list(group, |it| bytes(&it.after.hash)))
        .bind(list(group, |it| it.after.tokens))
        .bind(list(group, |it| bytes(&it.after.tokens_hash)))
        .bind(list(group, |it| it.append.is_open))
        .bind(list(group, |it| it.append.deadline_ms.map(|due_ms| due_ms.0 as i64)))
        .bind(list(group, |it| it.rules.map(i64::from)))
}

fn bind_events<'q>(query: Statement<'q>, group: &[&Prepared<'_>]) -> Statement<'q> {
    let of_game =
        |it: &&Prepared<'_>| it.events.iter().map(|_| it.append.game.to_string()).collect();
    let games: Vec<Vec<String>> = group.iter().map(of_game).collect();
    let events: Vec<&EventRow<'_>> = group.iter().flat_map(|it| &it.events).collect();
    query
        .bind(games.concat())
        .bind(list(&events, |it| it.seq))
        .bind(list(&events, |it| it.kind.to_string()))
        .bind(list(&events, |it| it.seat.map(|seat| seat as i16)))
        .bind(list(&events, |it| it.command.as_deref().map(str::to_owned)))
        .bind(list(&events, |it| it.public.to_string()))
        .bind(list(&events, |it| it.at_ms))
        .bind(list(&events, |it| bytes(&it.hash)))
        .bind(list(&events, |it| it.sealed.clone()))
        .bind(ChainVersion::LATEST.number() as i16)
}

fn bind_tokens<'q>(query: Statement<'q>, group: &[&Prepared<'_>]) -> Statement<'q> {
    let with: Vec<(&&Prepared<'_>, &SeatToken)> =
        group.iter().filter_map(|it| Some((it, it.append.token.as_ref()?))).collect();
    query
        .bind(list(&with, |(it, _)| it.append.game.to_string()))
        .bind(list(&with, |(_, token)| token.hash.clone()))
        .bind(list(&with, |(it, _)| it.seats.clone()))
        .bind(list(&with, |(it, _)| it.before.tokens))
}

fn bind_finished<'q>(query: Statement<'q>, group: &[&Prepared<'_>]) -> Statement<'q> {
    let with: Vec<(&str, &Finished)> = group
        .iter()
        .filter_map(|it| Some((it.append.game.as_str(), it.append.finished.as_ref()?)))
        .collect();
    let mut players = Vec::new();
    for (owner, finished) in &with {
        let seated = (0_i64..).zip(&finished.players);
        players.extend(seated.map(|(seat, player)| (*owner, *finished, seat, player)));
    }
    query
        .bind(list(&with, |(owner, _)| (*owner).to_owned()))
        .bind(list(&with, |(_, it)| it.game.to_string()))
        .bind(list(&with, |(_, it)| it.ladder.to_string()))
        .bind(list(&with, |(_, it)| it.ended_ms.0 as i64))
        .bind(list(&with, |(_, it)| it.rated))
        .bind(list(&with, |(_, it)| it.text.clone()))
        .bind(list(&with, |(_, it)| it.players.len() as i64))
        .bind(list(&players, |(owner, ..)| (*owner).to_owned()))
        .bind(list(&players, |(_, it, ..)| it.game.to_string()))
        .bind(list(&players, |(_, _, seat, _)| *seat))
        .bind(list(&players, |(.., player)| player.id.as_ref().map(AccountId::to_string)))
        .bind(list(&players, |(.., player)| player.name.clone()))
        .bind(list(&players, |(_, it, ..)| it.ended_ms.0 as i64))
}
