use crate::{Event, EventAction, EventKind, RULES, SealedPlan, Table, promise::OpenedLine};
use clock::Controls;
use commit_reveal::Seed;
use game::Secret;
use protocol::Claim;
use std::{collections::HashMap, fmt, str::FromStr};

/// First line at which a transcript differs from that of an honest table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Explanation, one clause.
    pub why: String,
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for AuditError {}

/// Replays a transcript and checks that:
///
/// - The seed, the salts and the secret choices match their commitments.
/// - The random decisions follow from seed and salts.
/// - The rules allow every action.
///
/// Times, offers and connections are not in a transcript, so flag-falls, agreed draws, takebacks and
/// claims against an absent player are accepted as written. See [`SeedPromise`](crate::SeedPromise)
/// for the players' part in the randomness.
///
/// # Errors
/// The first wrong line. A game with randomness can be checked only after its end, a game from a
/// custom position never.
///
/// ```
/// # use commit_reveal::{Salt, Seed};
/// # use protocol::{SeatPlan, TablePlan};
/// # let plan = TablePlan {
/// #     variant: "xiangqi".into(), options: String::new(), clock: "none".into(), setup_seconds: 0,
/// #     seats: vec![SeatPlan::Host, SeatPlan::Host], start: None, training: false, rated: false,
/// #     ..TablePlan::default()
/// # };
/// let events = table::open(plan, "Ada", None, Some(Salt::default()), Seed::new([7; 32]), 0)?;
/// let mut transcript = table::Table::replay(&events)?.transcript();
/// transcript.push("acted 0 h2e2".to_owned());
/// assert_eq!(table::audit(&transcript)?.plies(), 1);
/// transcript.push("acted 1 h2e2".to_owned());
/// assert_eq!(table::audit(&transcript).unwrap_err().line, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(transcript: &[String]) -> Result<Table, AuditError> {
    let mut auditor = Auditor::open(transcript, None)?;
    auditor.follow(transcript)?;
    Ok(auditor.table)
}

/// An audit of a transcript that still grows. It does what [`audit`] does, and reads each line once.
///
/// ```
/// # use commit_reveal::{Salt, Seed};
/// # use protocol::{SeatPlan, TablePlan};
/// # let plan = TablePlan {
/// #     variant: "xiangqi".into(), options: String::new(), clock: "none".into(), setup_seconds: 0,
/// #     seats: vec![SeatPlan::Host, SeatPlan::Host], start: None, training: false, rated: false,
/// #     ..TablePlan::default()
/// # };
/// let events = table::open(plan, "Ada", None, Some(Salt::default()), Seed::new([7; 32]), 0)?;
/// let mut transcript = table::Table::replay(&events)?.transcript();
/// let mut auditor = table::Auditor::open(&transcript, None)?;
/// for (plies, action) in (1..).zip(["acted 0 h2e2", "acted 1 h9g7"]) {
///     transcript.push(action.to_owned());
///     auditor.follow(&transcript)?;
///     assert_eq!(auditor.table().plies(), plies);
/// }
/// transcript.push("ended checkmate 0".to_owned());
/// assert_eq!(auditor.follow(&transcript).unwrap_err().line, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Auditor {
    table: Table,
    uses_seed: bool,
    /// Number of lines that were read.
    lines: usize,
}

impl Auditor {
    /// Opens the table of a transcript. Only its first line is read.
    ///
    /// A transcript does not contain a custom start position. `start` is that position, for a game
    /// in which nothing is hidden; the caller has to trust its source.
    ///
    /// # Errors
    /// As [`audit`]. In a game with randomness the transcript must be complete.
    pub fn open(transcript: &[String], start: Option<&str>) -> Result<Auditor, AuditError> {
        let at_first = |why: String| AuditError { line: 1, why };
        let first = transcript.first().ok_or_else(|| at_first("the transcript is empty".into()))?;
        let (opened, uses_seed) = opened(first, transcript, start).map_err(at_first)?;
        let table = Table::replay([&opened]).map_err(|error| at_first(error.why))?;
        Ok(Auditor { table, uses_seed, lines: 0 })
    }

    /// Reads the lines that were added to the transcript. The lines that were read before must be
    /// the same.
    ///
    /// # Errors
    /// The first wrong line. The auditor must not be used after an error.
    pub fn follow(&mut self, transcript: &[String]) -> Result<(), AuditError> {
        let at = |line| move |why: String| AuditError { line, why };
        // Choices are revealed at the end, in a transcript that is complete.
        let reveals = if self.uses_seed { reveals(transcript) } else { HashMap::new() };
        for (number, line) in (1..).zip(transcript).skip(self.lines.max(1)) {
            let kind = kind(line, &reveals, self.uses_seed).map_err(at(number))?;
            if let Some(kind) = kind {
                if let Some(why) = self.table.violation(&kind) {
                    return Err(at(number)(why.to_owned()));
                }
                self.table.apply(&Event { at_ms: 0, kind }).map_err(at(number))?;
            }
        }
        let found: Vec<_> = self.table.transcript_lines().collect();
        let pairs = transcript.iter().zip(&found).enumerate().skip(self.lines);
        for (index, (line, found)) in pairs {
            if **line != ***found {
                return Err(at(index + 1)(format!("expected `{found}`")));
            }
        }
        if transcript.len() != found.len() {
            let line = transcript.len().min(found.len()) + 1;
            return Err(at(line)(found.get(line - 1).map_or_else(
                || "expected the end of the transcript".to_owned(),
                |missing| format!("expected `{missing}`"),
            )));
        }
        self.lines = transcript.len();
        Ok(())
    }

    /// Returns the table as it stands after the lines that were read.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}

/// Parses the first line. Returns the event and whether the transcript must reveal the seed.
fn opened(line: &str, transcript: &[String], start: Option<&str>) -> Result<(Event, bool), String> {
    let OpenedLine { commits_salts, commitment, mut plan } = OpenedLine::read(line)?;
    if plan.start.is_some() {
        let start = start.ok_or("a game from a custom position cannot be audited")?;
        plan.start = Some(start.to_owned());
    }
    plan.clock.parse::<Controls>().map_err(|error| format!("the plan's clock: {error}"))?;
    let uses_seed = commitment.is_some();
    let seed = transcript.iter().rev().find_map(|line| line.strip_prefix("seed "));
    let seed = match seed {
        Some(seed) => Seed::from_hex(seed).map_err(|error| format!("the seed: {error}"))?,
        None if uses_seed => return Err("the seed is not revealed yet".to_owned()),
        None => Seed::new([0; 32]),
    };
    if uses_seed && commitment != Some(&seed.commitment().to_string()) {
        return Err("the seed does not match its commitment".to_owned());
    }
    let sealed = Box::new(SealedPlan { plan, seed });
    Ok((
        Event { at_ms: 0, kind: EventKind::Opened { rules: RULES, commits_salts, sealed } },
        uses_seed,
    ))
}

/// Revealed secret choices, by seat and number.
fn reveals(transcript: &[String]) -> HashMap<(&str, &str), &str> {
    let reveals = transcript.iter().filter_map(|line| {
        let mut words = line.strip_prefix("revealed ")?.splitn(3, ' ');
        Some(((words.next()?, words.next()?), words.next()?))
    });
    reveals.collect()
}

/// Converts a line to an event. Returns `None` for a line that only follows from other lines.
fn kind(
    line: &str,
    reveals: &HashMap<(&str, &str), &str>,
    uses_seed: bool,
) -> Result<Option<EventKind>, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (first, tail) = rest.split_once(' ').unwrap_or((rest, ""));
    Ok(Some(match word {
        "joined" => {
            let (salt, name) = tail.split_once(' ').ok_or("expected a salt and a name")?;
            let salt = if salt == "-" { None } else { Some(read(salt)?) };
            EventKind::Joined { seat: read(first)?, name: name.to_owned(), salt, member: None }
        }
        "filled" => EventKind::Filled { seat: read(first)?, level: tail.to_owned() },
        "salt-commitment" => {
            EventKind::SaltCommitted { seat: read(first)?, commitment: read(tail)? }
        }
        "salt" => EventKind::SaltRevealed { seat: read(first)?, salt: read(tail)? },
        "choice" => {
            let nth = tail.split(' ').next().unwrap_or_default();
            let choice = reveals.get(&(first, nth)).ok_or("this choice is not revealed")?;
            EventKind::Chose { seat: read(first)?, choice: Secret::new(EventAction::from(*choice)) }
        }
        "acted" => {
            // Without the recorded result of a flip.
            let action = EventAction::from(tail.split('=').next().unwrap_or_default());
            EventKind::Acted { seat: read(first)?, action, lag_ms: 0 }
        }
        "taken-back" => EventKind::TakenBack { plies: read(first)? },
        "resigned" => EventKind::Resigned { seat: read(first)? },
        "claimed" => {
            let claim = Claim::ALL.into_iter().find(|claim| claim.as_str() == tail);
            let claim = claim.ok_or_else(|| format!("`{tail}` cannot be claimed"))?;
            EventKind::Claimed { seat: read(first)?, claim }
        }
        "flagged" => EventKind::Flagged { seat: read(first)? },
        "agreed" => EventKind::Agreed,
        "exhausted" => EventKind::Exhausted,
        "ended" => return Ok(None),
        "seed" | "revealed" if uses_seed => return Ok(None),
        _ => return Err(format!("`{word}` is not a keyword of transcripts")),
    }))
}

fn read<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}
