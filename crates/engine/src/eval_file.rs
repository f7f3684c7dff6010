use nnue::Network;
use std::{fs::File, io::Read as _};

/// Maximum file size; a device has no end.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a network from a file.
///
/// # Errors
/// Names the file and the problem.
pub(crate) fn load(path: &str) -> Result<Network, String> {
    let fault = |error: String| format!("EvalFile: {}: {error}", path.escape_debug());
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| fault(error.to_string()))?;
    Network::from_bytes(&bytes).map_err(|error| fault(error.to_string()))
}
