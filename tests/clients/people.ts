// The story of python_people.py, told in TypeScript: node people.js BASE APP_TOKEN RUN prints what was seen.
import { Client, Refused, type Schemas } from "./client.js";
import { toPost } from "./actions.js";

type Game = Schemas["Game"];

const PATIENCE_MS = 20_000;
const TURNS = 4;
const codes: string[] = [];

function check(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new Error(`not so: ${what}`);
  }
}

/** Notes the code of a refusal. */
async function refused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Refused) {
      codes.push(error.problem.code);
      return;
    }
    throw error;
  }
  throw new Error("was not refused");
}

interface Person {
  readonly id: string;
  readonly client: Client;
}

const TABLE: Schemas["NewGame"] = { seats: [{ type: "me" }, { type: "open" }] };

/** An app makes a player; the user's device gets a token. */
async function meet(app: Client, external_id: string, name: string): Promise<Person> {
  const body: Schemas["NewAppPlayer"] = { external_id, name };
  const first = await app.reply("post", "/v1/apps/me/players", { body });
  const again = await app.reply("post", "/v1/apps/me/players", { body });
  check(first.status === 201 && again.status === 200 && first.value.id === again.value.id, "one player a user");
  const found = await app.ask("get", "/v1/apps/me/players", { query: { external_id } });
  check(found.items.length === 1 && found.items[0]?.id === first.value.id, "the user is found");
  return { id: first.value.id, client: await device(app, first.value.id, "play") };
}

async function device(app: Client, player_id: string, scope: "play" | "read"): Promise<Client> {
  const body: Schemas["NewToken"] = { scope, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const made = await app.ask("post", "/v1/apps/me/players/{player_id}/tokens", { path: { player_id }, body });
  check(made.scope === scope && made.expires_at === body.expires_at, "the token is as it was ordered");
  return app.as(made.token);
}

async function onlyReads(app: Client, ada: Person): Promise<void> {
  const reader = await device(app, ada.id, "read");
  check((await reader.ask("get", "/v1/players/me")).id === ada.id, "a token that reads shows whose it is");
  await refused(reader.ask("post", "/v1/games", { body: TABLE }));
  await refused(app.ask("post", "/v1/games", { body: TABLE }));
}

async function invitations(person: Person): Promise<string> {
  const { items } = await person.client.ask("get", "/v1/players/me/invitations");
  return items.map((one) => `${one.game.id} ${one.seat} ${one.invited_by.id}`).join();
}

/** Ada invites Grace to a private game, who declines, is asked again, and accepts. */
async function invite(ada: Person, grace: Person, anybody: Client): Promise<Game> {
  const invitation = { type: "player", player_id: grace.id, expires_in_ms: 600_000 } as const;
  const game = await ada.client.ask("post", "/v1/games", {
    body: { seats: [{ type: "me" }, invitation], visibility: "private" },
    header: { "Idempotency-Key": "first" },
  });
  const path = { game_id: game.id };
  const seat = { path: { ...path, seat: 1 } };
  const expected = `${game.id} 1 ${ada.id}`;
  check(game.join_code === undefined, "no code opens a seat that is kept for somebody");
  await refused(anybody.ask("get", "/v1/games/{game_id}", { path }));
  check((await invitations(grace)) === expected, "she is invited");
  const declined = await grace.client.ask("delete", "/v1/games/{game_id}/seats/{seat}", seat);
  check(declined.game.seats[1]?.type === "open" && (await invitations(grace)) === "", "she has declined");
  await refused(grace.client.ask("post", "/v1/games/{game_id}/seats", { path, body: { join_code: "ZZZZZZZZ" } }));
  check((await ada.client.ask("get", "/v1/games/{game_id}", { path })).join_code?.length === 8, "a code opens it");
  const offered = await ada.client.ask("put", "/v1/games/{game_id}/seats/{seat}", { ...seat, body: invitation });
  check(offered.game.seats[1]?.player?.id === grace.id && (await invitations(grace)) === expected, "invited again");
  const joined = await grace.client.ask("post", "/v1/games/{game_id}/seats", { path });
  check(joined.game.status === "playing" && joined.game.you?.seat === 1, "she has accepted");
  check((await invitations(grace)) === "", "that is answered");
  return joined.game;
}

/** The first legal action of somebody whose turn it is, as the list of their games says too. */
async function act({ client }: Person, game_id: string): Promise<Game> {
  const waiting = await client.ask("get", "/v1/players/me/games", { query: { my_turn: true } });
  check(waiting.items.some((game) => game.id === game_id), "the game waits for them");
  const path = { game_id };
  const listed = await client.ask("get", "/v1/games/{game_id}/legal-actions", { path });
  const first = listed.actions[0];
  check(first !== undefined, "there is something to do");
  const request = { path, body: toPost(first.action), header: { "If-Match": `"${listed.etag}"` } };
  return (await client.ask("post", "/v1/games/{game_id}/actions", request)).game;
}

/** A few turns; Grace would rather end it without a result, Ada would not, and resigns. */
async function playAndResign(ada: Person, grace: Person, game_id: string): Promise<Game> {
  const path = { game_id };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await act(turn % 2 === 0 ? ada : grace, game_id);
  }
  const voted = await grace.client.ask("post", "/v1/games/{game_id}/abort", { path });
  check(voted.game.status === "playing" && voted.game.abort_votes?.join() === "1", "a vote is not enough");
  const again = await grace.client.ask("post", "/v1/games/{game_id}/abort", { path });
  check(again.game.version === voted.game.version && again.events.length === 0, "a seat votes once");
  const over = await ada.client.ask("post", "/v1/games/{game_id}/resignation", { path });
  check(over.game.status === "finished" && over.game.result?.winners.join() === "1", "she has won");
  return over.game;
}

/** A rematch of both; Ada leaves her seat in it to an AI player. */
async function playAgain(ada: Person, grace: Person, old: string): Promise<Game> {
  const asked = await ada.client.reply("post", "/v1/games/{game_id}/rematch", { path: { game_id: old } });
  const accepted = await grace.client.reply("post", "/v1/games/{game_id}/rematch", { path: { game_id: old } });
  const { game } = accepted.value;
  check(asked.status === 201 && accepted.status === 200 && asked.value.game.id === game.id, "one game follows");
  check(game.status === "playing" && game.you?.seat === 0, "the seats are rotated");
  const found = await ada.client.ask("get", "/v1/games/{game_id}/rematch", { path: { game_id: old } });
  check(found.id === game.id, "the old game names it");
  const path = { game_id: game.id };
  const given = await ada.client.ask("post", "/v1/games/{game_id}/hand-over", { path, body: { ai_player: "greedy" } });
  check(given.game.seats[1]?.ai_player === "greedy", "an AI player has the seat");
  await refused(ada.client.ask("post", "/v1/games/{game_id}/resignation", { path }));
  await waitFor(grace, "action_played", 1, await act(grace, game.id));
  const over = await grace.client.ask("post", "/v1/games/{game_id}/abort", { path });
  check(over.game.status === "aborted", "the AI player agrees");
  return over.game;
}

/** Until this has happened in the game since `game` was read. */
async function waitFor({ client }: Person, type: string, seat: number, game: Game): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let after = game.last_event;
  while (Date.now() < until) {
    const query = { after: `${after}`, wait_ms: PATIENCE_MS };
    const page = await client.ask("get", "/v1/games/{game_id}/events", { path: { game_id: game.id }, query });
    if (page.items.some((event) => event.type === type && event.seat === seat)) {
      return;
    }
    after = page.items.at(-1)?.number ?? after;
  }
  throw new Error(`no ${type} of seat ${seat}`);
}

async function walk({ client }: Person): Promise<string> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query: { limit: number; cursor?: string } = cursor === undefined ? { limit: 1 } : { limit: 1, cursor };
    const page: Schemas["GameList"] = await client.ask("get", "/v1/players/me/games", { query });
    found.push(...page.items.map((game) => game.id));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found.join();
}

/** Both find their games, page by page; what is private stays off all public lists. */
async function findGames(ada: Person, grace: Person, anybody: Client, first: Game, second: Game): Promise<Game> {
  const shown = await ada.client.ask("post", "/v1/games", { body: TABLE });
  check((await walk(ada)) === [shown, second, first].map((game) => game.id).join(), "all of hers");
  check((await walk(grace)) === [second, first].map((game) => game.id).join(), "all of hers too");
  const over = await grace.client.ask("get", "/v1/players/me/games", { query: { status: "finished" } });
  check(over.items.map((game) => game.id).join() === first.id, "the one that has a result");
  const open = await anybody.ask("get", "/v1/games", { query: { status: "open", players: 2, seats_free: 1 } });
  check(open.items.some((game) => game.id === shown.id), "a table to join");
  const hers = await anybody.ask("get", "/v1/players/{player_id}/games", { path: { player_id: ada.id } });
  check(hers.items.map((game) => game.id).join() === shown.id, "only what is public");
  return shown;
}

/** Ada takes her data along and deletes the account; a neutral name stays in Grace's games. */
async function leave(app: Client, ada: Person, grace: Person, external_id: string, games: Game[]): Promise<void> {
  const copy = await ada.client.ask("get", "/v1/players/me/export");
  const ids = (all: { id: string }[]): string => all.map((game) => game.id).sort().join();
  check(ids(copy.games.map((one) => one.game)) === ids(games), "all games are in it");
  check(copy.player.id === ada.id && copy.external_id === external_id, "and whose it is");
  check((await ada.client.reply("delete", "/v1/players/me")).status === 204, "she is gone");
  await refused(ada.client.ask("get", "/v1/players/me"));
  await refused(grace.client.ask("get", "/v1/players/{player_id}", { path: { player_id: ada.id } }));
  const anew = await app.ask("post", "/v1/apps/me/players", { body: { external_id, name: "Ada" } });
  check(anew.id !== ada.id, "somebody else");
}

async function erased(grace: Person, before: Game, seat: number, gone: string): Promise<Game> {
  await waitFor(grace, "player_erased", seat, before);
  const game = await grace.client.ask("get", "/v1/games/{game_id}", { path: { game_id: before.id } });
  check(game.version > before.version && !JSON.stringify(game).includes(gone), "nothing tells who it was");
  return game;
}

async function seen(grace: Person, games: Game[], after: Game[]): Promise<object> {
  const events: Schemas["Event"][] = [];
  for (const { id } of games) {
    const page = await grace.client.ask("get", "/v1/games/{game_id}/events", {
      path: { game_id: id },
      query: { after: "0", limit: 500 },
    });
    events.push(...page.items);
  }
  const all = (values: (string | undefined)[]): string[] => [...new Set(values.filter((one) => one !== undefined))].sort();
  return {
    codes,
    types: all(events.map((event) => event.type)),
    reasons: all(events.map((event) => event.reason)),
    causes: all(events.map((event) => event.cause)),
    controllers: all(events.map((event) => event.controller)),
    names: all(after.flatMap((game) => game.seats.map((seat) => seat.player?.name))),
  };
}

async function main(base: string, token: string, run: string): Promise<void> {
  const anybody = new Client(base);
  const app = anybody.as(token);
  check((await app.ask("get", "/v1/apps/me")).name !== "", "the app knows itself");
  const ada = await meet(app, `ada-${run}`, "Ada");
  const grace = await meet(app, `grace-${run}`, "Grace");
  await onlyReads(app, ada);
  const invited = await invite(ada, grace, anybody);
  const first = await playAndResign(ada, grace, invited.id);
  const second = await playAgain(ada, grace, first.id);
  const shown = await findGames(ada, grace, anybody, first, second);
  await leave(app, ada, grace, `ada-${run}`, [first, second, shown]);
  const after = [await erased(grace, first, 0, ada.id), await erased(grace, second, 1, ada.id)];
  await refused(grace.client.ask("post", "/v1/games/{game_id}/rematch", { path: { game_id: second.id } }));
  console.log(JSON.stringify(await seen(grace, [first, second, shown], after)));
}

const [, , base, token, run] = process.argv;
if (base === undefined || token === undefined || run === undefined) {
  throw new Error("usage: node people.js BASE APP_TOKEN RUN");
}
await main(base, token, run);
