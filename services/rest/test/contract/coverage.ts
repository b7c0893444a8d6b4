import { type Endpoint, type endpoints, Problem } from "@jetwire/protocol";
import { expect } from "vitest";
import { ask, type Asking } from "../rest-under-test.ts";
import { faultsOf, resultsOf } from "./document.ts";

export type Name = keyof typeof endpoints;
/** An endpoint and what it is called. */
export type Named = [name: Name, endpoint: Endpoint];

/** An answer that was checked against the document. */
interface Checked {
  readonly response: Response;
  readonly body: string;
}

/** Sends requests to endpoints, and notes what each has returned so far. */
export interface Coverage {
  /** Sends a request, and checks the answer against the document. */
  answer(name: Name, url: string, credential: string | null, asking: Asking): Promise<Checked>;
  /** Does the same for an error. */
  refusal(
    name: Name,
    url: string,
    credential: string | null,
    asking: Asking,
  ): Promise<{ problem: Problem; response: Response }>;
  /** Returns the statuses and errors of the document that an endpoint has not returned yet. */
  lacking(name: Name): string[];
}

export function createCoverage(): Coverage {
  const returned = new Map<Name, Set<string>>();

  function record(name: Name, result: string): void {
    returned.set(name, (returned.get(name) ?? new Set()).add(result));
  }

  async function answer(name: Name, url: string, credential: string | null, asking: Asking) {
    const response = await ask(url, credential, asking);
    const body = await response.text();
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    const { method = "GET" } = asking;
    expect(faultsOf({ method, path: new URL(url).pathname, status, headers, body })).toEqual([]);
    record(name, status < 400 ? String(status) : Problem.parse(JSON.parse(body)).code);
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
    lacking: (name) => resultsOf(name).filter((result) => returned.get(name)?.has(result) !== true),
  };
}
