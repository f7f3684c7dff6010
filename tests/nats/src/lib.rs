//! A NATS server for tests, on a free port. It can be killed and restarted, and it ends with the
//! test process.

use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The message if NATS is not installed.
const MISSING: &str = "NATS is missing: `cargo verify tools` installs it, or \
    `apt-get install nats-server`";

/// Runs a server until the shell's standard input is closed. $1: the program, $2: the port.
const SCRIPT: &str = r#"
"$1" -a 127.0.0.1 -p "$2" >/dev/null 2>&1 &
cat >/dev/null
kill -9 $!
wait
"#;

/// Its path in Debian's package, which is not in every user's `PATH`.
const PROGRAM: &str = "/usr/sbin/nats-server";

/// A NATS server, running or killed.
pub struct NatsServer {
    port: u16,
    shell: Option<Child>,
}

impl NatsServer {
    /// Starts a server.
    ///
    /// # Panics
    /// If NATS is not installed or does not start.
    pub fn start() -> NatsServer {
        // Another process could take the port before the server does, which then fails to start.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let mut server = NatsServer { port: free.expect("a free port").port(), shell: None };
        server.start_again();
        server
    }

    /// Its URL.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            drop(shell.stdin.take());
            let _ = shell.wait();
        }
    }

    /// Restarts a killed server on the same port.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        let program = std::path::Path::new(PROGRAM);
        let program = if program.exists() { PROGRAM } else { "nats-server" };
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "chuhe-nats", program, &self.port.to_string()]);
        self.shell = Some(command.stdin(Stdio::piped()).spawn().expect("a shell for NATS starts"));
        // Bounds a hang.
        for _ in 0..1_200 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{MISSING}");
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
