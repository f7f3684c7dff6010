use crate::judge::alone;
use bots::{
    Score,
    sifang::{ODDS_UNIT, each_input},
};
use core::fmt;
use sifang::{Position, Side};
use std::{error::Error, fs, path::PathBuf};

/// Position of a game. A line has the game's number, the position, the evaluations of the side to
/// move and the previous side (`-` without a search), and all sides' final half points.
pub(crate) struct Sample {
    pub(crate) game: u32,
    pub(crate) position: Position,
    pub(crate) score: Score,
    pub(crate) before: Option<(Side, Score)>,
    pub(crate) halves: [u16; 4],
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample { game, position, score, before, halves } = self;
        write!(f, "{game};{position};{score};")?;
        match before {
            Some((side, score)) => write!(f, "{}{score}", side.letter())?,
            None => f.write_str("-")?,
        }
        let [red, green, yellow, blue] = halves;
        write!(f, ";{red},{green},{yellow},{blue}")
    }
}

impl Sample {
    fn read(line: &str) -> Result<Sample, Box<dyn Error>> {
        let fields: Vec<&str> = line.split(';').collect();
        let [game, position, score, before, halves] = fields[..] else {
            return Err(format!("expected five fields, found {}", fields.len()).into());
        };
        let before = match before {
            "-" => None,
            text => {
                let side = text.chars().next().and_then(Side::from_letter).ok_or("no side")?;
                Some((side, text[1..].parse()?))
            }
        };
        let halves: Vec<u16> = halves.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Sample {
            game: game.parse()?,
            position: Position::from_text(alone(), position)?,
            score: score.parse()?,
            before,
            halves: halves.try_into().map_err(|_| "expected the half points of four")?,
        })
    }
}

/// Training data: positions as seen by one side, its search's evaluation and its final points.
#[derive(Default)]
pub(crate) struct Lessons {
    inputs: Vec<u16>,
    /// End of each position's inputs.
    ends: Vec<usize>,
    expected: Vec<f32>,
    results: Vec<f32>,
}

impl Lessons {
    /// Reads the data for training and for validation.
    pub(crate) fn read(files: &[PathBuf], kept: u32) -> Result<[Lessons; 2], Box<dyn Error>> {
        let mut all = [Lessons::default(), Lessons::default()];
        for file in files {
            let fault = |error: Box<dyn Error>| format!("{}: {error}", file.display());
            let text = fs::read_to_string(file).map_err(|error| fault(error.into()))?;
            for (line, number) in text.lines().zip(1..) {
                let sample = Sample::read(line)
                    .map_err(|error| fault(format!("line {number}: {error}").into()))?;
                all[usize::from(sample.game.is_multiple_of(kept))].add(&sample);
            }
        }
        Ok(all)
    }

    fn add(&mut self, sample: &Sample) {
        let mover = (sample.position.side_to_move(), sample.score);
        for (side, score) in [Some(mover), sample.before].into_iter().flatten() {
            each_input(&sample.position, side, |input| self.inputs.push(input as u16));
            self.ends.push(self.inputs.len());
            self.expected.push(logistic(score as f32 / ODDS_UNIT as f32));
            self.results.push(f32::from(sample.halves[side.index()]) / 6.0);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn inputs(&self, at: usize) -> &[u16] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.inputs[start..self.ends[at]]
    }

    /// Target share of the points: the final points with weight `result`, the search's evaluation
    /// with the rest.
    pub(crate) fn target(&self, at: usize, result: f32) -> f32 {
        result * self.results[at] + (1.0 - result) * self.expected[at]
    }

    /// Mean logistic loss of an evaluation that returns the logarithm of the odds.
    pub(crate) fn loss(&self, result: f32, odds: impl Fn(&[u16]) -> f32) -> f64 {
        let lost = |at: usize| {
            let chance = f64::from(logistic(odds(self.inputs(at)))).clamp(1e-6, 1.0 - 1e-6);
            let target = f64::from(self.target(at, result));
            -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
        };
        (0..self.len()).map(lost).sum::<f64>() / self.len().max(1) as f64
    }
}

pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
