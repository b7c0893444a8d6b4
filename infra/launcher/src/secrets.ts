import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keep, readKept } from "./kept-file.ts";
import { isRecord } from "./record.ts";

/** What an instance must not tell and has to remember. */
export interface Secrets {
  /** Keys the hash under which ingest knows a feeder's address. */
  readonly addressSecret: string;
  /** Keys the choice of what the firehose shows. */
  readonly samplerSecret: string;
}

/** The secrets of a data folder; those it does not have yet are made. */
export function openSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  const kept = readKept(path);
  const known = isRecord(kept) ? kept : {};
  const secrets = {
    addressSecret: keptOrNew(known["addressSecret"]),
    samplerSecret: keptOrNew(known["samplerSecret"]),
  };
  keep(path, secrets);
  return secrets;
}

function keptOrNew(secret: unknown): string {
  return typeof secret === "string" ? secret : randomBytes(32).toString("base64url");
}
