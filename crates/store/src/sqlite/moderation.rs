//! Standing of accounts, reports and the audit log in SQLite.

use super::{
    SqliteOptions, SqliteStore,
    job::{Job, JobError, ModerationJob},
    on_blocking_thread, puzzles,
    rows::all,
    schema,
};
use crate::{
    Act, ActWithEffects, HiddenPage, MarkedAccount, Moderation, NewAct, NewReport, Report,
    ReportLimit, Standing, StandingChange, StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};
use rusqlite::{Connection, Row, params};

const REPORT: &str = "SELECT n, reporter, account, reason, text, table_id, at_ms, settled_ms \
                      FROM report";
const ACT: &str = "SELECT n, moderator, kind, account, text, at_ms FROM act";
const HIDDEN: &str = "SELECT game_id, account, times, ms FROM hidden_page";

const MARKED: &str = "SELECT closed_ms, muted_ms, is_hidden, role, warning, id, name FROM player \
                      WHERE closed_ms IS NOT NULL OR muted_ms IS NOT NULL OR is_hidden <> 0 \
                         OR role IS NOT NULL";

#[async_trait]
impl Moderation for SqliteStore {
    async fn change_standing(
        &self,
        account: &AccountId,
        verified: Option<String>,
        change: StandingChange,
    ) -> Result<(), StoreError> {
        let account = account.clone();
        self.writer.ask(Job::Moderation(ModerationJob::Change { account, verified, change })).await
    }

    async fn marked_accounts(&self) -> Result<Vec<MarkedAccount>, StoreError> {
        let marked = |row: &Row<'_>| {
            let (id, name) = (row.get::<_, String>(5)?.into(), row.get(6)?);
            Ok(MarkedAccount { id, name, standing: standing(row, 0)? })
        };
        self.readers.ask(move |connection| all(connection, MARKED, [], marked)).await
    }

    async fn add_report(&self, report: NewReport, limit: ReportLimit) -> Result<(), StoreError> {
        self.writer.ask(Job::Moderation(ModerationJob::Report { report, limit })).await
    }

    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let question = format!("{REPORT} WHERE settled_ms IS NULL ORDER BY n LIMIT ?1");
        self.readers.ask(move |connection| all(connection, &question, [limit], report)).await
    }

    async fn reports_on(&self, account: &AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
        let question = format!("{REPORT} WHERE account = ?1 ORDER BY n DESC LIMIT ?2");
        let account = account.clone();
        let ask = move |connection: &Connection| {
            all(connection, &question, params![account.as_str(), limit], report)
        };
        self.readers.ask(ask).await
    }

    async fn act(&self, act: ActWithEffects) -> Result<(), StoreError> {
        self.writer.ask(Job::Moderation(ModerationJob::Act(act))).await
    }

    async fn acts(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Act>, StoreError> {
        let whose = if account.is_some() { "account = ?3 AND" } else { "?3 IS NULL AND" };
        let question = format!("{ACT} WHERE {whose} n < ?1 ORDER BY n DESC LIMIT ?2");
        let before = before.map_or(i64::MAX, |before| before.min(i64::MAX as u64) as i64);
        let ask = move |connection: &Connection| {
            all(connection, &question, params![before, limit, account.as_deref()], act)
        };
        self.readers.ask(ask).await
    }

    async fn last_act(&self, kind: &str) -> Result<Option<Act>, StoreError> {
        let question = format!("{ACT} WHERE kind = ?1 ORDER BY n DESC LIMIT 1");
        let kind = kind.to_owned();
        let ask = move |connection: &Connection| all(connection, &question, [kind], act);
        Ok(self.readers.ask(ask).await?.pop())
    }

    async fn add_hidden_page(&self, hidden: HiddenPage) -> Result<(), StoreError> {
        self.writer.ask(Job::Moderation(ModerationJob::Hidden(hidden))).await
    }

    async fn hidden_pages(&self, game: &GameId) -> Result<Vec<HiddenPage>, StoreError> {
        let question = format!("{HIDDEN} WHERE game_id = ?1");
        let game = game.clone().into_string();
        let ask = move |connection: &Connection| all(connection, &question, [game], hidden_page);
        self.readers.ask(ask).await
    }
}

/// Carries out an act of the operator in a database that a server may be using.
///
/// # Errors
/// If the file does not exist, is not a database of this version, or cannot be written.
pub async fn act_in_file(options: &SqliteOptions, act: ActWithEffects) -> Result<(), StoreError> {
    let options = options.clone();
    on_blocking_thread(move || {
        let file = options.file();
        if !file.exists() {
            let what = "there is no such database".to_owned();
            return Err(StoreError::File { file: file.to_owned(), what });
        }
        let connection = options.open()?;
        schema::check_latest(&connection, file)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        let done = match carry_out(&connection, &act) {
            Ok(()) => Ok(connection.execute_batch("COMMIT")?),
            Err(JobError::Refused(refusal)) => Err(refusal),
            Err(JobError::Failed(error)) => Err(error.into()),
        };
        // Dropping the connection ends an open transaction.
        drop(connection);
        done
    })
    .await
}

pub(super) fn standing(row: &Row<'_>, first: usize) -> rusqlite::Result<Standing> {
    let time = |at: usize| -> rusqlite::Result<Option<UnixMs>> {
        Ok(row.get::<_, Option<i64>>(first + at)?.map(|ms| UnixMs(ms as u64)))
    };
    Ok(Standing {
        closed_ms: time(0)?,
        muted_ms: time(1)?,
        is_hidden: row.get(first + 2)?,
        role: row.get(first + 3)?,
        warning: row.get(first + 4)?,
    })
}

pub(super) fn report(row: &Row<'_>) -> rusqlite::Result<Report> {
    Ok(Report {
        number: row.get::<_, i64>(0)? as u64,
        report: NewReport {
            reporter: row.get::<_, String>(1)?.into(),
            account: row.get::<_, String>(2)?.into(),
            reason: row.get(3)?,
            text: row.get(4)?,
            table: row.get::<_, Option<String>>(5)?.map(Into::into),
            at_ms: UnixMs(row.get::<_, i64>(6)? as u64),
        },
        settled_ms: row.get::<_, Option<i64>>(7)?.map(|ms| UnixMs(ms as u64)),
    })
}

pub(super) fn act(row: &Row<'_>) -> rusqlite::Result<Act> {
    Ok(Act {
        number: row.get::<_, i64>(0)? as u64,
        act: NewAct {
            moderator: row.get::<_, Option<String>>(1)?.map(Into::into),
            kind: row.get(2)?,
            account: row.get::<_, Option<String>>(3)?.map(Into::into),
            text: row.get(4)?,
            at_ms: UnixMs(row.get::<_, i64>(5)? as u64),
        },
    })
}

fn hidden_page(row: &Row<'_>) -> rusqlite::Result<HiddenPage> {
    Ok(HiddenPage {
        game: row.get::<_, String>(0)?.into(),
        account: row.get::<_, String>(1)?.into(),
        times: row.get::<_, i64>(2)?.try_into().unwrap_or(u32::MAX),
        ms: row.get::<_, i64>(3)? as u64,
    })
}

/// What is stored of all hidden pages.
pub(super) fn all_hidden_pages(connection: &Connection) -> rusqlite::Result<Vec<HiddenPage>> {
    all(connection, &format!("{HIDDEN} ORDER BY game_id, account"), [], hidden_page)
}

/// All reports and acts, in order.
pub(super) fn everything(connection: &Connection) -> rusqlite::Result<(Vec<Report>, Vec<Act>)> {
    let reports = all(connection, &format!("{REPORT} ORDER BY n"), [], report)?;
    Ok((reports, all(connection, &format!("{ACT} ORDER BY n"), [], act)?))
}

pub(super) fn change(connection: &Connection, job: &ModerationJob) -> Result<(), JobError> {
    match job {
        ModerationJob::Change { account, verified, change } => {
            if let Some(verified) = verified {
                let is_open = "SELECT 1 FROM player WHERE id = ?1 AND password = ?2 \
                               AND closed_ms IS NULL";
                let values = [account.as_str(), verified.as_str()];
                if !connection.prepare_cached(is_open)?.exists(values)? {
                    return Err(StoreError::PasswordChanged.into());
                }
            }
            check_known(connection, account)?;
            Ok(set(connection, account, change)?)
        }
        ModerationJob::Report { report, limit } => {
            let counts = "SELECT COUNT(*) FILTER (WHERE at_ms >= ?2), \
                                 COUNT(*) FILTER (WHERE account = ?3 AND settled_ms IS NULL) \
                          FROM report WHERE reporter = ?1";
            let values =
                params![report.reporter.as_str(), limit.since_ms.0 as i64, report.account.as_str()];
            let counted = |row: &Row<'_>| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?));
            let (recent, same) = connection.prepare_cached(counts)?.query_row(values, counted)?;
            if recent >= limit.max || same > 0 {
                return Err(StoreError::TooManyReports.into());
            }
            Ok(put_report(connection, report, None)?)
        }
        ModerationJob::Act(act) => carry_out(connection, act),
        ModerationJob::Hidden(hidden) => Ok(add_hidden_page(connection, hidden)?),
    }
}

fn carry_out(connection: &Connection, act: &ActWithEffects) -> Result<(), JobError> {
    if let Some(account) = &act.act.account {
        check_known(connection, account)?;
    }
    if let (Some(account), Some(change)) = (&act.act.account, &act.change) {
        set(connection, account, change)?;
    }
    let at_ms = act.act.at_ms.0 as i64;
    match (&act.act.account, act.settles) {
        (Some(account), Some(last)) => {
            let settle = "UPDATE report SET settled_ms = ?3 \
                          WHERE account = ?1 AND n <= ?2 AND settled_ms IS NULL";
            let values = params![account.as_str(), last as i64, at_ms];
            connection.prepare_cached(settle)?.execute(values)?;
        }
        (None, Some(number)) => {
            let settle = "UPDATE report SET settled_ms = ?2 WHERE n = ?1 AND settled_ms IS NULL";
            connection.prepare_cached(settle)?.execute(params![number as i64, at_ms])?;
        }
        (_, None) => {}
    }
    Ok(put_act(connection, &act.act)?)
}

fn check_known(connection: &Connection, account: &AccountId) -> Result<(), JobError> {
    let known = "SELECT 1 FROM player WHERE id = ?1";
    if connection.prepare_cached(known)?.exists([account.as_str()])? {
        Ok(())
    } else {
        Err(StoreError::NoAccount(account.clone()).into())
    }
}

fn set(
    connection: &Connection,
    account: &AccountId,
    change: &StandingChange,
) -> rusqlite::Result<()> {
    let ms = |ms: &UnixMs| Some(ms.0 as i64);
    let id = account.as_str();
    let put = |column: &str, value: &dyn rusqlite::ToSql| {
        let put = format!("UPDATE player SET {column} = ?2 WHERE id = ?1");
        connection.prepare_cached(&put)?.execute(params![id, value]).map(|_| ())
    };
    match change {
        StandingChange::Close(at_ms) => {
            put("closed_ms", &ms(at_ms))?;
            put("mail", &None::<String>)?;
            let end = "DELETE FROM session WHERE player_id = ?1";
            connection.prepare_cached(end)?.execute([id])?;
            puzzles::forget_solver(connection, id)
        }
        StandingChange::Reopen => put("closed_ms", &None::<i64>),
        StandingChange::Mute(at_ms) => put("muted_ms", &ms(at_ms)),
        StandingChange::Unmute => put("muted_ms", &None::<i64>),
        StandingChange::Warning(text) => put("warning", text),
        StandingChange::Acknowledge(text) => {
            let clear = "UPDATE player SET warning = NULL WHERE id = ?1 AND warning = ?2";
            connection.prepare_cached(clear)?.execute(params![id, text]).map(|_| ())
        }
        StandingChange::Role(role) => put("role", role),
        StandingChange::Hidden(is_hidden) => put("is_hidden", is_hidden),
    }
}

pub(super) fn add_hidden_page(
    connection: &Connection,
    hidden: &HiddenPage,
) -> rusqlite::Result<()> {
    let add = "INSERT INTO hidden_page (game_id, account, times, ms) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (game_id, account) \
               DO UPDATE SET times = times + excluded.times, ms = ms + excluded.ms";
    let HiddenPage { game, account, times, ms } = hidden;
    let values = params![game.as_str(), account.as_str(), times, ms.cast_signed()];
    connection.prepare_cached(add)?.execute(values).map(|_| ())
}

pub(super) fn put_report(
    connection: &Connection,
    report: &NewReport,
    settled_ms: Option<UnixMs>,
) -> rusqlite::Result<()> {
    let put = "INSERT INTO report (reporter, account, reason, text, table_id, at_ms, settled_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.prepare_cached(put)?.execute(params![
        report.reporter.as_str(),
        report.account.as_str(),
        report.reason,
        report.text,
        report.table.as_deref(),
        report.at_ms.0 as i64,
        settled_ms.map(|ms| ms.0 as i64),
    ])?;
    Ok(())
}

pub(super) fn put_act(connection: &Connection, act: &NewAct) -> rusqlite::Result<()> {
    let put = "INSERT INTO act (moderator, kind, account, text, at_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(put)?.execute(params![
        act.moderator.as_deref(),
        act.kind,
        act.account.as_deref(),
        act.text,
        act.at_ms.0 as i64,
    ])?;
    Ok(())
}
