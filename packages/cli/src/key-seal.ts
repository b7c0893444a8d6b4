import { readFileSync } from "node:fs";
import { createKeySeal, type KeySeal, keySealVariables } from "@jetwire/auth";
import { readConfig } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import { instanceFile } from "./servers.ts";
import type { Terminal } from "./terminal.ts";

/** The member of the launcher's `secrets.json` that commands use. */
const SecretsFile = z.object({ signingKeySecret: z.string() });

/**
 * Returns the seal of the signing keys, with the secret of the running instance in `--data` or
 * `.data`, else of the environment.
 *
 * @throws CliError if there is none
 */
export function findKeySeal(terminal: Terminal, data: unknown): KeySeal {
  const path = instanceFile(terminal, data, "secrets.json");
  try {
    const given = path === null ? {} : { SIGNING_KEY_SECRET: secretIn(path) };
    const environment = readConfig(z.object(keySealVariables), { ...given, ...terminal.env });
    return createKeySeal(environment.SIGNING_KEY_SECRET, environment.SIGNING_KEY_SECRET_PREVIOUS);
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}

function secretIn(path: string): string {
  return SecretsFile.parse(JSON.parse(readFileSync(path, "utf8"))).signingKeySecret;
}
