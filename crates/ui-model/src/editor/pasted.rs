use super::Editor;
use crate::{
    Variant,
    records::{self, FileText, ReplayedRecord, ResumedGame},
};
use game::TextError;
use record::Problem;

/// The content of a pasted text or an opened file.
#[derive(Clone, Debug)]
pub enum Pasted {
    /// A position.
    Position(Editor),
    /// One or several games, each up to its first illegal move, and the problems of the file.
    Games(Vec<ReplayedRecord>, Vec<Problem>),
    /// A running game with sealed secrets, which can only be resumed.
    Resumed(Box<ResumedGame>),
}

/// Detects a position, or games in any supported format.
///
/// # Errors
/// Every problem of a file of which nothing can be read.
pub fn read_pasted(file: &FileText<'_>, file_name: Option<&str>) -> Result<Pasted, Vec<Problem>> {
    if records::is_sealed(file.bytes()) {
        return records::read_sealed(file.bytes()).map(Box::new).map(Pasted::Resumed);
    }
    match file.text().and_then(position_text) {
        Some((at, text)) => read_position(text)
            .map(Pasted::Position)
            .map_err(|error| vec![problem(at, text, error)]),
        None => match records::read_all(file, file_name) {
            (games, problems) if games.is_empty() => Err(problems),
            (games, problems) => Ok(Pasted::Games(games, problems)),
        },
    }
}

/// The position in a text that contains nothing else, with its line and column. Its first word must
/// be rows between slashes.
fn position_text(text: &str) -> Option<((usize, usize), &str)> {
    let before = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}')?;
    let mut begin = &text[before..];
    for mark in ["fen ", "FEN ", "position fen ", "[FEN \""] {
        begin = begin.strip_prefix(mark).unwrap_or(begin);
    }
    let position = begin.trim_end().trim_end_matches("\"]");
    let rows = position.split_whitespace().next()?;
    let rows = rows.strip_suffix("[]").unwrap_or(rows);
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"*/_%+-\"".contains(&byte);
    let in_address = rows.split('_').count().max(rows.to_ascii_lowercase().split("%2f").count());
    let is_rows = (rows.split('/').count() >= 4 || in_address >= 10) && rows.bytes().all(is_sign);
    if !is_rows || position.lines().count() != 1 {
        return None;
    }
    let lead = &text[..text.len() - begin.len()];
    let line = lead.matches('\n').count() + 1;
    let column = lead.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some(((line, column), position))
}

/// Parses the board. Later fields may be missing.
fn read_position(text: &str) -> Result<Editor, TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rows = words.first().copied().unwrap_or_default();
    if rows.contains('*') || (4..7).contains(&rows.split('/').count()) {
        let turn = words.get(1).copied().unwrap_or("r");
        return Editor::read(Variant::Banqi, &format!("{rows} {turn}"));
    }
    Editor::read(Variant::Xiangqi, text)
}

fn problem((line, column): (usize, usize), text: &str, error: TextError) -> Problem {
    let at = text.get(..error.at).map_or(0, |before| before.chars().count());
    Problem::new(line, column + at, error.code, error.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Encoding;
    use std::cell::RefCell;

    fn read(text: &str) -> Result<Pasted, Vec<Problem>> {
        read_pasted(&FileText::new(text.as_bytes(), &|_, _| None), None)
    }

    #[test]
    fn positions_are_recognised() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (text, variant, written) in [
            (format!("{start} w - - 0 1"), Variant::Xiangqi, format!("{start} w - - 0 1")),
            (start.to_owned(), Variant::Xiangqi, format!("{start} w - - 0 1")),
            (format!("\n  {start} b\n"), Variant::Xiangqi, format!("{start} b - - 0 1")),
            (
                format!("[FEN \"{start} r - - 0 1\"]"),
                Variant::Xiangqi,
                format!("{start} w - - 0 1"),
            ),
            (
                "fen 4g4/9/9/9/9/9/9/4H4/9/4G4".into(),
                Variant::Xiangqi,
                "4k4/9/9/9/9/9/9/4N4/9/4K4 w - - 0 1".into(),
            ),
            (format!("{start}[] w - - 0 1"), Variant::Xiangqi, format!("{start} w - - 0 1")),
            (
                format!("{}_b_-_-_0_1", start.replace('/', "_")),
                Variant::Xiangqi,
                format!("{start} b - - 0 1"),
            ),
            (
                "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR red".into(),
                Variant::Xiangqi,
                format!("{start} w - - 0 1"),
            ),
            (
                "********/********/********/*****P** b 0/0 0 1 ?".into(),
                Variant::Banqi,
                "********/********/********/*****P** b 0/0 0 0 ?".into(),
            ),
            ("8/8/8/K6k".into(), Variant::Banqi, "8/8/8/K6k r 0/0 0 0 -".into()),
        ] {
            match read(&text) {
                Ok(Pasted::Position(editor)) => {
                    assert_eq!((editor.variant(), editor.text()), (variant, written), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn games_are_recognised() {
        for text in [
            "1. h2e2 h9g7 *",
            "[Red \"An\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. a0a1 *",
            "1.兵七进一炮2平32.兵三进一",
            "[DhtmlXQ][DhtmlXQ_binit][/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]",
        ] {
            let read = read(text);
            let is_one = matches!(&read, Ok(Pasted::Games(games, problems))
                if games.len() == 1 && problems.is_empty());
            assert!(is_one, "{text}: {read:?}");
        }
    }

    /// Everything legal is kept, and the problems are listed.
    #[test]
    fn games_with_illegal_moves_are_read_in_part() {
        for (text, plies, problems) in [
            ("1. h2e2 h9h5 2. h0g2 *", &[1][..], &[(9, "action")][..]),
            ("1. h2e2 (1. b2e2 h9h5) h9g7 *", &[2], &[(18, "variation")]),
            ("1. h2e2 * 1. h2h9 * 1. h2h8 *", &[1, 1, 0], &[(24, "action")]),
        ] {
            let Ok(Pasted::Games(games, found)) = read(text) else { panic!("{text}") };
            let found: Vec<_> = found.iter().map(|it| (it.column, it.code)).collect();
            let lengths: Vec<usize> =
                games.iter().map(|game| game.record().actions.len()).collect();
            assert_eq!((&lengths[..], &found[..]), (plies, problems), "{text}");
        }
        assert!(read("[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n1. h2e2 *").is_err());
    }

    /// A reader sees which of several games has which problem.
    #[test]
    fn problems_name_their_games() {
        let no_board = "[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n1. h2e2 *\n";
        for (text, games) in [
            ("1. h2e2 * 1. h2h9 * 1. h2h8 *".to_owned(), &[Some(2)][..]),
            ("1. h2e2 h9h5 *\n1. h2e2 (1. b2e2 h9h5) *".to_owned(), &[Some(0), Some(1)]),
            (format!("{no_board}1. h2e2 h9h5 *"), &[None, Some(0)]),
            (
                "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n\
                 [DhtmlXQ][DhtmlXQ_movelist]7777[/DhtmlXQ_movelist][/DhtmlXQ]"
                    .to_owned(),
                &[Some(1)],
            ),
        ] {
            let Ok(Pasted::Games(_, found)) = read(&text) else { panic!("{text}") };
            let of_games: Vec<_> = found.iter().map(|problem| problem.game).collect();
            assert_eq!(of_games, games, "{text}: {found:?}");
        }
    }

    #[test]
    fn texts_of_windows_are_decoded() {
        let utf_16 = |text: &str| -> Vec<u8> {
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
        };
        let read = |text: &str| read_pasted(&FileText::new(&utf_16(text), &|_, _| None), None);
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert!(matches!(read(fen), Ok(Pasted::Position(editor)) if editor.text() == fen));
        assert!(matches!(read("1. 炮二平五 *"), Ok(Pasted::Games(games, _)) if games.len() == 1));
    }

    /// Each encoding is tried once, however often the text is asked for.
    #[test]
    fn a_file_is_decoded_once() {
        let tried = RefCell::new(Vec::new());
        let decode = |encoding, _: &[u8]| {
            tried.borrow_mut().push(encoding);
            (encoding == Encoding::Gbk).then(|| "1. 炮二平五 *".to_owned())
        };
        let file = FileText::new(b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *", &decode);
        assert_eq!(file.text(), Some("1. 炮二平五 *"));
        let read = read_pasted(&file, None);
        assert!(matches!(read, Ok(Pasted::Games(games, _)) if games.len() == 1));
        assert_eq!(tried.take(), Encoding::ALL);
    }

    #[test]
    fn what_is_wrong_with_a_position_is_placed() {
        for (text, line, column, code) in [
            ("9/9/9/91/9/9/9/9/9/9 w", 1, 7, "board-size"),
            ("\n rnbakabnx/9/9/9/9/9/9/9/9/9", 2, 10, "pieces"),
            ("9/9/9/9/9/9/9/9/9/9 x", 1, 21, "turn"),
            ("8/7/8/8 r", 1, 4, "board-size"),
        ] {
            let problems = read(text).expect_err(text);
            let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
            assert_eq!(
                (problem.line, problem.column, problem.code),
                (line, column, code),
                "{text}"
            );
        }
        assert!(read("nonsense").is_err());
        for nothing in ["", " \n", "\u{feff}\n"] {
            let problems = read(nothing).expect_err("nothing");
            assert!(matches!(&problems[..], [problem] if problem.code == "empty"), "{problems:?}");
        }
    }
}
