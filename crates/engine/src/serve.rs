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

/// So many lines may wait; whoever writes faster waits.
const WAITING: usize = 256;

/// Who leaves during a search waits no longer for its answer.
const FAREWELL: Duration = Duration::from_millis(30);

/// Speaks UCI, or UCCI if asked to, until `quit` or the end of the input.
///
/// # Errors
/// When nothing can be written.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    let (jobs, to_do) = mpsc::channel();
    let answers = sender.clone();
    thread::Builder::new().name("input".into()).spawn(move || read_lines(input, &sender))?;
    thread::Builder::new().name("search".into()).spawn(move || think(&to_do, &answers))?;
    // Neither thread is waited for: one sits in a read, the other ends at its next look around.
    Session::new(output, jobs).run(&events)
}

/// One conversation.
struct Session<W> {
    output: W,
    jobs: Sender<Job>,
    settings: Settings,
    /// The position set, or why there is none.
    root: Result<Root, String>,
    /// Moves that may not be played in it.
    banned: Vec<AnyAction>,
    search: Option<Running>,
    /// `isready` is answered once the tables are there.
    is_preparing: bool,
    /// How many searches there were.
    searches: u64,
    /// Drawn for this conversation: nobody shall know the luck of players who hide something.
    luck: u64,
    /// Orders that wait for the end of a search, or for those before them.
    later: VecDeque<Order>,
}

/// What a line asks for.
enum Order {
    Obey(Command),
    /// A position that cannot be read, and why: nothing may be played in the one before it.
    NoPosition(String),
    /// A search that cannot be read, and why: somebody waits for its answer.
    NoSearch(String, Wait),
}

impl Order {
    /// What a line asks for that cannot be read; `None` if nothing depends on it.
    fn unread(line: &str, problem: &str) -> Option<Order> {
        match line.split_whitespace().next()? {
            "position" | "fen" | "startpos" => Some(Order::NoPosition(problem.to_owned())),
            "go" => Some(Order::NoSearch(problem.to_owned(), Wait::asked_for(line))),
            _ => None,
        }
    }
}

/// How long the answer to a `go` waits, however soon it is known: who has not asked for it yet
/// takes it for the answer to something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wait {
    No,
    /// For `ponderhit` or `stop`.
    PonderHit,
    /// For `stop` alone.
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

    /// By a line that cannot be read as a whole.
    fn asked_for(line: &str) -> Wait {
        let has = |wanted| line.split_whitespace().any(|word| word == wanted);
        Wait::of(has("ponder"), has("infinite"))
    }
}

/// A `go` that is not answered yet.
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
                        // Whoever quits waits for nothing any more.
                        self.later.clear();
                        self.is_preparing = false;
                        break;
                    }
                }
                // What is so long can only have been meant for a position.
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

    /// Passes on what the thread that thinks tells.
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

    /// Does what was asked for before the end, and ends every search at once: what it found is told if
    /// that does not take long.
    fn finish(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let mut until = Instant::now() + FAREWELL;
        self.stop()?;
        while self.search.is_some() || self.is_preparing {
            if self.is_preparing {
                // Tables take what they take.
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

    /// Tells an answer as soon as it may be told.
    fn keep_answer(&mut self, answer: Answer) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.answer = Some(answer);
        }
        self.tell_answer()
    }

    /// The next event; tells what is due in the meantime. `None` when there will be no more.
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

    /// Obeys a line; `false` if it is the last.
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

    /// Obeys an order, each in its turn: a `stop` is meant for the search before it.
    fn on_order(&mut self, order: Order) -> io::Result<()> {
        self.later.push_back(order);
        if self.later.len() == 1 { self.do_what_waited() } else { Ok(()) }
    }

    /// Obeys what waits, as far as it need not wait for longer; what does ends the search it waits for.
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

    /// Whether the order that has waited longest can be obeyed at once.
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
            // What searches is ready.
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
            // Nothing more is told than is told anyway.
            Command::Debug(_) => Ok(()),
            // The conversation ends before it comes to this.
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

    /// After a position that is refused there is none: nothing may be played in another.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> io::Result<()> {
        self.root = Root::new(&self.settings, start, moves);
        self.banned.clear();
        match &self.root {
            Ok(_) => Ok(()),
            Err(problem) => self.say(&problem.clone()),
        }
    }

    fn ban(&mut self, moves: &[String]) -> io::Result<()> {
        let (banned, unknown) = self.legal_ones(moves);
        self.banned = banned;
        self.say_illegal("banmoves", &unknown)
    }

    /// The moves that may be played in the position set, and the texts of the others.
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

    /// Where there is nothing to search the answer is known at once; it waits as any other does.
    fn go_nowhere(&mut self, wait: Wait) -> io::Result<()> {
        self.begin(wait, wait == Wait::PonderHit);
        self.keep_answer(Answer { action: None, ponder: None, report: None })
    }

    /// From now on an answer is owed.
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

    /// Tells the answer that is owed, if there is one and it may be told.
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
        // The position that was set last is the one that was searched: another waits for the
        // answer.
        let winnable = self.root.as_ref().map_or([1.0; 2], Root::winnable);
        let told_winnable = self.settings.show_wdl.then_some(winnable);
        for info in report.infos(self.settings.move_text(), told_winnable) {
            self.reply(&Reply::Info(info))?;
        }
        Ok(())
    }

    /// The thread that thinks lives as long as this one: it can take every job.
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

/// The usual start of the game that is set, where it has one without secrets.
fn usual_start(settings: &Settings) -> Result<Root, String> {
    Root::new(settings, &Start::Usual, &[])
}
