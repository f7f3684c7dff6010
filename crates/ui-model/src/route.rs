use crate::Variant;

/// Which page is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The start menu.
    Start,
    /// A new game of this kind.
    New(Variant),
    /// The game on this device.
    Play,
    /// A table on the server.
    Table(String),
    /// A record: opened from a file, or of the game just played.
    Record,
    /// All smart boards of an event.
    Hall,
    /// One smart board, live.
    Board(String),
}

impl Route {
    /// The page of an address, by its path and its part after `#`.
    pub fn read(path: &str, hash: &str) -> Route {
        if let Some(id) = path.strip_prefix("/t/") {
            let id = id.trim_end_matches('/');
            if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            {
                return Route::Table(id.to_owned());
            }
        }
        match hash.trim_start_matches('#').trim_start_matches('/') {
            "play" => Route::Play,
            "record" => Route::Record,
            "hall" => Route::Hall,
            other if other.starts_with("board/") => {
                Route::Board(other["board/".len()..].to_owned())
            }
            other => match other.strip_prefix("new/").map(str::parse) {
                Some(Ok(variant)) => Route::New(variant),
                _ => Route::Start,
            },
        }
    }

    /// Its address.
    pub fn href(&self) -> String {
        match self {
            Route::Start => "/".to_owned(),
            Route::New(variant) => format!("/#/new/{}", variant.as_str()),
            Route::Play => "/#/play".to_owned(),
            Route::Table(id) => format!("/t/{id}"),
            Route::Record => "/#/record".to_owned(),
            Route::Hall => "/#/hall".to_owned(),
            Route::Board(id) => format!("/#/board/{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_back() {
        for route in [
            Route::Start,
            Route::New(Variant::Banqi),
            Route::Play,
            Route::Table("k3x9".to_owned()),
            Route::Record,
            Route::Hall,
            Route::Board("0a1b".to_owned()),
        ] {
            let href = route.href();
            let (path, hash) = href.split_once('#').unwrap_or((&href, ""));
            assert_eq!(Route::read(path, hash), route);
        }
        assert_eq!(Route::read("/", "#/new/chess"), Route::Start);
        assert_eq!(Route::read("/t/../x", ""), Route::Start);
    }
}
