use games::Variant;
use protocol::TablePlan;

/// How a transcript's players' salts come: each fixed and then shown, or with the seats.
pub(crate) const COMMITTED: &str = "committed-salts";
pub(crate) const GIVEN: &str = "given-salts";

/// What the first line of a transcript promises of the chance in the game.
///
/// ```
/// use table::ChancePromise;
///
/// let plan = r#"{"variant":"banqi","options":"","clock":"none","setup_seconds":0,"seats":[],"training":false}"#;
/// let promise = |start: &str| ChancePromise::of(&[format!("opened {start} {plan}")]);
/// assert_eq!(promise("committed-salts 00"), Some(ChancePromise::Bound));
/// assert_eq!(promise("given-salts 00"), Some(ChancePromise::Unbound));
/// assert_eq!(promise("perhaps 00"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChancePromise {
    /// No chance is drawn.
    NotDrawn,
    /// The table commits to its share first, then everybody's is fixed, then all are shown.
    Bound,
    /// The shares come with the seats, or there is no commitment: whoever drew the seed could choose
    /// what is drawn. So it is on a device that plays every seat, which has nobody to convince, and in
    /// logs of old.
    Unbound,
    /// The game begins from a position of one's own, which is not told: it cannot be played again.
    OwnStart,
}

impl ChancePromise {
    /// The promise of a transcript; `None` if its first line is none that opens a table.
    pub fn of(transcript: &[String]) -> Option<ChancePromise> {
        let line = OpenedLine::read(transcript.first()?).ok()?;
        let variant: Variant = line.plan.variant.parse().ok()?;
        Some(if line.plan.start.is_some() {
            ChancePromise::OwnStart
        } else if !variant.draws_chance() {
            ChancePromise::NotDrawn
        } else if line.commits_salts && line.commitment.is_some() {
            ChancePromise::Bound
        } else {
            ChancePromise::Unbound
        })
    }
}

/// The first line of a transcript.
pub(crate) struct OpenedLine<'a> {
    pub(crate) commits_salts: bool,
    /// What the seed must open; absent where no chance is drawn.
    pub(crate) commitment: Option<&'a str>,
    pub(crate) plan: TablePlan,
}

impl OpenedLine<'_> {
    pub(crate) fn read(line: &str) -> Result<OpenedLine<'_>, String> {
        let mut words = line.splitn(4, ' ');
        let (head, salts, commitment) = (words.next(), words.next(), words.next());
        let commits_salts = match (head, salts) {
            (Some("opened"), Some(COMMITTED)) => true,
            (Some("opened"), Some(GIVEN)) => false,
            _ => return Err(format!("expected `opened {COMMITTED} …`")),
        };
        let plan = serde_json::from_str(words.next().unwrap_or_default())
            .map_err(|error| format!("the plan: {error}"))?;
        Ok(OpenedLine { commits_salts, commitment: commitment.filter(|text| *text != "-"), plan })
    }
}
