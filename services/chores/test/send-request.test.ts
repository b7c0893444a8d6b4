import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { createAddressPolicy } from "@jetwire/auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSender, DeliveryError } from "../src/deliveries/send-request.ts";

const opened: Disposable[] = [];
const requests: { url: string | undefined; host: string | undefined; body: string }[] = [];
let answer: RequestListener = (_request, response) => void response.end("ok");
let port = 0;

beforeAll(async () => {
  port = await listenHttp((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ url: request.url, host: request.headers.host, body });
      answer(request, response);
    });
  });
});
afterAll(() => {
  for (const one of opened) one[Symbol.dispose]();
});
beforeEach(() => {
  requests.length = 0;
  answer = (_request, response) => void response.end("ok");
});

async function listenHttp(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push({
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

const body = "hello";
const headers = { "content-type": "text/plain" };

/** Sends with a fake resolver, to what the operator allows. */
function sender(
  allowed: readonly string[],
  addresses: readonly string[] = ["127.0.0.1"],
  attemptMs = 10_000,
) {
  const asked: string[] = [];
  const send = createSender({
    attemptMs,
    policy: createAddressPolicy(allowed),
    resolve: async (host) => {
      asked.push(host);
      return addresses;
    },
  });
  return { asked, send: (url: string) => send({ url, headers, body }) };
}

async function refusal(sent: Promise<unknown>): Promise<string> {
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return (error as DeliveryError).message;
}

test("an allowed host gets the request with its name, at the address that was resolved once", async () => {
  const { send, asked } = sender(["ntfy.home.arpa"]);
  expect(await send(`http://ntfy.home.arpa:${port}/topic?a=b`)).toEqual({
    status: 200,
    text: "ok",
    waitSeconds: 0,
  });
  expect(requests).toEqual([{ url: "/topic?a=b", host: `ntfy.home.arpa:${port}`, body }]);
  expect(asked).toEqual(["ntfy.home.arpa"]);
});

describe("no connection is made", () => {
  test.each([
    "https://127.0.0.1",
    "https://127.1",
    "https://2130706433",
    "https://0x7f000001",
    "https://0177.0.0.1",
    "https://0.0.0.0",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://[::ffff:7f00:1]",
    "https://[64:ff9b::7f00:1]",
    "https://169.254.169.254",
    "https://10.0.0.1",
    "https://[fd00:ec2::254]",
    "https://１２７.0.0.1",
  ])("to %s", async (origin) => {
    const { send, asked } = sender([]);
    expect(await refusal(send(`${origin}:${port}/`))).toContain("public Internet");
    expect(asked).toEqual([]);
    expect(requests).toEqual([]);
  });

  test.each([
    ["a private address", ["127.0.0.1"]],
    ["a private one among public ones", ["203.0.114.7", "10.0.0.1"]],
    ["a mapped one", ["::ffff:127.0.0.1"]],
    ["no address", []],
  ])("to a name with %s", async (_what, addresses) => {
    const { send } = sender([], addresses);
    const message = await refusal(send(`https://receiver.example:${port}/`));
    expect(message).toContain("public Internet");
    // It says nothing about the private network.
    expect(message).not.toContain("10.0.0.1");
    expect(requests).toEqual([]);
  });

  test.each(["http://receiver.example", "http://localhost", "https://user:x@receiver.example"])(
    "for the URL %s",
    async (origin) => {
      const { send, asked } = sender([]);
      expect(await refusal(send(origin))).toContain("https URL");
      expect(asked).toEqual([]);
    },
  );

  test("over http to a public address, although a private network is allowed", async () => {
    const { send } = sender(["192.168.1.0/24"], ["203.0.114.7"]);
    expect(await refusal(send("http://receiver.example/"))).toContain("public Internet");
  });
});

test("a name that has another address a moment later is connected to where it was checked", async () => {
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  const policy = createAddressPolicy(["127.0.0.1"]);
  const send = createSender({ policy, resolve: async () => answers.shift() ?? ["127.0.0.2"] });
  const url = `http://rebinds.example:${port}/`;
  expect(await send({ url, headers, body })).toMatchObject({ status: 200 });
  expect(answers).toHaveLength(1);
  expect(await refusal(send({ url, headers, body }))).toContain("public Internet");
  expect(requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])("a redirect %d is not followed", async (status) => {
  let reached = 0;
  const inner = await listenHttp((_request, response) => {
    reached++;
    response.end("secret");
  });
  answer = (_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${inner}/` }).end("moved");
  };
  const { send } = sender(["receiver.example", "127.0.0.1"]);
  expect(await send(`http://receiver.example:${port}/`)).toMatchObject({ status, text: "moved" });
  expect(reached).toBe(0);
});

test("a proxy of the environment is not used", async () => {
  let proxied = 0;
  const proxy = await listenHttp((_request, response) => {
    proxied++;
    response.end();
  });
  const former = process.env["HTTP_PROXY"];
  process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxy}`;
  try {
    const { send } = sender(["receiver.example"]);
    expect(await send(`http://receiver.example:${port}/`)).toMatchObject({ status: 200 });
  } finally {
    if (former === undefined) delete process.env["HTTP_PROXY"];
    else process.env["HTTP_PROXY"] = former;
  }
  expect(proxied).toBe(0);
});

test("of an endless answer the beginning is read, and the connection is closed", async () => {
  const closed = Promise.withResolvers<void>();
  answer = (_request, response) => {
    const more = () => {
      while (response.write("x".repeat(16_384)));
    };
    response.on("drain", more);
    response.on("close", () => closed.resolve());
    more();
  };
  const { send } = sender(["receiver.example"]);
  const { text } = await send(`http://receiver.example:${port}/`);
  expect(text).toBe("x".repeat(4_096));
  await closed.promise;
});

test.each([
  ["never answers", () => {}],
  [
    "answers a little at a time",
    (_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    },
  ],
] satisfies [string, RequestListener][])(
  "a receiver that %s is left in time",
  async (_what, listener) => {
    answer = listener;
    const { send } = sender(["receiver.example"], ["127.0.0.1"], 300);
    expect(await refusal(send(`http://receiver.example:${port}/`))).toContain("in time");
  },
);

test("an answer with endless headers is refused", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write(`HTTP/1.1 200 OK\r\n${"x-a: b\r\n".repeat(10_000)}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push({ [Symbol.dispose]: () => void server.close() });
  const { send } = sender(["receiver.example"]);
  const url = `http://receiver.example:${(server.address() as AddressInfo).port}/`;
  expect(await refusal(send(url))).toContain("failed");
});

test("the time that a receiver asks for is read, up to an hour", async () => {
  const { send } = sender(["receiver.example"]);
  for (const [header, seconds] of [
    ["7", 7],
    ["999999", 3_600],
    ["-5", 0],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
  ] as const) {
    answer = (_request, response) => void response.writeHead(429, { "retry-after": header }).end();
    expect(await send(`http://receiver.example:${port}/`)).toMatchObject({
      status: 429,
      waitSeconds: seconds,
    });
  }
});

test("a receiver that refuses the connection, or has no valid certificate, is reported as such", async () => {
  const { send } = sender(["receiver.example"]);
  expect(await refusal(send("http://receiver.example:1/"))).toBe(
    "The receiver refused the connection.",
  );
  const secure = createSecureServer({}).listen(0, "127.0.0.1");
  secure.on("tlsClientError", () => {});
  await once(secure, "listening");
  opened.push({ [Symbol.dispose]: () => void secure.close() });
  const url = `https://receiver.example:${(secure.address() as AddressInfo).port}/`;
  expect(await refusal(send(url))).toMatch(/certificate|failed/);
});
