//! Standing of accounts, reports and the audit log in PostgreSQL.

use super::{
    PostgresOptions, PostgresStore,
    connection::{self, ANSWER},
    migrations,
    pool::Pool,
};
use crate::{
    Act, ActWithEffects, HiddenPage, MarkedAccount, Moderation, NewAct, NewReport, Report,
    ReportLimit, Standing, StandingChange, StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

const MARKED: &str = "SELECT closed_ms, muted_ms, is_hidden, role, warning, id, name FROM player \
                      WHERE closed_ms IS NOT NULL OR muted_ms IS NOT NULL OR is_hidden \
                         OR role IS NOT NULL";
const OPEN_REPORTS: &str = "SELECT n, reporter, account, reason, text, table_id, at_ms, settled_ms \
                            FROM report WHERE settled_ms IS NULL ORDER BY n LIMIT $1";
const REPORTS_ON: &str = "SELECT n, reporter, account, reason, text, table_id, at_ms, settled_ms \
                          FROM report WHERE account = $1 ORDER BY n DESC LIMIT $2";
const ALL_REPORTS: &str = "SELECT n, reporter, account, reason, text, table_id, at_ms, settled_ms \
                           FROM report ORDER BY n";
const ACTS: &str = "SELECT n, moderator, kind, account, text, at_ms FROM act \
                    WHERE n < $1 ORDER BY n DESC LIMIT $2";
const ACTS_ON: &str = "SELECT n, moderator, kind, account, text, at_ms FROM act \
                       WHERE n < $1 AND account = $3 ORDER BY n DESC LIMIT $2";
const LAST_ACT: &str = "SELECT n, moderator, kind, account, text, at_ms FROM act \
                        WHERE kind = $1 ORDER BY n DESC LIMIT 1";
const ALL_ACTS: &str = "SELECT n, moderator, kind, account, text, at_ms FROM act ORDER BY n";
const HIDDEN_IN: &str = "SELECT game_id, account, times, ms FROM hidden_page WHERE game_id = $1";
const ALL_HIDDEN: &str = "SELECT game_id, account, times, ms FROM hidden_page \
                          ORDER BY game_id, account";

#[async_trait]
impl Moderation for PostgresStore {
    async fn change_standing(
        &self,
        account: &AccountId,
        verified: Option<String>,
        change: StandingChange,
    ) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let changed = change_one(&mut connection, account, verified.as_deref(), &change);
        let answer = timeout(ANSWER, changed).await;
        Pool::settle(connection, answer)
    }

    async fn marked_accounts(&self) -> Result<Vec<MarkedAccount>, StoreError> {
        let marked = |row: &PgRow| MarkedAccount {
            id: row.get::<String, _>(5).into(),
            name: row.get(6),
            standing: standing(row, 0),
        };
        Ok(self.rows(sqlx::query(MARKED)).await?.iter().map(marked).collect())
    }

    async fn add_report(&self, report: NewReport, limit: ReportLimit) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, add_report(&mut connection, &report, limit)).await;
        if Pool::settle(connection, answer)? { Ok(()) } else { Err(StoreError::TooManyReports) }
    }

    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let rows = self.rows(sqlx::query(OPEN_REPORTS).bind(i64::from(limit))).await?;
        Ok(rows.iter().map(report).collect())
    }

    async fn reports_on(&self, account: &AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
        let asked = sqlx::query(REPORTS_ON).bind(account.as_str()).bind(i64::from(limit));
        Ok(self.rows(asked).await?.iter().map(report).collect())
    }

    async fn act(&self, act: ActWithEffects) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, carry_out(&mut connection, &act)).await;
        Pool::settle(connection, answer)
    }

    async fn acts(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Act>, StoreError> {
        let before = before.map_or(i64::MAX, |before| before.min(i64::MAX as u64) as i64);
        let asked = sqlx::query(if account.is_some() { ACTS_ON } else { ACTS });
        let asked = asked.bind(before).bind(i64::from(limit));
        let rows = match account {
            Some(account) => self.rows(asked.bind(account.into_string())).await?,
            None => self.rows(asked).await?,
        };
        Ok(rows.iter().map(act).collect())
    }

    async fn last_act(&self, kind: &str) -> Result<Option<Act>, StoreError> {
        Ok(self.row(sqlx::query(LAST_ACT).bind(kind)).await?.as_ref().map(act))
    }

    async fn add_hidden_page(&self, hidden: HiddenPage) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, put_hidden_page(&mut connection, &hidden)).await;
        Pool::settle(connection, answer)
    }

    async fn hidden_pages(&self, game: &GameId) -> Result<Vec<HiddenPage>, StoreError> {
        let rows = self.rows(sqlx::query(HIDDEN_IN).bind(game.as_str())).await?;
        Ok(rows.iter().map(hidden_page).collect())
    }
}

/// Carries out an act of the operator in a database that servers may be using.
///
/// # Errors
/// If the database is not one of servers of this version, or cannot be written.
pub async fn act_in_postgres(
    options: &PostgresOptions,
    act: ActWithEffects,
) -> Result<(), StoreError> {
    let mut connection = connection::open(options, None).await?;
    migrations::check_latest(&mut connection, &options.shown()).await?;
    carry_out(&mut connection, &act).await
}

pub(super) fn standing(row: &PgRow, first: usize) -> Standing {
    let time = |at: usize| row.get::<Option<i64>, _>(first + at).map(|ms| UnixMs(ms as u64));
    Standing {
        closed_ms: time(0),
        muted_ms: time(1),
        is_hidden: row.get(first + 2),
        role: row.get(first + 3),
        warning: row.get(first + 4),
    }
}

fn report(row: &PgRow) -> Report {
    Report {
        number: row.get::<i64, _>(0) as u64,
        report: NewReport {
            reporter: row.get::<String, _>(1).into(),
            account: row.get::<String, _>(2).into(),
            reason: row.get(3),
            text: row.get(4),
            table: row.get::<Option<String>, _>(5).map(Into::into),
            at_ms: UnixMs(row.get::<i64, _>(6) as u64),
        },
        settled_ms: row.get::<Option<i64>, _>(7).map(|ms| UnixMs(ms as u64)),
    }
}

fn act(row: &PgRow) -> Act {
    Act {
        number: row.get::<i64, _>(0) as u64,
        act: NewAct {
            moderator: row.get::<Option<String>, _>(1).map(Into::into),
            kind: row.get(2),
            account: row.get::<Option<String>, _>(3).map(Into::into),
            text: row.get(4),
            at_ms: UnixMs(row.get::<i64, _>(5) as u64),
        },
    }
}

fn hidden_page(row: &PgRow) -> HiddenPage {
    HiddenPage {
        game: row.get::<String, _>(0).into(),
        account: row.get::<String, _>(1).into(),
        times: row.get::<i64, _>(2).try_into().unwrap_or(u32::MAX),
        ms: row.get::<i64, _>(3) as u64,
    }
}

/// What is stored of all hidden pages.
pub(super) async fn all_hidden_pages(
    connection: &mut PgConnection,
) -> Result<Vec<HiddenPage>, StoreError> {
    Ok(sqlx::query(ALL_HIDDEN).fetch_all(connection).await?.iter().map(hidden_page).collect())
}

pub(super) async fn put_hidden_page(
    connection: &mut PgConnection,
    hidden: &HiddenPage,
) -> Result<(), StoreError> {
    let put = "INSERT INTO hidden_page (game_id, account, times, ms) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (game_id, account) \
               DO UPDATE SET times = hidden_page.times + excluded.times, \
                             ms = hidden_page.ms + excluded.ms";
    let put = sqlx::query(put).bind(hidden.game.as_str()).bind(hidden.account.as_str());
    put.bind(i64::from(hidden.times)).bind(hidden.ms.cast_signed()).execute(connection).await?;
    Ok(())
}

/// All reports and acts, in order.
pub(super) async fn everything(
    connection: &mut PgConnection,
) -> Result<(Vec<Report>, Vec<Act>), StoreError> {
    let reports = sqlx::query(ALL_REPORTS).fetch_all(&mut *connection).await?;
    let acts = sqlx::query(ALL_ACTS).fetch_all(connection).await?;
    Ok((reports.iter().map(report).collect(), acts.iter().map(act).collect()))
}

async fn change_one(
    connection: &mut PgConnection,
    account: &AccountId,
    verified: Option<&str>,
    change: &StandingChange,
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    if let Some(verified) = verified {
        let is_open = "SELECT 1 FROM player WHERE id = $1 AND password = $2 \
                       AND closed_ms IS NULL FOR UPDATE";
        let is_open = sqlx::query(is_open).bind(account.as_str()).bind(verified);
        if is_open.fetch_optional(&mut *transaction).await?.is_none() {
            return Err(StoreError::PasswordChanged);
        }
    }
    set(&mut transaction, account, change).await?;
    Ok(transaction.commit().await?)
}

/// Adds a report unless there are too many. A lock serialises the reports of one account, so that the
/// next statement sees commits made while it waited.
async fn add_report(
    connection: &mut PgConnection,
    report: &NewReport,
    limit: ReportLimit,
) -> Result<bool, StoreError> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 3))")
        .bind(report.reporter.as_str())
        .execute(&mut *transaction)
        .await?;
    let counts = "SELECT COUNT(*) FILTER (WHERE at_ms >= $2), \
                         COUNT(*) FILTER (WHERE account = $3 AND settled_ms IS NULL) \
                  FROM report WHERE reporter = $1";
    let counts = sqlx::query(counts).bind(report.reporter.as_str());
    let counts = counts.bind(limit.since_ms.0 as i64).bind(report.account.as_str());
    let counts = counts.fetch_one(&mut *transaction).await?;
    if counts.get::<i64, _>(0) >= i64::from(limit.max) || counts.get::<i64, _>(1) > 0 {
        return Ok(false);
    }
    put_report(&mut transaction, report, None).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn carry_out(connection: &mut PgConnection, act: &ActWithEffects) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    if let Some(account) = &act.act.account {
        match &act.change {
            Some(change) => set(&mut transaction, account, change).await?,
            None => {
                let known =
                    sqlx::query("SELECT 1 FROM player WHERE id = $1").bind(account.as_str());
                if known.fetch_optional(&mut *transaction).await?.is_none() {
                    return Err(StoreError::NoAccount(account.clone()));
                }
            }
        }
    }
    let at_ms = act.act.at_ms.0 as i64;
    match (&act.act.account, act.settles) {
        (Some(account), Some(last)) => {
            let settle = "UPDATE report SET settled_ms = $3 \
                          WHERE account = $1 AND n <= $2 AND settled_ms IS NULL";
            let settle = sqlx::query(settle).bind(account.as_str()).bind(last as i64);
            settle.bind(at_ms).execute(&mut *transaction).await?;
        }
        (None, Some(number)) => {
            let settle = "UPDATE report SET settled_ms = $2 WHERE n = $1 AND settled_ms IS NULL";
            let settle = sqlx::query(settle).bind(number as i64);
            settle.bind(at_ms).execute(&mut *transaction).await?;
        }
        (_, None) => {}
    }
    put_act(&mut transaction, &act.act).await?;
    Ok(transaction.commit().await?)
}

async fn set(
    connection: &mut PgConnection,
    account: &AccountId,
    change: &StandingChange,
) -> Result<(), StoreError> {
    let id = account.as_str();
    let query = |text: &'static str| sqlx::query(text).bind(id);
    let time = |ms: &UnixMs| Some(ms.0 as i64);
    let closed = "UPDATE player SET closed_ms = $2, mail = NULL WHERE id = $1";
    let reopened = "UPDATE player SET closed_ms = NULL WHERE id = $1";
    let muted = "UPDATE player SET muted_ms = $2 WHERE id = $1";
    let set = match change {
        StandingChange::Close(at_ms) => query(closed).bind(time(at_ms)),
        StandingChange::Reopen => query(reopened),
        StandingChange::Mute(at_ms) => query(muted).bind(time(at_ms)),
        StandingChange::Unmute => query(muted).bind(None::<i64>),
        StandingChange::Warning(text) => {
            query("UPDATE player SET warning = $2 WHERE id = $1").bind(text)
        }
        StandingChange::Acknowledge(text) => {
            query("UPDATE player SET warning = NULLIF(warning, $2) WHERE id = $1").bind(text)
        }
        StandingChange::Role(role) => query("UPDATE player SET role = $2 WHERE id = $1").bind(role),
        StandingChange::Hidden(is_hidden) => {
            query("UPDATE player SET is_hidden = $2 WHERE id = $1").bind(is_hidden)
        }
    };
    if set.execute(&mut *connection).await?.rows_affected() == 0 {
        return Err(StoreError::NoAccount(account.clone()));
    }
    if let StandingChange::Close(_) = change {
        // The row is locked, so no session and no progress is added until the commit.
        query("DELETE FROM session WHERE player_id = $1").execute(&mut *connection).await?;
        query("DELETE FROM solver WHERE account = $1").execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn put_report(
    connection: &mut PgConnection,
    report: &NewReport,
    settled_ms: Option<UnixMs>,
) -> Result<(), StoreError> {
    let put = "INSERT INTO report (reporter, account, reason, text, table_id, at_ms, settled_ms) \
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let put = sqlx::query(put).bind(report.reporter.as_str()).bind(report.account.as_str());
    let put = put.bind(&report.reason).bind(&report.text).bind(report.table.as_deref());
    let put = put.bind(report.at_ms.0 as i64).bind(settled_ms.map(|ms| ms.0 as i64));
    put.execute(connection).await?;
    Ok(())
}

pub(super) async fn put_act(connection: &mut PgConnection, act: &NewAct) -> Result<(), StoreError> {
    let put = "INSERT INTO act (moderator, kind, account, text, at_ms) VALUES ($1, $2, $3, $4, $5)";
    let put = sqlx::query(put).bind(act.moderator.as_deref()).bind(&act.kind);
    let put = put.bind(act.account.as_deref()).bind(&act.text).bind(act.at_ms.0 as i64);
    put.execute(connection).await?;
    Ok(())
}
