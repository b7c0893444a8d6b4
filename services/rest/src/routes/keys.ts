import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import {
  accountEligibility,
  addApiKey,
  addNotification,
  feederTier,
  listApiKeys,
  type ListedApiKey,
  revokeApiKey,
} from "@jetwire/db";
import { type ApiKey, AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** Keys that hold at a time; who needs more asks the operator. */
const keysMax = 5;
const dayMs = 86_400_000;

export interface KeyRouteSteps {
  /** Asks the primary. */
  readonly ask: Read;
  /** There is a notification for a user. */
  notified(accountId: string): void;
  /** Tells all processes that a key has ended. */
  revoked(keyId: string, accountId: string): void;
  /** Unix ms. */
  now(): number;
}

/** An account's own API keys; another's are not there. */
export function keyRoutes({ ask, notified, revoked, now }: KeyRouteSteps): Route[] {
  async function requireEligible(accountId: string, stationId: number): Promise<void> {
    const { stations, override } = await ask((sql) => accountEligibility(sql, accountId));
    const station = stations.find(({ id }) => id === stationId);
    if (!station) throw new AppError("not_found", "You have no such station");
    if (override?.eligible === false) {
      throw new AppError("forbidden", "Your account may not issue itself keys: ask the operator");
    }
    if (override?.eligible === true || station.eligible) return;
    const lacks = station.lacks.map((lack) => lackTexts[lack]).join(", ");
    throw new AppError("forbidden", `The station is not eligible for a key: ${lacks}`);
  }

  return [
    route(endpoints.listKeys, async (_asked, { accountId }) => {
      const keys = await ask((sql) => listApiKeys(sql, accountId));
      return { body: keys.filter((key) => holds(key, now())).map(toApiKey) };
    }),
    route(endpoints.issueKey, async ({ body }, { accountId }) => {
      await requireEligible(accountId, body.stationId);
      const key = makeApiKey();
      const hint = apiKeyHint(key);
      const { label = null, expiresInDays } = body;
      const createdAt = new Date(now());
      const expiresAt =
        expiresInDays === undefined ? null : new Date(now() + expiresInDays * dayMs);
      const tier = feederTier;
      const added = await ask((sql) =>
        addApiKey(sql, {
          accountId,
          tier,
          keyHash: hashApiKey(key),
          hint,
          label,
          expiresAt,
          keysMax,
        }),
      );
      if (added === null) {
        throw new AppError("forbidden", `An account may have ${keysMax} keys: revoke one first`);
      }
      await ask((sql) =>
        addNotification(sql, {
          userId: accountId,
          type: "key.issued",
          title: "API key issued",
          body: `A ${tier} key was issued for your account: ${hint}…`,
          data: { keyId: added.id, tier, hint },
        }),
      );
      notified(accountId);
      const listed = { ...added, hint, label, tier, createdAt, expiresAt, lastUsedAt: null };
      return { body: { ...toApiKey(listed), key } };
    }),
    route(endpoints.revokeKey, async ({ params: { id } }, { accountId }) => {
      const isThere = await ask((sql) => revokeApiKey(sql, id, accountId));
      if (!isThere) throw new AppError("not_found", "You have no such key");
      revoked(id, accountId);
      return { body: undefined };
    }),
  ];
}

const lackTexts = {
  visible: "it is hidden",
  active: "it isn't feeding now",
  days: "it hasn't been feeding for seven days yet",
} as const;

function holds({ revokedAt, expiresAt }: ListedApiKey, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs);
}

function toApiKey(key: Omit<ListedApiKey, "username" | "revokedAt">): ApiKey {
  const { id, hint, label, tier, createdAt, expiresAt, lastUsedAt } = key;
  return {
    id,
    hint,
    label,
    tier,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
