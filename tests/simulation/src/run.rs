//! Runs a simulation from its script to its result.

use crate::{
    clients::Clients,
    clock::Clock,
    disk::Disk,
    life::{End, live},
    mutants::{AnyMutant, EnabledMutant},
    page::now_ms,
    recorder::{Failure, Recorder},
    script::Script,
    world::World,
};
use std::{
    cell::RefCell,
    panic,
    sync::{Arc, Once},
};

/// Result of a simulation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The first promise that was broken.
    pub failure: Option<Failure>,
    /// Hash of all events with their times; equal for equal runs.
    pub trace: u64,
    /// Number of events.
    pub lines: u64,
    /// The events as text, if requested.
    pub kept: Vec<String>,
}

/// Runs a script.
pub fn run(script: &Script, keeps: bool) -> Outcome {
    run_mutant(script, None, keeps)
}

/// Runs a script on a server with a bug.
pub fn run_mutant(script: &Script, mutant: Option<AnyMutant>, keeps: bool) -> Outcome {
    watch_for_panics();
    let _enabled = EnabledMutant::of(mutant);
    let recorder = Arc::new(if keeps { Recorder::keeping() } else { Recorder::default() });
    let clock = Arc::new(Clock::new(script.seed));
    let disk = Arc::new(Disk::new(script.seed, clock.clone(), recorder.clone()));
    let world = Arc::new(World::new(script.clone(), clock, disk, recorder.clone()));
    let clients = Clients::new(world.clone());
    let mut next = 0;
    loop {
        let end = live(&clients, &mut next, mutant);
        if let Some(what) = PANIC.take() {
            world.fail("nothing panics", what);
        }
        match end {
            End::Over => break,
            End::Killed { away_ms } => {
                let back_ms = now_ms(&world);
                world.disk.was_away(back_ms - away_ms, back_ms);
            }
        }
        if recorder.has_failed() {
            break;
        }
    }
    let (trace, lines) = recorder.trace();
    Outcome { failure: recorder.failure(), trace, lines, kept: recorder.kept() }
}

thread_local! {
    /// The message of a panic in a task of this thread.
    pub(crate) static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Records panics: a panicking task ends alone and would go unnoticed.
pub(crate) fn watch_for_panics() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANIC.set(Some(info.to_string()));
            before(info);
        }));
    });
}
