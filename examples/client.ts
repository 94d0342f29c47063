// A client for every operation of the document, in the types that openapi-typescript makes of it, and fetch:
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json --output types.ts
//   const game = await new Client("http://127.0.0.1:8080", token).ask("get", "/v1/games/{game_id}", { path: { game_id } });
import type { components, paths } from "./types.js";

export type Schemas = components["schemas"];

type Method = "get" | "put" | "post" | "patch" | "delete";
type Described = { parameters: object; responses: object };
/** The paths that have a method. */
export type PathOf<Name extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Name, Described> ? Path : never;
}[keyof paths];
type Operation<Name extends Method, Path extends PathOf<Name>> = paths[Path] extends Record<Name, infer Found> ? Found : never;

type Content<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;
/** What an operation gives where it is carried out. A 204 beside a 200 ends a stream: see event_stream.ts. */
type Success<Of> = Of extends { responses: infer All } ? Carried<All, Extract<keyof All, 200 | 201 | 202>> : never;
type Carried<All, Status extends keyof All> = [Status] extends [never] ? undefined : Content<All[Status]>;
type Body<Of> = Of extends { requestBody: { content: { "application/json": infer Given } } }
  ? { body: Given }
  : Of extends { requestBody?: infer Maybe }
    ? { body?: Optional<Exclude<Maybe, undefined>> }
    : never;
type Optional<Request> = Request extends { content: { "application/json": infer Given } } ? Given : never;
type Asked<Of> = Of extends { parameters: infer All } ? Omit<All, "cookie"> & Body<Of> : never;
/** Nothing has to be said where nothing is required. */
type Rest<Of> = object extends Asked<Of> ? [asked?: Asked<Of>] : [asked: Asked<Of>];

export interface Reply<Value> {
  readonly status: number;
  readonly value: Value;
}

export class Refused extends Error {
  constructor(readonly problem: Schemas["Problem"]) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  header?: Record<string, string>;
  body?: unknown;
}

export class Client {
  constructor(
    private readonly base: string,
    private readonly token?: string,
  ) {}

  /** The same service for somebody else. */
  as(token: string): Client {
    return new Client(this.base, token);
  }

  async ask<Name extends Method, Path extends PathOf<Name>>(
    method: Name,
    path: Path,
    ...[asked]: Rest<Operation<Name, Path>>
  ): Promise<Success<Operation<Name, Path>>> {
    return (await this.reply(method, path, ...([asked] as Rest<Operation<Name, Path>>))).value;
  }

  /** With the status, for those operations that have several. */
  async reply<Name extends Method, Path extends PathOf<Name>>(
    method: Name,
    path: Path,
    ...[asked]: Rest<Operation<Name, Path>>
  ): Promise<Reply<Success<Operation<Name, Path>>>> {
    const parts = (asked ?? {}) as Parts;
    const headers = {
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(parts.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...parts.header,
    };
    const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };
    const reply = await fetch(this.base + address(path, parts), { method: method.toUpperCase(), headers, ...body });
    const value: unknown = reply.status === 204 ? undefined : await reply.json();
    if (!reply.ok) {
      throw new Refused(value as Schemas["Problem"]);
    }
    return { status: reply.status, value: value as Success<Operation<Name, Path>> };
  }
}

function address(path: string, parts: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.path?.[name] ?? ""));
  const query = Object.entries(parts.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}
