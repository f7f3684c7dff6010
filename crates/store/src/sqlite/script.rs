use sqlx::SqliteConnection;

/// Runs SQL text as it is, without counting what is begun: of a transaction only SQLite knows
/// whether it goes on.
pub(super) async fn run_script(
    connection: &mut SqliteConnection,
    script: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(script).execute(connection).await.map(|_| ())
}
