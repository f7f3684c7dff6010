use crate::EventAction;
use commit_reveal::Seed;
use game::Secret;
use protocol::TablePlan;
use serde::Deserialize;
use serde_json::json;

/// Plan of a table with the table's seed. The whole plan is sealed, because its starting position
/// may contain secrets.
#[derive(Clone, Debug)]
pub struct SealedPlan {
    /// The plan, in canonical form.
    pub plan: TablePlan,
    /// The table's seed.
    pub seed: Seed,
}

/// Conversion of an event's secret to and from the text of the sealed column.
pub(crate) trait Sealed: Sized {
    fn to_sealed_text(&self) -> String;

    /// Parses the sealed text. The error must not quote it.
    fn from_sealed_text(text: &str) -> Result<Self, String>;
}

impl Sealed for Secret<EventAction> {
    fn to_sealed_text(&self) -> String {
        self.expose().to_string()
    }

    fn from_sealed_text(text: &str) -> Result<Self, String> {
        Ok(Secret::new(EventAction::from(text)))
    }
}

impl Sealed for Box<SealedPlan> {
    fn to_sealed_text(&self) -> String {
        json!({ "seed": self.seed.reveal(), "plan": self.plan }).to_string()
    }

    fn from_sealed_text(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Text {
            seed: String,
            plan: TablePlan,
        }
        let Text { seed, plan } = serde_json::from_str(text)
            .map_err(|error| format!("the sealed plan, column {}", error.column()))?;
        let seed = Seed::from_hex(&seed).map_err(|_| "the sealed seed is invalid".to_owned())?;
        Ok(Box::new(SealedPlan { plan, seed }))
    }
}
