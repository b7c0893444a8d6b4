import type { Sql } from "@jetwire/db";
import { addressOfRow, flightOfRow, positionOfRow, sampleIds } from "./rows.ts";

/** A kind of request, and the paths that a round requests in turn. */
export interface Question {
  readonly name: string;
  readonly paths: readonly string[];
  /** Requests a second that are offered as the table grows. */
  readonly offered: number;
}

/** Well below the machine's capacity, so that times do not include queueing. */
export const steadyPerSecond = 200;
/** The rate of requests that read many rows each. */
export const slowPerSecond = 20;
const sampled = 500;

/** Returns the questions that the bare server answers too. */
export async function questionsOfBoth(sql: Sql, rows: number): Promise<Question[]> {
  const flights = sample(rows, flightOfRow);
  const ids = await sampleIds(sql, flights);
  return [
    { name: "by id", paths: ids.map((id) => `/v1/messages/${id}`), offered: steadyPerSecond },
    {
      name: "?flight=",
      paths: flights.map((flight) => `/v1/messages?flight=${flight}`),
      offered: steadyPerSecond,
    },
  ];
}

/**
 * Returns questions for Jetwire alone, as the table grows: lists by other filters, airframes with some hundred messages,
 * and the airframe with a twentieth of all messages.
 */
export function growthQuestions(rows: number): Question[] {
  const many = sample(rows, (n) => addressOfRow(n + 1));
  const busy = [addressOfRow(0)];
  const requested: Record<string, readonly string[]> = {
    newest: ["/v1/messages"],
    "?text=, a flight's name": sample(rows, (n) => `/v1/messages?text=AD+${flightOfRow(n)}`),
    "?text=, in each message": ["/v1/messages?text=POSN38123"],
    "?text=, in no message": ["/v1/messages?text=XYZZYPLUGH"],
    "?bbox=, one degree": sample(rows, (n) => `/v1/messages?bbox=${boxOfRow(n)}`),
    "?label=, first receptions": ["/v1/messages?label=H1&first=true"],
    airframe: many.map((address) => `/v1/airframes/${address}`),
    "airframe, busy": busy.map((address) => `/v1/airframes/${address}`),
    "v0/aircraft": many.map((address) => `/v0/aircraft/${address}`),
    "v0/aircraft, busy": busy.map((address) => `/v0/aircraft/${address}`),
  };
  return Object.entries(requested).map(([name, paths]) => ({
    name,
    paths,
    offered: slowPerSecond,
  }));
}

/** Returns what `of` makes of some hundred rows, spread evenly over the table. */
function sample<T>(rows: number, of: (n: number) => T): T[] {
  return Array.from({ length: sampled }, (_, i) => of(Math.floor((i * rows) / sampled)));
}

/** Returns west, south, east and north of one degree around the position of the n-th message. */
function boxOfRow(n: number): string {
  const { latitude, longitude } = positionOfRow(n);
  return [longitude - 0.5, latitude - 0.5, longitude + 0.5, latitude + 0.5]
    .map((degrees) => degrees.toFixed(2))
    .join(",");
}
