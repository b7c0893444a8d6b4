import { type Endpoint, endpoints, Problem } from "@jetwire/protocol";
import { makeCookieValue } from "../../src/admission/cookies.ts";
import { type Asking, startReplica } from "../rest-under-test.ts";
import { signInVariables } from "../sign-in-under-test.ts";
import type { Coverage, Name, Named } from "./coverage.ts";
import { credentialFor } from "./credentials.ts";
import { addressOf, type Scene } from "./scene.ts";

/** Every endpoint by its name. */
export const all = Object.entries<Endpoint>(endpoints) as Named[];

export type Requests = ReturnType<typeof createRequests>;

/**
 * Creates the requests that tests send to endpoints; what they answer counts for the coverage.
 *
 * @param scene returns the scene, once it has started
 */
export function createRequests(met: Coverage, scene: () => Scene) {
  function urlOf([, endpoint]: Named, base = scene().rest.url): string {
    return addressOf(scene(), endpoint).replace(scene().rest.url, base);
  }

  function askingOf([name, { method }]: Named): Asking {
    return { method, body: scene().bodies[name], headers: scene().headers[name] ?? {} };
  }

  async function answerOf(one: Named, headers = {}) {
    const prepared = await scene().prepare[one[0]]?.();
    try {
      return await met.answer(one[0], urlOf(one), await credentialFor(scene(), one), {
        ...askingOf(one),
        ...prepared,
        headers: { ...scene().headers[one[0]], ...prepared?.headers, ...headers },
      });
    } finally {
      await prepared?.undo?.();
    }
  }

  async function refusalOf(one: Named, over: Asking = {}, query = "") {
    const asking = { ...askingOf(one), ...over };
    const url = new URL(urlOf(one));
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
    return await met.refusal(one[0], url.href, await credentialFor(scene(), one), asking);
  }

  /** Asks as an operator who has signed in an hour ago. */
  async function byOldSignIn(name: Name, body = scene().bodies[name]): Promise<Problem> {
    const one = named(name);
    const asking = { method: one[1].method, body };
    return (await met.refusal(name, urlOf(one), await scene().oldOperatorToken(), asking)).problem;
  }

  async function problemOf(
    name: Name,
    path: string,
    credential = scene().rest.key,
  ): Promise<Problem> {
    const { method } = endpoints[name];
    return (await met.refusal(name, scene().rest.url + path, credential, { method })).problem;
  }

  /** Sends more requests than an address or an account may send in a minute. */
  async function lastOfMany(name: Name, credential: () => string | null): Promise<Problem> {
    await using strict = await startReplica(scene().rest.database, {
      ...signInVariables,
      REST_TRUSTED_PROXIES: "127.0.0.1",
    });
    const one = named(name);
    const body = name === "refreshSession" ? { refreshToken: "jwr_none" } : scene().bodies[name];
    // From an address of its own, whose limits the other tests do not share.
    const address = { "x-forwarded-for": "203.0.113.77", "x-forwarded-proto": "https" };
    for (let n = 0; ; n++) {
      const url = urlOf(one, strict.url);
      // A cookie that was looked up is not looked up again.
      const cookie = one[1].takesCookie && { cookie: `__Host-jetwire=${makeCookieValue().value}` };
      const headers = { ...scene().headers[name], ...address, ...cookie };
      const asking = { method: one[1].method, body, headers };
      const { response, body: text } = await met.answer(
        name,
        // A token that is valid does not count.
        name === "stopMails" ? url.replace(/[^/]+$/, crypto.randomUUID()) : url,
        credential(),
        asking,
      );
      if (response.status === 429 || n === 150) return Problem.parse(JSON.parse(text));
    }
  }

  return { urlOf, askingOf, answerOf, refusalOf, byOldSignIn, problemOf, lastOfMany };
}

/** Returns an endpoint with its name. */
export function named(name: Name): Named {
  return [name, endpoints[name]];
}
