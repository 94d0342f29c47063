// Follows a game by server-sent events and plays it. In a folder with client.ts and event_stream.ts, with the token of a
// player and the id of a game in which that player sits:
//   echo '{"type": "module"}' > package.json
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json --output types.ts
//   npx -p typescript tsc --strict --target es2022 --lib es2022,dom --module nodenext stream_client.ts
//   SPLENDOR_TOKEN=... node stream_client.js http://127.0.0.1:8080 GAME_ID
import { Client, Refused, type Schemas } from "./client.js";
import { follow, pause } from "./event_stream.js";

declare const process: { argv: string[]; env: Record<string, string | undefined> };

/** The very same request again, as long as it is not answered or told to come again. */
async function patiently<Value>(request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof Refused && error.problem.retry_after_ms === undefined) {
        throw error;
      }
      await pause(error instanceof Refused ? (error.problem.retry_after_ms ?? 0) : 1_000);
    }
  }
}

/** Acts as long as it is our turn: the first purchase that is listed, else the first action. */
async function play(client: Client, game_id: string): Promise<void> {
  const path = { game_id };
  for (;;) {
    const { actions, etag } = await patiently(() => client.ask("get", "/v1/games/{game_id}/legal-actions", { path }));
    const action = (actions.find((listed) => listed.action.type === "purchase_card") ?? actions[0])?.action;
    if (action === undefined) {
      return; // nothing is listed in the turn of another seat
    }
    const header = { "If-Match": `"${etag}"`, "Idempotency-Key": etag };
    const asked = { path, header, body: action as Schemas["Action"] };
    try {
      await patiently(() => client.ask("post", "/v1/games/{game_id}/actions", asked));
    } catch (error) {
      if (!(error instanceof Refused && [409, 412].includes(error.problem.status))) {
        throw error;
      }
      await pause(100); // the game has moved on: look again
    }
  }
}

async function main(base: string, game_id: string, token: string): Promise<void> {
  const client = new Client(base, token);
  for await (const { event, id, data } of follow(`${base}/v1/games/${game_id}/events`, token)) {
    console.log(id, event, event === "message" ? (data as Schemas["Event"]).type : "");
    if (event === "end") {
      break;
    }
    // At the start, where the log was set back, and in each turn we look whether it is ours.
    if (event !== "message" || (data as Schemas["Event"]).type === "turn_started") {
      await play(client, game_id);
    }
  }
  const { status, result } = await patiently(() => client.ask("get", "/v1/games/{game_id}", { path: { game_id } }));
  console.log(`${status}: won by seat ${result?.winners.join(" and ") ?? "none"}`);
}

const [, , base, game_id] = process.argv;
const token = process.env["SPLENDOR_TOKEN"];
if (base === undefined || game_id === undefined || token === undefined) {
  throw new Error("usage: SPLENDOR_TOKEN=... node stream_client.js BASE GAME_ID");
}
await main(base, game_id, token);
