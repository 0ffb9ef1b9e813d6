// Package player says who someone is. A player is a guest: an id made of randomness, a name to show,
// and a signed token by which the same person is known again. There is no password and no mail
// address, so nothing here is worth stealing but the token itself.
//
// Read it in this order:
//
//   - ID: the opaque name of a player, the same for ever.
//   - Name and ParseName: what may be shown to others. Distinct tells equal names in a room apart.
//   - Signer: tokens, issued and verified without asking anybody.
//   - Store: what must be remembered of a player, and by what it is remembered in Redis
//     (redisplayer). Whoever writes another store runs the suite in playertest on it.
//   - Guests: the three put together, for whoever answers a client.
//   - Devices: how a player comes in on another device, by a code that is good once.
//   - Friends: who is friends with whom, by an Invitation that one gives and the other accepts, and who
//     blocks whom. Each player has a side of their own, FriendList; a friendship counts if both have it.
//   - Standing: who may not be in any more, for whoever holds their connections.
//   - Moderation, Ban and WordList: order in the house.
//
// All but Guests, what is made of them, and the stores are pure: the time and the randomness come in as
// arguments.
package player
