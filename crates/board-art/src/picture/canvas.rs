use super::{
    footer::Footer,
    paint::{FRAME, GRAIN, TEXT, WOOD},
    text::escape,
};
use crate::Layout;
use games::board::{BoardShape, Point};
use std::fmt::Write;

/// Distance between neighbouring points, in the picture's units.
pub(super) const CELL: f64 = 100.0;

/// Width of the margin for names beside the board.
const MARGIN: f64 = 44.0;

/// A picture being drawn: its part of the board, and the SVG so far.
pub(super) struct Canvas {
    pub(super) layout: Layout,
    has_coordinates: bool,
    /// The visible columns and rows, from the left and from the top.
    cols: (i8, i8),
    rows: (i8, i8),
    defs: String,
    body: String,
}

impl Canvas {
    pub(super) fn new(
        layout: Layout,
        part: Option<(Point, Point)>,
        has_coordinates: bool,
    ) -> Canvas {
        let (cols, rows) = match part {
            None => ((0, layout.width() - 1), (0, layout.height() - 1)),
            Some((one, other)) => {
                let ((x1, y1), (x2, y2)) = (layout.place(one), layout.place(other));
                ((x1.min(x2), x1.max(x2)), (y1.min(y2), y1.max(y2)))
            }
        };
        Canvas { layout, has_coordinates, cols, rows, defs: String::new(), body: String::new() }
    }

    /// Appends to the definitions.
    pub(super) fn define(&mut self, text: &str) {
        self.defs += text;
    }

    /// Appends to the drawing.
    pub(super) fn put(&mut self, text: &str) {
        self.body += text;
        self.body += "\n";
    }

    /// The centre of a point.
    pub(super) fn middle(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.layout.place(point);
        ((f64::from(x) + 0.5) * CELL, (f64::from(y) + 0.5) * CELL)
    }

    /// Whether a point lies in the drawn part.
    pub(super) fn shows(&self, point: Point) -> bool {
        let (x, y) = self.layout.place(point);
        (self.cols.0..=self.cols.1).contains(&x) && (self.rows.0..=self.rows.1).contains(&y)
    }

    /// Whether the whole board is drawn.
    pub(super) fn is_whole(&self) -> bool {
        self.cols == (0, self.layout.width() - 1) && self.rows == (0, self.layout.height() - 1)
    }

    /// Left, top, right and bottom of the visible part.
    fn bounds(&self) -> (f64, f64, f64, f64) {
        let edge = |index: i8| f64::from(index) * CELL;
        (edge(self.cols.0), edge(self.rows.0), edge(self.cols.1 + 1), edge(self.rows.1 + 1))
    }

    /// The whole file.
    pub(super) fn finish(self, title: &str, footer: Option<&Footer<'_>>) -> String {
        let (left, top, right, bottom) = self.bounds();
        let pad = if self.has_coordinates { MARGIN } else { 10.0 };
        // Squares already have room around their pieces.
        let shave = if self.layout.shape == BoardShape::Half { 8.0 } else { pad };
        let (x, y) = (left - pad, top - shave);
        let board_height = bottom - top + shave + pad;
        let height = board_height + footer.map_or(0.0, Footer::height);
        let width = right - left + pad + shave;
        // The starting position of xiangqi is then 443 pixels wide.
        let scale = if self.layout.shape == BoardShape::Cross { 0.42 } else { 0.45 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"{x} {y} {width} {height}\" role=\"img\">\n",
            width * scale,
            height * scale,
        );
        if !title.is_empty() {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(svg, "<title>{}</title>", escape(title));
        }
        let _ = writeln!(
            svg,
            "<defs><clipPath id=\"part\"><rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/></clipPath>\
             <linearGradient id=\"wood\" x2=\"1\" y2=\"1\">{}</linearGradient>{}</defs>",
            right - left,
            bottom - top,
            stops(&[(0.0, WOOD[0]), (0.45, WOOD[1]), (1.0, WOOD[2])]),
            self.defs
        );
        if !(self.is_whole() && self.layout.shape == BoardShape::Cross && footer.is_none()) {
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"14\" fill=\"url(#wood)\" stroke=\"{FRAME}\" stroke-width=\"4\"/>",
                x + 2.0,
                y + 2.0,
                width - 4.0,
                height - 4.0
            );
            svg += &grain((x, y), (width, height));
        }
        let clip = if self.is_whole() { "" } else { " clip-path=\"url(#part)\"" };
        let _ = writeln!(svg, "<g{clip}>\n{}</g>", self.body);
        if self.has_coordinates {
            svg += &self.coordinates();
        }
        if let Some(footer) = footer {
            svg += &footer.draw((x, y + board_height), width);
        }
        svg + "</svg>\n"
    }

    /// The names of files and ranks, below and to the left.
    fn coordinates(&self) -> String {
        let (left, _, _, bottom) = self.bounds();
        let mut text = format!(
            "<g fill=\"{TEXT}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"25\" text-anchor=\"middle\">\n"
        );
        let mut label = |x: f64, y: f64, name: &str| {
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{name}</text>", y + 9.0);
        };
        for column in self.cols.0..=self.cols.1 {
            // On a board without corners this is the lowest point of the column.
            let seen = (self.rows.0..=self.rows.1).rev();
            let lowest = seen.filter_map(|row| self.layout.point(column, row)).next();
            let Some(point) = lowest else { continue };
            let (x, y) = self.middle(point);
            let y = if self.follows_outline() { y + 68.0 } else { bottom + 18.0 };
            label(x, y, &self.name(point, true));
        }
        for row in self.rows.0..=self.rows.1 {
            let seen = self.cols.0..=self.cols.1;
            let first = seen.into_iter().filter_map(|column| self.layout.point(column, row)).next();
            let Some(point) = first else { continue };
            let (x, y) = self.middle(point);
            let x = if self.follows_outline() { x - 70.0 } else { left - 20.0 };
            label(x, y, &self.name(point, false));
        }
        text + "</g>\n"
    }

    fn follows_outline(&self) -> bool {
        self.layout.shape == BoardShape::Cross && self.is_whole()
    }

    /// The name of a point's column or row in the picture. A quarter turn swaps the board's rows
    /// and the picture's columns.
    fn name(&self, point: Point, is_column: bool) -> String {
        let name = self.layout.shape.name(point);
        // Every name has one part of letters and one of digits.
        let letters: String = name.chars().filter(char::is_ascii_lowercase).collect();
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let file_is_letter = self.layout.shape != BoardShape::Cross;
        if is_column == self.layout.turns.is_multiple_of(2) {
            if file_is_letter { letters } else { digits }
        } else if file_is_letter {
            digits
        } else {
            letters
        }
    }
}

/// The stops of a gradient.
pub(super) fn stops(stops: &[(f64, &str)]) -> String {
    let stop =
        |(at, colour): &(f64, &str)| format!("<stop offset=\"{at}\" stop-color=\"{colour}\"/>");
    stops.iter().map(stop).collect()
}

/// The grain of the wood: long, slightly bent strands. It depends only on the size of the board.
pub(super) fn grain((x, y): (f64, f64), (width, height): (f64, f64)) -> String {
    const APART: f64 = 26.0;
    let mut d = String::new();
    for strand in 0..((height - 24.0) / APART) as i32 {
        let at = |times: i32, of: i32| f64::from(strand * times % of) / f64::from(of);
        let from = x + 8.0 + at(7, 11) * width * 0.5;
        let long = (0.25 + 0.5 * at(5, 7)) * width;
        let long = long.min(x + width - 8.0 - from);
        let y = y + 18.0 + (f64::from(strand) + at(3, 5)) * APART;
        let bend = (at(4, 9) - 0.5) * 22.0;
        let _ = write!(d, "M{from:.0} {y:.0}q{:.0} {bend:.0} {long:.0} 0", long / 2.0);
    }
    format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"{GRAIN}\" stroke-opacity=\".2\" stroke-width=\"2\"/>\n"
    )
}
