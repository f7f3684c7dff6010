use crate::Machine;
use anyhow::{Context, Result, ensure};
use boardlink::{Body, Button, Event, Hello, Settings, ToBoard, ToHost};
use sensing::{Occupancy, Prompt};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A board, its power switch, and a host with a memory.
pub struct Bench {
    image: PathBuf,
    folder: PathBuf,
    machine: Option<Machine>,
    /// The time that was injected last, since the board got power, and the time of the bench.
    powered_ms: u64,
    now_ms: u64,
    seen: Occupancy,
    is_host_away: bool,
    stored: BTreeMap<(u32, u32), (u32, Body)>,
    fresh: Vec<Event>,
    prompts: Vec<Prompt>,
    hello: Option<Hello>,
}

impl Bench {
    /// A board that was never switched on, in an empty folder of this name.
    ///
    /// # Errors
    /// When the folder cannot be made or the machine not started.
    pub fn new(image: &Path, folder: &Path) -> Result<Bench> {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).context("making a folder")?;
        let mut bench = Bench {
            image: image.to_owned(),
            folder: folder.to_owned(),
            machine: None,
            powered_ms: 0,
            now_ms: 0,
            seen: Occupancy::EMPTY,
            is_host_away: false,
            stored: BTreeMap::new(),
            fresh: Vec::new(),
            prompts: Vec::new(),
            hello: None,
        };
        bench.power_on()?;
        Ok(bench)
    }

    /// Cuts the power and restores it. The pieces stay where they are.
    ///
    /// # Errors
    /// When the board does not come back.
    pub fn cut_power(&mut self) -> Result<()> {
        self.machine = None;
        self.power_on()
    }

    fn power_on(&mut self) -> Result<()> {
        self.machine = Some(Machine::start(&self.image, &self.folder)?);
        self.powered_ms = self.now_ms;
        self.inject(ToBoard::Inject { ranks: self.seen.to_rows() })?;
        self.acknowledge()
    }

    /// The host goes away, or comes back.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn set_host_away(&mut self, is_away: bool) -> Result<()> {
        self.is_host_away = is_away;
        self.acknowledge()
    }

    /// Time passes until `at_ms`, and the sensors say something.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn sense(&mut self, at_ms: u64, seen: Occupancy) -> Result<()> {
        self.pass(at_ms)?;
        self.seen = seen;
        self.inject(ToBoard::Inject { ranks: seen.to_rows() })?;
        self.acknowledge()
    }

    /// Time passes until `at_ms`, and a button is pressed.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn press(&mut self, at_ms: u64, button: Button) -> Result<()> {
        self.pass(at_ms)?;
        self.inject(ToBoard::Press(button))?;
        self.acknowledge()
    }

    /// Time passes until `at_ms`.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn tick(&mut self, at_ms: u64) -> Result<()> {
        self.pass(at_ms)?;
        self.acknowledge()
    }

    /// The host sets the next game's rules.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn set(&mut self, settings: Settings) -> Result<()> {
        self.say(&[ToBoard::Settings(settings)])
    }

    /// What the host says.
    ///
    /// # Errors
    /// When the board does not answer.
    pub fn say(&mut self, orders: &[ToBoard]) -> Result<()> {
        let told = self.machine()?.say(orders)?;
        self.take(told)
    }

    /// Noise on the host's line.
    ///
    /// # Errors
    /// When the line is closed.
    pub fn make_noise(&mut self, bytes: &[u8]) -> Result<()> {
        self.machine()?.send_raw(bytes)
    }

    /// Events that have come since the last call, each once.
    pub fn fresh(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.fresh)
    }

    /// What the board has said since the last call.
    pub fn prompts(&mut self) -> Vec<Prompt> {
        std::mem::take(&mut self.prompts)
    }

    /// Everything the host has stored, in order.
    pub fn stored(&self) -> impl Iterator<Item = Event> + '_ {
        self.stored.iter().map(|(&(game, seq), &(at_ms, body))| Event { game, seq, at_ms, body })
    }

    /// What the board last said of itself.
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref()
    }

    fn machine(&mut self) -> Result<&mut Machine> {
        self.machine.as_mut().context("the power is off")
    }

    fn pass(&mut self, at_ms: u64) -> Result<()> {
        self.now_ms = at_ms;
        let at_ms = u32::try_from(at_ms - self.powered_ms).context("the time of a board")?;
        self.inject(ToBoard::Now { at_ms })
    }

    fn inject(&mut self, order: ToBoard) -> Result<()> {
        let told = self.machine()?.inject(&order)?;
        self.take(told)
    }

    /// Stores what comes, as a server does: each event once, and never another in its place.
    fn take(&mut self, told: Vec<ToHost>) -> Result<()> {
        for message in told {
            match message {
                ToHost::Hello(hello) => self.hello = Some(hello),
                ToHost::Prompt { code, .. } => self.prompts.extend(Prompt::from_code(code)),
                ToHost::Event(event) if !self.is_host_away => {
                    let key = (event.game, event.seq);
                    let known = self.stored.insert(key, (event.at_ms, event.body));
                    let is_new = known.is_none();
                    let is_same = known.is_none_or(|known| known == (event.at_ms, event.body));
                    ensure!(is_same, "{event:?} was {known:?} before");
                    self.fresh.extend(is_new.then_some(event));
                }
                ToHost::Event(_) | ToHost::Seen { .. } => {}
                ToHost::Lost { game, from, to } => {
                    anyhow::bail!("the board has lost events {from} to {to} of game {game}")
                }
            }
        }
        Ok(())
    }

    /// Acknowledges what is stored without a gap, until nothing new comes.
    fn acknowledge(&mut self) -> Result<()> {
        while !self.is_host_away {
            let before = self.stored.len();
            let mut next = BTreeMap::new();
            for &(game, seq) in self.stored.keys() {
                let next: &mut u32 = next.entry(game).or_default();
                if *next == seq {
                    *next += 1;
                }
            }
            let acks: Vec<ToBoard> =
                next.into_iter().map(|(game, next)| ToBoard::Ack { game, next }).collect();
            self.say(&acks)?;
            if self.stored.len() == before {
                break;
            }
        }
        Ok(())
    }
}
