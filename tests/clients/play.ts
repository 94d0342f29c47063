// A client in TypeScript, on nothing but the types that openapi-typescript makes of the document, and fetch.
// node play.js BASE SCENARIOS: plays a whole game against an AI player, then the scenarios; prints what it has seen.
import type { components, operations } from "./types.js";
import { readFile } from "node:fs/promises";

type Schemas = components["schemas"];
type Action = Schemas["Action"];
type Game = Schemas["Game"];

type Id = keyof operations;
type Content<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
/** What an operation gives where it is carried out. */
type Success<Name extends Id> = {
  [Status in keyof operations[Name]["responses"]]: Status extends 200 | 201 ? Content<operations[Name]["responses"][Status]> : never;
}[keyof operations[Name]["responses"]];
/** What an operation is asked with. */
type Asked<Name extends Id> = operations[Name] extends { requestBody?: { content: { "application/json": infer Body } } } ? Body : never;

interface Scenario {
  name: string;
  game: Schemas["NewGame"];
  actions: Action[];
}

class Refused extends Error {
  constructor(readonly problem: Schemas["Problem"]) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

class Client {
  constructor(
    private readonly base: string,
    private readonly token?: string,
  ) {}

  async get<Name extends Id>(_operation: Name, path: string): Promise<Success<Name>> {
    return this.ask("GET", path);
  }

  async post<Name extends Id>(_operation: Name, path: string, body: Asked<Name>, more: Record<string, string> = {}): Promise<Success<Name>> {
    return this.ask("POST", path, JSON.stringify(body), { "Content-Type": "application/json", ...more });
  }

  private async ask<Body>(method: string, path: string, body?: string, more: Record<string, string> = {}): Promise<Body> {
    const headers = this.token === undefined ? more : { Authorization: `Bearer ${this.token}`, ...more };
    const reply = await fetch(this.base + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const value: unknown = await reply.json();
    if (!reply.ok) {
      throw new Refused(value as Schemas["Problem"]);
    }
    return value as Body;
  }
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

/** Every kind of action, from the flat form in which replies show it. The compiler checks that none is missing. */
function toPost(shown: Schemas["ShownAction"]): Action {
  const build: { [Kind in Action["type"]]: () => Action } = {
    take_tokens: () => ({ type: "take_tokens", tokens: shown.tokens ?? {} }),
    reserve_card: () => ({ type: "reserve_card", card_id: shown.card_id ?? "" }),
    reserve_from_deck: () => ({ type: "reserve_from_deck", level: shown.level ?? 0 }),
    purchase_card: () => ({ type: "purchase_card", card_id: shown.card_id ?? "", ...(shown.payment && { payment: shown.payment }) }),
    return_tokens: () => ({ type: "return_tokens", tokens: shown.tokens ?? {} }),
    choose_noble: () => ({ type: "choose_noble", noble_id: shown.noble_id ?? "" }),
    pass: () => ({ type: "pass" }),
  };
  return build[shown.type as Action["type"]]();
}

/** The union narrows by its discriminator, to the last member. */
function name(action: Action): string {
  switch (action.type) {
    case "take_tokens":
    case "return_tokens":
      return `${action.type} ${JSON.stringify(action.tokens)}`;
    case "reserve_card":
    case "purchase_card":
      return `${action.type} ${action.card_id}`;
    case "reserve_from_deck":
      return `${action.type} ${action.level}`;
    case "choose_noble":
      return `${action.type} ${action.noble_id}`;
    case "pass":
      return action.type;
    default:
      return action satisfies never;
  }
}

// What is wrong does not compile.
// @ts-expect-error: an action has to say what it is
export const untyped: Action = { card_id: "L1-06" };
// @ts-expect-error: there is no such action
export const unknown: Action = { type: "steal_card", card_id: "L1-06" };
// @ts-expect-error: a purchase names its card
export const incomplete: Action = { type: "purchase_card" };
// @ts-expect-error: requests are closed
export const surplus: Action = { type: "pass", card_id: "L1-06" };
// @ts-expect-error: there are no seats for ghosts
export const ghosts: Schemas["NewGame"] = { seats: [{ type: "me" }, { type: "ghost" }] };
// Whatever may be left out, may be left out.
export const shortest: Schemas["NewGame"] = { seats: [{ type: "me" }, { type: "open" }] };

async function act(client: Client, game: Game, action: Action): Promise<Game> {
  kinds.add(action.type);
  const path = `/v1/games/${game.id}/actions`;
  const foreseen = await client.post("previewAction", `${path}/preview`, action);
  const played = await client.post("playAction", path, action, {
    "If-Match": `"${game.etag}"`,
    "Idempotency-Key": `move-${game.version}`,
  });
  if (foreseen.game.etag !== game.etag || played.game.version <= game.version) {
    throw new Error(`${name(action)} was not foreseen`);
  }
  played.events.forEach(tell);
  return played.game;
}

async function choose(client: Client, game: Game): Promise<Action> {
  const listed = await client.get("listLegalActions", `/v1/games/${game.id}/legal-actions?payments=all`);
  const actions = listed.actions.map((entry) => toPost(entry.action));
  const chosen = actions.find((action) => action.type === "purchase_card") ?? actions[0];
  if (chosen === undefined) {
    throw new Error("nothing to do");
  }
  return chosen;
}

async function wait(client: Client, game: Game): Promise<Game> {
  const path = `/v1/games/${game.id}/events?after=${game.last_event}&wait_ms=20000`;
  const page: Success<"listEvents"> = await client.get("listEvents", path);
  if (page.items.length === 0) {
    throw new Error("nobody has moved for 20 s");
  }
  page.items.forEach(tell);
  return client.get("getGame", `/v1/games/${game.id}`);
}

async function wholeGame(client: Client): Promise<Game> {
  let game: Game = await client.post("createGame", "/v1/games", {
    seats: [{ type: "me" }, { type: "ai", ai_player: "greedy" }],
    target_prestige: 10,
    time_control: { type: "fischer", initial_ms: 600_000, increment_ms: 1_000 },
    on_flag: { type: "ai_takes_over", ai_player: "greedy" },
  });
  while (game.status === "playing") {
    const mine = game.turn !== undefined && game.turn.seat === game.you?.seat;
    game = mine ? await act(client, game, await choose(client, game)) : await wait(client, game);
  }
  return game;
}

async function refusal(client: Client, game: Game): Promise<Schemas["Problem"]> {
  try {
    await client.post("playAction", `/v1/games/${game.id}/actions`, { type: "pass" }, { "If-Match": '"1-00000000"' });
  } catch (error) {
    if (error instanceof Refused) {
      return error.problem;
    }
    throw error;
  }
  throw new Error("an old etag was taken");
}

async function main(base: string, file: string): Promise<void> {
  const { token } = await new Client(base).post("createPlayer", "/v1/players", { name: "Ada" });
  const client = new Client(base, token);
  const game = await wholeGame(client);
  const scenarios = JSON.parse(await readFile(file, "utf8")) as Scenario[];
  for (const scenario of scenarios) {
    let table: Game = await client.post("createGame", "/v1/games", scenario.game);
    for (const action of scenario.actions) {
      table = await act(client, table, action);
    }
  }
  const record: Success<"getRecord"> = await client.get("getRecord", `/v1/games/${game.id}/record`);
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
