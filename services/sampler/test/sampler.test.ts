import * as db from "@jetwire/db";
import { EnrichedMessage, type Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openFirehose } from "./sampler-under-test.ts";

test("R-04, R-32: first receptions of visible stations come enriched, others never", async () => {
  await using firehose = await openFirehose();
  const { stores } = firehose;
  const { sql } = firehose.database.database;

  const account = await db.accounts.add(sql, "feeder");
  const accountId = account?.id ?? "";
  const shown =
    (await db.stations.add(sql, { ident: "SA-1", accountId, sourceType: "vdl" }))?.id ?? 0;
  const hidden =
    (await db.stations.add(sql, { ident: "SA-2", accountId, sourceType: null }))?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hidden}`;
  await sql`update stations set latitude = 59.3371, longitude = 18.0612 where id = ${shown}`;
  const airframeId = crypto.randomUUID();
  await sql`insert into airframes (id, icao, tail) values (${airframeId}, '4ACA01', 'SE-ABC')`;

  await firehose.startSampler({ STREAM_PARTITIONS: "1" });

  let seq = 0;
  async function ingest(message: Message, first = true): Promise<void> {
    const links = { first, skewed: false, icao: null, flightKey: null };
    await stores.streams.append(0, { name: "p:1", knownLast: 0 }, [
      { seq: ++seq, message, links, raw: "{}" },
    ]);
  }

  const got = () => firehose.received.map((text) => EnrichedMessage.parse(JSON.parse(text)));

  // The sampler looks every tick whether somebody listens; what comes before is nobody's.
  await expect
    .poll(
      async () => {
        await ingest(testMessage({ stationId: shown, text: "knock" }));
        return firehose.received.length;
      },
      { timeout: 10_000, interval: 50 },
    )
    .toBeGreaterThan(0);

  await ingest(testMessage({ stationId: hidden, text: "hidden" }));
  await ingest(testMessage({ stationId: shown, text: "second reception" }), false);
  const linked = testMessage({ stationId: shown, airframeId, text: "linked" });
  await ingest(linked);
  await expect
    .poll(() => got().some(({ text }) => text === "linked"), { timeout: 5_000 })
    .toBe(true);
  expect(got().find(({ text }) => text === "linked")).toEqual({
    ...linked,
    station: {
      id: shown,
      ident: "SA-1",
      sourceType: "vdl",
      countryCode: null,
      latitude: 59.3,
      longitude: 18.1,
    },
    airframe: {
      id: airframeId,
      icao: "4ACA01",
      tail: "SE-ABC",
      type: null,
      manufacturer: null,
      model: null,
      owner: null,
      military: null,
    },
    flight: null,
  });
  expect(got().every(({ text }) => text === "knock" || text === "linked")).toBe(true);
  expect(await stores.firehose.state()).toMatchObject({ eventsPerSecondMax: 50 });
});
