import { once } from "node:events";
import { connect } from "node:net";
import { endpoint, Problem } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { route } from "../src/route.ts";
import { startApp } from "./app-under-test.ts";

const shared = { summary: "For a test", tag: "service", access: "open" } as const;
const echo = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/echo",
  body: z.strictObject({ text: z.string(), more: z.record(z.string(), z.unknown()).optional() }),
  status: 201,
  answer: z.unknown(),
});
const sized = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/sized",
  query: z.strictObject({ length: z.coerce.number() }),
  answer: z.unknown(),
});
const tagged = { ...sized, path: "/v1/tagged", tagged: true } as const;
const remove = endpoint({ ...shared, method: "DELETE", path: "/v1/echo" });
const routes = [
  route(echo, async ({ body }) => ({ body })),
  route(remove, async () => ({ body: undefined })),
  ...[sized, tagged].map((one) =>
    route(one, async ({ query: { length } }) => ({
      body: "x".repeat(length),
      headers: { Link: "<x>" },
    })),
  ),
];

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp(routes);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  type = "application/json",
  more: Record<string, string> = {},
) {
  const headers = { "content-type": type, ...more };
  const response = await fetch(`${app.url}/v1/echo`, { method: "POST", headers, body });
  return { response, status: response.status, body: await response.json() };
}

describe("R-18: a JSON body", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/merge-patch+json",
  ])("is read as %s", async (type) => {
    expect(await post('{"text":"é"}', type)).toMatchObject({ status: 201, body: { text: "é" } });
  });

  test.each([
    ["text/plain", {}],
    ["application/x-www-form-urlencoded", {}],
    ["application/jsonp", {}],
    ["application/json; charset=latin1", {}],
    ["application/json", { "content-encoding": "gzip" }],
  ])("is not read as %s with %j", async (type, headers) => {
    const { status, body } = await post('{"text":"x"}', type, headers);
    expect(status).toBe(415);
    expect(Problem.parse(body)).toMatchObject({ code: "unsupported_media_type" });
  });

  test.each([
    ["{", "is not valid JSON at position 1"],
    ['{"text":"x"', "is not valid JSON at position 11"],
    ['{"text":tru}', "is not valid JSON"],
    ['{"text":"x",}', "is not valid JSON at position 12"],
    ['{"text":"secret value" oops}', "is not valid JSON at position 23"],
    [new Uint8Array([0x7b, 0xff, 0x7d]), "is not valid UTF-8"],
  ])("that is malformed is refused with the reason: %s", async (text, where) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    const problem = Problem.parse(body);
    expect(problem.errors).toEqual([{ field: "body", message: where }]);
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  test.each([
    ["a wrong member", '{"text":7}', "text"],
    ["an unknown member", '{"text":"x","other":1}', "other"],
    ["a list", "[]", ""],
    ["null", "null", ""],
    ["a member __proto__", '{"text":"x","__proto__":{"polluted":1}}', "__proto__"],
  ])("with %s is refused by name", async (_, text, field) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(Problem.parse(body).errors?.map((error) => error.field)).toContain(field);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("with nested prototype names changes no object of the service", async () => {
    const text = '{"text":"x","more":{"__proto__":{"polluted":1},"constructor":{"prototype":1}}}';
    expect((await post(text)).status).toBe(201);
    expect(Reflect.get({}, "polluted")).toBe(undefined);
  });

  test("with deep nesting is read or refused, and the service continues", async () => {
    const depth = 30_000;
    const text = `{"text":"x","more":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    expect([201, 400, 413, 500]).toContain((await post(text)).status);
    expect((await post('{"text":"x"}')).status).toBe(201);
  });

  test("that is missing is refused, and one that the endpoint does not read is ignored", async () => {
    const missing = await fetch(`${app.url}/v1/echo`, { method: "POST" });
    expect(missing.status).toBe(400);
    const headers = { "content-type": "text/plain" };
    const init = { method: "DELETE", headers, body: "whatever" };
    expect((await fetch(`${app.url}/v1/echo`, init)).status).toBe(204);
  });

  test("may have 64 KiB, with or without Content-Length", async () => {
    expect((await post(bodyOf(65_536))).status).toBe(201);
    const { status, body } = await post(bodyOf(65_537));
    expect(status).toBe(413);
    expect(Problem.parse(body)).toMatchObject({ code: "payload_too_large" });
    expect(await sendRaw(chunked(bodyOf(70_000)))).toMatch(/^HTTP\/1\.1 413 /);
  });
});

/** A body of so many bytes. */
function bodyOf(length: number): string {
  return JSON.stringify({ text: "x".repeat(length - 11) });
}

function chunked(text: string): string {
  return (
    "POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
    `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
  );
}

/** Returns what the server sends on a bare connection until it is closed. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(app.port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return Buffer.concat(received).toString();
}

describe("R-18: malformed HTTP", () => {
  test.each([
    ["garbage", "hello\r\n\r\n", 400],
    ["a wrong version", "GET / HTTP/9.9\r\n\r\n", 400],
    [
      "two lengths",
      "POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    [
      "a length and chunks",
      "POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
    ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an address without end", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])("%s is answered as a problem", async (_, text, status) => {
    const answer = await sendRaw(text);
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer).toContain("Content-Type: application/problem+json; charset=utf-8");
    const problem = Problem.parse(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)));
    expect(problem).toMatchObject({ status, code: "invalid_request" });
    expect(answer).toContain(`X-Request-Id: ${problem.requestId}`);
  });
});

describe("pages of other origins", () => {
  const origin = "https://page.example";

  test("may send requests with a key in a header, and read our headers", async () => {
    const preflight = await fetch(`${app.url}/v1/echo`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("allow")).toBe("POST, DELETE, OPTIONS");
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("DELETE");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(preflight.headers.get("access-control-max-age")).toBe("600");
    expect(preflight.headers.get("access-control-allow-credentials")).toBe(null);
    const response = await fetch(`${app.url}/v1/sized?length=1`, { headers: { origin } });
    const exposed = response.headers.get("access-control-expose-headers") ?? "";
    for (const name of ["Link", "X-Result-Count", "RateLimit", "Retry-After", "X-Request-Id"]) {
      expect(exposed.split(",")).toContain(name);
    }
    const refused = await fetch(`${app.url}/v1/nothing`, { headers: { origin } });
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("are limited to those that the operator has configured", async () => {
    await using closed = await startApp(routes, { corsOrigins: [origin] });
    const allowed = async (asking: string) => {
      const headers = { origin: asking };
      const response = await fetch(`${closed.url}/v1/sized?length=1`, { headers });
      expect(response.headers.get("vary")).toContain("Origin");
      return response.headers.get("access-control-allow-origin");
    };
    expect(await allowed(origin)).toBe(origin);
    expect(await allowed("https://evil.example")).toBe(null);
  });
});

async function get(query: string, encoding = "gzip", path: string = sized.path) {
  const headers = { "accept-encoding": encoding };
  const response = await fetch(`${app.url}${path}?${query}`, { headers });
  return { response, text: await response.text() };
}

describe("an answer", () => {
  test("is compressed if it is large enough", async () => {
    const large = await get("length=5000");
    expect(large.response.headers.get("content-encoding")).toBe("gzip");
    expect(large.response.headers.get("vary")).toContain("Accept-Encoding");
    expect(large.text).toHaveLength(5_002);
    const small = await get("length=500");
    expect(small.response.headers.get("content-encoding")).toBe(null);
    expect((await get("length=5000", "identity")).response.headers.get("content-encoding")).toBe(
      null,
    );
  });

  test("with a strong tag is not compressed, a long one has a weak tag; both match", async () => {
    for (const [length, encoding, strong] of [
      [5_000, null, true],
      [50_000, "gzip", false],
    ] as const) {
      const { response } = await get(`length=${length}`, "gzip", tagged.path);
      expect(response.headers.get("content-encoding")).toBe(encoding);
      const tag = response.headers.get("etag") ?? "";
      expect(tag.startsWith('"')).toBe(strong);
      const headers = { "if-none-match": `"other", ${tag}` };
      const again = await fetch(`${app.url}${tagged.path}?length=${length}`, { headers });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    }
  });

  test("opened in a browser runs nothing", async () => {
    const { response } = await get("length=1");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("strict-transport-security")).toBe(null);
  });

  test("over TLS sets Strict-Transport-Security", async () => {
    await using behind = await startApp(routes, { trustedProxies: ["127.0.0.1"] });
    const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
    const response = await fetch(`${behind.url}/v1/sized?length=1`, { headers });
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test("to HEAD has no body", async () => {
    const response = await fetch(`${app.url}/v1/sized?length=5000`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("link")).toBe("<x>");
    expect(await response.text()).toBe("");
  });
});
