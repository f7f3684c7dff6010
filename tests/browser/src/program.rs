use anyhow::{Context, Result, ensure};
use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

/// The executable as a server on a folder.
pub struct Program {
    child: Child,
    address: String,
}

impl Program {
    /// Starts the server; port 0 chooses a free one.
    pub async fn start(data: &Path, port: u16) -> Result<Program> {
        Program::start_with(data, port, &[]).await
    }

    /// Starts the server with further options.
    pub async fn start_with(data: &Path, port: u16, options: &[&str]) -> Result<Program> {
        let executable = executable();
        ensure!(
            executable.exists(),
            "{} is not there; `cargo verify browser` builds it",
            executable.display()
        );
        let mut child = Command::new(executable)
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(data)
            .args(options)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let output = child.stdout.take().context("the program is silent")?;
        let line = BufReader::new(output).lines().next_line().await?.unwrap_or_default();
        let address = line
            .strip_prefix("chuhe: serving at ")
            .with_context(|| format!("the program said `{line}`"))?
            .trim_end_matches('/')
            .to_owned();
        let program = Program { child, address };
        program.wait_until_it_answers().await?;
        Ok(program)
    }

    /// Imports games into the explorer of a folder, as a collection with this name.
    pub async fn import(data: &Path, name: &str, games: &str) -> Result<()> {
        let mut child = Command::new(executable())
            .args(["import", "-", "--name", name, "--data"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        child.stdin.take().context("no input")?.write_all(games.as_bytes()).await?;
        ensure!(child.wait().await?.success(), "the games are not imported");
        Ok(())
    }

    /// Gives an account of a folder an office, such as `moderator`; the server may be running.
    pub async fn grant(data: &Path, name: &str, office: &str) -> Result<()> {
        let mut granted = Command::new(executable());
        granted.args(["admin", "grant", name, office, "--data"]).arg(data).stdout(Stdio::null());
        ensure!(granted.status().await?.success(), "{name} is no {office}");
        Ok(())
    }

    /// Address of the server.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Port of the server.
    pub fn port(&self) -> u16 {
        self.address.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or(0)
    }

    /// Pauses the process: its sockets stay open without answers.
    pub fn freeze(&self) -> Result<()> {
        self.signal("STOP")
    }

    /// Continues the process.
    pub fn thaw(&self) -> Result<()> {
        self.signal("CONT")
    }

    fn signal(&self, name: &str) -> Result<()> {
        let pid = self.child.id().context("the program has ended")?;
        let status = std::process::Command::new("kill")
            .args([&format!("-{name}"), &pid.to_string()])
            .status()?;
        ensure!(status.success(), "`kill -{name}` failed");
        Ok(())
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) -> Result<()> {
        self.signal("TERM")
    }

    /// Sends SIGKILL.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await?;
        Ok(())
    }

    /// The address is printed once the port is bound; the games are loaded a moment later.
    async fn wait_until_it_answers(&self) -> Result<()> {
        let host = self.address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).await?;
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut reply = String::new();
        let read = stream.read_to_string(&mut reply);
        tokio::time::timeout(Duration::from_secs(120), read).await??;
        ensure!(reply.starts_with("HTTP/1.1 200"), "{reply}");
        Ok(())
    }
}

/// Target folder of this test's build.
pub(crate) fn target_dir() -> PathBuf {
    let here = std::env::current_exe().unwrap_or_default();
    // <target>/<profile>/deps/<test>
    here.ancestors().nth(3).map(Path::to_owned).unwrap_or_default()
}

/// `CHUHE_PROGRAM`, or the program of this build.
pub fn executable() -> PathBuf {
    if let Some(path) = std::env::var_os("CHUHE_PROGRAM") {
        return path.into();
    }
    target_dir().join("debug").join(format!("chuhe{}", std::env::consts::EXE_SUFFIX))
}
