//! `chuhe board bridge`.

use crate::terminal;
use anyhow::{Context, Result, bail};
use board_host::bridge::{Bridge, Line, Roots, Server};
use smart_boards::Key;
use std::path::PathBuf;

/// From where to where.
#[derive(clap::Args)]
pub(super) struct BridgeArgs {
    #[command(flatten)]
    line: LineArgs,
    /// The speed of the serial port
    #[arg(long, default_value_t = 115_200)]
    baud: u32,
    #[command(flatten)]
    server: ServerArgs,
    /// A PEM file with the certificates that the server's is to be signed by, instead of those that
    /// browsers trust
    #[arg(long, requires = "server")]
    ca: Option<PathBuf>,
    /// A file with the board's key, 64 hex digits, as the server gave it; without it CHUHE_BOARD_KEY
    #[arg(long)]
    key_file: Option<PathBuf>,
    /// The folder for what the server has not taken yet; each board has its own
    #[arg(long)]
    buffer: PathBuf,
    /// How much may wait there, in MiB: a game is about 0.1
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1024))]
    buffer_mib: u16,
}

/// Where the board is.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct LineArgs {
    /// The board is at this serial port, as /dev/ttyUSB0
    #[arg(long)]
    serial: Option<PathBuf>,
    /// Connect to the board at HOST:PORT: a serial server, or QEMU
    #[arg(long)]
    tcp: Option<String>,
    /// Let the board connect, at HOST:PORT
    #[arg(long)]
    listen: Option<String>,
}

/// Where the server is.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ServerArgs {
    /// The address of the server, with its scheme
    #[arg(long)]
    server: Option<String>,
    /// The MQTT broker that the server listens to, at HOST or HOST:PORT
    #[arg(long)]
    mqtt: Option<String>,
}

/// Where a key is when no file is named. Not an option: the command line is for everybody to see.
const KEY: &str = "CHUHE_BOARD_KEY";

/// The port of MQTT without encryption.
const MQTT_PORT: u16 = 1883;

/// Carries messages until it is killed, which it may be at any moment.
pub(super) fn run(args: &BridgeArgs) -> Result<()> {
    let bridge = Bridge {
        line: line(args)?,
        server: server(args)?,
        key: key(args)?,
        folder: args.buffer.clone(),
        room: usize::from(args.buffer_mib) << 20,
    };
    bridge
        .run(&mut |notice| terminal::complain(notice))
        .with_context(|| format!("the buffer in {}", args.buffer.display()))
}

fn line(args: &BridgeArgs) -> Result<Line> {
    let LineArgs { serial, tcp, listen } = &args.line;
    Ok(match (serial, tcp, listen) {
        (Some(path), ..) => Line::Serial { path: path.clone(), baud: args.baud },
        (_, Some(address), _) => Line::Tcp(address.clone()),
        (.., Some(address)) => Line::Listen(address.clone()),
        (None, None, None) => bail!("where is the board? --serial, --tcp or --listen"),
    })
}

fn server(args: &BridgeArgs) -> Result<Server> {
    let ServerArgs { server, mqtt } = &args.server;
    Ok(match (server, mqtt) {
        (Some(url), _) if url.starts_with("http://") || url.starts_with("https://") => {
            Server::Http { url: url.clone(), roots: roots(args)? }
        }
        (Some(url), _) => {
            bail!("the server's address begins with http:// or https://, and `{url}` does not")
        }
        (_, Some(broker)) => {
            let (host, port) = match broker.rsplit_once(':') {
                Some((host, port)) => (host, port.parse().context("the broker's port")?),
                None => (broker.as_str(), MQTT_PORT),
            };
            Server::Mqtt { host: host.to_owned(), port }
        }
        (None, None) => bail!("where is the server? --server or --mqtt"),
    })
}

fn roots(args: &BridgeArgs) -> Result<Roots> {
    let Some(path) = &args.ca else { return Ok(Roots::Public) };
    let text = std::fs::read(path).with_context(|| path.display().to_string())?;
    Roots::from_pem(&text).with_context(|| path.display().to_string())
}

fn key(args: &BridgeArgs) -> Result<Key> {
    let text = match &args.key_file {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => std::env::var(KEY)
            .with_context(|| format!("the board's key: --key-file FILE, or {KEY}"))?,
    };
    text.parse().context("the board's key")
}
