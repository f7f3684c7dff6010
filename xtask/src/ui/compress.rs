use anyhow::Result;
use std::io::Write;

/// The highest level: the pages are compressed once and sent often.
const QUALITY: u32 = 11;
const WINDOW_BITS: u32 = 22;

/// Compresses bytes with Brotli.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 64 * 1024, QUALITY, WINDOW_BITS);
    writer.write_all(bytes)?;
    Ok(writer.into_inner())
}
