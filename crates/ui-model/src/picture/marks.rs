//! What a picture points out, told apart by shape as on the pages.

use super::{
    PictureError,
    canvas::Canvas,
    paint::{self, DISC, HALO, STOP, ink},
    reading::Reading,
};
use crate::{
    Variant,
    board::{BoardShape, Face, Point, Scene, Side, Step},
};

/// Something that a picture points out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `h2e2`, `h2e2=1`: an arrow, with a word on it.
    Arrow(Point, Point, String),
    /// `<h2e2`: an arrow with two heads.
    BothWays(Point, Point, String),
    /// `-e0e9`: a broken line.
    Line(Point, Point),
    /// `*h2`: everything that the piece there may do now, by the rules.
    Moves(Point),
    /// `.e4`: a piece may go there.
    Goes(Point),
    /// `+e4`: what stands there may be captured.
    Takes(Point),
    /// `xe4`: not there.
    Stop(Point),
    /// `oe4`: look here.
    Ring(Point),
    /// `!e9`: a general in check.
    Check(Point),
    /// `@e6`: a mole.
    Mole(Point),
    /// `#e6=3`: a word beside the piece.
    Label(Point, String),
}

/// The longest word on a mark.
const WORD: usize = 3;

/// Reads marks separated by spaces.
///
/// # Errors
/// Names the first that is none.
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
    let pair = |rest: &str| {
        let (from, rest) = ground.read(rest)?;
        ground.parse(rest).filter(|&to| to != from).map(|to| (from, to))
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

/// A mark with its colour, nothing of it left to the rules.
pub(super) struct Drawn {
    mark: Mark,
    colour: &'static str,
}

/// Asks the rules where a mark leaves it to them, and adds the moles that the position names.
pub(super) fn resolve(marks: &[Mark], reading: &Reading) -> Result<Vec<Drawn>, PictureError> {
    let mut drawn: Vec<Drawn> = reading
        .moles()
        .into_iter()
        .map(|(owner, point)| Drawn { mark: Mark::Mole(point), colour: ink(owner) })
        .collect();
    for mark in marks {
        match mark {
            Mark::Moves(from) => drawn.extend(moves(*from, reading)?),
            mark => {
                drawn.push(Drawn { mark: mark.clone(), colour: colour_of(mark, &reading.scene) });
            }
        }
    }
    Ok(drawn)
}

fn moves(from: Point, reading: &Reading) -> Result<Vec<Drawn>, PictureError> {
    let colour = paint::mark(reading.ground);
    let mut drawn = vec![Drawn { mark: Mark::Ring(from), colour }];
    for step in reading.legal.iter().filter(|step| step.from() == from) {
        let Step::Move(_, to) = *step else { continue };
        let is_taken = reading.scene.at(to).is_some();
        let mark = if is_taken { Mark::Takes(to) } else { Mark::Goes(to) };
        drawn.push(Drawn { mark, colour });
    }
    if drawn.len() == 1 {
        return Err(PictureError::Immobile(reading.ground.name(from)));
    }
    Ok(drawn)
}

/// An arrow has the colour of what it moves; a mole that is only marked, of the other side.
fn colour_of(mark: &Mark, scene: &Scene) -> &'static str {
    let side_at = |point: Point| match scene.at(point) {
        Some(Face::Open(piece)) => Some(piece.side),
        Some(Face::Down) | None => None,
    };
    match *mark {
        Mark::Arrow(from, to, _) | Mark::BothWays(from, to, _) => {
            side_at(from).or_else(|| side_at(to)).map_or(paint::mark(scene.shape), ink)
        }
        Mark::Mole(point) if side_at(point) == Some(Side::Red) => ink(Side::Black),
        Mark::Mole(_) | Mark::Check(_) | Mark::Stop(_) | Mark::Line(..) => STOP,
        _ => paint::mark(scene.shape),
    }
}

/// What lies below the pieces.
pub(super) fn draw_under(canvas: &mut Canvas, marks: &[Drawn]) {
    for Drawn { mark, colour } in marks {
        match *mark {
            Mark::Line(from, to) => {
                let ((x1, y1), (x2, y2)) = (canvas.middle(from), canvas.middle(to));
                canvas.put(&format!(
                    "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"9\" stroke-dasharray=\"18 12\" stroke-opacity=\".85\"/>"
                ));
            }
            Mark::Check(point) => at(canvas, point, &strokes(&burst(), colour, 6.0)),
            _ => {}
        }
    }
}

/// What lies above the pieces: shapes first, arrows over them, words last.
pub(super) fn draw_over(canvas: &mut Canvas, marks: &[Drawn], scene: &Scene) {
    for Drawn { mark, colour } in marks {
        match mark {
            Mark::Goes(point) => at(
                canvas,
                *point,
                &format!(
                    "<circle r=\"14\" fill=\"{colour}\" stroke=\"{HALO}\" stroke-width=\"4\"/>"
                ),
            ),
            Mark::Takes(point) => {
                at(canvas, *point, &strokes(BROKEN_RING, HALO, 14.0));
                at(canvas, *point, &strokes(BROKEN_RING, colour, 9.0));
            }
            Mark::Ring(point) => {
                at(canvas, *point, &strokes(RING, HALO, 11.0));
                at(canvas, *point, &strokes(RING, colour, 6.5));
            }
            Mark::Stop(point) => {
                at(canvas, *point, &strokes(CROSS, HALO, 17.0));
                at(canvas, *point, &strokes(CROSS, colour, 9.0));
            }
            Mark::Mole(point) => at(
                canvas,
                *point,
                &format!(
                    "<path d=\"M0 -34L-17 -64H17Z\" fill=\"{colour}\" stroke=\"{HALO}\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"/>"
                ),
            ),
            _ => {}
        }
    }
    for Drawn { mark, colour } in marks {
        if let Mark::Arrow(from, to, _) | Mark::BothWays(from, to, _) = mark {
            let is_double = matches!(mark, Mark::BothWays(..));
            let d = arrow(canvas, (*from, *to), is_double, scene);
            canvas.put(&format!(
                "<path d=\"{d}\" fill=\"{colour}\" fill-opacity=\".88\" stroke=\"{HALO}\" stroke-width=\"3.5\" stroke-linejoin=\"round\"/>"
            ));
        }
    }
    for Drawn { mark, colour } in marks {
        match mark {
            Mark::Arrow(from, to, word) | Mark::BothWays(from, to, word) if !word.is_empty() => {
                let place = beside(canvas.middle(*from), canvas.middle(*to));
                badge(canvas, place, word, colour);
            }
            Mark::Label(point, word) => {
                let (x, y) = canvas.middle(*point);
                let aside = if scene.at(*point).is_some() { 31.0 } else { 0.0 };
                badge(canvas, (x + aside, y - aside), word, colour);
            }
            _ => {}
        }
    }
}

fn at(canvas: &mut Canvas, point: Point, drawing: &str) {
    let (x, y) = canvas.middle(point);
    canvas.put(&format!("<g transform=\"translate({x} {y})\">{drawing}</g>"));
}

fn strokes(d: &str, colour: &str, width: f64) -> String {
    format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
    )
}

/// A ring with four gaps around what would be captured.
const BROKEN_RING: &str = "M-20 -44A48 48 0 0 1 20 -44M44 -20A48 48 0 0 1 44 20M20 44A48 48 0 0 1 -20 44M-44 20A48 48 0 0 1 -44 -20";
const RING: &str = "M48 0A48 48 0 1 1 -48 0A48 48 0 1 1 48 0Z";
const CROSS: &str = "M-19 -19L19 19M19 -19L-19 19";

/// A ring of short rays.
fn burst() -> String {
    // Cosines of every sixteenth of a turn; sines are the same list begun a quarter later.
    const COSINES: [f64; 16] = [
        1.0, 0.924, 0.707, 0.383, 0.0, -0.383, -0.707, -0.924, -1.0, -0.924, -0.707, -0.383, 0.0,
        0.383, 0.707, 0.924,
    ];
    (0..16)
        .map(|i| {
            let (cos, sin) = (COSINES[i], COSINES[(i + 12) % 16]);
            format!("M{:.0} {:.0}L{:.0} {:.0}", cos * 49.0, sin * 49.0, cos * 61.0, sin * 61.0)
        })
        .collect()
}

/// Where the word of an arrow stands: on its middle, or beside it where that would hide it.
fn beside((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    let aside = if length < 150.0 { 40.0 / length } else { 0.0 };
    ((x1 + x2) / 2.0 + dy * aside, (y1 + y2) / 2.0 - dx * aside)
}

fn badge(canvas: &mut Canvas, (x, y): (f64, f64), word: &str, colour: &str) {
    let half = 8.0 + 10.0 * word.chars().count() as f64;
    let word: String = word.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    canvas.put(&format!(
        "<g transform=\"translate({x} {y})\"><rect x=\"-{half}\" y=\"-19\" width=\"{}\" height=\"38\" rx=\"18\" fill=\"{colour}\" stroke=\"{HALO}\" stroke-width=\"3\"/><text y=\"9\" fill=\"{DISC}\" font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"bold\" font-size=\"26\" text-anchor=\"middle\">{word}</text></g>",
        2.0 * half
    ));
}

/// The outline of an arrow: from beside what stands at its beginning to the edge of what stands at
/// its end.
fn arrow(canvas: &Canvas, (from, to): (Point, Point), is_double: bool, scene: &Scene) -> String {
    /// Half the width of the shaft and of the head, and the length of a head that has room.
    const SHAFT: f64 = 6.5;
    const HEAD: f64 = 21.0;
    const LENGTH: f64 = 36.0;
    let ((x1, y1), (x2, y2)) = (canvas.middle(from), canvas.middle(to));
    let length = (x2 - x1).hypot(y2 - y1);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let gap = |point: Point| if scene.at(point).is_some() { 38.0 } else { 6.0 };
    let (start, end) = (gap(from), length - gap(to));
    let heads = if is_double { 2.0 } else { 1.0 };
    let head = LENGTH.min((end - start) * 0.8 / heads);
    let place = |along: f64, aside: f64| {
        format!("{:.1} {:.1}", x1 + ux * along - uy * aside, y1 + uy * along + ux * aside)
    };
    let tail = if is_double {
        let neck = start + head;
        format!(
            "M{}L{}L{}L{}",
            place(neck, SHAFT),
            place(neck, HEAD),
            place(start, 0.0),
            place(neck, -HEAD)
        ) + &format!("L{}", place(neck, -SHAFT))
    } else {
        format!("M{}L{}", place(start, SHAFT), place(start, -SHAFT))
    };
    let neck = end - head;
    format!(
        "{tail}L{}L{}L{}L{}L{}Z",
        place(neck, -SHAFT),
        place(neck, -HEAD),
        place(end, 0.0),
        place(neck, HEAD),
        place(neck, SHAFT)
    )
}
