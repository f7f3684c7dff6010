use banqi::{Bag, BanqiView, Piece};

/// A banqi position as other engines write it: `<board> <r|b|-> <bag> <quiet> <move>`. Face-down
/// pieces are `x`, `?` or `*`. The bag lists the face-down pieces, each a letter that a count may
/// follow (`P4k1`), or `-`.
pub(crate) struct BanqiFen {
    /// The position in our text format.
    pub(crate) text: String,
    bag: Vec<Piece>,
}

impl BanqiFen {
    pub(crate) fn parse(fen: &str) -> Result<BanqiFen, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, turn, bag, quiet, ..] = fields[..] else {
            return Err("expected `<board> <r|b|-> <bag> <quiet> 1`".to_owned());
        };
        let board = board.replace(['x', 'X', '?'], "*");
        let has_hidden = board.contains('*');
        let hidden = if has_hidden { '?' } else { '-' };
        let turn = if turn == "w" { "r" } else { turn };
        // Before the first flip no ply was played; afterwards the number does not matter.
        let ply = u8::from(turn != "-");
        let text = format!("{board} {turn} 0/0 {quiet} {ply} {hidden}");
        Ok(BanqiFen { text, bag: parse_bag(bag)? })
    }

    /// Writes a view as other engines read it. `revealed` contains the letters of all pieces turned
    /// up so far.
    pub(crate) fn write(view: &str, revealed: impl Iterator<Item = char>) -> String {
        let mut fields = view.split(' ');
        let mut field = || fields.next().unwrap_or("-");
        let (board, turn) = (field().replace('*', "x"), field());
        let (_points, quiet) = (field(), field());
        let revealed: Vec<Piece> = revealed.filter_map(Piece::from_letter).collect();
        let mut bag = String::new();
        for (piece, all) in Bag::full().kinds() {
            let up = revealed.iter().filter(|known| **known == piece).count();
            match usize::from(all).saturating_sub(up) {
                0 => {}
                left => bag.push_str(&format!("{}{left}", piece.letter())),
            }
        }
        let bag = if bag.is_empty() { "-" } else { &bag };
        format!("{board} {turn} {bag} {quiet} 1")
    }

    /// Adds the bag to a view.
    pub(crate) fn complete(self, view: BanqiView) -> Result<BanqiView, String> {
        view.with_unseen(&self.bag).map_err(|error| format!("the bag: {}", error.message))
    }
}

fn parse_bag(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut letters = text.chars().peekable();
    if text == "-" {
        return Ok(pieces);
    }
    while let Some(letter) = letters.next() {
        let shown = letter.escape_debug();
        let piece = Piece::from_letter(letter)
            .ok_or_else(|| format!("the bag: expected a piece's letter, found `{shown}`"))?;
        let count = letters.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10));
        pieces.extend(std::iter::repeat_n(piece, count.unwrap_or(1) as usize));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags() {
        let count = |text| parse_bag(text).map(|pieces| pieces.len());
        assert_eq!(count("-"), Ok(0));
        assert_eq!(count("P4k1"), Ok(5));
        assert_eq!(count("KAAp"), Ok(4));
        assert_eq!(count("K0"), Ok(0));
        for wrong in ["4P", "Z", "K-", "棋"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let view = "K7/********/8/7k b 2/0 12 31 ?";
        let up = "KkPPPPPppppgggGGAAAaaaRR".chars();
        let fen = BanqiFen::write(view, up);
        assert!(fen.starts_with("K7/xxxxxxxx/8/7k b "), "{fen}");
        assert!(fen.ends_with(" 12 1"), "{fen}");
        let read = BanqiFen::parse(&fen).expect("what was written");
        assert_eq!(read.text, "K7/********/8/7k b 0/0 12 1 ?");
        let up = Bag::full().pieces().map(Piece::letter);
        assert_eq!(BanqiFen::write("K7/8/8/7k b 2/0 12 31 -", up), "K7/8/8/7k b - 12 1");
    }

    #[test]
    fn the_houses_text() {
        let fen = BanqiFen::parse("K7/xxxxxxxx/8/7k b P4p4 12 1").map(|fen| fen.text);
        assert_eq!(fen, Ok("K7/********/8/7k b 0/0 12 1 ?".to_owned()));
        assert!(BanqiFen::parse("K7/8/8/8 r").is_err());
    }
}
