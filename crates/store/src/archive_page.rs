//! A page of the archive as SQL, the same in every backend but for the sign of a parameter.
//!
//! Whatever is asked, the games are read from the end of an index that has those in question in the
//! order of ending, until the page is full: what it costs does not grow with the games of others.

use crate::{ArchiveQuestion, Ended};

/// What stands at a parameter.
pub(crate) enum Value {
    Number(i64),
    Text(String),
}

/// A statement that answers one row a player, and what stands at its parameters.
pub(crate) struct ArchivePage {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value>,
    sign: char,
}

impl ArchivePage {
    /// The page for a question; `sign` is what stands before a parameter's number.
    pub(crate) fn new(question: &ArchiveQuestion, sign: char) -> ArchivePage {
        let mut page = ArchivePage { sql: String::new(), values: Vec::new(), sign };
        match (&question.place, &question.player, &question.variant) {
            (Some(place), ..) => page.of_place(place, question),
            (None, Some(player), _) => page.of_player(player, question),
            (None, None, Some(variant)) => page.of_variant(variant, question),
            (None, None, None) => page.of_all(question),
        }
        let limit = page.put(Value::Number(question.limit.into()));
        page.sql = format!(
            "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name \
             FROM ({} LIMIT {limit}) page \
             JOIN finished f ON f.game_id = page.game_id \
             LEFT JOIN finished_player p ON p.game_id = f.game_id \
             ORDER BY f.ended_ms DESC, f.game_id DESC, p.seat",
            page.sql
        );
        page
    }

    /// Of all games.
    fn of_all(&mut self, question: &ArchiveQuestion) {
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT ended_ms, game_id FROM finished WHERE (ended_ms, game_id) < ({ended_ms}, {game}) \
             ORDER BY ended_ms DESC, game_id DESC"
        );
    }

    /// Of a variant's games. It stands in the order too, or the index of all games might be taken for
    /// as good as the variant's own.
    fn of_variant(&mut self, variant: &str, question: &ArchiveQuestion) {
        let variant = self.text(variant);
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT ended_ms, game_id FROM finished WHERE variant >= {variant} \
                 AND (variant, ended_ms, game_id) < ({variant}, {ended_ms}, {game}) \
             ORDER BY variant DESC, ended_ms DESC, game_id DESC"
        );
    }

    /// Of a player's games. Who sat on several seats of one has it once.
    fn of_player(&mut self, player: &str, question: &ArchiveQuestion) {
        let player = self.text(player);
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT DISTINCT ended_ms, game_id FROM finished_player AS one \
             WHERE player_id = {player} AND (ended_ms, game_id) < ({ended_ms}, {game})"
        );
        if let Some(variant) = &question.variant {
            let variant = self.text(variant);
            self.sql += &format!(
                " AND (SELECT variant FROM finished f WHERE f.game_id = one.game_id) = {variant}"
            );
        }
        self.sql += " ORDER BY ended_ms DESC, game_id DESC";
    }

    /// Few and together by their ids: those are read, whatever lies between in the order of ending,
    /// which `+ 0` hides from who plans it.
    fn of_place(&mut self, place: &str, question: &ArchiveQuestion) {
        // Ids are ASCII: whatever begins like this sorts before its beginning with a DEL.
        let (from, to) = (self.text(place), self.text(&format!("{place}\u{7f}")));
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT ended_ms + 0 AS ended_ms, game_id FROM finished \
             WHERE game_id >= {from} AND game_id < {to} AND (ended_ms + 0, game_id) < ({ended_ms}, {game})"
        );
        if let Some(variant) = &question.variant {
            let variant = self.text(variant);
            self.sql += &format!(" AND variant = {variant}");
        }
        if let Some(player) = &question.player {
            let player = self.text(player);
            self.sql += &format!(
                " AND EXISTS (SELECT 1 FROM finished_player p \
                     WHERE p.game_id = finished.game_id AND p.player_id = {player})"
            );
        }
        self.sql += " ORDER BY ended_ms DESC, game_id DESC";
    }

    /// The place in the order of ending before which the page lies.
    fn before(&mut self, question: &ArchiveQuestion) -> (String, String) {
        // Before everything is after any time that can be.
        let end_of_time = Ended { ended_ms: i64::MAX as u64, game: String::new() };
        let before = question.before.as_ref().unwrap_or(&end_of_time);
        let ended_ms = self.put(Value::Number(before.ended_ms.min(i64::MAX as u64) as i64));
        (ended_ms, self.text(&before.game))
    }

    fn text(&mut self, text: &str) -> String {
        self.put(Value::Text(text.to_owned()))
    }

    /// How the parameter is written at which this stands.
    fn put(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("{}{}", self.sign, self.values.len())
    }
}

/// Questions, and the index from which each must be read.
#[cfg(test)]
pub(crate) fn questions() -> [(ArchiveQuestion, &'static str); 6] {
    let text = |text: &str| Some(text.to_owned());
    let all = ArchiveQuestion { limit: 20, ..ArchiveQuestion::default() };
    let before = Some(Ended { ended_ms: 7, game: "g".to_owned() });
    let of_player = ArchiveQuestion { player: text("p"), ..all.clone() };
    [
        (all.clone(), "finished_ended"),
        (ArchiveQuestion { before, ..all.clone() }, "finished_ended"),
        (ArchiveQuestion { variant: text("banqi"), ..all.clone() }, "finished_variant"),
        (ArchiveQuestion { variant: text("banqi"), ..of_player.clone() }, "finished_player_ended"),
        (of_player, "finished_player_ended"),
        // By the id, which is the table's own key.
        (ArchiveQuestion { place: text("board:a:"), ..all }, "(game_id>?|finished_pkey"),
    ]
}
