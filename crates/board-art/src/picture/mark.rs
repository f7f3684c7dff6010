use super::PictureError;
use games::{
    Variant,
    board::{BoardShape, Point, Step},
};

/// A mark on a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `h2e2`, `h2e2=1`: an arrow, with a label.
    Arrow(Point, Point, String),
    /// `<h2e2`: an arrow with two heads.
    BothWays(Point, Point, String),
    /// `-e0e9`: a broken line.
    Line(Point, Point),
    /// `*h2`: the legal moves of the piece there.
    Moves(Point),
    /// `.e4`: a piece may move there.
    Goes(Point),
    /// `+e4`: the piece there may be captured.
    Takes(Point),
    /// `xe4`: a piece may not move there.
    Stop(Point),
    /// `oe4`: a ring.
    Ring(Point),
    /// `!e9`: a general in check.
    Check(Point),
    /// `@e6`: a mole.
    Mole(Point),
    /// `#e6=3`: a label beside the piece.
    Label(Point, String),
}

/// Maximum length of a label, in characters.
const WORD: usize = 3;

/// Parses marks separated by spaces.
///
/// # Errors
/// Names the first invalid mark.
pub fn read_marks(variant: Variant, text: &str) -> Result<Vec<Mark>, PictureError> {
    let ground = BoardShape::of(variant);
    text.split_whitespace()
        .map(|word| read_mark(ground, word).ok_or_else(|| PictureError::Mark(word.to_owned())))
        .collect()
}

fn read_mark(ground: BoardShape, text: &str) -> Option<Mark> {
    let (place, word) = match text.split_once('=') {
        Some((_, word)) if word.is_empty() || word.chars().count() > WORD => return None,
        Some((place, word)) => (place, word.to_owned()),
        None => (text, String::new()),
    };
    let at = |rest: &str| ground.parse(rest).filter(|_| word.is_empty());
    let pair = |rest: &str| match Step::read(ground, rest)? {
        Step::Move(from, to) if from != to => Some((from, to)),
        Step::Move(..) | Step::Flip(_) | Step::TurnMole(_) => None,
    };
    let sign = place.chars().next()?;
    let rest = place.get(sign.len_utf8()..)?;
    match sign {
        '<' => pair(rest).map(|(from, to)| Mark::BothWays(from, to, word)),
        '-' => pair(rest).filter(|_| word.is_empty()).map(|(from, to)| Mark::Line(from, to)),
        '*' => at(rest).map(Mark::Moves),
        '.' => at(rest).map(Mark::Goes),
        '+' => at(rest).map(Mark::Takes),
        'x' => at(rest).map(Mark::Stop),
        'o' => at(rest).map(Mark::Ring),
        '!' => at(rest).map(Mark::Check),
        '@' => at(rest).map(Mark::Mole),
        '#' => ground.parse(rest).filter(|_| !word.is_empty()).map(|at| Mark::Label(at, word)),
        _ => pair(place).map(|(from, to)| Mark::Arrow(from, to, word)),
    }
}
