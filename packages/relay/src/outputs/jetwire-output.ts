import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { Problem, RelayAnswer } from "@jetwire/protocol";
import {
  dictionaries,
  dictionaryHeader,
  relayBatchHeader,
  relayDictionary,
  writeRelayBatch,
  writeRelayedLines,
} from "@jetwire/transport";
import { pause } from "@jetwire/runtime";
import type { OutputSender } from "./output-sender.ts";

const compressed = promisify(zstdCompress);
/** A third smaller than the default for a millisecond more in a second. */
const compressionLevel = 9;
/** Node's own, 64 KiB, would be allocated for each batch of a few lines. */
const chunkBytes = 8_192;
const requestMsMax = 30_000;
const answerBytesMax = 65_536;
const agentOptions = { keepAlive: true, maxSockets: 1 };
/** The pause after a batch of which only a part was taken. */
const partlyTakenMs = 1_000;

interface Response {
  readonly status: number;
  readonly text: string;
}

/** How lines are sent to a Jetwire. */
export interface JetwireOptions {
  /** Prove the messages of their stations. */
  readonly stationKeys: readonly string[];
  readonly lingerMs: number;
}

/** Posts batches of lines to the ingest of a Jetwire. They are taken when it has them on disk. */
export function createJetwireOutput(
  url: URL,
  { stationKeys, lingerMs }: JetwireOptions,
): OutputSender {
  const isSecure = url.protocol === "https:";
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const request = isSecure ? httpsRequest : httpRequest;
  const dictionary = dictionaries.get(relayDictionary);
  // Without the checksum, another dictionary of the same name would give other lines in place of an error.
  const params = {
    [constants.ZSTD_c_compressionLevel]: compressionLevel,
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  const fixed = {
    "content-type": "application/x-ndjson",
    "content-encoding": "zstd",
    [dictionaryHeader]: relayDictionary,
    ...(stationKeys.length > 0 && { "x-station-key": stationKeys.join(", ") }),
  };

  function post(body: Buffer, batch: string, signal: AbortSignal): Promise<Response> {
    const headers = { ...fixed, [relayBatchHeader]: batch, "content-length": body.length };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(requestMsMax)]);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const posting = request(url, { method: "POST", agent, headers, signal: limit });
    posting.on("error", reject);
    posting.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      readText(response).then((text) => resolve({ status, text }), reject);
    });
    posting.end(body);
    return promise;
  }

  return {
    batchMax: { lines: 500, bytes: 524_288 },
    lingerMs,
    async send({ series, first, lines }, signal) {
      const times = lines.map((line) => line?.receivedAtMs ?? lines[0]?.receivedAtMs ?? 0);
      const text = Buffer.from(
        writeRelayedLines(
          lines.map((line, index) => ({
            receivedAtMs: times[index] ?? 0,
            text: line?.text ?? "",
          })),
        ),
      );
      const body = await compressed(text, {
        params,
        pledgedSrcSize: text.length,
        chunkSize: chunkBytes,
        ...(dictionary && { dictionary }),
      });
      const response = await post(body, writeRelayBatch({ series, first }), signal);
      const { acknowledged, repeated, refused } = readAnswer(response, url);
      if (acknowledged < lines.length) await pause(partlyTakenMs, signal);
      return { taken: Math.min(acknowledged, lines.length), repeated, refused, bytes: body.length };
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
    },
  };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error("the answer is too long to be that of a Jetwire");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @throws an error that says what was answered, and what to do */
function readAnswer({ status, text }: Response, url: URL): RelayAnswer {
  const body = parseOrNull(text);
  if (status === 202) {
    const answer = RelayAnswer.safeParse(body);
    if (answer.success) return answer.data;
    throw new Error(`${url.host} does not take batches of relays: it needs a newer Jetwire`);
  }
  const problem = Problem.safeParse(body).data?.message;
  const advice = adviceOf(status, problem);
  throw new Error(`${url.host} answered ${[status, problem, advice].filter(Boolean).join(": ")}`);
}

function adviceOf(status: number, problem = ""): string {
  switch (status) {
    case 400:
    case 403:
      return problem.includes("key")
        ? "create a key on the page of the station, and name it in stationKeys of this output"
        : "";
    case 404:
    case 405:
      return "the address of this output must be that of the ingest, which ends with /v1/ingest";
    case 415:
      return "this relay is newer than the Jetwire: update that first";
    default:
      return "";
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
