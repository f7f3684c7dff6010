//! Replays of recorded games: the model, and the annotations of the file.

use super::{export_record, to_record};
use crate::{GameModel, review::Review, settings::Notation};
use game::{Observer, Outcome, Refusal, Seat, Turn};
use games::{AnyGame, Level, board::Step};
use i18n::{Language, Message, fill};
use protocol::{EndState, HistoryEntry, SeatState, TurnState};
use record::{Note, ReplayedRecord, Tag, Variation};
use std::{ops::RangeInclusive, sync::Arc};
use table::GameExport;

/// The glyphs that judge a move.
const JUDGING: RangeInclusive<u8> = 1..=6;

/// A replayed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The game as a model.
    pub model: Arc<GameModel>,
    played: ReplayedRecord,
}

/// A variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherLine {
    /// Number of the variation among those that start at the same ply, from 0.
    pub number: usize,
    /// Its first moves in the reader's notation, with an ellipsis if there are more.
    pub moves: Vec<String>,
}

/// A line of the notes as they are printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedNote {
    /// 0 for a note of the game, 1 for one of its variations, 2 for a variation of that, ….
    pub depth: usize,
    /// The move that is spoken of, or all moves of a variation, with their numbers.
    pub moves: String,
    /// The comment; empty for a variation.
    pub comment: String,
}

impl Replay {
    /// Maximum number of moves shown for a variation.
    const NAMED: usize = 4;

    /// The replay of a record.
    pub fn new(played: ReplayedRecord) -> Replay {
        Replay { model: Arc::new(model_of(&played)), played }
    }

    /// The replay of a local game. `day` is the date of the game, such as `2026.11.25`. `None` if
    /// its actions do not fit.
    pub fn of_export(export: GameExport, day: &str) -> Option<Replay> {
        ReplayedRecord::new(export_record(export, day)).map(Replay::new)
    }

    /// The replay of a game at a table. `None` while a part of it is hidden from this page.
    pub fn of_game(game: &GameModel) -> Option<Replay> {
        ReplayedRecord::new(to_record(game)).map(Replay::new)
    }

    /// The `.chuhe` file with all annotations.
    pub fn text(&self) -> String {
        self.played.write()
    }

    /// The file with a computer review: a glyph after each marked move, and the better move as a
    /// variation. A judgement by the author of the file is kept.
    pub fn reviewed(&self, review: &Review) -> String {
        let mut annotations = self.played.record().annotations.clone();
        let mut game = self.played.game().clone();
        let marks = (1..=game.plies()).filter_map(|ply| Some((ply, review.mark(ply)?)));
        let marks: Vec<_> = marks.collect();
        for (ply, mark) in marks.into_iter().rev() {
            while game.plies() >= ply && game.undo() {}
            let is_judged = |note: &Note| note.glyphs.iter().any(|it| JUDGING.contains(it));
            if !self.note(ply).is_some_and(is_judged) {
                annotations.add_glyph(ply, mark.glyph());
            }
            let better = review.plies.get(ply - 1).and_then(|it| it.best.as_deref());
            let better = better.and_then(|better| as_written(&mut game, better));
            let stands = |line: &Variation| line.actions.first() == better.as_ref();
            if !self.note(ply - 1).is_some_and(|note| note.variations.iter().any(stands)) {
                let actions = better.into_iter().collect();
                annotations.add_variation(ply - 1, Variation { actions, ..Variation::default() });
            }
        }
        self.played.clone().with_annotations(annotations).write()
    }

    /// The referee's position text after `plies` plies, from which play can continue.
    pub fn position_after(&self, plies: usize) -> String {
        self.played.game_after(plies).truth_text()
    }

    /// The game after `plies` plies as the seat on move sees it, with that seat. `None` if no seat
    /// is on move.
    pub fn seen_after(&self, plies: usize) -> Option<(u8, GameModel)> {
        let game = self.played.game_after(plies);
        let Turn::Seat(seat) = game.turn() else { return None };
        let index = seat.index() as u8;
        let seen = GameModel {
            variant: self.model.variant,
            options: self.model.options.clone(),
            you: Some(index),
            start: self.model.start.clone(),
            history: self.model.history.iter().take(plies).cloned().collect(),
            position: game.view(Observer::Seat(seat)).to_string(),
            turn: TurnState::Seat { seat: index },
            check: game.in_check(),
            seats: self.model.seats.clone(),
            end: None,
        };
        Some((index, seen))
    }

    /// The event, round, date, players and other tags of the file as lines of text. The title comes
    /// first.
    pub fn occasion(&self, language: Language) -> Vec<String> {
        let tags = &self.played.record().tags;
        let of = |tag| Some(tags.get(tag)).filter(|value| !value.is_empty());
        let together = |tags: &[Tag]| {
            let values: Vec<&str> = tags.iter().filter_map(|&tag| of(tag)).collect();
            (!values.is_empty()).then(|| values.join("\u{a0}· "))
        };
        let said = |message: Message, tag| {
            of(tag).map(|value| fill(message.in_language(language), &[value]))
        };
        let event = [
            // Some sites repeat the title as the event.
            of(Tag::Event).filter(|event| of(Tag::Title) != Some(event)).map(str::to_owned),
            // A round is a number, or a text that names the round itself.
            match of(Tag::Round) {
                Some(round) if !round.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Some(round.to_owned())
                }
                _ => said(Message::RecordRound, Tag::Round),
            },
            together(&[Tag::Site, Tag::Date]),
        ];
        let event: Vec<String> = event.into_iter().flatten().collect();
        let teams = [of(Tag::RedTeam), of(Tag::BlackTeam)].map(Option::unwrap_or_default);
        let has_teams = teams.iter().any(|team| !team.is_empty());
        [
            of(Tag::Title).map(str::to_owned),
            (!event.is_empty()).then(|| event.join("\u{a0}· ")),
            has_teams.then(|| teams.join(" – ")),
            of(Tag::Opening).map(str::to_owned),
            said(Message::RecordAnnotator, Tag::Annotator),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The comment on the action before this point; empty if there is none.
    pub fn comment(&self, plies: usize) -> &str {
        self.note(plies).map_or("", |note| &note.comment)
    }

    /// The glyphs of the action before this point, as printed: `!?`.
    pub fn glyphs(&self, plies: usize) -> String {
        let glyphs = self.note(plies).map_or(&[][..], |note| &note.glyphs);
        glyphs.iter().map(|&glyph| printed(glyph)).collect::<Vec<_>>().join(" ")
    }

    /// The plies with annotations.
    pub fn spoken_of(&self) -> Vec<usize> {
        self.played.record().annotations.iter().map(|(plies, _)| plies).collect()
    }

    /// The variations that start at this point.
    pub fn other_lines(
        &self,
        plies: usize,
        language: Language,
        notation: Notation,
    ) -> Vec<OtherLine> {
        let count = self.note(plies).map_or(0, |note| note.variations.len());
        let line = |number| {
            let replay = self.other_line(plies, number)?;
            let texts = replay.model.move_texts(language, notation);
            let mut moves: Vec<String> = texts.into_iter().skip(plies).collect();
            if moves.len() > Replay::NAMED {
                moves.truncate(Replay::NAMED);
                moves.push("…".to_owned());
            }
            Some(OtherLine { number, moves })
        };
        (0..count).filter_map(line).collect()
    }

    /// Every comment, glyph and variation of the game, in order, for a sheet of paper.
    pub fn printed_notes(&self, language: Language, notation: Notation) -> Vec<PrintedNote> {
        let mut notes = Vec::new();
        self.print_from(None, 0, (language, notation), &mut notes);
        notes
    }

    /// Prints the notes of a line that leaves another one after `left` plies.
    fn print_from(
        &self,
        left: Option<usize>,
        depth: usize,
        (language, notation): (Language, Notation),
        notes: &mut Vec<PrintedNote>,
    ) {
        let texts = self.numbered_moves(language, notation);
        if let Some(left) = left {
            let moves: Vec<&str> = (left..texts.len())
                .map(|at| if at == left { texts[at].0.as_str() } else { texts[at].1.as_str() })
                .collect();
            notes.push(PrintedNote { depth, moves: moves.join(" "), comment: String::new() });
        }
        let is_own = |plies: &usize| left.is_none_or(|left| *plies > left);
        for plies in self.spoken_of().into_iter().filter(is_own) {
            let (glyphs, comment) = (self.glyphs(plies), self.comment(plies).to_owned());
            // A variation has printed the glyphs with its moves.
            if !comment.is_empty() || left.is_none() && !glyphs.is_empty() {
                let moves = plies.checked_sub(1).and_then(|at| Some(texts.get(at)?.0.clone()));
                notes.push(PrintedNote { depth, moves: moves.unwrap_or_default(), comment });
            }
            let count = self.note(plies).map_or(0, |note| note.variations.len());
            for line in (0..count).filter_map(|number| self.other_line(plies, number)) {
                line.print_from(Some(plies), depth + 1, (language, notation), notes);
            }
        }
    }

    /// Each move with its glyphs, as it is written alone (`1… h9g7`) and after the move before it
    /// (`h9g7`).
    fn numbered_moves(&self, language: Language, notation: Notation) -> Vec<(String, String)> {
        let texts = self.model.move_texts(language, notation);
        let mut numbered = Vec::with_capacity(texts.len());
        for (round, row) in self.model.rounds().iter().enumerate() {
            for (place, &(seat, ply)) in row.iter().enumerate() {
                let Some(text) = ply.checked_sub(1).and_then(|at| texts.get(at)) else { continue };
                let text = format!("{text}{}", self.glyphs(ply));
                let number = round + 1;
                let begins = place == 0 && (round > 0 || seat == 0);
                numbered.push(if begins {
                    (format!("{number}. {text}"), format!("{number}. {text}"))
                } else {
                    (format!("{number}… {text}"), text)
                });
            }
        }
        numbered
    }

    /// The game with one of them instead.
    pub fn other_line(&self, plies: usize, number: usize) -> Option<Replay> {
        self.played.variation(plies, number).map(Replay::new)
    }

    /// The seat on move after `plies` plies, with its legal steps. `None` if the game is over.
    pub fn trials(&self, plies: usize) -> Option<(u8, Vec<Step>)> {
        let record = self.played.record();
        if plies >= record.actions.len() && record.outcome.is_some() {
            return None;
        }
        let game = self.played.game_after(plies);
        let Turn::Seat(seat) = game.turn() else { return None };
        let legal = game.view(Observer::Seat(seat)).legal();
        let step = |text: String| Step::read(self.model.shape(), &text);
        Some((seat.index() as u8, legal.iter().filter_map(|it| step(it.to_string())).collect()))
    }

    /// The effect of trying an action after `plies` plies of this line. If the line is a variation,
    /// it leaves the game `game` at the ply `leaves`.
    ///
    /// # Errors
    /// The referee's refusal of an illegal action.
    pub fn tried(
        &self,
        game: &Replay,
        leaves: Option<usize>,
        plies: usize,
        action: &str,
    ) -> Result<Trial, Refusal> {
        let action = self.written(plies, action)?;
        let actions = &self.played.record().actions;
        if actions.get(plies) == Some(&action) {
            return Ok(Trial::GoesOn);
        }
        let begins = |line: &Variation| line.actions.first() == Some(&action);
        let others = self.note(plies).map_or(&[][..], |note| &note.variations);
        if let Some(number) = others.iter().position(begins) {
            return Ok(Trial::Other(number));
        }
        // If the line already leaves the game earlier, that point is kept.
        let at = leaves.filter(|&at| at < plies).unwrap_or(plies);
        if at == game.played.record().actions.len() {
            let longer = game.played.clone().with_action(action).map(Replay::new);
            return Ok(longer.map_or(Trial::GoesOn, Trial::Longer));
        }
        let before = &actions[at..plies];
        let mut notes = game.played.record().annotations.clone();
        let lines = notes.get(at).map_or(&[][..], |note| &note.variations);
        let is_end = |line: &Variation| !before.is_empty() && line.actions == before;
        let number = lines.iter().position(is_end).unwrap_or(lines.len());
        if !notes.extend_variation(at, number, action.clone()) {
            let actions = before.iter().cloned().chain([action]).collect();
            notes.add_variation(at, Variation { actions, ..Variation::default() });
        }
        let played = game.played.clone().with_annotations(notes);
        let game = Replay { model: Arc::clone(&game.model), played };
        Ok(Trial::New { game, at, number })
    }

    /// The action in the notation of files, if it is legal after `plies` plies.
    fn written(&self, plies: usize, action: &str) -> Result<String, Refusal> {
        let none = || Refusal::new("not-now", "nothing can be tried here");
        let mut game = self.played.game_after(plies);
        let seat = game.turn().seats().iter().next().ok_or_else(none)?;
        game.play_text(seat, action).map(|played| played.to_string())
    }

    fn note(&self, plies: usize) -> Option<&Note> {
        self.played.record().annotations.get(plies)
    }
}

/// The model of a record. Its history and position come from the replayed game.
fn model_of(played: &ReplayedRecord) -> GameModel {
    let (record, game) = (played.record(), played.game());
    let actions = played.seats().into_iter().zip(&record.actions);
    let entry = |(seat, done): (Seat, &String)| HistoryEntry {
        seat: seat.index() as u8,
        done: done.clone(),
        clock_ms: None,
    };
    // A file does not contain the grounds of its ending. The referee's judgement of the same ending
    // does.
    let judged = game.outcome();
    let outcome = match &record.outcome {
        Some(told) if judged.is_none_or(|judged| judged.reason != told.reason) => Some(told),
        _ => judged,
    };
    let turn = match game.turn() {
        Turn::Seat(seat) if outcome.is_none() => TurnState::Seat { seat: seat.index() as u8 },
        _ => TurnState::Over,
    };
    GameModel {
        variant: record.variant,
        options: record.options.clone(),
        you: None,
        start: record.start.clone(),
        history: actions.map(entry).collect(),
        position: game.truth_text(),
        turn,
        check: game.in_check(),
        seats: seat_states(game, &record.names),
        end: outcome.map(end_state),
    }
}

/// The seats of a game whose players have these names. The name of a computer in a file is its
/// level.
pub(crate) fn seat_states(game: &AnyGame, names: &[String]) -> Vec<SeatState> {
    let state = |seat: Seat| {
        let name = names.get(seat.index()).cloned().unwrap_or_default();
        let level = Level::ALL.iter().any(|level| level.as_str() == name).then(|| name.clone());
        SeatState { level, ..SeatState::person(game.seat_letter(seat), name) }
    };
    Seat::first(game.seats()).map(state).collect()
}

fn end_state(outcome: &Outcome) -> EndState {
    EndState {
        reason: outcome.reason.to_string(),
        winners: outcome.winners.iter().map(|seat| seat.index() as u8).collect(),
        scores: outcome.scores.iter().map(ToString::to_string).collect(),
        detail: outcome.detail.clone(),
        grounds: table::ground_states(outcome),
        reveal: None,
    }
}

/// The effect of trying an action in a replay.
#[derive(Clone, PartialEq, Debug)]
pub enum Trial {
    /// The action is the next one of the shown line.
    GoesOn,
    /// The action starts an existing variation: its number.
    Other(usize),
    /// The action extends the game, which had not ended.
    Longer(Replay),
    /// The action adds or extends a variation.
    New {
        /// The game.
        game: Replay,
        /// The ply at which the variation leaves the game.
        at: usize,
        /// Number of the variation there.
        number: usize,
    },
}

/// An action of the seat on move in the notation of files, including a flipped piece.
fn as_written(game: &mut AnyGame, action: &str) -> Option<String> {
    let seat = game.turn().seats().iter().next()?;
    let written = game.play_text(seat, action).ok()?.to_string();
    game.undo();
    Some(written)
}

/// A numeric annotation glyph (NAG) of PGN as printed.
fn printed(glyph: u8) -> String {
    match glyph {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "‼".to_owned(),
        4 => "⁇".to_owned(),
        5 => "⁉".to_owned(),
        6 => "⁈".to_owned(),
        7 => "□".to_owned(),
        10..=12 => "=".to_owned(),
        13 => "∞".to_owned(),
        14 => "⩲".to_owned(),
        15 => "⩱".to_owned(),
        16 => "±".to_owned(),
        17 => "∓".to_owned(),
        18 => "+−".to_owned(),
        19 => "−+".to_owned(),
        other => format!("${other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{of_position, read};
    use super::*;
    use commit_reveal::{Seed, SeedDice};
    use games::Variant;
    use protocol::PlyReview;

    const FILE: &str = "[Event \"五羊杯\"]\n[Round \"3\"]\n[Date \"2026.11.25\"]\n[Annotator \"An\"]\n\
        \n{before} 1. h2e2 $3 h9g7 {the usual} (1... b9c7 {rare} 2. h0g2 (2. b0c2 h7e7)) 2. h0g2 1-0";

    fn replay() -> Replay {
        read(FILE.as_bytes(), None, &|_, _| None).expect("a game").remove(0)
    }

    #[test]
    fn what_a_file_says_beside_the_moves_is_told() {
        let replay = replay();
        let said = ["五羊杯\u{a0}· Round 3\u{a0}· 2026.11.25", "Annotated by An"];
        assert_eq!(replay.occasion(Language::English), said);
        assert_eq!((replay.comment(0), replay.comment(2)), ("before", "the usual"));
        assert_eq!((replay.glyphs(1), replay.glyphs(2)), ("‼".to_owned(), String::new()));
        assert_eq!(replay.spoken_of(), [0, 1, 2]);
    }

    #[test]
    fn other_lines_are_played_too() {
        let replay = replay();
        let lines = |replay: &Replay, plies| {
            let lines = replay.other_lines(plies, Language::English, Notation::Iccs);
            lines.into_iter().map(|line| line.moves).collect::<Vec<_>>()
        };
        assert_eq!(lines(&replay, 1), [["b9c7", "h0g2"]]);
        let other = replay.other_line(1, 0).expect("it stands there");
        assert_eq!((other.comment(0), other.comment(2)), ("before", "rare"));
        assert!(!other.model.is_over(), "how the game ended is not how the line does");
        assert_eq!(lines(&other, 2), [["b0c2", "h7e7"]]);
        let deeper = other.other_line(2, 0).expect("it stands there");
        assert_eq!(deeper.played.record().actions, ["h2e2", "b9c7", "b0c2", "h7e7"]);
        assert_eq!(replay.other_line(1, 1), None);
    }

    /// On paper Black's move has three dots, and every variation is there with its own.
    #[test]
    fn notes_are_printed_with_their_variations() {
        let notes = replay().printed_notes(Language::English, Notation::Iccs);
        let lines: Vec<(usize, &str, &str)> = notes
            .iter()
            .map(|note| (note.depth, note.moves.as_str(), note.comment.as_str()))
            .collect();
        let expected = [
            (0, "", "before"),
            (0, "1. h2e2‼", ""),
            (1, "1… b9c7 2. h0g2", ""),
            (1, "1… b9c7", "rare"),
            (2, "2. b0c2 h7e7", ""),
            (0, "1… h9g7", "the usual"),
        ];
        assert_eq!(lines, expected);
        // Where Black begins, its first move has three dots, too.
        let file = "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n\
            1... h9g7 {a} 2. h2e2 {b} *";
        let game = read(file.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        let notes = game.printed_notes(Language::English, Notation::Iccs);
        let moves: Vec<&str> = notes.iter().map(|note| note.moves.as_str()).collect();
        assert_eq!(moves, ["1… h9g7", "2. h2e2"]);
    }

    /// A tried move becomes a variation in the file.
    #[test]
    fn what_is_tried_is_kept_as_a_line() {
        let game = replay();
        assert_eq!(game.trials(1).expect("black moves").0, 1);
        assert_eq!(game.trials(3), None, "the game is over");
        assert_eq!(game.tried(&game, None, 0, "h2e2"), Ok(Trial::GoesOn));
        assert_eq!(game.tried(&game, None, 1, "b9c7"), Ok(Trial::Other(0)));
        let refused = game.tried(&game, None, 1, "b9b0").expect_err("a horse goes otherwise");
        assert_eq!(refused.code, "not-how-it-moves");
        let new = |trial| match trial {
            Ok(Trial::New { game, at, number }) => (game, at, number),
            other => panic!("{other:?}"),
        };
        let (game, at, number) = new(game.tried(&game, None, 1, "g6g5"));
        assert_eq!((at, number), (1, 1));
        let line = game.other_line(at, number).expect("it stands there");
        // One action extends the variation at its end, and another leaves it in the middle. Both
        // start at the same ply of the game.
        let (game, at, number) = new(line.tried(&game, Some(at), 2, "h0g2"));
        assert_eq!((at, number), (1, 1));
        let line = game.other_line(at, number).expect("it is longer");
        assert_eq!(line.played.record().actions, ["h2e2", "g6g5", "h0g2"]);
        let (game, at, number) = new(line.tried(&game, Some(at), 2, "b0c2"));
        assert_eq!((at, number), (1, 2));
        let text = game.text();
        let again = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        assert_eq!(again.other_lines(1, Language::English, Notation::Iccs).len(), 3, "{text}");
        // A game that has not ended goes on.
        let open = FILE.replace("1-0", "*");
        let open = read(open.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        let Ok(Trial::Longer(longer)) = open.tried(&open, None, 3, "g6g5") else { panic!() };
        assert_eq!(longer.model.history.len(), 4);
    }

    fn reviewed(seat: u8, played: &str, best: &str, mark: &str) -> PlyReview {
        PlyReview {
            played: played.to_owned(),
            seat,
            best: Some(best.to_owned()),
            chance: 0.5,
            kept: 0.2,
            mark: (!mark.is_empty()).then(|| mark.to_owned()),
        }
    }

    /// The computer's findings are stored in the file, and annotations by people come first.
    #[test]
    fn a_review_is_written_into_the_file() {
        let replay = replay();
        let plies = vec![
            reviewed(0, "h2e2", "b2e2", "blunder"),
            reviewed(1, "h9g7", "b9c7", "mistake"),
            reviewed(0, "h0g2", "b0c2", "inaccuracy"),
        ];
        let review = Review { plies, accuracy: Vec::new() };
        let text = replay.reviewed(&review);
        let marked = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        let glyphs: Vec<String> = (1..=3).map(|plies| marked.glyphs(plies)).collect();
        assert_eq!(glyphs, ["‼", "?", "⁈"], "the first is from the author of the file");
        let lines = |plies| {
            let lines = marked.other_lines(plies, Language::English, Notation::Iccs);
            lines.into_iter().map(|line| line.moves.join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(lines(0), ["b2e2"]);
        assert_eq!(lines(1), ["b9c7 h0g2"], "it stands there already");
        assert_eq!(lines(2), ["b0c2"]);
        assert_eq!(replay.reviewed(&Review::default()), replay.text());
    }

    /// At the time of the review it is known which piece a better flip would show.
    #[test]
    fn a_reviewed_flip_is_written_with_what_it_turns_up() {
        let start = AnyGame::new(Variant::Banqi, "", &mut SeedDice::new(&Seed::new([5; 32]), &[]));
        let start = start.expect("a game").truth_text();
        let position = of_position(Variant::Banqi, "", &start).expect("a position");
        let Ok(Trial::Longer(replay)) = position.tried(&position, None, 0, "a1") else { panic!() };
        let plies = vec![reviewed(0, "a1", "c2", "blunder")];
        let text = replay.reviewed(&Review { plies, accuracy: Vec::new() });
        let marked = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        assert_eq!(marked.other_lines(0, Language::English, Notation::Iccs).len(), 1, "{text}");
    }

    /// Opening a file replays it once. Showing it, going through it, playing its variations and
    /// saving it need no further replay.
    #[test]
    fn a_file_is_replayed_once() {
        let before = record::replays();
        let replay = replay();
        assert_eq!(record::replays() - before, 1, "reading");
        let (language, notation) = (Language::English, Notation::Iccs);
        for plies in 0..=3 {
            let _ = (replay.trials(plies), replay.seen_after(plies), replay.position_after(plies));
            let _ = replay.other_lines(plies, language, notation);
        }
        let _ = replay.printed_notes(language, notation);
        let line = replay.other_line(1, 0).expect("a line");
        let _ = line.tried(&replay, Some(1), 2, "a0a1").expect("legal");
        let text = replay.text();
        assert_eq!(record::replays() - before, 1, "showing and writing");
        // A reload reads the text that was stored, once.
        read(text.as_bytes(), None, &|_, _| None).expect("our own file");
        assert_eq!(record::replays() - before, 2);
    }

    /// Opening and saving a file loses no annotation.
    #[test]
    fn nothing_that_is_said_is_lost() {
        let text = replay().text();
        let again = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        assert_eq!(again, replay());
    }
}
