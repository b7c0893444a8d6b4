import type { Airframe, MessageAirframe } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { hasPrefix } from "../query/prefix.ts";

type Row = Omit<Airframe, "firstHeardAt" | "lastHeardAt"> & {
  readonly firstHeardAt: Date | null;
  readonly lastHeardAt: Date | null;
};

/** What the firehose shows of airframes, by id; unknown ids are left out. */
export async function airframesById(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageAirframe>> {
  const rows = await sql<MessageAirframe[]>`
    select id, icao, tail, type, manufacturer, model, owner, military
    from airframes where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

export interface AirframePage {
  readonly limit: number;
  /** Airframe ids, both exclusive. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Without hyphens. */
  readonly tail?: string | undefined;
  readonly icao?: string | undefined;
  readonly type?: string | undefined;
  /** How they begin, in any case. */
  readonly owner?: string | undefined;
  readonly operator?: string | undefined;
}

/** Airframes by descending id; with `after` alone the page next to it. */
export async function listAirframes(sql: Sql, page: AirframePage): Promise<Airframe[]> {
  const ascending = page.after !== undefined && page.before === undefined;
  const conditions = [
    sql`where true`,
    page.before === undefined ? null : sql`and id < ${page.before}`,
    page.after === undefined ? null : sql`and id > ${page.after}`,
    page.tail === undefined ? null : sql`and ${hasTail(sql, page.tail)}`,
    page.icao === undefined ? null : sql`and icao = ${page.icao}`,
    page.type === undefined ? null : sql`and type = ${page.type}`,
    page.owner === undefined ? null : sql`and ${hasPrefix(sql, sql`lower(owner)`, page.owner)}`,
    page.operator === undefined
      ? null
      : sql`and ${hasPrefix(sql, sql`lower(operator)`, page.operator)}`,
  ].filter((condition) => condition !== null);
  const rows = await sql<Row[]>`
    select ${columns(sql)} from airframes
    ${conditions}
    order by id ${ascending ? sql`asc` : sql`desc`}
    limit ${page.limit}`;
  const airframes = rows.map(toAirframe);
  return ascending ? airframes.toReversed() : airframes;
}

/** Which airframe: by its id, or by its 24-bit address, else its tail with or without hyphens. */
export type AirframeName = { readonly id: string } | { readonly name: string };

const sameMax = 8;

/**
 * The airframes of a name, the one heard last first. Mostly one; two where its tail alone was heard
 * before its address was known, for messages keep the airframe they were linked to.
 */
export async function findAirframes(sql: Sql, which: AirframeName): Promise<Airframe[]> {
  if ("id" in which) return await find(sql`id = ${which.id}`);
  if (/^[0-9A-F]{6}$/.test(which.name)) {
    const byAddress = await find(sql`icao = ${which.name}`);
    if (byAddress.length > 0) return byAddress;
  }
  return await find(hasTail(sql, which.name.replaceAll("-", "")));

  async function find(condition: ReturnType<typeof hasTail>): Promise<Airframe[]> {
    const rows = await sql<Row[]>`
      select ${columns(sql)} from airframes where ${condition}
      order by last_received_at desc nulls last, id limit ${sameMax}`;
    return rows.map(toAirframe);
  }
}

function hasTail(sql: Sql, plain: string) {
  return sql`tail is not null and replace(tail, '-', '') = ${plain}`;
}

function columns(sql: Sql) {
  return sql`id, icao, tail, type, manufacturer, model, owner, military, operator,
    first_received_at as "firstHeardAt", last_received_at as "lastHeardAt"`;
}

function toAirframe(row: Row): Airframe {
  return {
    ...row,
    firstHeardAt: row.firstHeardAt?.toISOString() ?? null,
    lastHeardAt: row.lastHeardAt?.toISOString() ?? null,
  };
}
