import { join } from "node:path";
import { type NodeProgram, startNodeProgram } from "../processes/node-program.ts";
import type { ProcessHost } from "../processes/process-set.ts";

/** Options of the page's development server. */
export interface DevPageOptions {
  readonly root: string;
  readonly port: number;
  /** Base address of the REST service, to which the server passes requests of `/v1`. */
  readonly rest: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts Vite's development server, which reloads the page when its sources change. */
export async function startDevPage(
  { root, port, rest, env }: DevPageOptions,
  host: ProcessHost,
): Promise<AsyncDisposable & { readonly url: string }> {
  const cwd = join(root, "services", "viewer");
  const url = `http://127.0.0.1:${port}/`;
  const program: NodeProgram = {
    name: "page",
    replica: 0,
    entry: join(cwd, "node_modules", "vite", "bin", "vite.js"),
    args: ["--host", "127.0.0.1", "--port", String(port), "--strictPort", "--clearScreen", "false"],
    cwd,
    env: { ...env, JETWIRE_REST: rest },
    readyUrl: url,
  };
  const page = await startNodeProgram(program, host);
  return { url, [Symbol.asyncDispose]: () => page.stop() };
}
