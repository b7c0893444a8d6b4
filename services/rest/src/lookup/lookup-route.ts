import * as db from "@jetwire/db";
import type { FlightKeys, ScoredTarget } from "@jetwire/db";
import {
  AppError,
  endpoints,
  isMessageId,
  labelMeanings,
  type LookupTarget,
  lookupTargetsMax,
} from "@jetwire/protocol";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";
import type { MessageFinder } from "../messages/find-message.ts";
import { type Route, route } from "../route.ts";

/** The least score of what has the text as its code, and of what has a word that begins with it. */
const codeScore = 80;
const partScore = 40;

/** `GET /v1/lookup`: what a text that was typed or pasted may mean. */
export function lookupRoute(read: Read, flightKeys: FlightKeys, messages: MessageFinder): Route {
  return route(endpoints.lookUp, async ({ query: { q } }, principal) => {
    if (isMessageId(q.toLowerCase())) {
      return { body: await messageTargets(messages, q.toLowerCase(), principal) };
    }
    const asked = {
      text: q,
      code: codeOf(q),
      flightKeys: await flightKeysOf(flightKeys, q),
      accountId: principal.accountId,
    };
    const found = await read((sql) => db.lookup.findTargets(sql, asked, lookupTargetsMax));
    return { body: best([...found, ...labelTargets(q)]) };
  });
}

/** Returns the letters and digits of a text in upper case; an empty text if it has other characters. */
function codeOf(text: string): string {
  const code = text.toUpperCase().replaceAll(/[-\s]/g, "");
  return /^[A-Z0-9]+$/.test(code) ? code : "";
}

async function flightKeysOf(flightKeys: FlightKeys, text: string): Promise<string[]> {
  if (codeOf(text).length < 2) return [];
  try {
    return await flightKeys.of(codeOf(text));
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_request") return [];
    throw error;
  }
}

async function messageTargets(
  messages: MessageFinder,
  id: string,
  principal: Principal,
): Promise<LookupTarget[]> {
  const message = await messages.find(id, principal).catch(ignoreRedaction);
  if (message === null) return [];
  const { tail, flightNumber, label, timestamp } = message;
  const detail = [tail, flightNumber, label, timestamp].filter((one) => one !== null).join(" · ");
  return [{ kind: "message", id, title: "Message", detail }];
}

function ignoreRedaction(error: unknown): null {
  if (error instanceof AppError && error.code === "gone") return null;
  throw error;
}

/** Returns the label that a text is, and labels whose meaning contains it. */
function labelTargets(text: string): ScoredTarget[] {
  const upper = text.toUpperCase();
  const words = text.toLowerCase();
  return labelMeanings.flatMap(({ label, meaning }): ScoredTarget[] => {
    const isSame = label === text || label === upper;
    if (!isSame && (words.length < 4 || !meaning.toLowerCase().includes(words))) return [];
    const target = { kind: "label", id: label, title: label, detail: meaning } as const;
    return [{ ...target, score: isSame ? 87 : 20 }];
  });
}

/** Returns the targets that match best, each once; parts of names only if nothing has the text as its code. */
function best(targets: readonly ScoredTarget[]): LookupTarget[] {
  const seen = new Set<string>();
  const isCode = targets.some(({ score }) => score >= codeScore);
  return targets
    .toSorted((a, b) => b.score - a.score)
    .filter(({ kind, id, score }) => {
      if (isCode && score < partScore) return false;
      // An airframe is found by its address and by its tail.
      const key = `${kind === "icao" ? "tail" : kind} ${id}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, lookupTargetsMax)
    .map(({ score: _score, ...target }) => target);
}
