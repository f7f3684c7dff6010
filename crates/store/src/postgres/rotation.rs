//! Rotation of the encryption key.

use super::{PostgresOptions, connection::run_script, prepare, sealing::note_key};
use crate::{StoreError, hash_chain, keyring::Keyring, smart_boards};
use sqlx::{PgConnection, Row};

/// Number of events encrypted again at once.
const PAGE: i64 = 500;

/// Generates a new key, encrypts everything with it, removes the old key and returns the new key's
/// number. No other process may use the database. If interrupted, both keys remain and everything
/// can be read. Damaged data that cannot be decrypted is left unchanged. PostgreSQL's WAL, replicas
/// and dumps still contain data encrypted with the old key.
///
/// # Errors
/// As [`PostgresStore::open`](super::PostgresStore::open); [`StoreError::InUse`] while a server
/// runs.
pub async fn rotate_postgres_key(options: PostgresOptions) -> Result<u8, StoreError> {
    let (mut connection, mut keys, _) = prepare(&options.alone()).await?;
    let id = keys.add()?;
    keys.save()?;
    // No timeout is needed. Uncommitted work ends with the connection.
    run_script(&mut connection, "SET statement_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ")
        .await?;
    seal_events_again(&mut connection, &keys).await?;
    seal_boards_again(&mut connection, &keys).await?;
    sqlx::query("DELETE FROM seal_key").execute(&mut connection).await?;
    note_key(&mut connection, &keys).await?;
    run_script(&mut connection, "COMMIT").await?;
    // Rewrites the tables, so that free pages contain no old data.
    run_script(&mut connection, "VACUUM (FULL) game_event, board, seal_key").await?;
    keys.forget_old();
    keys.save()?;
    Ok(id)
}

async fn seal_events_again(
    connection: &mut PgConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    let (mut game, mut seq) = (String::new(), -1_i64);
    loop {
        let page = "SELECT game_id, seq, sealed FROM game_event \
                    WHERE sealed IS NOT NULL AND (game_id, seq) > ($1, $2) \
                    ORDER BY game_id, seq LIMIT $3";
        let page = sqlx::query(page).bind(&game).bind(seq).bind(PAGE);
        let rows = page.fetch_all(&mut *connection).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        (game, seq) = (last.get(0), last.get(1));
        let (mut games, mut seqs, mut sealed) = (Vec::new(), Vec::new(), Vec::new());
        for row in &rows {
            let (game, seq): (String, i64) = (row.get(0), row.get(1));
            let context = hash_chain::context(&game, seq as u64);
            let Some(blinded) = keys.unseal(&context, row.get(2)) else { continue };
            sealed.push(keys.seal_again(&context, blinded)?.bytes);
            games.push(game);
            seqs.push(seq);
        }
        let put = "UPDATE game_event SET sealed = again.sealed \
                   FROM UNNEST($1::text[], $2::bigint[], $3::bytea[]) AS again (game, seq, sealed) \
                   WHERE game_event.game_id = again.game AND game_event.seq = again.seq";
        sqlx::query(put).bind(games).bind(seqs).bind(sealed).execute(&mut *connection).await?;
    }
}

async fn seal_boards_again(
    connection: &mut PgConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    for row in sqlx::query("SELECT id, key FROM board").fetch_all(&mut *connection).await? {
        let (id, context) = (row.get::<String, _>(0), smart_boards::context(row.get(0)));
        let Some(blinded) = keys.unseal(&context, row.get(1)) else { continue };
        sqlx::query("UPDATE board SET key = $2 WHERE id = $1")
            .bind(id)
            .bind(keys.seal_again(&context, blinded)?.bytes)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
