//! Replays of recorded games: the model, and the annotations of the file.

use super::{export_record, to_record};
use crate::{GameModel, Knowledge, review::Review, settings::Notation};
use game::{Observer, Outcome, Refusal, Seat, Turn};
use games::{AnyGame, Level, board::Step};
use i18n::{Language, Message, fill};
use protocol::{EndState, HistoryEntry, SeatState, TurnState};
use record::{Annotations, Note, Record, ReplayedRecord, Tag, Variation};
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

    /// A file that begins with the position after `plies` plies. `None` if the game is over there.
    pub fn from_ply(&self, plies: usize) -> Option<String> {
        let record = self.record();
        let position = self.position_after(plies);
        let start = super::of_position(record.variant, &record.options, &position)?;
        Some(start.text())
    }

    /// The referee's position text after `plies` plies, from which play can continue.
    pub fn position_after(&self, plies: usize) -> String {
        self.played.game_after(plies).truth_text()
    }

    /// The game after `plies` plies as the seat on move sees it, with that seat. `None` if no seat
    /// is on move.
    pub fn seen_after(&self, plies: usize) -> Option<(u8, GameModel)> {
        self.seen_knowing(plies, Knowledge::Mover)
    }

    /// As [`Replay::seen_after`], but with the moles that `knowledge` names. Games without moles are
    /// seen by the seat on move.
    pub fn seen_knowing(&self, plies: usize, knowledge: Knowledge) -> Option<(u8, GameModel)> {
        let game = self.played.game_after(plies);
        let Turn::Seat(seat) = game.turn() else { return None };
        let index = seat.index() as u8;
        let view = match knowledge.seats() {
            Some(known) => game.view_knowing(seat, known),
            None => game.view(Observer::Seat(seat)),
        };
        let seen = GameModel {
            variant: self.model.variant,
            options: self.model.options.clone(),
            you: Some(index),
            start: self.model.start.clone(),
            history: self.model.history.iter().take(plies).cloned().collect(),
            position: view.to_string(),
            turn: TurnState::Seat { seat: index },
            check: game.in_check(),
            seats: self.model.seats.clone(),
            end: None,
        };
        Some((index, seen))
    }

    /// As [`Replay::seen_after`], but with the other side to move: what that side threatens. `None`
    /// where a side may not pass: in check, and in games other than xiangqi.
    pub fn threat_after(&self, plies: usize) -> Option<(u8, GameModel)> {
        let passed = self.played.game_after(plies).passed_text()?;
        super::of_position(self.model.variant, &self.model.options, &passed)?.seen_after(0)
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

    /// The moves with their numbers in one line: `1. h2e2 h9g7 2. h0g2`.
    pub fn written_moves(&self, language: Language, notation: Notation) -> String {
        let moves = self.numbered_moves(language, notation).into_iter().enumerate();
        let moves = moves.map(|(at, (alone, after))| if at == 0 { alone } else { after });
        moves.collect::<Vec<_>>().join(" ")
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

    /// The game with one of its variations instead.
    fn other_line(&self, plies: usize, number: usize) -> Option<Replay> {
        self.played.variation(plies, number).map(Replay::new)
    }

    /// The seat on move after `plies` plies, with its legal steps. `None` if the game is over.
    pub fn trials(&self, plies: usize) -> Option<(u8, Vec<Step>)> {
        if self.is_over_after(plies) {
            return None;
        }
        let game = self.played.game_after(plies);
        let Turn::Seat(seat) = game.turn() else { return None };
        let legal = game.view(Observer::Seat(seat)).legal();
        let step = |text: String| Step::read(self.model.shape(), &text);
        Some((seat.index() as u8, legal.iter().filter_map(|it| step(it.to_string())).collect()))
    }

    /// Whether the record has a result and no action after `plies` plies. A move there would remove
    /// the result.
    fn is_over_after(&self, plies: usize) -> bool {
        let record = self.played.record();
        plies >= record.actions.len() && record.outcome.is_some()
    }

    /// The seat on move after `plies` plies and the action in the notation of files, if it is legal
    /// there.
    ///
    /// # Errors
    /// The referee's refusal. After the last ply of a game with a result, every action is refused.
    pub(crate) fn written(&self, plies: usize, action: &str) -> Result<(u8, String), Refusal> {
        if self.is_over_after(plies) {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let none = || Refusal::new("not-now", "nothing can be tried here");
        let mut game = self.played.game_after(plies);
        let seat = game.turn().seats().iter().next().ok_or_else(none)?;
        let played = game.play_text(seat, action)?;
        Ok((seat.index() as u8, played.to_string()))
    }

    /// The record behind the replay.
    pub(crate) const fn record(&self) -> &Record {
        self.played.record()
    }

    /// The replay with other actions, played from the point where they differ. Another line has no
    /// result and no annotations. `None` if the actions do not fit.
    pub(crate) fn with_line(&self, actions: &[String]) -> Option<Replay> {
        let own = &self.record().actions;
        let same = own.iter().zip(actions).take_while(|(own, other)| own == other).count();
        self.played.with_line(same, &actions[same..]).map(Replay::new)
    }

    /// The replay with other annotations, whose variations fit the game.
    pub(super) fn with_annotations(&self, annotations: Annotations) -> Replay {
        let played = self.played.clone().with_annotations(annotations);
        Replay { model: Arc::clone(&self.model), played }
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

/// An action of the seat on move in the notation of files, including a flipped piece.
fn as_written(game: &mut AnyGame, action: &str) -> Option<String> {
    let seat = game.turn().seats().iter().next()?;
    let written = game.play_text(seat, action).ok()?.to_string();
    game.undo();
    Some(written)
}

/// A numeric annotation glyph (NAG) of PGN as printed.
pub(super) fn printed(glyph: u8) -> String {
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
    use super::super::{AnalysedGame, of_position, read};
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

    #[test]
    fn trials_are_the_legal_steps() {
        let game = replay();
        assert_eq!(game.trials(1).expect("black moves").0, 1);
        assert_eq!(game.trials(3), None, "the game is over");
    }

    #[test]
    fn actions_after_the_result_are_refused() {
        let game = replay();
        assert!(game.seen_after(3).is_some(), "the last position can be analysed");
        let refused = game.written(3, "b9c7").map_err(|refusal| refusal.code);
        assert_eq!(refused, Err("game-over"));
        assert_eq!(game.written(1, "b9c7"), Ok((1, "b9c7".to_owned())));
    }

    #[test]
    fn a_threat_is_a_move_of_the_other_side() {
        let game = replay();
        let (seat, seen) = game.threat_after(1).expect("no check");
        assert_eq!((seat, seen.on_move(), seen.history.len()), (0, Some(0), 0));
        let check = of_position(Variant::Xiangqi, "", "4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(check.expect("a position").threat_after(0), None);
        let sifang =
            AnyGame::new(Variant::Sifang, "", &mut SeedDice::new(&Seed::new([5; 32]), &[]));
        let start = sifang.expect("a game").truth_text();
        let sifang = of_position(Variant::Sifang, "", &start).expect("a position");
        assert_eq!(sifang.threat_after(0), None);
    }

    fn reviewed(seat: u8, played: &str, best: &str, mark: &str) -> PlyReview {
        PlyReview {
            played: played.to_owned(),
            seat,
            best: Some(best.to_owned()),
            chance: 0.5,
            kept: 0.2,
            score: None,
            wins_in: None,
            mark: (!mark.is_empty()).then(|| mark.to_owned()),
            luck: None,
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
        let review = Review { plies, ..Review::default() };
        let text = replay.reviewed(&review);
        let marked = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        let glyphs: Vec<String> = (1..=3).map(|plies| marked.glyphs(plies)).collect();
        assert_eq!(glyphs, ["‼", "?", "⁈"], "the first is from the author of the file");
        let lines = |plies| {
            let lines = marked.note(plies).map_or(&[][..], |note| &note.variations);
            lines.iter().map(|line| line.actions.join(" ")).collect::<Vec<_>>()
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
        let (_, flip) = position.written(0, "a1").expect("any square can be flipped");
        let replay = position.with_line(&[flip]).expect("legal");
        let plies = vec![reviewed(0, "a1", "c2", "blunder")];
        let text = replay.reviewed(&Review { plies, ..Review::default() });
        let marked = read(text.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
        assert_eq!(marked.note(0).map(|note| note.variations.len()), Some(1), "{text}");
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
        }
        let _ = replay.printed_notes(language, notation);
        let mut game = AnalysedGame::new(Arc::new(replay));
        let _ = game.rows(language, notation);
        assert_eq!(game.play(1, "b9c7"), Ok(2), "a line");
        assert_eq!(game.play(2, "a0a1"), Ok(3), "legal");
        let text = game.text();
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
