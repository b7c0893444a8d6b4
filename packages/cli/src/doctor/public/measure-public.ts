import { networkInterfaces } from "node:os";
import { readCertificate } from "@jetwire/health";
import type { z } from "zod";
import { askHttp, type Asking } from "./ask-http.ts";
import { askRealtime } from "./ask-realtime.ts";
import { shortLine, reasonOf } from "./failure.ts";
import {
  type Found,
  type HttpAnswer,
  type NameFacts,
  type PublicFacts,
  ShownAggregator,
  ShownIngest,
  ShownStatus,
} from "./public-facts.ts";
import { resolveName } from "./resolve-name.ts";
import { sendAsFeeder } from "./send-as-feeder.ts";
import { tryPort, tryPorts } from "./try-ports.ts";

export interface PublicWishes {
  /** The address of the page. */
  readonly url: URL;
  /** The port of plain HTTP; null if it is not looked at. */
  readonly plainPort: number | null;
  /** The station under which test messages are sent to the ports of feeders; null sends none. */
  readonly ident: string | null;
  /** The longest time for each question, ms. */
  readonly msMax: number;
}

/** Addresses of a name that are tried, and ports of feeders that a service names. */
const addressesMax = 8;
const portsMax = 32;
/** JAERO sends such an object every few seconds: ingest reads it, and stores nothing of it. */
const statusObject = JSON.stringify({ DCD: true, SNR: 10, FREQUENCY: 1_545_000_000 });

/** Looks at a deployment through its public name, as strangers come. Never rejects. */
export async function measurePublic(wishes: PublicWishes): Promise<PublicFacts> {
  const { url, msMax } = wishes;
  const name = await resolveName(url.hostname, msMax);
  const isEncrypted = url.protocol === "https:";
  const port = Number(url.port || (isEncrypted ? 443 : 80));
  const all = addressesOf(name);
  const addresses = await Promise.all(
    all.map(async (address) => ({ address, failure: await tryPort(address, port, msMax) })),
  );
  const open = addresses.flatMap(({ address, failure }) => (failure === null ? [address] : []));
  const [first = null] = open;
  const [certificates, plain, served] = await Promise.all([
    isEncrypted ? Promise.all(open.map((address) => readOne(url, address))) : null,
    askPlain(wishes, all),
    first === null ? notServed : measureServed(wishes, first),
  ]);
  const ownAddresses = Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).map(({ address }) => address),
  );
  return {
    url,
    nowMs: Date.now(),
    name,
    addresses,
    ownAddresses,
    certificates,
    plain,
    ...served,
  };
}

const notServed = {
  page: null,
  status: null,
  aggregator: null,
  realtime: null,
  ingest: null,
  feedName: null,
  ports: null,
  sent: null,
};

/** Measures what is behind an address that accepts connections. */
async function measureServed(wishes: PublicWishes, address: string) {
  const { url, msMax } = wishes;
  const ask = async (path: string) =>
    await askHttp({ url: new URL(path, url), address, msMax, headers: { accept: "*/*" } });
  const [page, status, aggregator] = await Promise.all([
    ask("/"),
    ask("/v1/status").then((answer) => parsed(answer, ShownStatus)),
    ask("/v1/aggregator").then((answer) => parsed(answer, ShownAggregator)),
  ]);
  const [realtime, ingest, feeding] = await Promise.all([
    measureRealtime(status, wishes, address),
    measureIngest(aggregator, wishes, address),
    measureFeeding(aggregator, wishes, address),
  ]);
  return { page, status, aggregator, realtime, ingest, ...feeding };
}

async function measureRealtime(
  status: Found<ShownStatus>,
  { url, msMax }: PublicWishes,
  address: string,
): Promise<Found<string> | null> {
  const target = status.value?.realtime ?? null;
  if (target === null || !URL.canParse(target)) return null;
  return await askElsewhere(new URL(target), { url, address, msMax }, async (asking) =>
    askRealtime(asking.url, { ...asking, origin: url.origin }),
  );
}

async function measureIngest(
  aggregator: Found<ShownAggregator>,
  { url, msMax }: PublicWishes,
  address: string,
): Promise<Found<string> | null> {
  const target = aggregator.value?.send.http ?? null;
  if (target === null || !URL.canParse(target)) return null;
  const answer = await askElsewhere(new URL(target), { url, address, msMax }, async (asking) =>
    askHttp({ ...asking, body: statusObject }),
  );
  const read = parsed(answer, ShownIngest, 202);
  if (read.failure !== undefined) return read;
  const [item] = read.value.items;
  return item?.status === "ignored" || item?.status === "accepted"
    ? { value: item.status }
    : { failure: `it answers ${item?.status ?? "nothing"} (${shortLine(item?.reason ?? "")})` };
}

/** Asks an address that the service has named. One of the page's host is asked at the same address. */
async function askElsewhere<Value>(
  target: URL,
  { url, address, msMax }: Pick<Asking, "url" | "address" | "msMax">,
  ask: (asking: Asking) => Promise<Found<Value>>,
): Promise<Found<Value>> {
  if (target.hostname === url.hostname) return await ask({ url: target, address, msMax });
  const [other] = addressesOf(await resolveName(target.hostname, msMax));
  if (other === undefined) return { failure: `${shortLine(target.hostname)} has no address` };
  return await ask({ url: target, address: other, msMax });
}

async function measureFeeding(
  aggregator: Found<ShownAggregator>,
  { url, ident, msMax }: PublicWishes,
  address: string,
) {
  if (aggregator.value === undefined) return { feedName: null, ports: null, sent: null };
  const { host, tcp, udp } = aggregator.value.send;
  const feedName = await resolveName(host, msMax);
  const addresses = addressesOf(feedName);
  const ports = await tryPorts(addresses, tcp.filter(isPort).slice(0, portsMax), msMax);
  const feederPorts = addresses.flatMap((of) => [
    ...udp.filter(isPort).map((port) => ({ transport: "udp" as const, host: of, port })),
    ...ports.flatMap(({ port, address: at, failure }) =>
      at === of && failure === null
        ? [{ transport: "tcp" as const, host: of, port: Number.parseInt(port, 10) }]
        : [],
    ),
  ]);
  const question = { page: url, ident: ident ?? "", address, msMax };
  return {
    feedName,
    ports,
    sent: ident === null ? null : await sendAsFeeder(feederPorts, question),
  };
}

async function askPlain(
  { url, plainPort, msMax }: PublicWishes,
  [address]: readonly string[],
): Promise<Found<HttpAnswer> | null> {
  if (plainPort === null || address === undefined) return null;
  const plain = new URL("/", url);
  plain.protocol = "http:";
  plain.port = String(plainPort);
  return await askHttp({ url: plain, address, msMax });
}

async function readOne(url: URL, address: string) {
  const read = await readCertificate(url, address).then(
    (value) => ({ value }),
    (error: unknown) => ({ failure: reasonOf(error) }),
  );
  return { address, read };
}

function parsed<Value>(
  answer: Found<HttpAnswer>,
  schema: z.ZodType<Value>,
  expected = 200,
): Found<Value> {
  if (answer.failure !== undefined) return answer;
  const { status, body } = answer.value;
  if (status !== expected) return { failure: `it answers ${status} in place of ${expected}` };
  try {
    const read = schema.safeParse(JSON.parse(body));
    if (read.success) return { value: read.data };
  } catch {
    // It has another shape, too.
  }
  return { failure: "what it answers is not Jetwire's" };
}

function addressesOf({ a, aaaa }: NameFacts): string[] {
  return [...a, ...aaaa].slice(0, addressesMax);
}

function isPort(port: number): boolean {
  return port > 0 && port <= 65_535;
}
