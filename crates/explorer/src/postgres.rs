//! The index in a schema of a PostgreSQL database.

use crate::{
    GameData, IndexError, IndexedGame, SourceId,
    batch::{RowKey, Shares, changed},
    index::{Added, Batch, Collection, Index, Progress},
    sqlite::VERSION,
};
use async_trait::async_trait;
use sqlx::{
    PgConnection, PgPool, Row,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{collections::HashMap, str::FromStr, time::Duration};

/// "chuhe explorer" as the number of the advisory lock of writers.
const LOCK_KEY: i64 = 0x6368_7568_6578_706c;
/// Maximum number of connections. The store counts them when it checks the limit of the role.
const CONNECTIONS: u32 = 3;
/// Timeout for opening a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Maximum number of rows of one statement.
const ROWS: usize = 5_000;

const TABLES: &str = "
    CREATE SCHEMA IF NOT EXISTS chuhe_explorer;
    CREATE TABLE IF NOT EXISTS chuhe_explorer.version (number bigint PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS chuhe_explorer.source (
        id     smallserial PRIMARY KEY,
        name   text NOT NULL UNIQUE,
        games  bigint NOT NULL,
        step   bigint NOT NULL,
        cursor text NOT NULL
    );
    INSERT INTO chuhe_explorer.source (name, games, step, cursor) VALUES ('', 0, 0, '')
        ON CONFLICT DO NOTHING;
    CREATE TABLE IF NOT EXISTS chuhe_explorer.game (
        number   bigserial PRIMARY KEY,
        source   smallint NOT NULL,
        identity bigint NOT NULL UNIQUE,
        data     bytea NOT NULL
    );
    CREATE TABLE IF NOT EXISTS chuhe_explorer.player (
        player bigint NOT NULL,
        number bigint NOT NULL,
        PRIMARY KEY (player, number)
    );
    CREATE TABLE IF NOT EXISTS chuhe_explorer.position (
        key    bigint NOT NULL,
        source smallint NOT NULL,
        month  smallint NOT NULL,
        entry  bytea NOT NULL,
        PRIMARY KEY (key, source, month)
    );
";

/// An index in a PostgreSQL database. Several servers may share it.
pub struct PostgresIndex {
    pool: PgPool,
}

impl PostgresIndex {
    /// Opens the index in a database, `postgres://user:password@host:port/database`, and creates its
    /// schema `chuhe_explorer` if it is missing.
    ///
    /// # Errors
    /// If the database cannot be used, or the schema is of a later version.
    pub async fn open(address: &str) -> Result<PostgresIndex, IndexError> {
        let options = PgConnectOptions::from_str(address)?.application_name("chuhe explorer");
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT)
            // The planner has no statistics of new tables; every query finds its rows by key.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    let plans = "SET enable_seqscan = off; SET enable_hashjoin = off; \
                                 SET enable_mergejoin = off; SET jit = off; \
                                 SET client_min_messages = warning";
                    sqlx::raw_sql(plans).execute(connection).await.map(|_| ())
                })
            })
            .connect_with(options)
            .await?;
        let mut transaction = pool.begin().await?;
        lock(&mut transaction).await?;
        let asked = "SELECT to_regclass('chuhe_explorer.version') IS NOT NULL";
        let exists: bool = sqlx::query(asked).fetch_one(&mut *transaction).await?.get(0);
        if !exists {
            sqlx::raw_sql(TABLES).execute(&mut *transaction).await?;
            sqlx::query("INSERT INTO chuhe_explorer.version (number) VALUES ($1)")
                .bind(VERSION)
                .execute(&mut *transaction)
                .await?;
        }
        let asked = "SELECT COALESCE(MAX(number), 0) FROM chuhe_explorer.version";
        let found: i64 = sqlx::query(asked).fetch_one(&mut *transaction).await?.get(0);
        if found > VERSION {
            return Err(IndexError::Newer { found, known: VERSION });
        }
        transaction.commit().await?;
        Ok(PostgresIndex { pool })
    }
}

/// Lets one writer at a time into the index, until its transaction ends.
async fn lock(connection: &mut PgConnection) -> Result<(), IndexError> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK_KEY).execute(connection).await?;
    Ok(())
}

#[async_trait]
impl Index for PostgresIndex {
    async fn collections(&self) -> Result<Vec<Collection>, IndexError> {
        let asked = "SELECT id, name, games FROM chuhe_explorer.source WHERE id > 1 ORDER BY name";
        let rows = sqlx::query(asked).fetch_all(&self.pool).await?;
        let collection = |row: sqlx::postgres::PgRow| Collection {
            id: SourceId(row.get(0)),
            name: row.get(1),
            games: row.get::<i64, _>(2) as u64,
        };
        Ok(rows.into_iter().map(collection).collect())
    }

    async fn open_collection(&self, name: &str) -> Result<SourceId, IndexError> {
        let insert = "INSERT INTO chuhe_explorer.source (name, games, step, cursor) \
                      VALUES ($1, 0, 0, '') ON CONFLICT DO NOTHING";
        let asked = "SELECT id FROM chuhe_explorer.source WHERE name = $1";
        if let Some(row) = sqlx::query(asked).bind(name).fetch_optional(&self.pool).await? {
            return Ok(SourceId(row.get(0)));
        }
        sqlx::query(insert).bind(name).execute(&self.pool).await?;
        Ok(SourceId(sqlx::query(asked).bind(name).fetch_one(&self.pool).await?.get(0)))
    }

    async fn progress(&self) -> Result<Progress, IndexError> {
        progress(&mut *self.pool.acquire().await?).await
    }

    async fn add(&self, batch: Batch) -> Result<Added, IndexError> {
        let mut transaction = self.pool.begin().await?;
        lock(&mut transaction).await?;
        let added = add(&mut transaction, batch).await?;
        transaction.commit().await?;
        Ok(added)
    }

    async fn clear(&self, source: SourceId) -> Result<(), IndexError> {
        let mut transaction = self.pool.begin().await?;
        lock(&mut transaction).await?;
        let emptied = if source == SourceId::ARCHIVE {
            "UPDATE chuhe_explorer.source SET games = 0, step = step + 1, cursor = '' WHERE id = $1"
        } else {
            "DELETE FROM chuhe_explorer.source WHERE id = $1"
        };
        for statement in [
            "DELETE FROM chuhe_explorer.position WHERE source = $1",
            "DELETE FROM chuhe_explorer.player WHERE number IN \
                (SELECT number FROM chuhe_explorer.game WHERE source = $1)",
            "DELETE FROM chuhe_explorer.game WHERE source = $1",
            emptied,
        ] {
            sqlx::query(statement).bind(source.0).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn rows(
        &self,
        source: SourceId,
        key: u64,
        (first, last): (u16, u16),
    ) -> Result<Vec<(u16, Vec<u8>)>, IndexError> {
        let asked = "SELECT month, entry FROM chuhe_explorer.position \
                     WHERE key = $1 AND source = $2 AND month BETWEEN $3 AND $4 ORDER BY month";
        let rows = sqlx::query(asked)
            .bind(key as i64)
            .bind(source.0)
            .bind(first as i16)
            .bind(last as i16)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|row| (row.get::<i16, _>(0) as u16, row.get(1))).collect())
    }

    async fn games(&self, numbers: Vec<u64>) -> Result<Vec<(u64, Vec<u8>)>, IndexError> {
        let numbers: Vec<i64> = numbers.into_iter().map(|number| number as i64).collect();
        let asked = "SELECT number, data FROM chuhe_explorer.game WHERE number = ANY($1)";
        let rows = sqlx::query(asked).bind(numbers).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|row| (row.get::<i64, _>(0) as u64, row.get(1))).collect())
    }

    async fn games_of(&self, player: i64, limit: u32) -> Result<Vec<(u64, Vec<u8>)>, IndexError> {
        let asked = "SELECT g.number, g.data FROM chuhe_explorer.player p \
                     JOIN chuhe_explorer.game g ON g.number = p.number \
                     WHERE p.player = $1 ORDER BY p.number DESC LIMIT $2";
        let rows =
            sqlx::query(asked).bind(player).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|row| (row.get::<i64, _>(0) as u64, row.get(1))).collect())
    }
}

async fn progress(connection: &mut PgConnection) -> Result<Progress, IndexError> {
    let asked = "SELECT step, cursor FROM chuhe_explorer.source WHERE id = 1";
    let row = sqlx::query(asked).fetch_one(connection).await?;
    Ok(Progress { step: row.get::<i64, _>(0) as u64, cursor: row.get(1) })
}

/// The rows of `game` and `player` to write.
#[derive(Default)]
struct GameRows {
    numbers: Vec<i64>,
    identities: Vec<i64>,
    data: Vec<Vec<u8>>,
    /// Players and numbers of their games.
    players: (Vec<i64>, Vec<i64>),
    /// The same, to be removed.
    former_players: (Vec<i64>, Vec<i64>),
}

async fn add(connection: &mut PgConnection, batch: Batch) -> Result<Added, IndexError> {
    let Batch { source, games, advance } = batch;
    if let Some(advance) = advance {
        if progress(connection).await?.step != advance.expected {
            return Err(IndexError::Moved);
        }
        let next = "UPDATE chuhe_explorer.source SET step = step + 1, cursor = $1 WHERE id = 1";
        sqlx::query(next).bind(advance.cursor).execute(&mut *connection).await?;
    }
    let mut added = Added::default();
    let mut shares = Shares::default();
    let identities: Vec<i64> = games.iter().map(|game| game.key(source)).collect();
    let asked = "SELECT identity, number, data FROM chuhe_explorer.game WHERE identity = ANY($1)";
    let found = sqlx::query(asked).bind(&identities).fetch_all(&mut *connection).await?;
    let mut known: HashMap<i64, (i64, Vec<u8>)> =
        found.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect();
    let asked = "SELECT nextval('chuhe_explorer.game_number_seq') FROM generate_series(1, $1)";
    let free = sqlx::query(asked).bind(games.len() as i32).fetch_all(&mut *connection).await?;
    let mut free = free.iter().map(|row| row.get::<i64, _>(0));
    let mut rows = GameRows::default();
    for (game, identity) in games.into_iter().zip(identities) {
        let data = game.data.encode();
        let number = match known.get(&identity) {
            None => {
                added.added += 1;
                free.next().ok_or(IndexError::Damaged("no number is free"))?
            }
            Some((_, old)) if *old == data => {
                added.known += 1;
                continue;
            }
            Some((number, old)) => {
                let (number, old) = (*number, GameData::decode(old)?);
                shares.push(number as u64, &old, false)?;
                for player in IndexedGame::imported(old).player_keys(source) {
                    rows.former_players.0.push(player);
                    rows.former_players.1.push(number);
                }
                added.replaced += 1;
                number
            }
        };
        for player in game.player_keys(source) {
            rows.players.0.push(player);
            rows.players.1.push(number);
        }
        shares.push(number as u64, &game.data, true)?;
        known.insert(identity, (number, data.clone()));
        rows.numbers.push(number);
        rows.identities.push(identity);
        rows.data.push(data);
    }
    put_games(connection, source, rows).await?;
    put_positions(connection, source, &mut shares).await?;
    sqlx::query("UPDATE chuhe_explorer.source SET games = games + $2 WHERE id = $1")
        .bind(source.0)
        .bind(added.added as i64)
        .execute(connection)
        .await?;
    Ok(added)
}

async fn put_games(
    connection: &mut PgConnection,
    source: SourceId,
    rows: GameRows,
) -> Result<(), IndexError> {
    // A game that occurs twice in a batch is written once, in its last form.
    let mut latest: HashMap<i64, usize> = HashMap::new();
    for (at, &number) in rows.numbers.iter().enumerate() {
        latest.insert(number, at);
    }
    let is_latest = |at: &usize| latest.get(&rows.numbers[*at]) == Some(at);
    let kept: Vec<usize> = (0..rows.numbers.len()).filter(is_latest).collect();
    for part in kept.chunks(ROWS) {
        let column = |column: &[i64]| part.iter().map(|&at| column[at]).collect::<Vec<i64>>();
        let data: Vec<&[u8]> = part.iter().map(|&at| rows.data[at].as_slice()).collect();
        let put = "INSERT INTO chuhe_explorer.game (number, source, identity, data) \
                   SELECT number, $1, identity, data \
                   FROM unnest($2::bigint[], $3::bigint[], $4::bytea[]) \
                       AS one (number, identity, data) \
                   ON CONFLICT (number) DO UPDATE SET data = EXCLUDED.data";
        sqlx::query(put)
            .bind(source.0)
            .bind(column(&rows.numbers))
            .bind(column(&rows.identities))
            .bind(data)
            .execute(&mut *connection)
            .await?;
    }
    let forget = "DELETE FROM chuhe_explorer.player p \
                  USING unnest($1::bigint[], $2::bigint[]) AS one (player, number) \
                  WHERE p.player = one.player AND p.number = one.number";
    let name = "INSERT INTO chuhe_explorer.player (player, number) \
                SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING";
    for (statement, (players, numbers)) in [(forget, rows.former_players), (name, rows.players)] {
        if !players.is_empty() {
            let query = sqlx::query(statement).bind(players).bind(numbers);
            query.execute(&mut *connection).await?;
        }
    }
    Ok(())
}

async fn put_positions(
    connection: &mut PgConnection,
    source: SourceId,
    shares: &mut Shares,
) -> Result<(), IndexError> {
    let rows: Vec<_> = shares.rows().collect();
    for part in rows.chunks(ROWS) {
        let keys: Vec<i64> = part.iter().map(|((key, _), _)| *key).collect();
        let months: Vec<i16> = part.iter().map(|((_, month), _)| *month).collect();
        let asked = "SELECT p.key, p.month, p.entry \
                     FROM unnest($2::bigint[], $3::smallint[]) AS one (key, month) \
                     JOIN chuhe_explorer.position p \
                         ON p.key = one.key AND p.source = $1 AND p.month = one.month";
        let found = sqlx::query(asked)
            .bind(source.0)
            .bind(&keys)
            .bind(&months)
            .fetch_all(&mut *connection)
            .await?;
        let known: HashMap<RowKey, Vec<u8>> =
            found.iter().map(|row| ((row.get(0), row.get(1)), row.get(2))).collect();
        let mut entries = Vec::with_capacity(part.len());
        for (key, shares) in part {
            entries.push(changed(known.get(key).map(Vec::as_slice), shares)?);
        }
        let put = "INSERT INTO chuhe_explorer.position (key, source, month, entry) \
                   SELECT key, $1, month, entry \
                   FROM unnest($2::bigint[], $3::smallint[], $4::bytea[]) \
                       AS one (key, month, entry) \
                   ON CONFLICT (key, source, month) DO UPDATE SET entry = EXCLUDED.entry";
        let has_empty = entries.iter().any(Vec::is_empty);
        sqlx::query(put)
            .bind(source.0)
            .bind(&keys)
            .bind(&months)
            .bind(entries)
            .execute(&mut *connection)
            .await?;
        if has_empty {
            let clear = "DELETE FROM chuhe_explorer.position p \
                         USING unnest($2::bigint[], $3::smallint[]) AS one (key, month) \
                         WHERE p.key = one.key AND p.source = $1 AND p.month = one.month \
                             AND p.entry = ''";
            let query = sqlx::query(clear).bind(source.0).bind(&keys).bind(&months);
            query.execute(&mut *connection).await?;
        }
    }
    Ok(())
}
