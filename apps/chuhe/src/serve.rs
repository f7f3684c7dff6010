//! `chuhe play` and `chuhe serve`.

use crate::{
    arbiter_key::{self, arbiter_key, known_arbiter_key},
    broker_args::BrokerArgs,
    secret_files,
    service_manager::{self, READY, STOPPING},
    signing_key::{self, known_signing_key, signing_key},
    storage::{StorageArgs, StoreLocation},
    terminal,
    traces::{Collector, Traces},
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use broker::Broker;
use server::{Config, Hub, IpNet, MailServer, MailServerError, NatsHints};
use std::{
    io::IsTerminal,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};
use store::{DataFolder, FolderError, PostgresStore, SqliteStore, Store};
use tokio::net::TcpListener;
use tracing_subscriber::{
    EnvFilter, Layer, filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt,
};

/// Port that `chuhe play` tries first.
const PORT: u16 = 8686;

/// Default log filter. The excluded crates log every connection attempt; the server logs an outage
/// once.
const LOG: &str = "warn,async_nats=off,sqlx::pool=error";

/// Arguments of `chuhe play`.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Accept players from the local network: phones open the printed address or scan the code
    #[arg(long)]
    lan: bool,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
    /// Port to listen on; by default 8686, or any free port if that is taken
    #[arg(long, env = "CHUHE_PORT")]
    port: Option<u16>,
    /// Additional host name under which browsers may open this server; the server's addresses and
    /// this machine's name are always allowed
    #[arg(long = "host", env = "CHUHE_HOST", value_name = "NAME", value_delimiter = ',', value_parser = host_name)]
    hosts: Vec<String>,
    #[command(flatten)]
    storage: StorageArgs,
    #[command(flatten)]
    log: LogArgs,
}

/// Log options.
#[derive(clap::Args)]
struct LogArgs {
    /// Log filter: `error`, `warn`, `info` or `debug`, optionally by module: `warn,server=info`
    #[arg(long, env = "CHUHE_LOG", value_name = "FILTER", default_value = LOG)]
    #[arg(value_parser = log_filter)]
    log: EnvFilter,
}

/// Parses a log filter. A word without `=` has to be a level: `EnvFilter` would take any other word
/// for a module name and log nothing.
fn log_filter(text: &str) -> Result<EnvFilter, String> {
    let is_word = |part: &&str| !part.is_empty() && !part.contains(['=', '[']);
    match text.split(',').filter(is_word).find(|word| word.parse::<LevelFilter>().is_err()) {
        Some(word) => Err(format!(
            "`{word}` is not a log level; expected error, warn, info, debug, trace or off, or PART=LEVEL"
        )),
        None => text.parse().map_err(|error| format!("{error}")),
    }
}

/// Arguments of `chuhe serve`.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// TOML file with these settings, one per line, such as `listen = "0.0.0.0:8686"`; the command
    /// line and the environment have precedence
    #[arg(long, env = "CHUHE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check settings, folder, keys and store without starting a server; exit status 1 if there are
    /// errors
    #[arg(long)]
    check: bool,
    /// Address to listen on
    #[arg(long, env = "CHUHE_LISTEN", default_value = "127.0.0.1:8686")]
    listen: SocketAddr,
    /// Maximum database size in MiB; at the limit the server behaves as if the disk were full
    #[arg(long, env = "CHUHE_MAX_SIZE", value_name = "MIB")]
    max_size: Option<u64>,
    #[command(flatten)]
    storage: StorageArgs,
    /// File of the key that signs the logs of tables; by default `sign.key` in the folder. All
    /// servers of a database need the same key
    #[arg(long, env = "CHUHE_SIGN_KEY_FILE", value_name = "FILE")]
    sign_key_file: Option<PathBuf>,
    /// File of the arbiter's key, which registers smart boards; by default `arbiter.key` in the
    /// folder
    #[arg(long, env = "CHUHE_ARBITER_KEY_FILE", value_name = "FILE")]
    arbiter_key_file: Option<PathBuf>,
    /// Public URL of this server, such as `https://chuhe.example/` of a proxy
    #[arg(long = "address", env = "CHUHE_ADDRESS", value_name = "URL", value_parser = web_address)]
    addresses: Vec<String>,
    /// Additional host name under which browsers may open this server; the server's addresses, this
    /// machine's name and the hosts of `--address` are always allowed
    #[arg(long = "host", env = "CHUHE_HOST", value_name = "NAME", value_delimiter = ',', value_parser = host_name)]
    hosts: Vec<String>,
    /// Trust `Forwarded` and `X-Forwarded-…` headers from this reverse proxy or network of proxies
    /// (`10.0.0.0/8`); the headers of other clients are ignored
    #[arg(
        long = "trusted-proxy",
        env = "CHUHE_TRUSTED_PROXY",
        value_name = "ADDRESS|NET",
        value_delimiter = ',',
        value_parser = server::network
    )]
    trusted_proxies: Vec<IpNet>,
    /// Switch off the chat of tables
    #[arg(
        long,
        env = "CHUHE_NO_CHAT",
        value_name = "true|false",
        num_args = 0..=1,
        require_equals = true,
        default_value = "false",
        default_missing_value = "true",
        action = clap::ArgAction::Set,
        hide_default_value = true,
        hide_possible_values = true
    )]
    no_chat: bool,
    /// Switch off the pictures in previews of links
    #[arg(
        long,
        env = "CHUHE_NO_PICTURES",
        value_name = "true|false",
        num_args = 0..=1,
        require_equals = true,
        default_value = "false",
        default_missing_value = "true",
        action = clap::ArgAction::Set,
        hide_default_value = true,
        hide_possible_values = true
    )]
    no_pictures: bool,
    /// MQTT broker for smart boards: HOST or HOST:PORT; mqtts://HOST for TLS
    #[arg(long, env = "CHUHE_MQTT")]
    mqtt: Option<String>,
    #[command(flatten)]
    broker: BrokerArgs,
    /// NATS server, `nats://HOST:PORT`, by which servers on one PostgreSQL database notify each
    /// other of new events; without it each server polls every quarter of a second
    #[arg(long, env = "CHUHE_HINTS", value_name = "ADDRESS", hide_env_values = true)]
    hints: Option<String>,
    /// Mail server that sends players a link for a new password, `smtps://USER:PASSWORD@HOST` or
    /// `smtp://HOST:587?tls=required`; without it the server sends no mail
    #[arg(long, env = "CHUHE_SMTP", value_name = "URL", hide_env_values = true)]
    smtp: Option<String>,
    /// File that contains this URL, to keep the password off the command line
    #[arg(long, env = "CHUHE_SMTP_FILE", value_name = "FILE")]
    smtp_file: Option<PathBuf>,
    /// Sender of the mails, such as `Club <chuhe@club.example>`; their links begin with the first
    /// `--address`
    #[arg(long, env = "CHUHE_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Additional address for Prometheus metrics at `/metrics`; every client that can connect can
    /// read them
    #[arg(long, env = "CHUHE_METRICS", value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// OpenTelemetry collector, http://HOST:4318, that receives the durations of requests, commands
    /// and commits (OTLP over HTTP)
    #[arg(long, env = "CHUHE_OTLP", value_name = "URL", hide_env_values = true)]
    otlp: Option<String>,
    #[command(flatten)]
    log: LogArgs,
}

impl ServeArgs {
    /// Whether the settings are checked without starting a server.
    pub const fn is_check(&self) -> bool {
        self.check
    }

    /// Address to listen on.
    pub const fn listen(&self) -> SocketAddr {
        self.listen
    }

    /// Address for `/metrics`.
    pub const fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// The folder and the store.
    pub const fn storage(&self) -> &StorageArgs {
        &self.storage
    }

    /// Database of the games, with its size limit.
    pub fn place(&self) -> Result<StoreLocation> {
        Ok(match (self.storage.place()?, self.max_size.map(|mib| mib.saturating_mul(1 << 20))) {
            (StoreLocation::File(options), Some(bytes)) => {
                StoreLocation::File(options.max_bytes(bytes))
            }
            (StoreLocation::Postgres(options), Some(bytes)) => {
                StoreLocation::Postgres(Box::new(options.max_bytes(bytes)))
            }
            (place, None) => place,
        })
    }

    /// Files that hold keys and passwords.
    pub fn secret_files(&self, folder: &Path) -> Vec<PathBuf> {
        let keys = [self.arbiter_key_file(folder), self.sign_key_file(folder)];
        let mail = self.smtp_file.iter().cloned();
        keys.into_iter().chain(self.storage.secret_files(folder)).chain(mail).collect()
    }

    /// File of the signing key.
    pub fn sign_key_file(&self, folder: &Path) -> PathBuf {
        self.sign_key_file.clone().unwrap_or_else(|| folder.join(signing_key::FILE))
    }

    /// The file of the arbiter's key.
    pub fn arbiter_key_file(&self, folder: &Path) -> PathBuf {
        self.arbiter_key_file.clone().unwrap_or_else(|| folder.join(arbiter_key::FILE))
    }

    /// Address of the NATS server for hints between the servers of one database.
    pub fn hints(&self) -> Result<Option<&str>> {
        let Some(address) = self.hints.as_deref() else { return Ok(None) };
        ensure!(
            matches!(self.storage.place()?, StoreLocation::Postgres(_)),
            "--hints requires a PostgreSQL database (--store)"
        );
        NatsHints::check(address)?;
        Ok(Some(address))
    }

    /// Collector of traces. The address is parsed here and not by clap, because clap repeats values
    /// that it rejects, and the address may contain a password.
    pub fn collector(&self) -> Result<Option<Collector>> {
        let collector = self.otlp.as_deref().map(str::parse::<Collector>).transpose();
        collector.map_err(|what| anyhow!("--otlp: {what}"))
    }

    /// Mail server for links to a new password. Its URL is parsed here and not by clap, because clap
    /// repeats values that it rejects, and the URL may contain a password.
    pub fn mail(&self) -> Result<Option<MailServer>> {
        let url = match (&self.smtp, &self.smtp_file) {
            (Some(_), Some(file)) => bail!(
                "the mail server has two URLs: one in `smtp` (--smtp, CHUHE_SMTP), one in {} \
                 (`smtp-file`, --smtp-file, CHUHE_SMTP_FILE); leave one out",
                file.display()
            ),
            (Some(url), None) => url.clone(),
            (None, Some(file)) => secret_files::one_line(file, "a URL")?,
            (None, None) => {
                ensure!(self.mail_from.is_none(), "--mail-from requires --smtp or --smtp-file");
                return Ok(None);
            }
        };
        let sender = self.mail_from.as_deref();
        let sender = sender.context("--smtp requires --mail-from, the sender of the mails")?;
        let site = self.addresses.first();
        let site =
            site.context("--smtp requires --address, with which the links in mails begin")?;
        let server = MailServer::new(&url, sender, site);
        let server = server.map_err(|error| match error {
            MailServerError::Sender(_) => anyhow!("--mail-from: {error}"),
            MailServerError::Site(_) => anyhow!("--address: {error}"),
            _ => anyhow!("--smtp: {error}"),
        });
        server.map(Some)
    }

    /// MQTT broker of the smart boards.
    pub fn broker(&self) -> Result<Option<Broker>> {
        ensure!(
            self.mqtt.is_some() || !self.broker.is_given(),
            "--mqtt-ca, --mqtt-user and --mqtt-password-file require --mqtt"
        );
        self.mqtt.as_deref().map(|address| self.broker.broker(address)).transpose()
    }
}

/// Starts a server for this device and opens its pages. If a server already runs on the folder, its
/// pages are opened.
pub fn play(args: PlayArgs) -> Result<()> {
    let folder = match DataFolder::take(&args.storage.folder()?) {
        Err(FolderError::Taken { running: Some(running), .. }) => {
            terminal::tell(format_args!("chuhe: already playing at {}", running.address));
            if args.lan || args.port.is_some() || !args.hosts.is_empty() {
                terminal::tell(format_args!(
                    "chuhe: end that server first to start it with other options (process {})",
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
    // Invalid keys are reported before the server accepts connections.
    let key_files = [arbiter_key::FILE, signing_key::FILE].map(|file| folder.path().join(file));
    let config = system_config(key_files)?;
    runtime(args.log, None)?.block_on(async {
        let listener = listener(host, args.port).await?;
        let port = listener.local_addr()?.port();
        let here = format!("http://127.0.0.1:{port}/");
        folder.announce(&here).context("cannot write the server's address into the folder")?;
        terminal::tell(format_args!("chuhe: playing at {here}"));
        let lan = if args.lan { lan_address(port) } else { None };
        match &lan {
            Some(address) => terminal::tell(format_args!(
                "chuhe: other devices in your network open {address}\n{}",
                terminal_code(address)?
            )),
            None if args.lan => {
                terminal::tell("chuhe: no network found; only this device can connect");
            }
            None => terminal::tell("chuhe: to play with phones nearby, start with `--lan`"),
        }
        terminal::tell("chuhe: press Ctrl-C to end; all moves are saved");
        if !args.no_browser {
            open_browser(&here);
        }
        let explorer = Some(args.storage.explorer().await?);
        let config =
            Config { addresses: lan.into_iter().collect(), hosts: args.hosts, explorer, ..config };
        let opened = open(&folder, args.storage.place()?, &config).await?;
        run(listener, None, opened, None, config, || {}).await
    })
}

/// Listens on the given port; without one, on [`PORT`] or, if that is taken, any free port.
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

/// Runs a server until a signal ends it.
pub fn serve(args: ServeArgs) -> Result<()> {
    let folder = DataFolder::take(&args.storage.folder()?)?;
    let place = args.place()?;
    secret_files::complain(args.secret_files(folder.path()));
    let hints = args.hints()?.map(str::to_owned);
    let broker = args.broker()?;
    let mail = args.mail()?.map(Arc::new);
    // Invalid keys are reported before the server accepts connections.
    let key_files = [args.arbiter_key_file(folder.path()), args.sign_key_file(folder.path())];
    let traces = args.collector()?.as_ref().map(Traces::to).transpose()?;
    runtime(args.log, traces.as_ref())?.block_on(async {
        may_draw_keys(&key_files, &place).await?;
        let drawn = key_files.iter().filter(|file| !file.exists()).cloned().collect();
        let config = system_config(key_files)?;
        let listener = TcpListener::bind(args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        let address = listener.local_addr()?;
        folder
            .announce(&from_here(address))
            .context("cannot write the server's address into the folder")?;
        let metrics = match args.metrics {
            Some(address) => Some(metrics_listener(address).await?),
            None => None,
        };
        let counting = metrics.as_ref().map(TcpListener::local_addr).transpose()?;
        let begun = || {
            terminal::tell(format_args!("chuhe: serving at http://{address}/"));
            if let Some(address) = counting {
                terminal::tell(format_args!("chuhe: metrics at http://{address}/metrics"));
            }
        };
        let lan = if address.ip().is_unspecified() { lan_address(address.port()) } else { None };
        let addresses = args.addresses.into_iter().chain(lan).collect();
        let config = Config {
            hosts: args.hosts,
            trusted_proxies: args.trusted_proxies,
            broker,
            addresses,
            has_chat: !args.no_chat,
            has_pictures: !args.no_pictures,
            mail,
            ..config
        };
        let opened = open(&folder, place, &config).await;
        if opened.is_err() {
            take_back(drawn);
        }
        let opened = opened?;
        let config = Config { explorer: Some(args.storage.explorer().await?), ..config };
        run(listener, metrics, opened, hints.as_deref(), config, begun).await
    })
}

/// Opens the listener of `/metrics`.
async fn metrics_listener(address: SocketAddr) -> Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address} for --metrics"))
}

/// Configuration with the system's clock and random numbers, and with the two keys read from their
/// files.
fn system_config([arbiter, signing]: [PathBuf; 2]) -> Result<Config> {
    Ok(Config::system(Vec::new(), arbiter_key(&arbiter)?, signing_key(&signing)?))
}

/// Checks, before keys are created, that the database was not used with other keys. Otherwise a new
/// key file would be written in vain and later be mistaken for the right one.
async fn may_draw_keys([arbiter, signing]: &[PathBuf; 2], place: &StoreLocation) -> Result<()> {
    let StoreLocation::Postgres(options) = place else { return Ok(()) };
    let (arbiter, signing) = (known_arbiter_key(arbiter)?, known_signing_key(signing)?);
    if arbiter.is_some() && signing.is_some() {
        return Ok(());
    }
    let options = options.clone().node(server::stamp(signing.as_ref(), arbiter.as_deref()));
    store::check_postgres(&options).await.context("cannot open the store")
}

/// URL by which this machine reaches a server. An unspecified listening address becomes loopback.
fn from_here(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// Opened store.
struct Opened {
    store: Arc<dyn Store>,
    file: Option<Arc<SqliteStore>>,
}

async fn open(folder: &DataFolder, place: StoreLocation, config: &Config) -> Result<Opened> {
    match place {
        StoreLocation::File(options) => {
            let file = SqliteStore::open_with(options)
                .await
                .with_context(|| format!("cannot open the store in {}", folder.path().display()))?;
            let file = Arc::new(file);
            Ok(Opened { store: file.clone(), file: Some(file) })
        }
        StoreLocation::Postgres(options) => {
            let options = options.node(config.stamp());
            let store = PostgresStore::open(options).await.context("cannot open the store")?;
            Ok(Opened { store: Arc::new(store), file: None })
        }
    }
}

/// Deletes key files that this start has created. If several servers initialise a database at the
/// same time, one succeeds; the keys of the others must not be used later.
fn take_back(drawn: Vec<PathBuf>) {
    for file in drawn {
        if let Err(error) = std::fs::remove_file(&file) {
            terminal::complain(format_args!(
                "cannot delete the unused new key {}: {error}",
                file.display()
            ));
        }
    }
}

async fn run(
    listener: TcpListener,
    metrics: Option<TcpListener>,
    Opened { store, file }: Opened,
    hints: Option<&str>,
    mut config: Config,
    begun: impl FnOnce(),
) -> Result<()> {
    if let Some((address, nodes)) = hints.zip(store.cluster()) {
        config.hints = Some(Arc::new(NatsHints::start(address, nodes.cluster_id())?));
    }
    let start = service_manager::while_starting(Hub::start(config, store), service_manager::notify);
    let hub = start.await.context("cannot load the games")?;
    begun();
    let stopped = stopped();
    service_manager::notify(READY);
    let stop = async {
        stopped.await;
        service_manager::notify(STOPPING);
    };
    let counting = async {
        match metrics {
            Some(metrics) => server::serve_metrics(metrics, hub.clone()).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = server::serve(listener, hub.clone(), stop) => {}
        () = counting => {}
    }
    // Without the checkpoint, a copy of the database file would need the WAL file as well.
    if let Some(file) = file
        && let Err(error) = file.checkpoint().await
    {
        terminal::tell(format_args!("chuhe: cannot merge the WAL file into the database: {error}"));
    }
    Ok(())
}

/// Completes on SIGINT, SIGTERM, SIGQUIT or SIGHUP. The handlers are installed when the function is
/// called, so a signal sent right after the ready message is not lost. SIGHUP stays ignored where it
/// was ignored at the start, as under `nohup`.
#[cfg(unix)]
fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let ignored = ignored_signals();
    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::quit(),
        SignalKind::hangup(),
    ];
    let is_hangup = |kind: SignalKind| kind == SignalKind::hangup();
    let kinds = kinds
        .into_iter()
        .filter(|&kind| !is_hangup(kind) || ignored >> (kind.as_raw_value() - 1) & 1 == 0);
    // Without a handler, the signal ends the process at once, which loses no stored event.
    let mut signals: Vec<_> = kinds.filter_map(|kind| signal(kind).ok()).collect();
    async move {
        std::future::poll_fn(|cx| {
            use std::task::Poll;
            if signals.iter_mut().any(|signal| signal.poll_recv(cx).is_ready()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}

/// Signals that the process ignored at its start, as a bit mask from SIGHUP on. Zero on systems
/// without `/proc`.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Completes on Ctrl-C, when the console window closes, or at shutdown.
#[cfg(windows)]
fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::windows;
    let signals = (windows::ctrl_c(), windows::ctrl_close(), windows::ctrl_shutdown());
    async move {
        let (Ok(mut interrupted), Ok(mut closed), Ok(mut shut_down)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = closed.recv() => {}
            _ = shut_down.recv() => {}
        }
    }
}

fn runtime(log: LogArgs, traces: Option<&Traces>) -> Result<tokio::runtime::Runtime> {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A failed write to stderr would otherwise be printed, and `eprintln!` panics when stderr
        // is closed.
        .log_internal_errors(false)
        .with_filter(log.log);
    tracing_subscriber::registry().with(lines).with(traces.map(Traces::layer)).init();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}

/// Validates a host name or IP address without scheme and port.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = text.chars().all(|c| c.is_alphanumeric() || "-._:[]".contains(c));
    if is_name && text.contains(char::is_alphanumeric) {
        Ok(text.to_owned())
    } else {
        Err("expected a name such as `chuhe.example`".to_owned())
    }
}

/// Validates a server URL: http or https, a host, and no user name.
fn web_address(text: &str) -> Result<String, String> {
    let rest = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    if rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && !rest.contains('@')) {
        Ok(text.to_owned())
    } else {
        Err("expected http://HOST/ or https://HOST/".to_owned())
    }
}

/// Address of this machine in its local network, found by the route to an external address. No
/// packet is sent.
fn lan_address(port: u16) -> Option<String> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let IpAddr::V4(address) = socket.local_addr().ok()?.ip() else { return None };
    (!address.is_loopback() && !address.is_unspecified())
        .then(|| format!("http://{address}:{port}/"))
}

fn terminal_code(address: &str) -> Result<String> {
    let code = qrcode::QrCode::new(address).context("cannot draw the QR code")?;
    Ok(code.render::<qrcode::render::unicode::Dense1x2>().build())
}

/// Opens the default browser if there is a desktop.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_is_none_is_refused() {
        for (text, fits) in [
            (LOG, true),
            ("info", true),
            ("warn,server=debug,[commit]=trace", true),
            ("off", true),
            ("verbose", false),
            ("server=info,wran", false),
        ] {
            assert_eq!(log_filter(text).is_ok(), fits, "{text}");
        }
    }
}
