use crate::http::{Connection, Reply};
use anyhow::{Context, Result, ensure};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

/// A `chuhe serve` process, killed with `kill -9` on drop. Its errors are written to `server.log`
/// in its folder; the drop fails the test if it has panicked.
pub struct Program {
    child: Child,
    address: String,
    log: PathBuf,
}

impl Program {
    /// Starts the server with further arguments.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(folder: &Path, arguments: &[&str]) -> Result<Program> {
        Program::start_within(folder, "true", arguments)
    }

    /// Starts the server after a shell command such as `ulimit -n 100`, which applies to it.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_within(folder: &Path, limit: &str, arguments: &[&str]) -> Result<Program> {
        let log = folder.join("server.log");
        let mut child = Command::new("sh")
            .args(["-c", &format!("{limit} && exec \"$0\" \"$@\"")])
            .arg(chuhe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.join("data"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(File::options().create(true).append(true).open(&log)?)
            .spawn()?;
        let output = child.stdout.take().context("its output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().strip_prefix("chuhe: serving at http://");
        let address = address.map(|address| address.trim_end_matches('/').to_owned());
        let program = Program { child, address: address.unwrap_or_default(), log };
        ensure!(!program.address.is_empty(), "it said `{line}`; {}", program.log());
        // The address is printed once the port is bound; the games are loaded shortly afterwards.
        let reply = program.get("/healthz", "")?;
        ensure!(reply.status == 200, "{reply:?}");
        Ok(program)
    }

    /// The address on which it listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// If that fails.
    pub fn connect(&self) -> Result<Connection> {
        Connection::open(&self.address)
    }

    /// Sends a `GET` request on a new connection.
    ///
    /// # Errors
    /// If there is no response.
    pub fn get(&self, path: &str, headers: &str) -> Result<Reply> {
        self.connect()?.ask("GET", path, &format!("connection: close\r\n{headers}"), "")
    }

    /// Sends a `POST` request with JSON on a new connection.
    ///
    /// # Errors
    /// If there is no response.
    pub fn post(&self, path: &str, body: &str, headers: &str) -> Result<Reply> {
        self.connect()?.ask("POST", path, &format!("connection: close\r\n{headers}"), body)
    }

    /// Sends SIGTERM.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub fn terminate(&self) -> Result<()> {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "kill: {status}");
        Ok(())
    }

    /// Waits until the process has exited.
    ///
    /// # Errors
    /// If the system reports none.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        Ok(self.child.wait()?)
    }

    /// CPU time used so far, in hundredths of a second.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn ticks(&self) -> Result<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in the second field may contain spaces; the fields after its parenthesis do not.
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let ticks: Result<Vec<u64>, _> =
            fields.split(' ').skip(11).take(2).map(str::parse).collect();
        Ok(ticks?.into_iter().sum())
    }

    fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Errors mean that it has exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !std::thread::panicking() {
            let log = self.log();
            assert!(!log.contains("panicked"), "the server has panicked:\n{log}");
        }
    }
}

/// The program under test: `CHUHE`, or the one built beside this test.
fn chuhe() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHUHE") {
        return Ok(path.into());
    }
    // <target>/<profile>/deps/<test>
    let test = std::env::current_exe()?;
    let profile = test.ancestors().nth(2).context("the test lies in a target folder")?;
    let path = profile.join("chuhe");
    ensure!(path.exists(), "no {}: `cargo build -p chuhe` first", path.display());
    Ok(path)
}
