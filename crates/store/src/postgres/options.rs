use crate::{StoreError, cluster::ClusterIdentity};
use sqlx::postgres::PgConnectOptions;
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

/// Query parameters allowed in an address. The library ignores unknown parameters, and a misspelt
/// request for encryption must not be ignored.
const PARAMETERS: [&str; 17] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// A hint for the most common mistake in an address.
const PERCENT: &str = "; in a name or password `/`, `?`, `#`, `@`, `:` and `%` are written `%2F`, `%3F`, \
    `%23`, `%40`, `%3A` and `%25`";

/// Schemes of an address.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Location, sharing and limits of a PostgreSQL store.
#[derive(Clone)]
pub struct PostgresOptions {
    connect: PgConnectOptions,
    keys: PathBuf,
    share: Share,
    max_bytes: Option<u64>,
}

/// Which other stores may use the database at the same time.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Share {
    /// Any other store.
    Shared,
    /// No other store.
    Exclusive,
    /// Servers with the same stamp.
    Cluster(ClusterIdentity),
}

impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresOptions({})", self.shown())
    }
}

impl PostgresOptions {
    /// Whether the text has the scheme of a PostgreSQL address.
    pub fn is_address(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Creates options from an address, `postgres://user:password@host:port/database`, and the file
    /// of the encryption keys.
    ///
    /// # Errors
    /// [`StoreError::Address`] if the address is invalid.
    pub fn new(address: &str, keys: &Path) -> Result<PostgresOptions, StoreError> {
        if !PostgresOptions::is_address(address) {
            let what = "expected postgres://USER:PASSWORD@HOST:PORT/DATABASE";
            return Err(StoreError::Address(what.to_owned()));
        }
        check_parameters(address)?;
        let connect = PgConnectOptions::from_str(address)
            .map_err(|error| StoreError::Address(format!("{error}{PERCENT}")))?
            .application_name("chuhe");
        let share = Share::Shared;
        Ok(PostgresOptions { connect, keys: keys.to_owned(), share, max_bytes: None })
    }

    /// Uses the database exclusively.
    #[must_use]
    pub fn alone(self) -> PostgresOptions {
        PostgresOptions { share: Share::Exclusive, ..self }
    }

    /// Shares the database with other servers that have the same stamp.
    #[must_use]
    pub fn node(self, stamp: ClusterIdentity) -> PostgresOptions {
        PostgresOptions { share: Share::Cluster(stamp), ..self }
    }

    /// Refuses new games, events, accounts and boards while the database has this size or more. The
    /// size is queried at most once per second, and appended bytes are added in between.
    #[must_use]
    pub fn max_bytes(self, bytes: u64) -> PostgresOptions {
        PostgresOptions { max_bytes: Some(bytes), ..self }
    }

    /// The address without the password.
    pub fn shown(&self) -> String {
        let user = self.connect.get_username();
        let place = match self.connect.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", self.connect.get_host(), self.connect.get_port()),
        };
        // The default database name is the user's name.
        let database = self.connect.get_database().unwrap_or(user);
        format!("postgres://{user}@{place}/{database}")
    }

    pub(super) const fn max(&self) -> Option<u64> {
        self.max_bytes
    }

    pub(super) const fn share(&self) -> &Share {
        &self.share
    }

    pub(super) fn keys(&self) -> &Path {
        &self.keys
    }

    pub(super) const fn connect(&self) -> &PgConnectOptions {
        &self.connect
    }
}

/// Checks that every query parameter is known. The error quotes none, because it may be the rest of
/// a password.
fn check_parameters(address: &str) -> Result<(), StoreError> {
    let Some((_, query)) = address.split_once('?') else { return Ok(()) };
    let names = query.split('&').map(|part| part.split_once('=').map_or(part, |(name, _)| name));
    let is_known = |name: &str| {
        PARAMETERS.contains(&name) || (name.starts_with("options[") && name.ends_with(']'))
    };
    match names.into_iter().position(|name| !is_known(name)) {
        None => Ok(()),
        Some(at) => Err(StoreError::Address(format!(
            "parameter {} behind `?` is none of {}{PERCENT}",
            at + 1,
            PARAMETERS.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_in_an_address_is_not_passed_over() {
        for (query, fits) in [
            ("", true),
            ("?sslmode=verify-full&sslrootcert=/etc/ca.pem", true),
            ("?host=/run/postgresql", true),
            ("?options[search_path]=chuhe", true),
            ("?sslmod=verify-full", false),
            ("?sslMode=verify-full", false),
            ("?sslmode=require&s3cret", false),
            ("?sslmode=s3cret", false),
        ] {
            let address = format!("postgres://chuhe@db/chuhe{query}");
            match PostgresOptions::new(&address, Path::new("store.key")) {
                Ok(_) => assert!(fits, "{address}"),
                Err(error) => {
                    let said = error.to_string();
                    assert!(!fits, "{address}: {said}");
                    assert!(query.contains("sslmode=s3") || !said.contains("s3cret"), "{said}");
                }
            }
        }
        let slash = PostgresOptions::new("postgres://chuhe:a/b@db/chuhe", Path::new("k"));
        assert!(slash.unwrap_err().to_string().contains("%2F"));
    }
}
