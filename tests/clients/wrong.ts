// What is wrong does not compile: requests that the service would refuse, and replies taken for more than they are.
import { Client, type Schemas } from "./client.js";

const game = { path: { game_id: "gb7Zk3vQ1xTn0aYw9LrE5sd2c" } };

export const wrong = [
  // @ts-expect-error: an action has to name the version that it is meant for
  (to: Client) => to.ask("post", "/v1/games/{game_id}/actions", { ...game, body: { type: "pass" } }),
  // @ts-expect-error: which game?
  (to: Client) => to.ask("post", "/v1/games/{game_id}/rematch"),
  // @ts-expect-error: who goes on?
  (to: Client) => to.ask("post", "/v1/games/{game_id}/hand-over", game),
  // @ts-expect-error: nobody can be put at a seat without being asked
  (to: Client) => to.ask("put", "/v1/games/{game_id}/seats/{seat}", { path: { ...game.path, seat: 1 }, body: { type: "me" } }),
  // @ts-expect-error: lists have no such filter
  (to: Client) => to.ask("get", "/v1/players/me/games", { query: { rated: true } }),
  // @ts-expect-error: no game is in such a state
  (to: Client) => to.ask("get", "/v1/games", { query: { status: "asleep" } }),
  // @ts-expect-error: a GET has no body
  (to: Client) => to.ask("get", "/v1/players/me/invitations", { body: {} }),
  // @ts-expect-error: players are made elsewhere
  (to: Client) => to.ask("post", "/v1/players/me"),
  // @ts-expect-error: a deletion leaves nothing to look at
  async (to: Client) => (await to.ask("delete", "/v1/players/me")).id,
  // @ts-expect-error: the view of an open game has no turn
  (open: Schemas["Game"]) => open.turn.seat,
  // @ts-expect-error: seats before the start hold no tokens
  (seat: Schemas["SummarySeat"]) => seat.tokens,
];
