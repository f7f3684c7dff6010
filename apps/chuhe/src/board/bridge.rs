//! `chuhe board bridge`.

use crate::{broker_args::BrokerArgs, input, terminal};
use anyhow::{Context, Result, bail, ensure};
use board_bridge::{Bridge, Line, Server, ServerUrl};
use broker::HostPort;
use smart_boards::Key;
use std::path::PathBuf;

/// Arguments of `chuhe board bridge`.
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
    #[command(flatten)]
    broker: BrokerArgs,
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

/// Connection to the board.
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

/// Connection to the server.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ServerArgs {
    /// The address of the server, with its scheme
    #[arg(long)]
    server: Option<String>,
    /// The MQTT broker that the server listens to; with TLS mqtts://HOST
    #[arg(long, value_name = "HOST[:PORT]")]
    mqtt: Option<String>,
}

/// Variable with the key if no file is given. There is no option for it, because other users can
/// read command lines.
const KEY: &str = "CHUHE_BOARD_KEY";

/// Carries messages until the process is killed, which is safe at any time.
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
        (_, Some(address), _) => Line::Tcp(HostPort::parse(address, None).context("--tcp")?),
        (.., Some(address)) => Line::Listen(HostPort::parse(address, None).context("--listen")?),
        (None, None, None) => bail!("where is the board? --serial, --tcp or --listen"),
    })
}

fn server(args: &BridgeArgs) -> Result<Server> {
    let ServerArgs { server, mqtt } = &args.server;
    // `requires` does not work here: clap drops it when the required option conflicts with a given
    // one.
    ensure!(mqtt.is_some() || !args.broker.is_given(), "--mqtt-ca and --mqtt-user go with --mqtt");
    ensure!(
        server.is_some() || args.ca.is_none(),
        "--ca goes with --server; with --mqtt --mqtt-ca"
    );
    Ok(match (server, mqtt) {
        (Some(url), _) => {
            let roots = args.ca.as_deref().map(input::roots).transpose()?;
            Server::Http(ServerUrl::new(url, roots).context("--server")?)
        }
        (_, Some(address)) => Server::Mqtt(args.broker.broker(address)?),
        (None, None) => bail!("where is the server? --server or --mqtt"),
    })
}

fn key(args: &BridgeArgs) -> Result<Key> {
    let text = match &args.key_file {
        Some(path) => input::small_text(path)?,
        None => std::env::var(KEY)
            .with_context(|| format!("the board's key: --key-file FILE, or {KEY}"))?,
    };
    text.parse().context("the board's key")
}
