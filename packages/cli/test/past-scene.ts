import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { acarsdecLine, createTestDatabase } from "@jetwire/testbed";
import { type Ran, runJetwire } from "./run-jetwire.ts";

const dayMs = 86_400_000;
/** A whole second, three days ago. */
export const beganMs = Math.floor((Date.now() - 3 * dayMs) / 1_000) * 1_000;

/** Returns a line of acarsdec, so many seconds after the beginning. */
export function lineAt(seconds: number, over: object = {}, station = "PAST-1"): string {
  const text = `TEXT ${seconds}`;
  return acarsdecLine(station, text, { timestamp: beganMs / 1_000 + seconds, ...over });
}

/** Moves the time in the first 13 characters of an id. */
export function later(time: string, ms: number): string {
  const hex = (Number.parseInt(time.replace("-", ""), 16) + ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Starts a database, and a folder for files to import. */
export async function startPastScene() {
  const at = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "jetwire-past-"));
  const { sql } = at.database;
  const env = { DATABASE_URL: at.url, REDIS_URL: at.redisUrl, JETWIRE_NAMESPACE: at.namespace };
  return {
    sql,
    folder,
    env,
    importing: (...args: string[]): Promise<Ran> =>
      runJetwire(["import", "messages", ...args, "--rate", "100000", "--json"], {
        env,
        cwd: folder,
      }),
    async put(name: string, content: string | Buffer): Promise<string> {
      await writeFile(join(folder, name), content);
      return name;
    },
    async stored(): Promise<Message[]> {
      const rows = await sql<{ id: string }[]>`select id from messages order by id`;
      const messages = await Promise.all(rows.map(({ id }) => db.messages.read(sql, id)));
      return messages.filter((message) => message !== null);
    },
    /** Stores a message as the services store what a feeder sends now, with an id of so much later. */
    async storeLive(message: Message, lateMs: number): Promise<string> {
      const id = message.id.replace(/^.{13}/, (time) => later(time, lateMs));
      const links = { first: true, skewed: false, icao: null, flightKey: null };
      const live = { message: { ...message, id, groupId: id }, links, raw: "{}", producer: "live:1", seq: 1 }; // prettier-ignore
      const parts = [{ partition: 0, messages: [live] }];
      await db.messageStore.storeBatch(sql, { parts, airframes: [], flights: [] });
      return id;
    },
    async empty(): Promise<void> {
      await rm(join(folder, "jetwire-import.position.json"), { force: true });
      await sql`truncate messages, message_raws, stations, airframes, flights, message_counts, flight_changes,
        airframe_positions, watermarks, redactions cascade`;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await at[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
