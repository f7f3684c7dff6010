//! A PostgreSQL server for tests, on a free port and in a temporary folder. It can be killed and
//! restarted, and it ends with the test process.
//!
//! PostgreSQL refuses to run as root; the server then runs as `postgres`, the user of Debian's
//! package. `CHUHE_POSTGRES_BIN` is the folder of its programs if they are not in the usual place.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

/// The message if PostgreSQL is not installed.
const MISSING: &str = "PostgreSQL is missing: `cargo verify tools` installs it, or \
    `apt-get install postgresql`; CHUHE_POSTGRES_BIN names the folder of its programs";

/// The script that runs the server.
const SCRIPT: &str = include_str!("server.sh");

/// A PostgreSQL server, running or killed.
pub struct PostgresServer {
    folder: PathBuf,
    port: u16,
    shell: Mutex<Shell>,
}

/// The shell that runs the server, executes commands, and ends with the test process.
struct Shell {
    child: Child,
    words: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    databases: u32,
}

impl PostgresServer {
    /// Whether PostgreSQL is installed on this machine.
    pub fn is_installed() -> bool {
        installed().is_some()
    }

    /// Starts a server.
    ///
    /// # Panics
    /// If PostgreSQL is not installed or does not start.
    pub fn start() -> PostgresServer {
        let server = PostgresServer::make();
        server.tell("start");
        server
    }

    /// Starts a server with `fsync` off, which is faster and can lose commits in a power cut.
    ///
    /// # Panics
    /// As [`PostgresServer::start`].
    pub fn start_unsafe() -> PostgresServer {
        let server = PostgresServer::make();
        server.tell("start-unsafe");
        server
    }

    /// A server shared by all tests of a process.
    ///
    /// # Panics
    /// As [`PostgresServer::start`].
    pub fn shared() -> &'static PostgresServer {
        static SHARED: OnceLock<PostgresServer> = OnceLock::new();
        SHARED.get_or_init(PostgresServer::start)
    }

    fn make() -> PostgresServer {
        let bin = programs();
        let folder = tempfile::Builder::new().prefix("chuhe-postgres-").tempdir();
        // The shell deletes it when the server has ended.
        let folder = folder.expect("a temporary folder").keep();
        // Another process could take the port before the server does, which then fails to start.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let mut command = shell(&folder);
        let command = command.args(["-c", SCRIPT, "chuhe-postgres"]).arg(bin).arg(&folder);
        let child = command
            .arg(port.to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.expect("a shell for PostgreSQL starts");
        let words = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("its output"));
        let mut shell = Shell { child, words, answers, databases: 0 };
        shell.hear("initdb");
        PostgresServer { folder, port, shell: Mutex::new(shell) }
    }

    /// Creates an empty database; returns its URL, for a user without a password.
    ///
    /// # Panics
    /// If the server is not running.
    pub fn database(&self) -> String {
        let name = {
            let mut shell = self.shell();
            shell.databases += 1;
            format!("test{}", shell.databases)
        };
        self.tell(&format!("database {name}"));
        format!("postgres://chuhe@127.0.0.1:{}/{name}", self.port)
    }

    /// Executes one line of SQL in a database of this server.
    ///
    /// # Panics
    /// If it fails.
    pub fn sql(&self, address: &str, sql: &str) {
        let (_, database) = address.rsplit_once('/').expect("the address names a database");
        self.tell(&format!("sql {database} {sql}"));
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// CPU time so far of its processes that are still running.
    pub fn busy(&self) -> Duration {
        let Ok(text) = std::fs::read_to_string(self.folder.join("data/postmaster.pid")) else {
            return Duration::ZERO;
        };
        let Some(first) = text.lines().next() else { return Duration::ZERO };
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
        let children = children.unwrap_or_default();
        std::iter::once(first).chain(children.split_whitespace()).map(busy).sum()
    }

    /// Its folder, in which `data` is the database cluster. The server can write there, and its log
    /// is there.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs a shell script as the server's user. PostgreSQL's programs are in its `PATH` and
    /// connect to this server by default.
    ///
    /// # Panics
    /// If a command of the script fails.
    pub fn run(&self, script: &str) {
        let file = self.folder.join("script.sh");
        std::fs::write(&file, script).expect("the script is written");
        self.tell(&format!("run {}", file.display()));
    }

    /// Stops the server with a fast shutdown, as an administrator would.
    pub fn stop(&self) {
        self.tell("stop");
    }

    /// Uses another folder within its folder for the data at the next start.
    pub fn move_to(&self, data: &str) {
        self.tell(&format!("data {data}"));
    }

    /// Number of bytes written to the write-ahead log so far, for all databases.
    ///
    /// # Panics
    /// If the server is not running.
    pub fn log_bytes(&self) -> u64 {
        self.number("postgres", "SELECT pg_current_wal_insert_lsn() - '0/0'")
    }

    /// Size of a table with its indexes in bytes.
    ///
    /// # Panics
    /// If there is no such table, or the server is not running.
    pub fn table_bytes(&self, address: &str, table: &str) -> u64 {
        let (_, database) = address.rsplit_once('/').expect("the address names a database");
        self.number(database, &format!("SELECT pg_total_relation_size('{table}')"))
    }

    /// Executes a query that returns one number.
    fn number(&self, database: &str, ask: &str) -> u64 {
        let file = self.folder.join("number");
        self.run(&format!("psql -At -d {database} -c \"{ask}\" > '{}'\n", file.display()));
        let text = std::fs::read_to_string(file).unwrap_or_default();
        text.trim().parse().expect("a number")
    }

    /// Kills all its processes at once.
    pub fn kill(&self) {
        self.tell("kill");
    }

    /// Restarts a killed or stopped server.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&self) {
        self.tell("start");
    }

    fn tell(&self, word: &str) {
        let mut shell = self.shell();
        let words = shell.words.as_mut().expect("the shell listens");
        writeln!(words, "{word}").expect("the shell listens");
        shell.hear(word);
    }

    fn shell(&self) -> MutexGuard<'_, Shell> {
        self.shell.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let mut shell = self.shell();
        shell.words = None;
        let _ = shell.child.wait();
    }
}

impl Shell {
    fn hear(&mut self, word: &str) {
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the shell answers");
        assert_eq!(answer.trim(), "done", "PostgreSQL: {word}");
    }
}

/// CPU time of a process in user and kernel mode.
fn busy(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in the second field may contain spaces; the fields after its parenthesis do not.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = |at: usize| fields.split(' ').nth(at).and_then(|text| text.parse::<u64>().ok());
    Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
}

/// A shell that may run PostgreSQL in a folder.
fn shell(folder: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().map(|output| output.stdout).unwrap_or_default();
    if id.trim_ascii() != b"0" {
        return Command::new("sh");
    }
    let owned = Command::new("chown").arg("postgres").arg(folder).status();
    assert!(owned.is_ok_and(|status| status.success()), "{MISSING}");
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--", "sh"]);
    command
}

/// The folder of PostgreSQL's programs: the given one, or that of Debian's latest version.
fn programs() -> PathBuf {
    installed().expect(MISSING)
}

fn installed() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("CHUHE_POSTGRES_BIN") {
        return Some(folder.into());
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let latest = versions.filter_map(|entry| Some((version(&entry.path())?, entry.path()))).max();
    latest.map(|(_, path)| path.join("bin")).filter(|bin| bin.join("postgres").exists())
}
