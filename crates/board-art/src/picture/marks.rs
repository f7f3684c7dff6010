//! Marks of a picture. They differ by shape, as on the pages.

use super::{
    PictureError, arrow,
    canvas::Canvas,
    mark::Mark,
    paint::{self, HALO, ON_MARK, STOP, ink},
    reading::Reading,
};
use crate::burst;
use games::board::{BoardView, Face, Point, Side, Step};

/// A mark with its colour. No mark needs the rules any more.
pub(super) struct Drawn {
    mark: Mark,
    colour: &'static str,
}

/// Replaces marks that depend on the rules, and adds the moles that the position names.
pub(super) fn resolve(marks: &[Mark], reading: &Reading) -> Result<Vec<Drawn>, PictureError> {
    let mut drawn: Vec<Drawn> = reading
        .scene
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

/// An arrow has the colour of the moved piece. A marked mole has the other side's colour.
fn colour_of(mark: &Mark, scene: &BoardView) -> &'static str {
    let side_at = |point: Point| match scene.at(point) {
        Some(Face::Open(piece)) => Some(piece.side),
        Some(Face::Down) | None => None,
    };
    match *mark {
        Mark::Arrow(from, to, _) | Mark::BothWays(from, to, _) => {
            side_at(from).or_else(|| side_at(to)).map_or(paint::mark(scene.shape()), ink)
        }
        Mark::Mole(point) if side_at(point) == Some(Side::Red) => ink(Side::Black),
        Mark::Mole(_) | Mark::Check(_) | Mark::Stop(_) | Mark::Line(..) => STOP,
        _ => paint::mark(scene.shape()),
    }
}

/// Draws the marks below the pieces.
pub(super) fn draw_under(canvas: &mut Canvas, marks: &[Drawn]) {
    for Drawn { mark, colour } in marks {
        match *mark {
            Mark::Line(from, to) => {
                let ((x1, y1), (x2, y2)) = (canvas.middle(from), canvas.middle(to));
                canvas.put(&format!(
                    "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"9\" stroke-dasharray=\"18 12\" stroke-opacity=\".85\"/>"
                ));
            }
            Mark::Check(point) => at(canvas, point, &strokes(&burst(49.0, 61.0), colour, 6.0)),
            _ => {}
        }
    }
}

/// Draws the marks above the pieces: shapes first, then arrows, then labels.
pub(super) fn draw_over(canvas: &mut Canvas, marks: &[Drawn], scene: &BoardView) {
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
            let places = [canvas.middle(*from), canvas.middle(*to)];
            let is_taken = [*from, *to].map(|point| scene.at(point).is_some());
            let d = arrow::outline(places, is_taken, is_double);
            canvas.put(&format!(
                "<path d=\"{d}\" fill=\"{colour}\" fill-opacity=\".88\" stroke=\"{HALO}\" stroke-width=\"3.5\" stroke-linejoin=\"round\"/>"
            ));
        }
    }
    for Drawn { mark, colour } in marks {
        match mark {
            Mark::Arrow(from, to, word) | Mark::BothWays(from, to, word) if !word.is_empty() => {
                let place = arrow::beside(canvas.middle(*from), canvas.middle(*to));
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

/// A ring with four gaps around a piece that may be captured.
const BROKEN_RING: &str = "M-20 -44A48 48 0 0 1 20 -44M44 -20A48 48 0 0 1 44 20M20 44A48 48 0 0 1 -20 44M-44 20A48 48 0 0 1 -44 -20";
const RING: &str = "M48 0A48 48 0 1 1 -48 0A48 48 0 1 1 48 0Z";
const CROSS: &str = "M-19 -19L19 19M19 -19L-19 19";

fn badge(canvas: &mut Canvas, (x, y): (f64, f64), word: &str, colour: &str) {
    let half = 8.0 + 10.0 * word.chars().count() as f64;
    let word: String = word.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    canvas.put(&format!(
        "<g transform=\"translate({x} {y})\"><rect x=\"-{half}\" y=\"-19\" width=\"{}\" height=\"38\" rx=\"18\" fill=\"{colour}\" stroke=\"{HALO}\" stroke-width=\"3\"/><text y=\"9\" fill=\"{ON_MARK}\" font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"bold\" font-size=\"26\" text-anchor=\"middle\">{word}</text></g>",
        2.0 * half
    ));
}
