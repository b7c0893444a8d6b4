import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keep, readKept } from "./kept-file.ts";
import { isRecord } from "./record.ts";

/** What an instance must not tell and has to remember. */
export interface Secrets {
  /** Keys the hash under which ingest knows a feeder's address. */
  readonly addressSecret: string;
}

/** The secrets of a data folder, made at its first start. */
export function openSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  const kept = readKept(path);
  if (isSecrets(kept)) return kept;
  const secrets = { addressSecret: randomBytes(32).toString("base64url") };
  keep(path, secrets);
  return secrets;
}

function isSecrets(value: unknown): value is Secrets {
  return isRecord(value) && typeof value["addressSecret"] === "string";
}
