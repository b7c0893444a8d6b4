import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { type EnrichedMessage, writeFirehoseTick } from "@jetwire/protocol";
import { clientFrame, describeUnless, isInstalled, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msUntilClosed, openRaw, readUntil, upgradeRequest } from "./raw-socket.ts";
import { type Client, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const compressedText = 0xc1;

function enriched(n: number): EnrichedMessage {
  const station = { id: 1, ident: "XX-1", sourceType: "acars" };
  const position = { countryCode: "DE", latitude: 50.1, longitude: 8.6 };
  const text = `POSN50${n % 7}.1W00${n % 5},DOTTI,1200${n},350,ROTAR,121${n},BOLDU,M5${n},2301${n},80`;
  return {
    ...testMessage({ text }),
    station: { ...station, ...position },
    airframe: null,
    flight: null,
  };
}

function tickOf(messages: readonly EnrichedMessage[]): string {
  return writeFirehoseTick(
    1,
    messages.map((message) => ({ id: message.id, text: JSON.stringify(message) })),
  );
}

/** Returns the TCP socket below a client, and the extensions that were negotiated. */
function webSocketOf({ socket }: Client): { tcp: Socket; extensions: string } {
  const { ws } = socket.io.engine.transport as unknown as {
    ws: { _socket: Socket; extensions: string };
  };
  return {
    tcp: Reflect.get<{ _socket: Socket }, "_socket">(ws, "_socket"),
    extensions: ws.extensions,
  };
}

async function sniffing(perMessageDeflate: boolean): Promise<Client> {
  const options = perMessageDeflate ? {} : { perMessageDeflate: false as never };
  const client = rig.connect(rig.gateways[0], options);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  return client;
}

function messagesOf(client: Client): readonly unknown[] {
  return client.events.filter(([event]) => event === "message").map(([, message]) => message);
}

test("stock clients that offer compression get the same messages in less than 40 % of the bytes", async () => {
  const compressing = await Promise.all([1, 2, 3].map(() => sniffing(true)));
  const plain = await sniffing(false);
  expect(compressing.map((client) => webSocketOf(client).extensions)).toEqual(
    Array.from({ length: 3 }, () => "permessage-deflate"),
  );
  expect(webSocketOf(plain).extensions).toBe("");
  const before = [...compressing, plain].map((client) => webSocketOf(client).tcp.bytesRead);
  const sent: EnrichedMessage[] = [];
  async function send(ticks: number, clients: readonly Client[]): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      const messages = Array.from({ length: 1 + (tick % 3) }, (_, n) => enriched(sent.length + n));
      sent.push(...messages);
      await rig.tick(tickOf(messages));
      await Promise.all(
        clients.map((client) => client.next("message", sent.length - missedOf(client))),
      );
    }
  }
  // One that joins later is outside the window until another begins.
  let joinedAfter = Number.POSITIVE_INFINITY;
  let late: Client | undefined;
  const missedOf = (client: Client) => (client === late ? joinedAfter : 0);
  await send(10, [...compressing, plain]);
  joinedAfter = sent.length;
  late = await sniffing(true);
  await send(10, [...compressing, plain, late]);
  for (const client of [...compressing, plain]) expect(messagesOf(client)).toEqual(sent);
  expect(messagesOf(late)).toEqual(sent.slice(joinedAfter));
  const read = [...compressing, plain].map(
    (client, n) => webSocketOf(client).tcp.bytesRead - (before[n] ?? 0),
  );
  const [one = 0, , , whole = 0] = read;
  console.log(`${sent.length} messages: ${whole} bytes plain, ${one} compressed`);
  expect(Math.max(...read.slice(0, 3))).toBeLessThan(0.4 * whole);
  // A second later everybody enters a new window.
  const lateBytes = webSocketOf(late).tcp.bytesRead;
  await until("a tick to be compressed for the late one", async () => {
    const from = webSocketOf(late).tcp.bytesRead;
    await send(1, [...compressing, plain, late]);
    const size = JSON.stringify(sent.at(-1)).length;
    return webSocketOf(late).tcp.bytesRead - from < 0.6 * size;
  });
  expect(webSocketOf(late).tcp.bytesRead).toBeGreaterThan(lateBytes);
  expect(messagesOf(late)).toEqual(sent.slice(joinedAfter));
});

/** Opens a session of a client that compresses. */
async function openCompressing(): Promise<Socket> {
  const raw = await openRaw(rig.gateways[0].port);
  raw.write(upgradeRequest({ "Sec-WebSocket-Extensions": "permessage-deflate" }));
  await readUntil(raw, '"sid"');
  raw.write(clientFrame(deflated("40"), compressedText));
  await readUntil(raw, '40{"sid"');
  return raw;
}

function deflated(text: string): Buffer {
  return deflateRawSync(text);
}

test("compressed messages of clients are read, whole or in pieces, mixed with others", async () => {
  const raw = await openCompressing();
  const event = deflated('42["station:monitor:start","one"]');
  raw.write(
    Buffer.concat([
      clientFrame(event.subarray(0, 5), 0x41),
      clientFrame("", 0x89),
      clientFrame(event.subarray(5), 0x80),
      clientFrame('42["messages:sniff:stop"]'),
      clientFrame(deflated('42["messages:sniff"]'), compressedText),
    ]),
  );
  await readUntil(raw, '42["messages:sniff:started"');
  expect(raw.destroyed).toBe(false);
  raw.destroy();
});

test.each([
  ["inflates to more than 16 KiB", deflated(`42["messages:sniff","${"x".repeat(10_000_000)}"]`)],
  ["is not compressed", Buffer.from("no deflate at all")],
  ["is cut", deflated('42["messages:sniff"]').subarray(0, 9)],
])("A-10: a compressed message that %s ends the connection", async (_what, payload) => {
  const raw = await openCompressing();
  raw.write(clientFrame(payload, compressedText));
  expect(await msUntilClosed(raw)).toBeLessThan(5_000);
});

test.each([
  ["compressed", 0x41],
  ["plain", 0x01],
])("A-10: a %s message in endless empty frames ends the connection", async (_what, first) => {
  const raw = await openCompressing();
  raw.write(clientFrame("", first));
  const continuation = Buffer.concat(Array.from({ length: 200 }, () => clientFrame("", 0x00)));
  raw.write(continuation);
  expect(await msUntilClosed(raw)).toBeLessThan(5_000);
});

test("A-10: a compressed message without the extension ends the connection", async () => {
  const raw = await openRaw(rig.gateways[0].port);
  raw.write(
    upgradeRequest({
      "Sec-WebSocket-Extensions": "permessage-deflate; server_no_context_takeover",
    }),
  );
  await readUntil(raw, '"sid"');
  raw.write(clientFrame(deflated("40"), compressedText));
  expect(await msUntilClosed(raw)).toBeLessThan(5_000);
});

const program = "chromium";
const missing = isInstalled(program) ? null : "no Chromium on the PATH";

describeUnless(missing, "a browser", () => {
  test("gets every message of compressed ticks", async () => {
    const bundle = readFileSync(
      new URL("../../dist/socket.io.min.js", import.meta.resolve("socket.io-client")),
    );
    const { port } = rig.gateways[0];
    const page = `<script src="/client.js"></script><script>
      const socket = io("ws://127.0.0.1:${port}", { transports: ["websocket"] });
      const got = [];
      const say = (path, what) => fetch(path, { method: "POST", body: JSON.stringify(what) });
      socket.on("messages:sniff:started", () => say("/started", socket.io.engine.transport.ws.extensions));
      socket.on("message", (message) => {
        got.push(message);
        if (got.length === 12) say("/got", got);
      });
      socket.emit("messages:sniff");
    </script>`;
    const said = new Map<string, PromiseWithResolvers<unknown>>(
      ["/started", "/got"].map((path) => [path, Promise.withResolvers()]),
    );
    const server = createServer((request, response) => {
      if (request.method !== "POST") {
        response.setHeader("content-type", request.url === "/" ? "text/html" : "text/javascript");
        response.end(request.url === "/" ? page : bundle);
        return;
      }
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        said.get(request.url ?? "")?.resolve(JSON.parse(Buffer.concat(parts).toString()));
        response.end();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const profile = await mkdtemp(join(tmpdir(), "jetwire-browser-"));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
    const browser = spawn(program, [...flags, address], { stdio: "ignore", detached: true });
    try {
      // Ticks are compressed for three or more.
      await Promise.all([1, 2].map(() => sniffing(true)));
      expect(await said.get("/started")?.promise).toBe(
        "permessage-deflate; client_no_context_takeover",
      );
      const sent = Array.from({ length: 12 }, (_, n) => enriched(n));
      for (let n = 0; n < 12; n += 2) await rig.tick(tickOf(sent.slice(n, n + 2)));
      expect(await said.get("/got")?.promise).toEqual(sent);
    } finally {
      // The program may be a script that starts the browser.
      if (browser.pid !== undefined) process.kill(-browser.pid, "SIGKILL");
      server.closeAllConnections();
      server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    }
  });
});
