import { type Message, MessageIds } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest();
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

function minutesAgo(minutes: number) {
  return new MessageIds(() => Date.now() - minutes * 60_000);
}

async function list(path: string): Promise<{ response: Response; messages: Message[] }> {
  const response = await rest.get(path);
  expect(response.status).toBe(200);
  return { response, messages: (await response.json()) as Message[] };
}

function linkOf(response: Response, rel: "next" | "prev"): string | undefined {
  const header = response.headers.get("link") ?? "";
  const address = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header)?.[1];
  return address?.slice(rest.url.length);
}

describe("R-06, R-07: GET /v1/messages", () => {
  const stored: Message[] = [];

  beforeAll(async () => {
    const old = testMessage({ id: minutesAgo(25 * 60).next(0), flightNumber: "UA0123" });
    const recent = Array.from({ length: 7 }, (_, i) =>
      testMessage({ id: minutesAgo(60 - i).next(1), flightNumber: i % 2 ? "UAL123" : "DL0009" }),
    );
    stored.push(old, ...recent);
    await storeMessages(rest.database.database.sql, [
      { message: old, flightKey: "UAL123" },
      ...recent.map((message, i) => ({ message, flightKey: i % 2 ? "UAL123" : "DAL9" })),
    ]);
  });
  const newestFirst = () => stored.map(({ id }) => id).toReversed();

  test("R-06: a bare array of the last 24 hours, newest first, with its count", async () => {
    const { response, messages } = await list("/v1/messages");
    expect(messages.map(({ id }) => id)).toEqual(newestFirst().slice(0, 7));
    expect(response.headers.get("x-result-count")).toBe("7");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test.each(["UA123", "ua0123", "UAL123", "ual0123"])(
    "R-07: flight=%s finds the flight in each of its spellings, however old",
    async (flight) => {
      const { messages } = await list(`/v1/messages?flight=${flight}`);
      expect(messages.map(({ id }) => id)).toEqual(
        newestFirst().filter((_, i) => [1, 3, 5, 7].includes(i)),
      );
    },
  );

  test("R-07: an unknown flight gives an empty list", async () => {
    const { messages } = await list("/v1/messages?flight=ZZ9999");
    expect(messages).toEqual([]);
  });

  test("R-06: next leads through every message once, and prev back", async () => {
    const seen: string[] = [];
    const pages: string[] = [];
    let path: string | undefined =
      `/v1/messages?limit=3&before=ffffffff-ffff-7fff-bfff-ffffffffffff`;
    while (path !== undefined) {
      const { response, messages } = await list(path);
      seen.push(...messages.map(({ id }) => id));
      pages.push(messages.length.toString());
      path = linkOf(response, "next");
    }
    expect(seen).toEqual(newestFirst());
    expect(pages).toEqual(["3", "3", "2"]);

    const back: string[] = [];
    path = `/v1/messages?limit=3&after=00000000-0000-7000-8000-000000000000`;
    for (let page = 0; page < 3; page++) {
      const { response, messages } = await list(path ?? "");
      back.unshift(...messages.map(({ id }) => id));
      path = linkOf(response, "prev");
    }
    expect(back).toEqual(newestFirst());
    // And from the newest on, prev leads to what comes next.
    const { messages } = await list(path ?? "");
    expect(messages).toEqual([]);
  });

  test("R-06: before and after together are a range", async () => {
    const ids = newestFirst();
    const { response, messages } = await list(
      `/v1/messages?before=${ids[1]}&after=${ids[5]}&limit=2`,
    );
    expect(messages.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const rest2 = await list(linkOf(response, "next") ?? "");
    expect(rest2.messages.map(({ id }) => id)).toEqual(ids.slice(4, 5));
    expect(linkOf(rest2.response, "next")).toBeUndefined();
  });

  test.each([
    ["limit=0", ["limit"]],
    ["limit=101", ["limit"]],
    ["limit=1e1", ["limit"]],
    ["limit=", ["limit"]],
    ["limit=5&limit=6", ["limit"]],
    ["flight=a&flight=b", ["flight"]],
    ["flight=", ["flight"]],
    ["flight=UA%00", ["flight"]],
    ["flight=XX0000", ["flight"]],
    ["flight=ABCDEFGHIJKLMNOPQ", ["flight"]],
    ["before=yesterday", ["before"]],
    ["Flight=UA123", ["Flight"]],
    ["tial=N1&x=2", ["tial", "x"]],
    ["__proto__=1", ["__proto__"]],
    ["flight[$ne]=1", ["flight[$ne]"]],
    [
      "before=00000000-0000-7000-8000-000000000000&after=ffffffff-ffff-7fff-bfff-ffffffffffff",
      ["before", "after"],
    ],
  ])("R-18: %s is a 400 that names the parameter", async (query, fields) => {
    const response = await rest.get(`/v1/messages?${query}`);
    const body = (await response.json()) as { code: string; errors: { field: string }[] };
    expect(response.status).toBe(400);
    expect(body.code).toBe("invalid_request");
    expect(body.errors.map(({ field }) => field)).toEqual(fields);
  });
});

describe("R-03, R-08: GET /v1/messages/:id", () => {
  test("R-03: is the message that was received, member for member", async () => {
    const message = testMessage({ latitude: -31.94, longitude: 115.967, frequency: 131.549999 });
    await storeMessages(rest.database.database.sql, [{ message, flightKey: null }]);
    const response = await rest.get(`/v1/messages/${message.id}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(message);
  });

  test("R-08: answers 304 to its strong ETag", async () => {
    const message = testMessage();
    await storeMessages(rest.database.database.sql, [{ message, flightKey: null }]);
    const etag = (await rest.get(`/v1/messages/${message.id}`)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await rest.get(`/v1/messages/${message.id}`, { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  test.each([
    "0190a000-0000-7000-8000-000000000000",
    "1",
    "..%2f..%2fetc",
    "%00",
    "019F0000-0000-7000-8000-00000000000A",
    "019f0000-0000-4000-8000-00000000000a",
  ])("R-08: unknown or malformed id %s is a 404", async (id) => {
    const response = await rest.get(`/v1/messages/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
  });
});
