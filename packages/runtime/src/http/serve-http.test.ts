import { Agent, createServer, get } from "node:http";
import { expect, test } from "vitest";
import { serveHttp } from "./serve-http.ts";

test("a server that stops ends running requests, and lets no client use their connections again", async () => {
  const arrived = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    arrived.resolve();
    void finish.promise.then(() => response.end("done"));
  });
  const listener = await serveHttp(server, { host: "127.0.0.1", port: 0 }, 60_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function request(): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port: listener.port, agent }, (response) => {
        response.resume().on("end", () => resolve(response.headers.connection));
      }).on("error", reject);
    });
  }

  const first = request();
  await arrived.promise;
  const stopped = listener[Symbol.asyncDispose]();
  finish.resolve();
  expect(await first).toBe("close");
  await stopped;
  await expect(request()).rejects.toThrow("ECONNREFUSED");
});
