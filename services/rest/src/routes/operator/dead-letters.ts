import * as db from "@jetwire/db";
import type { Sql, StoredDeadLetter } from "@jetwire/db";
import {
  AppError,
  type DeadLetterContent,
  endpoints,
  entryField,
  type ListedDeadLetter,
} from "@jetwire/protocol";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { Read } from "../../database-reader.ts";
import { pageOf } from "../../http/page-links.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

const retriedMax = 100;
const detailCharsMax = 500;
const textCharsMax = 120;
const valueCharsMax = 8_000;

/** `/v1/operator/dead-letters`: messages that could not be stored. */
export function deadLetterRoutes(write: Read): Route[] {
  return [
    route(endpoints.listDeadLetters, async (request) => {
      const { query } = request;
      const rows = await write(async (sql) => {
        const listed = await db.deadLetters.list(sql, { ...query, limit: query.limit + 1 });
        if (listed.length === 0) return [];
        const ids = listed.map(({ id }) => id);
        const contents = await db.deadLetters.readAll(sql, { ids }, { limit: ids.length });
        const shown = await describe(sql, contents);
        return ids.flatMap((id) => shown.get(id)?.listed ?? []);
      });
      return pageOf(rows, request);
    }),
    route(endpoints.retryDeadLetters, async ({ body }, principal) => {
      const { selection, reason } = body;
      const actor = actorOf(principal, reason);
      const asked = await write((sql) =>
        db.deadLetters.askForRetry(sql, selection, actor, { limit: retriedMax }),
      );
      requireSome(asked.length, selection.ids);
      const more = selection.ids === undefined && asked.length === retriedMax;
      return { body: { asked: asked.length, more } };
    }),
    route(endpoints.dropDeadLetters, async ({ body }, principal) => {
      requireOperatorSignIn(principal);
      const { selection, reason } = body;
      const actor = actorOf(principal, reason);
      const dropped = await write((sql) => db.deadLetters.drop(sql, selection, actor));
      requireSome(dropped, selection.ids);
      return {
        body: {
          dropped,
          more: selection.ids === undefined && dropped === db.deadLetters.droppedMax,
        },
      };
    }),
    // After the fixed paths, which it would match, too.
    route(endpoints.readDeadLetter, async ({ params: { id } }) => {
      const body = await write(async (sql) => {
        const found = await db.deadLetters.readAll(sql, { ids: [id] }, { limit: 1 });
        return requireFound((await describe(sql, found)).get(id), "Dead letter").content;
      });
      return { body };
    }),
  ];
}

/** @throws AppError `not_found` if none of the named ones exists */
function requireSome(count: number, ids: readonly number[] | undefined): void {
  if (count > 0 || ids === undefined) return;
  throw new AppError("not_found", "None of these dead letters exists, or all of them are retried");
}

interface Described {
  readonly listed: ListedDeadLetter;
  readonly content: DeadLetterContent;
}

/** Decodes dead letters, as far as their entries can be read. */
async function describe(
  sql: Sql,
  letters: readonly StoredDeadLetter[],
): Promise<Map<number, Described>> {
  const messages = new Map(letters.map((letter) => [letter.id, messageOf(letter)]));
  const stationIds = [...messages.values()].flatMap((message) => stationIdOf(message) ?? []);
  const idents = await db.stations.identsById(sql, stationIds);
  return new Map(
    letters.map((letter) => {
      const message = messages.get(letter.id) ?? null;
      const stationId = stationIdOf(message);
      const station = stationId === null ? null : (idents.get(stationId) ?? null);
      const listed = { ...toListed(letter), stationId, station, text: textOf(message, letter) };
      return [letter.id, { listed, content: { ...listed, message, fields: pairsOf(letter) } }];
    }),
  );
}

function toListed(letter: StoredDeadLetter) {
  const { id, addedAt, partition, entryId, reason, detail, retries } = letter;
  return {
    id,
    addedAt,
    partition,
    entryId,
    reason,
    detail: detail.slice(0, detailCharsMax),
    attempts: retries + 1,
    retry: letter.isRetried ? "asked" : letter.unreadable ? "unreadable" : null,
  } as const;
}

/** Returns the members of the message in an entry, or null if they are not an object. */
function messageOf({ fields, details }: StoredDeadLetter): Record<string, unknown> | null {
  // Earlier releases stored texts without names.
  const text =
    details === null && fields.length === 3 ? fields[0] : valueOf(fields, entryField.message);
  try {
    const message: unknown = JSON.parse(text ?? "");
    const isObject = typeof message === "object" && message !== null && !Array.isArray(message);
    return isObject ? (message as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function valueOf(fields: readonly string[], name: string): string | undefined {
  const at = fields.findIndex((field, index) => index % 2 === 0 && field === name);
  return at < 0 ? undefined : fields[at + 1];
}

function stationIdOf(message: Record<string, unknown> | null): number | null {
  const id = message?.["stationId"];
  return Number.isSafeInteger(id) && Number(id) > 0 && Number(id) < 2 ** 31 ? Number(id) : null;
}

function textOf(message: Record<string, unknown> | null, { fields }: StoredDeadLetter): string {
  const text = message?.["text"];
  const shown = typeof text === "string" && text !== "" ? text : fields.join(" ");
  return Array.from(shown.slice(0, 2 * textCharsMax))
    .slice(0, textCharsMax)
    .join("");
}

function pairsOf({ fields, details }: StoredDeadLetter) {
  const all = [...fields, ...(details ?? [])];
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, n) => ({
    name: (all[2 * n] ?? "").slice(0, valueCharsMax),
    value: (all[2 * n + 1] ?? "").slice(0, valueCharsMax),
  }));
}
