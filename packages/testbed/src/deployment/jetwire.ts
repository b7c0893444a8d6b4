import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runCli } from "@jetwire/cli";
import { testSigningKeySecret } from "../tokens/signing-key-secret.ts";

/** The servers that an operator's command uses. */
export interface OperatedServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
}

/** Runs a command of the CLI with `--json` and returns its output, whatever its exit code is. */
export async function jetwire(
  servers: OperatedServers,
  ...argv: readonly string[]
): Promise<unknown> {
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
    },
    cwd: "/",
  });
  stdout.end();
  return JSON.parse(await answered);
}
