use crate::program::Program;
use anyhow::{Context, Result, bail};
use boardlink::{Button, MAX_FRAME, ToBoard, write_frame};
use sensing::Occupancy;
use std::{
    io::{ErrorKind, Read, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Timeout for operations that usually take milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A board in QEMU. Its line is a TCP port to which the bridge connects, its sensor readings and
/// time are injected on a second line, and its flash is a file. Killing QEMU simulates a power cut.
pub(crate) struct Board {
    image: PathBuf,
    folder: PathBuf,
    port: u16,
    power: Option<(Program, UnixStream)>,
    /// The test's time at the last power-on, and its current time.
    on_ms: u64,
    now_ms: u64,
    seen: Occupancy,
}

impl Board {
    /// Creates a board that is switched on for the first time, with its line on this port.
    pub(crate) fn new(image: PathBuf, folder: &Path, port: u16) -> Result<Board> {
        let folder = folder.join("board");
        std::fs::create_dir_all(&folder)?;
        let mut board =
            Board { image, folder, port, power: None, on_ms: 0, now_ms: 0, seen: Occupancy::EMPTY };
        board.power_on()?;
        Ok(board)
    }

    /// Cuts the power and restores it. The pieces stay where they are.
    pub(crate) fn cut_power(&mut self) -> Result<()> {
        self.power = None;
        self.power_on()
    }

    /// Advances the time and injects sensor readings.
    pub(crate) fn show(&mut self, after_ms: u64, seen: Occupancy) -> Result<()> {
        self.wait(after_ms)?;
        self.seen = seen;
        self.inject(&ToBoard::Inject { ranks: seen.to_rows() })
    }

    /// Presses a button.
    pub(crate) fn press(&mut self, button: Button) -> Result<()> {
        self.inject(&ToBoard::Press(button))
    }

    /// Advances the time.
    pub(crate) fn wait(&mut self, ms: u64) -> Result<()> {
        self.now_ms += ms;
        let at_ms = u32::try_from(self.now_ms - self.on_ms).context("the time of a board")?;
        self.inject(&ToBoard::Now { at_ms })
    }

    fn power_on(&mut self) -> Result<()> {
        let world = self.folder.join("world.sock");
        let _ = std::fs::remove_file(&world);
        let listener = UnixListener::bind(&world)
            .with_context(|| format!("listening on {}", world.display()))?;
        let host = format!(
            "socket,id=host,host=127.0.0.1,port={},server=on,wait=off,nodelay=on",
            self.port
        );
        let qemu = Program::start(
            Command::new("qemu-system-arm")
                .args(["-machine", "lm3s6965evb", "-display", "none", "-monitor", "none"])
                .args(["-chardev", &host, "-serial", "chardev:host"])
                .args(["-chardev", "socket,id=world,path=world.sock", "-serial", "chardev:world"])
                .args(["-semihosting-config", "enable=on,target=native", "-kernel"])
                .arg(&self.image)
                .current_dir(&self.folder)
                .stdin(Stdio::null())
                // QEMU complains about timers that this image does not use.
                .stderr(Stdio::null()),
        )?;
        let stream = accept(&listener)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        self.power = Some((qemu, stream));
        self.wait_until_ready()?;
        self.on_ms = self.now_ms;
        self.inject(&ToBoard::Inject { ranks: self.seen.to_rows() })
    }

    /// Sends a frame on the line of the simulated hardware and waits until the board has handled
    /// it.
    fn inject(&mut self, order: &ToBoard) -> Result<()> {
        let mut frame = [0; MAX_FRAME];
        let frame = write_frame(order, &mut frame)?;
        self.world()?.write_all(frame).context("writing to the board")?;
        self.wait_until_ready().with_context(|| format!("waiting after {order:?}"))
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        self.world()?.read_exact(&mut [0]).context("the board does not answer")
    }

    fn world(&mut self) -> Result<&mut UnixStream> {
        Ok(&mut self.power.as_mut().context("the power is off")?.1)
    }
}

/// Waits for QEMU to connect, with a timeout.
fn accept(listener: &UnixListener) -> Result<UnixStream> {
    listener.set_nonblocking(true)?;
    let began = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok(stream);
            }
            Err(error) if error.kind() != ErrorKind::WouldBlock => {
                return Err(error).context("waiting for QEMU");
            }
            Err(_) if began.elapsed() > PATIENCE => bail!("QEMU does not connect"),
            Err(_) => std::thread::yield_now(),
        }
    }
}
