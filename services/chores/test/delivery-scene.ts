import { randomBytes } from "node:crypto";
import { createAddressPolicy } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { DeliveryTarget, NotificationToAdd } from "@jetwire/db";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, until } from "@jetwire/testbed";
import { createPushKeys } from "../src/deliveries/push-keys.ts";
import { runDeliveries } from "../src/deliveries/run-deliveries.ts";
import { createSender } from "../src/deliveries/send-request.ts";
import { startReceiver } from "@jetwire/testbed";

export const publicUrl = "https://jetwire.example.org";
export const secret = `whsec_${randomBytes(24).toString("base64")}`;

export type DeliveryScene = Awaited<ReturnType<typeof openDeliveryScene>>;

/** Opens a database, a receiver, and two processes that deliver: each message once. */
export async function openDeliveryScene() {
  await using stack = new AsyncDisposableStack();
  const at = stack.use(await createTestDatabase());
  const { sql } = at.database;
  const receiver = stack.use(await startReceiver());
  const woken: string[] = [];
  const stop = new AbortController();
  const running = Array.from({ length: 2 }, () => {
    const run = {
      database: at.database,
      send: createSender({ policy: createAddressPolicy(["127.0.0.1"]) }),
      channels: {
        publicUrl,
        telegramUrl: receiver.url,
        pushKeys: createPushKeys(at.database),
      },
      userChannel: { wake: async (userId: string) => void woken.push(userId) },
      log: createLogger("chores", "silent"),
      metrics: createMetrics({}),
    };
    return runDeliveries(run, stop.signal);
  });
  stack.defer(async () => {
    stop.abort();
    await Promise.all(running);
  });
  let users = 0;
  let accountId = "";
  const opened = stack.move();

  const scene = {
    sql,
    receiver,
    woken,
    /** Begins with a new account, whose receiver answers well. */
    async begin(): Promise<void> {
      accountId = (await db.accounts.add(sql, `alice-${++users}`))?.id ?? "";
      receiver.received.length = 0;
      receiver.answer = () => [200, "ok"];
    },
    accountId: () => accountId,
    /** Returns the address that is the account's at the receiver. */
    url: () => `${receiver.url}/${users}`,
    async addDestination(
      over: Partial<DeliveryTarget> & { path?: string } = {},
      wanted: { types?: string[]; ruleIds?: string[] } = {},
    ): Promise<string> {
      const { types = ["alert.match", "station.offline", "chat.message"], ruleIds = [] } = wanted;
      const url = `${scene.url()}${over.path ?? ""}`;
      const target = { channel: "webhook", url, secret, ...over } as DeliveryTarget;
      const destination = { accountId, name: "Mine", address: "127.0.0.1", target };
      const added = await db.destinations.add(sql, { ...destination, types, ruleIds });
      if (added === null) throw new Error("no room");
      return added.id;
    },
    async notify(over: Partial<NotificationToAdd> = {}): Promise<void> {
      await db.notifications.add(sql, {
        userId: accountId,
        type: "station.offline",
        title: "AB-1 is offline",
        body: "No message since noon.",
        data: { stationId: 7 },
        ...over,
      });
    },
    listed: (id: string) => db.deliveries.list(sql, { id, accountId }, { limit: 300 }),
    statuses: async (id: string) => (await scene.listed(id)).map(({ status }) => status),
    /** Returns what was received for the account. */
    ofAccount: () => receiver.received.filter(({ path }) => path.startsWith(`/${users}`)),
    received: (count: number) =>
      until("the deliveries", () => scene.ofAccount().length >= count && scene.ofAccount()),
    /** Makes everything due that waits. */
    async makeDue(): Promise<void> {
      await sql`
        update outbox set next_attempt_at = now()
        where account_id = ${accountId} and sent_at is null and given_up_at is null`;
    },
    /** Lets the time until the next attempts pass. */
    async passTime(hours: number): Promise<void> {
      const ago = `${hours} hours`;
      await sql`
        update outbox set next_attempt_at = next_attempt_at - ${ago}::interval,
          created_at = created_at - ${ago}::interval, expires_at = expires_at - ${ago}::interval
        where account_id = ${accountId} and sent_at is null and given_up_at is null`;
      await sql`
        update destinations set failing_since = failing_since - ${ago}::interval,
          last_delivered_at = last_delivered_at - ${ago}::interval
        where account_id = ${accountId}`;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
  return scene;
}
