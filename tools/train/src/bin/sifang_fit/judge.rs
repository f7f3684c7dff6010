use bots::{
    Level, SifangBot,
    sifang::{Network, shipped_network},
};
use sifang::Options;
use std::{fs, str::FromStr, sync::Arc};

/// Evaluation: a network, or a count of pieces and steps.
#[derive(Clone)]
pub(crate) struct Judge(Option<Arc<Network>>);

impl Judge {
    /// The strongest player with this evaluation.
    pub(crate) fn player(&self) -> SifangBot {
        SifangBot::new(Level::Top).with_network(self.0.clone())
    }
}

impl FromStr for Judge {
    type Err = String;

    fn from_str(text: &str) -> Result<Judge, String> {
        Ok(Judge(match text {
            "ships" => shipped_network(),
            "hand" => None,
            path => {
                let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
                let network = Network::from_bytes(&bytes);
                Some(Arc::new(network.ok_or_else(|| format!("{path}: not a network"))?))
            }
        }))
    }
}

/// Options of solo sifang with racing marshals.
pub(crate) fn alone() -> Options {
    Options { mode: sifang::Mode::Solo, ..Options::DEFAULT }
}
