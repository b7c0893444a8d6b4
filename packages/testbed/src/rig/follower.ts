import { Message, messageIdFloor } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";

/** A client of REST that reads all messages in the order of their ids, as they become stable. */
export interface Follower {
  readonly name: string;
  /** The ids that it has received, in order of arrival. */
  readonly ids: readonly string[];
  /** Requests that failed and were repeated. */
  readonly failures: number;
  run(signal: AbortSignal): Promise<void>;
}

const pollMs = 1_000;
const requestMsMax = 20_000;
const pageRows = 100;

/** Follows the list by `after`, as the link `prev` says. */
export function createListFollower(restUrl: string, apiKey: string, fromMs: number): Follower {
  return createFollower("list", messageIdFloor(fromMs), async (after, add) => {
    const path = `/v1/messages?limit=${pageRows}&after=${after}`;
    const response = await request(restUrl, path, apiKey);
    const page = (await response.json()) as { id: string }[];
    add(page.map(({ id }) => id).toReversed());
    const link = /<([^>]+)>; rel="prev"/.exec(response.headers.get("link") ?? "")?.[1];
    if (link === undefined) throw new Error("The page has no link to the next one");
    const next = new URL(link, restUrl).searchParams.get("after");
    return { after: next ?? after, isFull: page.length === pageRows };
  });
}

/** Follows the export, which it continues after the last complete line. */
export function createExportFollower(restUrl: string, apiKey: string, fromMs: number): Follower {
  return createFollower("export", messageIdFloor(fromMs), async (after, add) => {
    const path = `/v1/messages/export?format=ndjson&after=${after}`;
    const response = await request(restUrl, path, apiKey);
    let last = after;
    let rest = "";
    const decoder = new TextDecoder();
    const chunks = response.body as AsyncIterable<Uint8Array> | null;
    try {
      for await (const chunk of chunks ?? []) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        const ids = lines.map((line) => Message.shape.id.parse((JSON.parse(line) as Message).id));
        add(ids);
        last = ids.at(-1) ?? last;
      }
    } catch {
      // The export broke off: what is complete counts.
    }
    return { after: last, isFull: false };
  });
}

async function request(restUrl: string, path: string, apiKey: string): Promise<Response> {
  const response = await fetch(`${restUrl}${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(requestMsMax),
  });
  if (response.status !== 200) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return response;
}

interface Progress {
  readonly after: string;
  readonly isFull: boolean;
}

function createFollower(
  name: string,
  first: string,
  read: (after: string, add: (ids: readonly string[]) => void) => Promise<Progress>,
): Follower {
  const ids: string[] = [];
  let failures = 0;
  return {
    name,
    ids,
    get failures() {
      return failures;
    },
    async run(signal) {
      let after = first;
      while (!signal.aborted) {
        const progress = await read(after, (more) => ids.push(...more)).catch(() => null);
        if (progress === null) failures++;
        else ({ after } = progress);
        if (progress?.isFull !== true) await pause(pollMs, signal);
      }
    },
  };
}
