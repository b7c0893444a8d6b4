import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeApiKey } from "@jetwire/auth";
import { type AclUser, aclUsers } from "@jetwire/redis";
import { isRecord, readJsonFile, writeJsonFile } from "./json-file.ts";

/** The secrets of an instance. */
export interface Secrets {
  /** Key of the hash by which ingest knows a feeder's address. */
  readonly addressSecret: string;
  /** Key of the hash by which the sampler chooses messages. */
  readonly samplerSecret: string;
  /** Encrypts the signing keys. */
  readonly signingKeySecret: string;
  /** The API key of `jetwire` on this host. */
  readonly operatorKey: string;
  /** Passwords in Redis and Postgres: one per service, and the operator's. */
  readonly passwords: Readonly<Record<AclUser, string>>;
}

/** Reads the secrets of a data folder and creates missing ones. */
export function openSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  const stored = readJsonFile(path);
  const known = isRecord(stored) ? stored : {};
  const passwords = isRecord(known["passwords"]) ? known["passwords"] : {};
  const secrets: Secrets = {
    addressSecret: storedOrNew(known["addressSecret"]),
    samplerSecret: storedOrNew(known["samplerSecret"]),
    signingKeySecret: storedOrNew(known["signingKeySecret"]),
    operatorKey: storedOrNew(known["operatorKey"], makeApiKey),
    passwords: Object.fromEntries(
      aclUsers.map((user) => [user, storedOrNew(passwords[user])]),
    ) as Record<AclUser, string>,
  };
  writeJsonFile(path, secrets);
  return secrets;
}

function storedOrNew(secret: unknown, make = randomSecret): string {
  return typeof secret === "string" ? secret : make();
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
