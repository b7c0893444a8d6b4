import type { EnrichedMessage } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSniffing, payloadsOf, climb } from "./sniff-scene.ts";

let at: Awaited<ReturnType<typeof openSniffing>>;
beforeAll(async () => {
  at = await openSniffing();
});
afterAll(() => at[Symbol.asyncDispose]());

test("R-32: who asks for receptions gets their number, each second in which it changes; others get nothing", async () => {
  const { client } = await at.sniffing({ receptions: true, filter: { label: ["H1"] } });
  const { client: other } = await at.sniffing({ filter: { label: ["H1"] } });
  const [shown, filtered] = [at.enriched({ label: "H1" }), at.enriched({ label: "Q0" })];
  await at.publish(shown, filtered);
  await client.next("message");
  const { firehose } = openStores(at.rig.redis, at.rig.keys.namespace);
  const later = { [shown.groupId]: 2, [filtered.groupId]: 1 };
  await firehose.publish({ fraction: 1, later }, []);
  await client.next("messages:sniff:receptions");
  await at.publish(at.enriched({ label: "H1" }));
  await other.next("message", 2);
  const groups = [{ groupId: shown.groupId, count: 3 }];
  expect(payloadsOf(client, "messages:sniff:receptions")).toEqual([{ groups }]);
  expect(payloadsOf(other, "messages:sniff:receptions")).toEqual([]);
});

/** Publishes later receptions as the sampler does. */
async function publishBetter(...better: EnrichedMessage[]): Promise<void> {
  await openStores(at.rig.redis, at.rig.keys.namespace).firehose.publish(
    { fraction: 1, better },
    [],
  );
}

test("R-32: who asks for decoded is sent a later reception that says more, once; others get nothing", async () => {
  const { client } = await at.sniffing({ decoded: true });
  const { client: other } = await at.sniffing({ receptions: true });
  const [bare, decoded] = [at.enriched({}), at.enriched({ decoded: climb })];
  await at.publish(bare, decoded);
  await client.next("message", 2);
  const better = at.enriched({ groupId: bare.id, decoded: climb, text: "AS RECEIVED" });
  const again = at.enriched({ groupId: bare.id, decoded: climb });
  const same = at.enriched({ groupId: decoded.id, decoded: climb });
  const unseen = at.enriched({ groupId: at.enriched({}).id, decoded: climb });
  await publishBetter(same, unseen, better);
  await publishBetter(again);
  const last = at.enriched({});
  await at.publish(last);
  await client.next("message", 3);
  await other.next("message", 3);
  expect(payloadsOf(client, "message:decoded")).toEqual([better]);
  expect(payloadsOf(other, "message:decoded")).toEqual([]);
  expect(payloadsOf(client, "message")).toHaveLength(3);
});

test("R-32: a reception that matches the filter is sent although the first did not", async () => {
  const { client } = await at.sniffing({ decoded: true, filter: { decoded: ["cpdlc"] } });
  const bare = at.enriched({});
  const better = at.enriched({ groupId: bare.id, decoded: climb });
  await at.publish(bare);
  await publishBetter(
    at.enriched({ groupId: at.enriched({}).id, latitude: 1, longitude: 2 }),
    better,
  );
  await client.next("message:decoded");
  expect(payloadsOf(client, "message:decoded")).toEqual([better]);
  expect(payloadsOf(client, "message")).toEqual([]);
});

test("R-31: what more was received of the recent messages follows them, not from a station hidden since", async () => {
  const { client: first } = await at.sniffing({ decoded: true });
  const hiddenId = (await at.rig.feeder("SO-HIDES")).stationIds[0] ?? 0;
  const [one, two] = [at.enriched({}), at.enriched({})];
  await at.publish(one, two);
  const better = at.enriched({ groupId: one.id, decoded: climb });
  await publishBetter(
    better,
    at.enriched({ groupId: two.id, decoded: climb, stationId: hiddenId }),
  );
  await first.next("message:decoded", 2);
  await at.rig.database.database.sql`update stations set hidden = true where id = ${hiddenId}`;
  const { client } = await at.sniffing({ decoded: true, recent: 2 });
  await client.next("message:decoded");
  await at.publish(at.enriched({}));
  await client.next("message");
  expect(payloadsOf(client, "message:decoded")).toEqual([better]);
});

test("R-31: receptions that are not true or false are refused", async () => {
  const client = at.rig.connect(at.rig.gateways[0]);
  const answer: unknown = await client.socket.emitWithAck("messages:sniff", { receptions: 1 });
  expect(answer).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^receptions: /) as string,
  });
});
