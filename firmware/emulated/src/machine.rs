use anyhow::{Context, Result, bail};
use boardlink::{Decoder, MAX_FRAME, ToBoard, ToHost, write_frame};
use std::{
    io::{ErrorKind, Read, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const QEMU: &str = "qemu-system-arm";
/// Timeout for operations that usually take milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A board that is switched on. Dropping it cuts the power.
pub struct Machine {
    qemu: Child,
    /// The line to the host; `None` if another process connects to it.
    host: Option<UnixStream>,
    world: UnixStream,
    decoder: Decoder<ToHost>,
    /// Messages received while the board started. How many have arrived by then depends on QEMU's
    /// timing.
    told_at_start: Vec<ToHost>,
}

impl Machine {
    /// Switches a board on. The folder contains its flash.
    ///
    /// # Errors
    /// If QEMU is not installed or does not connect.
    pub fn start(image: &Path, folder: &Path) -> Result<Machine> {
        let line = listen(folder, "host.sock")?;
        Machine::power_on(image, folder, "socket,id=host,path=host.sock", Some(line))
    }

    /// The same with the line to the host on a TCP port, for a bridge to connect to. While no
    /// client is connected, the board's output is lost.
    ///
    /// # Errors
    /// If QEMU is not installed or does not connect.
    pub fn start_apart(image: &Path, folder: &Path, port: u16) -> Result<Machine> {
        // Without `nodelay`, Nagle's algorithm delays each answer.
        let line =
            format!("socket,id=host,host=127.0.0.1,port={port},server=on,wait=off,nodelay=on");
        Machine::power_on(image, folder, &line, None)
    }

    fn power_on(
        image: &Path,
        folder: &Path,
        line: &str,
        host: Option<UnixListener>,
    ) -> Result<Machine> {
        let world = listen(folder, "world.sock")?;
        let qemu = Command::new(QEMU)
            .args(["-machine", "lm3s6965evb", "-display", "none", "-monitor", "none"])
            .args(["-chardev", line, "-serial", "chardev:host"])
            .args(["-chardev", "socket,id=world,path=world.sock", "-serial", "chardev:world"])
            .args(["-semihosting-config", "enable=on,target=native", "-kernel"])
            .arg(image)
            .current_dir(folder)
            .stdin(Stdio::null())
            // QEMU complains about timers that this image does not use.
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {QEMU} (Debian's package qemu-system-arm)"))?;
        // From here on, an error drops the guard, which kills QEMU.
        let mut guard = KillOnDrop(Some(qemu));
        let host = host.map(|host| accept(&host)).transpose()?;
        let world = accept(&world)?;
        let qemu = guard.0.take().context("the guard holds QEMU")?;
        let (decoder, told_at_start) = (Decoder::default(), Vec::new());
        let mut machine = Machine { qemu, host, world, decoder, told_at_start };
        machine.told_at_start =
            machine.wait_until_ready().context("waiting for the board to start")?;
        Ok(machine)
    }

    /// Sends a frame on the line of the simulated hardware. Returns the board's messages to its
    /// host until the frame was handled; the first call includes those since the start.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn inject(&mut self, order: &ToBoard) -> Result<Vec<ToHost>> {
        send(&mut self.world, order)?;
        let told = self.wait_until_ready().with_context(|| format!("waiting after {order:?}"))?;
        Ok(std::mem::take(&mut self.told_at_start).into_iter().chain(told).collect())
    }

    /// Sends messages as the host. Returns the board's messages until it has answered.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn say(&mut self, orders: &[ToBoard]) -> Result<Vec<ToHost>> {
        let mut host = self.host()?;
        for order in orders.iter().chain([&ToBoard::Who]) {
            send(&mut host, order)?;
        }
        host.set_read_timeout(Some(PATIENCE))?;
        let mut told = Vec::new();
        let mut bytes = [0; 4_096];
        let began = Instant::now();
        while !told.iter().any(|message| matches!(message, ToHost::Hello(_))) {
            if began.elapsed() > PATIENCE {
                bail!("the board does not say who it is");
            }
            match host.read(&mut bytes).context("waiting for the board's name")? {
                0 => bail!("the board's line is closed"),
                length => told.extend(self.hear(&bytes[..length])),
            }
        }
        Ok(told)
    }

    /// Sends raw bytes to the board.
    ///
    /// # Errors
    /// If the line is closed.
    pub fn send_raw(&mut self, bytes: &[u8]) -> Result<()> {
        self.host()?.write_all(bytes).context("writing to the board")
    }

    /// A second handle on the line to the host.
    fn host(&self) -> Result<UnixStream> {
        let host = self.host.as_ref().context("the line to the host belongs to another process")?;
        Ok(host.try_clone()?)
    }

    /// Cuts the power; later requests to the board fail.
    pub fn end(&mut self) {
        end(&mut self.qemu);
    }

    /// Waits for the byte that signals readiness. Reads the host's line meanwhile: QEMU stops when
    /// about 300 bytes wait there, because each takes a whole buffer of the socket.
    fn wait_until_ready(&mut self) -> Result<Vec<ToHost>> {
        self.world.set_read_timeout(Some(Duration::from_millis(1)))?;
        let began = Instant::now();
        let mut told = Vec::new();
        loop {
            match self.world.read(&mut [0]) {
                Ok(0) => bail!("the board's power is off"),
                Ok(_) => {
                    // Everything sent before has arrived.
                    told.extend(self.listen()?);
                    return Ok(told);
                }
                Err(error) if !is_not_yet(&error) => return Err(error.into()),
                Err(_) if began.elapsed() > PATIENCE => bail!("the board does not answer"),
                Err(_) => told.extend(self.listen()?),
            }
        }
    }

    /// Reads what has arrived on the host's line.
    fn listen(&mut self) -> Result<Vec<ToHost>> {
        let mut told = Vec::new();
        let mut bytes = [0; 4_096];
        if self.host.is_none() {
            return Ok(told);
        }
        let mut host = self.host()?;
        host.set_nonblocking(true)?;
        loop {
            match host.read(&mut bytes) {
                Ok(0) => bail!("the board's line is closed"),
                Ok(length) => told.extend(self.hear(&bytes[..length])),
                Err(error) if is_not_yet(&error) => break,
                Err(error) => return Err(error).context("reading the board's line"),
            }
        }
        host.set_nonblocking(false)?;
        Ok(told)
    }

    fn hear(&mut self, bytes: &[u8]) -> Vec<ToHost> {
        // A frame that the last power cut interrupted is invalid; the rest is complete.
        bytes.iter().filter_map(|&byte| self.decoder.push(byte)?.ok()).collect()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        end(&mut self.qemu);
    }
}

/// Kills QEMU if starting the machine fails.
struct KillOnDrop(Option<Child>);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if let Some(qemu) = &mut self.0 {
            end(qemu);
        }
    }
}

fn end(qemu: &mut Child) {
    // Errors mean that it has exited already.
    let _ = qemu.kill();
    let _ = qemu.wait();
}

fn listen(folder: &Path, name: &str) -> Result<UnixListener> {
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    UnixListener::bind(&path).with_context(|| format!("listening on {}", path.display()))
}

fn send(line: &mut UnixStream, order: &ToBoard) -> Result<()> {
    let mut frame = [0; MAX_FRAME];
    let frame = write_frame(order, &mut frame)?;
    line.write_all(frame).context("writing to the board")
}

fn is_not_yet(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
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

/// Path of the board's image for QEMU: `BOARD_IMAGE` if set, otherwise it is built.
///
/// # Errors
/// If it cannot be built; the target `thumbv7m-none-eabi` must be installed.
pub fn image() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("BOARD_IMAGE") {
        return Ok(path.into());
    }
    let firmware = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| firmware.join("target"), PathBuf::from);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "-q", "--release", "-p", "qemu", "--target", "thumbv7m-none-eabi"])
        .current_dir(&firmware)
        .status()
        .context("starting cargo")?;
    if !status.success() {
        bail!("the image does not build (`rustup target add thumbv7m-none-eabi` first?)");
    }
    Ok(target.join("thumbv7m-none-eabi/release/qemu"))
}
