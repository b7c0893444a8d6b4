import { makeRecoveryKey } from "@jetwire/backup";
import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { openTestRedis, testSigningKeySecret } from "@jetwire/testbed";
import { createSetupCodes } from "../../src/setup/setup-code.ts";
import type { RestUnderTest } from "../rest-under-test.ts";

const page = { "sec-fetch-site": "same-origin" };
const offered = "20261125T030000Z-3f0a";

/** A body that is accepted once, and the headers to send with it. */
export interface Prepared {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Restores what the preparation has changed, after the answer. */
  readonly undo?: () => Promise<void>;
}

/** The body of a request that names a back-up. */
export interface RestoreBody {
  readonly code: string;
  readonly name: string;
  readonly recoveryKey: string;
}

/** Takes the role of all operators until `undo`. Returns the code of the first operator. */
export async function withoutOperators({ database }: RestUnderTest) {
  const { sql } = database.database;
  const rows = await sql<{ id: string }[]>`
    update accounts set role = 'user' where role = 'operator' returning id`;
  const ids = rows.map(({ id }) => id);
  const salt = (await db.setup.readSalt(sql)) ?? "";
  return {
    code: createSetupCodes(testSigningKeySecret).of(salt),
    async undo() {
      await sql`update accounts set role = 'operator' where id = any(${ids}::uuid[])`;
    },
  };
}

/** Makes a service that nobody operates, beside a process that offers a back-up. @param name the back-up that is asked for */
export async function offerRestore(
  rest: RestUnderTest,
  { isAsked = false, name = offered } = {},
): Promise<Prepared & { readonly body: RestoreBody }> {
  const { redisUrl, namespace } = rest.database;
  const { code, undo } = await withoutOperators(rest);
  await using redis = await openTestRedis(redisUrl);
  const { restoreDesk: desk } = openStores(redis, namespace);
  const { recipient, key } = await makeRecoveryKey();
  const backups = [{ name: offered, takenAt: "2026-11-25T03:00:00.000Z", bytes: 1 }];
  const state = { backups, running: null, problem: null };
  await desk.writeOffer(JSON.stringify({ recipient, state }));
  await desk.takeRequest();
  if (isAsked) await desk.ask("another request");
  return { body: { code, name, recoveryKey: key }, headers: page, undo };
}
