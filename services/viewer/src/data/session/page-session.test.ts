import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPageSession, type UserChange } from "./page-session.ts";

/** Answers a request of the page; requests without an answer wait. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answers: Record<string, Answer>;
let requested: string[];
let signedIn: string | null;
let baseUrl: string;
const server = createServer((request, response) => {
  const path = request.url ?? "";
  requested.push(`${request.method} ${path} ${request.headers.authorization ?? ""}`.trim());
  answers[path]?.(request, response);
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requested = [];
  signedIn = "ada";
  answers = {
    "/v1/auth/session": (_request, response) => send(response, 200, sessionOf(signedIn)),
    "/v1/auth/sessions": (_request, response) => send(response, 201, grantOf(signedIn)),
    "/v1/presence": (_request, response) => send(response, 200, { online: [] }),
  };
});

function open({ mayBeUser = true } = {}) {
  const reads: [string | undefined, UserChange][] = [];
  const page = createPageSession({
    baseUrl,
    mayBeUser: () => mayBeUser,
    onRead: ({ user }, change) => void reads.push([user?.username, change]),
  });
  return { page, reads };
}

test("requests are sent with a token of the signed-in user", async () => {
  const { page, reads } = open();
  await page.access().client.readPresence();
  expect(requested.at(-1)).toBe("GET /v1/presence Bearer token-of-ada");
  signedIn = "bob";
  await page.read();
  await page.access().client.readPresence();
  expect(requested.at(-1)).toBe("GET /v1/presence Bearer token-of-bob");
  expect(reads).toEqual([
    ["ada", "first"],
    ["bob", "other"],
  ]);
});

test("requests wait for the read that the page has begun, and read again only if it fails", async () => {
  const sessionReads = () => requested.filter((one) => one === "GET /v1/auth/session");
  const { page } = open();
  await Promise.all([page.read(), page.access().client.readPresence()]);
  expect(sessionReads()).toHaveLength(1);

  requested = [];
  answers["/v1/auth/session"] = (_request, response) => {
    const isFirst = sessionReads().length === 1;
    if (isFirst) send(response, 500, {});
    else send(response, 200, sessionOf("ada"));
  };
  const { page: other } = open();
  const [read] = await Promise.allSettled([other.read(), other.access().client.readPresence()]);
  expect(read.status).toBe("rejected");
  expect(requested.at(-1)).toBe("GET /v1/presence Bearer token-of-ada");
  expect(sessionReads()).toHaveLength(2);
});

test("the session and the token of a probable visitor are asked for at the same time", async () => {
  signedIn = null;
  const session = Promise.withResolvers<ServerResponse>();
  answers["/v1/auth/session"] = (_request, response) => session.resolve(response);
  const { page, reads } = open({ mayBeUser: false });
  const started = page.start();
  await page.access().client.readPresence();
  expect(requested.toSorted()).toEqual([
    "GET /v1/auth/session",
    "GET /v1/presence Bearer token-of-null",
    "POST /v1/auth/sessions",
  ]);
  send(await session.promise, 200, sessionOf(null));
  await started;
  expect(reads).toEqual([[undefined, "first"]]);
});

test("a user who was taken for a visitor gets a token of the user", async () => {
  answers["/v1/auth/sessions"] = (request, response) => {
    if (request.headers["x-csrf-token"] === "csrf-of-ada") send(response, 201, grantOf("ada"));
    else send(response, 403, { code: "forbidden", message: "X-CSRF-Token is missing" });
  };
  const { page, reads } = open({ mayBeUser: false });
  const [, { online }] = await Promise.all([page.start(), page.access().client.readPresence()]);
  expect(online).toEqual([]);
  expect(requested.at(-1)).toBe("GET /v1/presence Bearer token-of-ada");
  expect(reads).toEqual([["ada", "first"]]);
});

test("an answer for a former user that arrives late is dropped", async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  answers["/v1/presence"] = (_request, response) => arrived.resolve(response);
  const { page } = open();
  const pending = page.access().client.readPresence();
  const response = await arrived.promise;
  signedIn = "bob";
  await page.read();
  send(response, 200, { online: [] });
  await expect(pending).rejects.toThrow("Another user is signed in");
});

test("a token for a former user that arrives late is used for nobody", async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  answers["/v1/auth/sessions"] = (_request, response) => arrived.resolve(response);
  const { page } = open();
  const pending = page.access().client.readPresence();
  const response = await arrived.promise;
  answers["/v1/auth/sessions"] = (_request, next) => send(next, 201, grantOf("bob"));
  signedIn = "bob";
  await page.read();
  send(response, 201, grantOf("ada"));
  await expect(pending).rejects.toThrow("Another user is signed in");
  await page.access().client.readPresence();
  expect(requested.filter((one) => one.startsWith("GET /v1/presence"))).toEqual([
    "GET /v1/presence Bearer token-of-bob",
  ]);
});

test("when the server no longer knows the cookie, the page reads who is signed in", async () => {
  const { page, reads } = open();
  await page.read();
  answers["/v1/auth/sessions"] = (_request, response) =>
    send(response, 401, { code: "unauthorized", message: "The session has ended" });
  signedIn = null;
  await expect(page.access().readToken()).rejects.toMatchObject({ status: 401 });
  await expect.poll(() => reads.at(-1)).toEqual([undefined, "other"]);
});

test("a refusal for a longer time is not waited out, so that the page can show it", async () => {
  answers["/v1/presence"] = (_request, response) => {
    response.setHeader("retry-after", "30");
    send(response, 429, { code: "rate_limited", message: "Too many requests" });
  };
  const { page } = open();
  await expect(page.access().client.readPresence()).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 30_000,
  });
});

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sessionOf(username: string | null): unknown {
  return {
    user: username && { id: `id-of-${username}`, username, role: "user" },
    csrfToken: username && `csrf-of-${username}`,
    signedInAt: username && "2026-11-22T12:00:00.000Z",
    methods: { passkeys: true, email: false, oidc: [], signUp: "open", url: null },
  };
}

function grantOf(username: string | null): unknown {
  return {
    token: `token-of-${username}`,
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    refreshToken: null,
    user: username && { id: `id-of-${username}`, username },
  };
}
