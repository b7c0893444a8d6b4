import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Problem, Status } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest({ REST_WS_URL: "ws://127.0.0.1:8081", REST_TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function problem(response: Response): Promise<Problem> {
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const body = Problem.parse(await response.json());
  expect(body.status).toBe(response.status);
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  return body;
}

test("R-09: missing, malformed, unknown, revoked and expired keys get the same 401", async () => {
  const { sql } = rest.database.database;
  const revoked = makeApiKey();
  const account = await db.accounts.add(sql, "bob");
  const added = await db.apiKeys.add(sql, {
    accountId: account?.id ?? "",
    tier: "feeder",
    keyHash: hashApiKey(revoked),
    hint: apiKeyHint(revoked),
  });
  await db.apiKeys.revoke(sql, added?.id ?? "");
  const expired = makeApiKey();
  await db.apiKeys.add(sql, {
    accountId: account?.id ?? "",
    tier: "feeder",
    keyHash: hashApiKey(expired),
    hint: apiKeyHint(expired),
    expiresAt: new Date(Date.now() - 1_000).toISOString(),
  });
  const answers = [];
  for (const authorization of [
    undefined,
    "Bearer",
    `Basic ${rest.key}`,
    `Bearer ${rest.key}x`,
    `Bearer ${makeApiKey()}`,
    `Bearer ${revoked}`,
    `Bearer ${expired}`,
  ]) {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${rest.url}/v1/messages`, { headers });
    const { requestId: _, ...body } = await problem(response);
    answers.push({ body, challenge: response.headers.get("www-authenticate") });
  }
  expect(answers[0]?.body).toMatchObject({ status: 401, code: "unauthorized" });
  expect(answers[0]?.challenge).toMatch(/^Bearer /);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test("R-11: /v1/me returns the account of a key and its limit", async () => {
  expect(await (await rest.get("/v1/me")).json()).toEqual({
    id: rest.accountId,
    username: "alice",
    tier: "unlimited",
    requestsPerMinute: 1_000_000,
    eligibility: { eligible: false, computedAt: null, override: null, stations: [] },
  });
});

test("R-18: /v1/status is open to everybody and reports which stores answer", async () => {
  const response = await fetch(`${rest.url}/v1/status`);
  expect(response.status).toBe(200);
  expect(Status.parse(await response.json())).toMatchObject({
    realtime: "ws://127.0.0.1:8081",
    postgres: true,
    redis: true,
  });
});

test.each(["/", "/v2/messages", "/v1", "/v1/nothing", "/v1/messages/a/b"])(
  "R-18, R-51: there is nothing at %s",
  async (path) => {
    expect(await problem(await rest.get(path))).toMatchObject({ status: 404, code: "not_found" });
  },
);

test("R-18: other methods are refused with the allowed ones; HEAD is GET without a body", async () => {
  const authorization = `Bearer ${rest.key}`;
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const response = await fetch(`${rest.url}/v1/messages`, { method, headers: { authorization } });
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await problem(response)).toMatchObject({ status: 405, code: "method_not_allowed" });
  }
  const options = await fetch(`${rest.url}/v1/messages`, { method: "OPTIONS" });
  expect(options.status).toBe(204);
  const head = await fetch(`${rest.url}/v1/messages`, {
    method: "HEAD",
    headers: { authorization },
  });
  expect(head.status).toBe(200);
  expect(head.headers.get("x-result-count")).toBe("0");
});

test("R-18: a path that cannot be decoded is a 400 without a stack trace", async () => {
  const body = await problem(await rest.get("/v1/messages/%ff"));
  expect(body).toMatchObject({ status: 400, code: "invalid_request" });
  expect(JSON.stringify(body)).not.toContain("node_modules");
});

test("R-18: answers do not disclose the software", async () => {
  const response = await rest.get("/v1/status");
  expect(response.headers.get("x-powered-by")).toBeNull();
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["plain HTTP from outside", { "x-forwarded-for": "203.0.113.7" }, 403],
  [
    "plain HTTP, reported by the proxy",
    { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" },
    403,
  ],
  ["TLS at the proxy", { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" }, 200],
  ["this machine", {}, 200],
])("R-10: %s", async (_, headers, status) => {
  const response = await rest.get("/v1/messages", headers);
  const body = (await response.json()) as { code?: string };
  expect(response.status).toBe(status);
  expect(body.code).toBe(status === 403 ? "https_required" : undefined);
});

test("a blocked address is refused everywhere, and others are not", async () => {
  const { sql } = rest.database.database;
  const ask = async (path: string, address: string) => {
    const headers = { "x-forwarded-for": address, "x-forwarded-proto": "https" };
    return await rest.get(path, headers);
  };
  const value = "2001:db8:0:1::/64";
  await db.senderBlocks.add(sql, { kind: "address", value, reason: null, expiresAt: null });
  const blocked = "2001:db8:0:1::7";
  await until("the block is in force", async () => (await ask("/v1/me", blocked)).status === 403);
  for (const path of ["/v1/status", "/v1/messages", "/v1/openapi.json"]) {
    expect((await ask(path, blocked)).status).toBe(403);
    expect((await ask(path, "2001:db8:0:2::7")).status).toBe(200);
  }
  expect((await problem(await ask("/v1/me", blocked))).message).toContain("blocked");
});
