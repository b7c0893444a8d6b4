import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeApiKey } from "@jetwire/auth";
import { aclUsers } from "@jetwire/redis";

/** Secrets that only the operator knows; without them the service does not use what they are for. */
const optional = ["signing-key-secret-previous", "smtp-password", "oidc-providers"];

/** The files of a deployment's secrets, by name. */
const files: ReadonlyMap<string, () => string> = new Map([
  ...["postgres", ...aclUsers].map((user) => [`${user}-password`, randomSecret] as const),
  ...["ingest-address-secret", "sampler-secret", "signing-key-secret"].map(
    (name) => [name, randomSecret] as const,
  ),
  ["grafana-password", randomSecret],
  ["operator-key", () => `${makeApiKey()}\n`],
  ...optional.map((name) => [name, () => ""] as const),
]);

function randomSecret(): string {
  return `${randomBytes(32).toString("base64url")}\n`;
}

/**
 * Creates the files of secrets that a folder does not have yet. Existing ones are never changed. Only
 * the folder's owner can enter it; the files themselves are readable, because containers read
 * them as different users.
 *
 * @returns the names of the new files, and of those that were there
 */
export function createSecretFiles(folder: string): { created: string[]; kept: string[] } {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const kept = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  const created = [...files.keys()].filter((name) => !kept.includes(name));
  for (const name of created) {
    const path = join(folder, name);
    writeFileSync(path, files.get(name)?.() ?? "", { flag: "wx" });
    chmodSync(path, 0o444);
  }
  return { created, kept };
}
