import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runCli } from "../src/index.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, which must be exactly one JSON document. */
  json(): unknown;
}

/** Runs a command line in this process, in an empty folder unless `cwd` says otherwise. */
export async function runJetwire(
  args: readonly string[],
  around: { env?: Record<string, string>; cwd?: string; stdin?: string } = {},
): Promise<Ran> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await runCli(args, {
    stdin: Readable.from([Buffer.from(around.stdin ?? "")]),
    stdout,
    stderr,
    env: around.env ?? {},
    cwd: around.cwd ?? "/nonexistent",
  });
  stdout.end();
  stderr.end();
  const [out, err] = await said;
  return { code, stdout: out, stderr: err, json: () => JSON.parse(out) as unknown };
}

/** Returns the error of a command with `--json`. */
export function errorOf(ran: Ran): { code: string; message: string } {
  return (ran.json() as { error: { code: string; message: string } }).error;
}
