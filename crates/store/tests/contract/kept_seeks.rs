//! The contract of [`KeptSeeks`].

use crate::backend::Backend;
use protocol::UnixMs;
use store::{KeptSeeks, NewSeek};

fn seek(game: &str, since_ms: u64) -> NewSeek {
    NewSeek {
        kind: "kind".to_owned(),
        game: game.into(),
        creator: "ada".to_owned(),
        text: format!("text of {game}"),
        since_ms: UnixMs(since_ms),
        until_ms: UnixMs(since_ms + 100),
    }
}

pub(crate) async fn a_seek_stays_until_it_ends<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for (game, since_ms) in [("a", 5), ("b", 6), ("c", 7), ("d", 8)] {
        store.keep_seek(seek(game, since_ms)).await.unwrap();
    }
    // A table has one seek.
    store.keep_seek(seek("b", 90)).await.unwrap();
    store.end_kept_seeks(vec!["c".into(), "x".into()]).await.unwrap();
    let expected = [seek("a", 5), seek("b", 6), seek("d", 8)];
    assert_eq!(store.kept_seeks(UnixMs(50)).await.unwrap(), expected);
    let reopened = backend.reopened().await;
    assert_eq!(reopened.kept_seeks(UnixMs(50)).await.unwrap(), expected);
    // One that has expired is not listed.
    assert_eq!(reopened.kept_seeks(UnixMs(106)).await.unwrap(), [seek("d", 8)]);
}
