import { readFileSync } from "node:fs";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import type { Call } from "./command.ts";
import { instanceFile } from "./servers.ts";

const ReadyFile = z.object({ rest: z.url() });

/**
 * Returns the address at which people open the running instance.
 *
 * @throws CliError if no instance runs
 */
export function findPageAddress(call: Pick<Call, "terminal" | "data">): string {
  const path = instanceFile(call.terminal, call.data, "ready.json");
  if (path === null) {
    throw new CliError("usage", "PUBLIC_URL is not set: the link has to begin with an address");
  }
  const { rest } = ReadyFile.parse(JSON.parse(readFileSync(path, "utf8")));
  const address = new URL(rest);
  // Passkeys do not work at IP addresses.
  if (address.hostname === "127.0.0.1") address.hostname = "localhost";
  return address.origin;
}
