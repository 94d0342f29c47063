// A client in TypeScript, on nothing but the types that openapi-typescript makes of the document, and fetch.
// node play.js BASE SCENARIOS: plays a whole game against an AI player, then the scenarios; prints what it has seen.
import { readFile } from "node:fs/promises";
import { type Action, nameOf, toPost } from "./actions.js";
import { Client, Refused, type Schemas } from "./client.js";

type Game = Schemas["Game"];

interface Scenario {
  name: string;
  game: Schemas["NewGame"];
  actions: Action[];
}

const events = new Map<string, number>();
const kinds = new Set<string>();

/** An app that shows what happens; what it does not know it passes over. */
function tell(event: Schemas["Event"]): string {
  events.set(event.type, (events.get(event.type) ?? 0) + 1);
  switch (event.type) {
    case "action_played":
      return `seat ${event.seat ?? "?"}: ${event.action?.type ?? "?"}`;
    case "card_revealed":
      return `${event.card?.id ?? "nothing"} in slot ${event.slot ?? "?"}`;
    case "game_finished":
      return `won by ${event.result?.winners.join(" and ") ?? "nobody"}`;
    default:
      return "";
  }
}

async function act(client: Client, game: Game, action: Action): Promise<Game> {
  kinds.add(action.type);
  const request = { path: { game_id: game.id }, body: action };
  const foreseen = await client.ask("post", "/v1/games/{game_id}/actions/preview", request);
  const played = await client.ask("post", "/v1/games/{game_id}/actions", {
    ...request,
    header: { "If-Match": `"${game.etag}"`, "Idempotency-Key": `action-${game.version}` },
  });
  if (foreseen.game.etag !== game.etag || played.game.version <= game.version) {
    throw new Error(`${nameOf(action)} was not foreseen`);
  }
  played.events.forEach(tell);
  return played.game;
}

async function choose(client: Client, game: Game): Promise<Action> {
  const path = { game_id: game.id };
  const listed = await client.ask("get", "/v1/games/{game_id}/legal-actions", { path, query: { payments: "all" } });
  const actions = listed.actions.map((entry) => toPost(entry.action));
  const chosen = actions.find((action) => action.type === "purchase_card") ?? actions[0];
  if (chosen === undefined) {
    throw new Error("nothing to do");
  }
  return chosen;
}

async function wait(client: Client, game: Game): Promise<Game> {
  const path = { game_id: game.id };
  const query = { after: `${game.last_event}`, wait_ms: 20_000 };
  const page = await client.ask("get", "/v1/games/{game_id}/events", { path, query });
  if (page.items.length === 0) {
    throw new Error("nobody has moved for 20 s");
  }
  page.items.forEach(tell);
  return client.ask("get", "/v1/games/{game_id}", { path });
}

async function wholeGame(client: Client): Promise<Game> {
  const body: Schemas["NewGame"] = {
    seats: [{ type: "me" }, { type: "ai", ai_player: "greedy" }],
    target_prestige: 10,
    time_control: { type: "fischer", initial_ms: 600_000, increment_ms: 1_000 },
    on_flag: { type: "ai_takes_over", ai_player: "greedy" },
  };
  let game = await client.ask("post", "/v1/games", { body });
  while (game.status === "playing") {
    const mine = game.turn !== undefined && game.turn.seat === game.you?.seat;
    game = mine ? await act(client, game, await choose(client, game)) : await wait(client, game);
  }
  return game;
}

async function refusal(client: Client, game: Game): Promise<Schemas["Problem"]> {
  try {
    const request = { path: { game_id: game.id }, body: { type: "pass" }, header: { "If-Match": '"1-00000000"' } } as const;
    await client.ask("post", "/v1/games/{game_id}/actions", request);
  } catch (error) {
    if (error instanceof Refused) {
      return error.problem;
    }
    throw error;
  }
  throw new Error("an old etag was taken");
}

async function main(base: string, file: string): Promise<void> {
  const anybody = new Client(base);
  const { token } = await anybody.ask("post", "/v1/players", { body: { name: "Ada" } });
  const client = anybody.as(token);
  const game = await wholeGame(client);
  const scenarios = JSON.parse(await readFile(file, "utf8")) as Scenario[];
  for (const scenario of scenarios) {
    let table = await client.ask("post", "/v1/games", { body: scenario.game });
    for (const action of scenario.actions) {
      table = await act(client, table, action);
    }
  }
  const record = await client.ask("get", "/v1/games/{game_id}/record", { path: { game_id: game.id } });
  const problem = await refusal(client, game);
  console.log(
    JSON.stringify({
      status: game.status,
      reason: game.result?.reason,
      seed: record.fairness.seed,
      entries: record.entries.length,
      code: problem.code,
      events: [...events.keys()].sort(),
      kinds: [...kinds].sort(),
    }),
  );
}

const [, , base, file] = process.argv;
if (base === undefined || file === undefined) {
  throw new Error("usage: node play.js BASE SCENARIOS");
}
await main(base, file);
