//! Exclusive or shared use of a database.
//!
//! An exclusive user holds an advisory lock; each of several servers holds it in shared mode, in
//! the append connection. A server that loses its connection has lost its lock. It writes nothing
//! before it has the lock again and has checked the database's stamp.

use super::{PostgresOptions, connection::LOCK_KEY, options::Share};
use crate::{ClusterIdentity, StoreError};
use sqlx::{PgConnection, Row, postgres::PgRow};

/// The lock that a connection holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    Nothing,
    Share,
    All,
}

/// A server's membership among the servers on a database.
pub(super) struct Membership {
    /// Id of the database.
    pub(super) house: String,
    /// Whether no other server was connected at the start.
    pub(super) is_first: bool,
}

const TAKE_ALL: &str = "SELECT pg_try_advisory_lock($1)";
const TAKE_SHARE: &str = "SELECT pg_try_advisory_lock_shared($1)";
const GIVE_BACK: &str = "SELECT pg_advisory_unlock($1)";

/// Takes the lock that a store needs to start. The first server has the database exclusively until
/// its stamp is written.
///
/// # Errors
/// [`StoreError::InUse`] if others use it.
pub(super) async fn take(
    connection: &mut PgConnection,
    options: &PostgresOptions,
) -> Result<Hold, StoreError> {
    if *options.share() == Share::Shared {
        return Ok(Hold::Nothing);
    }
    if lock(connection, TAKE_ALL).await? {
        return Ok(Hold::All);
    }
    let is_node = matches!(options.share(), Share::Cluster(_));
    if is_node && lock(connection, TAKE_SHARE).await? {
        return Ok(Hold::Share);
    }
    Err(StoreError::InUse(options.shown()))
}

/// Takes the lock again after the connection was lost.
///
/// # Errors
/// [`StoreError::InUse`], [`StoreError::OtherRules`], [`StoreError::OtherSigner`] or
/// [`StoreError::OtherArbiter`] if others have taken the database over in the meantime.
pub(super) async fn take_again(
    connection: &mut PgConnection,
    options: &PostgresOptions,
) -> Result<(), StoreError> {
    let is_taken = match options.share() {
        Share::Shared => true,
        Share::Exclusive => lock(connection, TAKE_ALL).await?,
        Share::Cluster(stamp) => {
            let is_taken = lock(connection, TAKE_SHARE).await?;
            let found = found(connection).await?;
            if let Some((_, found)) = found.filter(|_| is_taken) {
                compare(options, &found, stamp)?;
            }
            is_taken
        }
    };
    if is_taken { Ok(()) } else { Err(StoreError::InUse(options.shown())) }
}

/// Writes a server's stamp to a database that it has exclusively, or compares it with the stored
/// one. Does nothing for a store that is not one of several servers.
///
/// # Errors
/// [`StoreError::OtherRules`], [`StoreError::OtherSigner`] or [`StoreError::OtherArbiter`].
pub(super) async fn stamp(
    connection: &mut PgConnection,
    options: &PostgresOptions,
    hold: Hold,
) -> Result<Option<Membership>, StoreError> {
    let Share::Cluster(stamp) = options.share() else { return Ok(None) };
    let found = found(connection).await?;
    if let Some((_, found)) = &found {
        // The only server may bring other keys and later rules. Earlier rules are refused, because
        // games were begun under the later ones.
        if hold != Hold::All || found.rules > stamp.rules {
            compare(options, found, stamp)?;
        }
    }
    if hold == Hold::All {
        put(connection, stamp).await?;
        lock(connection, TAKE_SHARE).await?;
        lock(connection, GIVE_BACK).await?;
    }
    let found = match found {
        Some(found) => Some(found),
        None => self::found(connection).await?,
    };
    Ok(found.map(|(house, _)| Membership { house, is_first: hold == Hold::All }))
}

/// Checks whether a server could join now, without taking a lock. The only server may bring other
/// keys and later rules, but not earlier ones. A missing key is an error: a newly generated one
/// would look like another server's to pages.
///
/// # Errors
/// [`StoreError::OtherRules`], [`StoreError::OtherSigner`], [`StoreError::OtherArbiter`] or
/// [`StoreError::LostKey`].
pub(super) async fn compare_before(
    connection: &mut PgConnection,
    options: &PostgresOptions,
) -> Result<(), StoreError> {
    let Share::Cluster(stamp) = options.share() else { return Ok(()) };
    let Some((_, found)) = found(connection).await? else { return Ok(()) };
    for (own, known, key) in [
        (&stamp.signer, &found.signer, "sign.key"),
        (&stamp.arbiter, &found.arbiter, "arbiter.key"),
    ] {
        if own.is_empty() && !known.is_empty() {
            return Err(StoreError::LostKey { database: options.shown(), key });
        }
    }
    let others = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted \
                  AND (classid::bigint << 32) + objid::bigint = $1 \
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
    let has_others: bool =
        sqlx::query(others).bind(LOCK_KEY).fetch_one(&mut *connection).await?.get(0);
    if has_others || found.rules > stamp.rules { compare(options, &found, stamp) } else { Ok(()) }
}

async fn put(connection: &mut PgConnection, stamp: &ClusterIdentity) -> Result<(), StoreError> {
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(|error| StoreError::Database(error.to_string()))?;
    let put = "INSERT INTO house (one, id, rules, signer, arbiter) VALUES (TRUE, $1, $2, $3, $4) \
               ON CONFLICT (one) DO UPDATE SET rules = excluded.rules, signer = excluded.signer, \
                   arbiter = excluded.arbiter";
    let put = sqlx::query(put).bind(base16ct::lower::encode_string(&id));
    let put = put.bind(i64::from(stamp.rules)).bind(&stamp.signer).bind(&stamp.arbiter);
    put.execute(connection).await?;
    Ok(())
}

/// Returns the database's id and stamp; `None` before the first server.
async fn found(
    connection: &mut PgConnection,
) -> Result<Option<(String, ClusterIdentity)>, StoreError> {
    let found = "SELECT id, rules, signer, arbiter FROM house";
    let found = sqlx::query(found).fetch_optional(connection).await?;
    let stamp = |row: &PgRow| ClusterIdentity {
        rules: u32::try_from(row.get::<i64, _>(1)).unwrap_or(0),
        signer: row.get(2),
        arbiter: row.get(3),
    };
    Ok(found.map(|row| (row.get(0), stamp(&row))))
}

fn compare(
    options: &PostgresOptions,
    found: &ClusterIdentity,
    own: &ClusterIdentity,
) -> Result<(), StoreError> {
    let database = options.shown();
    if found.rules != own.rules {
        return Err(StoreError::OtherRules { database, found: found.rules, known: own.rules });
    }
    if found.signer != own.signer {
        return Err(StoreError::OtherSigner(database));
    }
    if found.arbiter != own.arbiter {
        return Err(StoreError::OtherArbiter(database));
    }
    Ok(())
}

async fn lock(connection: &mut PgConnection, how: &'static str) -> Result<bool, StoreError> {
    Ok(sqlx::query(how).bind(LOCK_KEY).fetch_one(connection).await?.get(0))
}
