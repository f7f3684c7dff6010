/// Returns the FNV-1a hash of 64 bits, which is the same on every machine and in every version.
///
/// ```
/// use puzzles::fnv_1a;
///
/// assert_eq!(fnv_1a([]), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(fnv_1a(*b"foobar"), 0x8594_4171_f739_67e8);
/// ```
pub fn fnv_1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    fnv_1a_from(0xcbf2_9ce4_8422_2325, bytes)
}

/// As [`fnv_1a`], from another start.
pub(crate) fn fnv_1a_from(start: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
