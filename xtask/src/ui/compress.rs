use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use std::io::Write;

/// The highest level: the pages are compressed once and sent often.
const QUALITY: i32 = 11;
const WINDOW_BITS: i32 = 22;

/// Sizes of blocks to try. Which fits the program best changes with the program: by up to 0.5 %.
const BLOCK_BITS: [i32; 3] = [16, 17, 18];

/// Minimum size of a file for which more than the first size of blocks is tried, in bytes.
const LARGE: usize = 256 << 10;

/// Compresses `bytes` from `at` on as the end of a Brotli stream. Another text may precede it in
/// the stream if it ends with the same two bytes as the text before `at`. The server sends each page
/// with its own head.
pub fn brotli_end(bytes: &[u8], at: usize) -> Result<Vec<u8>> {
    /// The bytes before a byte choose the code of a literal.
    const SEEN: usize = 2;
    let params = BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW_BITS,
        // A word of the dictionary is named by its distance from the start of the stream, which
        // is unknown.
        use_dictionary: false,
        ..BrotliEncoderParams::default()
    };
    let mut writer = brotli::CompressorWriter::with_params(Vec::new(), 64 * 1024, &params);
    writer.write_all(&bytes[at.saturating_sub(SEEN)..at])?;
    // Ends the block at a whole byte.
    writer.flush()?;
    let start = writer.get_ref().len();
    writer.write_all(&bytes[at..])?;
    Ok(writer.into_inner().split_off(start))
}

/// Compresses bytes with Brotli.
pub fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let tries = if bytes.len() < LARGE { 1 } else { BLOCK_BITS.len() };
    let mut smallest: Option<Vec<u8>> = None;
    for lgblock in BLOCK_BITS.into_iter().take(tries) {
        let params = BrotliEncoderParams {
            quality: QUALITY,
            lgwin: WINDOW_BITS,
            lgblock,
            ..BrotliEncoderParams::default()
        };
        let mut writer = brotli::CompressorWriter::with_params(Vec::new(), 64 * 1024, &params);
        writer.write_all(bytes)?;
        let compressed = writer.into_inner();
        if smallest.as_ref().is_none_or(|smallest| compressed.len() < smallest.len()) {
            smallest = Some(compressed);
        }
    }
    Ok(smallest.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn an_end_follows_any_start() {
        let text = "<p>one two three</p>\n".repeat(300);
        let at = text.len() / 3 / 21 * 21;
        let end = brotli_end(text.as_bytes(), at).expect("compressed");
        for start in [">\n", "<p>\n", &"the time of the day >\n".repeat(40)] {
            // An uncompressed block, as the server writes it.
            let header = 0b1011 | (start.len() as u32 - 1) << 7 | 1 << 23;
            let stream = [&header.to_le_bytes()[..3], start.as_bytes(), &end].concat();
            let mut read = String::new();
            let mut reader = brotli::Decompressor::new(&stream[..], 4096);
            reader.read_to_string(&mut read).expect("a valid stream");
            assert_eq!(read, format!("{start}{}", &text[at..]));
        }
        assert!(end.len() < 200, "{}", end.len());
    }
}
