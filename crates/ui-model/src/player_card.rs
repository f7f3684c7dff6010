//! The card of a player: the ratings that it has room for, and how the reader stands to the player.

use protocol::{Circle, LadderRow, Relation};

/// Number of ratings on a card.
const RATINGS: usize = 4;

/// The ratings on the card: those of the ladders with most games.
pub fn card_ratings(mut ladders: Vec<LadderRow>) -> Vec<LadderRow> {
    ladders.sort_by_key(|row| core::cmp::Reverse(row.games));
    ladders.truncate(RATINGS);
    ladders
}

/// How the reader with this circle stands to a player.
pub fn relation_in(circle: &Circle, name: &str) -> Option<Relation> {
    if circle.blocked.iter().any(|blocked| blocked == name) {
        return Some(Relation::Block);
    }
    circle.followed.iter().any(|followed| followed.name == name).then_some(Relation::Follow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{FollowedPlayer, Strength};

    #[test]
    fn a_card_has_the_ladders_with_most_games() {
        let row = |speed: &str, games| LadderRow {
            variant: "xiangqi".to_owned(),
            speed: speed.to_owned(),
            strength: Strength { rating: 1_500, deviation: 60, provisional: false },
            games,
        };
        let rows = ["a", "b", "c", "d", "e"].into_iter().zip([3, 9, 1, 9, 4]);
        let ratings = card_ratings(rows.map(|(speed, games)| row(speed, games)).collect());
        let speeds: Vec<&str> = ratings.iter().map(|row| &*row.speed).collect();
        assert_eq!(speeds, ["b", "d", "e", "a"]);
        assert_eq!(card_ratings(Vec::new()), []);
    }

    #[test]
    fn the_relation_is_that_of_the_circle() {
        let followed = FollowedPlayer { name: "Ada".to_owned(), online: false, table: None };
        let circle = Circle { followed: vec![followed], blocked: vec!["Bo".to_owned()] };
        for (name, relation) in
            [("Ada", Some(Relation::Follow)), ("Bo", Some(Relation::Block)), ("Cy", None)]
        {
            assert_eq!(relation_in(&circle, name), relation, "{name}");
        }
    }
}
