import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLogger, type Logger } from "./logger.ts";
import { outsideRequests, requestIdHeader } from "./request-id.ts";
import { serveHttp } from "../http/serve-http.ts";

type Line = { readonly msg: string; readonly requestId?: string };

/** Serves requests on a free port, and returns what was logged beside the ids of the answers to some requests. */
async function answers(
  handler: (log: Logger, request: IncomingMessage, response: ServerResponse) => Promise<void>,
  requests: readonly HeadersInit[],
): Promise<{ ids: (string | null)[]; lines: Line[] }> {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const log = createLogger("test", "info", 0, { write }).child({ part: "of a request" });
  const working: Promise<void>[] = [];
  const server = createServer((request, response) => {
    response.setHeader(requestIdHeader, randomUUID());
    working.push(handler(log, request, response));
  });
  const address = { host: "127.0.0.1", port: 0 };
  await using listener = await serveHttp(server, address, 1_000);
  const url = `http://127.0.0.1:${listener.port}`;
  const ids = await Promise.all(
    requests.map(async (headers) => (await fetch(url, { headers })).headers.get(requestIdHeader)),
  );
  await Promise.all(working);
  return { ids, lines };
}

const three = [{ "x-request-id": "a" }, { "x-request-id": '"\\u000a{}' }, {}];

test("every line of a request has the id of its answer, also after the answer, and not one that a client sent", async () => {
  const { ids, lines } = await answers(async (log, _request, response) => {
    log.info("before");
    await wait(5);
    log.info("meanwhile");
    response.end();
    await new Promise((resolve) => response.once("close", resolve));
    await wait(5);
    log.info("after");
  }, three);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) {
    const own = lines.filter(({ requestId }) => requestId === id);
    expect(own.map(({ msg }) => msg)).toEqual(["before", "meanwhile", "after"]);
  }
  expect(lines).toHaveLength(9);
});

test("work of a connection that requests share has no id", async () => {
  const { lines } = await answers(
    async (log, _request, response) => {
      outsideRequests(() => log.info("notice"));
      response.end();
    },
    [{}],
  );
  expect(lines[0]).not.toHaveProperty("requestId");
});
