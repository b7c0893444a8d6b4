import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../admission/account-changes.ts";
import { refuseOldSignIn } from "../admission/recent-sign-in.ts";
import { requireIssuable } from "../admission/require-scope.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** Active keys of an account; the operator can issue more. */
const keysMax = 5;
const starterKeysMax = 1;
const dayMs = 86_400_000;

/**
 * `/v1/keys`: an account's own API keys.
 *
 * @param write writes to the primary
 */
export function keyRoutes(write: Read, changes: AccountChanges): Route[] {
  return [
    route(endpoints.listKeys, async (_request, { accountId }) => ({
      body: await write((sql) => db.apiKeys.listActive(sql, accountId)),
    })),
    route(endpoints.issueKey, async ({ body }, principal) => {
      refuseOldSignIn(principal);
      requireIssuable(principal, body.scopes);
      const { accountId } = principal;
      const tier = await requireTier(write, accountId, body);
      const key = makeApiKey();
      const hint = apiKeyHint(key);
      const { scopes, label = null, expiresInDays } = body;
      const createdAt = new Date().toISOString();
      const expiresAt =
        expiresInDays === undefined
          ? null
          : new Date(Date.now() + expiresInDays * dayMs).toISOString();
      const actor = { kind: "account", id: accountId } as const;
      const keyHash = hashApiKey(key);
      const limits =
        tier === db.tiers.starterTier ? { keysMax, tierMax: starterKeysMax } : { keysMax };
      const given = { accountId, tier, scopes, keyHash, hint, label, expiresAt, actor, ...limits };
      const added = await write((sql) => db.apiKeys.issue(sql, given));
      if (added === null) throw new AppError("forbidden", await refusalOf(write, tier));
      changes.notificationAdded(accountId);
      const shown = { ...added, hint, label, tier, scopes, createdAt, expiresAt, lastUsedAt: null };
      return { body: { ...shown, key } };
    }),
    route(endpoints.revokeKey, async ({ params: { id } }, { accountId }) => {
      const exists = await write((sql) =>
        db.apiKeys.revoke(sql, id, accountId, { kind: "account", id: accountId }),
      );
      if (!exists) throw new AppError("not_found", "API key not found");
      changes.keyRevoked(id, accountId);
      return { body: undefined };
    }),
  ];
}

/**
 * Returns the tier of the key that an account gets for a station.
 *
 * @throws AppError `not_found` for a station of others, `forbidden` if it is not eligible
 */
async function requireTier(
  read: Read,
  accountId: string,
  { stationId, tier }: { readonly stationId: number; readonly tier: "feeder" | "starter" },
): Promise<string> {
  const { stations, override } = await read((sql) => db.eligibility.readForAccount(sql, accountId));
  const station = stations.find(({ id }) => id === stationId);
  if (!station) throw new AppError("not_found", "Your account has no such station");
  if (override?.eligible === false) {
    throw new AppError("forbidden", "Your account may not issue keys: ask the operator");
  }
  if (override?.eligible === true || station.eligible) return db.tiers.feederTier;
  if (tier === db.tiers.starterTier) return db.tiers.starterTier;
  const lacks = station.lacks.map((lack) => lackTexts[lack]).join(", ");
  throw new AppError("forbidden", `The station is not eligible for a key: ${lacks}`);
}

async function refusalOf(read: Read, tier: string): Promise<string> {
  const names = (await read(db.tiers.list)).map(({ name }) => name);
  if (!names.includes(tier)) return `This service issues no keys of the tier ${tier}`;
  const ofTier = tier === db.tiers.starterTier ? ", one of them of the tier starter" : "";
  return `An account may have ${keysMax} active keys${ofTier}: revoke one first`;
}

const lackTexts = {
  visible: "it is hidden",
  active: "it is not sending messages now",
  days: "it was first received less than seven days ago",
} as const;
