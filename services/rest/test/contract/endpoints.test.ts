import * as db from "@jetwire/db";
import { type Endpoint, endpoints, Problem, SessionGrant } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCookieValue } from "../../src/admission/cookies.ts";
import { ask, type Asking, startReplica } from "../rest-under-test.ts";
import { signInVariables } from "../sign-in-under-test.ts";
import { startFailing } from "./failing.ts";
import { createCoverage, type Name, type Named } from "./coverage.ts";
import { credentialFor } from "./credentials.ts";
import { operatorConflicts, unknownBodies } from "./operator-refusals.ts";
import { gatewayIds } from "./operator-scene.ts";
import { addressOf, type Scene, startScene } from "./scene.ts";

const all = Object.entries<Endpoint>(endpoints) as Named[];
const withCredential = all.filter(([, { access }]) => access !== "open");
const withParams = all.filter(([, { path }]) => path.includes(":"));
const withBody = all.filter(([, { method }]) => method !== "GET").filter(takesBody);
const tagged = all.filter(([, endpoint]) => endpoint.tagged);
const withMore = all.filter(([, { mediaTypes }]) => mediaTypes.length > 0);

const met = createCoverage();
let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

function takesBody([, { body }]: Named): boolean {
  return !body.safeParse(undefined).success || body.safeParse({}).success;
}

function urlOf([, endpoint]: Named, base = scene.rest.url): string {
  return addressOf(scene, endpoint).replace(scene.rest.url, base);
}

function askingOf([name, { method }]: Named): Asking {
  return { method, body: scene.bodies[name], headers: scene.headers[name] ?? {} };
}

async function answerOf(one: Named, headers = {}) {
  const prepared = await scene.prepare[one[0]]?.();
  return await met.answer(one[0], urlOf(one), await credentialFor(scene, one), {
    ...askingOf(one),
    ...prepared,
    headers: { ...scene.headers[one[0]], ...prepared?.headers, ...headers },
  });
}

async function refusalOf(one: Named, over: Asking = {}, query = "") {
  const asking = { ...askingOf(one), ...over };
  const url = new URL(urlOf(one));
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return await met.refusal(one[0], url.href, await credentialFor(scene, one), asking);
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

const unknownToken = "u".repeat(43);

/** Errors of one endpoint only, or with another cause than elsewhere. */
const own: Readonly<Partial<Record<Name, Record<string, () => Promise<Problem>>>>> = {
  readMessage: {
    gone: async () => await problemOf("readMessage", `/v1/messages/${scene.redacted}`),
  },
  drainGateway: {
    conflict: async () => {
      const one = named("drainGateway");
      const other = urlOf(one).replace(gatewayIds[0], gatewayIds[1]);
      await met.answer("drainGateway", other, await credentialFor(scene, one), askingOf(one));
      return (await refusalOf(one)).problem;
    },
  },
  readConversation: {
    gone: async () =>
      await problemOf("readConversation", `/v1/messages/${scene.redacted}/conversation`),
  },
  issueKey: {
    not_found: async () =>
      (await refusalOf(named("issueKey"), { body: { stationId: 2_000_000 } })).problem,
  },
  reportMessage: {
    not_found: async () => {
      const body = { messageId: crypto.randomUUID(), reason: "other" };
      return (await refusalOf(named("reportMessage"), { body })).problem;
    },
  },
  openSession: {
    unauthorized: async () => await problemOf("openSession", "/v1/auth/sessions", "jw_wrong"),
    forbidden: async () =>
      await problemOf("openSession", "/v1/auth/sessions", (await scene.openSession()).token),
    rate_limited: async () => await lastOfMany("openSession", () => scene.limitedKey),
  },
  readClaimCode: {
    rate_limited: async () => await lastOfMany("readClaimCode", () => null),
  },
  useClaimCode: {
    forbidden: async () => {
      const headers = { origin: "https://elsewhere.example" };
      return (await refusalOf(named("useClaimCode"), { headers })).problem;
    },
    rate_limited: async () => await lastOfMany("useClaimCode", () => null),
  },
  readOwnNetwork: {
    rate_limited: async () => await lastOfMany("readOwnNetwork", () => null),
  },
  disputeClaim: {
    forbidden: async () => {
      const headers = { origin: "https://elsewhere.example" };
      return (await refusalOf(named("disputeClaim"), { headers })).problem;
    },
    rate_limited: async () => await lastOfMany("disputeClaim", () => null),
  },
  stopMails: {
    rate_limited: async () => await lastOfMany("stopMails", () => null),
  },
  readStationBadge: {
    rate_limited: async () => await lastOfMany("readStationBadge", () => null),
  },
  readSignedIn: {
    rate_limited: async () => await lastOfMany("readSignedIn", () => null),
  },
  signOut: {
    rate_limited: async () => await lastOfMany("signOut", () => null),
  },
  askForLink: {
    rate_limited: async () => await lastOfMany("askForLink", () => null),
  },
  openLink: {
    not_found: async () =>
      (await refusalOf(named("openLink"), { body: { token: unknownToken } })).problem,
    gone: async () =>
      (await refusalOf(named("openLink"), { body: { token: scene.usedLink } })).problem,
    rate_limited: async () => await lastOfMany("openLink", () => null),
  },
  startOidc: {
    rate_limited: async () => await lastOfMany("startOidc", () => null),
  },
  signUpByIdentity: {
    rate_limited: async () => await lastOfMany("signUpByIdentity", () => null),
  },
  askToSignInByPasskey: {
    rate_limited: async () => await lastOfMany("askToSignInByPasskey", () => null),
  },
  signInByPasskey: {
    unauthorized: async () => (await refusalOf(named("signInByPasskey"))).problem,
    rate_limited: async () => await lastOfMany("signInByPasskey", () => null),
  },
  askToSignUpByPasskey: {
    rate_limited: async () => await lastOfMany("askToSignUpByPasskey", () => null),
  },
  signUpByPasskey: {
    rate_limited: async () => await lastOfMany("signUpByPasskey", () => null),
  },
  retryDeadLetters: { not_found: async () => await ofLetters("retryDeadLetters") },
  dropDeadLetters: {
    not_found: async () => await ofLetters("dropDeadLetters"),
  },
  reportCspViolation: {
    rate_limited: async () => await lastOfMany("reportCspViolation", () => null),
  },
  refreshSession: {
    unauthorized: async () =>
      (await refusalOf(named("refreshSession"), { body: { refreshToken: "jwr_none" } })).problem,
    rate_limited: async () => await lastOfMany("refreshSession", () => null),
  },
};

/** Errors of endpoints of operators that follow from tables. */
const ofOperators = [
  ...Object.entries(operatorConflicts).map(([name, make]) => {
    const refused = async () => {
      const one = named(name as Name);
      const { path, body } = await make(scene.rest);
      const url = `${scene.rest.url}/v1/operator/${path}`;
      const asking = { ...askingOf(one), body };
      return (await met.refusal(one[0], url, await credentialFor(scene, one), asking)).problem;
    };
    return [name, "conflict", refused] as const;
  }),
  ...Object.entries(unknownBodies).map(([name, body]) => {
    const refused = async () => (await refusalOf(named(name as Name), { body })).problem;
    return [name, "not_found", refused] as const;
  }),
  ...all
    .filter(
      ([, { access, refusals }]) => access === "operator" && refusals.includes("sign_in_again"),
    )
    .map(([name]) => {
      // The only change of an account that needs it.
      const body = name === "changeOperatorAccount" ? { role: "operator", reason: "x" } : undefined;
      return [name, "sign_in_again", async () => await byOldSignIn(name, body)] as const;
    }),
];

async function ofLetters(name: Name): Promise<Problem> {
  const body = { selection: { ids: [999_999] }, reason: "x" };
  return (await refusalOf(named(name), { body })).problem;
}

/** Asks as an operator who has signed in an hour ago. */
async function byOldSignIn(name: Name, body = scene.bodies[name]): Promise<Problem> {
  const one = named(name);
  const asking = { method: one[1].method, body };
  return (await met.refusal(name, urlOf(one), await scene.oldOperatorToken(), asking)).problem;
}

function named(name: Name): Named {
  return [name, endpoints[name]];
}

async function problemOf(name: Name, path: string, credential = scene.rest.key): Promise<Problem> {
  const { method } = endpoints[name];
  return (await met.refusal(name, scene.rest.url + path, credential, { method })).problem;
}

/** Sends more requests than an address or an account may send in a minute. */
async function lastOfMany(name: Name, credential: () => string | null): Promise<Problem> {
  await using strict = await startReplica(scene.rest.database, {
    ...signInVariables,
    REST_TRUSTED_PROXIES: "127.0.0.1",
  });
  const one = named(name);
  const body = name === "refreshSession" ? { refreshToken: "jwr_none" } : scene.bodies[name];
  // From an address of its own, whose limits the other tests do not share.
  const address = { "x-forwarded-for": "203.0.113.77", "x-forwarded-proto": "https" };
  for (let n = 0; ; n++) {
    const url = urlOf(one, strict.url);
    // A cookie that was looked up is not looked up again.
    const cookie = one[1].takesCookie && { cookie: `__Host-jetwire=${makeCookieValue().value}` };
    const headers = { ...scene.headers[name], ...address, ...cookie };
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

const sensitive = all.filter(
  ([, { access, refusals }]) => access !== "operator" && refusals.includes("sign_in_again"),
);

test.each(sensitive)("%s is refused to a user who has signed in an hour ago", async (...one) => {
  const credential = await scene.oldToken();
  const { problem } = await met.refusal(one[0], urlOf(one), credential, askingOf(one));
  expect(problem.code).toBe("sign_in_again");
});

test.each([
  ...Object.entries(own).flatMap(([name, cases]) =>
    Object.entries(cases).map(([code, refused]) => [name, code, refused] as const),
  ),
  ...ofOperators,
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

test.each(all)("%s has returned every status and error of the document", (name) => {
  expect(met.lacking(name)).toEqual([]);
});
