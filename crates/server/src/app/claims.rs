//! Finished casual games that a device takes along into an account.

use crate::{
    accounts::Member,
    app::hub::Hub,
    base::{HubError, token},
    tables::finished_casual,
};
use protocol::{ClaimedGames, ClaimedSeat, GameId};
use store::{ClaimingPlayer, StoreError};

/// What came of the claim of a game.
enum Claim {
    /// It is the account's now.
    Taken,
    /// It was played by invitation, and stays private.
    Private,
    /// It is not the holder's, not over, or not of the kind that is claimed.
    Refused,
}

impl Hub {
    /// Writes an account into the seats of finished casual games that these tokens open. Public seeks
    /// led to these games; a game of invited players stays private, because one player's claim would
    /// show it to all.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn claim_games(
        &self,
        member: &Member,
        seats: Vec<ClaimedSeat>,
    ) -> Result<ClaimedGames, HubError> {
        let mut claimed = ClaimedGames::default();
        for ClaimedSeat { table, token } in seats {
            match self.claim_game(member, &table, &token).await? {
                Claim::Taken => claimed.taken += 1,
                Claim::Private => claimed.private.push(table),
                Claim::Refused => {}
            }
        }
        Ok(claimed)
    }

    async fn claim_game(
        &self,
        member: &Member,
        id: &GameId,
        token: &str,
    ) -> Result<Claim, HubError> {
        // The log is replayed only for the holder of the seat.
        let hash = token::hash(token);
        let tokens = self.app.store.tokens(id).await?;
        let own = tokens.iter().find(|kept| kept.hash == hash && !token.is_empty());
        // With several seats on one device it is not known which of them is the player's.
        let Some(&[seat]) = own.map(|own| &own.seats[..]) else { return Ok(Claim::Refused) };
        let resting = match self.tables.read_at_rest(id).await {
            Ok(resting) => resting,
            Err(HubError::NoTable(_)) => return Ok(Claim::Refused),
            Err(error) => return Err(error),
        };
        let Some(game) = finished_casual(id, &resting.table, resting.last_ms) else {
            return Ok(Claim::Refused);
        };
        if !resting.table.plan().is_public {
            return Ok(Claim::Private);
        }
        let Some(player) = game.players.get(usize::from(seat)) else { return Ok(Claim::Refused) };
        // Only an account sits down under its name.
        if self.accounts.is_name_of_another(&player.name, &member.id).await? {
            return Ok(Claim::Refused);
        }
        let player = ClaimingPlayer { id: member.id.clone(), name: member.name.clone() };
        match self.app.store.claim_seat(game, seat, player).await {
            Ok(()) => Ok(Claim::Taken),
            Err(StoreError::SeatClaimed) => Ok(Claim::Refused),
            Err(error) => Err(error.into()),
        }
    }
}
