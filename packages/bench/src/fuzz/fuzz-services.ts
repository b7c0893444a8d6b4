import { Agent, request, type RequestOptions } from "node:http";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { endpoints } from "@jetwire/protocol";
import {
  addFeeder,
  brokenFrame,
  clientFrame,
  type Deployment,
  hostileEvent,
  hostileJson,
  malformedPacket,
  type SeededRandom,
} from "@jetwire/testbed";
import type { FuzzTarget } from "./fuzz-target.ts";
import { decoderBytes } from "./fuzz-parsers.ts";

const waitMsMax = 10_000;
const framesPerInput = 50;
const hostileBodyCharsMax = 65_536;
const lastFrame = clientFrame('42["messages:sniff:stop"]');

/** A request as it is sent, and the input of REST as JSON. */
interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  /** The query and the body are repeated as often as this. */
  readonly times: number;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Returns the services behind their ports: ingest's HTTP bodies, REST's routes and the gateway's events. */
export async function serviceTargets(
  jetwire: Deployment,
  texts: readonly string[],
): Promise<FuzzTarget[]> {
  const { apiKey } = await addFeeder(jetwire, "fuzz", "FUZZ-1");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ingestPort = jetwire.ingest.httpPort;
  const restPort = Number(new URL(jetwire.restUrl).port);
  const gatewayPort = Number(new URL(jetwire.gatewayUrls[0] ?? "").port);
  return [
    {
      name: "ingest over HTTP",
      share: 0.01,
      growthBytes: 262_144,
      make: (random) => decoderBytes(texts, hostileBodyCharsMax, random),
      run: (input) => postBody(agent, ingestPort, input),
    },
    {
      name: "REST routes",
      share: 0.01,
      growthBytes: 1,
      make: (random) => Buffer.from(JSON.stringify(makeRequest(random, apiKey))),
      repeat: (input, times) => Buffer.from(JSON.stringify({ ...readRequest(input), times })),
      run: (input) => sendRequest(agent, restPort, readRequest(input)),
    },
    {
      // An input is a connection of 50 frames.
      name: "gateway connections",
      share: 0.01 / framesPerInput,
      growthBytes: 1,
      make: makeFrames,
      run: (input) => sendFrames(gatewayPort, input, apiKey),
    },
  ];
}

/** Posts bytes as they are, gzipped, or called gzipped, by what they begin with. */
async function postBody(agent: Agent, port: number, input: Buffer): Promise<void> {
  const kind = (input[0] ?? 0) % 3;
  const body = kind === 0 ? gzipSync(input) : input;
  const headers = kind === 2 ? {} : { "content-encoding": "gzip" };
  const options = { agent, port, path: "/v1/ingest", method: "POST", headers };
  await sendBytes(
    options,
    kind === 1 && (input[1] ?? 0) % 2 === 0 ? gzipSync(body).subarray(9) : body,
  );
}

const hostileWords: readonly string[] = [
  "%00", "..%2f..", "%ff", "-1", "0", "1e309", "9".repeat(400), "NaN", "null", "[]", "{}", "true",
  "a".repeat(3_000), "%F0%9F%9B%AB", "'or 1=1--", "__proto__", "*", "%", "2025-13-45T99:99:99Z",
  "2025-01-01T00:00:00Z", "00000000-0000-7000-8000-000000000000", "UA123", "-90,-180,90,180",
  "ABC123", "raw,decoded,tree", "csv", "50", "a,b,c,".repeat(300),
]; // prettier-ignore
const queryNames: readonly string[] = [
  "flight", "tail", "icao", "station", "airframe", "label", "exclude_label", "source_type", "since",
  "until", "text", "bbox", "has_position", "error_max", "snr_min", "limit", "before", "after", "include",
  "format", "q", "days", "__proto__", "constructor", "flight[]", "a[b][c]", "",
]; // prettier-ignore
const headerNames: readonly string[] = [
  "if-none-match", "accept", "accept-encoding", "cookie", "origin", "range", "x-forwarded-for",
  "x-csrf-token", "accept-language", "content-encoding",
]; // prettier-ignore

function makeRequest(random: SeededRandom, apiKey: string): FuzzRequest {
  const { path, method } = random.pick(Object.values(endpoints));
  const word = () => random.pick(hostileWords);
  const pairs = Array.from(
    { length: random.integer(0, 5) },
    () => `${random.pick(queryNames)}=${word()}`,
  );
  const headers: Record<string, string> = random.chance(0.7) ? { "x-api-key": apiKey, authorization: `Bearer ${apiKey}` } : { authorization: word() }; // prettier-ignore
  if (random.chance(0.3)) headers[random.pick(headerNames)] = word();
  const hasBody = method !== "GET" && random.chance(0.9);
  if (hasBody) headers["content-type"] = random.chance(0.9) ? "application/json" : word();
  return {
    method: random.chance(0.95) ? method : random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]), // prettier-ignore
    path: path.replaceAll(/:\w+/g, word),
    times: 1,
    query: pairs.join("&"),
    headers,
    body: hasBody ? hostileJson(random) : null,
  };
}

function readRequest(input: Buffer): FuzzRequest {
  return JSON.parse(input.toString()) as FuzzRequest;
}

async function sendRequest(agent: Agent, port: number, made: FuzzRequest): Promise<void> {
  const { method, path, headers, times } = made;
  const query = Array.from({ length: times }, () => made.query).join("&");
  const body = made.body === null ? "" : times === 1 ? made.body : `[${Array.from({ length: times }, () => made.body).join(",")}]`; // prettier-ignore
  await sendBytes(
    { agent, port, method, headers, path: encodeRaw(`${path}?${query}`) },
    Buffer.from(body),
  );
}

/** Escapes the characters that node:http would not send. */
function encodeRaw(path: string): string {
  return path.replaceAll(/[^!-~]/g, (character) => encodeURIComponent(character));
}

/** @throws Error if the server answers that it failed. Refusals are answers, and a closed connection may be one. */
async function sendBytes(options: RequestOptions, body: Buffer): Promise<void> {
  const { status, text } = await new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      const ended = () => resolve({ status: 0, text: "" });
      const sent = request({ host: "127.0.0.1", timeout: waitMsMax, ...options }, (response) => {
        let received = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          if (received.length < 1_000) received += chunk;
        });
        response.once("close", () => resolve({ status: response.statusCode ?? 0, text: received }));
      });
      sent.once("timeout", () => {
        sent.destroy();
        reject(new Error(`no answer to ${options.method} ${options.path}`));
      });
      sent.once("error", ended);
      sent.end(body);
    },
  );
  if (status >= 500 && status !== 503) {
    throw new Error(`${options.method} ${options.path} was answered ${status}: ${text}`);
  }
}

function makeFrames(random: SeededRandom): Buffer {
  const strange = random.chance(0.6) ? 0 : 0.1;
  const make = random.chance(0.8) ? malformedPacket : brokenFrame;
  const frames = Array.from({ length: framesPerInput }, () =>
    random.chance(strange) ? make(random) : hostileEvent(random),
  );
  return Buffer.concat(frames);
}

/** Sends frames on a connection, with or without a key, until the server has worked through them or closed it. */
async function sendFrames(port: number, input: Buffer, apiKey: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const auth = (input[2] ?? 0) % 2 === 0 ? { apiKey } : {};
  socket.write(upgrade);
  try {
    await waitFor(socket, '"sid"');
    socket.write(clientFrame(`40${JSON.stringify(auth)}`));
    await waitFor(socket, '40{"sid"');
    socket.write(Buffer.concat([input, lastFrame]));
    await waitFor(socket, "messages:sniff:stopped");
  } finally {
    socket.destroy();
  }
}

const upgrade = [
  "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
  "Host: x",
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "\r\n",
].join("\r\n");

/** Waits for a text or the end of the connection. @throws Error if neither comes in time. */
async function waitFor(socket: Socket, wanted: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let text = "";
    function end(): void {
      clearTimeout(timer);
      socket.removeAllListeners();
      // The server may reset the connection later.
      socket.on("error", () => {});
      resolve();
    }
    const timer = setTimeout(() => reject(new Error(`no ${wanted} in time`)), waitMsMax);
    socket.on("data", (chunk) => {
      text = (text + chunk.toString("latin1")).slice(-16_384);
      // 0x88 begins a close frame.
      if (text.includes(wanted) || text.includes("\u0088")) end();
    });
    socket.once("error", end);
    socket.once("close", end);
    if (socket.closed) end();
  });
}
