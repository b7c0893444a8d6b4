import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import type { EnrichedMessage } from "@jetwire/protocol";
import { testMessage, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { sample } from "../src/sample.ts";
import { openFirehose, secret } from "./sampler-under-test.ts";

const [partitions, perPartition, fraction] = [4, 500, 0.3];

test("F-50: three replicas that share the partitions choose together what one would, each once", async () => {
  await using firehose = await openFirehose();
  const { stores, received } = firehose;
  const { sql } = firehose.database.database;
  const accountId = (await db.accounts.add(sql, "feeder"))?.id ?? "";
  const stationId =
    (await db.stations.add(sql, { ident: "SR-1", accountId, sourceType: null }))?.id ?? 0;

  for (let replica = 0; replica < 3; replica++) {
    await firehose.startSampler({
      STREAM_PARTITIONS: String(partitions),
      SERVICE_REPLICA: String(replica),
      SAMPLER_FRACTION: String(fraction),
      SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
    });
  }

  const wanted: string[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    const entries = Array.from({ length: perPartition }, (_, n) => {
      const message = testMessage({ stationId, groupId: randomUUID() });
      const links = { first: n % 5 !== 0, skewed: false, icao: null, flightKey: null };
      return { seq: n + 1, message, links, raw: "{}" };
    });
    await stores.streams.append(partition, { name: "p:1", knownLast: 0 }, entries);
    const asRead = entries.map(({ seq, message: { id, groupId }, links: { first } }) => ({
      entryId: "",
      producer: "",
      seq,
      stationId,
      id,
      groupId,
      first,
      storeOnly: false,
      messageJson: "",
      details: null,
    }));
    const { chosen } = sample(asRead, secret, { fraction, canaryIds: new Set() });
    wanted.push(...chosen.map(({ id }) => id));
  }
  await until("all that is sampled", () => received.length >= wanted.length);
  const state = await until("the counts of all replicas", async () => {
    const now = await stores.firehose.state();
    return now !== null && now.seen === partitions * perPartition * 0.8 && now;
  });
  const got = received.map((text) => (JSON.parse(text) as EnrichedMessage).id);
  expect(got.toSorted()).toEqual(wanted.toSorted());
  expect(state).toMatchObject({ sampled: wanted.length, fraction });
});
