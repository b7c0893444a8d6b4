/**
 * Archives every message of an account's own stations into a file, a line each.
 *
 *   JETWIRE_URL=https://… JETWIRE_REALTIME=wss://… JETWIRE_KEY=jw_… node archive-feed.ts messages.ndjson
 *
 * Stopped, killed or disconnected it goes on where it was. A line that was written just before it was
 * killed may be there twice; none is missing.
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
// What is in hand is finished, and its place saved.
await realtime.close();
process.exitCode = cause === "closed" ? 0 : 1;

async function write(message: Message): Promise<void> {
  await appendFile(archive, `${JSON.stringify(message)}\n`);
}

/**
 * Away for longer than the feed goes back: the REST interface has the rest, station by station, newest
 * first. By `since`, because what is listed by `after` stays some seconds behind.
 */
async function fill({ after }: FeedGap): Promise<void> {
  if (after === null) return;
  const since = new Date(messageIdTimeMs(after)).toISOString();
  for (const id of own) {
    const heard = rest.listMessages({ station: id, since }, { itemsMax: 1_000_000 });
    for await (const message of heard) if (message.id > after) await write(message);
  }
}

/** Written beside and moved into its place, so that it is never half a file. */
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
