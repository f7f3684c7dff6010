//! `chuhe play` and `chuhe serve`.

use crate::{
    broker_args::BrokerArgs,
    house::{House, Place},
    output,
    signing_key::signing_key,
    terminal,
};
use anyhow::{Context, Result, ensure};
use server::{ARBITER_KEY_CHARS, Config, Hub, IpNet, Source, SystemSource};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};
use store::{DataFolder, FolderError, PostgresStore, SqliteStore, Store};
use tokio::net::TcpListener;

/// The port that is tried first.
const PORT: u16 = 8686;

/// How to play.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Let others in the same network in: phones open the address printed, or scan the code
    #[arg(long)]
    lan: bool,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
    /// The port; without it 8686, or any free one if that is taken
    #[arg(long, env = "CHUHE_PORT")]
    port: Option<u16>,
    /// A further name by which browsers may call this server; its own addresses and this machine's
    /// name they may use anyway
    #[arg(long = "host", env = "CHUHE_HOST", value_name = "NAME", value_delimiter = ',')]
    hosts: Vec<String>,
    #[command(flatten)]
    house: House,
}

/// How to serve.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(long, env = "CHUHE_LISTEN", default_value = "127.0.0.1:8686")]
    listen: SocketAddr,
    /// Take no more when the database is so large, in MiB; it then behaves as on a full disk
    #[arg(long, env = "CHUHE_MAX_SIZE", value_name = "MIB")]
    max_size: Option<u64>,
    #[command(flatten)]
    house: House,
    /// An address by which others reach this server, such as `https://chuhe.example/` of a proxy
    #[arg(long = "address", env = "CHUHE_ADDRESS", value_name = "URL")]
    addresses: Vec<String>,
    /// A further name by which browsers may call this server; its own addresses, this machine's name
    /// and those of `--address` they may use anyway
    #[arg(long = "host", env = "CHUHE_HOST", value_name = "NAME", value_delimiter = ',')]
    hosts: Vec<String>,
    /// A proxy before this server, or a network of them (`10.0.0.0/8`), whose `Forwarded` and
    /// `X-Forwarded-…` headers are believed; nobody else's are
    #[arg(
        long = "trusted-proxy",
        env = "CHUHE_TRUSTED_PROXY",
        value_name = "ADDRESS|NET",
        value_delimiter = ',',
        value_parser = server::network
    )]
    trusted_proxies: Vec<IpNet>,
    /// An MQTT broker through which smart boards may speak as well: HOST or HOST:PORT, or with TLS
    /// mqtts://HOST
    #[arg(long, env = "CHUHE_MQTT")]
    mqtt: Option<String>,
    #[command(flatten)]
    broker: BrokerArgs,
}

/// Starts a server for this device, and opens its pages; those of the server that has the folder
/// already, if there is one.
pub fn play(args: PlayArgs) -> Result<()> {
    let folder = match DataFolder::take(&args.house.folder()?) {
        Err(FolderError::Taken { running: Some(running), .. }) => {
            terminal::tell(format_args!("chuhe: already playing at {}", running.address));
            if args.lan || args.port.is_some() || !args.hosts.is_empty() {
                terminal::tell(format_args!(
                    "chuhe: to start it in another way end it first (process {})",
                    running.process
                ));
            }
            if !args.no_browser {
                open_browser(&running.address);
            }
            return Ok(());
        }
        folder => folder?,
    };
    let host = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    // What is wrong with the folder's keys is said before anybody can come.
    let config = system_config(&folder)?;
    runtime()?.block_on(async {
        let listener = listener(host, args.port).await?;
        let port = listener.local_addr()?.port();
        let here = format!("http://127.0.0.1:{port}/");
        folder.announce(&here).context("cannot note where this server listens")?;
        terminal::tell(format_args!("chuhe: playing at {here}"));
        let lan = args.lan.then(|| lan_address(port)).flatten();
        match &lan {
            Some(address) => terminal::tell(format_args!(
                "chuhe: others in your network open {address}\n{}",
                terminal_code(address)?
            )),
            None if args.lan => {
                terminal::tell("chuhe: no network found; only this device can play");
            }
            None => terminal::tell("chuhe: for phones nearby start it with `--lan`"),
        }
        terminal::tell("chuhe: Ctrl-C ends it; every move is kept");
        if !args.no_browser {
            open_browser(&here);
        }
        let config = Config { addresses: lan.into_iter().collect(), hosts: args.hosts, ..config };
        run(listener, &folder, args.house.place()?, config).await
    })
}

/// The port that is asked for; else the usual one, or any that is free.
async fn listener(host: Ipv4Addr, port: Option<u16>) -> Result<TcpListener> {
    match port {
        Some(port) => TcpListener::bind((host, port))
            .await
            .with_context(|| format!("cannot listen on port {port}")),
        None => match TcpListener::bind((host, PORT)).await {
            Ok(listener) => Ok(listener),
            Err(_) => TcpListener::bind((host, 0)).await.context("no port is free"),
        },
    }
}

/// Starts a server.
pub fn serve(args: ServeArgs) -> Result<()> {
    let folder = DataFolder::take(&args.house.folder()?)?;
    let place = match (args.house.place()?, args.max_size) {
        (Place::File(options), Some(mib)) => {
            Place::File(options.max_bytes(mib.saturating_mul(1 << 20)))
        }
        (Place::Postgres(options), Some(mib)) => {
            Place::Postgres(Box::new(options.max_bytes(mib.saturating_mul(1 << 20))))
        }
        (place, None) => place,
    };
    let broker = args.mqtt.as_deref().map(|address| args.broker.broker(address)).transpose()?;
    // What is wrong with the folder's keys is said before anybody can come.
    let config = system_config(&folder)?;
    runtime()?.block_on(async {
        let listener = TcpListener::bind(args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        let address = listener.local_addr()?;
        folder.announce(&from_here(address)).context("cannot note where this server listens")?;
        terminal::tell(format_args!("chuhe: serving at http://{address}/"));
        let lan = if address.ip().is_unspecified() { lan_address(address.port()) } else { None };
        let addresses = args.addresses.into_iter().chain(lan).collect();
        let config = Config {
            hosts: args.hosts,
            trusted_proxies: args.trusted_proxies,
            broker,
            addresses,
            ..config
        };
        run(listener, &folder, place, config).await
    })
}

/// The system's time and chance, and the keys that lie in the folder.
fn system_config(folder: &DataFolder) -> Result<Config> {
    let (arbiter, key) = (arbiter_key(folder.path())?, signing_key(folder.path())?);
    Ok(Config::system(Vec::new(), arbiter, key))
}

/// How this machine reaches a server that listens at an address, which may stand for all of its own.
fn from_here(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

async fn run(
    listener: TcpListener,
    folder: &DataFolder,
    place: Place,
    config: Config,
) -> Result<()> {
    let mut file = None;
    let store: Arc<dyn Store> = match place {
        Place::File(options) => {
            let store = SqliteStore::open_with(options)
                .await
                .with_context(|| format!("cannot open the games in {}", folder.path().display()))?;
            file.insert(Arc::new(store)).clone()
        }
        Place::Postgres(options) => {
            Arc::new(PostgresStore::open(options.alone()).await.context("cannot open the games")?)
        }
    };
    let hub = Hub::start(config, store).await.context("cannot take up the games")?;
    server::serve(listener, hub, stopped()).await;
    // Whoever copies the database now may forget the log beside it.
    if let Some(file) = file
        && let Err(error) = file.checkpoint().await
    {
        terminal::tell(format_args!("chuhe: the database keeps its log beside it: {error}"));
    }
    Ok(())
}

/// Until somebody at the terminal, or the system, wants an end.
async fn stopped() {
    // Without a signal the server would be ended by the system, which loses nothing either.
    let interrupted = async { _ = tokio::signal::ctrl_c().await };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("CHUHE_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .with_writer(std::io::stderr)
        // Where a line cannot be written, saying so would panic: the log is lost, the games go on.
        .log_internal_errors(false)
        .init();
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")
}

/// The arbiter's key, drawn at the first start and kept beside the games, readable by the owner
/// alone.
fn arbiter_key(folder: &Path) -> Result<String> {
    let file = folder.join("arbiter.key");
    match std::fs::read_to_string(&file) {
        Ok(key) if !key.trim().is_empty() => {
            let (key, file) = (key.trim(), file.display());
            let length = key.chars().count();
            ensure!(
                length >= ARBITER_KEY_CHARS,
                "{file}: the arbiter's key has {length} characters and could be guessed; expected \
                 at least {ARBITER_KEY_CHARS} (delete the file and one is drawn)"
            );
            return Ok(key.to_owned());
        }
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
    let bytes = SystemSource.random().context("cannot draw the arbiter's key")?;
    let key = base16ct::lower::encode_string(&bytes[..16]);
    output::write_secret(&file, &key)?;
    Ok(key)
}

/// This machine's address in its network: the one that would be used to reach the outside. Nothing
/// is sent.
fn lan_address(port: u16) -> Option<String> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let IpAddr::V4(address) = socket.local_addr().ok()?.ip() else { return None };
    (!address.is_loopback() && !address.is_unspecified())
        .then(|| format!("http://{address}:{port}/"))
}

fn terminal_code(address: &str) -> Result<String> {
    let code = qrcode::QrCode::new(address).context("cannot draw the code")?;
    Ok(code.render::<qrcode::render::unicode::Dense1x2>().build())
}

/// Opens the user's browser where there is a desktop to show it.
fn open_browser(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some()
    {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(program);
    command
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if command.spawn().is_err() {
        terminal::tell("chuhe: open the address in your browser");
    }
}
