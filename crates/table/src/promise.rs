use games::Variant;
use protocol::TablePlan;

/// Second word of a transcript's first line: whether salts are committed first or come with the
/// seats.
pub(crate) const COMMITTED_SALTS: &str = "committed-salts";
pub(crate) const GIVEN_SALTS: &str = "given-salts";

/// Statement of a transcript's first line about the randomness of the game.
///
/// ```
/// use table::SeedPromise;
///
/// let plan = r#"{"variant":"banqi","options":"","clock":"none","setup_seconds":0,"seats":[],"training":false}"#;
/// let promise = |start: &str| SeedPromise::of(&[format!("opened {start} {plan}")]);
/// assert_eq!(promise("committed-salts 00"), Some(SeedPromise::Committed));
/// assert_eq!(promise("given-salts 00"), Some(SeedPromise::Uncommitted));
/// assert_eq!(promise("perhaps 00"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedPromise {
    /// The game has no randomness.
    NoRandomness,
    /// The table commits to its seed first, then all salts are committed, then all are revealed.
    Committed,
    /// Salts come with the seats, or there is no commitment. The holder of the seed could have
    /// chosen the result.
    ///
    /// This is so on a device that all players share, where no other party must be convinced, and in
    /// logs of earlier versions.
    Uncommitted,
    /// The game starts from a custom position. The transcript omits it, so an audit needs the
    /// position separately.
    CustomStart,
}

impl SeedPromise {
    /// The statement of a transcript; `None` if its first line does not open a table.
    pub fn of(transcript: &[String]) -> Option<SeedPromise> {
        let line = OpenedLine::read(transcript.first()?).ok()?;
        let variant: Variant = line.plan.variant.parse().ok()?;
        Some(if line.plan.start.is_some() {
            SeedPromise::CustomStart
        } else if !variant.uses_seed() {
            SeedPromise::NoRandomness
        } else if line.commits_salts && line.commitment.is_some() {
            SeedPromise::Committed
        } else {
            SeedPromise::Uncommitted
        })
    }
}

/// The first line of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedLine<'a> {
    /// Whether the players commit to their salts before any is shown.
    pub commits_salts: bool,
    /// The commitment of the seed; absent in games without randomness.
    pub commitment: Option<&'a str>,
    /// The plan, with `?` for a custom start position.
    pub plan: TablePlan,
}

impl OpenedLine<'_> {
    /// Parses the line.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(line: &str) -> Result<OpenedLine<'_>, String> {
        let mut words = line.splitn(4, ' ');
        let (head, salts, commitment) = (words.next(), words.next(), words.next());
        let commits_salts = match (head, salts) {
            (Some("opened"), Some(COMMITTED_SALTS)) => true,
            (Some("opened"), Some(GIVEN_SALTS)) => false,
            _ => return Err(format!("expected `opened {COMMITTED_SALTS} …`")),
        };
        let plan = serde_json::from_str(words.next().unwrap_or_default())
            .map_err(|error| format!("the plan: {error}"))?;
        Ok(OpenedLine { commits_salts, commitment: commitment.filter(|text| *text != "-"), plan })
    }
}
