import * as db from "@jetwire/db";
import type { Database, DueDelivery } from "@jetwire/db";
import type { UserChannel } from "@jetwire/redis";
import { every, type Logger, type Metrics } from "@jetwire/runtime";
import { runQuery } from "../run-query.ts";
import type { ChannelOptions } from "./channels/channel-options.ts";
import { requestOf } from "./channels/index.ts";
import { DeliveryError, type DeliveryAnswer, type SendRequest } from "./send-request.ts";

/** Somebody waits for the answer to a test. */
const lookMs = 1_000;
const giveUpMs = 60_000;
/** Deliveries of one process at a time, each to another destination. */
const sendingMax = 32;
const answerCharsMax = 300;
/** A receiver that is closed for good is not asked again. */
const endedStatus = 410;

/** The parts that make deliveries. */
export interface DeliveryRun {
  readonly database: Database;
  readonly send: SendRequest;
  readonly channels: ChannelOptions;
  readonly userChannel: Pick<UserChannel, "wake">;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Sends the deliveries of the outbox until aborted. Any number of processes may do it. */
export async function runDeliveries(
  { database, send, channels, userChannel, log, metrics }: DeliveryRun,
  signal: AbortSignal,
): Promise<void> {
  const deliveries = metrics.counter({
    name: "jetwire_chores_deliveries_total",
    help: "Attempts to deliver to destinations of users, by channel and result",
    labelNames: ["channel", "result"],
  });
  const sending = new Set<Promise<void>>();

  /** Returns the answer, or why there is none. */
  async function attempt(delivery: DueDelivery): Promise<DeliveryAnswer | DeliveryError> {
    try {
      return await send(await requestOf(delivery, channels));
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      log.warn({ err: error, deliveryId: delivery.id }, "a delivery could not be written");
      return new DeliveryError("The message could not be written.");
    }
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const { channel } = delivery.target;
    const answered = await attempt(delivery);
    const result = resultOf(answered, channel);
    deliveries.inc({ channel, result });
    const said =
      answered instanceof DeliveryError
        ? { status: null, answer: excerpt(answered.message) }
        : { status: answered.status, answer: excerpt(answered.text) };
    const waitSeconds = answered instanceof DeliveryError ? 0 : answered.waitSeconds;
    await runQuery(database, async (sql) => {
      if (result === "delivered") await db.deliveries.markDelivered(sql, delivery, said);
      else if (result === "failed") await db.deliveries.fail(sql, delivery, said, waitSeconds);
      else await wake(await db.deliveries.disableEnded(sql, delivery, said));
    });
    log.debug({ deliveryId: delivery.id, channel, result }, "delivery attempted");
    // More may wait for a destination that works.
    if (result === "delivered") await sendDue();
  }

  async function wake(accountId: string | null): Promise<void> {
    // Without a wake-up, gateways find the notification within seconds.
    if (accountId !== null) await userChannel.wake(accountId).catch(() => {});
  }

  async function sendDue(): Promise<void> {
    const room = sendingMax - sending.size;
    if (room === 0) return;
    for (const delivery of await runQuery(database, (sql) => db.deliveries.claim(sql, room))) {
      const one: Promise<void> = deliver(delivery)
        .catch((error: unknown) => {
          // It is repeated with the same id when its time has come.
          log.warn({ err: error, deliveryId: delivery.id }, "a delivery could not be recorded");
        })
        .finally(() => sending.delete(one));
      sending.add(one);
    }
  }

  async function giveUp(): Promise<void> {
    // REST gives their public half to browsers.
    await channels.pushKeys();
    const { rows, accountIds } = await runQuery(database, db.deliveries.giveUpExpired);
    if (rows > 0) deliveries.inc({ channel: "any", result: "given-up" }, rows);
    for (const accountId of accountIds) await wake(accountId);
  }

  await Promise.all([
    every(lookMs, sendDue, { signal, log, task: "send deliveries" }),
    every(giveUpMs, giveUp, { signal, log, task: "give deliveries up" }),
  ]);
  await Promise.all(sending);
}

function resultOf(
  answered: DeliveryAnswer | DeliveryError,
  channel: DueDelivery["target"]["channel"],
): "delivered" | "failed" | "ended" {
  if (answered instanceof DeliveryError) return "failed";
  const { status } = answered;
  if (status >= 200 && status < 300) return "delivered";
  // Push services answer 404 for a subscription that has ended.
  return status === endedStatus || (status === 404 && channel === "webpush") ? "ended" : "failed";
}

/** Returns the beginning of an answer in one line. */
function excerpt(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, answerCharsMax)
    .toWellFormed();
}
