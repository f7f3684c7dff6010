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
    /// Speed of the serial port in baud
    #[arg(long, default_value_t = 115_200)]
    baud: u32,
    #[command(flatten)]
    server: ServerArgs,
    /// PEM file with the certificate authorities of the server, instead of those that browsers
    /// trust
    #[arg(long, requires = "server")]
    ca: Option<PathBuf>,
    #[command(flatten)]
    broker: BrokerArgs,
    /// File with the board's key from the server, 64 hex digits; by default the variable
    /// CHUHE_BOARD_KEY
    #[arg(long)]
    key_file: Option<PathBuf>,
    /// Folder for messages that the server has not received yet; each board needs its own
    #[arg(long)]
    buffer: PathBuf,
    /// Maximum size of this folder in MiB; a game takes about 0.1
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1024))]
    buffer_mib: u16,
}

/// Connection to the board.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct LineArgs {
    /// Serial port of the board, such as /dev/ttyUSB0
    #[arg(long)]
    serial: Option<PathBuf>,
    /// Address of the board, HOST:PORT, such as a serial server or QEMU
    #[arg(long)]
    tcp: Option<String>,
    /// Address on which to wait for the board's connection, HOST:PORT
    #[arg(long)]
    listen: Option<String>,
}

/// Connection to the server.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ServerArgs {
    /// URL of the server, with its scheme
    #[arg(long)]
    server: Option<String>,
    /// MQTT broker of the server; mqtts://HOST for TLS
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
        (None, None, None) => {
            bail!("the board's connection is missing: --serial, --tcp or --listen")
        }
    })
}

fn server(args: &BridgeArgs) -> Result<Server> {
    let ServerArgs { server, mqtt } = &args.server;
    // `requires` does not work here: clap drops it when the required option conflicts with a given
    // one.
    ensure!(mqtt.is_some() || !args.broker.is_given(), "--mqtt-ca and --mqtt-user require --mqtt");
    ensure!(
        server.is_some() || args.ca.is_none(),
        "--ca requires --server; the option for --mqtt is --mqtt-ca"
    );
    Ok(match (server, mqtt) {
        (Some(url), _) => {
            let roots = args.ca.as_deref().map(input::roots).transpose()?;
            Server::Http(ServerUrl::new(url, roots).context("--server")?)
        }
        (_, Some(address)) => Server::Mqtt(args.broker.broker(address)?),
        (None, None) => bail!("the server is missing: --server or --mqtt"),
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
