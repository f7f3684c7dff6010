use crate::{Variant, lobby_list::joiner_words, option_specs::option_words};
use i18n::{Language, Message, clock_words, fill, variant_name};
use protocol::TablePlan;

/// The terms of a challenge as its recipient must know them before accepting: game, clock, rating,
/// side, the options that differ from the usual ones, and how late spectators see the game.
pub fn challenge_terms(language: Language, plan: &TablePlan) -> Vec<String> {
    let say = |message: Message| message.in_language(language).to_owned();
    let variant = plan.variant.parse::<Variant>().ok();
    let mut terms = Vec::new();
    terms.extend(variant.map(|variant| variant_name(language, variant).to_owned()));
    terms.push(clock_words(language, &plan.clock));
    terms.push(say(if plan.rated { Message::Rated } else { Message::CasualGame }));
    terms.extend(joiner_words(language, plan));
    if let Some(variant) = variant {
        terms.extend(option_words(language, variant, &plan.options));
    }
    if plan.spectator_delay > 0 {
        terms.push(fill(&say(Message::SpectatorsLate), &[&plan.spectator_delay.to_string()]));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstMover, NewGame, challenge};

    #[test]
    fn the_recipient_knows_side_and_rules() {
        let terms = |form: &NewGame| challenge_terms(Language::English, &form.plan(false));
        let mut xiangqi = challenge(Variant::Xiangqi, "10+5", true);
        xiangqi.first = FirstMover::Me;
        xiangqi.set("repetition", "off");
        let clock = clock_words(Language::English, "10+5");
        let options = option_words(Language::English, Variant::Xiangqi, "repetition=off");
        assert_eq!(options.len(), 1);
        assert_eq!(terms(&xiangqi), ["Xiangqi", &clock, "Rated", "You: Black", &options[0]]);
        let mut banqi = challenge(Variant::Banqi, "10+5", false);
        banqi.first = FirstMover::Other;
        assert_eq!(terms(&banqi)[2..], ["Casual", "You move first"]);
        let mut undercover = challenge(Variant::Undercover, "10+5", true);
        undercover.spectator_delay = 3;
        let late = fill(Message::SpectatorsLate.in_language(Language::English), &["3"]);
        assert_eq!(terms(&undercover).last(), Some(&late));
    }
}
