//! What a table does next by itself, without a request.

/// Facts about the table at one time.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// Whether no commit is running.
    pub(super) can_append: bool,
    /// Whether an outage allows the table's own actions.
    pub(super) may_try: bool,
    /// Time to credit first, in milliseconds.
    pub(super) away_ms: Option<u64>,
    /// Whether the deadline has passed.
    pub(super) is_due: bool,
    /// Whether this server may end the game by time-out.
    pub(super) may_flag: bool,
}

/// A table's next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Nothing, until the running commit or the outage ends.
    Wait,
    /// Credit the time that the server was away. With it, the flag may not have fallen.
    Credit { ms: u64 },
    /// Record the time-out.
    Flag,
    /// Open a rematch, and ask computers.
    Advance,
}

/// Decides on the next action.
pub(super) const fn next_step(facts: Facts) -> Step {
    let Facts { can_append, may_try, away_ms, is_due, may_flag } = facts;
    match away_ms {
        _ if !can_append || !may_try => Step::Wait,
        Some(ms) => Step::Credit { ms },
        None if is_due && may_flag => Step::Flag,
        None => Step::Advance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_credited_before_a_flag_falls() {
        let free =
            Facts { can_append: true, may_try: true, away_ms: None, is_due: false, may_flag: true };
        let due = Facts { is_due: true, ..free };
        let owing = Facts { away_ms: Some(7), ..due };
        for (facts, expected) in [
            (free, Step::Advance),
            (due, Step::Flag),
            (Facts { may_flag: false, ..due }, Step::Advance),
            (owing, Step::Credit { ms: 7 }),
            (Facts { may_flag: false, ..owing }, Step::Credit { ms: 7 }),
            (Facts { can_append: false, ..free }, Step::Wait),
            (Facts { can_append: false, ..owing }, Step::Wait),
            (Facts { may_try: false, ..due }, Step::Wait),
            (Facts { may_try: false, ..owing }, Step::Wait),
        ] {
            assert_eq!(next_step(facts), expected);
        }
    }
}
