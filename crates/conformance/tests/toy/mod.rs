// A toy game with one secret, and the ways in which it can be made to leak.
//
// Two seats say numbers in turn. Seat 0 holds a card that no other seat ever sees. The numbers
// alone decide the winner. `LEAK` selects where the card leaks.

use game::{
    Dice, Game, Observer, Outcome, Played, Reason, Refusal, Resample, Seat, Secret, TextError,
    Turn, View, Warning,
};
use std::{fmt, str::FromStr};

pub(crate) const NOTHING: u8 = 0;
/// The text of the view shows the card to every observer.
pub(crate) const VIEW: u8 = 1;
/// The legal actions of seat 1 depend on the card.
pub(crate) const LEGAL: u8 = 2;
/// Every action reveals the card.
pub(crate) const REVEALED: u8 = 3;
/// The description of each action contains the card.
pub(crate) const TOLD: u8 = 4;
/// The winner depends on the card.
pub(crate) const OUTCOME: u8 = 5;
/// The refusal names the card.
pub(crate) const REFUSAL: u8 = 6;
/// A warning appears when the sum of the numbers equals the card.
pub(crate) const WARNING: u8 = 7;

/// Number of words in a game.
const WORDS: usize = 7;

#[derive(Clone)]
pub(crate) struct Toy<const LEAK: u8> {
    card: Secret<u8>,
    words: Vec<Word>,
    history: Vec<Played<Word>>,
    outcome: Option<Outcome>,
}

/// A number from 1 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Word(u8);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Word {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Word, TextError> {
        let number = text.parse().ok().filter(|number| (1..=3).contains(number));
        number.map(Word).ok_or_else(|| TextError::new("word", 0, "expected 1, 2 or 3"))
    }
}

/// Options of a game that has none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Options;

impl fmt::Display for Options {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for Options {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Options, TextError> {
        if text.is_empty() { Ok(Options) } else { Err(TextError::new("option", 0, "no options")) }
    }
}

/// Text `WORDS CARD`, with `?` for the card if the observer must not know it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ToyView {
    observer: Observer,
    words: Vec<Word>,
    card: Option<u8>,
    legal: Vec<Word>,
}

impl<const LEAK: u8> Toy<LEAK> {
    fn with_card(card: u8, words: Vec<Word>) -> Toy<LEAK> {
        let mut toy = Toy { card: Secret::new(card), words, history: Vec::new(), outcome: None };
        toy.rule();
        toy
    }

    fn rule(&mut self) {
        let bonus = if LEAK == OUTCOME { *self.card.expose() } else { 0 };
        let winner = Seat::new((self.sum() + bonus) % 2);
        let is_over = self.words.len() == WORDS;
        self.outcome = is_over.then(|| Outcome::duel(Reason::Points, Some(winner)));
    }

    fn sum(&self) -> u8 {
        self.words.iter().map(|word| word.0).sum()
    }

    /// Plays a word without checking it.
    fn accept(&mut self, seat: Seat, action: Word) -> Played<Word> {
        let card = char::from(b'0' + *self.card.expose());
        let done = Played { seat, action, revealed: (LEAK == REVEALED).then_some(card) };
        self.words.push(action);
        self.history.push(done);
        self.rule();
        done
    }
}

impl<const LEAK: u8> Game for Toy<LEAK> {
    const VARIANT: &'static str = "toy";
    const SEATS: u8 = 2;

    type Options = Options;
    type Deal = Secret<u8>;
    type Action = Word;
    type View = ToyView;

    fn deal(_: &Options, dice: &mut dyn Dice) -> Secret<u8> {
        Secret::new(dice.roll(10) as u8)
    }

    fn start(_: Options, deal: Secret<u8>) -> Toy<LEAK> {
        Toy::with_card(deal.into_exposed(), Vec::new())
    }

    fn from_text(_: Options, text: &str) -> Result<Toy<LEAK>, TextError> {
        let (words, card) = read(text)?;
        let card = card.ok_or_else(|| TextError::new("hidden", 0, "this is a view"))?;
        Ok(Toy::with_card(card, words))
    }

    fn truth_text(&self) -> String {
        write(&self.words, Some(*self.card.expose()))
    }

    fn options(&self) -> &Options {
        &Options
    }

    fn turn(&self) -> Turn {
        turn(&self.words)
    }

    fn seat_letter(&self, seat: Seat) -> char {
        char::from(b'a' + seat.index() as u8)
    }

    fn legal(&self, seat: Seat) -> Vec<Word> {
        let mut legal = legal(&self.words, Some(seat));
        if LEAK == LEGAL && seat == Seat::new(1) {
            let forbidden = *self.card.expose() % 3 + 1;
            legal.retain(|word| word.0 != forbidden);
        }
        legal
    }

    fn judge(&self, seat: Seat, action: Word) -> Result<(), Refusal> {
        if self.legal(seat).contains(&action) {
            return Ok(());
        }
        let named = if LEAK == REFUSAL { *self.card.expose() } else { action.0 };
        Err(Refusal::new("word", format!("not {named}")))
    }

    fn play_judged(&mut self, seat: Seat, action: Word) -> Played<Word> {
        self.accept(seat, action)
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.history.pop().is_some() && self.words.pop().is_some();
        self.rule();
        is_undone
    }

    fn history(&self) -> &[Played<Word>] {
        &self.history
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn view(&self, observer: Observer) -> ToyView {
        let knows = LEAK == VIEW || observer.seat() == Some(Seat::new(0));
        ToyView {
            observer,
            words: self.words.clone(),
            card: knows.then_some(*self.card.expose()),
            legal: observer.seat().map_or_else(Vec::new, |seat| self.legal(seat)),
        }
    }

    fn describe_for(&self, done: &Played<Word>, _: Observer) -> Option<String> {
        let told = done.to_string();
        Some(if LEAK == TOLD { format!("{told} {}", self.card.expose()) } else { told })
    }

    fn warning(&self) -> Option<Warning> {
        (LEAK == WARNING && self.sum() == *self.card.expose())
            .then(|| Warning::new("sum", "sum: reached"))
    }
}

impl<const LEAK: u8> Resample for Toy<LEAK> {
    /// By the rules, an observer other than seat 0 knows only the words. Draws any card and repeats
    /// the words.
    fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> Toy<LEAK> {
        if observer.seat() == Some(Seat::new(0)) {
            return self.clone();
        }
        let before = self.words[..self.words.len() - self.history.len()].to_vec();
        let mut other = Toy::with_card(dice.roll(10) as u8, before);
        for done in &self.history {
            other.accept(done.seat, done.action);
        }
        other
    }
}

impl View for ToyView {
    type Action = Word;
    type Options = Options;

    fn from_text(_: Options, observer: Observer, text: &str) -> Result<ToyView, TextError> {
        let (words, card) = read(text)?;
        let legal = legal(&words, observer.seat());
        Ok(ToyView { observer, words, card, legal })
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn turn(&self) -> Turn {
        turn(&self.words)
    }

    fn legal(&self) -> Vec<Word> {
        self.legal.clone()
    }

    fn outcome(&self) -> Option<&Outcome> {
        None
    }
}

impl fmt::Display for ToyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(&self.words, self.card))
    }
}

fn turn(words: &[Word]) -> Turn {
    if words.len() == WORDS { Turn::Over } else { Turn::Seat(Seat::new(words.len() as u8 % 2)) }
}

fn legal(words: &[Word], seat: Option<Seat>) -> Vec<Word> {
    match turn(words) {
        Turn::Seat(on_move) if Some(on_move) == seat => [1, 2, 3].map(Word).to_vec(),
        _ => Vec::new(),
    }
}

fn write(words: &[Word], card: Option<u8>) -> String {
    let words: String = words.iter().map(Word::to_string).collect();
    let card = card.map_or("?".to_owned(), |card| card.to_string());
    format!("{words} {card}")
}

fn read(text: &str) -> Result<(Vec<Word>, Option<u8>), TextError> {
    let wrong = || TextError::new("toy", 0, "expected words and a card");
    let (words, card) = text.split_once(' ').ok_or_else(wrong)?;
    let words = words.chars().map(|word| word.to_string().parse()).collect::<Result<_, _>>()?;
    let card = if card == "?" { None } else { Some(card.parse().map_err(|_| wrong())?) };
    Ok((words, card))
}
