/**
 * Archives every message of an account's own stations in a file, one JSON object per line.
 *
 *   JETWIRE_URL=https://… JETWIRE_REALTIME=wss://… JETWIRE_KEY=jw_… node archive-feed.ts messages.ndjson
 *
 * It continues where it stopped, whether it was stopped, killed or disconnected. Lines written in the
 * last second before it was killed may be repeated; none is missing.
 */
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import process from "node:process";
import { connectRealtime, createRestClient, type PositionStore } from "@jetwire/client";
import { type FeedGap, type Message, messageIdTimeMs } from "@jetwire/protocol";

const { JETWIRE_URL = "", JETWIRE_REALTIME = "", JETWIRE_KEY } = process.env;
const archive = process.argv[2] ?? "messages.ndjson";
const rest = createRestClient({ baseUrl: JETWIRE_URL, apiKey: JETWIRE_KEY });
const own = new Set<number>();

const realtime = connectRealtime({
  url: JETWIRE_REALTIME,
  apiKey: JETWIRE_KEY,
  feed: { handle: write, store: fileStore(`${archive}.position`), onGap: fill },
});
realtime.on("feed:authenticated", ({ stations }) => {
  for (const { id } of stations) own.add(id);
});
realtime.onConnection((connection) => console.error(connection));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void realtime.close());
const { cause } = await realtime.ended;
// Waits until the present message is written and the position saved.
await realtime.close();
process.exitCode = cause === "closed" ? 0 : 1;

async function write(message: Message): Promise<void> {
  await appendFile(archive, `${JSON.stringify(message)}\n`);
}

/**
 * Reads the messages that the feed no longer has by REST, station by station and newest first. It uses
 * `since`, because a list by `after` ends some seconds before now.
 */
async function fill({ after }: FeedGap): Promise<void> {
  if (after === null) return;
  const since = new Date(messageIdTimeMs(after)).toISOString();
  for (const id of own) {
    const messages = rest.listMessages({ station: id, since }, { itemsMax: 1_000_000 });
    for await (const message of messages) if (message.id > after) await write(message);
  }
}

/** Writes a new file and renames it, so that the file is never incomplete. */
function fileStore(path: string): PositionStore {
  return {
    async load() {
      try {
        return await readFile(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async save(id) {
      await writeFile(`${path}.new`, id);
      await rename(`${path}.new`, path);
    },
  };
}
