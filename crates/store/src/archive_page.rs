//! Builds the SQL of an archive page. Backends differ only in the parameter sign.
//!
//! Every query reads an index in ending order from its end until the page is full, so its cost does
//! not depend on the number of other games.

use crate::{ArchiveFilter, Ended};
use protocol::{GameId, UnixMs};

/// A bound parameter.
pub(crate) enum Value {
    Number(i64),
    Text(String),
}

/// A statement that returns one row per player, with its parameters.
pub(crate) struct ArchivePage {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value>,
    sign: char,
}

impl ArchivePage {
    /// Builds the page for a query. `sign` precedes parameter numbers (`?` or `$`).
    pub(crate) fn new(question: &ArchiveFilter, sign: char) -> ArchivePage {
        let mut page = ArchivePage { sql: String::new(), values: Vec::new(), sign };
        match (&question.id_prefix, &question.player, &question.variant) {
            (Some(prefix), ..) => page.of_prefix(prefix, question),
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

    /// Selects from all games.
    fn of_all(&mut self, question: &ArchiveFilter) {
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT ended_ms, game_id FROM finished WHERE (ended_ms, game_id) < ({ended_ms}, {game}) \
             ORDER BY ended_ms DESC, game_id DESC"
        );
    }

    /// Selects a variant's games. The variant is part of the ordering; without it the planner may
    /// use the index of all games.
    fn of_variant(&mut self, variant: &str, question: &ArchiveFilter) {
        let variant = self.text(variant);
        let (ended_ms, game) = self.before(question);
        self.sql = format!(
            "SELECT ended_ms, game_id FROM finished WHERE variant >= {variant} \
                 AND (variant, ended_ms, game_id) < ({variant}, {ended_ms}, {game}) \
             ORDER BY variant DESC, ended_ms DESC, game_id DESC"
        );
    }

    /// Selects a player's games, each once even if the player had several seats.
    fn of_player(&mut self, player: &str, question: &ArchiveFilter) {
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

    /// Selects games by id prefix. These are few and adjacent by id, so the primary key is read; `+
    /// 0` keeps the planner from using the index in ending order.
    fn of_prefix(&mut self, prefix: &str, question: &ArchiveFilter) {
        // Ids are ASCII, so every id with this prefix sorts before the prefix followed by DEL.
        let (from, to) = (self.text(prefix), self.text(&format!("{prefix}\u{7f}")));
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

    /// Binds the upper end of the page and returns its two parameters.
    fn before(&mut self, question: &ArchiveFilter) -> (String, String) {
        // A page without an upper end starts at the largest possible time.
        let end_of_time = Ended { ended_ms: UnixMs(i64::MAX as u64), game: GameId::default() };
        let before = question.before.as_ref().unwrap_or(&end_of_time);
        let ended_ms = self.put(Value::Number(before.ended_ms.0.min(i64::MAX as u64) as i64));
        (ended_ms, self.text(&before.game))
    }

    fn text(&mut self, text: &str) -> String {
        self.put(Value::Text(text.to_owned()))
    }

    /// Binds a value and returns its parameter.
    fn put(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("{}{}", self.sign, self.values.len())
    }
}

/// Queries, each with the index that it must use.
#[cfg(test)]
pub(crate) fn questions() -> [(ArchiveFilter, &'static str); 6] {
    let text = |text: &str| Some(text.to_owned());
    let all = ArchiveFilter { limit: 20, ..ArchiveFilter::default() };
    let before = Some(Ended { ended_ms: UnixMs(7), game: "g".into() });
    let of_player = ArchiveFilter { player: Some("p".into()), ..all.clone() };
    [
        (all.clone(), "finished_ended"),
        (ArchiveFilter { before, ..all.clone() }, "finished_ended"),
        (ArchiveFilter { variant: text("banqi"), ..all.clone() }, "finished_variant"),
        (ArchiveFilter { variant: text("banqi"), ..of_player.clone() }, "finished_player_ended"),
        (of_player, "finished_player_ended"),
        // By the id, which is the table's own key.
        (ArchiveFilter { id_prefix: text("board:a:"), ..all }, "(game_id>?|finished_pkey"),
    ]
}
