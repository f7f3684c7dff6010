use banqi::{Bag, BanqiView, Board, Color, Piece};

/// Letters of a banqi position for other engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BanqiLetters {
    /// `K A B R N C P`, and `x` for a face-down piece.
    Fen,
    /// `G A E R H C S`, and `X` for a face-down piece, as MistyBanqi has them.
    Names,
}

impl BanqiLetters {
    /// Letters that differ: those of `Fen`, then those of `Names`.
    const PAIRS: [(char, char); 5] = [('K', 'G'), ('B', 'E'), ('N', 'H'), ('P', 'S'), ('x', 'X')];

    /// Names of the letters as the values of an option.
    pub(crate) const ALL: [(&str, BanqiLetters); 2] =
        [("KABRNCP", BanqiLetters::Fen), ("GAERHCS", BanqiLetters::Names)];

    /// The other letters.
    pub(crate) const fn other(self) -> BanqiLetters {
        match self {
            BanqiLetters::Fen => BanqiLetters::Names,
            BanqiLetters::Names => BanqiLetters::Fen,
        }
    }

    /// Writes a letter of a board's text.
    fn write(self, letter: char) -> char {
        let letter = if letter == '*' { 'x' } else { letter };
        let pair = |&&(fen, _): &&(char, char)| fen.eq_ignore_ascii_case(&letter);
        match (self, BanqiLetters::PAIRS.iter().find(pair)) {
            (BanqiLetters::Names, Some((fen, name))) if *fen == letter => *name,
            (BanqiLetters::Names, Some((_, name))) => name.to_ascii_lowercase(),
            _ => letter,
        }
    }
}

/// Converts a letter of either kind to our own.
pub(crate) fn own_letter(letter: char) -> char {
    match letter {
        'x' | 'X' | '?' => '*',
        other => BanqiLetters::PAIRS
            .iter()
            .find(|(_, name)| name.eq_ignore_ascii_case(&other))
            .map_or(other, |(fen, _)| {
                if other.is_ascii_uppercase() { *fen } else { fen.to_ascii_lowercase() }
            }),
    }
}

/// A banqi position as other engines write it: `<board> <r|b|-> <bag> <quiet> <move>`. Face-down
/// pieces are `x`, `X`, `?` or `*`. The bag lists the face-down pieces, each a letter that a count
/// may follow (`P4k1`), or `-`. Both kinds of [`BanqiLetters`] are read.
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
        let board: String = board.chars().map(own_letter).collect();
        let has_hidden = board.contains('*');
        let hidden = if has_hidden { '?' } else { '-' };
        let turn = if turn == "w" { "r" } else { turn };
        // Before the first flip no ply was played; afterwards the number does not matter.
        let ply = u8::from(turn != "-");
        let text = format!("{board} {turn} 0/0 {quiet} {ply} {hidden}");
        Ok(BanqiFen { text, bag: parse_bag(bag)? })
    }

    /// Writes a board as other engines read it. `revealed` contains the letters of all pieces turned
    /// up so far.
    pub(crate) fn write(
        board: &Board,
        revealed: impl Iterator<Item = char>,
        letters: BanqiLetters,
    ) -> String {
        let rows: String = board.rows().chars().map(|letter| letters.write(letter)).collect();
        let turn = board.turn().map_or('-', Color::letter);
        let revealed: Vec<Piece> = revealed.filter_map(Piece::from_letter).collect();
        let mut bag = String::new();
        for (piece, all) in Bag::full().kinds() {
            let up = revealed.iter().filter(|known| **known == piece).count();
            match usize::from(all).saturating_sub(up) {
                0 => {}
                left => bag.push_str(&format!("{}{left}", letters.write(piece.letter()))),
            }
        }
        let bag = if bag.is_empty() { "-" } else { &bag };
        format!("{rows} {turn} {bag} {} 1", board.quiet())
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
        let piece = Piece::from_letter(own_letter(letter))
            .ok_or_else(|| format!("the bag: expected a piece's letter, found `{shown}`"))?;
        let count = letters.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10));
        pieces.extend(std::iter::repeat_n(piece, count.unwrap_or(1) as usize));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Options;

    fn position(text: &str) -> Board {
        Board::from_text(Options::SEED, text).expect(text)
    }

    #[test]
    fn bags() {
        let count = |text| parse_bag(text).map(|pieces| pieces.len());
        assert_eq!(count("-"), Ok(0));
        assert_eq!(count("P4k1"), Ok(5));
        assert_eq!(count("KAAp"), Ok(4));
        assert_eq!(count("K0"), Ok(0));
        assert_eq!(count("G1S5e"), Ok(7));
        for wrong in ["4P", "Z", "K-", "棋", "x"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let view = position("K7/********/8/7k b 2/0 12 31 ?");
        let up = "KkPPPPPppppgggGGAAAaaaRR".chars();
        for (letters, board) in BanqiLetters::ALL.map(|(_, letters)| match letters {
            BanqiLetters::Fen => (letters, "K7/xxxxxxxx/8/7k b "),
            BanqiLetters::Names => (letters, "G7/XXXXXXXX/8/7g b "),
        }) {
            let fen = BanqiFen::write(&view, up.clone(), letters);
            assert!(fen.starts_with(board), "{fen}");
            assert!(fen.ends_with(" 12 1"), "{fen}");
            let read = BanqiFen::parse(&fen).expect("what was written");
            assert_eq!(read.text, "K7/********/8/7k b 0/0 12 1 ?");
            let up = Bag::full().pieces().map(Piece::letter);
            let fen = BanqiFen::write(&position("K7/8/8/7k b 2/0 12 31 -"), up, letters);
            assert!(fen.ends_with("7k b - 12 1") || fen.ends_with("7g b - 12 1"), "{fen}");
        }
    }

    /// The usual start as MistyBanqi writes it.
    #[test]
    fn both_kinds_of_letters_are_read() {
        let start = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX";
        let bag = "G1A2E2R2H2C2S5g1a2e2r2h2c2s5";
        let fen = BanqiFen::parse(&format!("{start} - {bag} 0 1")).expect("a position");
        assert_eq!(fen.bag.len(), 32);
        let view = position(&format!("{} - 0/0 0 0 ?", start.replace('X', "*")));
        let written = BanqiFen::write(&view, std::iter::empty(), BanqiLetters::Names);
        let mut fields = written.split(' ');
        assert_eq!(fields.next(), Some(start));
        let letters = |bag: &str| {
            let mut letters: Vec<char> = bag.chars().filter(char::is_ascii_alphabetic).collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(fields.nth(1).map(letters), Some(letters(bag)));
        let fen = BanqiFen::parse("GAERHCSX/gaerhcsx/8/8 r S4s4 3 9").expect("a position");
        assert_eq!(fen.text, "KABRNCP*/kabrncp*/8/8 r 0/0 3 1 ?");
    }

    #[test]
    fn the_houses_text() {
        let fen = BanqiFen::parse("K7/xxxxxxxx/8/7k b P4p4 12 1").map(|fen| fen.text);
        assert_eq!(fen, Ok("K7/********/8/7k b 0/0 12 1 ?".to_owned()));
        assert!(BanqiFen::parse("K7/8/8/8 r").is_err());
    }
}
