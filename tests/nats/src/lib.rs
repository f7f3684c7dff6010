//! A NATS server of a test's own: on a free port, gone with the test however that ends. It may be
//! killed and started again.

use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// What to do where there is none.
const MISSING: &str = "NATS is missing: `cargo verify tools` installs it, or \
    `apt-get install nats-server`";

/// Runs one server until nobody holds the other end of its input. $1: its program, $2: a port.
const SCRIPT: &str = r#"
"$1" -a 127.0.0.1 -p "$2" >/dev/null 2>&1 &
cat >/dev/null
kill -9 $!
wait
"#;

/// Where Debian's package puts it, which is not on everybody's path.
const PROGRAM: &str = "/usr/sbin/nats-server";

/// A server that runs, or was killed.
pub struct NatsServer {
    port: u16,
    shell: Option<Child>,
}

impl NatsServer {
    /// Starts one.
    ///
    /// # Panics
    /// If there is none, or it does not start.
    pub fn start() -> NatsServer {
        // Free now; somebody else might take it before the server does, which then does not start.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let mut server = NatsServer { port: free.expect("a free port").port(), shell: None };
        server.start_again();
        server
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it.
    pub fn kill(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            drop(shell.stdin.take());
            let _ = shell.wait();
        }
    }

    /// Starts it after it was killed, at the same place.
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
