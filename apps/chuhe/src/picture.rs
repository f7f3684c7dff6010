//! `chuhe picture`.

use crate::output;
use anyhow::{Result, bail};
use board_art::picture::{Picture, read_marks, read_part, svg};
use game::{Observer, Seat};
use games::Variant;
use std::path::PathBuf;

/// Arguments of `chuhe picture`.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// The game: xiangqi, undercover, sifang or banqi
    #[arg(long, default_value = "xiangqi")]
    variant: String,
    /// The position's text, `start`, or `empty` for the bare board
    #[arg(long, default_value = "start")]
    position: String,
    /// The game's options text
    #[arg(long, default_value = "")]
    options: String,
    /// View that the position text shows: a side's letter or `spectator`
    #[arg(long)]
    observer: Option<String>,
    /// Letter of the side at the bottom [default: the observer's side, else the first]
    #[arg(long)]
    bottom: Option<String>,
    /// Marks to draw: `h2e2` an arrow, `*h2` the moves of a piece, … (docs/formats.md)
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    marks: String,
    /// Draw only the part between two corners: `c0-g4`
    #[arg(long)]
    part: Option<String>,
    /// Banqi: draw the board with its long side vertical
    #[arg(long)]
    upright: bool,
    /// Leave out the names of files and ranks
    #[arg(long)]
    plain: bool,
    /// Use traditional characters on the pieces
    #[arg(long)]
    traditional: bool,
    /// Line of text below the board; may be repeated
    #[arg(long)]
    caption: Vec<String>,
    /// Address of a site, below the captions
    #[arg(long, default_value = "")]
    address: String,
    /// Description of the picture for screen readers
    #[arg(long, default_value = "")]
    title: String,
    /// File to write [default: the standard output]
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Draws a position as one SVG file.
pub fn run(args: &PictureArgs) -> Result<()> {
    let variant: Variant = args.variant.parse()?;
    let observer = match args.observer.as_deref() {
        None => None,
        Some("spectator") => Some(Observer::Spectator),
        Some(letter) => Some(Observer::Seat(seat(variant, letter)?)),
    };
    let bottom = match args.bottom.as_deref() {
        Some(letter) => seat(variant, letter)?.index(),
        None => observer.and_then(Observer::seat).map_or(0, Seat::index),
    };
    let picture = Picture {
        options: args.options.clone(),
        observer,
        bottom: bottom as u8,
        is_upright: args.upright,
        has_coordinates: !args.plain,
        part: args.part.as_deref().map(|part| read_part(variant, part)).transpose()?,
        marks: read_marks(variant, &args.marks)?,
        title: args.title.clone(),
        is_traditional: args.traditional,
        captions: args.caption.clone(),
        address: args.address.clone(),
        ..Picture::default()
    };
    let drawn = svg(variant, &args.position, &picture)?;
    match &args.output {
        Some(path) => output::write(path, &drawn),
        None => output::print(&drawn),
    }
}

/// Parses a side's letter. The seats of banqi have no colour before the first flip; red is the
/// first seat.
fn seat(variant: Variant, letter: &str) -> Result<Seat> {
    let letters: Vec<String> = variant.sides().iter().map(|side| side.letter.to_string()).collect();
    match letters.iter().position(|side| side == letter) {
        Some(index) => Ok(Seat::new(index as u8)),
        None => bail!("expected a side of {variant}: {}; found `{letter}`", letters.join(", ")),
    }
}
