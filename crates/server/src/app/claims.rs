//! Finished casual games that a device takes along into an account.

use crate::{
    accounts::Member,
    app::hub::Hub,
    base::{HubError, token},
    tables::finished_casual,
};
use protocol::{ClaimedSeat, GameId};
use store::{ClaimingPlayer, StoreError};

impl Hub {
    /// Writes an account into the seats of finished casual games that these tokens open. Returns the
    /// number of games that are the account's now.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn claim_games(
        &self,
        member: &Member,
        seats: Vec<ClaimedSeat>,
    ) -> Result<u32, HubError> {
        let mut taken = 0;
        for ClaimedSeat { table, token } in seats {
            taken += u32::from(self.claim_game(member, &table, &token).await?);
        }
        Ok(taken)
    }

    /// Whether the game is the account's now.
    async fn claim_game(
        &self,
        member: &Member,
        id: &GameId,
        token: &str,
    ) -> Result<bool, HubError> {
        let resting = match self.tables.read_at_rest(id).await {
            Ok(resting) => resting,
            Err(HubError::NoTable(_)) => return Ok(false),
            Err(error) => return Err(error),
        };
        let hash = token::hash(token);
        let tokens = self.app.store.tokens(id).await?;
        let own = tokens.iter().find(|kept| kept.hash == hash && !token.is_empty());
        // With several seats on one device it is not known which of them is the player's.
        let Some(&[seat]) = own.map(|own| &own.seats[..]) else { return Ok(false) };
        let Some(game) = finished_casual(id, &resting.table, resting.last_ms) else {
            return Ok(false);
        };
        let Some(player) = game.players.get(usize::from(seat)) else { return Ok(false) };
        // A casual seat has no account, but only an account sits down under its name.
        if self.accounts.is_name_of_another(&player.name, &member.id).await? {
            return Ok(false);
        }
        let player = ClaimingPlayer { id: member.id.clone(), name: member.name.clone() };
        match self.app.store.claim_seat(game, seat, player).await {
            Ok(()) => Ok(true),
            Err(StoreError::SeatClaimed) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
