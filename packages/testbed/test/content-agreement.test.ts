import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { readObject } from "@jetwire/decoders";
import {
  clientEvent,
  type EnrichedMessage,
  Message,
  type MonitorData,
  serverEvent,
} from "@jetwire/protocol";
import { io } from "socket.io-client";
import { expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  addFeeder,
  decoderCorpus,
  describeUnless,
  jetwire,
  postLines,
  readAccounting,
  startDeployment,
  until,
} from "../src/index.ts";

const { folder: corpus, missing } = decoderCorpus;
const decoderFiles = ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"];
const linesPerPost = 100;
const pageRows = 100;
/** Fewer than a client may subscribe to in a minute. */
const monitorsPerClient = 5;

interface CorpusLine {
  readonly line: string;
  readonly ident: string;
}

/** The recorded lines that contain a message of a named station. */
function linesOfMessages(): CorpusLine[] {
  const files = readdirSync(corpus).filter((name) =>
    decoderFiles.some((decoder) => name === `${decoder}.ndjson`),
  );
  const lines = files.flatMap((file) =>
    readFileSync(new URL(file, corpus), "utf8").trim().split("\n"),
  );
  return lines.flatMap((line) => {
    const result = readObject(JSON.parse(line));
    if (result.status !== "decoded" || result.message.stationIdent === null) return [];
    return [{ line, ident: result.message.stationIdent }];
  });
}

type Counts = Map<string, { messages: number; byDecoder: number; byText: number }>;

/** Prints how many messages of each decoder have content, and of which kind. */
function printContents(messages: readonly Message[]): void {
  const counts: Counts = new Map();
  for (const { source, decoded } of messages) {
    const key = `${source} | ${decoded?.application ?? "none"}`;
    const count = counts.get(key) ?? { messages: 0, byDecoder: 0, byText: 0 };
    count.messages++;
    if (decoded?.by === "decoder") count.byDecoder++;
    if (decoded?.by === "text") count.byText++;
    counts.set(key, count);
  }
  const rows = [...counts].map(([key, one]) => [key, ...Object.values(one)].join(" | "));
  const head = "source | application | messages | decoded by the decoder | decoded from text";
  process.stdout.write(`\n${[head, ...rows.toSorted()].join("\n")}\n`);
}

describeUnless(missing, "the content of real messages", () => {
  test("R-03 R-26 R-28 R-33: is the same by id, in lists, exports, feeds, station monitors and on the firehose", async () => {
    await using jw = await startDeployment({
      environment: {
        SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
        // The recordings are years old.
        INGEST_BEHIND_SECONDS_MAX: "1",
      },
    });
    const lines = linesOfMessages();
    const idents = [...new Set(lines.map(({ ident }) => ident))];
    await jetwire(jw, "tiers", "set", "feeder", "--requests-per-minute", "1000000");
    const { apiKey, stationIds } = await addFeeder(jw, "owner", ...idents);
    const headers = { authorization: `Bearer ${apiKey}` };
    const [gatewayUrl = ""] = jw.gatewayUrls;
    using feed = await connectFeed(gatewayUrl, apiKey);
    await using stack = new AsyncDisposableStack();
    const connect = () => {
      const socket = io(gatewayUrl, { transports: ["websocket"], forceNew: true });
      stack.defer(() => void socket.disconnect());
      return socket;
    };
    const monitored: Message[] = [];
    const firehose: EnrichedMessage[] = [];
    const viewer = connect();
    viewer.on(serverEvent.message, (message: EnrichedMessage) => firehose.push(message));
    const sniffing = new Promise((resolve) => viewer.once(serverEvent.sniffStarted, resolve));
    viewer.emit(clientEvent.sniff);
    await sniffing;
    for (let from = 0; from < stationIds.length; from += monitorsPerClient) {
      const client = connect();
      client.on(serverEvent.monitorData, ({ newMessages }: MonitorData) =>
        monitored.push(...newMessages),
      );
      for (const id of stationIds.slice(from, from + monitorsPerClient)) {
        const answer: unknown = await client
          .timeout(5_000)
          .emitWithAck(clientEvent.monitorStart, id);
        expect(answer).toMatchObject({ ok: true });
      }
    }

    for (let from = 0; from < lines.length; from += linesPerPost) {
      await postLines(
        jw,
        lines.slice(from, from + linesPerPost).map(({ line }) => line),
      );
    }
    await until("every line to be accounted for", async () => {
      const accounting = await readAccounting(jw.database.sql);
      return accounting.offered >= lines.length && accounting.unaccounted === 0;
    });
    const rows = await jw.database.sql<{ id: string; first: boolean }[]>`
      select id, id = group_id as first from messages order by id`;
    expect(rows.length).toBeGreaterThan(1_000);
    const firsts = rows.filter(({ first }) => first).length;
    await until(
      "the feed, the monitor and the firehose to catch up",
      () =>
        feed.received.length >= rows.length &&
        monitored.length >= rows.length &&
        firehose.length >= firsts,
      60_000,
    );

    const byId = new Map<string, Message>();
    for (const { id } of rows) {
      const response = await fetch(`${jw.restUrl}/v1/messages/${id}`, { headers });
      byId.set(id, Message.parse(await response.json()));
    }
    expect(sorted(feed.received)).toEqual(sorted([...byId.values()]));
    expect(sorted(monitored)).toEqual(sorted([...byId.values()]));
    expect(sorted(await readList(jw.restUrl, headers))).toEqual(sorted([...byId.values()]));
    expect(sorted(await readExport(jw.restUrl, headers))).toEqual(sorted([...byId.values()]));
    expect(firehose).toHaveLength(firsts);
    for (const {
      station: _station,
      airframe: _airframe,
      flight: _flight,
      ...message
    } of firehose) {
      expect(message).toEqual(byId.get(message.id));
    }
    printContents([...byId.values()]);
  }, 400_000);
});

function sorted(messages: readonly Message[]): Message[] {
  return messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Headers = Readonly<Record<string, string>>;

async function readList(restUrl: string, headers: Headers): Promise<Message[]> {
  const messages: Message[] = [];
  for (let path: string | undefined = `/v1/messages?limit=${pageRows}`; path !== undefined;) {
    const response: Response = await fetch(new URL(path, restUrl), { headers });
    messages.push(...Message.array().parse(await response.json()));
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return messages;
}

async function readExport(restUrl: string, headers: Headers): Promise<Message[]> {
  const response = await fetch(`${restUrl}/v1/messages/export?format=ndjson`, { headers });
  const text = await response.text();
  return text
    .trim()
    .split("\n")
    .map((line) => Message.parse(JSON.parse(line)));
}
