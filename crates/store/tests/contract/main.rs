//! The contract of each storage trait, run on every backend.

mod accounts;
mod archive;
mod backend;
mod challenges;
mod cluster;
mod game_log;
mod kept_seeks;
mod ladders;
mod moderation;
mod puzzles;
mod relations;
mod seated_players;
mod shared_smart_boards;
mod smart_boards;
mod studies;

macro_rules! suite {
    ($backend:ty, $suite:ident: $($test:ident)+) => {
        mod $suite {
            $(#[tokio::test]
            async fn $test() {
                crate::$suite::$test::<$backend>().await;
            })+
        }
    };
}

macro_rules! contract {
    ($name:ident: $backend:ty) => {
        mod $name {
            suite!($backend, game_log:
                what_is_appended_is_read_back
                of_two_writers_one_is_refused
                several_logs_are_read_together
                a_command_is_stored_once
                games_are_listed_as_they_began
                many_appends_share_commits_and_keep_their_order
                alive_is_one_row
                what_has_begun_is_never_deleted
                room_that_is_given_back_can_be_used_again
                a_store_that_can_commit_is_healthy);
            suite!($backend, accounts:
                a_name_belongs_to_one_player
                a_session_ends
                names_are_found_by_how_they_begin
                an_old_password_is_rejected
                a_mail_address_is_set_and_removed);
            suite!($backend, archive:
                a_game_is_in_the_archive_with_the_event_that_ends_it
                the_archive_is_read_in_pages
                a_seat_without_an_account_is_claimed_once
                a_follower_misses_nothing);
            suite!($backend, ladders:
                what_is_kept_is_read_back
                of_two_advances_one_is_taken
                what_is_made_anew_forgets_everything
                a_ranking_has_the_provisional_last
                a_ranking_has_the_narrow_last
                meetings_are_found_by_pair_and_time
                the_archive_is_read_in_the_order_of_ending);
            suite!($backend, smart_boards:
                a_board_is_registered_once
                a_single_server_shares_nothing);
            suite!($backend, challenges:
                a_challenge_has_one_answer
                a_table_has_several_recipients);
            suite!($backend, kept_seeks: a_seek_stays_until_it_ends);
            suite!($backend, seated_players: a_players_games_are_found);
            suite!($backend, relations: an_account_has_one_relation_to_another);
            suite!($backend, moderation:
                a_closed_account_is_signed_in_nowhere
                reports_are_limited_and_settled
                acts_are_logged_with_their_effects
                hidden_pages_add_up);
            suite!($backend, studies:
                an_edit_is_stored_once_and_in_order
                studies_are_listed_and_limited
                a_deleted_study_leaves_nothing);
            suite!($backend, puzzles:
                progress_and_ratings_change_together_or_not_at_all
                a_closed_account_has_no_progress);
        }
    };
}

contract!(sqlite: crate::backend::Sqlite);
contract!(postgres: crate::backend::Postgres);
contract!(memory: crate::backend::Memory);
contract!(faulty: crate::backend::Faulty);

macro_rules! cluster_contract {
    ($name:ident: $backend:ty) => {
        mod $name {
            suite!($backend, cluster:
                servers_find_each_other
                changed_logs_are_found_and_read_from_a_position
                a_deadline_is_claimed_once
                a_lease_ends_by_itself
                presence_is_known_elsewhere
                players_are_found_elsewhere
                a_seek_is_taken_once
                chat_lines_are_read_in_order_until_they_expire
                a_limit_holds_across_nodes);
            suite!($backend, shared_smart_boards:
                a_board_begins_with_the_first_nonce
                a_change_is_seen_by_every_server
                changed_boards_are_found
                a_nonce_is_used_up_once);
        }
    };
}

cluster_contract!(postgres_cluster: crate::backend::PostgresCluster);
cluster_contract!(memory_cluster: crate::backend::Memory);
cluster_contract!(faulty_cluster: crate::backend::Faulty);
