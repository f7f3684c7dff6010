//! A voice module that plays numbered recordings (DY-SV17F and compatible), at 9600 baud.

/// The command that plays the recording of a prompt's code: `AA 07 02`, the number in two bytes,
/// and the sum of all bytes.
pub const fn play(code: u8) -> [u8; 6] {
    let head: [u8; 3] = [0xaa, 0x07, 0x02];
    let sum = head[0].wrapping_add(head[1]).wrapping_add(head[2]).wrapping_add(code);
    [head[0], head[1], head[2], 0, code, sum]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_module_s_own_example() {
        assert_eq!(super::play(8), [0xaa, 0x07, 0x02, 0x00, 0x08, 0xbb]);
    }
}
