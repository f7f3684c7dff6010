//! The contract of [`SeatedPlayers`].

use crate::backend::Backend;
use store::SeatedPlayers;

pub(crate) async fn a_players_games_are_found<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    store.record_players(&"a".into(), names(&["ada", "bo"])).await.unwrap();
    store.record_players(&"a".into(), names(&["ada", "bo"])).await.unwrap();
    store.record_players(&"b".into(), names(&["ada"])).await.unwrap();
    let reopened = backend.reopened().await;
    for (player, limit, expected) in
        [("ada", 9, &["b", "a"][..]), ("ada", 1, &["b"]), ("bo", 9, &["a"]), ("cy", 9, &[])]
    {
        assert_eq!(reopened.games_of_player(player, limit).await.unwrap(), expected, "{player}");
    }
    store.remove_players(vec!["a".into(), "x".into()]).await.unwrap();
    assert_eq!(store.games_of_player("ada", 9).await.unwrap(), ["b"]);
    assert!(store.games_of_player("bo", 9).await.unwrap().is_empty());
}
