import * as db from "@jetwire/db";
import { IngestAnswer, type Message, readEntry, readEntryDetails } from "@jetwire/protocol";
import { createRedisOpener, openStores } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import * as decoderObjects from "@jetwire/decoders/samples";
import { statusOfParsed } from "@jetwire/decoders/samples";
import { freshLine, runIngest } from "./running-ingest.ts";

const texts = [
  "quotes \" ' \\ and {braces}, commas",
  "\u0001\u0007\u001b[31m\u007f\u0085",
  "é ü \u{1f6eb} \u4e2d \u202e\u2028\ufeff",
  "\u0000 in the middle\u0000",
  "half \ud83d a pair",
  "NULL",
  "__proto__",
  "\r\n\t",
  "",
];

test("every kind of message is stored, and read back, as it was ingested (A-40)", async () => {
  await using ingest = await runIngest();
  const objects = Object.values(decoderObjects).filter(
    (object) => statusOfParsed(object) === "decoded",
  );
  expect(objects.length).toBeGreaterThan(8);
  const lines = [
    ...objects.map((object) => JSON.stringify(object)),
    ...texts.map((text) => freshLine({ text, msgno: `M${text.length}` })),
  ];
  const answer = IngestAnswer.parse(await (await ingest.post(lines.join("\n"))).json());
  const account = await ingest.accounted(lines.length);
  expect(account).toMatchObject({ deadLetters: 0, rejected: 0, limited: 0 });

  const opener = createRedisOpener(ingest.database.redisUrl, createLogger("test", "silent"), createMetrics({})); // prettier-ignore
  await using redis = await opener.open("request");
  const { keys } = openStores(redis, ingest.database.namespace);
  const ids = new Set(answer.items.map(({ id }) => id));
  let compared = 0;
  for (let partition = 0; partition < 4; partition++) {
    const details = new Map(await redis.xrange(keys.streamDetails(partition), "-", "+"));
    for (const [entryId, fields] of await redis.xrange(keys.stream(partition), "-", "+")) {
      const entry = readEntry(entryId, fields);
      if ("refused" in entry) throw new Error(entry.detail);
      const message = JSON.parse(entry.messageJson) as Message;
      expect(await db.messages.read(ingest.database.database.sql, message.id)).toEqual(message);
      const [raw] = await ingest.database.database.sql`select raw from message_raws where id = ${message.id}`; // prettier-ignore
      const sent = readEntryDetails(details.get(entryId) ?? []).raw;
      expect(raw).toEqual({ raw: sent });
      expect(lines).toContain(sent);
      expect(ids).toContain(message.id);
      compared++;
    }
  }
  expect(compared).toBe(account.persisted);
});

test("a NUL byte in a datagram's text is no reason to lose it", async () => {
  await using ingest = await runIngest();
  const line = freshLine({ text: "with MARK inside" }).replace("MARK", "\u0000");
  const answer = IngestAnswer.parse(await (await ingest.post(line)).json());
  const account = await ingest.accounted(1);
  expect(account).toMatchObject({ persisted: 1, deadLetters: 0 });
  const message = await db.messages.read(ingest.database.database.sql, answer.items[0]?.id ?? "");
  expect(message?.text).toBe("with \u2400 inside");
});
