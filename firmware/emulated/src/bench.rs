use crate::Machine;
use anyhow::{Context, Result, ensure};
use boardlink::{Body, Button, Event, Hello, Settings, ToBoard, ToHost};
use sensing::{Occupancy, Prompt};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A board with a power switch and a host that stores its events.
pub struct Bench {
    image: PathBuf,
    folder: PathBuf,
    machine: Option<Machine>,
    /// The bench's time at the last power-on, and its current time.
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
    /// Creates an empty folder and a board that is switched on for the first time.
    ///
    /// # Errors
    /// If the folder cannot be created or QEMU cannot be started.
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
    /// If the board does not restart.
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

    /// Disconnects or connects the host.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn set_host_away(&mut self, is_away: bool) -> Result<()> {
        self.is_host_away = is_away;
        self.acknowledge()
    }

    /// Advances the time to `at_ms` and injects sensor readings.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn sense(&mut self, at_ms: u64, seen: Occupancy) -> Result<()> {
        self.pass(at_ms)?;
        self.seen = seen;
        self.inject(ToBoard::Inject { ranks: seen.to_rows() })?;
        self.acknowledge()
    }

    /// Advances the time to `at_ms` and presses a button.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn press(&mut self, at_ms: u64, button: Button) -> Result<()> {
        self.pass(at_ms)?;
        self.inject(ToBoard::Press(button))?;
        self.acknowledge()
    }

    /// Advances the time to `at_ms`.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn tick(&mut self, at_ms: u64) -> Result<()> {
        self.pass(at_ms)?;
        self.acknowledge()
    }

    /// Sends settings for the next game from the host.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn set(&mut self, settings: Settings) -> Result<()> {
        self.say(&[ToBoard::Settings(settings)])
    }

    /// Sends messages from the host.
    ///
    /// # Errors
    /// If the board does not answer.
    pub fn say(&mut self, orders: &[ToBoard]) -> Result<()> {
        let told = self.machine()?.say(orders)?;
        self.take(told)
    }

    /// Sends raw bytes from the host.
    ///
    /// # Errors
    /// If the line is closed.
    pub fn make_noise(&mut self, bytes: &[u8]) -> Result<()> {
        self.machine()?.send_raw(bytes)
    }

    /// Takes the new events since the last call, each once.
    pub fn fresh(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.fresh)
    }

    /// Takes the prompts since the last call.
    pub fn prompts(&mut self) -> Vec<Prompt> {
        std::mem::take(&mut self.prompts)
    }

    /// All stored events, in order.
    pub fn stored(&self) -> impl Iterator<Item = Event> + '_ {
        self.stored.iter().map(|(&(game, seq), &(at_ms, body))| Event { game, seq, at_ms, body })
    }

    /// The board's last greeting.
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

    /// Stores events as a server does: each once, and never another with the same number.
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

    /// Acknowledges the gapless prefix of each game until no new event comes.
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
