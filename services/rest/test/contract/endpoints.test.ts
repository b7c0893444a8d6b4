import * as db from "@jetwire/db";
import { Problem, SessionGrant } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, startReplica } from "../rest-under-test.ts";
import { signInVariables } from "../sign-in-under-test.ts";
import { startFailing } from "./failing.ts";
import { createCoverage, type Named } from "./coverage.ts";
import { credentialFor } from "./credentials.ts";
import { operatorRefusals, ownRefusals } from "./own-refusals.ts";
import { all, createRequests } from "./requests.ts";
import { type Scene, startScene } from "./scene.ts";

const withCredential = all.filter(([, { access }]) => access !== "open");
/** The default of REST_OPEN_PER_MINUTE. */
const openPerMinute = 120;
const withParams = all.filter(([, { path }]) => path.includes(":"));
const withBody = all.filter(([, { method }]) => method !== "GET").filter(takesBody);
const tagged = all.filter(([, endpoint]) => endpoint.tagged);
const ranged = all.filter(([, endpoint]) => endpoint.ranged);
const withMore = all.filter(([, { mediaTypes }]) => mediaTypes.length > 0);

const met = createCoverage();
let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});
const requests = createRequests(met, () => scene);
const { answerOf, askingOf, refusalOf, urlOf } = requests;

function takesBody([, { body }]: Named): boolean {
  return !body.safeParse(undefined).success || body.safeParse({}).success;
}

describe("every endpoint", () => {
  test.each(all)("%s answers as it is described", async (...one) => {
    const [, endpoint] = one;
    const { response, body } = await answerOf(one);
    expect([response.status, body]).toEqual([endpoint.status, expect.any(String)]);
  });

  test.each(tagged)("%s answers 304 to its tag", async (...one) => {
    const { response } = await answerOf(one);
    const etag = response.headers.get("etag") ?? "";
    expect((await answerOf(one, { "if-none-match": etag })).response.status).toBe(304);
  });

  test.each(all)("%s names an unknown parameter", async (...one) => {
    const { problem } = await refusalOf(one, {}, "?no_such=1");
    expect(problem).toMatchObject({ code: "invalid_request", errors: [{ field: "no_such" }] });
  });
});

describe("every endpoint with a credential", () => {
  test.each(withCredential)(
    "%s is refused without one, and with an invalid one",
    async (...one) => {
      const [name, { method }] = one;
      for (const credential of [null, "jw_wrong", "not.a.token"]) {
        const { problem, response } = await met.refusal(name, urlOf(one), credential, { method });
        expect(problem.code).toBe("unauthorized");
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
      }
    },
  );

  test.each(withCredential)("%s is refused over the limit", async (...one) => {
    const [name, { method }] = one;
    // The window may end between two requests, not between three.
    const statuses: number[] = [];
    while (statuses.length < 3 && statuses.at(-1) !== 429) {
      const { response } = await met.answer(name, urlOf(one), scene.limitedKey, { method });
      statuses.push(response.status);
      if (response.status !== 429) continue;
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test.each(withCredential.filter(([, { access }]) => access !== "reader"))(
    "%s is refused to who looks at the web page, and a session's alone to a key",
    async (...one) => {
      const [name, { method, access }] = one;
      const { token } = await openViewer();
      const isNarrow = access === "session" || access === "operator";
      const others = isNarrow ? [token, scene.rest.key] : [token];
      for (const credential of others) {
        const { problem } = await met.refusal(name, urlOf(one), credential, { method });
        expect(problem.code).toBe("forbidden");
      }
    },
  );
});

let viewer: Promise<SessionGrant> | undefined;
/** Once: an address may open sixty a minute. */
function openViewer(): Promise<SessionGrant> {
  const { url } = scene.rest;
  viewer ??= ask(`${url}/v1/auth/sessions`, null, { method: "POST", headers: { origin: url } })
    .then((response) => response.json())
    .then((grant) => SessionGrant.parse(grant));
  return viewer;
}

test.each(withParams)("%s is a 404 for a malformed parameter", async (...one) => {
  const [name, endpoint] = one;
  const url = scene.rest.url + endpoint.path.replace(/:\w+/, "no%20such%21");
  const { problem } = await met.refusal(name, url, await credentialFor(scene, one), askingOf(one));
  expect(problem.code).toBe("not_found");
});

describe("every endpoint with a body", () => {
  test.each(withBody)("%s is refused with a body that is not JSON", async (...one) => {
    const wrongType = { headers: { "content-type": "text/plain" }, body: { text: "x" } };
    expect((await refusalOf(one, wrongType)).problem.code).toBe("unsupported_media_type");
    const credential = await credentialFor(scene, one);
    const response = await fetch(urlOf(one), {
      method: one[1].method,
      headers: {
        "content-type": "application/json",
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        ...scene.headers[one[0]],
      },
      body: '{"oops',
    });
    expect(response.status).toBe(400);
    expect(Problem.parse(await response.json()).errors).toMatchObject([{ field: "body" }]);
  });

  test.each(withBody)("%s names an unknown member", async (...one) => {
    const body = { ...(scene.bodies[one[0]] as object), no_such: 1 };
    const { problem } = await refusalOf(one, { body });
    expect(problem.errors).toContainEqual({ field: "no_such", message: "is unknown" });
  });

  test.each(withBody)("%s is refused with a body that is too large", async (...one) => {
    const { problem } = await refusalOf(one, { body: { text: "x".repeat(70_000) } });
    expect(problem.code).toBe("payload_too_large");
  });
});

/** Queries for the media types of endpoints, except the first. */
const formats: Readonly<Record<string, string>> = { "text/csv": "?format=csv" };

test.each(withMore)("%s answers in each of its media types", async (...one) => {
  const [name, { mediaTypes }] = one;
  for (const [n, type] of mediaTypes.entries()) {
    const query = n === 0 ? "" : (formats[type] ?? "");
    const url = urlOf(one) + query;
    const { response } = await met.answer(
      name,
      url,
      await credentialFor(scene, one),
      askingOf(one),
    );
    expect(response.headers.get("content-type")?.split(";")[0]).toBe(type);
  }
});

test.each(ranged)("%s answers with the part that is asked for", async (...one) => {
  const whole = (await answerOf(one)).body;
  const part = await answerOf(one, { range: "bytes=3-6" });
  expect([part.response.status, part.body]).toEqual([206, whole.slice(3, 7)]);
  const beyond = { headers: { range: `bytes=${whole.length}-` } };
  const { problem, response } = await refusalOf(one, beyond);
  expect(problem.code).toBe("range_not_satisfiable");
  expect(response.headers.get("content-range")).toBe(`bytes */${whole.length}`);
});

const sensitive = all.filter(
  ([, { access, refusals }]) => access !== "operator" && refusals.includes("sign_in_again"),
);

test.each(sensitive)("%s is refused to a user who has signed in an hour ago", async (...one) => {
  const credential = await scene.oldToken();
  const { problem } = await met.refusal(one[0], urlOf(one), credential, askingOf(one));
  expect(problem.code).toBe("sign_in_again");
});

test.each([
  ...ownRefusals(requests, met, () => scene),
  ...operatorRefusals(requests, met, () => scene),
])("%s is refused as %s", async (_name, code, refused) => {
  expect((await refused()).code).toBe(code);
});

describe("every endpoint", () => {
  test("by plain HTTP from outside is refused", async () => {
    await using proxied = await startReplica(scene.rest.database, {
      REST_TRUSTED_PROXIES: "127.0.0.1",
    });
    const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" };
    for (const one of all) {
      const url = urlOf(one, proxied.url);
      const asking = { method: one[1].method, headers };
      const { problem } = await met.refusal(one[0], url, scene.rest.key, asking);
      expect([one[0], problem.code]).toEqual([one[0], "https_required"]);
    }
  });

  test("from a blocked address is refused", async () => {
    await using proxied = await startReplica(scene.rest.database, {
      REST_TRUSTED_PROXIES: "127.0.0.1",
    });
    const block = { kind: "address", value: "203.0.113.9", reason: null, expiresAt: null } as const;
    await db.senderBlocks.add(scene.rest.database.database.sql, block);
    const headers = { "x-forwarded-for": block.value, "x-forwarded-proto": "https" };
    await until("the block is in force", async () => {
      return (await fetch(`${proxied.url}/v1/status`, { headers })).status === 403;
    });
    for (const one of all) {
      const asking = { method: one[1].method, headers };
      const url = urlOf(one, proxied.url);
      const { problem } = await met.refusal(one[0], url, scene.rest.key, asking);
      expect([one[0], problem.code]).toEqual([one[0], "forbidden"]);
    }
  });

  test("that needs Postgres is a 503 without it", async () => {
    await using away = await startReplica(scene.rest.database, {
      ...signInVariables,
      ...scene.providers,
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
      REST_EXEMPT_ADDRESSES: "127.0.0.1",
    });
    const needing = all.filter(([, { access, refusals }]) => {
      return access !== "open" || refusals.includes("unavailable");
    });
    for (const one of needing) {
      const credential = one[0] === "refreshSession" ? null : scene.rest.key;
      const url = urlOf(one, away.url);
      const { problem, response } = await met.refusal(one[0], url, credential, askingOf(one));
      expect([one[0], problem.code]).toEqual([one[0], "unavailable"]);
      expect(response.headers.get("retry-after")).toBe("5");
    }
  });

  test("that fails internally discloses no details", async () => {
    await using failing = await startFailing();
    for (const one of all) {
      const asking = { method: one[1].method };
      const { problem } = await met.refusal(one[0], urlOf(one, failing.url), null, asking);
      expect([one[0], problem.code, problem.detail]).toEqual([
        one[0],
        "internal",
        "An internal error occurred",
      ]);
    }
  });
});

// After all others, whose requests come from the same address.
test.each(all.filter(([, { limitedByAddress }]) => limitedByAddress))(
  "%s is refused over the limit of an address",
  async (...one) => {
    const [name, { method }] = one;
    let status = 0;
    for (let sent = 0; sent < 2 * openPerMinute && status !== 429; sent++) {
      ({ status } = (await met.answer(name, urlOf(one), null, { method })).response);
    }
    expect(status).toBe(429);
  },
);

test.each(all)("%s has returned every status and error of the document", (name) => {
  expect(met.lacking(name)).toEqual([]);
});
