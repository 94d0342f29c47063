// The two things of node's that play.ts uses; the package with all of them is not needed for that.
declare module "node:fs/promises" {
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
}
declare const process: { argv: string[] };
