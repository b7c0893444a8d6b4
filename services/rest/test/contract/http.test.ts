import { request } from "node:http";
import { answerHeaders, type Endpoint, endpoints, Problem } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readsBody } from "../../src/http/json-body.ts";
import { ask } from "../rest-under-test.ts";
import type { Name, Named } from "./coverage.ts";
import { credentialFor, isSensitive } from "./credentials.ts";
import { addressOf, type Scene, startScene } from "./scene.ts";

const all = Object.entries<Endpoint>(endpoints) as Named[];
const reads = all.filter(([, { method }]) => method === "GET");
const writes = all.filter(([, { method }]) => method !== "GET");
const tagged = reads.filter(([, endpoint]) => endpoint.tagged);
const paths = [...Map.groupBy(all, ([, { path }]) => path)];

let scene: Scene;
let token: string;
beforeAll(async () => {
  // Every endpoint is asked many times.
  scene = await startScene({ REST_OPEN_PER_MINUTE: "10000" });
  ({ token } = await scene.openSession());
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

/** Uses one session where that is enough, because an account has few at a time. */
async function credentialOf(one: Named): Promise<string | null> {
  const [name, { access }] = one;
  const isPlain = access === "session" && !isSensitive(name) && name !== "signOutEverywhere";
  return isPlain ? token : await credentialFor(scene, one);
}

async function answerOf(one: Named, headers = {}, method: string = one[1].method) {
  const [name, endpoint] = one;
  const prepared = await scene.prepare[name]?.();
  const response = await ask(addressOf(scene, endpoint), await credentialOf(one), {
    body: method === "GET" ? undefined : scene.bodies[name],
    ...prepared,
    method,
    headers: { ...scene.headers[name], ...prepared?.headers, ...headers },
  });
  await prepared?.undo?.();
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Sends a method that fetch refuses. @returns the status, and `Allow` */
async function answerTo(method: string, url: string): Promise<[number | undefined, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
  const asking = request(url, { method }, (response) => {
    response
      .resume()
      .once("end", () => resolve([response.statusCode, `${response.headers.allow}`]));
  });
  asking.once("error", reject).end();
  return await promise;
}

function methodsAt(named: readonly Named[]): string[] {
  const own = named.map(([, { method }]) => method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
}

function listed(header: string | null): string[] {
  return (header ?? "").split(/, */).toSorted();
}

describe("every path", () => {
  test.each(paths)("%s returns its methods to everybody", async (_path, named) => {
    const [one] = named;
    if (one === undefined) throw new Error("a path of no endpoint");
    const response = await ask(addressOf(scene, one[1]), null, { method: "OPTIONS" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(listed(response.headers.get("allow"))).toEqual(methodsAt(named));
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  // Pages of other origins must not use a claim code, nor what belongs to the network of their visitor.
  const byAddress = paths.filter(([, named]) => named.some(([, one]) => one.byAddress));
  test.each(byAddress)("%s refuses requests of other origins", async (_path, named) => {
    for (const [, endpoint] of named) {
      for (const method of [endpoint.method, "OPTIONS"]) {
        const url = new URL(addressOf(scene, endpoint));
        // With this parameter, the answer is the same for everybody.
        if (endpoint.sharedBy !== null) url.searchParams.delete(endpoint.sharedBy);
        const { status, headers } = await ask(url.href, null, {
          method,
          headers: { origin: "https://page.example" },
        });
        expect([method, status]).toEqual([method, 403]);
        expect(headers.get("access-control-allow-origin")).toBeNull();
      }
    }
  });

  const ofInterface = paths.filter(
    ([path, named]) => path.startsWith("/v1/") && named.every(([, one]) => !one.byAddress),
  );
  test.each(ofInterface)("%s allows requests of other origins", async (_path, named) => {
    for (const [, endpoint] of named) {
      const response = await ask(addressOf(scene, endpoint), null, {
        method: "OPTIONS",
        headers: {
          origin: "https://page.example",
          "access-control-request-method": endpoint.method,
          "access-control-request-headers": "authorization,content-type,if-none-match",
        },
      });
      const { headers } = response;
      expect(response.status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(listed(headers.get("access-control-allow-methods"))).toContain(endpoint.method);
      expect(listed(headers.get("access-control-allow-headers"))).toEqual(
        [
          "Authorization",
          "Content-Type",
          "If-None-Match",
          "If-Range",
          "Range",
          "X-API-Key",
        ].toSorted(),
      );
    }
  });

  test.each(paths)("%s refuses other methods, known or not", async (_path, named) => {
    const [one] = named;
    if (one === undefined) throw new Error("a path of no endpoint");
    const allowed = methodsAt(named);
    const known = ["HEAD", "GET", "POST", "PUT", "PATCH", "DELETE"];
    const others = known.filter((method) => !allowed.includes(method));
    for (const method of [...others, "PROPFIND", "PURGE", "TRACE", "QUERY"]) {
      const [status, allow] = await answerTo(method, addressOf(scene, one[1]));
      expect([method, status, listed(allow)]).toEqual([method, 405, allowed]);
    }
    const method = others.find((other) => other !== "HEAD") ?? "PUT";
    const refused = await ask(addressOf(scene, one[1]), scene.rest.key, { method });
    expect(Problem.parse(await refused.json()).code).toBe("method_not_allowed");
  });
});

describe("every endpoint that reads", () => {
  test.each(reads.filter(([, { byAddress }]) => !byAddress))(
    "%s lets pages of other origins read the answer, and an error",
    async (...one) => {
      const origin = { origin: "https://page.example" };
      const answered = await answerOf(one, origin);
      const refused = await ask(withUnknown(addressOf(scene, one[1])), await credentialOf(one), {
        headers: origin,
      });
      for (const { headers } of [answered, refused]) {
        expect(headers.get("access-control-allow-origin")).toBe("*");
        expect(listed(headers.get("access-control-expose-headers"))).toEqual(
          Object.keys(answerHeaders).toSorted(),
        );
      }
      expect([answered.status, refused.status]).toEqual([one[1].status, 400]);
    },
  );

  test.each(reads)("%s answers HEAD like GET, without a body", async (...one) => {
    const whole = await answerOf(one);
    const head = await answerOf(one, {}, "HEAD");
    const later = await answerOf(one);
    expect([head.status, head.body]).toEqual([whole.status, ""]);
    // The newest messages are beyond the stable horizon: `prev` moves on, here at most once.
    const links = [whole, later].map(({ headers }) => headers.get("link"));
    expect(links).toContain(head.headers.get("link"));
    const compared = ["content-type", "cache-control", "etag", "x-result-count"];
    for (const name of [...compared, "content-disposition", "vary"]) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
  });

  test.each(reads)(
    "%s says who may cache the answer, and runs nothing in a browser",
    async (...one) => {
      const { headers } = await answerOf(one);
      const isOpen = one[1].access === "open";
      expect(headers.get("cache-control")).toMatch(isOpen ? /./ : /^private\b|^no-store$/);
      expect(listed(headers.get("vary")).includes("Authorization")).toBe(!isOpen);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    },
  );

  test.each(reads)("%s is compressed on request only, with the same content", async (...one) => {
    const { mediaTypes } = one[1];
    const plain = await answerOf(one, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const encoding of ["gzip", "br", "gzip;q=0.5, *;q=0"]) {
      const { status, headers, body } = await answerOf(one, { "accept-encoding": encoding });
      const isStrong = headers.get("etag")?.startsWith('"') === true;
      const used = headers.get("content-encoding");
      expect(status).toBe(plain.status);
      // A stream's length isn't known before.
      const isWorthIt = plain.body.length >= 1_024 || mediaTypes.length > 0;
      expect(used).toBe(isWorthIt && !isStrong ? encoding.split(";")[0] : null);
      expect(listed(headers.get("vary")).includes("Accept-Encoding")).toBe(!isStrong);
      expect(Math.abs(body.length - plain.body.length)).toBeLessThan(64);
    }
  });

  test.each(reads)("%s has a tag if its description has one", async (...one) => {
    const { headers } = await answerOf(one);
    expect(headers.get("etag") !== null).toBe(one[1].tagged);
  });
});

describe("every endpoint with a tag", () => {
  test.each(tagged)("%s answers 304 to its tag in any form", async (...one) => {
    const tag = (await answerOf(one)).headers.get("etag") ?? "";
    const bare = tag.replace(/^W\//, "");
    for (const having of [tag, bare, `W/${bare}`, `"other" , ${tag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, body } = await answerOf(one, { "if-none-match": having }, method);
        expect([having, method, status, body]).toEqual([having, method, 304, ""]);
        expect(headers.get("etag")).toBe(tag);
        expect(headers.get("content-type")).toBeNull();
      }
    }
    expect((await answerOf(one, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await answerOf(one, { "if-none-match": "oops" })).status).toBe(200);
  });
});

/** Endpoints that succeed once with what the scene has. */
const once: ReadonlySet<Name> = new Set([
  "setUp",
  "restoreBackup",
  "eraseStation",
  "decideClaim",
  "decideDispute",
  "resolveChatReport",
  "endAccount",
  "addOperatorAccount",
  "unlinkOperatorIdentity",
  "addOperatorStation",
  "eraseOperatorStation",
  "issueOperatorStationKey",
  "revokeOperatorStationKey",
  "reissueOperatorKey",
  "revokeSessionToken",
  "removeTier",
  "removeSenderBlock",
  "endAnnouncement",
]);

/** Endpoints to be called last, because they end the credential. */
const lasts: readonly Name[] = ["revokeKey", "endSession"];

describe("every endpoint that writes", () => {
  test.each(writes.filter(([, endpoint]) => readsBody(endpoint)))(
    "%s accepts JSON under each of its media types",
    async (...one) => {
      const types = [
        'Application/JSON; charset="utf-8"',
        "application/json",
        "application/merge-patch+json",
      ];
      for (const type of once.has(one[0]) ? types.slice(0, 1) : types) {
        const { status } = await answerOf(one, { "content-type": type });
        expect([type, status]).toEqual([type, one[1].status]);
      }
    },
  );

  test.each(
    writes
      .filter(([, endpoint]) => !readsBody(endpoint))
      .toSorted(([a], [b]) => lasts.indexOf(a) - lasts.indexOf(b)),
  )("%s ignores a body that it does not read", async (...one) => {
    const [name, endpoint] = one;
    const prepared = await scene.prepare[name]?.();
    const credential = await credentialOf(one);
    const response = await fetch(addressOf(scene, endpoint), {
      method: endpoint.method,
      headers: {
        ...scene.headers[name],
        ...prepared?.headers,
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        "content-type": "text/plain",
      },
      body: "whatever",
    });
    expect([name, response.status]).toEqual([name, endpoint.status]);
    expect(response.headers.get("etag")).toBeNull();
    expect(response.headers.get("cache-control")).toMatch(/no-store/);
  });
});

function withUnknown(address: string): string {
  const url = new URL(address);
  url.searchParams.append("no_such", "1");
  return url.href;
}
