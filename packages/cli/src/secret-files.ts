import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeApiKey } from "@jetwire/auth";
import { makeRecoveryKey } from "@jetwire/backup";
import { aclUsers } from "@jetwire/redis";

/** The secrets of the deployment as `jetwire backup seal` seals them, for chores; empty until then. */
export const sealedSecretsFile = "backup-sealed-secrets";
/** Secrets that only the operator knows; without them the service does not use what they are for. */
const optional = [
  "signing-key-secret-previous",
  "smtp-password",
  "oidc-providers",
  "backup-store-secret",
  sealedSecretsFile,
];
/** The public half of the recovery key. */
const recipientFile = "backup-recipient";

/** The files of a deployment's secrets, by name. */
const files: ReadonlyMap<string, () => string> = new Map([
  ...["postgres", "backup", ...aclUsers].map((user) => [`${user}-password`, randomSecret] as const),
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
 * @returns the names of the new files, and of those that were there; and the recovery key of back-ups if its recipient is new
 */
export async function createSecretFiles(
  folder: string,
): Promise<{ created: string[]; kept: string[]; recoveryKey: string | null }> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const { recipient, key } = await makeRecoveryKey();
  const all = new Map([...files, [recipientFile, () => `${recipient}\n`]]);
  const kept = [...all.keys()].filter((name) => existsSync(join(folder, name)));
  const created = [...all.keys()].filter((name) => !kept.includes(name));
  for (const name of created) {
    const path = join(folder, name);
    writeFileSync(path, all.get(name)?.() ?? "", { flag: "wx" });
    chmodSync(path, 0o444);
  }
  return { created, kept, recoveryKey: created.includes(recipientFile) ? key : null };
}
