use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command as Program, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};
use uci::{Command, Dialect, Reply};

/// A program that speaks UCI or UCCI; it is ended when this is dropped.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
    dialect: Dialect,
}

/// A program that has nothing more to say gets so long to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// So many lines may wait.
const WAITING: usize = 1024;

impl EngineProcess {
    /// Starts a program: its path and its arguments, quoted as in a shell where they have blanks.
    pub(crate) fn start(command: &str, dialect: Dialect) -> Result<EngineProcess, String> {
        let words = shlex::split(command).ok_or_else(|| format!("{command}: a quote is open"))?;
        let mut words = words.into_iter();
        let path = words.next().ok_or("expected a program")?;
        let mut child = Program::new(&path)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{path}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{path}: its pipes are missing"));
        };
        let (sender, replies) = mpsc::sync_channel(WAITING);
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let reply = Reply::parse(&String::from_utf8_lossy(&line));
                if reply.is_some_and(|reply| sender.send(reply).is_err()) {
                    return;
                }
            }
        });
        Ok(EngineProcess { child, input, replies, dialect })
    }

    pub(crate) fn say(&mut self, command: &Command) -> Result<(), String> {
        let written = writeln!(self.input, "{}", command.line(self.dialect));
        written.and_then(|()| self.input.flush()).map_err(|_| "it has ended".to_owned())
    }

    /// The replies up to one that `is_last`.
    pub(crate) fn until(
        &mut self,
        what: &str,
        patience: Duration,
        is_last: impl Fn(&Reply) -> bool,
    ) -> Result<Vec<Reply>, String> {
        let end = Instant::now() + patience;
        let mut replies = Vec::new();
        loop {
            match self.replies.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(reply) => replies.push(reply),
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no {what} within {:.1} s", patience.as_secs_f64()));
                }
            }
            if replies.last().is_some_and(&is_last) {
                return Ok(replies);
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let is_told = self.say(&Command::Quit).is_ok();
        let end = Instant::now() + FAREWELL;
        // Its output ends when it does.
        let left = || end.saturating_duration_since(Instant::now());
        while is_told && self.replies.recv_timeout(left()).is_ok() {}
        // It may be gone already; then there is nothing to kill, and only its end to be noted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
