//! `chuhe board simulate --server`: simulated boards at a server.
//!
//! Each board has a bridge, as a real board does: [`VirtualBoard`] is at the other end of its line.

use crate::{arbiter_key, input, storage, terminal};
use anyhow::{Context, Result, anyhow, bail};
use board_bridge::{Bridge, Line, Registration, Server, ServerUrl, register};
use board_host::{
    VirtualBoard,
    human::{Expected, Habits, People, Session},
};
use boardlink::{Decoder, MAX_FRAME, ToBoard, write_frame};
use bots::{AnyBot, Level, Limits};
use broker::HostPort;
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Turn};
use games::{AnyAction, AnyGame, Variant};
use sensing::{Button, Event, Input, Output, Settings, link};
use server::{Env, SystemEnv};
use smart_boards::{Key, board_text};
use std::{
    fs::{File, TryLockError},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    time::{Duration, Instant},
};
use xiangqi::{Move, Side};

/// The boards and their server.
#[derive(clap::Args)]
pub(super) struct LiveArgs {
    /// Play at simulated boards of this server, in real time; its address with the scheme
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Number of boards, with --server
    #[arg(long, default_value_t = 3, requires = "server", value_parser = clap::value_parser!(u8).range(1..=64))]
    boards: u8,
    /// How many times faster than people play, with --server
    #[arg(long, default_value_t = 1.0, requires = "server", value_parser = speed)]
    speed: f64,
    /// Folder of the server's games, which contains `arbiter.key`; with --server
    #[arg(long, env = "CHUHE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// File with the arbiter's key, which registers the boards; default `arbiter.key` in the folder
    /// of the server's games
    #[arg(long, env = "CHUHE_ARBITER_KEY_FILE", value_name = "FILE")]
    arbiter_key_file: Option<PathBuf>,
    /// PEM file with the certificate authorities to trust instead of the public ones, with --server
    #[arg(long, requires = "server", value_name = "FILE")]
    ca: Option<PathBuf>,
}

/// The games and the people who play them.
pub(super) struct Show {
    /// Seed of all games.
    pub(super) seed: u64,
    /// Noise of hands and sensors, 0 to 100.
    pub(super) noise: u32,
    /// Maximum number of plies of a game.
    pub(super) plies: usize,
    /// Number of games at each board, unless there are recorded ones.
    pub(super) games: u64,
    /// Games to play; if empty, computers choose the moves.
    pub(super) recorded: Vec<Vec<Move>>,
    /// Settings of the boards.
    pub(super) settings: Settings,
}

/// The time control if none is given.
pub(super) const CLOCK: &str = "10+5";

/// The number of the first board, without its last byte: `chuhe-demo-` in ASCII.
const NUMBER: [u8; 11] = *b"chuhe-demo-";

/// Maximum size of a bridge's buffer, in bytes.
const BUFFER_BYTES: usize = 8 << 20;

/// Maximum time between two looks at the line and the clock.
const STEP: Duration = Duration::from_millis(20);

/// Maximum time to wait for the server's ruling on a game that the players hold to be over.
const RULING: Duration = Duration::from_secs(60);

/// Nodes that a computer may search for a move.
const NODES: u64 = 2_000;

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=1_000.0).contains(speed));
    speed.ok_or_else(|| format!("expected a number from 0.1 to 1000, found `{text}`"))
}

impl LiveArgs {
    pub(super) const fn has_server(&self) -> bool {
        self.server.is_some()
    }

    fn arbiter_key(&self) -> Result<String> {
        let file = match (&self.arbiter_key_file, &self.data) {
            (Some(file), _) => file.clone(),
            (None, Some(folder)) => folder.join(arbiter_key::FILE),
            (None, None) => storage::data_folder()?.join(arbiter_key::FILE),
        };
        let key = arbiter_key::known_arbiter_key(&file)?;
        key.with_context(|| {
            format!(
                "{} contains no arbiter's key, which registers boards; name the server's folder \
                 with --data or the key's file with --arbiter-key-file",
                file.display()
            )
        })
    }
}

/// Plays until every board has played its games and the server has stored them.
pub(super) fn run(args: &LiveArgs, show: &Show) -> Result<()> {
    let Some(address) = &args.server else { bail!("--server names no server") };
    let roots = args.ca.as_deref().map(input::roots).transpose()?;
    let server = ServerUrl::new(address, roots).context("--server")?;
    let settings = link::settings_for_board(&show.settings).context(
        "a server's board can be set with --clock, --touch-move, --capture-order, \
         --capture-general and --alarm-limit only",
    )?;
    let arbiter_key = args.arbiter_key()?;
    let folder = Folder::new()?;
    terminal::print(format_args!("hall: {}/boards", server.as_str()))?;
    let mut tables = Vec::new();
    for lock in take_places(&server, args.boards)? {
        let place = lock.place;
        let mut id = [place; 12];
        id[..NUMBER.len()].copy_from_slice(&NUMBER);
        let (number, name) = (board_text(&id), format!("Table {place}"));
        let Registration { key, last_game } = register(&server, &arbiter_key, &number, &name)?;
        terminal::print(format_args!("{name}: {}/boards/{number}", server.as_str()))?;
        tables.push(Table {
            line: connect(&server, key, folder.0.join(&number), &name)?,
            name,
            place,
            _lock: lock,
            speed: args.speed,
            board: VirtualBoard::new(id, settings, last_game),
            people: People::new(),
            latest_ms: 0,
        });
    }
    std::thread::scope(|scope| {
        let play = |table: Table| scope.spawn(move || table.play(show));
        let games: Vec<_> = tables.into_iter().map(play).collect();
        games.into_iter().try_for_each(|game| match game.join() {
            Ok(outcome) => outcome,
            Err(_) => Err(anyhow!("a board stopped")),
        })
    })
}

/// A board's place, from 1. Held while the board plays, so that another run on this machine takes
/// other places at the same server.
struct PlaceLock {
    place: u8,
    _file: File,
}

/// Takes the first free places at a server. Their lock files remain in the folder for temporary
/// files, because a file that is deleted could be locked twice.
fn take_places(server: &ServerUrl, boards: u8) -> Result<Vec<PlaceLock>> {
    let name = server.as_str().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let take = |place: u8| {
        let path = std::env::temp_dir().join(format!("chuhe-demo-{name}-{place}.lock"));
        // Another user's file is taken.
        let file = File::options().create(true).append(true).open(path).ok()?;
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        (!is_taken).then_some(PlaceLock { place, _file: file })
    };
    let places: Vec<PlaceLock> = (1..=u8::MAX).filter_map(take).take(boards.into()).collect();
    if places.len() < usize::from(boards) {
        bail!("other runs on this machine use all boards of {}", server.as_str());
    }
    Ok(places)
}

/// Starts a board's bridge and returns the board's end of its line.
fn connect(server: &ServerUrl, key: Key, folder: PathBuf, name: &str) -> Result<BoardLine> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("cannot listen for the bridge")?;
    let port = listener.local_addr()?.port();
    let bridge = Bridge {
        line: Line::Tcp(HostPort { host: "127.0.0.1".to_owned(), port }),
        server: Server::Http(server.clone()),
        key,
        folder,
        room: BUFFER_BYTES,
    };
    let (sender, orders) = channel();
    let (failed, name) = (sender.clone(), name.to_owned());
    std::thread::spawn(move || {
        let outcome =
            bridge.run(&mut |notice| terminal::complain(format_args!("{name}: {notice}")));
        if let Err(error) = outcome {
            let _ = failed.send(Err(anyhow!(error).context("the bridge's buffer")));
        }
    });
    let stream = listener.accept().context("the bridge does not connect")?.0;
    stream.set_nodelay(true)?;
    let reader = stream.try_clone()?;
    std::thread::spawn(move || read_orders(reader, &sender));
    Ok(BoardLine { stream, orders })
}

/// The board's end of the line to its bridge.
struct BoardLine {
    stream: TcpStream,
    orders: Receiver<Result<ToBoard>>,
}

/// Passes on the bridge's messages until the line is closed.
fn read_orders(mut stream: TcpStream, orders: &Sender<Result<ToBoard>>) {
    let mut decoder = Decoder::<ToBoard>::default();
    let mut bytes = [0; 1_024];
    while let Ok(length @ 1..) = stream.read(&mut bytes) {
        let messages = bytes[..length].iter().filter_map(|&byte| decoder.push(byte));
        for order in messages.flatten() {
            if orders.send(Ok(order)).is_err() {
                return;
            }
        }
    }
}

/// A board, the people at it, and the line to its bridge.
struct Table {
    name: String,
    place: u8,
    _lock: PlaceLock,
    speed: f64,
    board: VirtualBoard,
    people: People,
    line: BoardLine,
    /// The latest time that the board has seen.
    latest_ms: u64,
}

impl Table {
    /// Plays the games one after the other, and waits until the server has stored them.
    fn play(mut self, show: &Show) -> Result<()> {
        while !self.board.has_time() {
            self.exchange(0, STEP)?;
        }
        let began = Instant::now();
        let games = match show.recorded.len() {
            0 => show.games,
            count => count as u64,
        };
        for game in 0..games {
            let seed = show.seed.wrapping_add(game << 8 | u64::from(self.place));
            let moves = match show.recorded.get(game as usize) {
                Some(moves) => moves.clone(),
                None => computer_game(seed, show.plies),
            };
            let habits = Habits {
                seed,
                noise: show.noise,
                settings: show.settings,
                plies: show.plies,
                moves: Some(moves),
            };
            let session = self.people.play(&habits);
            self.act_out(&session, began)?;
            self.end_game(&session, began)?;
        }
        while !self.board.is_delivered() {
            self.exchange(self.now_ms(began), STEP)?;
        }
        Ok(())
    }

    /// Lets the sensors see what the people do, each at its time. The rest of a game that was ended
    /// from outside passes at once.
    fn act_out(&mut self, session: &Session, began: Instant) -> Result<()> {
        let mut has_begun = false;
        for &(at_ms, input) in &session.inputs {
            while !has_begun || self.board.is_playing() {
                let now_ms = self.now_ms(began);
                if now_ms >= at_ms {
                    break;
                }
                self.tell(now_ms, Input::Tick)?;
                let wait = Duration::from_millis(at_ms - now_ms).div_f64(self.speed);
                self.exchange(now_ms, wait.min(STEP))?;
            }
            self.tell(at_ms, input)?;
            has_begun |= self.board.is_playing();
            self.exchange(at_ms, Duration::ZERO)?;
        }
        Ok(())
    }

    /// Ends a game that the players stop: by the server's ruling, or by agreement.
    fn end_game(&mut self, session: &Session, began: Instant) -> Result<()> {
        let is_over = matches!(session.truth.last(), Some(Expected::End(_)));
        let since = Instant::now();
        while is_over && self.board.is_playing() && since.elapsed() < RULING {
            self.exchange(self.now_ms(began), STEP)?;
        }
        let now_ms = self.now_ms(began);
        if self.board.is_playing() {
            self.tell(now_ms, Input::Button(Button::Draw))?;
        }
        self.exchange(now_ms, Duration::ZERO)
    }

    /// Passes an input to the board and reports what a spectator should look at.
    fn tell(&mut self, now_ms: u64, input: Input) -> Result<()> {
        let mut lines = Vec::new();
        // After a game that was ended from outside, the board's time is ahead.
        self.latest_ms = self.latest_ms.max(now_ms);
        self.board.input(self.latest_ms, input, &mut |output| lines.extend(line_of(output)));
        for line in lines {
            terminal::print(format_args!("{}: {line}", self.name))?;
        }
        Ok(())
    }

    /// Sends what the board has to say, and obeys what arrives within `wait`.
    fn exchange(&mut self, now_ms: u64, wait: Duration) -> Result<()> {
        let mut bytes = Vec::new();
        while let Some(message) = self.board.next_message() {
            let mut frame = [0; MAX_FRAME];
            if let Ok(frame) = write_frame(&message, &mut frame) {
                bytes.extend_from_slice(frame);
            }
        }
        self.line.stream.write_all(&bytes).context("the bridge has closed the line")?;
        match self.line.orders.recv_timeout(wait) {
            Ok(order) => self.board.execute(self.latest_ms.max(now_ms), order?),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("the bridge has closed the line"),
        }
        while let Ok(order) = self.line.orders.try_recv() {
            self.board.execute(self.latest_ms.max(now_ms), order?);
        }
        Ok(())
    }

    /// The people's time.
    fn now_ms(&self, began: Instant) -> u64 {
        began.elapsed().mul_f64(self.speed).as_millis() as u64
    }
}

/// What a spectator should look at, in words.
fn line_of(output: &Output) -> Option<String> {
    match output.event {
        Event::Alarm(alarm) => Some(format!("alarm: {}", alarm.reason.en())),
        Event::Disturbed { .. } => Some("disturbed".to_owned()),
        Event::End(ending) => Some(match ending.winner {
            Some(Side::Red) => format!("Red wins: {}", ending.reason),
            Some(Side::Black) => format!("Black wins: {}", ending.reason),
            None => format!("draw: {}", ending.reason),
        }),
        _ => None,
    }
}

/// The moves of a game between two computers, at most `plies`.
fn computer_game(seed: u64, plies: usize) -> Vec<Move> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    let mut dice = SeedDice::new(&Seed::new(bytes), &[]);
    let mut bots = [(); 2].map(|()| AnyBot::new(Variant::Xiangqi, Level::Four));
    let mut moves = Vec::new();
    let Ok(mut game) = AnyGame::new(Variant::Xiangqi, "", &mut dice) else { return moves };
    while moves.len() < plies
        && let Turn::Seat(seat) = game.turn()
    {
        let (view, history) = (game.view(Observer::Seat(seat)), game.history());
        let bot = &mut bots[seat.index() % 2];
        let choice = bot.choose(&view, &history, &Limits::of_nodes(NODES), &mut dice);
        let Some(AnyAction::Xiangqi(played)) = choice.map(|choice| choice.action) else { break };
        if game.play(seat, AnyAction::Xiangqi(played)).is_err() {
            break;
        }
        moves.push(played);
    }
    moves
}

/// A folder for the bridges' buffers, which is deleted with this value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder> {
        let random = SystemEnv.random().context("cannot name a folder")?;
        let name = format!("chuhe-boards-{}", base16ct::lower::encode_string(&random[..8]));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind, it contains nothing but what the server has stored too.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
