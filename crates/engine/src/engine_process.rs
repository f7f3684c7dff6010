use crate::input::{InputLine, read_line};
use std::{
    io::{BufReader, Write},
    process::{Child, ChildStdin, Command as Program, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};
use uci::{Command, Dialect, Reply};

/// A running UCI or UCCI program; it is ended when this value is dropped.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
    dialect: Dialect,
}

/// Time for a program to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// Maximum number of queued lines.
const WAITING: usize = 1024;

impl EngineProcess {
    /// Starts a program: path and arguments, quoted as in a shell where they contain spaces.
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
            let (mut output, mut line) = (BufReader::new(output), Vec::new());
            loop {
                let reply = match read_line(&mut output, &mut line) {
                    Ok(InputLine::Whole) => Reply::parse(&String::from_utf8_lossy(&line)),
                    Ok(InputLine::TooLong) => None,
                    Ok(InputLine::End) | Err(_) => return,
                };
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

    /// Receives replies until `hear` returns `true`.
    pub(crate) fn until(
        &mut self,
        what: &str,
        patience: Duration,
        mut hear: impl FnMut(Reply) -> bool,
    ) -> Result<(), String> {
        let end = Instant::now() + patience;
        loop {
            match self.replies.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(reply) => {
                    if hear(reply) {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no {what} within {:.1} s", patience.as_secs_f64()));
                }
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let is_told = self.say(&Command::Quit).is_ok();
        let end = Instant::now() + FAREWELL;
        // The output ends when the program exits.
        let left = || end.saturating_duration_since(Instant::now());
        while is_told && self.replies.recv_timeout(left()).is_ok() {}
        // It may have exited already; then there is nothing to kill, only to reap.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Overlong lines of no protocol are skipped.
    #[test]
    fn a_line_without_an_end_is_passed_over() {
        let command = "sh -c 'head -c 3000000 /dev/zero | tr \"\\0\" x; echo; echo uciok'";
        let mut process = EngineProcess::start(command, Dialect::Uci).expect("a shell");
        let mut heard = Vec::new();
        let hear = |reply: Reply| {
            heard.push(reply);
            true
        };
        assert_eq!(process.until("uciok", Duration::from_secs(600), hear), Ok(()));
        assert_eq!(heard, [Reply::Ok(Dialect::Uci)]);
    }
}
