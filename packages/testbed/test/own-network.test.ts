import { createSocket } from "node:dgram";
import { OwnNetwork } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, type Deployment, postLines, startDeployment, until } from "../src/index.ts";

let jw: Deployment;
beforeAll(async () => {
  jw = await startDeployment();
});
afterAll(() => jw[Symbol.asyncDispose]());

/** An address may ask once a second. */
const askMs = 1_000;

async function read(query = ""): Promise<OwnNetwork> {
  await pause(askMs);
  const response = await fetch(`${jw.restUrl}/v1/heard${query}`);
  expect(response.status).toBe(200);
  return OwnNetwork.parse(await response.json());
}

async function sendDatagram(text: string): Promise<void> {
  const socket = createSocket("udp4");
  await new Promise((resolve) =>
    socket.send(text, jw.ingest.udpPorts[0] ?? 0, "127.0.0.1", resolve),
  );
  socket.close();
}

test("a new feeder sees the first message of the station within seconds, without an account", async () => {
  expect((await read("?ident=ON-NEW")).stations).toEqual([]);
  const sentMs = performance.now();
  await postLines(jw, [acarsdecLine("ON-NEW", "THE FIRST MESSAGE")]);
  const station = await until("the message is shown", async () => {
    const [found] = (await read()).stations.filter(({ ident }) => ident === "ON-NEW");
    return found?.lastMessage != null && found;
  });
  const seenMs = performance.now() - sentMs;
  process.stdout.write(`\nshown ${Math.round(seenMs)} ms after it was sent\n`);
  expect(station).toMatchObject({
    online: true,
    provisional: true,
    provable: false,
    evidence: { hours: 1, days: 1, result: "provisional" },
    share: 1,
    claim: null,
    refused: [],
    decoder: { name: "acarsdec" },
    lastMessage: { text: "THE FIRST MESSAGE" },
  });
});

test("a feeder whose decoder prints text sees that it was refused, and why", async () => {
  await sendDatagram(
    "[#1 (F:131.550 L:-20.1 E:0) 10/07/2025 13:28:57.434 ----\nMode : 2 Label : B2\n",
  );
  await sendDatagram("what is this");
  const refused = await until("the refusals are shown", async () => {
    const listed = (await read()).refused;
    return listed.length >= 2 && listed;
  });
  expect(refused.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(["text-format", "not-json"]),
  );
  for (const { ident, detail } of refused) {
    expect(ident).toBeNull();
    expect(detail).not.toContain("what is this");
  }
});
