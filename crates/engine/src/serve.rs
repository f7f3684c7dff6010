use crate::{
    event::{Answer, Event},
    input::read_lines,
    report::{Report, Throttle},
    root::Root,
    settings::{Effect, Settings, shown},
    signals::Signals,
    spending::Spending,
    thinker::{Job, Task, think},
};
use games::AnyAction;
use std::{
    collections::VecDeque,
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::{self, BufRead, Write},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use uci::{BestMove, Command, Dialect, Go, Ranks, Reply, Start};

/// Maximum number of queued lines; a faster writer blocks.
const WAITING: usize = 256;

/// After the end of the input, a running search has this long to answer.
const FAREWELL: Duration = Duration::from_millis(30);

/// Speaks UCI, or UCCI on request, until `quit` or the end of the input.
///
/// # Errors
/// If the output fails.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    let (jobs, to_do) = mpsc::channel();
    let answers = sender.clone();
    thread::Builder::new().name("input".into()).spawn(move || read_lines(input, &sender))?;
    thread::Builder::new().name("search".into()).spawn(move || think(&to_do, &answers))?;
    // The threads are not joined: one blocks in a read, the other ends at its next check.
    Session::new(output, jobs).run(&events)
}

/// One conversation.
struct Session<W> {
    output: W,
    jobs: Sender<Job>,
    settings: Settings,
    /// The current position, or why there is none.
    root: Result<Root, String>,
    /// Moves that must not be played in it.
    banned: Vec<AnyAction>,
    search: Option<Running>,
    /// Whether `isready` waits for the tables.
    is_preparing: bool,
    /// Number of searches so far.
    searches: u64,
    /// Random seed of this conversation, so that a client cannot predict the players' choices.
    luck: u64,
    /// Orders that wait for the end of a search or for earlier orders.
    later: VecDeque<Order>,
}

/// The request of a line.
enum Order {
    Obey(Command),
    /// An unreadable position, with the reason; the previous position is discarded.
    NoPosition(String),
    /// An unreadable `go`, with the reason; the client still waits for an answer.
    NoSearch(String, Wait),
}

impl Order {
    /// The request of an unreadable line; `None` if nothing depends on it.
    fn unread(line: &str, problem: &str) -> Option<Order> {
        match line.split_whitespace().next()? {
            "position" | "fen" | "startpos" => Some(Order::NoPosition(problem.to_owned())),
            "go" => Some(Order::NoSearch(problem.to_owned(), Wait::asked_for(line))),
            _ => None,
        }
    }
}

/// What the answer to a `go` has to wait for. An earlier answer would be attributed to another
/// command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wait {
    No,
    /// `ponderhit` or `stop`.
    PonderHit,
    /// `stop` only.
    Stop,
}

impl Wait {
    const fn of(ponders: bool, is_infinite: bool) -> Wait {
        match (is_infinite, ponders) {
            (true, _) => Wait::Stop,
            (false, true) => Wait::PonderHit,
            (false, false) => Wait::No,
        }
    }

    /// Determined from a line that cannot be parsed as a whole.
    fn asked_for(line: &str) -> Wait {
        let has = |wanted| line.split_whitespace().any(|word| word == wanted);
        Wait::of(has("ponder"), has("infinite"))
    }
}

/// A `go` without an answer yet.
struct Running {
    number: u64,
    signals: Arc<Signals>,
    throttle: Throttle,
    wait: Wait,
    answer: Option<Answer>,
}

impl<W: Write> Session<W> {
    fn new(output: W, jobs: Sender<Job>) -> Session<W> {
        let settings = Settings::new();
        Session {
            output,
            jobs,
            root: usual_start(&settings),
            settings,
            banned: Vec::new(),
            search: None,
            is_preparing: false,
            searches: 0,
            luck: RandomState::new().build_hasher().finish(),
            later: VecDeque::new(),
        }
    }

    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Some(event) = self.wait(events)? {
            match event {
                Event::Line(line) => {
                    let is_open = self.on_line(&line)?;
                    if !is_open {
                        // `quit` does not wait for anything.
                        self.later.clear();
                        self.is_preparing = false;
                        break;
                    }
                }
                // Only a position can be that long.
                Event::TooLong => {
                    self.on_order(Order::NoPosition("the line is too long".into()))?
                }
                Event::Closed => break,
                told => self.on_told(told)?,
            }
        }
        self.finish(events)?;
        if self.settings.dialect == Dialect::Ucci {
            self.reply(&Reply::Bye)?;
        }
        Ok(())
    }

    /// Forwards an event of the searching thread.
    fn on_told(&mut self, event: Event) -> io::Result<()> {
        let is_running = |number| self.search.as_ref().is_some_and(|it| it.number == number);
        match event {
            Event::Report(number, report) if is_running(number) => {
                if let Some(search) = &mut self.search {
                    search.throttle.put(report);
                }
                Ok(())
            }
            Event::Answer(number, answer) if is_running(number) => self.on_answer(answer),
            Event::Ready if self.is_preparing => {
                self.is_preparing = false;
                self.reply(&Reply::ReadyOk)?;
                self.do_what_waited()
            }
            Event::Problem(problem) => self.say(&problem),
            _ => Ok(()),
        }
    }

    /// Processes the remaining orders at the end of the input and stops every search. Its answer is
    /// sent if it arrives soon.
    fn finish(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let mut until = Instant::now() + FAREWELL;
        self.stop()?;
        while self.search.is_some() || self.is_preparing {
            if self.is_preparing {
                // Allocating tables takes its time.
                let Ok(event) = events.recv() else { break };
                self.on_told(event)?;
                until = Instant::now() + FAREWELL;
            } else {
                let left = until.saturating_duration_since(Instant::now());
                let Ok(event) = events.recv_timeout(left) else { break };
                self.on_told(event)?;
            }
            self.stop()?;
        }
        Ok(())
    }

    fn on_answer(&mut self, answer: Answer) -> io::Result<()> {
        self.keep_answer(answer)?;
        self.do_what_waited()
    }

    /// Stores an answer and sends it as soon as permitted.
    fn keep_answer(&mut self, answer: Answer) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.answer = Some(answer);
        }
        self.tell_answer()
    }

    /// Waits for the next event and sends due reports in the meantime. `None` after the last event.
    fn wait(&mut self, events: &Receiver<Event>) -> io::Result<Option<Event>> {
        loop {
            let wake_at = self.search.as_ref().and_then(|search| search.throttle.wake_at());
            let Some(wake_at) = wake_at else { return Ok(events.recv().ok()) };
            match events.recv_timeout(wake_at.saturating_duration_since(Instant::now())) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    let due = |search: &mut Running| search.throttle.due(Instant::now());
                    if let Some(report) = self.search.as_mut().and_then(due) {
                        self.tell_report(&report)?;
                    }
                }
            }
        }
    }

    /// Processes a line. Returns `false` for `quit`.
    fn on_line(&mut self, line: &str) -> io::Result<bool> {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(false),
            Ok(Some(command)) => self.on_order(Order::Obey(command))?,
            Err(error) => {
                let problem = error.to_string();
                match Order::unread(line, &problem) {
                    Some(order) => self.on_order(order)?,
                    None => self.say(&problem)?,
                }
            }
        }
        Ok(true)
    }

    /// Processes orders in sequence: a `stop` refers to the search before it.
    fn on_order(&mut self, order: Order) -> io::Result<()> {
        self.later.push_back(order);
        if self.later.len() == 1 { self.do_what_waited() } else { Ok(()) }
    }

    /// Processes waiting orders as far as possible. An order that waits for a search stops it.
    fn do_what_waited(&mut self) -> io::Result<()> {
        while !self.later.is_empty() {
            if !self.can_go_on() {
                self.stop()?;
            }
            if !self.can_go_on() {
                break;
            }
            match self.later.pop_front() {
                Some(Order::Obey(command)) => self.obey(command)?,
                Some(Order::NoPosition(problem)) => {
                    self.say(&problem)?;
                    self.root = Err(problem);
                    self.banned.clear();
                }
                Some(Order::NoSearch(problem, wait)) => {
                    self.say(&problem)?;
                    self.go_nowhere(wait)?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Whether the first waiting order can be processed now.
    fn can_go_on(&self) -> bool {
        match self.later.front() {
            _ if self.is_preparing => false,
            Some(Order::Obey(
                Command::IsReady
                | Command::Stop
                | Command::PonderHit { .. }
                | Command::Debug(_)
                | Command::Quit,
            )) => true,
            _ => self.search.is_none(),
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => self.introduce(dialect),
            // A running search means that the engine is ready.
            Command::IsReady if self.search.is_some() => self.reply(&Reply::ReadyOk),
            Command::IsReady => {
                self.is_preparing = true;
                self.give(Job::Prepare(Box::new(self.settings.clone())));
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.give(Job::Clear);
                Ok(())
            }
            Command::Position { start, moves, is_bare } => {
                if is_bare {
                    self.settings.ranks = Ranks::FromZero;
                }
                self.set_position(&start, &moves)
            }
            Command::BanMoves(moves) => self.ban(&moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit { .. } => self.ponder_hit(),
            // Debug mode adds no output.
            Command::Debug(_) => Ok(()),
            // The conversation ends before this.
            Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        self.settings.dialect = dialect;
        for (field, value) in [
            ("name", concat!("chuhe ", env!("CARGO_PKG_VERSION"))),
            ("author", "the chuhe authors"),
        ] {
            self.reply(&Reply::Id { field: field.to_owned(), value: value.to_owned() })?;
        }
        for spec in Settings::specs(dialect) {
            self.reply(&Reply::Option(spec))?;
        }
        self.reply(&Reply::Ok(dialect))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.settings.set(name, value) {
            Ok(Effect::Nothing) => Ok(()),
            Ok(Effect::ClearTables) => {
                self.give(Job::Clear);
                Ok(())
            }
            Ok(Effect::ResetPosition) => {
                self.root = usual_start(&self.settings);
                self.banned.clear();
                Ok(())
            }
            Err(problem) => self.say(&problem),
        }
    }

    /// After a refused position there is none; a move for another position would be wrong.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> io::Result<()> {
        self.root = Root::new(&self.settings, start, moves);
        self.banned.clear();
        match &self.root {
            Ok(root) => {
                let unusual = root.oddities();
                if unusual.is_empty() {
                    return Ok(());
                }
                self.say(&format!("unusual: {}", unusual.join(", ")))
            }
            Err(problem) => self.say(&problem.clone()),
        }
    }

    fn ban(&mut self, moves: &[String]) -> io::Result<()> {
        let (banned, unknown) = self.legal_ones(moves);
        self.banned = banned;
        self.say_illegal("banmoves", &unknown)
    }

    /// Splits texts into moves that are legal in the current position, and others.
    fn legal_ones<'a>(&self, moves: &'a [String]) -> (Vec<AnyAction>, Vec<&'a str>) {
        let move_text = self.settings.move_text();
        let legal = self.root.as_ref().map_or(&[][..], |root| &root.legal);
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for word in moves {
            let played = move_text.read(word);
            match legal.iter().find(|action| action.to_string() == played) {
                Some(&action) => known.push(action),
                None => unknown.push(word.as_str()),
            }
        }
        (known, unknown)
    }

    fn say_illegal(&mut self, place: &str, moves: &[&str]) -> io::Result<()> {
        for word in moves {
            self.say(&format!("{place}: `{}` is no legal move here", shown(word)))?;
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        for word in &go.unknown {
            self.say(&format!("go: unknown limit `{}`", shown(word)))?;
        }
        let mover = self.root.as_ref().ok().and_then(Root::mover);
        let is_first = mover.is_none_or(|seat| seat.index() % 2 == 0);
        let Settings { overhead, .. } = self.settings;
        let spending = Spending::of(go, is_first, self.settings.clock_unit(), overhead);
        let wait = Wait::of(go.ponder, spending.is_infinite);
        let root = match &self.root {
            Ok(root) => root.clone(),
            Err(problem) => {
                self.say(&problem.clone())?;
                return self.go_nowhere(wait);
            }
        };
        let (asked, unknown) = self.legal_ones(&go.search_moves);
        self.say_illegal("go searchmoves", &unknown)?;
        let mut allowed = if asked.is_empty() { root.legal.clone() } else { asked };
        allowed.retain(|action| !self.banned.contains(action));
        let (number, signals) = self.begin(wait, go.ponder);
        let settings = self.settings.clone();
        let seed = self.settings.seed.map_or(self.luck, u64::from).wrapping_add(number);
        self.give(Job::Search(Box::new(Task {
            number,
            seed,
            root,
            allowed,
            spending,
            settings,
            signals,
        })));
        Ok(())
    }

    /// Answers a `go` without a search; the answer waits as any other.
    fn go_nowhere(&mut self, wait: Wait) -> io::Result<()> {
        self.begin(wait, wait == Wait::PonderHit);
        self.keep_answer(Answer { action: None, ponder: None, report: None })
    }

    /// Registers a `go` that needs an answer.
    fn begin(&mut self, wait: Wait, ponders: bool) -> (u64, Arc<Signals>) {
        let signals = Arc::new(Signals::new(ponders));
        self.searches += 1;
        let (number, throttle) = (self.searches, Throttle::new());
        self.search =
            Some(Running { number, signals: signals.clone(), throttle, wait, answer: None });
        (number, signals)
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.signals.stop();
            search.wait = Wait::No;
        }
        self.tell_answer()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.signals.ponder_hit();
            if search.wait == Wait::PonderHit {
                search.wait = Wait::No;
            }
        }
        self.tell_answer()
    }

    /// Sends the pending answer if it is known and may be sent.
    fn tell_answer(&mut self) -> io::Result<()> {
        let is_due = |search: &mut Running| search.wait == Wait::No && search.answer.is_some();
        let Some(search) = self.search.take_if(is_due) else { return Ok(()) };
        let Some(answer) = search.answer else { return Ok(()) };
        if let Some(report) = answer.report.or_else(|| search.throttle.last()) {
            self.tell_report(&report)?;
        }
        let move_text = self.settings.move_text();
        let write = |action: AnyAction| move_text.write(&action.to_string());
        self.reply(&Reply::BestMove(BestMove {
            action: answer.action.map(write),
            ponder: answer.ponder.map(write),
            ..BestMove::default()
        }))
    }

    fn tell_report(&mut self, report: &Report) -> io::Result<()> {
        // The current position is the one that was searched, because a new one waits for the
        // answer.
        let winnable = self.root.as_ref().map_or([1.0; 2], Root::winnable);
        let told_winnable = self.settings.show_wdl.then_some(winnable);
        for info in report.infos(self.settings.move_text(), told_winnable) {
            self.reply(&Reply::Info(info))?;
        }
        Ok(())
    }

    /// The searching thread lives as long as this one, so sending cannot fail.
    fn give(&self, job: Job) {
        let _ = self.jobs.send(job);
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.reply(&Reply::Text(text.to_owned()))
    }

    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.output, "{}", reply.line(self.settings.dialect))?;
        self.output.flush()
    }
}

/// The usual start of the current game, if it has one without secrets.
fn usual_start(settings: &Settings) -> Result<Root, String> {
    Root::new(settings, &Start::Usual, &[])
}
