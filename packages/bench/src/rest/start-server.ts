import { fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Starts a server in its own process, which sends its port when it listens. */
export async function startServer(
  file: URL,
  environment: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const child = fork(fileURLToPath(file), {
    env: { ...process.env, ...environment, NODE_ENV: "production" },
    // What it logs must not be among what the benchmark prints.
    stdio: ["ignore", process.stderr, process.stderr, "ipc"],
  });
  const exited = once(child, "exit");
  const port: unknown = await Promise.race([
    once(child, "message").then(([message]: unknown[]) => message),
    exited.then(() => {
      throw new Error(`${file.pathname} ended before it listened`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
