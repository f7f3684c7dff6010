use crate::{
    Proof,
    transcript_verifier::{goes_on_from, is_signed, missing},
};
use protocol::SignedHead;
use std::fmt;

/// A contradiction between two proofs of one table, which shows a fault of its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// The proofs are signed with two different keys.
    TwoKeys,
    /// Neither transcript continues the other.
    TwoPasts,
    /// A later statement has fewer lines than an earlier one: the numbers of lines, later and
    /// earlier.
    RolledBack(u64, u64),
    /// A contribution of one device is missing in the other's finished game.
    Missing(String),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::TwoKeys => f.write_str("they are signed with two keys"),
            Contradiction::TwoPasts => f.write_str("they tell two pasts"),
            Contradiction::RolledBack(now, before) => write!(
                f,
                "the game was rolled back: the server has signed {before} lines, and later {now}"
            ),
            Contradiction::Missing(line) => {
                write!(f, "what one device has given is not in the other: `{line}`")
            }
        }
    }
}

impl Proof {
    /// The contradictions between this proof and another of the same table. Empty for proofs of
    /// different tables.
    pub fn contradictions(&self, other: &Proof) -> Vec<Contradiction> {
        let mut found = Vec::new();
        if self.table != other.table {
            return found;
        }
        if self.key != other.key {
            found.push(Contradiction::TwoKeys);
        }
        if self.tells_another_past_than(other) {
            found.push(Contradiction::TwoPasts);
        }
        let pairs = self.signed_heads();
        let pairs = pairs.flat_map(|own| other.signed_heads().map(move |head| (own, head)));
        found.extend(pairs.filter_map(|(own, other)| rolled_back(own, other)).take(1));
        for (given, told) in [(self, other), (other, self)] {
            if told.is_over() && told.can_be_audited() {
                let line = missing(&told.transcript, &given.salts, &given.choices);
                found.extend(line.map(Contradiction::Missing));
            }
        }
        found
    }

    fn tells_another_past_than(&self, other: &Proof) -> bool {
        let (short, long) = if self.transcript.len() <= other.transcript.len() {
            (self, other)
        } else {
            (other, self)
        };
        let differs = |head: &SignedHead, told: &Proof| {
            head.lines <= told.transcript.len() as u64 && !goes_on_from(&told.transcript, head)
        };
        let own = self.signed_heads();
        !long.transcript.starts_with(&short.transcript)
            || own.clone().any(|head| differs(head, other))
            || other.signed_heads().any(|head| differs(head, self))
            || other
                .signed_heads()
                .any(|head| own.clone().any(|own| own.lines == head.lines && own.hash != head.hash))
    }

    /// The heads in the proof with a valid signature.
    pub(crate) fn signed_heads(&self) -> impl Iterator<Item = &SignedHead> + Clone {
        let kept_key = self.kept_key.as_ref().unwrap_or(&self.key);
        let kept = self.kept.as_ref().map(|kept| (kept_key, kept));
        let heads = [Some((&self.key, &self.head)), kept].into_iter().flatten();
        heads.filter(|(key, head)| is_signed(&self.table, key, head)).map(|(_, head)| head)
    }
}

/// Reports a later statement with fewer lines than an earlier one.
pub(crate) fn rolled_back(one: &SignedHead, other: &SignedHead) -> Option<Contradiction> {
    let (before, after) = if one.at_ms <= other.at_ms { (one, other) } else { (other, one) };
    let is_back = before.at_ms < after.at_ms && after.lines < before.lines;
    is_back.then_some(Contradiction::RolledBack(after.lines, before.lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_table::{TABLE, finished_table, signing_key};
    use commit_reveal::{ChainHead, HeadStatement, SigningKey};

    fn head(lines: &[String], at_ms: u64, key: &SigningKey) -> SignedHead {
        let head = ChainHead::of(lines);
        let lines = lines.len() as u64;
        let signature = key.sign(&HeadStatement { table: TABLE, lines, head, at_ms }).to_string();
        SignedHead { lines, hash: head.to_string(), at_ms, signature }
    }

    /// The first lines of a finished game, signed at this time.
    fn proof(lines: usize, at_ms: u64) -> Proof {
        let key = signing_key();
        let transcript = finished_table("banqi").transcript[..lines].to_vec();
        let head = head(&transcript, at_ms, &key);
        let (table, key) = (TABLE.into(), key.public().to_string());
        let (kept, kept_key, salts, choices) = (None, None, Vec::new(), Vec::new());
        Proof { table, key, transcript, head, kept, kept_key, salts, choices }
    }

    #[test]
    fn two_files_show_more_than_one() {
        let long = proof(9, 1_000);
        let kept = |at_ms| {
            let mut kept = proof(6, 900);
            kept.kept = Some(head(&long.transcript[..5], at_ms, &signing_key()));
            kept
        };
        let mut other = proof(8, 2_000);
        other.transcript[7] = "acted 0 a8".to_owned();
        other.head = head(&other.transcript, 2_000, &signing_key());
        let mut other_head = proof(4, 900);
        other_head.kept = Some(head(&other.transcript, 950, &signing_key()));
        let mut foreign_key = proof(9, 1_000);
        let key = SigningKey::from_bytes([4; 32]);
        foreign_key.head = head(&long.transcript, 1_000, &key);
        foreign_key.key = key.public().to_string();
        let mut unsigned = kept(1_200);
        unsigned.kept.as_mut().expect("a head").signature = long.head.signature.clone();
        let mut elsewhere = other.clone();
        elsewhere.table = "elsewhere".into();
        let rolled_back = |lines| vec![Contradiction::RolledBack(lines, 9)];
        for (what, second, expected) in [
            ("the same", proof(9, 1_000), vec![]),
            ("the same, later", proof(9, 1_200), vec![]),
            ("fewer lines, earlier", proof(6, 900), vec![]),
            ("fewer lines at the same moment", proof(6, 1_000), vec![]),
            ("fewer lines, later", proof(6, 1_200), rolled_back(6)),
            ("an older head that was kept", kept(800), vec![]),
            ("fewer lines later, as a head that was kept", kept(1_200), rolled_back(5)),
            ("an unsigned head", unsigned, vec![]),
            ("another past in a head that was kept", other_head, vec![Contradiction::TwoPasts]),
            ("another key", foreign_key, vec![Contradiction::TwoKeys]),
            ("another table", elsewhere, vec![]),
        ] {
            assert_eq!(long.contradictions(&second), expected, "{what}");
            assert_eq!(second.contradictions(&long), expected, "{what}, the other way");
        }
        assert!(long.contradictions(&other).contains(&Contradiction::TwoPasts));
    }

    /// A contribution kept by one device must be in a finished game shown by another.
    #[test]
    fn a_share_of_one_is_looked_for_in_the_other() {
        let all = finished_table("banqi").transcript.len();
        let server = proof(all, 1_000);
        let mut mine = proof(9, 900);
        mine.salts = vec![(0, "01".repeat(16))];
        assert_eq!(mine.contradictions(&server), []);
        mine.salts[0].1 = "07".repeat(16);
        let found = mine.contradictions(&server);
        assert!(matches!(found[..], [Contradiction::Missing(_)]), "{found:?}");
    }

    /// A page that received fewer lines at a later time has both statements in one file.
    #[test]
    fn one_file_shows_a_game_that_was_rolled_back() {
        let mut proof = proof(9, 1_000);
        proof.kept = Some(head(&proof.transcript[..6], 900, &signing_key()));
        assert_eq!(proof.faults(), []);
        proof.kept = Some(head(&proof.transcript[..6], 1_200, &signing_key()));
        assert_eq!(proof.faults(), [crate::ProofFault::RolledBack]);
    }
}
