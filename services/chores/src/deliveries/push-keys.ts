import { generateKeyPairSync } from "node:crypto";
import * as db from "@jetwire/db";
import type { Database, PushKeys } from "@jetwire/db";
import { runQuery } from "../run-query.ts";

/** Creates what returns the keys of push messages. They are made once for a database, and read once. */
export function createPushKeys(database: Database): () => Promise<PushKeys> {
  let known: PushKeys | null = null;
  return async () => {
    known ??= await ensureKeys(database);
    return known;
  };
}

/** Returns the stored key pair on P-256, or stores a new one. */
async function ensureKeys(database: Database): Promise<PushKeys> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  const made = { publicKey: point.toString("base64url"), privateKey: d };
  return await runQuery(database, (sql) => db.destinations.ensurePushKeys(sql, made));
}
