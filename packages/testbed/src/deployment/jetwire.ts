import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runCli } from "@jetwire/cli";
import { testSigningKeySecret } from "../tokens/signing-key-secret.ts";
import { hostKeyOf, type OperatedServers, startOperatedRest } from "./operated-rest.ts";

/** Runs a command of the CLI with `--json` and returns its output, whatever its exit code is. */
export async function jetwire(
  servers: OperatedServers,
  ...argv: readonly string[]
): Promise<unknown> {
  await using stack = new AsyncDisposableStack();
  const service =
    servers.restUrl === undefined
      ? stack.use(await startOperatedRest(servers))
      : { JETWIRE_URL: servers.restUrl, JETWIRE_KEY: await hostKeyOf(servers.databaseUrl) };
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const answered = text(stdout);
  stderr.resume();
  await runCli([...argv, "--json"], {
    stdin: new PassThrough().end(),
    stdout,
    stderr,
    env: {
      DATABASE_URL: servers.databaseUrl,
      REDIS_URL: servers.redisUrl,
      JETWIRE_NAMESPACE: servers.namespace,
      SIGNING_KEY_SECRET: testSigningKeySecret,
      JETWIRE_URL: service.JETWIRE_URL,
      JETWIRE_KEY: service.JETWIRE_KEY,
    },
    cwd: "/",
  });
  stdout.end();
  return JSON.parse(await answered);
}
