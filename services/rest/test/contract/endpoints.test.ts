import { type Endpoint, endpoints, Problem } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type Asking } from "../rest-under-test.ts";
import { type Answered, faultsOf } from "./document.ts";
import { addressOf, type Scene, startScene } from "./scene.ts";

type Name = keyof typeof endpoints;

const all = Object.entries<Endpoint>(endpoints) as [Name, Endpoint][];
const withCredential = all.filter(([, { access }]) => access !== "open");
const withParams = all.filter(([, { path }]) => path.includes(":"));
const withBody = all.filter(([, { method }]) => method !== "GET").filter(takesBody);

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

function takesBody([, { body }]: [Name, Endpoint]): boolean {
  return !body.safeParse(undefined).success || body.safeParse({}).success;
}

async function credentialFor([name, { access }]: [Name, Endpoint]): Promise<string | null> {
  if (access === "open") return name === "openSession" ? scene.rest.key : null;
  return access === "session" ? (await scene.openSession()).token : scene.rest.key;
}

/** Asks, and holds what comes back to the document. */
async function answer(url: string, credential: string | null, asking: Asking): Promise<Heard> {
  const response = await ask(url, credential, asking);
  const body = await response.text();
  const answered: Answered = {
    method: asking.method ?? "GET",
    path: new URL(url).pathname,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  };
  expect(faultsOf(answered)).toEqual([]);
  return { response, body };
}

interface Heard {
  readonly response: Response;
  readonly body: string;
}

/** The same for a refusal. */
async function refusal(url: string, credential: string | null, asking: Asking) {
  const { response, body } = await answer(url, credential, asking);
  const problem = Problem.parse(JSON.parse(body));
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  return { problem, response };
}

async function refusalOf(one: [Name, Endpoint], over: Asking = {}, query = "") {
  const [name, endpoint] = one;
  const asking = { method: endpoint.method, body: scene.bodies[name], ...over };
  return await refusal(addressOf(scene, endpoint) + query, await credentialFor(one), asking);
}

describe("every endpoint", () => {
  test.each(all)("%s answers as it is described", async (name, endpoint) => {
    const one: [Name, Endpoint] = [name, endpoint];
    const asking = { method: endpoint.method, body: scene.bodies[name] };
    const { response, body } = await answer(
      addressOf(scene, endpoint),
      await credentialFor(one),
      asking,
    );
    expect([response.status, body]).toEqual([endpoint.status, expect.any(String)]);
    if (!endpoint.tagged) return;
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    const again = await answer(addressOf(scene, endpoint), await credentialFor(one), { headers });
    expect(again.response.status).toBe(304);
  });

  test.each(all)("%s names a parameter that it doesn't know", async (...one) => {
    const { problem } = await refusalOf(one, {}, "?no_such=1");
    expect(problem).toMatchObject({ code: "invalid_request", errors: [{ field: "no_such" }] });
  });

  test.each(all)("%s is not there for other methods", async (_name, endpoint) => {
    const others = all.map(([, other]) => other).filter(({ path }) => path === endpoint.path);
    const methods = others.map(({ method }) => method);
    const wrong = ["PUT", "DELETE", "PATCH"].find((one) => !methods.some((own) => own === one));
    const url = addressOf(scene, endpoint);
    const { problem, response } = await refusal(url, scene.rest.key, { method: wrong ?? "" });
    expect(problem.code).toBe("method_not_allowed");
    const allowed = (response.headers.get("allow") ?? "").split(", ");
    const asGet = methods.includes("GET") ? ["HEAD"] : [];
    expect(allowed.toSorted()).toEqual([...methods, ...asGet, "OPTIONS"].toSorted());
  });
});

describe("every endpoint with a credential", () => {
  test.each(withCredential)("%s is refused without one, and with a wrong one", async (...one) => {
    const [, endpoint] = one;
    const url = addressOf(scene, endpoint);
    for (const credential of [null, "jw_wrong", "not.a.token"]) {
      const { problem, response } = await refusal(url, credential, { method: endpoint.method });
      expect(problem.code).toBe("unauthorized");
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
  });

  test.each(withCredential)("%s is refused over the limit", async (_name, endpoint) => {
    const url = addressOf(scene, endpoint);
    // The window may end between two requests, not between three.
    const codes: string[] = [];
    while (codes.length < 3 && codes.at(-1) !== "rate_limited") {
      const { response } = await answer(url, scene.limitedKey, { method: endpoint.method });
      codes.push(response.status === 429 ? "rate_limited" : String(response.status));
      if (response.status !== 429) continue;
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(codes.at(-1)).toBe("rate_limited");
  });

  test.each(withCredential.filter(([, { access }]) => access === "session"))(
    "%s takes no API key",
    async (_name, endpoint) => {
      const asking = { method: endpoint.method };
      const { problem } = await refusal(addressOf(scene, endpoint), scene.rest.key, asking);
      expect(problem.code).toBe("forbidden");
    },
  );
});

test.each(withParams)("%s has nothing at a name that can't be one", async (...one) => {
  const [name, endpoint] = one;
  const url = scene.rest.url + endpoint.path.replace(/:\w+/, "no%20such%21");
  const asking = { method: endpoint.method, body: scene.bodies[name] };
  const { problem } = await refusal(url, await credentialFor(one), asking);
  expect(problem.code).toBe("not_found");
});

describe("every endpoint with a body", () => {
  test.each(withBody)("%s is refused with what isn't JSON", async (...one) => {
    const wrongType = { headers: { "content-type": "text/plain" }, body: { text: "x" } };
    expect((await refusalOf(one, wrongType)).problem.code).toBe("unsupported_media_type");
    const [, endpoint] = one;
    const credential = await credentialFor(one);
    const response = await fetch(addressOf(scene, endpoint), {
      method: endpoint.method,
      headers: {
        "content-type": "application/json",
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
      },
      body: '{"oops',
    });
    expect(response.status).toBe(400);
    expect(Problem.parse(await response.json()).errors).toMatchObject([{ field: "body" }]);
  });

  test.each(withBody)("%s names a member that it doesn't know", async (...one) => {
    const body = { ...(scene.bodies[one[0]] as object), no_such: 1 };
    const { problem } = await refusalOf(one, { body });
    expect(problem.errors).toContainEqual({ field: "no_such", message: "is not a member" });
  });

  test.each(withBody)("%s is refused with too much", async (...one) => {
    const { problem } = await refusalOf(one, { body: { text: "x".repeat(70_000) } });
    expect(problem.code).toBe("payload_too_large");
  });
});
