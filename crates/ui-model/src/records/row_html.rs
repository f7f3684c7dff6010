//! A row of the move list as HTML. Building hundreds of rows element by element blocks a phone for
//! half a second.

use super::{LinePart, MoveCell, MoveRow, Remark};
use crate::html::escape_html;
use i18n::{Language, Message};
use std::fmt::Write;

impl MoveRow {
    /// The content of the row's element. A button with `data-node` shows the position after a move.
    pub fn html(&self, language: Language) -> String {
        let mut html = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut html, language);
        html
    }

    fn write(&self, html: &mut String, language: Language) -> std::fmt::Result {
        if self.round > 0 {
            write!(html, "<span class=\"round\">{}</span>", self.round)?;
        }
        for MoveCell { node, ply, seat, text, glyphs, .. } in &self.cells {
            write!(
                html,
                "<button class=\"ply seat-{seat}\" data-ply=\"{ply}\" data-node=\"{}\"",
                node.number()
            )?;
            if !glyphs.is_empty() {
                write!(html, " data-said=\"{}\"", escape_html(glyphs))?;
            }
            write!(html, ">{}</button>", escape_html(text))?;
        }
        if !self.remarks.is_empty() {
            html.push_str("<div class=\"remarks\">");
            for remark in &self.remarks {
                write_remark(html, remark, language)?;
            }
            html.push_str("</div>");
        }
        Ok(())
    }
}

fn write_remark(html: &mut String, remark: &Remark, language: Language) -> std::fmt::Result {
    match remark {
        Remark::Comment(text) => {
            write!(html, "<p class=\"comment\" data-comment=\"true\">{}</p>", escape_html(text))
        }
        Remark::Cut => {
            write!(
                html,
                "<p class=\"cut\">{}</p>",
                escape_html(Message::LinesCut.in_language(language))
            )
        }
        Remark::Line { depth, number, parts } => {
            let label = escape_html(Message::RecordOtherLines.in_language(language));
            write!(
                html,
                "<p class=\"variation\" style=\"--depth:{depth}\" data-depth=\"{depth}\" aria-label=\"{label}\">"
            )?;
            let mut number = Some(*number);
            for part in parts {
                match part {
                    LinePart::Comment(text) => write!(html, "<q>{} </q>", escape_html(text))?,
                    LinePart::Move(cell) => write_line_move(html, cell, number.take())?,
                }
            }
            html.push_str("</p>");
            Ok(())
        }
    }
}

/// A move of a variation; the first one has the variation's number.
fn write_line_move(html: &mut String, cell: &MoveCell, number: Option<usize>) -> std::fmt::Result {
    let MoveCell { node, number: round, text, glyphs, .. } = cell;
    write!(html, "<small>{}</small>", escape_html(round))?;
    write!(html, "<button class=\"line-move\" data-node=\"{}\"", node.number())?;
    if let Some(number) = number {
        write!(html, " data-other-line=\"{number}\"")?;
    }
    write!(html, ">{}{}</button> ", escape_html(text), escape_html(glyphs))
}

#[cfg(test)]
mod tests {
    use crate::records::{AnalysedGame, read};
    use crate::settings::Notation;
    use i18n::Language;
    use std::sync::Arc;

    #[test]
    fn rows_are_escaped_html() {
        let file = "{<img src=x onerror=alert(1)>} 1. h2e2 $3 h9g7 {\"a\" & b} \
                    (1... b9c7 {</p><script>} 2. h0g2) (1... a9a8) *";
        let read = read(file.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        let game = AnalysedGame::new(Arc::new(read));
        let rows = game.rows(Language::English, Notation::Iccs);
        let html: Vec<String> = rows.iter().map(|row| row.html(Language::English)).collect();
        assert_eq!(
            html,
            [
                "<div class=\"remarks\"><p class=\"comment\" data-comment=\"true\">\
                 &lt;img src=x onerror=alert(1)&gt;</p></div>",
                "<span class=\"round\">1</span>\
                 <button class=\"ply seat-0\" data-ply=\"1\" data-node=\"1\" data-said=\"‼\">h2e2</button>\
                 <button class=\"ply seat-1\" data-ply=\"2\" data-node=\"2\">h9g7</button>\
                 <div class=\"remarks\">\
                 <p class=\"comment\" data-comment=\"true\">&quot;a&quot; &amp; b</p>\
                 <p class=\"variation\" style=\"--depth:1\" data-depth=\"1\" aria-label=\"Variation\">\
                 <small>1… </small><button class=\"line-move\" data-node=\"3\" data-other-line=\"0\">b9c7</button> \
                 <q>&lt;/p&gt;&lt;script&gt; </q>\
                 <small>2. </small><button class=\"line-move\" data-node=\"4\">h0g2</button> </p>\
                 <p class=\"variation\" style=\"--depth:1\" data-depth=\"1\" aria-label=\"Variation\">\
                 <small>1… </small><button class=\"line-move\" data-node=\"5\" data-other-line=\"1\">a9a8</button> </p>\
                 </div>",
            ]
        );
    }
}
