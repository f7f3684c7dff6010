use commit_reveal::Seed;
use game::Secret;
use protocol::TablePlan;
use serde::Deserialize;
use serde_json::json;

/// A table's plan with the host's dice. The whole plan is sealed: a start position in it may hold
/// secrets.
#[derive(Clone, Debug)]
pub struct SealedPlan {
    /// The plan, canonical.
    pub plan: TablePlan,
    /// The host's dice.
    pub seed: Seed,
}

/// What an event hides, as the sealed column's text.
pub(crate) trait Sealed: Sized {
    fn seal(&self) -> String;

    /// The error must not show the text.
    fn unseal(text: &str) -> Result<Self, String>;
}

impl Sealed for Secret<String> {
    fn seal(&self) -> String {
        self.expose().clone()
    }

    fn unseal(text: &str) -> Result<Self, String> {
        Ok(Secret::new(text.to_owned()))
    }
}

impl Sealed for Box<SealedPlan> {
    fn seal(&self) -> String {
        json!({ "seed": self.seed.reveal(), "plan": self.plan }).to_string()
    }

    fn unseal(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Text {
            seed: String,
            plan: TablePlan,
        }
        let Text { seed, plan } = serde_json::from_str(text)
            .map_err(|error| format!("the sealed plan, column {}", error.column()))?;
        let seed = Seed::from_hex(&seed).map_err(|_| "the sealed seed is no seed".to_owned())?;
        Ok(Box::new(SealedPlan { plan, seed }))
    }
}
