// Actions: told apart by their type, from the flat form of replies to the closed one of requests.
import type { Schemas } from "./client.js";

export type Action = Schemas["Action"];

/** Every kind of action, from the flat form in which replies show it. The compiler checks that none is missing. */
export function toPost(shown: Schemas["ShownAction"]): Action {
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
export function nameOf(action: Action): string {
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
