import { type Endpoint, type endpoints, Problem } from "@jetwire/protocol";
import { expect } from "vitest";
import { ask, type Asking } from "../rest-under-test.ts";
import { faultsOf, outcomesOf } from "./document.ts";

export type Name = keyof typeof endpoints;
/** An endpoint and what it is called. */
export type Named = [name: Name, endpoint: Endpoint];

/** What was heard, held to the document. */
export interface Received {
  readonly response: Response;
  readonly body: string;
}

/** Asks endpoints, and keeps what each has answered so far. */
export interface Coverage {
  /** Asks, and holds what comes back to the document. */
  answer(name: Name, url: string, credential: string | null, asking: Asking): Promise<Received>;
  /** The same for a refusal. */
  refusal(
    name: Name,
    url: string,
    credential: string | null,
    asking: Asking,
  ): Promise<{ problem: Problem; response: Response }>;
  /** What the document says that an endpoint may answer, and it never has. */
  lacking(name: Name): string[];
}

export function createCoverage(): Coverage {
  const met = new Map<Name, Set<string>>();

  function note(name: Name, outcome: string): void {
    met.set(name, (met.get(name) ?? new Set()).add(outcome));
  }

  async function answer(name: Name, url: string, credential: string | null, asking: Asking) {
    const response = await ask(url, credential, asking);
    const body = await response.text();
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    const { method = "GET" } = asking;
    expect(faultsOf({ method, path: new URL(url).pathname, status, headers, body })).toEqual([]);
    note(name, status < 400 ? String(status) : Problem.parse(JSON.parse(body)).code);
    return { response, body };
  }

  return {
    answer,
    async refusal(name, url, credential, asking) {
      const { response, body } = await answer(name, url, credential, asking);
      const problem = Problem.parse(JSON.parse(body));
      expect(problem.status).toBe(response.status);
      expect(problem.requestId).toBe(response.headers.get("x-request-id"));
      return { problem, response };
    },
    lacking: (name) => outcomesOf(name).filter((outcome) => met.get(name)?.has(outcome) !== true),
  };
}
