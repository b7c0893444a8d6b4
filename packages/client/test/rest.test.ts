import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Message } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRestClient, RestError } from "../src/index.ts";
import { requestJson } from "../src/rest/request.ts";
import { someMessage } from "./messages.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let baseUrl: string;
let asked: { path: string; authorization: string | undefined }[];
let bodies: string[];
let answers: Answer[];

/** Each request takes the next answer; the last one stays. */
beforeEach(async () => {
  asked = [];
  bodies = [];
  answers = [];
  server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

test("an address that is none is refused at once, by name", () => {
  expect(() => createRestClient({ baseUrl: "jetwire.example" })).toThrow(
    "baseUrl must be the address of a service, for example https://jetwire.example, and not jetwire.example",
  );
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push({ path: request.url ?? "", authorization: request.headers.authorization });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  const body = await text(request);
  if (body !== "") bodies.push(body);
  answer?.(request, response);
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

const notFound = {
  type: "about:blank",
  title: "Not found",
  status: 404,
  code: "not_found",
  message: "No message has this id",
  requestId: "r-1",
};

async function signedOut(): Promise<string> {
  throw new Error("signed out");
}

async function failureOf(work: Promise<unknown>): Promise<RestError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RestError)) throw new Error(`not a RestError: ${String(error)}`);
  return error;
}

async function all(messages: AsyncIterable<Message>): Promise<Message[]> {
  const found: Message[] = [];
  for await (const message of messages) found.push(message);
  return found;
}

test("a message is read with the key, without members that only newer servers send", async () => {
  const message = someMessage();
  answers = [json(200, { ...message, weather: "fair" })];
  const rest = createRestClient({ baseUrl: `${baseUrl}/`, apiKey: "jw_key" });
  expect(await rest.readMessage({ id: "a/b" })).toEqual(message);
  expect(asked).toEqual([{ path: "/v1/messages/a%2Fb", authorization: "Bearer jw_key" }]);
});

test("a list follows its links, up to itemsMax", async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => someMessage());
  answers = [
    json(200, [first, second], { link: '</v1/messages?before=2>; rel="next"' }),
    json(200, [third, fourth], { link: `<${baseUrl}/v1/messages?before=4>; rel="next"` }),
    json(200, []),
  ];
  const rest = createRestClient({ baseUrl });
  const ids: string[] = [];
  for await (const { id } of rest.listMessages({ flight: "ua 1", limit: 2 }, { itemsMax: 3 })) {
    ids.push(id);
  }
  expect(ids).toEqual([first?.id, second?.id, third?.id]);
  expect(asked.map(({ path }) => path)).toEqual([
    "/v1/messages?flight=ua+1&limit=2",
    "/v1/messages?before=2",
  ]);
});

test("onPage gets the headers of each page and ends the list", async () => {
  const [first, second] = [someMessage(), someMessage()];
  answers = [
    json(200, [first], { link: '</v1/messages?before=2>; rel="next"', "x-searched-since": "t" }),
    json(200, [second], { link: '</v1/messages?before=1>; rel="next"' }),
  ];
  const pages: unknown[] = [];
  const found = await all(
    createRestClient({ baseUrl }).listMessages(
      {},
      {
        onPage({ headers, next }) {
          pages.push([headers.get("x-searched-since"), next?.search]);
          return pages.length < 2;
        },
      },
    ),
  );
  expect(found).toEqual([first, second]);
  expect(pages).toEqual([
    ["t", "?before=2"],
    [null, "?before=1"],
  ]);
  expect(asked).toHaveLength(2);
});

test("an ascending list ends at the empty page", async () => {
  answers = [
    json(200, [someMessage()], { link: '</v1/messages?after=9>; rel="prev"' }),
    json(200, [], { link: '</v1/messages?after=9>; rel="prev"' }),
  ];
  const found = await all(createRestClient({ baseUrl }).listMessages({ after: "8" }));
  expect(found).toHaveLength(1);
  expect(asked).toHaveLength(2);
});

test("an empty page of a search is followed to older ones", async () => {
  const message = someMessage();
  answers = [
    json(200, [], { link: '</v1/messages?before=5>; rel="next"' }),
    json(200, [message], { link: '</v1/messages?before=4>; rel="next"' }),
    json(200, []),
  ];
  const found = await all(createRestClient({ baseUrl }).listMessages({ text: "fuel" }));
  expect(found).toEqual([message]);
  expect(asked.map(({ path }) => path)).toEqual([
    "/v1/messages?text=fuel",
    "/v1/messages?before=5",
    "/v1/messages?before=4",
  ]);
});

test("an ascending list continues after an empty page if only a part of the time was searched", async () => {
  const message = someMessage();
  const searched = { "x-searched-until": "2027-01-15T08:00:00.000Z" };
  answers = [
    json(200, [], { link: '</v1/messages?after=9>; rel="prev"', ...searched }),
    json(200, [message], { link: '</v1/messages?after=10>; rel="prev"' }),
    json(200, [], { link: '</v1/messages?after=10>; rel="prev"' }),
  ];
  const found = await all(createRestClient({ baseUrl }).listMessages({ after: "8" }));
  expect(found).toEqual([message]);
  expect(asked.map(({ path }) => path)).toEqual(
    ["8", "9", "10"].map((after) => `/v1/messages?after=${after}`),
  );
});

test("a key is not sent to another origin", async () => {
  answers = [json(200, [someMessage()], { link: '<http://127.0.0.1:9/v1/messages>; rel="next"' })];
  const found = await all(createRestClient({ baseUrl, apiKey: "k" }).listMessages());
  expect(found).toHaveLength(1);
});

test("an error carries its problem and is not retried", async () => {
  answers = [json(404, notFound)];
  const error = await failureOf(createRestClient({ baseUrl }).readMessage({ id: "x" }));
  expect(error).toMatchObject({ status: 404, problem: notFound, message: notFound.message });
  expect(asked).toHaveLength(1);
});

test("a transient failure is retried after Retry-After", async () => {
  const message = someMessage();
  answers = [json(429, {}, { "retry-after": "0" }), json(503, {}, { "retry-after": "0" })];
  answers.push(json(200, message));
  expect(await createRestClient({ baseUrl }).readMessage({ id: "x" })).toEqual(message);
  expect(asked).toHaveLength(3);
});

test("a long Retry-After is passed on to the caller", async () => {
  answers = [json(429, { ...notFound, code: "rate_limited" }, { "retry-after": "3600" })];
  const error = await failureOf(createRestClient({ baseUrl }).readMe());
  expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(error.problem?.code).toBe("rate_limited");
  expect(asked).toHaveLength(1);
});

test("a refused token is replaced, once", async () => {
  const tokens = ["old", "new", "newer"];
  const getToken = async () => tokens.shift() ?? "none";
  answers = [json(401, notFound), json(200, someMessage()), json(401, notFound)];
  const rest = createRestClient({ baseUrl, getToken });
  await rest.readMessage({ id: "x" });
  expect(await failureOf(rest.readMessage({ id: "x" }))).toMatchObject({ status: 401 });
  expect(asked.map(({ authorization }) => authorization)).toEqual(
    ["old", "new", "newer", "none"].map((token) => `Bearer ${token}`),
  );
});

test("without a token no request is sent", async () => {
  const rest = createRestClient({ baseUrl, getToken: signedOut, attemptsMax: 1 });
  const error = await failureOf(rest.readMe());
  expect(error).toMatchObject({ status: 0, cause: new Error("signed out") });
  expect(asked).toEqual([]);
});

test("a POST is repeated after a 429 only", async () => {
  const url = new URL("/v1/anything", baseUrl);
  const settings = {
    fetch,
    credential: undefined,
    timeoutMs: 1_000,
    attemptsMax: 4,
    retryAfterMsMax: 60_000,
  };
  const post = () => requestJson({ method: "POST", url, body: { name: "x" } }, settings);
  answers = [json(429, {}, { "retry-after": "0" }), json(201, { id: 7 })];
  expect((await post()).body).toEqual({ id: 7 });
  expect(bodies).toEqual(['{"name":"x"}', '{"name":"x"}']);
  answers = [json(503, {}, { "retry-after": "0" })];
  await expect(post()).rejects.toMatchObject({ status: 503 });
  answers = [(request) => request.socket.destroy()];
  await expect(post()).rejects.toMatchObject({ status: 0 });
  expect(bodies).toHaveLength(4);
  answers = [(_request, response) => response.writeHead(204).end()];
  expect((await post()).body).toBeUndefined();
});

test("attempts are limited", async () => {
  answers = [(_request, response) => response.writeHead(503, { "retry-after": "0" }).end("<html>")];
  const error = await failureOf(
    createRestClient({ baseUrl, attemptsMax: 3 }).readMessage({ id: "x" }),
  );
  expect(error).toMatchObject({ status: 503, problem: null });
  expect(asked).toHaveLength(3);
});

test("a request fails when its time-out expires", async () => {
  answers = [() => {}];
  const rest = createRestClient({ baseUrl, timeoutMs: 50, attemptsMax: 1 });
  expect(await failureOf(rest.readMessage({ id: "x" }))).toMatchObject({ status: 0 });
});

test("an invalid body is an error", async () => {
  answers = [json(200, { id: "x" })];
  const error = await failureOf(createRestClient({ baseUrl }).readMessage({ id: "x" }));
  expect(error.message).toContain("is invalid");
});

test("the client's signal aborts requests and pauses", async () => {
  answers = [json(503, {}, { "retry-after": "30" })];
  const abort = new AbortController();
  const reading = createRestClient({ baseUrl, signal: abort.signal }).readMessage({ id: "x" });
  await expect.poll(() => asked.length).toBe(1);
  abort.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
});

test("the signal of a call aborts that call only", async () => {
  answers = [json(503, {}, { "retry-after": "30" })];
  const rest = createRestClient({ baseUrl, signal: new AbortController().signal });
  const abort = new AbortController();
  const listing = all(rest.listMessages({}, { signal: abort.signal }));
  await expect.poll(() => asked.length).toBe(1);
  abort.abort(new Error("another page"));
  await expect(listing).rejects.toThrow("another page");
  answers = [json(200, [])];
  expect(await all(rest.listMessages())).toEqual([]);
});
