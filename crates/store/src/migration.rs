/// A step from one version of a schema to the next.
pub(crate) struct Migration {
    pub(crate) number: i64,
    pub(crate) name: &'static str,
    pub(crate) script: &'static str,
}

/// A migration with the script of this name in the folder `migrations` beside the caller.
macro_rules! migration {
    ($number:literal, $name:literal, $script:literal) => {
        Migration {
            number: $number,
            name: $name,
            script: include_str!(concat!("migrations/", $script, ".sql")),
        }
    };
}

pub(crate) use migration;
