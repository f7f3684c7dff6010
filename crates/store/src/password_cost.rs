//! The cost of checking a password hash.

use crate::Player;

/// Maximum memory of a password hash, in KiB. Hashes of this program take 19 MiB.
pub const MAX_PASSWORD_MEMORY_KIB: u32 = 64 * 1024;
/// Maximum number of passes of a password hash. Hashes of this program take two.
pub const MAX_PASSWORD_PASSES: u32 = 16;
/// Maximum number of lanes of a password hash. Hashes of this program take one.
pub const MAX_PASSWORD_LANES: u32 = 4;

/// Reason why a password hash in PHC format (`$argon2id$v=19$m=19456,t=2,p=1$…`) is too expensive;
/// `None` if it is not. Other texts cost nothing, because no password fits them.
fn excess(hash: &str) -> Option<String> {
    let parameters = hash.split('$').nth(3)?;
    let limits = [
        ("m", u64::from(MAX_PASSWORD_MEMORY_KIB), "KiB of memory"),
        ("t", u64::from(MAX_PASSWORD_PASSES), "passes"),
        ("p", u64::from(MAX_PASSWORD_LANES), "lanes"),
    ];
    parameters.split(',').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let (_, limit, unit) = limits.iter().find(|(limited, ..)| *limited == name)?;
        let is_within = value.parse::<u64>().is_ok_and(|value| value <= *limit);
        (!is_within).then(|| format!("takes {value} {unit}, more than {limit}"))
    })
}

/// Checks that no account's password hash is expensive enough to block a server.
///
/// # Errors
/// Names the account.
pub(crate) fn check(players: &[Player]) -> Result<(), String> {
    players.iter().try_for_each(|player| match excess(&player.password) {
        None => Ok(()),
        Some(excess) => Err(format!("the password hash of account `{}` {excess}", player.name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costly_hashes_are_found() {
        for (hash, expected) in [
            ("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA", None),
            ("$argon2id$v=19$m=65536,t=16,p=4$c2FsdHNhbHQ$aGFzaA", None),
            (
                "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
                Some("takes 4194304 KiB of memory, more than 65536"),
            ),
            ("$argon2id$v=19$m=8,t=17,p=1$s$h", Some("takes 17 passes, more than 16")),
            ("$argon2id$v=19$t=1,p=5,m=8$s$h", Some("takes 5 lanes, more than 4")),
            ("$argon2id$v=19$m=-1,t=1,p=1$s$h", Some("takes -1 KiB of memory, more than 65536")),
            ("none", None),
            ("", None),
        ] {
            assert_eq!(excess(hash).as_deref(), expected, "{hash}");
        }
    }
}
