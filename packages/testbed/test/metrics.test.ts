import { clientEvent } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

let running: Deployment;
beforeAll(async () => {
  const workers = { persister: 1, fanout: 1, sampler: 1, chores: 1 };
  running = await startDeployment({ gateways: 1, workers });
}, 60_000);
afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

/** Returns the value of a series, undefined if there is none. */
async function valueOf(service: string, series: string): Promise<number | undefined> {
  const text = (await running.metrics.get(service)?.text()) ?? "";
  const [name = "", labels = ""] = series.split(/(?=\{)/);
  const line = text.split("\n").find((one) => {
    return one.startsWith(`${name}{`) && one.includes(labels.slice(1, -1));
  });
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

test("a message's age is counted at each stage, and its end is in the account of all messages", async () => {
  const feeder = await addFeeder(running, "metered", "METER-1");
  using client = await connectFeed(running.gatewayUrls[0] ?? "", feeder.apiKey);
  client.socket.emit(clientEvent.sniff);
  const stages = [
    ["ingest", "journal"],
    ["ingest", "stream"],
    ["persister", "store"],
    ["fanout", "feed-log"],
    ["gateway-0", "feed"],
    ["sampler", "sample"],
    ["gateway-0", "firehose"],
  ] as const;
  const counts = () =>
    Promise.all(
      stages.map(([service, stage]) =>
        valueOf(service, `jetwire_message_age_seconds_count{stage="${stage}"}`),
      ),
    );
  expect(await counts()).toEqual(stages.map(() => 0));

  let sent = 0;
  await until("every stage to have counted a message", async () => {
    await postLines(running, [acarsdecLine("METER-1", `TEXT ${++sent}`)]);
    return (await counts()).every((count) => count !== undefined && count > 0);
  });
  await until(
    "all messages to be accounted for",
    async () => {
      const offered = await valueOf("rest", 'jetwire_service_messages{state="offered"}');
      const stored = await valueOf("rest", 'jetwire_service_messages{state="stored"}');
      const most = await valueOf("rest", 'jetwire_service_unaccounted_messages{bound="most"}');
      return offered === sent && stored === sent && most === 0;
    },
    60_000,
  );
  expect(await valueOf("rest", 'jetwire_service_store_up{store="postgres"}')).toBe(1);
  expect(await valueOf("rest", 'jetwire_service_lag_seconds{stage="storage"}')).toBe(0);
  expect(await valueOf("rest", 'jetwire_service_waiting{kind="dead-letters"}')).toBe(0);
}, 120_000);
