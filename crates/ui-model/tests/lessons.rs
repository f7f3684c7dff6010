//! The lessons follow the rules: every position is valid, every expected action is legal, and every
//! action called illegal is refused for the stated reason.

use board_art::picture::{Mark, Picture, svg};
use games::board::{BoardShape, Step};
use i18n::Language;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use ui_model::{
    Variant,
    lessons::{GAMES_WITH_TOUR, LessonStep, Lessons, Practice, Verdict},
    settings::Notation,
};

fn lessons(variant: Variant) -> Lessons {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../apps/web/static/lessons");
    let path = format!("{}/{}.json", folder.display(), variant.as_str());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    Lessons::read(&text).unwrap_or_else(|| panic!("{path} cannot be read"))
}

/// Every step of every game, with its place for the message.
fn steps() -> Vec<(Variant, String, LessonStep)> {
    let mut all = Vec::new();
    for variant in Variant::ALL {
        for (chapter, it) in lessons(variant).chapters.into_iter().enumerate() {
            for (step, it) in it.steps.into_iter().enumerate() {
                all.push((variant, format!("{variant} {chapter}/{step}"), it));
            }
        }
    }
    all
}

#[test]
fn every_position_is_one() {
    for (variant, place, step) in steps() {
        let practice = Practice::new(variant, &step).unwrap_or_else(|| panic!("{place}"));
        let model = practice.model().unwrap_or_else(|| panic!("{place}: no board"));
        if let Some(choose) = &step.choose {
            let point = BoardShape::of(variant).parse(choose);
            let moves = model.legal_steps(step.seat).into_iter();
            let goes = moves.filter(|it| matches!(it, Step::Move(from, _) if Some(*from) == point));
            assert!(goes.count() > 0, "{place}: nothing on {choose} may move");
        }
        if !step.accept.is_empty() {
            assert_eq!(model.on_move(), Some(step.seat), "{place}: who is to try is not on move");
        }
    }
}

#[test]
fn what_is_asked_for_can_be_played() {
    for (variant, place, step) in steps() {
        for action in &step.accept {
            let mut practice = Practice::new(variant, &step).expect(&place);
            assert_eq!(practice.act(action), Verdict::Done, "{place}: {action}");
            let plies = practice.model().expect(&place).history.len();
            assert_eq!(plies, 1 + step.reply.len(), "{place}: a reply was not played");
        }
        let legal = Practice::new(variant, &step).and_then(|it| it.model()).expect(&place);
        for action in legal.legal(step.seat) {
            let mut practice = Practice::new(variant, &step).expect(&place);
            let verdict = practice.act(&action);
            let expected =
                if step.accept.contains(&action) { Verdict::Done } else { Verdict::Other };
            assert_eq!(verdict, expected, "{place}: {action}");
        }
    }
}

#[test]
fn what_is_forbidden_is_refused_for_its_reason() {
    let mut count = 0;
    for (variant, place, step) in steps() {
        for (action, code) in &step.refuse {
            let mut practice = Practice::new(variant, &step).expect(&place);
            match practice.act(action) {
                Verdict::Refused(no) => assert_eq!(no.code, code, "{place}: {action}"),
                other => panic!("{place}: {action} is {other:?}"),
            }
            count += 1;
        }
    }
    assert!(count > 25, "only {count} refusals are shown");
}

#[test]
fn the_tours_can_be_drawn() {
    for variant in Variant::ALL {
        let tour = lessons(variant).tour;
        assert_eq!(!tour.is_empty(), GAMES_WITH_TOUR.contains(&variant), "{variant}");
        for (at, idea) in tour.iter().enumerate() {
            let shape = BoardShape::of(variant);
            let point = idea.choose.as_deref().and_then(|point| shape.parse(point));
            let picture = Picture {
                options: idea.options.clone(),
                marks: point.map(Mark::Moves).into_iter().collect(),
                ..Picture::default()
            };
            assert!(svg(variant, &idea.position, &picture).is_ok(), "{variant} {at}");
            // The page draws the same with the reader's pieces.
            let scene = idea.scene(variant).unwrap_or_else(|| panic!("{variant} {at}"));
            assert_eq!(scene.destinations.is_empty(), point.is_none(), "{variant} {at}");
            let names_mole = variant == Variant::Undercover && !idea.position.contains(" +/");
            assert_eq!(!scene.moles.is_empty(), names_mole, "{variant} {at}");
        }
    }
}

/// The texts in each language. A test of `i18n` finds missing ones.
#[test]
fn every_name_of_a_text_is_known() {
    let file = include_str!("../../i18n/languages/en.properties");
    let texts = file.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
    let mut texts: BTreeSet<&str> = texts.filter(|key| key.starts_with("lesson.")).collect();
    for variant in Variant::ALL {
        let lessons = lessons(variant);
        let pages = lessons.tour.iter().map(|page| &page.text);
        let titles = lessons.chapters.iter().map(|chapter| &chapter.title);
        let steps = lessons.chapters.iter().flat_map(|chapter| &chapter.steps);
        let steps = steps.flat_map(|step| {
            let own = step.by_notation.iter().map(|own| &own.text);
            own.chain([&step.text]).chain(step.done.as_ref())
        });
        for name in pages.chain(titles).chain(steps) {
            let key = format!("lesson.{variant}.{name}");
            assert!(texts.remove(&*key), "no text `{key}`, or used twice");
        }
    }
    assert!(texts.is_empty(), "used by no lesson: {texts:?}");
}

/// The texts of a language by key, with the prefix `lesson.`.
fn texts_in(language: Language) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../i18n/languages");
    let path = folder.join(format!("{}.properties", language.tag()));
    let file = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path:?}: {why}"));
    let lines = file.lines().filter(|line| line.starts_with("lesson."));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, text)| (key.to_owned(), text.to_owned()))
        .collect()
}

/// A reader sees moves in one notation: the chosen one. Only the comparison of the notations names
/// the others.
#[test]
fn moves_are_written_in_the_readers_notation() {
    let compares = |place: &str| place == "xiangqi 4/0";
    for language in Language::ALL.iter().copied() {
        let texts = texts_in(language);
        let text_of =
            |variant: Variant, name: &str| texts[&format!("lesson.{variant}.{name}")].clone();
        for (variant, place, mut step) in steps() {
            step.text = text_of(variant, &step.text);
            step.done = step.done.map(|done| text_of(variant, &done));
            for own in &mut step.by_notation {
                own.text = text_of(variant, &own.text);
            }
            for &written in Notation::ALL {
                let text = step.shown_text(variant, language, written);
                let done = step.shown_done(variant, language, written).unwrap_or_default();
                assert!(!(text.clone() + &done).contains(['{', '}']), "{place}: {text} {done}");
                if place.starts_with("xiangqi 4/") {
                    let asked = if compares(&place) { "h2e2" } else { "a6a9" };
                    let game = Practice::new(variant, &step).and_then(|it| it.model());
                    let asked = game.expect(&place).text_of(language, written, asked);
                    assert!(text.contains(&asked), "{place}: no {asked} in {text}");
                }
                for other in Notation::ALL.iter().filter(|&&other| other != written) {
                    let text = if compares(&place) { text.clone() } else { text.clone() + &done };
                    assert!(!text.contains(other.example()), "{place} {written:?}: {text}");
                }
            }
        }
    }
}

/// A character of the other script is a mistake.
#[test]
fn chinese_lessons_keep_to_their_script() {
    let hant = include_str!("../../i18n/languages/zh-Hant.properties");
    for line in hant.lines().filter(|line| line.starts_with("lesson.")) {
        assert!(!line.contains(['马', '车', '卧', '将', '规']), "{line}");
    }
}
