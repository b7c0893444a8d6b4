import { randomUUID } from "node:crypto";
import { openLineSender } from "@jetwire/feeder";
import { endpoints } from "@jetwire/protocol";
import { pause, withDeadline } from "@jetwire/runtime";
import { askHttp, type Asking } from "./ask-http.ts";
import { reasonOf } from "./failure.ts";
import { type SentFacts, ShownFeeding } from "./public-facts.ts";

/** A port of feeders at one address. */
export interface FeederPort {
  readonly transport: "udp" | "tcp";
  readonly host: string;
  readonly port: number;
}

/** How the service is asked what has arrived. */
export interface ArrivalQuestion extends Pick<Asking, "address" | "msMax"> {
  readonly page: URL;
  readonly ident: string;
}

/** An answer of `GET /v1/feeding` is up to five seconds old. */
const askEveryMs = 5_500;
const arrivalMsMax = 25_000;
const aloneMsMax = 12_000;
const portsMax = 64;

/**
 * Sends a message to each port as a feeder does, and asks the service how many have arrived. If some have not, each port is
 * tried alone, because nothing tells from which port a message came. Never rejects.
 */
export async function sendAsFeeder(
  ports: readonly FeederPort[],
  question: ArrivalQuestion,
): Promise<SentFacts> {
  const tried = ports.slice(0, portsMax);
  const { ident } = question;
  const facts = { ident, sent: tried.length, missing: [], failure: null };
  try {
    const before = await countArrived(question);
    for (const port of tried) await send(port, question);
    if (await hasArrived(before + tried.length, arrivalMsMax, question)) return facts;
    let count = await countArrived(question);
    if (count <= before) return { ...facts, missing: tried.map(nameOf) };
    const missing: string[] = [];
    for (const port of tried) {
      await send(port, question);
      if (await hasArrived(count + 1, aloneMsMax, question)) count++;
      else missing.push(nameOf(port));
    }
    return { ...facts, missing };
  } catch (error) {
    return { ...facts, failure: reasonOf(error) };
  }
}

function nameOf({ transport, host, port }: FeederPort): string {
  return `${port}/${transport} of ${host}`;
}

/** Sends a message that no other is like, so that none is a duplicate. What cannot be sent does not arrive. */
async function send(port: FeederPort, { ident, msMax }: ArrivalQuestion): Promise<void> {
  await using sender = openLineSender(port);
  const line = JSON.stringify({
    timestamp: Date.now() / 1_000,
    station_id: ident,
    channel: 0,
    freq: 131.55,
    level: 0,
    error: 0,
    mode: "2",
    label: "Q0",
    text: `JETWIRE DOCTOR ${nameOf(port)} ${randomUUID()}`.toUpperCase(),
    app: { name: "acarsdec", ver: "4.0" },
  });
  const until = AbortSignal.timeout(msMax);
  const sending = (async () => {
    await sender.connect(until);
    await sender.send([Buffer.from(line)], until);
    await sender.finish(until);
  })();
  await withDeadline(sending, msMax, "sending").catch(() => {});
}

async function hasArrived(
  count: number,
  msMax: number,
  question: ArrivalQuestion,
): Promise<boolean> {
  const endMs = performance.now() + msMax;
  do {
    await pause(askEveryMs);
    if ((await countArrived(question)) >= count) return true;
  } while (performance.now() < endMs);
  return false;
}

/** Returns the messages of the station in the last hour. @throws Error if the service does not tell */
async function countArrived({ page, ident, ...asking }: ArrivalQuestion): Promise<number> {
  const { path } = endpoints.readFeeding;
  const url = new URL(`${path}?${new URLSearchParams({ ident }).toString()}`, page);
  const asked = await askHttp({ url, ...asking });
  if (asked.failure !== undefined) throw new Error(asked.failure);
  if (asked.value.status !== 200) throw new Error(`${path} answers ${asked.value.status}`);
  return ShownFeeding.parse(JSON.parse(asked.value.body)).messagesLastHour;
}
